/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stencil_grid.h: which rank owns which cells. The domain of n[0] x n[1] x n[2] cells is cut into
 * one block for each rank of a grid of ranks, of sizes that differ by at most one cell each way.
 * Dimension 0 is x, along which memory is contiguous. Knows nothing of GASNet.
 */
#ifndef STENCIL_GRID_H
#define STENCIL_GRID_H

#include <stddef.h>

struct stencil_grid {
  size_t n[3];       /* cells of the domain */
  unsigned ranks[3]; /* ranks each way */
};

/* The cells of one rank: n[] from first[] on. They are kept in an array that has a layer of ghost
 * cells around them: the cell at (0,0,0) of the block is the one at (1,1,1) of its array. */
struct stencil_block {
  size_t first[3], n[3];
  ptrdiff_t stride[3]; /* bytes from a cell of the array to the next one each way */
  size_t bytes;        /* of the array */
};

/* Fills grid->ranks so that the faces between blocks are as small as can be. -1 if every way to
 * divide the domain among `ranks` would leave one without cells. */
int stencil_grid_choose(struct stencil_grid *grid, unsigned ranks);

/* Where a rank is in the grid, and which rank is there. */
void stencil_grid_place(const struct stencil_grid *grid, unsigned rank, unsigned at[3]);
unsigned stencil_grid_rank(const struct stencil_grid *grid, const unsigned at[3]);
/* The rank next to this one along dimension `dim`, below it (side 0) or above (side 1); -1: the
 * domain ends there. */
long stencil_grid_next(const struct stencil_grid *grid, unsigned rank, int dim, int side);

struct stencil_block stencil_grid_block(const struct stencil_grid *grid, unsigned rank);
/* Bytes from the beginning of a block's array to a cell, counted with the ghost cells. */
size_t stencil_block_offset(const struct stencil_block *block, size_t x, size_t y, size_t z);

/* Bytes that all ranks together send to their neighbours in a step; *single_p: those of them that
 * go cell by cell, because their face cuts through x. */
size_t stencil_grid_traffic(const struct stencil_grid *grid, size_t *single_p);

#endif
