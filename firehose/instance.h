/* SPDX-License-Identifier: BSD-3-Clause
 *
 * instance.h: an instance, and what its files do for each other:
 *
 *   calls.c   the interface's calls: hits; requests that must wait; releases
 *   local_table.c     the local bucket table: pins and unpins, within the limit
 *   remote_table.c    the firehose table: moves of firehoses, by the node that holds them
 *   target.c    what a node does for the firehoses of others
 *   share.c     how many firehoses each node may have here, and how many this one has there
 *   merge.c     region-based: one registration in place of several (merge.h)
 *   invalidate.c      registrations whose memory has gone
 *   messages.c     control messages (wire.h), checked
 *
 * Locks: `local.side.lock` and `remote.side.lock`, never both. The client's functions, and free and
 * malloc, are called without: a thread that unmaps memory may wait for us with the allocator's lock
 * (invalidate.c).
 */
#ifndef HYD_FIREHOSE_INSTANCE_H
#define HYD_FIREHOSE_INSTANCE_H

#include <errno.h>

#include "firehose/prefetch.h"
#include "firehose/firehose.h"
#include "firehose/merge.h"
#include "firehose/victims.h"
#include "firehose/memory_watch.h"

#define FH_MESSAGE_MAX 4096

enum hyd_fh_request_state { FH_NEW, FH_GRANTED };

struct hyd_fh_queue {
  struct fh_request *head, *tail;
};

/* Firehoses on their way: PENDING slots of a node, until its reply. */
struct hyd_fh_move {
  struct hyd_fh_move *next;
  uint32_t id, n, nreleased, wanted;
  int ahead;  /* no request needs it yet */
  int merged; /* more than was asked for: may be refused */
  uint32_t *slot;
  uint64_t *released; /* handles */
  uint64_t note_handle;
};

/* What another node asks for here: its pins, one after another, as local requests. */
struct hyd_fh_job {
  struct hyd_fh_job *next;
  struct fh_request r;
  uint32_t node, id, n, at, nentries, buckets, status, charged;
  uint32_t note_size;
  unsigned char note[FH_NOTE_MAX];
  uint64_t note_first, note_last, note_handle;
  unsigned char *entry; /* of the answer, as they are known */
  struct hyd_fh_stretch {
    uint64_t first;
    uint32_t n;
    int merged; /* it may be refused */
  } stretch[];
};

/* What is kept of another node, from the first message on. */
struct hyd_fh_peer {
  /* This node's firehoses there; with the remote lock. */
  struct hyd_fh_victims victims;
  uint64_t used, share; /* buckets */
  uint32_t slots;       /* registrations; page-based: buckets, as below */
  uint32_t share_seq, next_id;
  struct hyd_fh_queue later, coming;
  struct hyd_fh_move *moves;
  struct hyd_fh_chain dead; /* DEAD slots whose handles are to be given back */
  struct hyd_fh_streams streams;
  struct hyd_fh_pieces refused; /* unions */
  /* Its firehoses here; with the local lock. */
  uint64_t held, granted;
  uint32_t held_slots;
  uint32_t granted_seq;
  int tell_share;
  _Atomic int contacted;
  uint64_t noted_ahead;   /* of GONE messages (invalidate.c), a bit for each after `noted` + 1 */
  _Atomic uint32_t noted; /* all up to this one are acknowledged */
  _Atomic int lost;
};

struct hyd_fh_local {
  struct hyd_fh_side side;
  struct hyd_fh_victims victims;
  uint64_t pinned, limit; /* buckets */
  uint32_t slots;         /* registrations; page-based: buckets */
  struct hyd_fh_queue later;
  struct hyd_fh_job *jobs, **jobs_end;
  int serving, again;
  struct hyd_fh_chain dead; /* DEAD slots to unpin */
  struct hyd_fh_streams streams;
  struct hyd_fh_pieces pieces,
      refused; /* what is left of registrations; where no union was to be had (merge.h) */
  struct hyd_fh_table holders; /* by node and slot: how often it is held */
  uint64_t held, granted;      /* by and to others */
  uint32_t contacted;
};

struct hyd_fh_remote {
  struct hyd_fh_side side;
  struct hyd_fh_peer *_Atomic *peer; /* by node, made on first use */
};

#define FH_GONE 64 /* ranges that wait to be told; more are joined to one */

