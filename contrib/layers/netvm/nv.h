/* SPDX-License-Identifier: BSD-3-Clause
 *
 * nv.h: internal declarations of libhydrant_netvm.
 *
 * Data travel by keyed transfers (hyd_paged.h). Signals, and the links and turns of locks and
 * queues, are updates of another rank's control block: by stores if the block is mapped here, else
 * by a note, whose function makes the same update there (post.c).
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
  _Alignas(64) _Atomic uint64_t signals; /* incremented by any rank */
  _Atomic uint32_t armed;
  _Alignas(64) _Atomic uint64_t acks; /* incremented by the owner; senders read it only if armed */
};
/* A rank's node in a lock or queue. Both words are zero while the node is unused. */
struct hyd_nv_node {
  _Alignas(64) _Atomic uint32_t follower; /* id + 1 */
  _Atomic uint32_t turn;                  /* 1 + the number of ranks left in the queue */
};
struct hyd_nv_control {
  uint32_t magic;
  _Alignas(64) _Atomic uint32_t sleepers; /* C1: a post sends a wake-up if not 0 */
  struct hyd_nv_event event[HYD_NV_EVENTCOUNTS];
  struct hyd_nv_node node[HYD_NV_NODES];
  /* At the receiver: the last message in each slot, its number << 32 | its bytes. */
  _Alignas(64) _Atomic uint64_t sent[HYD_NV_CHANNELS][HYD_NV_SLOTS];
  struct hyd_nv_event room[HYD_NV_CHANNELS]; /* at the sender: slots returned */
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
  HYD_NV_ONE_SHOT,    /* notification `index`; always by a note, to keep the order */
  HYD_NV_FOLLOWER_IS, /* node `index`: its follower has id `value` */
  HYD_NV_TURN_IS,     /* node `index`: it is its turn, `value` ranks are left */
  HYD_NV_SENT,        /* channel index / SLOTS, slot index % SLOTS: holds message `value` */
  HYD_NV_ROOM         /* channel `index`: `value` slots are returned */
};
struct hyd_nv_update {
  enum hyd_nv_word word;
  uint32_t index;
  uint64_t value;
};

/* --- transfers that are not complete ---------------------------------------------------------- */

struct hyd_nv_flights {
  gex_Event_t *at; /* a ring of `room` entries, a power of two; n in use, from `first` on */
  uint32_t first, n, room;
  gex_Rank_t rank;
  int refused; /* error_p of all of them; returned by a fence */
};

struct hyd_nv_peer {
  struct hyd_nv_control *control; /* mapped here, or NULL */
  const char *arena;              /* address in its owner */
  struct hyd_paged_range door;    /* range for notes to the peer; size 0: not imported yet */
  struct hyd_nv_flights puts;
};

enum hyd_nv_stand_use { HYD_NV_IN_LOCK, HYD_NV_IN_QUEUE };
struct hyd_nv_stand { /* this rank's use of a node */
  enum hyd_nv_stand_use use;
  gex_Rank_t rank; /* the object's home */
  uint64_t at;     /* in that rank's arena */
};

