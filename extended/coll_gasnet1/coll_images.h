/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_images.h: what GASNet-1's collectives know of a job: its images, its reduction functions,
 * and the teams as images see them. Images of a team are numbered node by node.
 *
 * Locks: hyd_images.lock is taken before the engine's (coll.h), never inside.
 */
#ifndef HYD_EXTENDED_COLL_IMAGES_H
#define HYD_EXTENDED_COLL_IMAGES_H

#include "extended/teams/barrier.h"
#include "extended/coll/coll.h"

struct hyd_legacy; /* one collective at this node, coll_legacy.h */
struct hyd_legacy_part;

/* What one local image does on a team; used by its thread only. */
struct hyd_image {
  uint64_t begun; /* collectives it has begun, but for those of nodes */
  /* begun with GASNET_COLL_AGGREGATE, not yet closed; last first */
  struct hyd_legacy_part *together;
  int notified; /* a barrier phase of images */
  uint64_t phase;
};

struct hyd_team_barrier {           /* under the lock */
  gasnet_image_t gathered;          /* local images that have notified */
  struct hyd_consensus gathering;   /* what they said */
  struct hyd_consensus sum, result; /* of the phase under way; of the last one */
  uint64_t begun, done;             /* phases */
  gex_Event_t event;
  struct hyd_image node; /* stands for the node in phases without images */
};

struct hyd_coll_team_s {
  struct hyd_team *team;
  gasnet_image_t *first; /* [size + 1]: image numbers where each member's begin; NULL: one each */
  gasnet_image_t mine, count; /* this node's: the first, how many */
  gasnet_image_t total;
  struct hyd_image *image;    /* [count] */
  struct hyd_legacy *forming; /* some local images have begun it, others not; under the lock */
  struct hyd_legacy *held;    /* of nodes, behind one that forms; under the lock */
  uint64_t started;           /* collectives of images; under the lock */
  struct hyd_team_barrier bar;
};

struct hyd_images {
  pthread_mutex_t lock;
  gasnet_image_t *first;    /* [job size + 1], or NULL */
  gasnet_image_t announced; /* local images that have called gasnet_coll_init; under the lock */
  _Atomic int ready;        /* all have. I1: release by the last of them, pairs with I2 */
  gasnet_coll_fn_entry_t *fn;
  size_t fn_count;
  struct hyd_coll_team_s *all; /* one image for each node, until gasnet_coll_init says otherwise */
  /* Functions of clients to be called, which is done by poll without any lock
   * (coll_legacy.c). */
  pthread_mutex_t work_lock, working;
  struct hyd_legacy *work;
};

void hyd_images_init(struct hyd_job *job);
/* Fatal unless the handle is one of a team; makes all checks of a call. */
struct hyd_coll_team_s *hyd_images_team(gasnet_team_handle_t team, const char *call);
/* What the calling thread does on the team; fatal if it is no image. */
struct hyd_image *hyd_images_self(struct hyd_coll_team_s *t, const char *call);

/* coll_legacy.c: called by poll. */
int hyd_legacy_progress(struct hyd_job *job);

#endif