struct fh_gone {
  struct {
    uint64_t first, last;
  } range[FH_GONE];
  uint32_t n;
  _Atomic uint32_t seq, settled; /* ranges so far; how many all nodes have acknowledged */
  uint32_t told;                 /* GONE messages so far */
};

struct hyd_fh_counters { /* as in struct fh_stats */
  _Atomic uint64_t local_misses, remote_misses, moves, moved, pins, unpins, most_pinned, revived,
      ahead, put_off, won, waited_ns, stale, unwatched, pin_failures, most_slots, merged;
};

struct fh {
  struct fh_config c;
  uint32_t shift;        /* of a bucket */
  uint32_t slots_most;   /* of a request: what a message can name */
  uint64_t m, maxvictim; /* buckets */
  struct fh_prepinned *prepinned;
  uint64_t f;                                      /* buckets of each node's guaranteed share */
  uint64_t union_local, union_remote, union_small; /* buckets (merge.h) */
  uint32_t slots_limit, slots_f; /* registrations here; of each node's share. Without a bound: what
                                    is never reached */
  struct hyd_fh_local local;
  struct hyd_fh_remote remote;
  struct fh_gone gone;
  _Atomic uint32_t waiting; /* requests that are put off, here or there */
  _Atomic uint32_t untold;  /* shares have changed, and not all nodes have been told */
  _Atomic uint32_t chores;  /* there are dead slots to unpin or give back */
  struct hyd_fh_counters stats;
};

static inline void hyd_fh_count(_Atomic uint64_t *p, uint64_t n) {
  atomic_fetch_add_explicit(p, n, memory_order_relaxed);
}
/* The last bucket that one slot of a request serves which begins at bucket b. */
static inline uint64_t hyd_fh_span_end(const struct fh *fh, const struct fh_request *r,
                                       uint64_t b) {
  return fh->c.regions ? r->last : b;
}
/* Attempts before precedence: a request ahead takes none. */
static inline uint32_t hyd_fh_da_limit(const struct fh *fh, const struct fh_request *r) {
  return r->ahead ? UINT32_MAX : fh->c.da_limit;
}
/* By how much n exceeds the limit. */
static inline uint64_t hyd_fh_over(uint64_t n, uint64_t limit) { return n > limit ? n - limit : 0; }
/* What has to be given up where so many buckets and registrations exceed their limits. */
static inline struct hyd_fh_room hyd_fh_room_over(uint64_t buckets, uint64_t limit, uint64_t slots,
                                                  uint64_t slots_limit) {
  return (struct hyd_fh_room){hyd_fh_over(buckets, limit),
                              (uint32_t)hyd_fh_over(slots, slots_limit)};
}
static inline int hyd_fh_room_is(struct hyd_fh_room r) { return r.buckets || r.slots; }
static inline uint64_t hyd_fh_bytes(const struct fh *fh, uint64_t buckets) {
  return buckets << fh->shift;
}
static inline struct hyd_fh_plan hyd_fh_plan_of(const struct fh *fh, const struct fh_request *r,
                                                uint64_t missing) {
  return (struct hyd_fh_plan){.e = {r->first, r->last, {0}},
                              .missing = missing,
                              .slots = fh->c.regions ? 1 : missing};
}
static inline void hyd_fh_lock(struct hyd_fh_side *s) { pthread_mutex_lock(&s->lock); }
static inline void hyd_fh_unlock(struct hyd_fh_side *s) { pthread_mutex_unlock(&s->lock); }

/* DEAD slots without references, for the next burial. With the lock. */
static inline void hyd_fh_dead_add(struct fh *fh, struct hyd_fh_side *s, struct hyd_fh_chain *c,
                                   uint32_t i) {
  hyd_fh_chain_add(s, c, i);
  atomic_store_explicit(&fh->chores, 1,
                        memory_order_relaxed); /* a hint: the chain is read with the lock */
}

/* calls.c */
void hyd_fh_queue_push(struct hyd_fh_queue *q, struct fh_request *r);
struct fh_request *hyd_fh_queue_pop(struct hyd_fh_queue *q);
void hyd_fh_queue_push_front(struct hyd_fh_queue *q, struct fh_request *r);
/* Room for as many slots as the request can have: 0, ENOMEM. */
int hyd_fh_request_room(struct fh_request *r, uint32_t slots);
void hyd_fh_request_no_room(struct fh_request *r);
/* Sets addr, len and key, and calls the done function if the request was put off. Without locks. */
void hyd_fh_granted(struct fh *fh, struct fh_request *r, int status);
/* Gives back what a request refers to, and frees what is dead of it. Without locks. */
void hyd_fh_drop(struct fh *fh, struct fh_request *r);
/* The same with the lock of `s`; what is dead is added to the chain. */
void hyd_fh_unrefer_locked(struct fh *fh, struct hyd_fh_side *s, struct hyd_fh_chain *dead,
                           struct fh_request *r);

