/* SPDX-License-Identifier: BSD-3-Clause
 *
 * nv.h: what the files of libhydrant_netvm share.
 *
 * Data goes by keyed transfers (hyd_paged.h). What one rank tells another besides (signals, links
 * and turns of locks and queues) is an update of the other's control block: by the processor, where
 * it is mapped here; else by a note, whose function makes the same update there (post.c).
 */
#ifndef HYD_NETVM_NV_H
#define HYD_NETVM_NV_H

#include <pthread.h>
#include <stdatomic.h>

#include "contrib/layers/netvm/course.h"
#include "contrib/layers/netvm/netvm.h"

/* --- control blocks --------------------------------------------------------------------------- */

#define HYD_NV_MAGIC 0x48796e76u

struct hyd_nv_event {
  _Alignas(64) _Atomic uint64_t signals; /* of any rank */
  _Atomic uint32_t armed;
  _Alignas(64) _Atomic uint64_t acks; /* of the owner; senders look only if it is armed */
};
/* A rank's place in a lock or queue. Both words are zero while it stands in none. */
struct hyd_nv_node {
  _Alignas(64) _Atomic uint32_t follower; /* id + 1 */
  _Atomic uint32_t turn;                  /* 1 + how many are left */
};
struct hyd_nv_control {
  uint32_t magic;
  _Alignas(64) _Atomic uint32_t sleepers; /* C1: posts ring if there is one */
  struct hyd_nv_event event[HYD_NV_EVENTCOUNTS];
  struct hyd_nv_node node[HYD_NV_NODES];
  /* Of the last message in each slot, at its receiver: its number << 32 | its bytes. */
  _Alignas(64) _Atomic uint64_t sent[HYD_NV_CHANNELS][HYD_NV_SLOTS];
  struct hyd_nv_event room[HYD_NV_CHANNELS]; /* slots given back, at their sender */
};

/* --- the rank --------------------------------------------------------------------------------- */

enum hyd_nv_handler_index { HYD_NV_H_RING, HYD_NV_H_INTERRUPT, HYD_NV_HANDLERS };

enum hyd_nv_use { HYD_NV_NOTHING, HYD_NV_EXPORTED, HYD_NV_IMPORTED };
struct hyd_nv_segment {
  struct hyd_paged_range range;
  uint32_t generation;
  enum hyd_nv_use use;
};

/* --- updates of control blocks (post.c) ------------------------------------------------------- */

enum hyd_nv_word {
  HYD_NV_SIGNAL,      /* event `index` */
  HYD_NV_ONE_SHOT,    /* notification `index`: always by a note, which keeps the order */
  HYD_NV_FOLLOWER_IS, /* of node `index`: id `value` */
  HYD_NV_TURN_IS,     /* of node `index`: `value` are left */
  HYD_NV_SENT,        /* in channel index / SLOTS, slot index % SLOTS: the message `value` */
  HYD_NV_ROOM         /* in channel `index`: `value` slots */
};
struct hyd_nv_update {
  enum hyd_nv_word word;
  uint32_t index;
  uint64_t value;
};

/* --- transfers that are not complete ---------------------------------------------------------- */

struct hyd_nv_flights {
  gex_Event_t *at; /* [room], a power of two; from first on, n of them */
  uint32_t first, n, room;
  gex_Rank_t rank;
  int refused; /* error_p of all of them; what a fence returns */
};

struct hyd_nv_peer {
  struct hyd_nv_control *control; /* mapped here, or NULL */
  const char *arena;              /* in its owner's addresses */
  struct hyd_paged_range door;    /* for notes to it; size 0: not imported yet */
  struct hyd_nv_flights puts;
};

enum hyd_nv_stand_use { HYD_NV_IN_LOCK, HYD_NV_IN_QUEUE };
struct hyd_nv_stand { /* this rank's use of a node */
  enum hyd_nv_stand_use use;
  gex_Rank_t rank; /* where the object lies */
  uint64_t at;     /* in that rank's arena */
};

enum hyd_nv_pipe_use { HYD_NV_NO_PIPE, HYD_NV_RECEIVER, HYD_NV_SENDER };
struct hyd_nv_pipe { /* one end of a channel */
  enum hyd_nv_pipe_use use;
  uint32_t generation;
  hyd_nv_seg_t seg; /* the receiver's memory: an export there, an import at the sender */
  gex_Rank_t peer;
  uint32_t other;             /* the channel's number there */
  uint32_t slots, next, room; /* room: slots that may be filled; that were freed and not told */
  uint32_t number;            /* of the last message */
  uint32_t received;          /* the same, of all channels that this was the receiver of */
  size_t bytes;
  char *memory; /* at the receiver */
};

struct hyd_nv_arm {
  hyd_nv_handler *handler;
  void *arg;
};

