/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_vis_strided.c: strided puts and gets in every form: sections of arrays with up to 8
 * dimensions, transposed, reflected, with repeated sources (gex-vis 1, 2, 3.3; checklist 2, 6, 8).
 */
#include "gex_vis.h"

typedef void (*checker)(const struct vis_shape *);

static void section(size_t elemsz, size_t levels, const size_t *count, const ptrdiff_t *to,
                    const ptrdiff_t *from, checker check) {
  struct vis_shape s;
  vis_section(&s, elemsz, levels, count, to, from);
  CHECK(!vis_overlaps(&s));
  check(&s);
  vis_free(&s);
}

/* STR-1: element sizes that are no powers of two too; rows of a matrix into rows of another. */
static void test_rows(void) {
  static const size_t elements[] = {1, 2, 3, 4, 7, 8, 12, 16, 24, 64, 100, 1000, 5000};
  size_t i;
  for (i = 0; i < sizeof elements / sizeof *elements; i++) {
    ptrdiff_t e = (ptrdiff_t)elements[i], to[1] = {e + 5}, from[1] = {2 * e}, dense[1] = {e};
    size_t count[1] = {19};
    section(elements[i], 1, count, to, from, e < 1000 ? vis_check : vis_check_in_turn);
    section(elements[i], 1, count, dense, from, vis_check_in_turn); /* one side contiguous */
    section(elements[i], 1, count, to, dense, vis_check_in_turn);
    section(elements[i], 1, count, dense, dense, vis_check_in_turn); /* STR-5: both */
  }
}

/* 3.3: the two sides' levels stand in memory in opposite orders. */
static void test_transpose(void) {
  static const size_t count[3] = {7, 5, 4};
  static const ptrdiff_t to[3] = {8, 7 * 8, 35 * 8}, back[3] = {20 * 8, 4 * 8, 8};
  static const ptrdiff_t wide[3] = {3 * 100, 16, 1000}, turned[3] = {13, 7 * 13, 35 * 13 + 1};
  section(8, 3, count, to, back, vis_check);
  section(8, 3, count, back, to, vis_check);
  section(8, 2, count, to, back + 1, vis_check);
  section(8, 2, count, turned, wide, vis_check);
  section(13, 3, count, turned, wide, vis_check);
}

/* STR-3: the addresses are those of index 0, which negative strides make the last in memory. */
static void test_reflection(void) {
  static const size_t count[2] = {9, 6};
  static const ptrdiff_t up[2] = {4, 48}, down[2] = {-4, -48}, mixed[2] = {-4, 48};
  static const ptrdiff_t other[2] = {8, -100};
  section(4, 1, count, up, down, vis_check);
  section(4, 1, count, down, up, vis_check);
  section(4, 1, count, down, down, vis_check);
  section(4, 2, count, up, down, vis_check);
  section(4, 2, count, mixed, up, vis_check);
  section(4, 2, count, mixed, other, vis_check);
  section(3, 2, count, down, other, vis_check);
}

/* VIS-3: source pieces may repeat and overlap. */
static void test_zero_stride(void) {
  static const size_t count[3] = {6, 5, 4};
  static const ptrdiff_t to[3] = {24, 150, 800}, none[3] = {0, 0, 0}, inner[3] = {0, 40, 200};
  static const ptrdiff_t outer[3] = {24, 200, 0}, less[3] = {3, -5, 1};
  section(24, 1, count, to, none, vis_check);
  section(24, 3, count, to, none, vis_check);
  section(24, 3, count, to, inner, vis_check);
  section(24, 3, count, to, outer, vis_check);
  section(24, 3, count, to, less, vis_check);
  section(1, 3, count, to, less, vis_check_in_turn);
}

/* Elements of one level between those of another: no level is a multiple of the one inside it. */
static void test_interleaved(void) {
  static const size_t count[3] = {3, 2, 2};
  static const ptrdiff_t to[3] = {10, 13, 100}, from[3] = {100, 5, 13};
  section(3, 2, count, to, from, vis_check);
  section(3, 3, count, to, from, vis_check);
  section(2, 3, count, from, to, vis_check);
}

/* A section of an array of L dimensions, whose outermost rows are short. */
static void test_levels(void) {
  static const size_t elements[] = {1, 3, 7, 8, 24};
  size_t levels, e, k;
  for (levels = 0; levels <= 8; levels++)
    for (e = 0; e < sizeof elements / sizeof *elements; e++) {
      size_t count[8];
      ptrdiff_t to[8], from[8], extent = (ptrdiff_t)elements[e];
      for (k = 0; k < levels; k++) {
        count[k] = levels > 5 ? 2 : 3 + k % 2;
        to[k] = extent + (ptrdiff_t)(k % 2 ? elements[e] : 0);
        extent = to[k] * (ptrdiff_t)count[k];
      }
      section(elements[e], levels, count, to, to, vis_check_in_turn);
      for (k = levels, extent = (ptrdiff_t)elements[e]; k-- > 0;) { /* the last level innermost */
        from[k] = k % 3 == 1 ? -extent : extent;
        extent *= (ptrdiff_t)count[k];
      }
      section(elements[e], levels, count, to, from, vis_check_in_turn);
    }
}

/* More than goes into any message, in rows of every size. */
static void test_large(void) {
  static const size_t rows[] = {8, 24, 1000, 30000};
  size_t i;
  for (i = 0; i < sizeof rows / sizeof *rows; i++) {
    size_t total = 120000, count[2] = {total / rows[i] / 2, 2};
    ptrdiff_t row = (ptrdiff_t)rows[i];
    ptrdiff_t to[2] = {row + 8, (row + 8) * (ptrdiff_t)count[0]};
    ptrdiff_t from[2] = {2 * row, row};
    section(rows[i], 2, count, to, from, vis_check_in_turn);
    section(rows[i], 2, count, from, to, vis_check_in_turn);
  }
}

static void test_random(void) {
  struct rng r = vis_test_rng();
  struct vis_shape s;
  int i;
  for (i = 0; i < 150; i++) {
    vis_make_strided(&s, &r, i % 10 ? 8192 : 200000, 8);
    vis_check_in_turn(&s);
    vis_free(&s);
  }
}

const struct conform_test conform_gex_vis_strided[] = {
    {"gex_vis_strided_rows", "gex-vis 1, 3.3, STR-1, STR-5, VIS-1, VIS-5", test_rows, 0},
    {"gex_vis_strided_transpose", "gex-vis 3.3", test_transpose, 0},
    {"gex_vis_strided_reflection", "gex-vis 3.3, STR-3", test_reflection, 0},
    {"gex_vis_strided_zero_stride", "gex-vis 3.3, VIS-3", test_zero_stride, 0},
    {"gex_vis_strided_interleaved", "gex-vis 3.3, VIS-3", test_interleaved, 0},
    {"gex_vis_strided_levels", "gex-vis STR-4, STR-5, 2.1", test_levels, 0},
    {"gex_vis_strided_large", "gex-vis VIS-1", test_large, 0},
    {"gex_vis_strided_random", "gex-vis VIS-1, VIS-3, STR-1, STR-3, STR-4", test_random, 0},
    {0, 0, 0, 0}};
