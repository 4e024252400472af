/* SPDX-License-Identifier: BSD-3-Clause
 *
 * features_events.c: F12, F13: notifications.
 */
#include "features.h"

#include <sched.h>
#include <unistd.h>

enum { EVENT = 5, ARMED = 9, LAST = 20, BURST = 21, ORDER = 30 };

static void signal_to(gex_Rank_t r, uint32_t notf) {
  OK(hyd_nv_writeFN(ft_seg[r], 0, NULL, 0, notf));
}

/* Each in turn by poll, spin, block. */
void f12_eventcounts(void) {
  uint64_t pending;
  for (unsigned i = 0; i < ft_rounds; i++) {
    unsigned n = 1 + i % 3;
    for (unsigned k = 0; k < n; k++) signal_to(ft_next(), EVENT);
    for (unsigned k = 0; k < n; k++) {
      if ((i + k) % 3 == 0) {
        do OK(hyd_nv_notfTest(EVENT, &pending));
        while (pending == 0);
        OK(hyd_nv_notfAck(EVENT));
      } else if ((i + k) % 3 == 1) {
        OK(hyd_nv_notfSpin(EVENT, HYD_NV_FOREVER));
      } else {
        OK(hyd_nv_notfWait(EVENT, HYD_NV_FOREVER));
      }
    }
  }
  ft_barrier();
  OK(hyd_nv_notfTest(EVENT, &pending));
  CHECK(pending == 0);
  CHECK(hyd_nv_notfWait(EVENT, 2000) == HYD_NV_TIMEOUT);
  CHECK(hyd_nv_notfSpin(EVENT, 0) == HYD_NV_TIMEOUT);
}

static unsigned handled, other;
static void on_signal(uint32_t notf, void *arg) {
  CHECK(notf == ARMED && arg == &handled);
  handled++;
  gex_System_SetVerboseErrors(0);
  CHECK(hyd_nv_notfWait(EVENT, 0) == GASNET_ERR_NOT_READY); /* no handler may wait */
  gex_System_SetVerboseErrors(1);
}
static void on_last(uint32_t notf, void *arg) {
  CHECK(notf == LAST);
  ++*(unsigned *)arg;
}

static void arm_and_disarm(void) {
  uint64_t pending;
  OK(hyd_nv_notfArm(ARMED, on_signal, &handled));
  for (unsigned k = ft_dice(20); k > 0; k--) hyd_nv_poll();
  OK(hyd_nv_notfDisarm(ARMED));
  OK(hyd_nv_notfTest(ARMED, &pending));
  for (; pending; pending--) {
    OK(hyd_nv_notfAck(ARMED));
    handled++;
  }
}

static void on_burst(uint32_t notf, void *arg) {
  (void)notf;
  ++*(unsigned *)arg;
}

/* To a rank that shares memory and does not poll: interrupts of more than one would fill its queue
 * and stop the sender. */
static void burst(void) {
  const unsigned many = 20000, word = 8;
  unsigned came = 0;
  uint64_t done = 1;
  gex_Rank_t near = 0;
  gex_System_QueryNbrhdInfo(NULL, &near, NULL);
  if (near < ft_ranks) return;
  *(volatile uint64_t *)(ft_arena + word) = 0;
  OK(hyd_nv_notfArm(BURST, on_burst, &came));
  ft_barrier();
  if (ft_me % 2 == 0 && ft_me + 1 < ft_ranks) {
    for (unsigned i = 0; i < many; i++) signal_to(ft_me + 1, BURST);
    OK(hyd_nv_writeF(ft_seg[ft_me + 1], word, &done, sizeof done));
  } else if (ft_me % 2) {
    while (*(volatile uint64_t *)(ft_arena + word) != done) sched_yield();
    while (came < many) hyd_nv_poll();
  }
  ft_barrier();
  CHECK(came == (ft_me % 2 ? many : 0));
  OK(hyd_nv_notfDisarm(BURST));
}

