/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_vis_indexed.c: indexed puts and gets in every form, with pieces of equal and of different
 * lengths (gex-vis 1, 2, 3.2; checklist 1, 8).
 */
#include "gex_vis.h"

/* n pieces with `gap` between them, in the order of memory or in another. */
static void add_pieces(struct vis_side *side, size_t n, size_t len, size_t gap, int shuffled) {
  size_t i;
  for (i = 0; i < n; i++) {
    size_t place = shuffled ? (i * 7 + 3) % n : i; /* n is no multiple of 7 */
    vis_add(side, place * (len + gap), len);
  }
}

static void check_pieces(size_t dn, size_t dl, size_t sn, size_t sl, size_t gap,
                         void (*check)(const struct vis_shape *)) {
  struct vis_shape s;
  vis_begin(&s, VIS_INDEXED);
  add_pieces(&s.dst, dn, dl, gap, dn % 7 != 0);
  add_pieces(&s.src, sn, sl, gap, sn % 7 != 0 && sn % 2);
  vis_seal(&s);
  check(&s);
  vis_free(&s);
}

static void test_equal(void) {
  static const size_t lengths[] = {1, 2, 3, 4, 7, 8, 16, 24, 32, 100, 128, 1000};
  size_t i;
  for (i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    check_pieces(31, lengths[i], 31, lengths[i], 5, vis_check);
    check_pieces(64, lengths[i], 64, lengths[i], 0, vis_check_in_turn);
  }
}

/* IDX-1: only the products are equal. */
static void test_different(void) {
  check_pieces(36, 24, 24, 36, 4, vis_check);
  check_pieces(1000, 1, 8, 125, 2, vis_check);
  check_pieces(8, 125, 1000, 1, 2, vis_check);
  check_pieces(33, 3, 11, 9, 0, vis_check);
}

/* 3.2: one side in one piece, as in a gather or a scatter of array elements. */
static void test_contiguous_side(void) {
  static const size_t lengths[] = {1, 2, 4, 5, 8, 16, 32, 40, 64, 128, 600};
  size_t i, j;
  for (i = 0; i < sizeof lengths / sizeof *lengths; i++)
    for (j = 0; j < 4; j++) {
      check_pieces(1, 33 * lengths[i], 33, lengths[i], 8 * (j % 2), vis_check_in_turn);
      check_pieces(33, lengths[i], 1, 33 * lengths[i], 8 * (j % 2), vis_check_in_turn);
    }
  check_pieces(1, 8 * 250, 250, 8, 8, vis_check);
  check_pieces(250, 8, 1, 8 * 250, 8, vis_check);
  check_pieces(1, 500, 1, 500, 0, vis_check);
  check_pieces(1, 100000, 100, 1000, 24, vis_check_in_turn);
  check_pieces(100, 1000, 1, 100000, 24, vis_check_in_turn);
}

/* gasnet1-vis V3.6 names 8192 indices. */
static void test_many(void) {
  int i;
  for (i = 0; i < 2; i++) {
    check_pieces(8192, 8, 8192, 8, 8, vis_check_in_turn);
    check_pieces(8192, 4, 4096, 8, 12, vis_check_in_turn);
  }
}

static void test_large(void) {
  check_pieces(5, 90000, 5, 90000, 333, vis_check_in_turn);
  check_pieces(8, 45000, 5, 72000, 1, vis_check_in_turn);
}

static void test_random(void) {
  struct rng r = vis_test_rng();
  struct vis_shape s;
  int i;
  for (i = 0; i < 100; i++) {
    vis_make_indexed(&s, &r, i % 20 ? 8192 : 200000);
    vis_check_in_turn(&s);
    vis_free(&s);
  }
}

const struct conform_test conform_gex_vis_indexed[] = {
    {"gex_vis_indexed_equal", "gex-vis 1, VIS-1, VIS-2, VIS-5, IDX-1", test_equal, 0},
    {"gex_vis_indexed_different", "gex-vis IDX-1, 2.1", test_different, 0},
    {"gex_vis_indexed_contiguous", "gex-vis 3.2", test_contiguous_side, 0},
    {"gex_vis_indexed_many", "gex-vis VIS-1, gasnet1-vis V3.6", test_many, 0},
    {"gex_vis_indexed_large", "gex-vis VIS-1, IDX-1", test_large, 0},
    {"gex_vis_indexed_random", "gex-vis VIS-1, VIS-3, IDX-1", test_random, 0},
    {0, 0, 0, 0}};
