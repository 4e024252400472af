/* SPDX-License-Identifier: BSD-3-Clause
 *
 * plan.h: what a transfer is, and which of the ways to do it is taken.
 */
#ifndef HYD_VIS_PLAN_H
#define HYD_VIS_PLAN_H

#include "core/base/job.h"
#include "vis/copy.h"

enum hyd_vis_algorithm {
  HYD_VIS_AUTO,   /* only as a setting */
  HYD_VIS_LOCAL,  /* both sides are mapped here: loops (copy.h) */
  HYD_VIS_CONTIG, /* one piece on both sides: the ordinary put or get */
  HYD_VIS_KERNEL, /* EVERYTHING, outside of segments: the kernel copies lists of pieces
                   * (kernel_copy.c) */
  HYD_VIS_PACK,   /* pieces packed into active messages (am.h) */
  HYD_VIS_SINGLE  /* a put or get for each piece */
};

struct hyd_vis { /* the job's settings: GASNET_VIS_* */
  enum hyd_vis_algorithm forced;
  int ampipe, remotecontig;
  size_t chunk[2]; /* gets, puts: pieces above it are not packed */
};

/* A transfer as its entry point was called. */
struct hyd_vis_call {
  const char *name;
  int is_put, how; /* HYD_RMA_BLOCKING, _NB, _NBI */
  gex_Rank_t peer;
  size_t bytes;
  struct hyd_vis_side dst, src;
};
static inline const struct hyd_vis_side *hyd_vis_remote(const struct hyd_vis_call *c) {
  return c->is_put ? &c->dst : &c->src;
}
static inline const struct hyd_vis_side *hyd_vis_near(const struct hyd_vis_call *c) {
  return c->is_put ? &c->src : &c->dst;
}

struct hyd_vis *hyd_vis_settings(struct hyd_job *job);
/* The way to take. For HYD_VIS_LOCAL *view_p is where the remote side is here. In FAST and LARGE a
 * list that goes the local way may still turn out to leave the segment; then its copy stops. */
enum hyd_vis_algorithm hyd_vis_plan(struct hyd_job *job, const struct hyd_vis_call *c,
                                    struct hyd_vis_view *view_p);

#endif
