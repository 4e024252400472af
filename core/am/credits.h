/* SPDX-License-Identifier: BSD-3-Clause
 *
 * credits.h: flow control of requests between ranks, for conduits. A rank lets each peer send so
 * many requests (the window, the same at all ranks) beyond those that it has dealt with, so that
 * what may arrive is bounded. Counts travel with all messages; a peer that may be about to wait for
 * them is owed a message of its own. Replies need no credits: they are bounded by requests.
 *
 * Counts are the low halves of those over the life of a job. The conduit's lock guards all of it.
 */
#ifndef HYD_AM_CREDITS_H
#define HYD_AM_CREDITS_H

#include <stddef.h>
#include <stdint.h>

/* --- peers that are owed news --------------------------------------------- */

struct hyd_owed {
  struct hyd_owed *next;
  uint32_t peer, listed;
};

static inline void hyd_owe(struct hyd_owed **list, struct hyd_owed *o, uint32_t peer) {
  if (o->listed) return;
  *o = (struct hyd_owed){*list, peer, 1};
  *list = o;
}

/* `pay` tells a peer, and returns 0, or that it is owed still. */
static inline void hyd_owed_pay(struct hyd_owed **list, int (*pay)(void *state, uint32_t peer),
                                void *state) {
  struct hyd_owed *o = *list, *next;
  for (*list = NULL; o; o = next) {
    next = o->next;
    o->listed = 0;
    if (pay(state, o->peer)) hyd_owe(list, o, o->peer);
  }
}

/* --- credits -------------------------------------------------------------- */

/* Between this rank and a peer. */
struct hyd_credits {
  uint32_t sent, returned; /* requests sent, and of those, dealt with, as far as told */
  uint32_t taken, told;    /* its requests that were dealt with, and what it was told of that */
  struct hyd_owed owed;
};

/* The window: as wanted, unless that lets all ranks together send more than `bytes` unasked. */
static inline uint32_t hyd_credits_window(uint32_t wanted, uint64_t bytes, size_t message,
                                          uint32_t ranks) {
  uint64_t fits = bytes / message / ranks;
  return fits == 0 ? 1 : wanted < fits ? wanted : (uint32_t)fits;
}

/* Requests that the peer has not told of. */
static inline uint32_t hyd_credits_out(const struct hyd_credits *c) {
  return c->sent - c->returned;
}
static inline int hyd_credits_may(const struct hyd_credits *c, uint32_t window) {
  return hyd_credits_out(c) < window;
}

/* A message says how many requests the peer has dealt with; it may have been overtaken. 0, or -1:
 * no rank can have dealt with so many. */
static inline int hyd_credits_learn(struct hyd_credits *c, uint32_t taken) {
  uint32_t news = taken - c->returned;
  if ((int32_t)news <= 0) return 0;
  if (news > hyd_credits_out(c)) return -1;
  c->returned = taken;
  return 0;
}

/* Half of what the peer may send is used up, as far as it knows. */
static inline int hyd_credits_are_urgent(const struct hyd_credits *c, uint32_t window) {
  return 2 * (c->taken - c->told) >= window;
}

/* A request of the peer's is dealt with. Before its handler replies, so that the reply tells. */
static inline void hyd_credits_take(struct hyd_credits *c, uint32_t window, struct hyd_owed **owing,
                                    uint32_t peer) {
  c->taken++;
  if (hyd_credits_are_urgent(c, window)) hyd_owe(owing, &c->owed, peer);
}

#endif