/* All ranks signal all others, while these arm and disarm: each signal counts once. */
void f12_handlers(void) {
  unsigned all = ft_rounds * ft_ranks;
  handled = other = 0;
  OK(hyd_nv_notfArm(LAST, on_last, &other));
  for (unsigned i = 0; i < ft_rounds; i++) {
    for (gex_Rank_t r = 0; r < ft_ranks; r++) signal_to(r, ARMED);
    arm_and_disarm();
  }
  for (gex_Rank_t r = 0; r < ft_ranks; r++) signal_to(r, LAST);
  while (other < ft_ranks) hyd_nv_poll();
  while (handled < all) arm_and_disarm();
  ft_barrier();
  for (int i = 0; i < 100; i++) arm_and_disarm();
  CHECK(handled == all && other == ft_ranks);
  OK(hyd_nv_notfDisarm(LAST));
  burst();
}

/* The next rank sleeps before it is signalled; it may take some processor time, but not most. */
void f12_sleep(void) {
  for (int i = 0; i < 3; i++) {
    if (ft_me % 2 == 0) {
      usleep(30000);
      signal_to((ft_me + 1) % ft_ranks, EVENT);
      if (ft_ranks % 2 && ft_me == 0) OK(hyd_nv_notfWait(EVENT, HYD_NV_FOREVER));
    } else {
      OK(hyd_nv_notfWait(EVENT, HYD_NV_FOREVER));
    }
  }
}

/* --- F13 ------------------------------------------------------------------------------------- */

#define WRITES 12

/* This rank writes some pages of the next one, of which most are absent, then notifies; that one
 * looks at them by loads, and answers. */
void f13_order(void) {
  gex_Rank_t to = ft_next(), from = (ft_me + ft_ranks - 1) % ft_ranks;
  unsigned each = PAGES / ft_ranks;
  for (unsigned i = 1; i <= ft_rounds; i++) {
    for (unsigned k = 0; k < WRITES; k++) {
      uint64_t page = (uint64_t)ft_me * each + (i * 7 + k * 5) % each, v = i;
      if (k == WRITES - 1)
        OK(hyd_nv_writeFN(ft_seg[to], page * PAGE + 8, &v, 8, ORDER));
      else
        OK(hyd_nv_writeF(ft_seg[to], page * PAGE + 8, &v, 8));
    }
    OK(hyd_nv_notfWait(ORDER, HYD_NV_FOREVER));
    for (unsigned k = 0; k < WRITES; k++) {
      uint64_t page = (uint64_t)from * each + (i * 7 + k * 5) % each;
      CHECK(*(volatile uint64_t *)(ft_arena + page * PAGE + 8) == i);
    }
    ft_barrier();
  }
}

/* The number says sender and place in its sequence; data goes with it, to pages all over. */
void f13_one_shots(void) {
  unsigned next[MAX_RANKS] = {0};
  uint32_t notf, each = 100000;
  unsigned left = ft_ranks * ft_rounds, seldom = 0;
  unsigned span = PAGES / ft_ranks;
  for (unsigned i = 0; i < ft_rounds; i++)
    for (gex_Rank_t r = 0; r < ft_ranks; r++) {
      uint64_t v = i, at = ((uint64_t)ft_me * span + (i * 7) % span) * PAGE + 16;
      OK(hyd_nv_writeFN(ft_seg[r], at, &v, 8, HYD_NV_EVENTCOUNTS + ft_me * each + i));
      while (hyd_nv_notfQRemove(&notf) == GASNET_OK) {
        gex_Rank_t from = (notf - HYD_NV_EVENTCOUNTS) / each;
        CHECK(from < ft_ranks && (notf - HYD_NV_EVENTCOUNTS) % each == next[from]);
        if (from < ft_ranks) next[from]++;
        left--;
      }
    }
  for (; left; left--) {
    gex_Rank_t from;
    if (hyd_nv_notfQWait(&notf, ++seldom % 2 ? HYD_NV_FOREVER : 20000000)) {
      CHECK(!"a notification has not come in 20 s");
      return;
    }
    from = (notf - HYD_NV_EVENTCOUNTS) / each;
    CHECK(from < ft_ranks && (notf - HYD_NV_EVENTCOUNTS) % each == next[from]);
    if (from < ft_ranks) next[from]++;
  }
  CHECK(hyd_nv_notfQRemove(&notf) == HYD_NV_EMPTY);
  CHECK(hyd_nv_notfQWait(&notf, 1000) == HYD_NV_TIMEOUT);
}
