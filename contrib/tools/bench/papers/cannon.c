/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cannon.c: Cannon's matrix multiplication on a square grid of nodes, again and again: X becomes X
 * B modulo a prime. Each node has a block of both. Row i of X moves i blocks to the left and column
 * j of B j blocks up; then all multiply and move X by one to the left and B by one up, as often as
 * the grid is wide. Rows of blocks are puts. Elements are integers in doubles, so that the result
 * is exactly the serial computation's.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/tools/bench/papers/kernel.h"

#define GRID 2u
#define BLOCK 64u /* elements of a block's row: one put of 512 bytes */
#define N (GRID * BLOCK)
#define PRIME 65521 /* sums of N products of two elements are less than 2^53 */
#define BLOCK_BYTES (BLOCK * BLOCK * sizeof(double))

/* A node's memory: the product, and two places for each of X and B, in turns. */
enum { PRODUCT, X0, X1, B0, B1, PLACES };

static uint64_t place_of(int which) { return (uint64_t)which * BLOCK_BYTES; }
static uint32_t node_at(uint32_t row, uint32_t column) { return row % GRID * GRID + column % GRID; }

/* c += a b, of square matrices. */
static void multiply(double *restrict c, const double *restrict a, const double *restrict b,
                     uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < n; k++) {
      double x = a[i * n + k];
      for (uint32_t j = 0; j < n; j++) c[i * n + j] += x * b[k * n + j];
    }
}

static void reduce_elements(double *c, uint32_t n) {
  for (uint32_t i = 0; i < n * n; i++) c[i] = (double)((int64_t)c[i] % PRIME);
}

static void fill_matrix(double *m, struct sim_rng *g) {
  for (uint32_t i = 0; i < N * N; i++) m[i] = (double)sim_below(g, PRIME);
}

/* Between a matrix and the block of (row, column). */
static void take_block(double *block, const double *m, uint32_t row, uint32_t column) {
  for (uint32_t i = 0; i < BLOCK; i++)
    memcpy(block + i * BLOCK, m + (row * BLOCK + i) * N + column * BLOCK, BLOCK * sizeof *m);
}

static int is_block(const double *block, const double *m, uint32_t row, uint32_t column) {
  for (uint32_t i = 0; i < BLOCK; i++)
    if (memcmp(block + i * BLOCK, m + (row * BLOCK + i) * N + column * BLOCK, BLOCK * sizeof *m))
      return 0;
  return 1;
}

/* --- phases --------------------------------------------------------------- */

/* Each node's block `from` goes to place `to`, `left` nodes to the left and `up` nodes up; -1: as
 * far as its row or column says. */
static void move_blocks(struct kernel *k, int from, int to, int left, int up) {
  for (uint32_t row = 0; row < GRID; row++)
    for (uint32_t column = 0; column < GRID; column++) {
      struct kernel_block b = {0, place_of(from), place_of(to), BLOCK_BYTES,
                               BLOCK * sizeof(double)};
      uint32_t l = left < 0 ? row : (uint32_t)left, u = up < 0 ? column : (uint32_t)up;
      kernel_send(k, node_at(row, column), node_at(row + GRID - u % GRID, column + GRID - l % GRID),
                  &b);
    }
}

static void compute(struct kernel *k, int x, int b, int first, int last) {
  for (uint32_t i = 0; i < k->net.c.nodes; i++) {
    double *c = kernel_at(k, i, place_of(PRODUCT));
    if (first) memset(c, 0, BLOCK_BYTES);
    multiply(c, kernel_at(k, i, place_of(x)), kernel_at(k, i, place_of(b)), BLOCK);
    if (last) reduce_elements(c, BLOCK);
    net_work(&k->net.node[i], (uint64_t)(k->net.c.cost->madd * BLOCK * BLOCK * BLOCK));
  }
}

/* From the product, which is X; B is skewed, in B0 + *b, before and after. */
static int product(struct kernel *k, int *b) {
  int x = 0, rc;
  move_blocks(k, PRODUCT, X0, -1, 0);
  rc = kernel_exchange(k);
  for (uint32_t step = 0; step < GRID && rc == 0; step++) {
    compute(k, X0 + x, B0 + *b, step == 0, step == GRID - 1);
    if (step < GRID - 1) move_blocks(k, X0 + x, X0 + !x, 1, 0);
    move_blocks(k, B0 + *b, B0 + !*b, 0, 1);
    rc = kernel_exchange(k);
    x = !x;
    *b = !*b;
  }
  return rc;
}

/* --- the whole ------------------------------------------------------------ */

static void spread(struct kernel *k, const double *x, const double *b) {
  for (uint32_t row = 0; row < GRID; row++)
    for (uint32_t column = 0; column < GRID; column++) {
      uint32_t i = node_at(row, column);
      take_block(kernel_at(k, i, place_of(PRODUCT)), x, row, column);
      take_block(kernel_at(k, i, place_of(B0)), b, (row + column) % GRID, column);
    }
}

static int is_right(struct kernel *k, const double *x) {
  int right = 1;
  for (uint32_t row = 0; row < GRID; row++)
    for (uint32_t column = 0; column < GRID; column++)
      right &= is_block(kernel_at(k, node_at(row, column), place_of(PRODUCT)), x, row, column);
  return right;
}

static void serial(double *x, const double *b, double *spare, uint32_t rounds) {
  while (rounds--) {
    memset(spare, 0, N * N * sizeof *spare);
    multiply(spare, x, b, N);
    reduce_elements(spare, N);
    memcpy(x, spare, N * N * sizeof *x);
  }
}

static int run_rounds(struct kernel *k, uint32_t rounds) {
  double *x = sim_alloc(3 * N * N * sizeof *x), *b = x + N * N;
  struct sim_rng g = sim_stream(1, 4);
  int rc = 0, at = 0;
  fill_matrix(x, &g);
  fill_matrix(b, &g);
  spread(k, x, b);
  for (uint32_t i = 0; i < rounds && rc == 0; i++) rc = product(k, &at);
  if (rc == 0) {
    serial(x, b, b + N * N, rounds);
    if (!is_right(k, x)) rc = EDOM;
  }
  free(x);
  return rc;
}

int papers_cannon(struct papers_kernel *out, const struct cost *cost, int quick) {
  struct kernel_program p = {GRID * GRID, PLACES * BLOCK_BYTES, quick ? 10 : 300, run_rounds};
  return kernel_compare(out, &p, cost);
}
