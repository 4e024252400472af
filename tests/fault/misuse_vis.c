/* SPDX-License-Identifier: BSD-3-Clause
 *
 * misuse_vis.c: vector, indexed and strided transfers: sizes that differ, destinations that
 * overlap, pieces outside of segments, lists and strides that are not there, and whatever else
 * gasnet_vis.h forbids.
 *
 * A put that a production library carries out in part puts back what the peer has, so that the
 * guards stay as they are; what is only undefined is done by gets, into memory of the caller.
 */
#include "misuse.h"

#include <gasnet_vis.h>
#include <stdint.h>

enum { PIECE = 8, PIECES = 5 };

static char here[PIECES][64];
static gex_Memvec_t near[PIECES], far[PIECES];
static void *near_list[PIECES], *far_list[PIECES];

/* PIECES pieces of rank 1's segment, 64 bytes apart, and as many here with the same bytes. */
static void lists(void) {
  for (int i = 0; i < PIECES; i++) {
    char *there = misuse_segment(1) + 64 * i;
    gasnet_get(here[i], 1, there, PIECE);
    near[i] = (gex_Memvec_t){near_list[i] = here[i], PIECE};
    far[i] = (gex_Memvec_t){far_list[i] = there, PIECE};
  }
}

static void put_vectors(void) {
  gex_VIS_VectorPutBlocking(misuse_tm, 1, PIECES, far, PIECES, near, 0);
}
static void get_vectors(void) {
  gex_VIS_VectorGetBlocking(misuse_tm, PIECES, near, 1, PIECES, far, 0);
}
static void put_indexed(void) {
  gex_Event_Wait(
      gex_VIS_IndexedPutNB(misuse_tm, 1, PIECES, far_list, PIECE, PIECES, near_list, PIECE, 0));
}
static void get_indexed(void) {
  gex_VIS_IndexedGetNBI(misuse_tm, PIECES, near_list, PIECE, 1, PIECES, far_list, PIECE, 0);
  gex_NBI_Wait(GEX_EC_GET, 0);
}

/* --- sizes ---------------------------------------------------------------- */

static void size_vector(void) {
  lists();
  near[2].gex_len = 3;
  get_vectors();
}
static void size_vector_count(void) {
  lists();
  gex_VIS_VectorGetBlocking(misuse_tm, 4, near, 1, PIECES, far, 0);
}
static void size_indexed(void) {
  lists();
  gex_VIS_IndexedGetBlocking(misuse_tm, 3, near_list, 8, 1, 2, far_list, 8, 0);
}
static void size_one_side(void) {
  lists();
  gex_VIS_VectorGetBlocking(misuse_tm, PIECES, near, 1, 0, NULL, 0);
}

/* --- overlap -------------------------------------------------------------- */

static void overlap_vector(void) {
  lists();
  near[3].gex_addr = here[1] + PIECE - 1;
  get_vectors();
}
static void overlap_indexed(void) {
  lists();
  near_list[4] = near_list[2];
  get_indexed();
}
static void strided_get(const ptrdiff_t *to, size_t elemsz, const size_t *count, size_t levels) {
  static const ptrdiff_t from[3] = {64, 640, 6400};
  gex_VIS_StridedGetBlocking(misuse_tm, here, to, 1, misuse_segment(1), from, elemsz, count, levels,
                             0);
}
static void overlap_strided(void) {
  static const size_t count[1] = {10};
  static const ptrdiff_t to[1] = {7};
  strided_get(to, 8, count, 1);
}
static void overlap_strided_zero(void) {
  static const size_t count[2] = {3, 4};
  static const ptrdiff_t to[2] = {8, 0};
  strided_get(to, 8, count, 2);
}

/* --- outside of the segment ----------------------------------------------- */

