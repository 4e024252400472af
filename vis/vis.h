/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vis.h: what the parts of VIS give each other, and the job.
 */
#ifndef HYD_VIS_VIS_H
#define HYD_VIS_VIS_H

#include "core/op/op.h"
#include "vis/plan.h"

void hyd_vis_init(struct hyd_job *job);

/* kernel_copy.c: the whole transfer by the kernel. 1, or 0 if it is not permitted any more. */
int hyd_vis_by_kernel(struct hyd_job *job, const struct hyd_vis_call *c);

/* peer_completion.c: peer completion (gex-vis.md 4). */
void hyd_vis_peer_init(struct hyd_job *job);
/* Whether the calling thread has armed one; only asked when some thread has. */
int hyd_vis_peer_armed(struct hyd_job *job);
/* Tells the target of a put that its data is there, and disarms. */
void hyd_vis_peer_tell(struct hyd_job *job, gex_Rank_t peer);

#endif
