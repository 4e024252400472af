/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stencil_dist.c: a face is one strided put of three levels, one of which counts to 1. How much
 * of it is contiguous (rows in two of the directions, single cells in the third, whole planes
 * where the block is as wide as the array) the library finds out itself.
 */
#include "stencil_dist.h"

#include "example_job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD GASNET_PAGESIZE /* of a segment: the summary, then the arrays */

/* ---- failure ------------------------------------------------------------- */

void stencil_dist_fail(int status, const char *text) { example_fail("stencil3d", status, text); }

void stencil_dist_fail_all(gex_Rank_t rank, int status, const char *text) {
  example_fail_all("stencil3d", rank, status, text);
}

/* ---- segments ------------------------------------------------------------ */

/* Bytes of a segment: of the largest block, as all ranks attach the same. */
static uintptr_t segment_size(const struct stencil_grid *grid) {
  size_t largest = 0;
  for (unsigned r = 0; r < grid->ranks[0] * grid->ranks[1] * grid->ranks[2]; r++) {
    size_t bytes = stencil_grid_block(grid, r).bytes;
    if (bytes > largest) largest = bytes;
  }
  return (HEAD + 2 * largest + GASNET_PAGESIZE - 1) / GASNET_PAGESIZE * GASNET_PAGESIZE;
}

static char *segment_of(struct stencil_dist *d, gex_Rank_t rank) {
  void *owner;
  uintptr_t size;
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(d->tm, rank, &owner, NULL, &size, 0));
  return owner;
}

/* Array `which` of a rank, as that rank sees it. */
static char *array_of(struct stencil_dist *d, gex_Rank_t rank, int which) {
  return segment_of(d, rank) + HEAD + which * stencil_grid_block(&d->grid, rank).bytes;
}

static void attach(struct stencil_dist *d) {
  char text[200];
  uintptr_t size = segment_size(&d->grid), most = gasnet_getMaxGlobalSegmentSize();
  gex_Segment_t segment;
  if (size > most) {
    snprintf(text, sizeof text,
             "%zu x %zu x %zu cells on %u ranks need segments of %zu MB; there are at most %zu MB "
             "(see GASNET_MAX_SEGSIZE)",
             d->grid.n[0], d->grid.n[1], d->grid.n[2], d->ranks, (size_t)size >> 20,
             (size_t)most >> 20);
    stencil_dist_fail_all(d->rank, 1, text);
  }
  int rc = gex_Segment_Attach(&segment, d->tm, size);
  if (rc != GASNET_OK) stencil_dist_fail_all(d->rank, 1, gasnet_ErrorDesc(rc));
}

void stencil_dist_open(struct stencil_dist *d, gex_TM_t tm, const struct stencil_grid *grid) {
  d->tm = tm;
  d->rank = gex_TM_QueryRank(tm);
  d->ranks = gex_TM_QuerySize(tm);
  d->grid = *grid;
  d->block = stencil_grid_block(grid, d->rank);
  attach(d);
  d->segment = segment_of(d, d->rank);
  for (int i = 0; i < 2; i++) {
    d->array[i] = (double *)(void *)array_of(d, d->rank, i);
    stencil_fill(grid, &d->block, d->array[i]);
  }
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0)); /* no array is written to before it is filled */
}

/* ---- ghost cells --------------------------------------------------------- */

/* The outermost layer of this rank's cells on one side becomes the ghost layer on the opposite
 * side of the neighbour, whose array may have other strides. */
static gex_Event_t put_face(struct stencil_dist *d, int which, int dim, int side) {
  long peer = stencil_grid_next(&d->grid, d->rank, dim, side);
  if (peer < 0) return GEX_EVENT_INVALID;
  struct stencil_block to = stencil_grid_block(&d->grid, (unsigned)peer);
  size_t from_cell[3] = {1, 1, 1}, to_cell[3] = {1, 1, 1};
  size_t count[3] = {d->block.n[0], d->block.n[1], d->block.n[2]};
  from_cell[dim] = side ? d->block.n[dim] : 1;
  to_cell[dim] = side ? 0 : to.n[dim] + 1;
  count[dim] = 1;
  char *src = (char *)d->array[which] +
              stencil_block_offset(&d->block, from_cell[0], from_cell[1], from_cell[2]);
  char *dst = array_of(d, (gex_Rank_t)peer, which) +
              stencil_block_offset(&to, to_cell[0], to_cell[1], to_cell[2]);
  return gex_VIS_StridedPutNB(d->tm, (gex_Rank_t)peer, dst, to.stride, src, d->block.stride,
                              sizeof(double), count, 3, 0);
}

void stencil_dist_exchange_begin(struct stencil_dist *d, int which) {
  for (int face = 0; face < STENCIL_FACES; face++)
    d->put[face] = put_face(d, which, face / 2, face % 2);
}

void stencil_dist_exchange_end(struct stencil_dist *d) {
  gex_Event_WaitAll(d->put, STENCIL_FACES, 0);
  gex_Event_Wait(gex_Coll_BarrierNB(d->tm, 0));
}

/* ---- results ------------------------------------------------------------- */

void stencil_dist_summarise(struct stencil_dist *d, int which, struct stencil_summary *all) {
  struct stencil_summary *mine = (struct stencil_summary *)(void *)d->segment, part;
  stencil_summarise(&d->grid, &d->block, d->array[which], mine);
  gex_Event_Wait(gex_Coll_BarrierNB(d->tm, 0));
  *all = *mine;
  for (gex_Rank_t r = 1; d->rank == 0 && r < d->ranks; r++) {
    gex_RMA_GetBlocking(d->tm, &part, r, segment_of(d, r), sizeof part, 0);
    stencil_summary_merge(all, &part);
  }
}

double *stencil_dist_gather(struct stencil_dist *d, int which) {
  const size_t *n = d->grid.n;
  double *whole = malloc(n[0] * n[1] * n[2] * sizeof *whole);
  const ptrdiff_t row = (ptrdiff_t)(n[0] * sizeof *whole);
  const ptrdiff_t stride[2] = {row, row * (ptrdiff_t)n[1]};
  for (gex_Rank_t r = 0; whole && r < d->ranks; r++) {
    struct stencil_block b = stencil_grid_block(&d->grid, r);
    double *to = whole + (b.first[2] * n[1] + b.first[1]) * n[0] + b.first[0];
    char *from = array_of(d, r, which) + stencil_block_offset(&b, 1, 1, 1);
    gex_VIS_StridedGetBlocking(d->tm, to, stride, r, from, b.stride + 1, b.n[0] * sizeof(double),
                               b.n + 1, 2, 0);
  }
  return whole;
}

void stencil_dist_close(struct stencil_dist *d) {
  gex_Event_Wait(gex_Coll_BarrierNB(d->tm, 0));
  gasnet_exit(0);
}