static void end_vector(void) {
  lists();
  far[3].gex_addr = misuse_segment(1) + SEGMENT - 4;
  put_vectors();
}
static void end_vector_get(void) {
  lists();
  far[4].gex_addr = misuse_segment(1) + SEGMENT;
  get_vectors();
}
static void before_vector(void) {
  lists();
  far[0].gex_addr = misuse_segment(1) - 1;
  put_vectors();
}
static void null_vector(void) {
  lists();
  far[2].gex_addr = NULL;
  put_vectors();
}
static void wrap_vector(void) {
  lists();
  far[1].gex_addr = (void *)(UINTPTR_MAX - 3);
  put_vectors();
}
static void huge_vector(void) {
  lists();
  far[1].gex_len = near[1].gex_len = SIZE_MAX / 2;
  put_vectors();
}
/* Totals that come to 0, or to one piece, if unchecked. */
static void total_vector(void) {
  lists();
  far[0].gex_len = near[0].gex_len = far[1].gex_len = near[1].gex_len = SIZE_MAX / 2 + 1;
  gex_VIS_VectorPutBlocking(misuse_tm, 1, 2, far, 2, near, 0);
}
static void total_indexed(void) {
  lists();
  gex_VIS_IndexedPutBlocking(misuse_tm, 1, 2, far_list, SIZE_MAX / 2 + 1, 2, near_list,
                             SIZE_MAX / 2 + 1, 0);
}
static void total_strided(void) {
  static const size_t count[2] = {SIZE_MAX / PIECE + 1, 2};
  static const ptrdiff_t step[2] = {PIECE, PIECE};
  gex_VIS_StridedPutBlocking(misuse_tm, 1, misuse_segment(1), step, here, step, PIECE, count, 1, 0);
}
static void end_indexed(void) {
  lists();
  far_list[2] = misuse_segment(1) + SEGMENT - 1;
  put_indexed();
}
static void stack_indexed_get(void) {
  char local[PIECE];
  lists();
  far_list[0] = local;
  get_indexed();
}
/* Puts rows of the segment that begin at `start`; the first row is as it was. */
static void strided_put(char *start, ptrdiff_t step, size_t rows) {
  size_t count[1] = {rows};
  ptrdiff_t from[1] = {0}, to[1] = {step};
  gasnet_get(here, 1, start, PIECE);
  gex_VIS_StridedPutBlocking(misuse_tm, 1, start, to, here, from, PIECE, count, 1, 0);
}
static void end_strided(void) { strided_put(misuse_segment(1) + SEGMENT - 72, 64, 3); }
static void before_strided(void) { strided_put(misuse_segment(1) + 63, -64, 2); }
static void wrap_strided(void) { strided_put(misuse_segment(1), PTRDIFF_MAX, 5); }
static void end_strided_get(void) {
  static const size_t count[1] = {2};
  static const ptrdiff_t to[1] = {64}, from[1] = {SEGMENT - 7};
  gex_Event_Wait(
      gex_VIS_StridedGetNB(misuse_tm, here, to, 1, misuse_segment(1), from, PIECE, count, 1, 0));
}

/* --- which rank and where -------------------------------------------------------- */

static void rank_vector(void) {
  lists();
  gex_VIS_VectorPutBlocking(misuse_tm, 3, PIECES, far, PIECES, near, 0);
}
static void rank_indexed(void) {
  lists();
  gasnet_puti_nbi_bulk((gasnet_node_t)-1, 2, far_list, 8, 2, near_list, 8);
}
static void rank_strided(void) {
  static const size_t count[1] = {2};
  static const ptrdiff_t strides[1] = {8};
  gex_VIS_StridedGetNB(misuse_tm, here, strides, 77, misuse_segment(1), strides, 4, count, 1, 0);
}
static void team_invalid(void) {
  lists();
  gex_VIS_VectorGetBlocking(GEX_TM_INVALID, PIECES, near, 1, PIECES, far, 0);
}

/* --- what is not there ---------------------------------------------------- */

static void *volatile null_pointer; /* the compiler must not see that it is NULL */
static void no_list_vector(void) {
  lists();
  gex_VIS_VectorGetBlocking(misuse_tm, 3, null_pointer, 1, 3, far, 0);
}
static void no_list_indexed(void) {
  lists();
  gex_VIS_IndexedGetBlocking(misuse_tm, 3, near_list, 8, 1, 3, null_pointer, 8, 0);
}
static void null_entry(void) {
  lists();
  near[4].gex_addr = null_pointer;
  get_vectors();
}
static void no_strides(void) {
  static const size_t count[2] = {2, 2};
  strided_get(null_pointer, 8, count, 2);
}
static void no_counts(void) {
  static const ptrdiff_t to[2] = {8, 16};
  strided_get(to, 8, null_pointer, 2);
}
static void null_strided(void) {
  static const size_t count[1] = {2};
  static const ptrdiff_t strides[1] = {8};
  gex_VIS_StridedGetBlocking(misuse_tm, null_pointer, strides, 1, misuse_segment(1), strides, 8,
                             count, 1, 0);
}
static void absurd_levels(void) {
  static const size_t count[2] = {1, 1};
  static const ptrdiff_t strides[2] = {8, 16};
  volatile size_t levels = (size_t)1 << 40;
  strided_get(strides, 8, count, levels);
}
static void absurd_counts(void) {
  static const size_t count[3] = {(size_t)1 << 30, (size_t)1 << 30, (size_t)1 << 30};
  static const ptrdiff_t strides[3] = {8, 16, 32};
  strided_get(strides, 8, count, 3);
}

/* --- when and how --------------------------------------------------------- */

