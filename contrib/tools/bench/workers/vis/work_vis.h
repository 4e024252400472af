/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work_vis.h: what the workers of the suite vis share: what is moved, and the loops that a
 * programmer who knows both sides and has the peer's memory mapped would write by hand
 * (vis_loops.c).
 */
#ifndef HYD_BENCH_WORK_VIS_H
#define HYD_BENCH_WORK_VIS_H

#include <gasnet_vis.h>

#include "contrib/tools/bench/workers/worker.h"

#define HYD_BV_LEVELS 3

/* What one call moves, seen from rank 0: `local` is its own side, `remote` that of rank 1 as rank 1
 * sees it, `mapped` the same memory as rank 0 sees it. */
struct hyd_bv_case {
  gex_TM_t tm;
  gex_Rank_t peer;
  bool put;
  char *local, *remote, *mapped;
  size_t row; /* bytes of a row, or of a piece */
  /* sections: */
  size_t levels, count[HYD_BV_LEVELS];
  ptrdiff_t local_stride[HYD_BV_LEVELS], remote_stride[HYD_BV_LEVELS];
  /* lists; NULL where that side is one run from `local`, `remote` or `mapped` on: */
  size_t pieces;
  void **local_list, **remote_list, **mapped_list;
};

typedef void hyd_bv_move(const struct hyd_bv_case *c);

/* Sections by hand: with memcpy of a size that the compiler knows, of one that it does not, and in
 * words of 8 bytes. Then the same for lists. */
#define HYD_BV_HANDS 3
extern hyd_bv_move *const hyd_bv_section_by_hand[HYD_BV_HANDS];
extern hyd_bv_move *const hyd_bv_list_by_hand[HYD_BV_HANDS];

/* Whether every destination row or piece is what its source is. */
bool hyd_bv_section_moved(const struct hyd_bv_case *c);
bool hyd_bv_list_moved(const struct hyd_bv_case *c);

/* Puts or gets the section or list by one blocking call. */
void hyd_bv_section_by_vis(const struct hyd_bv_case *c);
void hyd_bv_list_by_vis(const struct hyd_bv_case *c);

/* ns for each of `repeats` calls. */
double hyd_bv_window(hyd_bv_move *move, const struct hyd_bv_case *c, int repeats);
/* The number of calls with which a window lasts about `ns`. */
int hyd_bv_repeats(hyd_bv_move *move, const struct hyd_bv_case *c, double ns);

/* `n` pieces of `size` bytes at random places of `region` bytes from base on, no two the same. The
 * caller's to free. */
void **hyd_bv_random_list(char *base, size_t region, size_t size, size_t n);

/* Metadata that folds to one piece, against the contiguous call (vis_fold.c). */
void hyd_bv_fold(struct hyd_bw *w, struct hyd_bv_case c);

#endif
