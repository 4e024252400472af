/* SPDX-License-Identifier: BSD-3-Clause
 *
 * am.h: transfers packed into active messages, for ranks whose memory is not mapped. A put's data
 * is gathered straight into the peer's ring and scattered by its handler; a get asks for fragments,
 * which are gathered at the other end and scattered here. The other end
 * works on a description; lists do not travel as the client has them.
 */
#ifndef HYD_VIS_AM_H
#define HYD_VIS_AM_H

#include "core/op/op.h"
#include "vis/pieces.h"

void hyd_vis_am_init(struct hyd_job *job);
/* Starts the parts of `op`. The source of a put has been read when this returns; the lists of a get
 * must stay, its strides need not. */
void hyd_vis_am_put(struct hyd_job *job, gex_Rank_t peer, const struct hyd_vis_side *dst,
                    const struct hyd_vis_side *src, size_t bytes, struct hyd_op *op);
void hyd_vis_am_get(struct hyd_job *job, gex_Rank_t peer, const struct hyd_vis_side *dst,
                    const struct hyd_vis_side *src, size_t bytes, struct hyd_op *op);

#endif
