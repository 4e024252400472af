/* SPDX-License-Identifier: BSD-3-Clause
 *
 * barrier_tree.h: the barriers of a job by messages, as an engine without input or output. Two
 * counts that only grow (core/oob/count_tree.h): phases of the named split-phase barrier, of which
 * a member can be one ahead of others, and unnamed barriers, of which several can be in flight.
 * With a phase travels what its members said: what a subtree said goes up, what all said comes
 * down. All members know that all have come after 2 ceil(log2 n) messages, whatever n members there
 * are; memory grows with log2 n.
 *
 * The caller asks for what is to be sent and passes in what has arrived. Messages must arrive, but
 * may overtake each other or come twice. No locks inside.
 */
#ifndef HYD_EXTENDED_BARRIER_TREE_H
#define HYD_EXTENDED_BARRIER_TREE_H

#include "core/shm/barrier_name.h"
#include "core/oob/count_tree.h"

struct hyd_barrier_tree {
  struct hyd_count_tree named, unnamed;
  /* by the phase's parity: of this member and those below it, so far */
  struct hyd_consensus said[2];
  struct hyd_consensus all[2]; /* of all members, in a phase that is over */
};

struct hyd_barrier_news { /* a message */
  uint32_t to;
  int up;    /* to the parent; else to a child */
  int named; /* a phase of the named barrier; else a count of unnamed ones */
  uint64_t count;
  struct hyd_consensus c; /* named */
};

void hyd_barrier_tree_init(struct hyd_barrier_tree *t, uint32_t n, uint32_t me);

/* This member enters the next phase of the named barrier; it has come out of the one before. */
void hyd_barrier_tree_notify(struct hyd_barrier_tree *t, int id, int flags);
/* The same of a member that stands for several, which agree on that. */
void hyd_barrier_tree_agree(struct hyd_barrier_tree *t, const struct hyd_consensus *c);
/* The phase that is over, and what all members agreed on in it. */
static inline uint64_t hyd_barrier_tree_over(const struct hyd_barrier_tree *t,
                                             struct hyd_consensus *c) {
  uint64_t phase = hyd_count_tree_all(&t->named);
  *c = t->all[phase & 1];
  return phase;
}
/* 1: all members have entered the phase that this member entered last; and what they agree on. */
int hyd_barrier_tree_agreed(const struct hyd_barrier_tree *t, struct hyd_consensus *c);

/* This member has entered so many unnamed barriers. */
void hyd_barrier_tree_enter(struct hyd_barrier_tree *t, uint64_t count);
/* How many of them all members have entered, at least. */
static inline uint64_t hyd_barrier_tree_entered(const struct hyd_barrier_tree *t) {
  return hyd_count_tree_all(&t->unnamed);
}

/* A message came from that member (`to` is not looked at). 0, or -1: that member never sends such a
 * message to this one. */
int hyd_barrier_tree_hear(struct hyd_barrier_tree *t, uint32_t from,
                          const struct hyd_barrier_news *news);
/* The next message to send; 0: there is none. It is asked for again until it is said to be sent. */
int hyd_barrier_tree_next(const struct hyd_barrier_tree *t, struct hyd_barrier_news *news);
void hyd_barrier_tree_sent(struct hyd_barrier_tree *t, const struct hyd_barrier_news *news);

#endif