/* How much is to be asked for ahead, and from where on (prefetch.h); with the lock of the side
 * whose streams they are. And asks for it; without locks. */
uint64_t hyd_fh_look_ahead(struct fh *fh, struct hyd_fh_streams *streams,
                           const struct fh_request *r, int miss, uint64_t *from);
void hyd_fh_ask_ahead(struct fh *fh, uint32_t node, uint64_t first, uint64_t n, int local);
/* Requests ahead that are still on their way at the end. */
void hyd_fh_ahead_forget(struct hyd_fh_queue *q);

/* local_table.c. Serves a local request, or a job's: pins what is missing. Without locks. */
enum hyd_fh_got hyd_fh_local_attempt(struct fh *fh, struct fh_request *r);
/* Tries what was put off, others' jobs first. Without locks. */
void hyd_fh_local_serve(struct fh *fh);
void hyd_fh_local_put_off(struct fh *fh, struct fh_request *r);
/* Unpins DEAD slots. */
void hyd_fh_local_bury(struct fh *fh);
const struct fh_prepinned *hyd_fh_prepinned_of(const struct fh *fh, uint64_t first, uint64_t last);
int hyd_fh_is_partly_prepinned(const struct fh *fh, uint64_t first, uint64_t last);

/* remote_table.c */
struct hyd_fh_peer *hyd_fh_peer(struct fh *fh, uint32_t node); /* NULL: no memory */
struct hyd_fh_peer *hyd_fh_peer_if(struct fh *fh, uint32_t node);
enum hyd_fh_got hyd_fh_remote_attempt(struct fh *fh, struct fh_request *r,
                                      int again); /* LATER, COMING: it is in a queue */
void hyd_fh_remote_serve(struct fh *fh, uint32_t node);
void hyd_fh_remote_bury(struct fh *fh, uint32_t node);
/* A move's reply. */
struct hyd_fh_moved {
  uint32_t id, status, n;
  const unsigned char *entry; /* n of wire.h's */
};
int hyd_fh_remote_moved(struct fh *fh, uint32_t node, const struct hyd_fh_moved *m);

/* target.c */
int hyd_fh_target_move(struct fh *fh, uint32_t node, struct hyd_fh_job *job,
                       uint64_t wanted); /* takes the job */
void hyd_fh_job_free(struct hyd_fh_job *job);
int hyd_fh_target_released(struct fh *fh, uint32_t node, const unsigned char *handles, uint32_t n);
/* What a lost node holds. */
void hyd_fh_target_lost(struct fh *fh, uint32_t node);
/* Goes on with a job: 1 = it is done, and answered. */
int hyd_fh_target_run(struct fh *fh, struct hyd_fh_job *job);

/* share.c. With the local lock. */
void hyd_fh_share_contact(struct fh *fh, struct hyd_fh_peer *p);
void hyd_fh_share_ask(struct fh *fh, struct hyd_fh_peer *p, uint64_t wanted);
/* Tells nodes whose share has changed. Without locks. */
void hyd_fh_share_tell(struct fh *fh);
/* By the holder, with the remote lock: it has more than its share: gives back what is idle of
 * it. */
void hyd_fh_share_shrink(struct fh *fh, struct hyd_fh_peer *p);
void hyd_fh_share_told(struct fh *fh, uint32_t node, uint32_t seq, uint64_t share);

/* invalidate.c. Whether the local table knows of all that has gone. */
static inline int hyd_fh_is_current(const struct fh *fh) {
  const struct fh_watch *w = fh->c.watcher;
  return w == NULL || (fh_watch_settled(w) && !(fh->c.strict && fh_watch_check(w)));
}
/* Waits until it does, no longer than that is worked on. Without locks. */
void hyd_fh_catch_up(struct fh *fh);
void hyd_fh_gone_input(struct fh *fh, uint32_t node, uint32_t seq, const unsigned char *ranges,
                       uint32_t n);
void hyd_fh_gone_acknowledged(struct fh *fh, uint32_t node, uint32_t seq);

#endif
