/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fh_watch_cache.h: the smallest cache of registrations on a watch, with a device that has really
 * pinned its pages. To pin is to put the first word of each page of a bucket into a pipe by
 * vmsplice, by reference; the device reads by tee. What it reads are the pages pinned, whatever is
 * mapped there now: as a network card would. (A pipe doesn't pin as firmly as a card: fork would
 * part page and process. So no fork here.)
 */
#ifndef FH_WATCH_CACHE_H
#define FH_WATCH_CACHE_H

#include <pthread.h>
#include <stdint.h>

#include "firehose/memory_watch.h"

#define BUCKET_PAGES 4u
#define SLOTS 64u

enum slot_state { SLOT_FREE, SLOT_PENDING, SLOT_KEPT };

struct slot {
  uintptr_t lo; /* of the bucket */
  enum slot_state state;
  int spoiled; /* gone was told of it while it was pending */
  int pipe[2];
};

struct cache {
  struct fh_watch *watch;
  uintptr_t page, bucket; /* sizes */
  pthread_mutex_t lock;   /* of what follows */
  struct slot slot[SLOTS];
  uint64_t killed;                    /* entries in use that gone ended */
  uint64_t needless;                  /* those of a page that no thread was changing */
  int (*is_changing)(uintptr_t page); /* of a page; may be NULL */
};

/* 0, or -1 and *why. */
int cache_open(struct cache *c, uintptr_t page, const char **why);
void cache_close(struct cache *c);

/* Counts from 0 again, and asks is_changing (may be NULL) which pages a thread is changing. */
void cache_begin(struct cache *c, int (*is_changing)(uintptr_t page));

/* What gone has counted since cache_begin. */
void cache_counts(struct cache *c, uint64_t *killed, uint64_t *needless);

/* What the device finds at addr, an address of a page's start; 0: nothing is kept there. */
int cache_read(struct cache *c, uintptr_t addr, int scratch[2], uint64_t *word);

/* Keeps the bucket of addr, if it may be kept. */
void cache_fill(struct cache *c, uintptr_t addr);

#endif
