/* SPDX-License-Identifier: BSD-3-Clause
 *
 * world.h: ranks with a protocol engine each, a network between them, virtual time. What the ranks
 * have to say to each other is up to an application: random messages (load.h), or one of the cases.
 *
 * A rank polls as the conduit does: requests that were not taken, datagrams from the socket, the
 * engine's timer, then whatever the application wants; and sends what the engine gives after each
 * of these. It sleeps until a datagram comes, or a timer is due.
 */
#ifndef HYD_SIM_WORLD_H
#define HYD_SIM_WORLD_H

#include "conduits/udp/proto.h"
#include "contrib/tools/sim/events.h"
#include "tests/sim/net.h"

struct sim_rank {
  struct sim_world *w;
  uint32_t id;
  struct udp_proto *proto;
  uint64_t now;                /* this rank's time: it may be busy with what happened before */
  uint64_t empty;              /* when its socket was last seen empty */
  uint64_t wake;               /* the poll that is meant, of those in the queue */
  uint64_t nap_ns, naps_until; /* it computes for so long after each poll; 0: it does not */
  unsigned idle;               /* polls in a row that found nothing to do */
  void *app;
  unsigned char *room;
};

struct sim_app {
  struct udp_events events; /* their argument is the rank */
  /* Sends what is to be sent now; returns when it wants to be called again at the latest. */
  uint64_t (*step)(struct sim_rank *r);
  /* Before a call of the engine that may deliver: whether requests are taken. */
  int (*takes)(struct sim_rank *r);
};

struct sim_world {
  uint64_t seed;
  uint32_t ranks;
  struct sim_link link;
  struct sim_faults faults;
  const struct sim_app *app;
  void *shared;              /* the application's */
  uint64_t poll_ns;          /* a rank polls no more often than this, up to twice as rarely */
  int trace, failed, scarce; /* scarce: allocations may fail */
  uint64_t now;
  uint64_t packets, dropped, steps;
  struct sim_rng luck;
  struct sim_events events;
  struct sim_rank rank[SIM_RANKS];
  struct sim_wire wire[SIM_RANKS];
};

/* Makes the engines: c says all but the rank. 0, or -1. Before it, the fields up to poll_ns are
 * set. */
int sim_world_open(struct sim_world *w, const struct udp_config *c, uint64_t start_ns);
void sim_world_close(struct sim_world *w);
/* Lets things happen until time `end`, a failure, or stop(w) says so, or nothing is left to
 * happen. */
void sim_world_run(struct sim_world *w, uint64_t end, int (*stop)(struct sim_world *w));
/* Sends what the rank's engine has to send; for the application, inside of its events. */
void sim_flush(struct sim_rank *r);
/* Something is wrong: says so, and the run ends. */
void sim_fail(struct sim_world *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Lets the rank poll at that time. */
void sim_wake(struct sim_world *w, uint32_t rank, uint64_t at);

#endif
