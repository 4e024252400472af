/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory_watch_int.h: the inside of a watch, for memory_watch.c, memory_watch_open.c and
 * memory_watch_add.c.
 *
 * One mapping, two parts: `pub`, which a child made by fork finds zeroed (MADV_WIPEONFORK), and
 * the rest a page or more behind it, where the child finds the descriptors that it must not use.
 */
#ifndef HYD_FIREHOSE_MEMORY_WATCH_INT_H
#define HYD_FIREHOSE_MEMORY_WATCH_INT_H

#include <pthread.h>
#include <sys/types.h>

#include "firehose/memory_watch.h"

#define FH_WATCH_PAGE 65536 /* no page of the processors at hand is larger */
#define FH_DISCARDS 64

/* A discard whose event was read, and which may not have been carried out yet. */
struct hyd_fh_discard {
  uintptr_t lo, hi;
  uint64_t ran_ns; /* when its thread was known to have run again; 0: not known */
};

struct hyd_fh_watcher {
  _Alignas(FH_WATCH_PAGE) struct fh_watch pub;
  _Alignas(FH_WATCH_PAGE) int uffd; /* closed by the watching thread */
  int maps, stop;
  pid_t pid; /* of the process that opened the watch */
  fh_watch_gone_fn *gone;
  void *ctx;
  pthread_t thread;
  void *scratch;             /* page for try_kernel */
  _Atomic uint32_t sleepers; /* threads in fh_watch_settle */
  /* Guards what follows; held for a few instructions and at most a short system call. */
  pthread_mutex_t lock;
  uintptr_t lo, hi; /* all registered memory lies within */
  uint32_t moves;   /* mappings that were moved with their registration */
  uint32_t discards;
  struct hyd_fh_discard discard[FH_DISCARDS];
};

static inline struct hyd_fh_watcher *hyd_fh_watcher(const struct fh_watch *w) {
  return (struct hyd_fh_watcher *)w;
}

/* Whether no thread watches: in a child made by fork, or because the program closed the descriptor.
 */
static inline int hyd_fh_watch_is_dead(const struct fh_watch *w) {
  return atomic_load_explicit(&w->round, memory_order_relaxed) == 0;
}

/* The watching thread's body. */
void *hyd_fh_watch_thread(void *in);

/* These three are called by the watching thread. Memory at [lo, hi) is about to be discarded. */
void hyd_fh_watch_note_discard(struct hyd_fh_watcher *in, uintptr_t lo, uintptr_t hi);
/* Memory at [lo, hi) was unmapped. */
void hyd_fh_watch_note_unmap(struct hyd_fh_watcher *in, uintptr_t lo, uintptr_t hi);
/* Registered memory was moved to [lo, hi). */
void hyd_fh_watch_note_move(struct hyd_fh_watcher *in, uintptr_t lo, uintptr_t hi);

/* Ends all registrations, while the watching thread still runs. */
void hyd_fh_watch_forget_all(struct hyd_fh_watcher *in);

#endif
