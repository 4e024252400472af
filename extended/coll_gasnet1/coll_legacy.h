/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_legacy.h: a collective of GASNet-1 at one node.
 *
 * Local images begin it one after the other, each with its addresses. The last of them starts it as
 * one collective of the engine (coll.h), with up to three stages: a barrier for
 * GASNET_COLL_IN_ALLSYNC, the work, a barrier for GASNET_COLL_OUT_ALLSYNC. Each stage has a number
 * of its own in the order of the team's collectives.
 *
 * The other synchronisation flags need no work: no data moves from or to a node before its images
 * have begun the collective, and it is not complete at a node before the node's part is.
 */
#ifndef HYD_EXTENDED_COLL_LEGACY_H
#define HYD_EXTENDED_COLL_LEGACY_H

#include "extended/coll_gasnet1/coll_images.h"

enum { HYD_LEGACY_STAGES = 3 };

/* Images: all, the first of each node, or the root. */
enum hyd_legacy_whom { HYD_LEGACY_ALL, HYD_LEGACY_FIRST, HYD_LEGACY_ROOT };

/* A kind of collective. One that moves data is a grid: images that send, by images that get; and
 * whether the buffers of a side have a block for each image of the other. */
struct hyd_legacy_kind {
  const char *name[2];             /* its call; the call with lists of addresses (M) */
  int (*step)(struct hyd_coll *c); /* the step function of the stage that does the work */
  enum hyd_legacy_whom from, to;
  int src_blocks, dst_blocks;
};
extern const struct hyd_legacy_kind hyd_legacy_broadcast, hyd_legacy_scatter, hyd_legacy_gather,
    hyd_legacy_gather_all, hyd_legacy_exchange, hyd_legacy_reduce, hyd_legacy_scan;

enum { HYD_LEGACY_DSTLIST = 1, HYD_LEGACY_SRCLIST = 2 };

/* Arguments of a call. */
struct hyd_legacy_call {
  const char *name;
  const struct hyd_legacy_kind *kind;
  int lists; /* HYD_LEGACY_*LIST: which of dst and src is a list of addresses */
  gasnet_team_handle_t team;
  gasnet_image_t root;
  const void *dst, *src;
  size_t nbytes; /* of a block */
  int flags;
  size_t elem_size, count; /* reductions; nbytes is the product */
  gasnet_coll_fn_handle_t fn;
  int fn_arg;
};

/* A place in the order of a member's transfers: by distance, then in the grid. */
struct hyd_legacy_cursor {
  gex_Rank_t distance;
  uint64_t index;
};

/* Additional members of reductions and scans. */
struct hyd_legacy_reduction {
  gasnet_coll_fn_entry_t fn;
  int fn_arg;
  size_t elem_size, elems;
  char *temp;         /* buffers; freed with the stage */
  char *spare[2];     /* parts of temp */
  const char *so_far; /* scans: the combination up to now */
  struct hyd_stream_in *awaited;
  gex_Rank_t distance;
  void (*work)(struct hyd_legacy *op); /* makes calls of fn, without a lock */
  _Atomic int work_state;              /* enum in coll_legacy.c */
};

struct hyd_legacy {
  struct hyd_legacy *next; /* in one list at a time: forming, held or work */
  struct hyd_coll_team_s *team;
  const struct hyd_legacy_kind *kind;
  uint64_t number; /* its number; by_node: collectives of images that were begun before it */
  /* Local images that have not begun it; that have not synchronised. Under the lock. */
  gasnet_image_t missing, unsynced;
  _Atomic int started; /* S1: release, with `event` set before it; pairs with S2 */
  gex_Event_t event;
  struct hyd_coll *c;
  int by_node; /* GASNET_COLL_NO_IMAGES: nodes take the place of images */
  int flags, stage, over;
  gasnet_image_t root, mine, count; /* the root; the first local image; the local images */
  gex_Rank_t root_node;
  size_t nbytes;
  struct hyd_legacy_cursor in_at, out_at;
  struct hyd_legacy_reduction red;
  void **dst, **src; /* [count] of local images */
  void *addr[];
};

static inline struct hyd_legacy *hyd_legacy_of(struct hyd_coll *c) {
  return (struct hyd_legacy *)(uintptr_t)c->fn_data;
}
/* Number of the first image of a member. */
static inline gasnet_image_t hyd_legacy_first(const struct hyd_legacy *op, gex_Rank_t rank) {
  return op->by_node || op->team->first == NULL ? rank : op->team->first[rank];
}
/* Whether each node has one image. */
static inline int hyd_legacy_has_single_images(const struct hyd_legacy *op) {
  return op->by_node || op->team->first == NULL;
}
static inline int hyd_legacy_at_root(const struct hyd_legacy *op) {
  return op->root_node == op->team->team->pub.rank;
}
/* The root's buffer, at its node. */
static inline void *hyd_legacy_root_dst(const struct hyd_legacy *op) {
  return op->dst[op->root - op->mine];
}

/* coll_legacy_bruck.c: a step of an exchange among nodes of one image each. */
int hyd_legacy_bruck(struct hyd_coll *c, struct hyd_legacy *op);

/* Begins a collective for the calling image; returns what the _nb call returns. */
gasnet_coll_handle_t hyd_legacy_begin(const struct hyd_legacy_call *call);

/* coll_legacy.c: for steps: has fn(op) run where functions of the client may be called, without a
 * lock and not in a handler. Returns 1 when fn has run; then the next call is for the next fn. */
int hyd_legacy_do(struct hyd_legacy *op, void (*fn)(struct hyd_legacy *op));

#endif
