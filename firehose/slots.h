/* SPDX-License-Identifier: BSD-3-Clause
 *
 * slots.h: a *side*: the common part of the local bucket table and the firehose table. It has
 * slots, each for consecutive buckets of a node that are pinned or about to be; a hash table from
 * buckets to slots (hash_table.h); one lock for changes, which a hit does not take; and victim
 * FIFOs.
 *
 * A victim FIFO has all usable slots, except those that other nodes hold, roughly in the order of
 * their last use. A hit does not move its slot, since that would need the lock, but sets a mark of
 * use. A search for a victim skips referenced slots; it clears the mark of a slot that has one and
 * moves it to the end.
 */
#ifndef HYD_FIREHOSE_SLOTS_H
#define HYD_FIREHOSE_SLOTS_H

#include <pthread.h>

#include "firehose/firehose.h"
#include "firehose/hash_table.h"
#include "firehose/slot_word.h"

/* A slot fills a cache line. Members that a hit reads are atomic, as they may change meanwhile. */
struct hyd_fh_slot {
  _Atomic uint64_t word;
  _Atomic uint64_t first; /* the first bucket */
  _Atomic uint64_t key;
  _Atomic uint32_t n, node; /* number of buckets; their owner */
  union {
    void *name;      /* local: fh_pinned.name */
    uint64_t handle; /* remote: the owner's handle of its slot */
  };
  uint32_t next, prev; /* in a FIFO; `next` also in the list of free slots and in chains */
  union {
    uint32_t held;           /* local: how often other nodes hold the slot */
    _Atomic uint32_t beyond; /* remote: buckets of the owner's registration before `first` */
  };
  uint8_t queued;        /* the slot is in a FIFO */
  uint8_t failed;        /* pinning it has failed */
  uint8_t stale;         /* its memory went away while it was PENDING */
  uint8_t once;          /* for one use: its memory cannot be watched */
  uint8_t alone;         /* not to be merged (merge.h) */
  _Atomic uint8_t ahead; /* requested in advance, and not used yet */
  uint32_t born;         /* hyd_fh_side.births when the slot was made */
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
  int regions; /* region-based */
  int once;    /* there have been slots for one use, which are not in the table */
};

int hyd_fh_side_init(struct hyd_fh_side *s, uint32_t limit, uint32_t entries, int regions);
void hyd_fh_side_done(struct hyd_fh_side *s);

/* Callers hold the lock, up to hyd_fh_fifo_take. Removes the slot from the hash table. */
void hyd_fh_slot_unlist(struct hyd_fh_side *s, uint32_t i);
/* Makes a PENDING slot with one reference, in the hash table. 0: no room. */
uint32_t hyd_fh_slot_new(struct hyd_fh_side *s, uint32_t node, uint64_t first, uint32_t n);
/* Reduces a PENDING slot to these buckets. */
void hyd_fh_slot_shrink(struct hyd_fh_side *s, uint32_t i, uint64_t first, uint32_t n);
/* Frees a slot that is TAKEN, or DEAD without references; removes it from hash table and FIFO. */
void hyd_fh_slot_free(struct hyd_fh_side *s, uint32_t i);
/* Makes a slot DEAD, from any state, and removes it from hash table and FIFO. 1: it has no
 * references, and the caller is to free it. */
int hyd_fh_slot_kill(struct hyd_fh_side *s, struct hyd_fh_fifo *fifo, uint32_t i);

void hyd_fh_fifo_push(struct hyd_fh_side *s, struct hyd_fh_fifo *f, uint32_t i);
void hyd_fh_fifo_remove(struct hyd_fh_side *s, struct hyd_fh_fifo *f, uint32_t i);
/* Makes a PINNED slot TAKEN, if it has no references, and, unless `now`, no mark of use. Its
 * buckets stay in the hash table, so that a request for them waits until they are unpinned. 1: it
 * is TAKEN. */
int hyd_fh_slot_take(struct hyd_fh_slot *slot, int now);
/* Makes a TAKEN slot PINNED again. */
void hyd_fh_slot_untake(struct hyd_fh_slot *slot);
/* Makes a PINNED slot DRAINING. */
int hyd_fh_slot_drain(struct hyd_fh_slot *slot);
/* Takes a victim out of the FIFO and makes it TAKEN. 0: there is none among the next `tries` slots.
 */
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
/* Region-based: the first bucket of the slot's registration. */
static inline uint64_t hyd_fh_slot_base(const struct hyd_fh_slot *s, int local) {
  return hyd_fh_slot_first(s) -
         (local ? 0 : atomic_load_explicit(&s->beyond, memory_order_relaxed));
}
static inline uint32_t hyd_fh_slot_n(const struct hyd_fh_slot *s) {
  return atomic_load_explicit(&s->n, memory_order_relaxed);
}

/* Adds a reference to the slot if it is PINNED and has [first, last] of the node. 1: added. Any
 * thread, no lock. */
static inline int hyd_fh_slot_refer(struct hyd_fh_slot *s, uint32_t node, uint64_t first,
                                    uint64_t last) {
  /* Acquire: pairs with the release with which the slot became PINNED (hyd_fh_slot_pinned). */
  uint64_t w = atomic_load_explicit(&s->word, memory_order_acquire);
  do {
    uint64_t from = hyd_fh_slot_first(s);
    if (hyd_fh_word_state(w) != FH_PINNED || hyd_fh_slot_node(s) != node || first < from ||
        last >= from + hyd_fh_slot_n(s))
      return 0;
    /* Acquire: as above. If it succeeds, the members read before belong to the same generation. */
  } while (!atomic_compare_exchange_weak_explicit(&s->word, &w, (w | FH_USED) + 1,
                                                  memory_order_acq_rel, memory_order_acquire));
  return 1;
}

/* Drops a reference. 1: it was the last one of a DEAD slot, which the caller is to free. */
static inline int hyd_fh_slot_unrefer(struct hyd_fh_slot *s) {
  /* Release: pairs with the acquire of the thread that takes or kills the slot: the transfers have
   * ended. */
  uint64_t w = atomic_fetch_sub_explicit(&s->word, 1, memory_order_acq_rel);
  return hyd_fh_word_refs(w) == 1 && hyd_fh_word_state(w) == FH_DEAD;
}

/* Adds a reference to a PENDING slot, with the lock. */
static inline void hyd_fh_slot_refer_pending(struct hyd_fh_slot *s) {
  atomic_fetch_add_explicit(&s->word, 1, memory_order_relaxed);
}

/* PENDING → PINNED. Release: pairs with hyd_fh_slot_refer. */
static inline void hyd_fh_slot_pinned(struct hyd_fh_slot *s) {
  atomic_fetch_add_explicit(&s->word, (uint64_t)(FH_PINNED - FH_PENDING) << FH_STATE_SHIFT,
                            memory_order_release);
}

/* Adds references to slots for all of [first, last] to r->slot, which has room. 0: not all buckets
 * are PINNED, and the caller drops the references. Any thread, no lock. */
int hyd_fh_side_refer(struct hyd_fh_side *s, uint32_t node, uint64_t first, uint64_t last,
                      struct fh_request *r);

#endif
