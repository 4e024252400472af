/* SPDX-License-Identifier: BSD-3-Clause
 *
 * matmul.h: what both matrix products share: the matrices, by a formula, and the product of two
 * blocks. Entries are small integers, so sums are exact in any order.
 */
#ifndef MATMUL_H
#define MATMUL_H
#include <stdio.h>
#include <stdlib.h>

static inline double entry_a(int i, int j) { return (i * 3 + j * 5) % 7 - 3; }
static inline double entry_b(int i, int j) { return (i * 2 + j * 9) % 5 - 2; }

/* c += a * b, of blocks with `edge` rows and columns. */
static inline void multiply_blocks(double *c, const double *a, const double *b, int edge) {
  for (int i = 0; i < edge; i++)
    for (int k = 0; k < edge; k++)
      for (int j = 0; j < edge; j++) c[i * edge + j] += a[i * edge + k] * b[k * edge + j];
}

/* How many of the entries of a block of the product, which begins at (row, column), differ from a
 * serial product. */
static inline int count_wrong(const double *c, int row, int column, int edge, int size) {
  int wrong = 0;
  for (int i = 0; i < edge; i++)
    for (int j = 0; j < edge; j++) {
      double sum = 0;
      for (int k = 0; k < size; k++) sum += entry_a(row + i, k) * entry_b(k, column + j);
      wrong += sum != c[i * edge + j];
    }
  return wrong;
}

/* Reads the arguments: blocks in a row of the matrices, and rows of a block. */
static inline void read_sizes(int argc, char **argv, int *blocks, int *edge) {
  *blocks = argc > 1 ? atoi(argv[1]) : 8;
  *edge = argc > 2 ? atoi(argv[2]) : 40;
  if (*blocks < 1 || *blocks > 1000 || *edge < 1 || *edge > 1000) {
    fprintf(stderr, "usage: %s [BLOCKS [EDGE]], each from 1 to 1000\n", argv[0]);
    exit(2);
  }
}

#endif
