/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pingpong.h: the machine's own figures between two processes, without any library: L, the round
 * trip of one cache line, and C, the copy of 4 KB that the other core has just written. Both the
 * launcher (suite_limits.c) and the workers (worker.c), in the same memory and moments as what they
 * measure, run these very loops.
 */
#ifndef HYD_BENCH_PINGPONG_H
#define HYD_BENCH_PINGPONG_H

#include <stdatomic.h>
#include <stdint.h>

#define HYD_BN_C_BYTES 4096
#define HYD_BN_LINES 32
#define HYD_BN_LINE_GAP 128 /* bytes: lines are fetched in pairs */

/* Shared by two processes; zeroed before first use. Each word of `turn` is written by both sides in
 * turn: odd values by side 0, even ones by side 1. */
struct hyd_bn_pair {
  struct {
    _Alignas(HYD_BN_LINE_GAP) _Atomic uint32_t turn;
  } line[HYD_BN_LINES];
  _Alignas(4096) unsigned char page[HYD_BN_C_BYTES];
};

/* One window of `rounds` round trips, after one that is not timed; every 25 trips the next line is
 * used. Both sides must call this and the next function in the same order with the same rounds.
 * Side 0 gets ns per round trip, side 1 gets 0. */
double hyd_bn_line_window(struct hyd_bn_pair *p, int side, int rounds);

/* Side 1 writes the page, side 0 copies it to private memory: ns of that copy, smallest clock cost
 * taken off; `rounds` samples in out[]. Side 1 returns with out untouched. */
void hyd_bn_copy_window(struct hyd_bn_pair *p, int side, int rounds, double *out);

#endif
