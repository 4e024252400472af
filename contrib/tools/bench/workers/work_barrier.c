/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_barrier.c: barriers. With a core for each of two ranks in windows between windows of L; with
 * more ranks than cores ("crowd") every barrier and every message is timed by itself, because there
 * the median of single operations is what a user feels.
 */
#include "worker.h"

#include <sched.h>

static void anonymous_barrier(struct hyd_bw *w) {
  (void)w;
  gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
  gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS);
}
static void named_barrier(struct hyd_bw *w) {
  static int id;
  (void)w;
  id++;
  gasnet_barrier_notify(id, 0);
  gasnet_barrier_wait(id, 0);
}
static void team_barrier(struct hyd_bw *w) { gex_Event_Wait(gex_Coll_BarrierNB(w->tm, 0)); }

/* The least that the machine allows: every rank counts its arrivals in a word of rank 0's segment
 * and yields until it has seen all. No library. */
static void bare_barrier(struct hyd_bw *w) {
  static uint32_t count;
  _Atomic uint32_t *arrived = (_Atomic uint32_t *)(void *)(hyd_bw_local(w, 0) + HYD_BW_HEAD / 2);
  count++;
  atomic_store_explicit(&arrived[w->rank], count, memory_order_release);
  for (int i = 0; i < w->size; i++)
    while ((int32_t)(atomic_load_explicit(&arrived[i], memory_order_acquire) - count) < 0)
      sched_yield();
}

static const struct {
  const char *name;
  void (*once)(struct hyd_bw *w);
} kinds[] = {{"barrier, anonymous", anonymous_barrier},
             {"barrier, named", named_barrier},
             {"gex_Coll_BarrierNB + wait", team_barrier},
             {"barrier of bare yields, no library", bare_barrier}};
#define CROWD_KINDS (sizeof kinds / sizeof *kinds)
#define KINDS (CROWD_KINDS - 1)

static void begin_job(struct hyd_bw *w, int argc, char **argv) {
  hyd_bw_init(w, argc, argv);
  hyd_bw_attach(w, HYD_BW_HEAD);
  memset(w->mine, 0, HYD_BW_HEAD);
  hyd_bw_sync();
}

static double time_window(struct hyd_bw *w, size_t kind, int count) {
  hyd_bw_sync();
  double start = hyd_bn_now();
  for (int i = 0; i < count; i++) kinds[kind].once(w);
  return (hyd_bn_now() - start) / count;
}

/* Two ranks, two cores: amount = rounds. */
void hyd_bw_barrier(struct hyd_bw *w, int argc, char **argv) {
  static struct hyd_bw_series s[KINDS];
  begin_job(w, argc, argv);
  hyd_bw_pin(w);
  for (int round = -5; round < w->amount; round++) {
    for (size_t k = 0; k < KINDS; k++) {
      double before = hyd_bw_line(w);
      double t = time_window(w, k, 200);
      double after = hyd_bw_line(w);
      if (round < 0 || w->rank) continue;
      hyd_bw_add(&s[k], t, t / ((before + after) / 2));
    }
  }
  for (size_t k = 0; k < KINDS && w->rank == 0; k++)
    hyd_bw_report(w, kinds[k].name, -1, "ns", &s[k].value, "L", &s[k].ratio);
}

/* More ranks than cores: amount = milliseconds for each kind. Every rank times its own barriers. */
void hyd_bw_crowd_barrier(struct hyd_bw *w, int argc, char **argv) {
  begin_job(w, argc, argv);
  for (size_t k = 0; k < CROWD_KINDS; k++) {
    struct hyd_bn_set s = {0};
    double end = hyd_bn_now() + w->amount * 1e6;
    for (int i = 0; i < 20; i++) kinds[k].once(w);
    do {
      for (int i = 0; i < 20; i++) {
        double start = hyd_bn_now();
        kinds[k].once(w);
        hyd_bn_add(&s, hyd_bn_now() - start);
      }
    } while (hyd_bw_again(w, end));
    hyd_bw_report(w, kinds[k].name, -1, "ns", &s, NULL, NULL);
    hyd_bn_clear(&s);
  }
}

/* ---- round trips between neighbours -------------------------------------- */

enum { H_ASK = GEX_AM_INDEX_BASE, H_ANSWER };
static volatile uint32_t answers;
static void on_ask(gex_Token_t token) { gex_AM_ReplyShort0(token, H_ANSWER, 0); }
static void on_answer(gex_Token_t token) {
  (void)token;
  answers++;
}
static gex_AM_Entry_t handlers[] = {
    {H_ASK, (gex_AM_Fn_t)on_ask, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 0, NULL, "ask"},
    {H_ANSWER, (gex_AM_Fn_t)on_answer, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REPLY, 0, NULL, "answer"},
};

/* Every rank asks the next one, all at the same time, and times its own round trips. */
void hyd_bw_crowd_am(struct hyd_bw *w, int argc, char **argv) {
  struct hyd_bn_set s = {0};
  uint32_t asked = 0;
  begin_job(w, argc, argv);
  hyd_bw_register(w, handlers, 2);
  hyd_bw_sync();
  double end = hyd_bn_now() + w->amount * 1e6;
  do {
    for (int i = 0; i < 50; i++) {
      double start = hyd_bn_now();
      gex_AM_RequestShort0(w->tm, (gex_Rank_t)((w->rank + 1) % w->size), H_ASK, 0);
      asked++;
      GASNET_BLOCKUNTIL(answers == asked);
      hyd_bn_add(&s, hyd_bn_now() - start);
    }
  } while (hyd_bw_again(w, end));
  hyd_bw_report(w, "Short round trip to the next", -1, "ns", &s, NULL, NULL);
  hyd_bn_clear(&s);
}
