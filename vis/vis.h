/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vis.h: a transfer (struct hyd_vis_call), and the functions of the parts of VIS.
 */
#ifndef HYD_VIS_VIS_H
#define HYD_VIS_VIS_H

#include "core/am/endpoint_am.h"
#include "core/op/op.h"
#include "core/team/route.h"
#include "vis/copy.h"

void hyd_vis_init(struct hyd_job *job);

/* --- plan.c: the choice of the algorithm for a transfer ------------------------- */

enum hyd_vis_algorithm {
  HYD_VIS_AUTO,   /* as a setting only */
  HYD_VIS_LOCAL,  /* both sides are mapped here: loops (copy.h) */
  HYD_VIS_CONTIG, /* one piece on both sides: the ordinary put or get */
  HYD_VIS_KERNEL, /* the kernel copies lists of pieces that are not mapped (kernel_copy.c) */
  HYD_VIS_PACK,   /* pieces packed into active messages (am.c) */
  HYD_VIS_SINGLE  /* a put or get for each piece */
};

/* The job's settings (GASNET_VIS_*). */
struct hyd_vis {
  enum hyd_vis_algorithm forced;
  int by_hand; /* `forced` leaves nothing to choose */
  int ampipe, remotecontig;
  /* [is_put]: larger pieces are not packed; and where the network can move several at once. */
  size_t chunk[2], network_chunk[2];
};

/* A transfer, as the client called it. */
struct hyd_vis_call {
  const char *name;
  int is_put, how; /* HYD_RMA_BLOCKING, _NB, _NBI */
  int stable;      /* a get, or a put whose source stays until it is complete */
  struct hyd_route route;
  struct hyd_ends ends; /* the endpoints (core/am/endpoint_am.h) */
  size_t bytes;
  struct hyd_vis_view view; /* where the remote side is mapped here, for HYD_VIS_LOCAL (plan.c) */
  struct hyd_vis_side dst, src;
};
static inline const struct hyd_vis_side *hyd_vis_remote(const struct hyd_vis_call *c) {
  return c->is_put ? &c->dst : &c->src;
}
static inline const struct hyd_vis_side *hyd_vis_local(const struct hyd_vis_call *c) {
  return c->is_put ? &c->src : &c->dst;
}

struct hyd_vis *hyd_vis_settings(struct hyd_job *job);
/* Whether all of the remote side is in c->view. */
int hyd_vis_is_in_view(const struct hyd_vis_call *c);
/* Finds the view of the remote side; returns whether HYD_VIS_LOCAL can do the transfer. A range
 * outside of the segment is an error: strided sides have been checked, lists are checked while they
 * are copied. In EVERYTHING other ways reach such memory. */
static inline int hyd_vis_find_view(const struct hyd_job *job, struct hyd_vis_call *c) {
  const struct hyd_map *m = c->route.map;
  if (m->lim == 0 || job->layer.vis->by_hand) return 0;
  c->view = (struct hyd_vis_view){m->lo, m->lim + HYD_RMA_SMALL, m->base};
  return hyd_route_has_bounds(job, &c->route) || hyd_vis_is_in_view(c);
}
/* Chooses the algorithm of a transfer that HYD_VIS_LOCAL cannot do. */
enum hyd_vis_algorithm hyd_vis_plan(const struct hyd_vis *v, const struct hyd_vis_call *c);

/* --- check.c: checks of metadata in the checking library; fatal, with the entry's number --------
 */

/* Checks lists: NULL with a count, sizes that differ, pieces outside the remote segment, NULL
 * pieces, destinations that overlap. */
void hyd_vis_check_lists(struct hyd_job *job, const struct hyd_vis_call *c);
/* Checks the arguments of a strided transfer. */
void hyd_vis_check_strided(const char *call, size_t len, const ptrdiff_t *dst_stride,
                           const ptrdiff_t *src_stride, const size_t *n, size_t levels);
/* Fatal, in every build, unless the remote side lies in its segment. */
void hyd_vis_check_extent(struct hyd_job *job, const struct hyd_vis_call *c);
/* The remote segment, at its owner's address. */
static inline gasnet_seginfo_t hyd_vis_segment(const struct hyd_job *job,
                                               const struct hyd_vis_call *c) {
  if (c->route.bound == NULL) return job->mem.seginfo[c->route.peer];
  return (gasnet_seginfo_t){.addr = c->route.bound->base, .size = c->route.bound->size};
}
/* Checks a folded strided transfer: destinations that overlap, NULL. */
void hyd_vis_check_shape(const char *call, const struct hyd_vis_shape *s);

/* --- am.c: transfers packed into active messages, for ranks whose memory is not mapped here -----
 */

/* A put's data is gathered straight into the peer's ring, and scattered by the handler. A get asks
 * for fragments, which are gathered at the target and scattered here. Messages carry descriptions
 * of pieces (fragment.h), not the client's lists. */

void hyd_vis_am_init(struct hyd_job *job);
/* Start the parts of `op`. When they return, the source of a put has been read. The lists of a get
 * must stay until the end; its strides need not. */
void hyd_vis_am_put(struct hyd_job *job, const struct hyd_vis_call *c, struct hyd_op *op);
void hyd_vis_am_get(struct hyd_job *job, const struct hyd_vis_call *c, struct hyd_op *op);

/* kernel_copy.c: does the transfer by the kernel; returns 0 if that is not permitted any more. */
int hyd_vis_by_kernel(struct hyd_job *job, const struct hyd_vis_call *c);

/* peer_completion.c: peer completion (gex-vis.md 4). */
void hyd_vis_peer_init(struct hyd_job *job);
/* Whether the calling thread has armed a peer completion. */
int hyd_vis_peer_armed(struct hyd_job *job);
/* Tells the target of a put that the data is in place, and disarms the peer completion. */
void hyd_vis_peer_tell(struct hyd_job *job, const struct hyd_vis_call *c);

#endif
