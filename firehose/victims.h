/* SPDX-License-Identifier: BSD-3-Clause
 *
 * victims.h: room for a request, by giving up what no request uses: all that it needs, or nothing.
 * The papers' protocol lets each thread collect what it can get between polls, and roll back if
 * another thread has won; here a request that cannot have all at once holds nothing while it waits,
 * so that two requests cannot wait for each other. What remains of the protocol is precedence: a
 * request that has tried DA_LIMIT times wins; until it is served, no other takes victims, and slots
 * that are in use are drained for it: they take no new references, which a steady stream of hits
 * would otherwise see to.
 */
#ifndef HYD_FIREHOSE_VICTIMS_H
#define HYD_FIREHOSE_VICTIMS_H

#include "firehose/slots.h"

struct hyd_fh_victims {
  struct hyd_fh_fifo fifo;
  struct hyd_fh_fifo draining;
  struct fh_request *winner;
};

/* A chain of slots, by slot.next: TAKEN, or DEAD without references. */
struct hyd_fh_chain {
  uint32_t head, n, extra_n; /* slots; more than was needed */
  uint64_t buckets, extra;   /* in all; more than was needed */
};

static inline void hyd_fh_chain_add(struct hyd_fh_side *s, struct hyd_fh_chain *c, uint32_t i) {
  s->slot[i].next = c->head;
  c->head = i;
  c->n++;
  c->buckets += hyd_fh_slot_n(&s->slot[i]);
}

/* What a request needs to be given up: bytes, and, where registrations are counted, so many of
 * them. */
struct hyd_fh_room {
  uint64_t buckets;
  uint32_t slots;
};

/* Collects slots of `need` or more: 1; or none: 0, and the request has tried once more. */
int hyd_fh_victims_collect(struct hyd_fh_side *s, struct hyd_fh_victims *v, struct fh_request *r,
                           struct hyd_fh_room need, uint32_t da_limit, struct hyd_fh_chain *out);
/* Puts a chain back. */
void hyd_fh_victims_restore(struct hyd_fh_side *s, struct hyd_fh_victims *v,
                            struct hyd_fh_chain *c);
/* As many idle slots as there are, up to `buckets`, the unused ones first; those with marks of use,
 * too. */
void hyd_fh_victims_squeeze(struct hyd_fh_side *s, struct hyd_fh_victims *v, uint64_t buckets,
                            struct hyd_fh_chain *out);
/* The request is served, or has failed: nothing is drained for it any more. 1: it had
 * precedence. */
int hyd_fh_victims_end(struct hyd_fh_side *s, struct hyd_fh_victims *v, const struct fh_request *r);

/* Whether another request has precedence. */
static inline int hyd_fh_victims_barred(const struct hyd_fh_victims *v,
                                        const struct fh_request *r) {
  return v->winner && v->winner != r;
}

/* Takes this slot, with its mark of use, if it is idle: 1, and it is in the chain. */
int hyd_fh_victims_take(struct hyd_fh_side *s, struct hyd_fh_victims *v, uint32_t i,
                        struct hyd_fh_chain *out);
/* All of `more` goes to `to`. */
void hyd_fh_chain_join(struct hyd_fh_side *s, struct hyd_fh_chain *to, struct hyd_fh_chain *more);

/* Takes a slot out of whichever FIFO it is in, before it is killed. */
void hyd_fh_victims_forget(struct hyd_fh_side *s, struct hyd_fh_victims *v, uint32_t i);

#endif
