/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cost.h: what things take on a network that must pin memory: times of a LogP kind for messages and
 * transfers, and the prices of pinning. All times are of the host's processor, except those of the
 * network: latency and wire.
 */
#ifndef HYD_PAPERS_COST_H
#define HYD_PAPERS_COST_H

#include <stddef.h>
#include <stdint.h>

#define COST_PAGE 4096u

struct cost {
  const char *name;
  int regions;            /* the network pins regions; otherwise pages */
  uint64_t pin, pin_page; /* ns: a call, and each page of it */
  uint64_t unpin, unpin_page;
  uint64_t lookup;        /* of the tables, by a request */
  uint64_t send, receive; /* of a message: to send it, to be given it and run its handler */
  uint64_t complete;      /* to see that a transfer has ended */
  uint64_t latency;       /* one way */
  double wire, copy;      /* bytes in a ns */
  size_t packet; /* a message waits for one packet of a transfer; also a bounce buffer's size */
  double madd, compare; /* ns: a multiplication with an addition; a step of a sort or merge */
};

extern const struct cost cost_myrinet, cost_verbs;

static inline uint64_t cost_wire(const struct cost *c, size_t bytes) {
  return (uint64_t)((double)bytes / c->wire);
}
static inline uint64_t cost_copy(const struct cost *c, size_t bytes) {
  return (uint64_t)((double)bytes / c->copy);
}
static inline uint64_t cost_pin(const struct cost *c, size_t bytes) {
  return c->pin + c->pin_page * (bytes / COST_PAGE);
}
static inline uint64_t cost_unpin(const struct cost *c, size_t bytes) {
  return c->unpin + c->unpin_page * (bytes / COST_PAGE);
}

#endif
