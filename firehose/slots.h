/* SPDX-License-Identifier: BSD-3-Clause
 *
 * slots.h: what the local bucket table and the firehose table have in common: slots, each for a
 * stretch of buckets of a node that is pinned, or about to be; a table of buckets (hash_table.h);
 * one lock for changes, that a hit does not take; and victim FIFOs.
 *
 * A victim FIFO holds all slots that may be used, but for what other nodes hold, the longest unused
 * first, more or less: a hit does not move its slot (it would have to lock the FIFO) but marks it
 * as used; a search for a victim passes over slots that are referenced, and sends those with the
 * mark, which it takes off, once more through the queue.
 */
#ifndef HYD_FIREHOSE_SLOTS_H
#define HYD_FIREHOSE_SLOTS_H

#include <pthread.h>

#include "firehose/firehose.h"
#include "firehose/hash_table.h"
#include "firehose/slot_word.h"

/* A line each. What a hit reads besides the word is atomic, as it may be read while it changes. */
struct hyd_fh_slot {
  _Atomic uint64_t word;
  _Atomic uint64_t first; /* bucket */
  _Atomic uint64_t key;
  _Atomic uint32_t n, node; /* buckets; whose */
  union {
    void *name;      /* local: what pin gave */
    uint64_t handle; /* remote: what its owner calls the slot */
  };
  uint32_t next, prev; /* in a FIFO; free slots by next */
  union {
    uint32_t held;           /* local: references by other nodes */
    _Atomic uint32_t beyond; /* remote: buckets of the registration before `first` */
  };
  uint8_t queued, failed, stale,
      once;              /* in a FIFO; not pinned after all; its memory has gone; for one use */
  uint8_t alone;         /* not to be merged (merge.h) */
  _Atomic uint8_t ahead; /* it was asked for ahead, and no request has used it yet */
  uint32_t born;         /* hyd_fh_side.births then */
} __attribute__((aligned(64)));
_Static_assert(sizeof(struct hyd_fh_slot) == 64, "a slot is a line");

struct hyd_fh_fifo {
  uint32_t head, tail, n;
};

struct hyd_fh_side {
  pthread_mutex_t lock;
  struct hyd_fh_table table;
  struct hyd_fh_slot *slot; /* [0] is not used */
  uint32_t made, limit, free, in_use, births;
  int regions, once; /* there have been slots for one use, which the table does not have */
};

int hyd_fh_side_init(struct hyd_fh_side *s, uint32_t limit, uint32_t entries, int regions);
void hyd_fh_side_done(struct hyd_fh_side *s);

/* Unsets what the table has of this slot. With the lock, as all below. */
void hyd_fh_slot_unlist(struct hyd_fh_side *s, uint32_t i);
/* A slot PENDING with one reference, in the table; 0: no room. */
uint32_t hyd_fh_slot_new(struct hyd_fh_side *s, uint32_t node, uint64_t first, uint32_t n);
/* Makes a PENDING slot smaller. */
void hyd_fh_slot_shrink(struct hyd_fh_side *s, uint32_t i, uint64_t first, uint32_t n);
/* TAKEN or DEAD without references becomes FREE; out of table and FIFO. */
void hyd_fh_slot_free(struct hyd_fh_side *s, uint32_t i);
/* From any state to DEAD, out of the table and its FIFO: 1 = it has no references, and the caller
 * frees it. */
int hyd_fh_slot_kill(struct hyd_fh_side *s, struct hyd_fh_fifo *fifo, uint32_t i);

void hyd_fh_fifo_push(struct hyd_fh_side *s, struct hyd_fh_fifo *f, uint32_t i);
void hyd_fh_fifo_remove(struct hyd_fh_side *s, struct hyd_fh_fifo *f, uint32_t i);
/* A slot without references, and unless `now` without any since it was last looked at, becomes
 * TAKEN. Its buckets stay in the table, so that a request for them waits until they are unpinned.
 */