enum hyd_nv_pipe_use { HYD_NV_NO_PIPE, HYD_NV_RECEIVER, HYD_NV_SENDER };
struct hyd_nv_pipe { /* one end of a channel */
  enum hyd_nv_pipe_use use;
  uint32_t generation;
  hyd_nv_seg_t seg; /* the receiver's memory: an export there, an import at the sender */
  gex_Rank_t peer;
  uint32_t other; /* the channel's number at the peer */
  uint32_t slots, next,
      room; /* room: slots that may be filled; at the receiver: slots freed and not yet returned */
  uint32_t number;   /* number of the last message */
  uint32_t received; /* the same, over all channels for which this end was the receiver */
  size_t bytes;
  char *memory; /* at the receiver: the slots */
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
  char *arena; /* this rank's; the library uses its first page */
  size_t bytes, head;
  struct hyd_nv_control *control; /* this rank's */
  struct hyd_nv_peer *peer;
  gex_AM_Index_t handler[HYD_NV_HANDLERS];
  struct hyd_nv_segment *segments;
  uint32_t segments_room;
  struct hyd_nv_flights gets;
  uint32_t putting; /* puts in flight to all peers */
  struct hyd_nv_stand stand[HYD_NV_NODES];
  uint64_t standing; /* bits: nodes in use */
  struct hyd_nv_arm arm[HYD_NV_EVENTCOUNTS];
  struct hyd_nv_pipe pipe[HYD_NV_CHANNELS];
  uint32_t pipes; /* channels made so far: the number of the next one */
  int in_handler;
  struct { /* armed notifications with signals: filled by interrupts, emptied by the dispatcher */
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

/* Records the error line, prints it, returns the code. */
int hyd_nv_fail(int code, const char *call, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Each check returns 0, or a code after printing a line. These check that the rank is registered,
 * and that it is not in a handler. */
int hyd_nv_check_ready(const char *call);
int hyd_nv_check_may_wait(const char *call);
/* Also checks that the segment is live and has n bytes at the offset, which is a multiple of
 * `align`, a power of two. */
int hyd_nv_check_range(const char *call, hyd_nv_seg_t seg, uint64_t offset, size_t n,
                       uint32_t align, const struct hyd_paged_range **range_p);
/* The same for a word, lock or queue, in a call that may wait. */
int hyd_nv_check_object(const char *call, hyd_nv_seg_t seg, uint64_t offset, uint32_t size,
                        const struct hyd_paged_range **range_p);
int hyd_nv_check_event(const char *call, uint32_t notf);
/* Checks the result of a call of hyd_paged.h. */
int hyd_nv_check_answer(const char *call, int error, gex_Rank_t rank);

/* --- segments.c ------------------------------------------------------------------------------ */

struct hyd_nv_segment *hyd_nv_segment(hyd_nv_seg_t seg); /* NULL: no such segment */

/* --- transfer.c ------------------------------------------------------------------------------ */

/* Removes completed transfers. */
void hyd_nv_retire(struct hyd_nv_flights *f);
void hyd_nv_wait_for(struct hyd_nv_flights *f);
void hyd_nv_wait_for_puts(void);
void hyd_nv_add_flight(struct hyd_nv_flights *f, gex_Event_t event); /* may be INVALID */
/* Writes n bytes, and updates the owner's control block once all earlier writes to it are in
 * place. */
int hyd_nv_write_update(const char *call, const struct hyd_paged_range *r, uint64_t offset,
                        const void *addr, size_t n, int keeps, const struct hyd_nv_update *u);

/* --- post.c ---------------------------------------------------------------------------------- */

/* Updates the rank's control block after all writes of this rank to that one. */
int hyd_nv_post(gex_Rank_t rank, const struct hyd_nv_update *u);
/* Whether the update can be made by stores, since the rank's control block is mapped. */
int hyd_nv_is_mapped(gex_Rank_t rank, const struct hyd_nv_update *u);
/* The range by which notes without data go to the rank. */
int hyd_nv_door(gex_Rank_t rank, const struct hyd_paged_range **door_p);
void hyd_nv_words(const struct hyd_nv_update *u, uint64_t words[2]);
void hyd_nv_on_note(gex_Rank_t from, uint64_t a, uint64_t b);
int hyd_nv_post_open(struct hyd_nv *nv);

/* --- wait.c ---------------------------------------------------------------------------------- */

typedef int hyd_nv_ready(const void *arg);
/* Polls until `ready` returns true; may_sleep: sleeps after a while. 0 or HYD_NV_TIMEOUT. */
int hyd_nv_wait(hyd_nv_ready *ready, const void *arg, uint64_t timeout_us, int may_sleep);
int hyd_nv_is_set(const void *word);      /* a word of a node */
int hyd_nv_is_pending(const void *event); /* a struct hyd_nv_event */
/* Waits until the word of this rank's node is set; returns the id, or the number of ranks left. */
uint32_t hyd_nv_await(const _Atomic uint32_t *word);

/* --- events.c, oneshot.c, queue.c ------------------------------------------------------------ */

static inline uint64_t hyd_nv_pending(const struct hyd_nv_event *e) {
  return atomic_load_explicit(&e->signals, memory_order_acquire) - /* S2, with S1 */
         atomic_load_explicit(&e->acks, memory_order_relaxed);
}
void hyd_nv_interrupt(uint32_t notf); /* the armed notification has signals */
void hyd_nv_dispatch(void);           /* runs handlers */
void hyd_nv_add_one_shot(uint32_t notf);

/* Takes a node for this rank in the object. */
int hyd_nv_take_node(const char *call, enum hyd_nv_stand_use use, const struct hyd_paged_range *r,
                     uint64_t offset, uint32_t *node_p);
int hyd_nv_find_node(enum hyd_nv_stand_use use, const struct hyd_paged_range *r, uint64_t offset,
                     uint32_t *node_p); /* 0: this rank has no node in the object */
void hyd_nv_free_node(uint32_t node);
static inline uint32_t hyd_nv_id(gex_Rank_t rank, uint32_t node) {
  return rank * HYD_NV_NODES + node;
}
static inline struct hyd_nv_node *hyd_nv_node(uint32_t node) {
  return &hyd_nv_the.control->node[node];
}
/* An atomic operation on a 32-bit word or a queue. */
int hyd_nv_atomic(const char *call, const struct hyd_paged_range *r, uint64_t offset, unsigned size,
                  hyd_paged_atomic_t op, uint64_t a, uint64_t b, struct hyd_paged_answer *answer);

#endif
