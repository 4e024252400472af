/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stencil_heat.h: what is computed: heat spreading through a block of metal, by Jacobi's method. A
 * cell's next temperature follows from its own and those of its six neighbours. The layer of cells
 * around the domain has fixed temperatures. Knows nothing of GASNet, and is all there is to the
 * serial run that --check compares with.
 */
#ifndef STENCIL_HEAT_H
#define STENCIL_HEAT_H

#include <stdint.h>

#include "stencil_grid.h"

/* Cells of a block: from lo[] up to, not including, hi[]. */
struct stencil_box {
  size_t lo[3], hi[3];
};
struct stencil_box stencil_box_all(const struct stencil_block *block);
/* Takes layer `next` of cells, 0 to 5, from the surface of the box; 0 when there is no such number,
 * and what is left of the box is its inside. A layer may be empty. */
int stencil_box_peel(struct stencil_box *box, int next, struct stencil_box *layer);

/* The temperatures at the beginning, and around the domain for ever. Ghost cells that a neighbour
 * has to fill hold NaN. */
void stencil_fill(const struct stencil_grid *grid, const struct stencil_block *block,
                  double *array);
/* The temperatures of the box after a step, from those of before. */
void stencil_sweep(const struct stencil_block *block, const struct stencil_box *box, double *to,
                   const double *from);

/* A summary of a block's cells, for printing; the same for any number of blocks. */
struct stencil_summary {
  double coolest, hottest;
  uint64_t sum; /* of all bits of all cells, each with its place */
};
void stencil_summarise(const struct stencil_grid *grid, const struct stencil_block *block,
                       const double *array, struct stencil_summary *s);
void stencil_summary_merge(struct stencil_summary *all, const struct stencil_summary *part);

#endif
