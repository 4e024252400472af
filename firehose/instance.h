/* SPDX-License-Identifier: BSD-3-Clause
 *
 * instance.h: an instance, and the functions that its files call of each other:
 *
 *   calls.c         the interface: hits, requests that wait, releases
 *   local_table.c   local memory: pins and unpins, within the limit
 *   remote_table.c  the firehoses of this node: moves them
 *   target.c        the owner's part: pins buckets for other nodes' firehoses
 *   share.c         how much of this node's memory each other node may hold
 *   merge.c         region-based: one registration in place of several (merge.h)
 *   invalidate.c    registrations whose memory has gone away
 *   messages.c      checks and dispatches control messages (wire.h)
 *
 * Locks: `local.side.lock` and `remote.side.lock`; no thread holds both. The client's functions,
 * malloc and free are called without a lock: a thread that unmaps memory may hold the allocator's
 * lock while it waits for a lock of this library (invalidate.c).
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

/* A MOVE message that was sent: its PENDING slots wait for the reply. */
struct hyd_fh_move {
  struct hyd_fh_move *next;
  uint32_t id, n, nreleased, wanted;
  int ahead;  /* in advance: no request needs the slots yet */
  int merged; /* a union, which the owner may refuse */
  uint32_t *slot;
  uint64_t *released; /* handles of firehoses that are given up */
  uint64_t note_handle;
};

/* A MOVE message of another node: its pins, carried out one after another as local requests. */
struct hyd_fh_job {
  struct hyd_fh_job *next;
  struct fh_request r;
  uint32_t node, id, n, at, nentries, buckets, status, charged;
  uint32_t note_size;
  unsigned char note[FH_NOTE_MAX];
  uint64_t note_first, note_last, note_handle;
  unsigned char *entry; /* entries of the answer so far (wire.h) */
  struct hyd_fh_stretch {
    uint64_t first;
    uint32_t n;
    int merged; /* a union, which may be refused */
  } stretch[];
};

/* State for another node, from the first message on. */
struct hyd_fh_peer {
  /* This node's firehoses there; under the remote lock. */
  struct hyd_fh_victims victims;
  uint64_t used, share; /* buckets */
  uint32_t slots;       /* registrations; page-based: buckets, as below */
  uint32_t share_seq, next_id;
  struct hyd_fh_queue later, coming;
  struct hyd_fh_move *moves;
  struct hyd_fh_chain dead; /* DEAD slots whose handles are to be given back */
  struct hyd_fh_streams streams;
  struct hyd_fh_pieces refused; /* where a union was refused */
  /* The peer's firehoses here; under the local lock. */
  uint64_t held, granted;
  uint32_t held_slots;
  uint32_t granted_seq;
  int tell_share;
  _Atomic int contacted;
  _Atomic uint32_t noted; /* all GONE messages (invalidate.c) up to this one are acknowledged */
  uint64_t noted_ahead;   /* a bit for each later GONE message, from noted + 2 on */
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
      refused;                 /* remains of registrations; where a union was refused (merge.h) */
  struct hyd_fh_table holders; /* by node and slot: how often the node holds the slot */
  uint64_t held, granted;      /* buckets that others hold; that their shares allow */
  uint32_t contacted;          /* nodes that have sent a message */
};

struct hyd_fh_remote {
  struct hyd_fh_side side;
  struct hyd_fh_peer *_Atomic *peer; /* by node, made at the first use */
};

/* Most ranges that other nodes are to be told of; further ones are joined to the last. */
#define FH_GONE 64

struct fh_gone {
  struct {
    uint64_t first, last;
  } range[FH_GONE];
  uint32_t n;
  _Atomic uint32_t seq, settled; /* ranges so far; ranges that all nodes have acknowledged */
  uint32_t told;                 /* GONE messages so far */
};

struct hyd_fh_counters { /* as in struct fh_stats */
  _Atomic uint64_t local_misses, remote_misses, moves, moved, pins, unpins, most_pinned, revived,
      ahead, put_off, won, waited_ns, stale, unwatched, pin_failures, most_slots, merged;
};

struct fh {
  struct fh_config c;
  uint32_t shift;        /* log2 of a bucket's bytes */
  uint32_t slots_most;   /* most slots of a request: as many as a message can name */
  uint64_t m, maxvictim; /* in buckets */
  struct fh_prepinned *prepinned;
  uint64_t f;                                      /* each node's guaranteed share, in buckets */
  uint64_t union_local, union_remote, union_small; /* in buckets (merge.h) */
  uint32_t slots_limit, slots_f; /* most registrations here, and of each node's share */
  struct hyd_fh_local local;
  struct hyd_fh_remote remote;
  struct fh_gone gone;
  _Atomic uint32_t waiting; /* waiting requests, local and remote */
  _Atomic uint32_t untold;  /* shares have changed, and some node has not been told */
  _Atomic uint32_t chores;  /* there may be DEAD slots to unpin or give back */
  struct hyd_fh_counters stats;
};

static inline void hyd_fh_count(_Atomic uint64_t *p, uint64_t n) {
  atomic_fetch_add_explicit(p, n, memory_order_relaxed);
}
/* The last bucket of the request that the slot for bucket b covers. */
static inline uint64_t hyd_fh_span_end(const struct fh *fh, const struct fh_request *r,
                                       uint64_t b) {
  return fh->c.regions ? r->last : b;
}
/* Attempts before precedence, which a request in advance never takes. */
static inline uint32_t hyd_fh_da_limit(const struct fh *fh, const struct fh_request *r) {
  return r->ahead ? UINT32_MAX : fh->c.da_limit;
}
/* By how much n exceeds the limit. */
static inline uint64_t hyd_fh_over(uint64_t n, uint64_t limit) { return n > limit ? n - limit : 0; }
/* What has to be given up so that buckets and registrations are within their limits. */
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

