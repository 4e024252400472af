/* SPDX-License-Identifier: BSD-3-Clause
 *
 * barrier_tree.h: the barriers of a job by messages, as an engine without input or output.
 *
 * The engine has two counts that only grow (core/oob/count_tree.h): phases of the named split-phase
 * barrier, in which a member can be one phase ahead of others, and unnamed barriers, of which
 * several can be in flight. The consensus of a phase travels with it: that of a subtree goes up,
 * that of all members comes down.
 *
 * All members know that all have arrived after 2 ceil(log2 n) messages in a row, two members after
 * one each way at the same time, unless the barrier is named; memory grows with log2 n.
 *
 * The caller asks what to send, and passes in what has arrived. Messages must arrive, but may
 * overtake each other or come twice. There are no locks inside.
 */
#ifndef HYD_EXTENDED_BARRIER_TREE_H
#define HYD_EXTENDED_BARRIER_TREE_H

#include "core/shm/barrier_name.h"
#include "core/oob/count_tree.h"

struct hyd_barrier_tree {
  struct hyd_count_tree named, unnamed;
  /* By the phase's parity. */
  struct hyd_consensus said[2]; /* of this member and those below it, so far */
  struct hyd_consensus all[2];  /* of all members, in a phase that is over */
};

struct hyd_barrier_news { /* a message */
  uint32_t to;
  int up;    /* to the parent; else to a child */
  int named; /* a phase of the named barrier; else a count of unnamed ones */
  uint64_t count;
  struct hyd_consensus c; /* named */
};

void hyd_barrier_tree_init(struct hyd_barrier_tree *t, uint32_t n, uint32_t me);

/* Enters the next phase of the named barrier, when this member has left the phase before. */
void hyd_barrier_tree_notify(struct hyd_barrier_tree *t, int id, int flags);
/* The same for a member that stands for several ranks, with their consensus. */
void hyd_barrier_tree_agree(struct hyd_barrier_tree *t, const struct hyd_consensus *c);
/* The last phase that is over; *c: its consensus. */
static inline uint64_t hyd_barrier_tree_over(const struct hyd_barrier_tree *t,
                                             struct hyd_consensus *c) {
  uint64_t phase = hyd_count_tree_all(&t->named);
  *c = t->all[phase & 1];
  return phase;
}
/* Whether all members have entered the phase that this member entered last; *c: their consensus. */
int hyd_barrier_tree_agreed(const struct hyd_barrier_tree *t, struct hyd_consensus *c);

/* Notes that this member has entered so many unnamed barriers. */
void hyd_barrier_tree_enter(struct hyd_barrier_tree *t, uint64_t count);
/* The number of unnamed barriers that all members are known to have entered. */
static inline uint64_t hyd_barrier_tree_entered(const struct hyd_barrier_tree *t) {
  return hyd_count_tree_all(&t->unnamed);
}

/* Takes a message from member `from`; news->to is not read. Returns 0, or -1 if that member never
 * sends such a message to this one. */
int hyd_barrier_tree_hear(struct hyd_barrier_tree *t, uint32_t from,
                          const struct hyd_barrier_news *news);
/* Gives the next message to send; returns 0 if there is none. Gives the same message again until
 * hyd_barrier_tree_sent is called. */
int hyd_barrier_tree_next(const struct hyd_barrier_tree *t, struct hyd_barrier_news *news);
void hyd_barrier_tree_sent(struct hyd_barrier_tree *t, const struct hyd_barrier_news *news);

#endif
