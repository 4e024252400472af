/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stencil_dist.h: all that calls GASNet-EX: the ranks' blocks in their segments, and the exchange
 * of ghost faces by strided puts.
 *
 * Each segment holds a summary and two arrays, one with the temperatures of this step, one for
 * those of the next. After a step every rank puts the outermost layer of its cells into the ghost
 * cells of its neighbours' same array. A barrier then ends the step: a rank that is through it has
 * got all its ghost cells, and no rank reads the other array any more.
 */
#ifndef STENCIL_DIST_H
#define STENCIL_DIST_H

#include <gasnetex.h>

#include <gasnet_vis.h>

#include "stencil_grid.h"
#include "stencil_heat.h"

#define STENCIL_FACES 6

struct stencil_dist {
  gex_TM_t tm;
  gex_Rank_t rank, ranks;
  struct stencil_grid grid;
  struct stencil_block block;
  char *segment;
  double *array[2];
  gex_Event_t put[STENCIL_FACES]; /* under way */
};

/* The segment, with both arrays filled. grid->ranks is set. */
void stencil_dist_open(struct stencil_dist *d, gex_TM_t tm, const struct stencil_grid *grid);

/* Starts to put the faces of array `which` to the neighbours. Its outermost layer of cells must be
 * complete, and stay until exchange_end. */
void stencil_dist_exchange_begin(struct stencil_dist *d, int which);
/* Ends the step, of all ranks. */
void stencil_dist_exchange_end(struct stencil_dist *d);

/* Every rank: the summary of array `which`, of the whole domain at rank 0. */
void stencil_dist_summarise(struct stencil_dist *d, int which, struct stencil_summary *all);
/* Rank 0, while the others wait: array `which` of all ranks, as one without ghost cells. Released
 * by free; NULL if there is no memory. */
double *stencil_dist_gather(struct stencil_dist *d, int which);

/* End the job; the status is `status`. fail_all: every rank calls it with the same text, and rank 0
 * prints it. fail: rank 0 calls it. */
void stencil_dist_fail_all(gex_Rank_t rank, int status, const char *text) __attribute__((noreturn));
void stencil_dist_fail(int status, const char *text) __attribute__((noreturn));
void stencil_dist_close(struct stencil_dist *d) __attribute__((noreturn));

#endif