struct hyd_nv {
  gex_Client_t client;
  gex_EP_t ep;
  gex_TM_t tm;
  gex_Rank_t rank, ranks;
  gex_MK_t kind;
  gex_Segment_t segment;
  char *arena; /* this rank's; the first page is the library's */
  size_t bytes, head;
  struct hyd_nv_control *control; /* this rank's */
  struct hyd_nv_peer *peer;
  gex_AM_Index_t handler[HYD_NV_HANDLERS];
  struct hyd_nv_segment *segments;
  uint32_t segments_room;
  struct hyd_nv_flights gets;
  uint32_t putting; /* flights of all peers */
  struct hyd_nv_stand stand[HYD_NV_NODES];
  uint64_t standing; /* bits: nodes in use */
  struct hyd_nv_arm arm[HYD_NV_EVENTCOUNTS];
  struct hyd_nv_pipe pipe[HYD_NV_CHANNELS];
  uint32_t pipes; /* that were made: the next one's number */
  int in_handler;
  struct { /* armed notifications with signals; by interrupts, taken by the dispatcher */
    pthread_mutex_t lock;
    uint32_t at[HYD_NV_EVENTCOUNTS]; /* each at most once at a time */
    unsigned char in[HYD_NV_EVENTCOUNTS];
    uint32_t first, n;
    _Atomic uint32_t any;
  } interrupts;
  struct { /* one-shot notifications */
    pthread_mutex_t lock;
    uint32_t *at;
    uint32_t first, n, room;
    _Atomic uint32_t any;
  } queue;
  char why[400];
};
extern struct hyd_nv hyd_nv_the;

/* --- errors (check.c) ------------------------------------------------------------------------ */

/* Notes the line, prints it, returns the code. */
int hyd_nv_fail(int code, const char *call, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* 0, or the code after a line: the rank is registered; is not in a handler. */
int hyd_nv_check_ready(const char *call);
int hyd_nv_check_may_wait(const char *call);
/* Besides: a live segment, with n bytes at the offset, which is a multiple of `align`, a power of
 * two. */
int hyd_nv_check_range(const char *call, hyd_nv_seg_t seg, uint64_t offset, size_t n,
                       uint32_t align, const struct hyd_paged_range **range_p);
/* The same of a word, lock or queue, by a call that may wait. */
int hyd_nv_check_object(const char *call, hyd_nv_seg_t seg, uint64_t offset, uint32_t size,
                        const struct hyd_paged_range **range_p);
int hyd_nv_check_event(const char *call, uint32_t notf);
/* What hyd_paged.h has answered. */
int hyd_nv_check_answer(const char *call, int error, gex_Rank_t rank);

/* --- segments.c ------------------------------------------------------------------------------ */

struct hyd_nv_segment *hyd_nv_segment(hyd_nv_seg_t seg); /* NULL: none */

/* --- transfer.c ------------------------------------------------------------------------------ */

/* What is complete is forgotten. */
void hyd_nv_retire(struct hyd_nv_flights *f);
void hyd_nv_wait_for(struct hyd_nv_flights *f);
void hyd_nv_wait_for_puts(void);
void hyd_nv_add_flight(struct hyd_nv_flights *f, gex_Event_t event); /* may be INVALID */
/* n bytes and an update at the owner, once all earlier writes to it are in place. */
int hyd_nv_write_update(const char *call, const struct hyd_paged_range *r, uint64_t offset,
                        const void *addr, size_t n, int keeps, const struct hyd_nv_update *u);

/* --- post.c ---------------------------------------------------------------------------------- */

/* After all that this rank has written to that one. */
int hyd_nv_post(gex_Rank_t rank, const struct hyd_nv_update *u);
int hyd_nv_is_near(gex_Rank_t rank, const struct hyd_nv_update *u);
/* The way to the rank for notes alone. */
int hyd_nv_door(gex_Rank_t rank, const struct hyd_paged_range **door_p);
void hyd_nv_words(const struct hyd_nv_update *u, uint64_t words[2]);
void hyd_nv_on_note(gex_Rank_t from, uint64_t a, uint64_t b);
int hyd_nv_post_open(struct hyd_nv *nv);

/* --- wait.c ---------------------------------------------------------------------------------- */

typedef int hyd_nv_ready(const void *arg);
/* Polls until it is ready; sleeps after a while if it may. 0 or HYD_NV_TIMEOUT. */
int hyd_nv_wait(hyd_nv_ready *ready, const void *arg, uint64_t timeout_us, int may_sleep);
int hyd_nv_is_set(const void *word);      /* of a node */
int hyd_nv_is_pending(const void *event); /* a struct hyd_nv_event */
/* Until the word of this rank's node is set; the id, or how many are left. */
uint32_t hyd_nv_await(const _Atomic uint32_t *word);

/* --- events.c, oneshot.c, queue.c ------------------------------------------------------------ */

static inline uint64_t hyd_nv_pending(const struct hyd_nv_event *e) {
  return atomic_load_explicit(&e->signals, memory_order_acquire) - /* S2, with S1 */
         atomic_load_explicit(&e->acks, memory_order_relaxed);
}
void hyd_nv_interrupt(uint32_t notf); /* the armed notification has signals */
void hyd_nv_dispatch(void);           /* runs handlers */
void hyd_nv_add_one_shot(uint32_t notf);

/* A place for this rank in the object, and its id. */
int hyd_nv_stand(const char *call, enum hyd_nv_stand_use use, const struct hyd_paged_range *r,
                 uint64_t offset, uint32_t *node_p);
int hyd_nv_standing(enum hyd_nv_stand_use use, const struct hyd_paged_range *r, uint64_t offset,
                    uint32_t *node_p); /* 0: it does not */
void hyd_nv_leave(uint32_t node);
static inline uint32_t hyd_nv_id(gex_Rank_t rank, uint32_t node) {
  return rank * HYD_NV_NODES + node;
}
static inline struct hyd_nv_node *hyd_nv_node(uint32_t node) {
  return &hyd_nv_the.control->node[node];
}
/* Of a 32-bit word or a queue. */
int hyd_nv_atomic(const char *call, const struct hyd_paged_range *r, uint64_t offset, unsigned size,
                  hyd_paged_atomic_t op, uint64_t a, uint64_t b, struct hyd_paged_answer *answer);

#endif
