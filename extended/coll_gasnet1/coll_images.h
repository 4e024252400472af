/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_images.h: the state of GASNet-1's collectives in a job: images, reduction functions, and
 * teams of images. The images of a team are numbered node by node.
 *
 * Locks: hyd_images.lock is taken before the engine's (coll.h), never inside.
 */
#ifndef HYD_EXTENDED_COLL_IMAGES_H
#define HYD_EXTENDED_COLL_IMAGES_H

#include "extended/teams/barrier.h"
#include "extended/coll/coll.h"

struct hyd_legacy; /* one collective at this node, coll_legacy.h */
struct hyd_legacy_part;

/* A local image's state on a team; used by its thread only. */
struct hyd_image {
  uint64_t begun; /* collectives that it has begun, except collectives of nodes */
  /* Begun with GASNET_COLL_AGGREGATE and not yet closed; last first. */
  struct hyd_legacy_part *together;
  int notified; /* it is in a barrier phase of images */
  uint64_t phase;
};

struct hyd_team_barrier {           /* under the lock */
  gasnet_image_t gathered;          /* local images that have notified */
  struct hyd_consensus gathering;   /* their consensus */
  struct hyd_consensus sum, result; /* of the running phase; of the last one */
  uint64_t begun, done;             /* phases */
  int plain; /* the last barrier of GASNET_TEAM_ALL was that of gasnet.h, which has the result */
  gex_Event_t event;
  struct hyd_image node; /* stands for the node in phases without images */
};

struct hyd_coll_team_s {
  struct hyd_team *team;
  gasnet_image_t *first;      /* [size + 1]: first image of each member; NULL: each has one */
  gasnet_image_t mine, count; /* this node's first image; how many it has */
  gasnet_image_t total;
  struct hyd_image *image; /* [count] */
  /* Under the lock. */
  struct hyd_legacy *forming; /* collectives that some local images have begun, others not */
  struct hyd_legacy *held;    /* collectives of nodes that wait for one that forms */
  uint64_t started;           /* collectives of images that were started */
  struct hyd_team_barrier bar;
};

struct hyd_images {
  pthread_mutex_t lock;
  gasnet_image_t *first;    /* [job size + 1], or NULL */
  gasnet_image_t announced; /* local images that have called gasnet_coll_init; under the lock */
  _Atomic int ready;        /* all images have. I1: release by the last one, pairs with I2 */
  gasnet_coll_fn_entry_t *fn;
  size_t fn_count;
  struct hyd_coll_team_s *all; /* one image for each node, until gasnet_coll_init says otherwise */
  /* Calls of clients' functions, which polls make without any lock (coll_legacy.c). */
  pthread_mutex_t work_lock, working;
  struct hyd_legacy *work;
};

void hyd_images_init(struct hyd_job *job);
/* Makes the checks of a call, and returns its team; fatal if there is none. */
struct hyd_coll_team_s *hyd_images_team(gasnet_team_handle_t team, const char *call);
/* The calling thread's image on the team; fatal if the thread is no image. */
struct hyd_image *hyd_images_self(struct hyd_coll_team_s *t, const char *call);

/* coll_legacy.c: calls clients' functions; called by polls. */
int hyd_legacy_progress(struct hyd_job *job);

#endif
