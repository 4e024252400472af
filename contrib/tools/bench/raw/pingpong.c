/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pingpong.c: the loops behind L and C. How long a line takes depends on where its address is
 * hashed to in the last-level cache, by 20 percent and more, so L walks over several lines instead
 * of depending on the luck of one.
 */
#include "pingpong.h"

#include <string.h>

#include "contrib/tools/bench/base/samples.h"

static uint32_t turn;    /* last even value; the same on both sides */
static unsigned current; /* line in use; likewise */

static void relax(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb" ::: "memory");
#endif
}

static inline void await_turn(_Atomic uint32_t *word, uint32_t value) {
  while (atomic_load_explicit(word, memory_order_acquire) != value) relax();
}

double hyd_bn_line_window(struct hyd_bn_pair *p, int side, int rounds) {
  double start = 0;
  for (int i = -1; i < rounds; i++, turn += 2) {
    if (i == 0) start = hyd_bn_now();
    if (i % 25 == 0) current = (current + 1) % HYD_BN_LINES;
    _Atomic uint32_t *word = &p->line[current].turn;
    if (side == 0) {
      atomic_store_explicit(word, turn + 1, memory_order_release);
      await_turn(word, turn + 2);
    } else {
      await_turn(word, turn + 1);
      atomic_store_explicit(word, turn + 2, memory_order_release);
    }
  }
  return side == 0 ? (hyd_bn_now() - start) / rounds : 0;
}

/* Smallest difference of two readings of the clock. */
static double clock_cost(void) {
  double least = 1e9;
  for (int i = 0; i < 1000; i++) {
    double a = hyd_bn_now(), d = hyd_bn_now() - a;
    if (d < least) least = d;
  }
  return least;
}

void hyd_bn_copy_window(struct hyd_bn_pair *p, int side, int rounds, double *out) {
  static unsigned char mine[HYD_BN_C_BYTES] __attribute__((aligned(64)));
  static double clock;
  _Atomic uint32_t *word = &p->line[0].turn;
  if (side == 0 && !clock) clock = clock_cost();
  for (int i = 0; i < rounds; i++, turn += 2) {
    if (side == 0) {
      atomic_store_explicit(word, turn + 1, memory_order_release);
      await_turn(word, turn + 2);
      double start = hyd_bn_now();
      memcpy(mine, p->page, sizeof mine);
      __asm__ volatile("" ::"r"(mine) : "memory");
      out[i] = hyd_bn_now() - start - clock;
    } else {
      await_turn(word, turn + 1);
      memset(p->page, i, sizeof p->page);
      atomic_store_explicit(word, turn + 2, memory_order_release);
    }
  }
}
