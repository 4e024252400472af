/* SPDX-License-Identifier: BSD-3-Clause
 *
 * paged_way.h: the way to paged segments of other ranks, which the room of paged segments serves
 * (extended/paged). It stands above puts and gets, since it sends their messages, so it is reached
 * by this table: job->layer.paged, from init on.
 */
#ifndef HYD_EXTENDED_PAGED_WAY_H
#define HYD_EXTENDED_PAGED_WAY_H

#include "core/op/op.h"

struct hyd_paged;

struct hyd_paged_way {
  /* A put or get of this rank's; returns what the call returns. */
  gex_Event_t (*transfer)(struct hyd_job *job, gex_Rank_t peer, const struct hyd_paged *p, int how,
                          int is_put, void *remote, void *local, size_t n, int stable);
  /* Starts parts of the op at a rank whose segment is not seen here. */
  void (*send)(struct hyd_job *job, gex_Rank_t peer, int is_put, void *remote, void *local,
               size_t n, struct hyd_op *op);
};

#endif
