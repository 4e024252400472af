/* SPDX-License-Identifier: BSD-3-Clause
 *
 * g1_coll_reduce.c: reductions and scans of GASNet-1 (gasnet1-coll section 7).
 */
#include "g1_coll.h"

#define ALL GASNET_TEAM_ALL
#define LOCAL_MY (GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC | GASNET_COLL_LOCAL)

static int64_t value_of(gasnet_image_t image, size_t k, int round) {
  return (int64_t)((image * 2654435761u + k * 40503u + (unsigned)round * 977u) % 100003u) - 50000;
}

/* Over images first to last - 1. */
static int64_t expected(gasnet_image_t last, size_t k, int round, int arg) {
  int64_t r = value_of(0, k, round), v;
  gasnet_image_t i;
  for (i = 1; i < last; i++) {
    v = value_of(i, k, round);
    r = arg == G1_SUM ? r + v : arg == G1_MAX ? (v > r ? v : r) : v < r ? v : r;
  }
  return r;
}

static int64_t *fill(const struct g1_image *me, size_t n, int round) {
  int64_t *src = (int64_t *)g1_src[me->local].bytes;
  size_t k;
  for (k = 0; k < n; k++) src[k] = value_of(me->me, k, round);
  return src;
}

/* --- reduce --------------------------------------------------------------- */

static void reduce(const struct g1_image *me, gasnet_image_t root, size_t n, int fn, int arg,
                   int round) {
  int64_t *src = fill(me, n, round), *dst = (int64_t *)g1_dst[me->local].bytes;
  void *lists[G1_LOCAL_MOST] = {g1_src[0].bytes, g1_src[1].bytes};
  gasnet_coll_handle_t h;
  size_t k;
  memset(dst, 0x5a, n * sizeof *dst + G1_GUARD);
  if (round % 3 == 0) {
    gasnet_coll_reduce(ALL, root, dst, src, 0, 0, sizeof *src, n, fn, arg, LOCAL_MY);
  } else if (round % 3 == 1) {
    h = gasnet_coll_reduceM_nb(ALL, root, dst, lists, 0, 0, sizeof *src, n, fn, arg, LOCAL_MY);
    gasnet_coll_wait_sync(h);
  } else {
    if (me->me == root) dst = src; /* K31 */
    h = gasnet_coll_reduce_nb(ALL, root, dst, src, 0, 0, sizeof *src, n, fn, arg, LOCAL_MY);
    conform_wait_until(gasnet_coll_try_sync(h) == GASNET_OK);
  }
  for (k = 0; k < n && me->me == root; k++) CHECK_EQ(dst[k], expected(me->total, k, round, arg));
  if (me->me != root) CHECK_EQ(conform_not_all(g1_dst[me->local].bytes, n * 8, 0x5a), -1);
  CHECK_EQ(conform_not_all(g1_dst[me->local].bytes + n * 8, G1_GUARD, 0x5a), -1);
}

static void every_root_of(const struct g1_image *me) {
  gasnet_image_t root;
  int round = 0, arg;
  for (root = 0; root < me->total; root++)
    for (arg = G1_SUM; arg <= G1_MIN; arg++, round++)
      reduce(me, root, round % 2 ? 1 : 50, G1_REDUCE_INT, arg, round);
  g1_meet();
}
static void test_roots(void) { g1_images(every_root_of); }

/* Several under way at a time, so that messages of one come while a function of another runs. */
static void talks_together(const struct g1_image *me) {
  enum { N = 6 };
  int64_t *src = fill(me, N, 0), dst[N];
  gasnet_coll_handle_t h[N];
  int k;
  for (k = 0; k < N; k++)
    h[k] = gasnet_coll_reduce_nb(ALL, (gasnet_image_t)k % me->total, &dst[k], &src[k], 0, 0,
                                 sizeof *src, 1, G1_REDUCE_TALKS, G1_MAX, LOCAL_MY);
  gasnet_coll_wait_sync_all(h, N);
  for (k = 0; k < N; k++)
    if (me->me == (gasnet_image_t)k % me->total)
      CHECK_EQ(dst[k], expected(me->total, (size_t)k, 0, G1_MAX));
}

static void talks_of(const struct g1_image *me) {
  int round;
  for (round = 0; round < 6; round++)
    reduce(me, (gasnet_image_t)round % me->total, 9, G1_REDUCE_TALKS, round % 3, round);
  g1_meet();
  talks_together(me);
  g1_meet();
}
static void test_talks(void) { g1_images(talks_of); }

static void large_of(const struct g1_image *me) {
  enum { N = 60000 };
  int64_t *src = malloc(N * sizeof *src), *dst = malloc(N * sizeof *dst);
  size_t k;
  for (k = 0; k < N; k++) src[k] = value_of(me->me, k, 1);
  gasnet_coll_reduce(ALL, me->total - 1, dst, src, 0, 0, sizeof *src, N, G1_REDUCE_INT, G1_SUM,
                     GASNET_COLL_IN_ALLSYNC | GASNET_COLL_OUT_ALLSYNC | GASNET_COLL_LOCAL);
  if (me->me == me->total - 1)
    for (k = 0; k < N; k++) CHECK_EQ(dst[k], expected(me->total, k, 1, G1_SUM));
  free(dst);
  free(src);
  g1_meet();
}
static void test_large(void) { g1_images(large_of); }

