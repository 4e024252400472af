/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ways.h: the ways to memory of peers that is not mapped here (core/team/route.h), each a table of
 * functions. From init on job->layer.way has all ways, and each table is complete. A new way is one
 * more table, in a file of its own.
 */
#ifndef HYD_EXTENDED_WAYS_H
#define HYD_EXTENDED_WAYS_H

#include "conduits/conduit.h"
#include "core/op/op.h"
#include "core/team/route.h"

/* A put or get of n > 0 bytes. */
struct hyd_move {
  int is_put;
  int stable; /* no thread writes to the source of a put before the operation is complete */
  void *remote, *local;
  size_t n;
  const char *call;
  /* A client's put that is not stable: as in the call; else NULL. The way may set *lc_opt to an
   * event, if the source is not free when the call returns. */
  gex_Event_t *lc_opt;
};

/* Does a call of the client, of the form `how` (HYD_RMA_*); returns what the call returns. */
typedef gex_Event_t hyd_move_fn(struct hyd_job *job, const struct hyd_route *r,
                                const struct hyd_move *m, int how);
/* Adds parts to op, and starts them. When it returns, the source of a put that is not stable has
 * been copied. May wait for room. */
typedef void hyd_start_fn(struct hyd_job *job, const struct hyd_route *r, const struct hyd_move *m,
                          struct hyd_op *op);

/* Does so for pieces whose sources are stable. */
typedef void hyd_start_pieces_fn(struct hyd_job *job, const struct hyd_route *r,
                                 const struct hyd_move *each, const struct hyd_piece *piece,
                                 unsigned n, struct hyd_op *op);

struct hyd_way {
  enum hyd_count counter; /* of transfers that went this way */
  hyd_move_fn *move[2];   /* [is_put] */
  hyd_start_fn *start[2];
  /* Starts 2 to HYD_PIECES_MOST pieces; NULL: pieces do not go together. */
  hyd_start_pieces_fn *start_pieces;
};

HYD_HOT_INLINE const struct hyd_way *hyd_way_of(const struct hyd_job *job,
                                                const struct hyd_route *r) {
  return job->layer.way[r->way];
}

/* Sets the ways of the kernel, the network and messages; the guard's room sets the guard's. */
void hyd_ways_init(struct hyd_job *job);

/* Does a call by the parts that `way` starts. */
gex_Event_t hyd_way_launch(struct hyd_job *job, const struct hyd_way *way,
                           const struct hyd_route *r, const struct hyd_move *m, int how);

#endif
