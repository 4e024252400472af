/* SPDX-License-Identifier: BSD-3-Clause
 *
 * collectives.c: the collectives that move data, of many sizes, from and to every thread, with each
 * pair of synchronisation flags; upc_all_sort.
 *
 * threads: 3 1 2 4
 */
#include "tests/upc/check.h"

enum { MOST = 5000 };
static const size_t sizes[] = {0, 1, 4, 7, 64, 1000, MOST};
static const upc_flag_t flags[] = {0,
                                   UPC_IN_ALLSYNC | UPC_OUT_ALLSYNC,
                                   UPC_IN_MYSYNC | UPC_OUT_MYSYNC,
                                   UPC_IN_NOSYNC | UPC_OUT_NOSYNC,
                                   UPC_IN_ALLSYNC,
                                   UPC_IN_MYSYNC | UPC_OUT_NOSYNC};
static pts_t one, other; /* MOST * THREADS * THREADS bytes on each thread */
STATIC_SHARED int32_t perm;

/* Byte k of a block that is known by two numbers. */
static char byte_of(int a, int b, size_t k) { return (char)(a * 7 + b * 13 + (int)k * 3 + 1); }

static char *part(pts_t array, size_t at) {
  return (char *)__getaddr(pts_make((uint32_t)MYTHREAD, pts_offset(array), 0)) + at;
}
static void write_block(pts_t array, size_t at, int a, int b, size_t n) {
  for (size_t k = 0; k < n; k++) part(array, at)[k] = byte_of(a, b, k);
}
static void check_block(pts_t array, size_t at, int a, int b, size_t n) {
  for (size_t k = 0; k < n; k++) CHECK(part(array, at)[k] == byte_of(a, b, k));
}
static void clear(pts_t array) { memset(part(array, 0), 0x5a, (size_t)MOST * (size_t)THREADS); }

/* The caller synchronises where the flags say NOSYNC. */
static void before(upc_flag_t f) {
  if (f & UPC_IN_NOSYNC) BARRIER;
}
static void after(upc_flag_t f) {
  if (f & UPC_OUT_NOSYNC) BARRIER;
}

static void check_moves(size_t n, upc_flag_t f, int root) {
  pts_t at_root = pts_make((uint32_t)root, pts_offset(one), 0);
  clear(other);
  if (MYTHREAD == root)
    for (int i = 0; i < THREADS; i++) write_block(one, (size_t)i * n, root, i, n);
  before(f);
  upc_all_broadcast(other, at_root, n, f);
  after(f);
  check_block(other, 0, root, 0, n);
  BARRIER;
  before(f);
  upc_all_scatter(other, at_root, n, f);
  after(f);
  check_block(other, 0, root, MYTHREAD, n);
  BARRIER;
  write_block(other, 0, MYTHREAD, 5, n);
  before(f);
  upc_all_gather(at_root, other, n, f);
  after(f);
  if (MYTHREAD == root)
    for (int i = 0; i < THREADS; i++) check_block(one, (size_t)i * n, i, 5, n);
  BARRIER;
  before(f);
  upc_all_gather_all(one, other, n, f);
  after(f);
  for (int i = 0; i < THREADS; i++) check_block(one, (size_t)i * n, i, 5, n);
  BARRIER;
  for (int i = 0; i < THREADS; i++) write_block(one, (size_t)i * n, MYTHREAD, i, n);
  before(f);
  upc_all_exchange(other, one, n, f);
  after(f);
  for (int i = 0; i < THREADS; i++) check_block(other, (size_t)i * n, i, MYTHREAD, n);
  BARRIER;
  __putsi2(PTS(MYTHREAD, &perm), (uint32_t)((MYTHREAD * (THREADS - 1) + root) % THREADS));
  before(f);
  upc_all_permute(other, one, PTS(0, &perm), n, f);
  after(f);
  for (int i = 0; i < THREADS; i++)
    if ((i * (THREADS - 1) + root) % THREADS == MYTHREAD) check_block(other, 0, i, 0, n);
  BARRIER;
}

static int compare(pts_t a, pts_t b) {
  int x = (int)__getsi2(a), y = (int)__getsi2(b);
  return (x > y) - (x < y);
}

/* shared [block] int[n] from thread 0 on. */
static void check_sort(size_t n, size_t block) {
  uint64_t state = n * 31 + block;
  static int sorted[400];
  for (size_t i = 0; i < n; i++) {
    sorted[i] = (int)(random_of(&state) % 100);
    size_t t = block ? i / block % (size_t)THREADS : 0;
    size_t at = block ? i / (block * (size_t)THREADS) * block + i % block : i;
    if (MYTHREAD == 0)
      __putsi2(pts_make((uint32_t)t, pts_offset(one) + at * 4, 0), (uint32_t)sorted[i]);
  }
  upc_all_sort(one, sizeof(int), n, block, compare, 0);
  int last = -1, sum = 0;
  for (size_t i = 0; i < n; i++) {
    size_t t = block ? i / block % (size_t)THREADS : 0;
    size_t at = block ? i / (block * (size_t)THREADS) * block + i % block : i;
    int v = (int)__getsi2(pts_make((uint32_t)t, pts_offset(one) + at * 4, 0));
    CHECK(v >= last);
    last = v;
    sum += v - sorted[i];
  }
  CHECK(sum == 0);
  BARRIER;
}

int upc_main(int argc, char **argv) {
  (void)argc;
  (void)argv;
  upc_coll_init();
  one = upc_all_alloc((size_t)THREADS, (size_t)MOST * (size_t)THREADS + 1);
  other = upc_all_alloc((size_t)THREADS, (size_t)MOST * (size_t)THREADS + 1);
  for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
    for (size_t f = 0; f < sizeof flags / sizeof flags[0]; f++)
      check_moves(sizes[s], flags[f], (int)(s + f) % THREADS);
  check_sort(0, 1);
  check_sort(200, 0);
  check_sort(400, 1);
  check_sort(333, 7);
  return passed();
}