int hyd_fh_slot_take(struct hyd_fh_slot *slot, int now);
/* Back to PINNED, as if nothing had happened. */
void hyd_fh_slot_untake(struct hyd_fh_slot *slot);
/* PINNED to DRAINING. */
int hyd_fh_slot_drain(struct hyd_fh_slot *slot);
/* A victim, TAKEN, out of the FIFO; 0: none among the next `tries`. */
uint32_t hyd_fh_fifo_take(struct hyd_fh_side *s, struct hyd_fh_fifo *f, uint32_t tries);

static inline uint64_t hyd_fh_slot_word(const struct hyd_fh_slot *s) {
  return atomic_load_explicit(&s->word, memory_order_relaxed);
}
static inline enum hyd_fh_state hyd_fh_slot_state(const struct hyd_fh_slot *s) {
  return hyd_fh_word_state(hyd_fh_slot_word(s));
}
static inline uint64_t hyd_fh_slot_key(const struct hyd_fh_slot *s) {
  return atomic_load_explicit(&s->key, memory_order_relaxed);
}
static inline uint32_t hyd_fh_slot_node(const struct hyd_fh_slot *s) {
  return atomic_load_explicit(&s->node, memory_order_relaxed);
}
static inline uint64_t hyd_fh_slot_first(const struct hyd_fh_slot *s) {
  return atomic_load_explicit(&s->first, memory_order_relaxed);
}
/* The first bucket of the registration, region-based. */
static inline uint64_t hyd_fh_slot_base(const struct hyd_fh_slot *s, int local) {
  return hyd_fh_slot_first(s) -
         (local ? 0 : atomic_load_explicit(&s->beyond, memory_order_relaxed));
}
static inline uint32_t hyd_fh_slot_n(const struct hyd_fh_slot *s) {
  return atomic_load_explicit(&s->n, memory_order_relaxed);
}

/* Refers to a slot if it is PINNED and has [first, last] of the node. Any thread, no lock. */
static inline int hyd_fh_slot_refer(struct hyd_fh_slot *s, uint32_t node, uint64_t first,
                                    uint64_t last) {
  /* Acquire: pairs with the release with which the slot became PINNED (hyd_fh_slot_pinned). */
  uint64_t w = atomic_load_explicit(&s->word, memory_order_acquire);
  do {
    uint64_t from = hyd_fh_slot_first(s);
    if (hyd_fh_word_state(w) != FH_PINNED || hyd_fh_slot_node(s) != node || first < from ||
        last >= from + hyd_fh_slot_n(s))
      return 0;
    /* Acquire: as above; the reads before are of the same identity if it succeeds. */
  } while (!atomic_compare_exchange_weak_explicit(&s->word, &w, (w | FH_USED) + 1,
                                                  memory_order_acq_rel, memory_order_acquire));
  return 1;
}

/* Gives back a reference: 1 = it was the last of a DEAD slot, which is now the caller's to free. */
static inline int hyd_fh_slot_unrefer(struct hyd_fh_slot *s) {
  /* Release: pairs with the acquire of the thread that takes or kills the slot: the transfers are
   * over. */
  uint64_t w = atomic_fetch_sub_explicit(&s->word, 1, memory_order_acq_rel);
  return hyd_fh_word_refs(w) == 1 && hyd_fh_word_state(w) == FH_DEAD;
}

/* One more reference to a PENDING slot, with the lock. */
static inline void hyd_fh_slot_refer_pending(struct hyd_fh_slot *s) {
  atomic_fetch_add_explicit(&s->word, 1, memory_order_relaxed);
}

/* PENDING → PINNED. Release: pairs with hyd_fh_slot_refer. */
static inline void hyd_fh_slot_pinned(struct hyd_fh_slot *s) {
  atomic_fetch_add_explicit(&s->word, (uint64_t)(FH_PINNED - FH_PENDING) << FH_STATE_SHIFT,
                            memory_order_release);
}

/* References all of [first, last]: 1. 0: not all can be; what was referenced is to be given back.
 * Any thread, no lock; r->slot has room. */
int hyd_fh_side_refer(struct hyd_fh_side *s, uint32_t node, uint64_t first, uint64_t last,
                      struct fh_request *r);

#endif