static void vis_in_handler(gasnet_token_t token) {
  (void)token;
  get_vectors();
}
static void handler_vis(void) {
  lists();
  misuse_in_request(vis_in_handler);
}
static void hsl_vis(void) {
  static gasnet_hsl_t lock = GASNET_HSL_INITIALIZER;
  lists();
  gasnet_hsl_lock(&lock);
  get_vectors();
}
static void flags_get(void) {
  lists();
  gex_VIS_VectorGetNB(misuse_tm, PIECES, near, 1, PIECES, far, GEX_FLAG_ENABLE_LEAF_LC);
}
static void flags_blocking(void) {
  lists();
  gex_VIS_VectorPutBlocking(misuse_tm, 1, PIECES, far, PIECES, near, GEX_FLAG_ENABLE_LEAF_LC);
}
static void vis_preinit(void) {
  gasnet_memvec_t to[2] = {{here[0], 8}, {here[1], 8}}, from = {here[2], 16};
  gasnet_putv_bulk(0, 2, to, 1, &from);
}
static void vis_no_segment(void) {
  gex_Memvec_t to[2] = {{here[0], 8}, {here[1], 8}}, from = {here[2], 16};
  gex_VIS_VectorPutBlocking(misuse_tm, 1, 2, to, 1, &from, 0);
}

/* --- GASNet-1 strides (V4.5) ---------------------------------------------- */

static void g1_get(size_t s0, size_t s1) {
  size_t to[2] = {s0, s1}, from[2] = {16, 64}, count[3] = {8, 3, 2};
  gasnet_gets_bulk(here, to, 1, misuse_segment(1), from, count, 2);
}
static void g1_short(void) { g1_get(7, 64); }
static void g1_nested(void) { g1_get(8, 23); }
static void g1_transposed(void) { g1_get(32, 8); }

/* --- peer completion ------------------------------------------------------ */

static void peer_long(void) {
  gex_VIS_SetPeerCompletionHandler(H_BULK, here, GEX_VIS_MAX_PEERCOMPLETION + 1, 0);
}
static void peer_flags(void) {
  gex_VIS_SetPeerCompletionHandler(H_BULK, here, 8, GEX_FLAG_IMMEDIATE);
}
static void peer_free(void) {
  lists();
  gex_VIS_SetPeerCompletionHandler(H_FREE, here, 8, 0);
  put_vectors();
}

/* clang-format off */
const struct misuse misuse_vis[] = {
    {"vis-size-vector", size_vector, 0}, {"vis-size-vector-count", size_vector_count, 0},
    {"vis-size-indexed", size_indexed, 0}, {"vis-size-one-side", size_one_side, 0},
    {"vis-overlap-vector", overlap_vector, 0}, {"vis-overlap-indexed", overlap_indexed, 0},
    {"vis-overlap-strided", overlap_strided, 0},
    {"vis-overlap-strided-zero", overlap_strided_zero, 0},
    {"vis-end-vector", end_vector, 0}, {"vis-end-vector-get", end_vector_get, 0},
    {"vis-before-vector", before_vector, 0}, {"vis-null-vector", null_vector, 0},
    {"vis-wrap-vector", wrap_vector, 0}, {"vis-huge-vector", huge_vector, 0},
    {"vis-total-vector", total_vector, 0}, {"vis-total-indexed", total_indexed, 0},
    {"vis-total-strided", total_strided, 0},
    {"vis-end-indexed", end_indexed, 0}, {"vis-stack-indexed-get", stack_indexed_get, 0},
    {"vis-end-strided", end_strided, 0}, {"vis-before-strided", before_strided, 0},
    {"vis-wrap-strided", wrap_strided, 0}, {"vis-end-strided-get", end_strided_get, 0},
    {"vis-rank-vector", rank_vector, 0}, {"vis-rank-indexed", rank_indexed, 0},
    {"vis-rank-strided", rank_strided, 0}, {"vis-team-invalid", team_invalid, 0},
    {"vis-no-list-vector", no_list_vector, 0}, {"vis-no-list-indexed", no_list_indexed, 0},
    {"vis-null-entry", null_entry, 0}, {"vis-no-strides", no_strides, 0},
    {"vis-no-counts", no_counts, 0}, {"vis-null-strided", null_strided, 0},
    {"vis-absurd-levels", absurd_levels, 0}, {"vis-absurd-counts", absurd_counts, 0},
    {"vis-handler", handler_vis, 0}, {"vis-hsl", hsl_vis, 0}, {"vis-flags-get", flags_get, 0},
    {"vis-flags-blocking", flags_blocking, 0}, {"vis-preinit", vis_preinit, MISUSE_PREINIT},
    {"vis-no-segment", vis_no_segment, MISUSE_EX}, {"vis-g1-short", g1_short, 0},
    {"vis-g1-nested", g1_nested, 0}, {"vis-g1-transposed", g1_transposed, 0},
    {"vis-peer-long", peer_long, 0}, {"vis-peer-flags", peer_flags, 0},
    {"vis-peer-free", peer_free, 0},
    {0}};
