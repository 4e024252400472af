/* SPDX-License-Identifier: BSD-3-Clause
 *
 * arithmetic.c: random pointer arithmetic on blocked arrays, as compiled code does it, against a
 * model that counts blocks: thousands of arrays of random block size, element and length.
 *
 * threads: 3 1 2 4
 */
#include "contrib/layers/upc/collectives.h"
#include "tests/upc/check.h"

/* p + i, p - q, p < q of libupc.md 2.2. */
static pts_t advance(pts_t p, int64_t i, int64_t block, int64_t size) {
  int64_t n = THREADS, row = n * block;
  if (block == 0) return pts_make(pts_thread(p), pts_offset(p) + (uint64_t)(i * size), 0);
  int64_t place = (int64_t)pts_thread(p) * block + (int64_t)pts_phase(p) + i;
  int64_t q = place / row, r = place % row;
  if (r < 0) {
    q--;
    r += row;
  }
  int64_t move = (r % block - (int64_t)pts_phase(p) + q * block) * size;
  return pts_make((uint32_t)(r / block), pts_offset(p) + (uint64_t)move, (uint64_t)(r % block));
}
static int64_t difference(pts_t p, pts_t q, int64_t block, int64_t size) {
  int64_t a = (int64_t)(pts_offset(p) - pts_offset(q)) / size;
  if (block == 0) return a;
  int64_t f = (int64_t)pts_phase(p) - (int64_t)pts_phase(q);
  return (a - f) * THREADS + ((int64_t)pts_thread(p) - (int64_t)pts_thread(q)) * block + f;
}

/* The place of element i, by counting. */
static pts_t place_of(pts_t base, uint64_t i, uint64_t block, uint64_t size) {
  uint64_t n = (uint64_t)THREADS, blocks = block ? i / block : 0;
  if (block == 0) return plus(base, i * size);
  return pts_make((uint32_t)(blocks % n),
                  pts_offset(base) + (blocks / n * block + i % block) * size, i % block);
}

static bool same(pts_t a, pts_t b) { return memcmp(&a, &b, sizeof a) == 0; }

/* The run time finds the elements of an array that begins at any element of another. */
static void check_elements(pts_t base, uint64_t first, uint64_t n, uint64_t block, uint64_t size) {
  struct upc_array a = hyd_upc_array(place_of(base, first, block, size), size, n, block);
  for (uint64_t i = 0; i < n; i++) {
    uint32_t thread;
    uint64_t offset;
    pts_t e = place_of(base, first + i, block, size);
    hyd_upc_element(&a, i, &thread, &offset);
    CHECK(thread == pts_thread(e) && offset == pts_offset(e));
  }
}

/* Elements are written by one thread through pointers and read in their owners' memory. */
static void check_array(uint64_t *state) {
  static uint64_t values[300];
  uint64_t size = UINT64_C(1) << random_of(state) % 4,
           block = random_of(state) % 3 ? random_of(state) % 30 : 0;
  uint64_t n = 1 + random_of(state) % 300;
  int writer = (int)(random_of(state) % (uint64_t)THREADS);
  uint64_t nblocks = block ? (n + block - 1) / block : 1;
  pts_t base = upc_all_alloc(nblocks, (block ? block : n) * size), p = base;
  pts_t behind = upc_all_alloc(1, 1);
  for (uint64_t i = 0; i < n; i++) values[i] = random_of(state);
  for (uint64_t i = 0; i < n; i++) {
    pts_t e = place_of(base, i, block, size);
    CHECK(same(advance(base, (int64_t)i, (int64_t)block, (int64_t)size), e));
    CHECK(pts_offset(e) + size <= pts_offset(behind) || pts_offset(behind) < pts_offset(base));
    int64_t to = (int64_t)(random_of(state) % n);
    int64_t step = to - difference(p, base, (int64_t)block, (int64_t)size);
    p = advance(p, step, (int64_t)block, (int64_t)size);
    CHECK(same(p, place_of(base, (uint64_t)to, block, size)));
    CHECK(difference(p, base, (int64_t)block, (int64_t)size) == to);
    if (MYTHREAD == writer) __putblk3(e, &values[i], size);
  }
  uint64_t first = random_of(state) % n;
  check_elements(base, first, n - first, block, size);
  BARRIER;
  for (uint64_t i = 0; i < n; i++) {
    pts_t e = place_of(base, i, block, size);
    uint64_t v = 0;
    if (upc_threadof(e) == (size_t)MYTHREAD)
      memcpy(&v, __getaddr(e), size);
    else
      __getblk3(&v, e, size);
    CHECK(memcmp(&v, &values[i], size) == 0);
  }
  upc_all_free(base);
  upc_all_free(behind);
  BARRIER;
}

/* Pointers only, of arrays that no memory has: up to the largest fields. */
static void check_far(uint64_t *state) {
  int64_t block = 1 + (int64_t)(random_of(state) % 1000),
          size = 1 + (int64_t)(random_of(state) % 100);
  pts_t base = pts_make(0, 4096, 0);
  int64_t most = (INT64_C(1) << 30) / size * THREADS,
          i = (int64_t)(random_of(state) % (uint64_t)most),
          j = (int64_t)(random_of(state) % (uint64_t)most);
  pts_t p = advance(base, i, block, size), q = advance(p, j - i, block, size);
  CHECK(same(q, advance(base, j, block, size)) && difference(p, q, block, size) == i - j);
}

int upc_main(int argc, char **argv) {
  uint64_t state = 2026;
  (void)argc;
  (void)argv;
  for (int i = 0; i < 150; i++) check_array(&state);
  for (int i = 0; i < 20000; i++) check_far(&state);
  return passed();
}