/* --- in order ------------------------------------------------------------- */

static void matrix_of(gasnet_image_t i, uint32_t m[4]) {
  m[0] = 1 + i, m[1] = 2 * i + 3, m[2] = i * i, m[3] = 7;
}
static void times(uint32_t a[4], const uint32_t b[4]) {
  uint32_t c[4] = {a[0] * b[0] + a[1] * b[2], a[0] * b[1] + a[1] * b[3], a[2] * b[0] + a[3] * b[2],
                   a[2] * b[1] + a[3] * b[3]};
  memcpy(a, c, sizeof c);
}
static void product(gasnet_image_t last, uint32_t m[4]) {
  gasnet_image_t i;
  uint32_t next[4];
  matrix_of(0, m);
  for (i = 1; i < last; i++) {
    matrix_of(i, next);
    times(m, next);
  }
}

static void ordered_of(const struct g1_image *me) { /* K27 */
  uint32_t src[8], dst[8], right[4];
  gasnet_image_t root;
  product(me->total, right);
  for (root = 0; root < me->total; root++) {
    matrix_of(me->me, src);
    matrix_of(me->me, src + 4);
    gasnet_coll_reduce(ALL, root, dst, src, 0, 0, 16, 2, G1_REDUCE_MATRIX, -7, LOCAL_MY);
    if (me->me == root) CHECK(!memcmp(dst, right, 16) && !memcmp(dst + 4, right, 16));
  }
  g1_meet();
}
static void test_ordered(void) { g1_images(ordered_of); }

/* --- scan ----------------------------------------------------------------- */

static void scan(const struct g1_image *me, size_t n, int fn, int arg, int round) {
  int inclusive = round % 2, in_place = round / 2 % 2, lists = round / 4 % 2;
  int flags = LOCAL_MY | (inclusive ? GASNET_COLL_INCLUSIVE_SCAN : GASNET_COLL_EXCLUSIVE_SCAN);
  int64_t *src = fill(me, n, round), *dst = in_place ? src : (int64_t *)g1_dst[me->local].bytes;
  void *srcs[G1_LOCAL_MOST] = {g1_src[0].bytes, g1_src[1].bytes};
  void *dsts[G1_LOCAL_MOST] = {g1_dst[0].bytes, g1_dst[1].bytes};
  gasnet_image_t last = me->me + (gasnet_image_t)inclusive;
  size_t k;
  memset(g1_dst[me->local].bytes, 0x5a, n * sizeof *dst);
  if (lists)
    gasnet_coll_scanM(ALL, in_place ? srcs : dsts, 0, 0, srcs, 0, 0, sizeof *src, n, fn, arg,
                      flags);
  else
    gasnet_coll_wait_sync(
        gasnet_coll_scan_nb(ALL, dst, 0, 0, src, 0, 0, sizeof *src, n, fn, arg, flags));
  for (k = 0; k < n && last; k++) CHECK_EQ(dst[k], expected(last, k, round, arg));
  for (k = 0; k < n && !last; k++) /* not touched */
    CHECK_EQ(dst[k], in_place ? value_of(0, k, round) : 0x5a5a5a5a5a5a5a5a);
}

static void scans_of(const struct g1_image *me) {
  int round;
  for (round = 0; round < 24; round++)
    scan(me, round % 5 ? 3 : 700, round % 6 ? G1_REDUCE_INT : G1_REDUCE_TALKS, round / 8, round);
  g1_meet();
}
static void test_scans(void) { g1_images(scans_of); }

static void ordered_scan_of(const struct g1_image *me) {
  uint32_t src[4], dst[4], right[4];
  matrix_of(me->me, src);
  product(me->me + 1, right);
  gasnet_coll_scan(ALL, dst, 0, 0, src, 0, 0, 16, 1, G1_REDUCE_MATRIX, -7,
                   LOCAL_MY | GASNET_COLL_INCLUSIVE_SCAN);
  CHECK(!memcmp(dst, right, 16));
  if (me->me)
    product(me->me, right);
  else
    memset(right, 0x77, 16);
  memset(dst, 0x77, 16);
  gasnet_coll_scan(ALL, dst, 0, 0, src, 0, 0, 16, 1, G1_REDUCE_MATRIX, -7,
                   LOCAL_MY | GASNET_COLL_EXCLUSIVE_SCAN);
  CHECK(!memcmp(dst, right, 16));
  g1_meet();
}
static void test_ordered_scan(void) { g1_images(ordered_scan_of); }

const struct conform_test conform_g1_coll_reduce[] = {
    {"g1_coll_reduce_roots", "gasnet1-coll K23 to K26, K31", test_roots, 0},
    {"g1_coll_reduce_talks", "gasnet1-coll K27", test_talks, 0},
    {"g1_coll_reduce_large", "gasnet1-coll K23, K30", test_large, 0},
    {"g1_coll_reduce_ordered", "gasnet1-coll K27 NONCOMM", test_ordered, 0},
    {"g1_coll_scan", "gasnet1-coll 7, scan", test_scans, 0},
    {"g1_coll_scan_ordered", "gasnet1-coll 7, scan, K27", test_ordered_scan, 0},
    {0, 0, 0, 0}};
