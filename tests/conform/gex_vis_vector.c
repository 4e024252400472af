/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_vis_vector.c: vector puts and gets in every form, with the two lists cut alike and
 * differently (gex-vis 1, 2, 3.1; checklist 1, 8).
 */
#include "gex_vis.h"

/* The same cuts on both sides, in another order of memory. */
static void test_same_cuts(void) {
  struct vis_shape s;
  size_t i;
  vis_begin(&s, VIS_VECTOR);
  for (i = 0; i < 100; i++) {
    vis_add(&s.dst, (99 - i) * 211 + i % 3, 1 + i * 2);
    vis_add(&s.src, i * 199, 1 + i * 2);
  }
  vis_seal(&s);
  vis_check(&s);
  vis_free(&s);
}

/* `total` bytes in pieces of a, a+1, a+2, a, ... bytes with holes of `gap`. */
static void add_cuts(struct vis_side *side, size_t total, size_t a, size_t gap) {
  size_t at = 0, i, len;
  for (i = 0; total; i++, total -= len, at += len + gap) {
    len = a + i % 3;
    if (len > total) len = total;
    vis_add(side, at, len);
  }
}

/* VEC-1: the boundaries of the two sides have nothing to do with each other. */
static void test_other_cuts(void) {
  static const size_t sizes[][4] = {/* bytes, of a destination piece, of a source piece, gap */
                                    {1000, 1, 17, 1},    {1000, 17, 1, 3},
                                    {3000, 5, 7, 0},     {4096, 64, 4096, 8},
                                    {4096, 4096, 64, 8}, {9999, 300, 1111, 13}};
  size_t i;
  for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    struct vis_shape s;
    vis_begin(&s, VIS_VECTOR);
    add_cuts(&s.dst, sizes[i][0], sizes[i][1], sizes[i][3]);
    add_cuts(&s.src, sizes[i][0], sizes[i][2], sizes[i][3]);
    vis_seal(&s);
    vis_check(&s);
    vis_free(&s);
  }
}

/* UPC++ also makes lists of one piece. */
static void test_one_piece(void) {
  static const size_t sizes[] = {1, 8, 13, 64, 1000, 4096, 20000};
  size_t i;
  for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    struct vis_shape s;
    vis_begin(&s, VIS_VECTOR);
    vis_add(&s.dst, i, sizes[i]);
    vis_add(&s.src, 2 * i, sizes[i]);
    vis_seal(&s);
    vis_check(&s);
    vis_free(&s);
  }
}

/* Pieces larger than a message between pieces of a few bytes; the source's backwards in memory. */
static void test_large(void) {
  static const size_t len[] = {7, 70000, 1, 13, 150001, 64, 3, 9000};
  enum { N = sizeof len / sizeof *len };
  struct vis_shape s;
  size_t i, at = 0;
  vis_begin(&s, VIS_VECTOR);
  for (i = 0; i < N; at += len[i] + 11, i++) vis_add(&s.dst, at, len[i]);
  for (i = 0; i < N; i++) vis_add(&s.src, at -= len[i] + 11, len[i]);
  vis_seal(&s);
  for (i = 0; i < 4; i++) vis_check_in_turn(&s);
  vis_free(&s);
}

static void test_random(void) {
  struct rng r = vis_test_rng();
  struct vis_shape s;
  int i;
  for (i = 0; i < 100; i++) {
    vis_make_vector(&s, &r, i % 20 ? 8192 : 200000);
    vis_check_in_turn(&s);
    vis_free(&s);
  }
}

const struct conform_test conform_gex_vis_vector[] = {
    {"gex_vis_vector_same_cuts", "gex-vis 1, VIS-1, VIS-2, VIS-5", test_same_cuts, 0},
    {"gex_vis_vector_other_cuts", "gex-vis VEC-1, 2.1, VIS-8, VIS-9, VIS-10", test_other_cuts, 0},
    {"gex_vis_vector_one_piece", "gex-vis VEC-1, 7", test_one_piece, 0},
    {"gex_vis_vector_large", "gex-vis VIS-1, VEC-1", test_large, 0},
    {"gex_vis_vector_random", "gex-vis VIS-1, VIS-3, VEC-1", test_random, 0},
    {0, 0, 0, 0}};
