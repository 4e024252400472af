/* SPDX-License-Identifier: BSD-3-Clause
 *
 * victims.h: makes room for a request by giving up victims: all the room that it needs, or none. In
 * the papers' protocol a thread collects victims between polls, and rolls back if another thread
 * wins. Here a request that cannot get all room at once holds nothing while it waits, so two
 * requests cannot wait for each other. Precedence remains: a request that has tried DA_LIMIT times
 * wins. Until it is served no other request takes victims, and slots in use are drained for it:
 * they take no new references, which a steady stream of hits would add otherwise.
 */
#ifndef HYD_FIREHOSE_VICTIMS_H
#define HYD_FIREHOSE_VICTIMS_H

#include "firehose/slots.h"

struct hyd_fh_victims {
  struct hyd_fh_fifo fifo;
  struct hyd_fh_fifo draining;
  struct fh_request *winner;
};

/* A chain of slots, linked by slot.next, that are TAKEN, or DEAD without references. */
struct hyd_fh_chain {
  uint32_t head, n, extra_n; /* the first; slots in all; slots beyond the need */
  uint64_t buckets, extra;   /* buckets in all; buckets beyond the need */
};

static inline void hyd_fh_chain_add(struct hyd_fh_side *s, struct hyd_fh_chain *c, uint32_t i) {
  s->slot[i].next = c->head;
  c->head = i;
  c->n++;
  c->buckets += hyd_fh_slot_n(&s->slot[i]);
}

/* The room that a request needs: buckets, and, if registrations are counted, so many of them. */
struct hyd_fh_room {
  uint64_t buckets;
  uint32_t slots;
};

/* 1: `out` has victims for all of `need`. 0: it has none, and the request's attempts are one more.
 */
int hyd_fh_victims_collect(struct hyd_fh_side *s, struct hyd_fh_victims *v, struct fh_request *r,
                           struct hyd_fh_room need, uint32_t da_limit, struct hyd_fh_chain *out);
/* Makes the slots of a chain PINNED again. */
void hyd_fh_victims_restore(struct hyd_fh_side *s, struct hyd_fh_victims *v,
                            struct hyd_fh_chain *c);
/* Collects idle slots of up to `buckets` buckets, in FIFO order; at last also those with marks of
 * use. */
void hyd_fh_victims_squeeze(struct hyd_fh_side *s, struct hyd_fh_victims *v, uint64_t buckets,
                            struct hyd_fh_chain *out);
/* The request has been served or has failed: ends its draining. 1: it had precedence. */
int hyd_fh_victims_end(struct hyd_fh_side *s, struct hyd_fh_victims *v, const struct fh_request *r);

/* Whether another request has precedence. */
static inline int hyd_fh_victims_barred(const struct hyd_fh_victims *v,
                                        const struct fh_request *r) {
  return v->winner && v->winner != r;
}

/* Adds the slot to the chain if it is idle, even with a mark of use. 1: added. */
int hyd_fh_victims_take(struct hyd_fh_side *s, struct hyd_fh_victims *v, uint32_t i,
                        struct hyd_fh_chain *out);
/* Moves all slots of `more` to `to`. */
void hyd_fh_chain_join(struct hyd_fh_side *s, struct hyd_fh_chain *to, struct hyd_fh_chain *more);

/* Removes a slot from its FIFO, before it is killed. */
void hyd_fh_victims_forget(struct hyd_fh_side *s, struct hyd_fh_victims *v, uint32_t i);

#endif