/* Adds a DEAD slot without references to the chain, for the next burial. With the lock. */
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
/* Allocates room for so many slots of the request. 0 or ENOMEM. */
int hyd_fh_request_room(struct fh_request *r, uint32_t slots);
void hyd_fh_request_no_room(struct fh_request *r);
/* Grants or fails a request: sets addr, len and key, and calls the done function if the request has
 * waited. Without locks. */
void hyd_fh_granted(struct fh *fh, struct fh_request *r, int status);
/* Drops the request's references, and frees DEAD slots among them. Without locks. */
void hyd_fh_drop(struct fh *fh, struct fh_request *r);
/* The same with the lock of `s`; DEAD slots are added to the chain. */
void hyd_fh_unrefer_locked(struct fh *fh, struct hyd_fh_side *s, struct hyd_fh_chain *dead,
                           struct fh_request *r);

/* How many buckets are to be requested in advance, and from where on (prefetch.h). With the lock of
 * the streams' side. */
uint64_t hyd_fh_look_ahead(struct fh *fh, struct hyd_fh_streams *streams,
                           const struct fh_request *r, int miss, uint64_t *from);
/* Requests buckets in advance. Without locks. */
void hyd_fh_ask_ahead(struct fh *fh, uint32_t node, uint64_t first, uint64_t n, int local);
/* Frees requests in advance that still wait when the instance is closed. */
void hyd_fh_ahead_forget(struct hyd_fh_queue *q);

/* local_table.c. Serves a local request, or a job's: pins missing buckets. Without locks. */
enum hyd_fh_got hyd_fh_local_attempt(struct fh *fh, struct fh_request *r);
/* Retries waiting jobs of other nodes, then waiting requests. Without locks. */
void hyd_fh_local_serve(struct fh *fh);
/* Queues a request that must wait. */
void hyd_fh_local_put_off(struct fh *fh, struct fh_request *r);
/* Unpins DEAD slots. */
void hyd_fh_local_bury(struct fh *fh);
const struct fh_prepinned *hyd_fh_prepinned_of(const struct fh *fh, uint64_t first, uint64_t last);
int hyd_fh_is_partly_prepinned(const struct fh *fh, uint64_t first, uint64_t last);

/* remote_table.c */
/* The state for a node, made if need be. NULL: out of memory. */
struct hyd_fh_peer *hyd_fh_peer(struct fh *fh, uint32_t node);
/* The state for a node; NULL: there is none. */
struct hyd_fh_peer *hyd_fh_peer_if(struct fh *fh, uint32_t node);
/* Serves a remote request. FH_LATER, FH_COMING: the request is in a queue. */
enum hyd_fh_got hyd_fh_remote_attempt(struct fh *fh, struct fh_request *r, int again);
/* Retries waiting requests to a node. */
void hyd_fh_remote_serve(struct fh *fh, uint32_t node);
/* Gives DEAD slots' handles back to a node. */
void hyd_fh_remote_bury(struct fh *fh, uint32_t node);
/* A MOVED message, the reply to a MOVE. */
struct hyd_fh_moved {
  uint32_t id, status, n;
  const unsigned char *entry; /* n entries (wire.h) */
};
int hyd_fh_remote_moved(struct fh *fh, uint32_t node, const struct hyd_fh_moved *m);

/* target.c */
/* Starts a job, which this function owns from then on. */
int hyd_fh_target_move(struct fh *fh, uint32_t node, struct hyd_fh_job *job, uint64_t wanted);
void hyd_fh_job_free(struct hyd_fh_job *job);
/* A node has released these handles. */
int hyd_fh_target_released(struct fh *fh, uint32_t node, const unsigned char *handles, uint32_t n);
/* Takes back what a lost node holds. */
void hyd_fh_target_lost(struct fh *fh, uint32_t node);
/* Continues a job. 1: the job is done, and its answer sent. */
int hyd_fh_target_run(struct fh *fh, struct hyd_fh_job *job);

/* share.c. With the local lock: the node's first message has arrived; the node wants more. */
void hyd_fh_share_contact(struct fh *fh, struct hyd_fh_peer *p);
void hyd_fh_share_ask(struct fh *fh, struct hyd_fh_peer *p, uint64_t wanted);
/* Sends their new shares to nodes. Without locks. */
void hyd_fh_share_tell(struct fh *fh);
/* At the holder, with the remote lock: gives back idle firehoses beyond its share. */
void hyd_fh_share_shrink(struct fh *fh, struct hyd_fh_peer *p);
/* At the holder: a SHARE message has arrived. */
void hyd_fh_share_told(struct fh *fh, uint32_t node, uint32_t seq, uint64_t share);

/* invalidate.c. Whether the local table knows of all memory that has gone away. */
static inline int hyd_fh_is_current(const struct fh *fh) {
  const struct fh_watch *w = fh->c.watcher;
  return w == NULL || (fh_watch_settled(w) && !(fh->c.strict && fh_watch_check(w)));
}
/* Waits until the table does, while the watching thread works on it. Without locks. */
void hyd_fh_catch_up(struct fh *fh);
void hyd_fh_gone_input(struct fh *fh, uint32_t node, uint32_t seq, const unsigned char *ranges,
                       uint32_t n);
void hyd_fh_gone_acknowledged(struct fh *fh, uint32_t node, uint32_t seq);

#endif
