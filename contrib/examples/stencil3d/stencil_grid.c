/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stencil_grid.c: ranks are numbered along x first, as cells are.
 */
#include "stencil_grid.h"

#include <string.h>

/* Cells on all faces between blocks, if the domain is cut so. */
static double surface(const size_t n[3], const unsigned p[3]) {
  double x = (double)n[0], y = (double)n[1], z = (double)n[2];
  return (p[0] - 1) * y * z + (p[1] - 1) * x * z + (p[2] - 1) * x * y;
}

int stencil_grid_choose(struct stencil_grid *grid, unsigned ranks) {
  double best = -1;
  for (unsigned x = 1; x <= ranks; x++) {
    if (ranks % x || x > grid->n[0]) continue;
    for (unsigned y = 1; y <= ranks / x; y++) {
      unsigned p[3] = {x, y, ranks / x / y};
      if (ranks / x % y || y > grid->n[1] || p[2] > grid->n[2]) continue;
      if (best >= 0 && surface(grid->n, p) >= best) continue;
      best = surface(grid->n, p);
      memcpy(grid->ranks, p, sizeof p);
    }
  }
  return best < 0 ? -1 : 0;
}

void stencil_grid_place(const struct stencil_grid *grid, unsigned rank, unsigned at[3]) {
  at[0] = rank % grid->ranks[0];
  at[1] = rank / grid->ranks[0] % grid->ranks[1];
  at[2] = rank / grid->ranks[0] / grid->ranks[1];
}

unsigned stencil_grid_rank(const struct stencil_grid *grid, const unsigned at[3]) {
  return (at[2] * grid->ranks[1] + at[1]) * grid->ranks[0] + at[0];
}

long stencil_grid_next(const struct stencil_grid *grid, unsigned rank, int dim, int side) {
  unsigned at[3];
  stencil_grid_place(grid, rank, at);
  if (side == 0 ? at[dim] == 0 : at[dim] + 1 == grid->ranks[dim]) return -1;
  at[dim] += side ? 1 : -1u;
  return stencil_grid_rank(grid, at);
}

struct stencil_block stencil_grid_block(const struct stencil_grid *grid, unsigned rank) {
  struct stencil_block b;
  unsigned at[3];
  size_t stride = sizeof(double);
  stencil_grid_place(grid, rank, at);
  for (int d = 0; d < 3; d++) {
    size_t p = grid->ranks[d], end = grid->n[d] * (at[d] + 1) / p;
    b.first[d] = grid->n[d] * at[d] / p;
    b.n[d] = end - b.first[d];
    b.stride[d] = (ptrdiff_t)stride;
    stride *= b.n[d] + 2;
  }
  b.bytes = stride;
  return b;
}

size_t stencil_block_offset(const struct stencil_block *b, size_t x, size_t y, size_t z) {
  return x * (size_t)b->stride[0] + y * (size_t)b->stride[1] + z * (size_t)b->stride[2];
}

size_t stencil_grid_traffic(const struct stencil_grid *grid, size_t *single_p) {
  size_t cells[3];
  for (int d = 0; d < 3; d++)
    cells[d] = 2 * (grid->ranks[d] - 1) * grid->n[(d + 1) % 3] * grid->n[(d + 2) % 3];
  *single_p = cells[0] * sizeof(double);
  return (cells[0] + cells[1] + cells[2]) * sizeof(double);
}
