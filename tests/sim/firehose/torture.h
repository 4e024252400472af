/* SPDX-License-Identifier: BSD-3-Clause
 *
 * torture.h: nodes of one process on real memory: each node's memory is a row of places, stretches
 * of pages that lie across buckets, and that are replaced as wholes, in any of the ways there are
 * (torture_kinds.h).
 *
 * `turn` of a place is odd from before its memory changes until fh_settle has returned. A transfer
 * is exact, so that each byte must arrive, if the place's turn was even when its request began and
 * is the same after the bytes were looked at. In ordered plans the program is a decent one that
 * changes no memory while it uses it (`users`): there all transfers are exact, and it is neighbours
 * in the same bucket that change meanwhile. In racing plans no node waits for another.
 */
#ifndef FH_TEST_TORTURE_H
#define FH_TEST_TORTURE_H

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>

#include "firehose/firehose.h"
#include "firehose/memory_watch.h"
#include "tests/sim/firehose/dma.h"
#include "contrib/tools/sim/firehose/post.h"
#include "contrib/tools/sim/rng.h"

#define NODES 3u
#define PLACES 12u /* of a node */
#define LONGEST 9u /* pages of a place */
#define BUCKET_PAGES 4u
#define PAGE 4096u /* firehose knows no smaller bucket, and the watch no other page */
#define BUCKET (BUCKET_PAGES * PAGE)

/* What memory a place has: of a bit each. */
enum sort { PRIVATE = 1, SHARED = 2, SYSV = 4, BRK = 8 };

struct place {
  char *at;
  unsigned pages, half; /* which half of the file a SHARED one shows */
  off_t offset;         /* in that */
  enum sort sort;
  _Atomic uint32_t turn;
  _Atomic int users, closed; /* closed: to new users */
};

struct plan {
  const struct kind *kind; /* NULL: all */
  int racing, regions;
  int anywhere; /* memory comes from wherever mmap puts it, and goes at once; no places */
};

struct node {
  struct torture *in;
  uint32_t node;
  _Atomic(struct fh *) fh;
  struct dma dma;
  _Atomic uint32_t pins;
  struct post post;
  struct place place[PLACES];
  char *parking; /* room for the longest place, twice */
};

struct torture {
  const struct plan *plan;
  struct fh_watch *watch;
  struct node node[NODES];
  _Atomic int stop, working;
  _Atomic uint64_t changes, exact, doubtful, refused;
  _Atomic(const char *) wrong;
  _Atomic int status; /* of a request that failed */
  char *arena;
  size_t arena_size;
};

struct worker {
  struct node *n;
  struct sim_rng rng;
  pthread_t thread;
  unsigned lane; /* its words of each page */
  uint64_t value;
  int pipe[2];
};

void torture_wrong(struct torture *t, const char *what);
/* A request, with this. */
void torture_failed(struct torture *t, int status);

/* torture_node.c. 0; 77 and *why: not here; -1 and *why. */
int torture_open(struct torture *t, const struct plan *plan, const char **why);
/* All threads have ended. */
void torture_close(struct torture *t);
void torture_poll(struct node *n);

/* torture_place.c. 0, or an errno. */
int places_open(struct torture *t);
void places_close(struct torture *t);
/* Changes a place in one of the ways that the plan has, and says all that must be said. NULL: it
 * has none for it. */
const struct kind *place_change(struct node *n, struct place *p, struct sim_rng *rng);
/* An ordered plan's transfer uses it: 0: not now. */
int place_use(struct place *p);
void place_unuse(struct place *p);

/* Threads; of torture_transfer.c, torture_wander.c, torture_change.c. */
void *torture_transfer(void *worker);
void *torture_wander(void *worker);
void *torture_change(void *worker);

#endif
