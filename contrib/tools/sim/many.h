/* SPDX-License-Identifier: BSD-3-Clause
 *
 * many.h: many ranks on virtual time, and a network between them in the manner of LogGP. A message
 * costs its sender and its receiver the overhead o each, enters the network at least g after the
 * one before, needs G for each byte but the first, takes the latency L, and waits until the
 * receiver has time. Nothing is lost, as above the protocol that udp's own simulator (world.h)
 * drives; but messages may be delayed, overtake each other and come twice, and ranks pause.
 *
 * What ranks do is up to an application: barriers, meetings, gathering (many_apps.h), or whole jobs
 * (jobs.h). All times are in picoseconds.
 */
#ifndef HYD_SIM_MANY_H
#define HYD_SIM_MANY_H

#include "contrib/tools/sim/events.h"
#include "contrib/tools/sim/rng.h"

#include <stddef.h>
#include <stdint.h>

#define MANY_BODY 64u
#define MANY_PAUSES 8u

struct many_loggp {
  uint64_t L, o, g, G;
};

struct many_cores { /* shared by all ranks: rank r has core r modulo n; n 0: each has its own */
  uint32_t n;
  uint64_t turn; /* what it takes to give a core to another rank */
  struct many_core {
    uint64_t free; /* when it is free again */
    uint32_t last; /* the rank that it runs, or ran last */
  } * core;        /* [n] */
};

struct many_luck {          /* what may befall messages and ranks */
  uint32_t late, twice;     /* of a million messages */
  uint64_t jitter, late_by; /* delays up to these: of all, of the late ones */
  unsigned npauses;
  struct {
    uint64_t from, to;
    uint32_t rank;
  } pause[MANY_PAUSES];
};

struct many_message {
  struct many_message *next; /* in a queue */
  uint32_t from, to;
  uint64_t matter; /* what it is about */
  uint32_t hops;   /* of the longest chain of messages about it that this one ends */
  size_t bytes;    /* on the wire */
  void *data;      /* malloced, or NULL; goes with the message */
  unsigned char body[MANY_BODY] __attribute__((aligned(16)));
};

struct many_rank {
  uint64_t time;                     /* it is busy until then */
  uint64_t out_free, in_free;        /* its wire is */
  struct many_message *first, **end; /* arrived */
  struct {
    uint64_t matter;
    uint32_t hops;
  } chain[4]; /* heard of it, by the matter's last bits */
};

struct sim_many;
struct many_app {
  void (*wake)(struct sim_many *m, uint32_t rank);
  void (*take)(struct sim_many *m, uint32_t rank, struct many_message *message);
};

struct sim_many {
  uint64_t seed;
  uint32_t n;
  struct many_loggp net;
  struct many_luck luck;
  struct many_cores cores; /* n and turn are set before many_open */
  const struct many_app *app;
  void *state; /* the application's */
  int trace, failed;
  struct sim_rng rng;
  struct sim_events events;
  struct many_rank *rank; /* [n] */
  struct many_message *spare;
  uint64_t messages, bytes, steps;
  uint32_t hops; /* of the longest chain about any matter */
};

/* Before it, the fields up to trace are set. */
void many_open(struct sim_many *m);
void many_close(struct sim_many *m);
/* Until nothing is left to happen, or something is wrong. */
void many_run(struct sim_many *m);

/* The rank is called then. */
void many_wake(struct sim_many *m, uint32_t rank, uint64_t at);
/* A message to be filled in, and then sent by its sender, which is called. */
struct many_message *many_message(struct sim_many *m, uint32_t from, uint32_t to, size_t bytes,
                                  uint64_t matter);
void many_send(struct sim_many *m, struct many_message *message);
/* The rank's time. */
static inline uint64_t many_time(const struct sim_many *m, uint32_t rank) {
  return m->rank[rank].time;
}
/* A random time up to that. */
static inline uint64_t many_upto(struct sim_many *m, uint64_t most) {
  return sim_below(&m->rng, most + 1);
}

/* Wrong if there was a longer chain of messages about a matter. */
void many_check_rounds(struct sim_many *m, uint32_t most);
void many_fail(struct sim_many *m, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
