/* SPDX-License-Identifier: BSD-3-Clause
 *
 * load_int.h: what the files of the random load share.
 */
#ifndef HYD_SIM_LOAD_INT_H
#define HYD_SIM_LOAD_INT_H

#include "tests/sim/load.h"

/* Messages that must arrive in this order: those of a channel between two ranks. */
struct sim_order {
  struct sim_message *first, **end;
};

struct sim_peer {                       /* as one rank sees another */
  struct sim_order order[UDP_CHANNELS]; /* of what this rank sends there */
  uint64_t told_dead;
  uint64_t heard; /* when the last message came */
};

struct sim_node { /* the application of a rank */
  struct sim_rng rng;
  struct sim_peer *peer; /* [ranks] */
  struct sim_message *all, *stuck;
  struct sim_message *answers, **answers_end; /* that the engine had no room for */
  struct sim_message *kept;                   /* a put by reference whose source is wanted back */
  uint32_t left, open;
  uint64_t made, next_at, stopped_until;
  int taking; /* as the engine was told last, and what it was told since */
};

struct sim_books { /* the world's */
  struct sim_load load;
  struct udp_config c;
  uint32_t body;
  uint64_t missing, progress; /* messages and completions that are to come; that have */
  struct sim_node node[SIM_RANKS];
};

static inline struct sim_books *sim_books(const struct sim_rank *r) { return r->w->shared; }

/* load.c: 0, or 1: the engine has no room. */
int sim_offer(struct sim_rank *r, struct sim_message *m);
void sim_issue(struct sim_rank *r);
int sim_gone(const struct sim_world *w, uint32_t rank); /* it dies in this run */
/* The order that a message belongs to. */
struct sim_order *sim_order_of(struct sim_books *b, uint32_t src, uint32_t dst,
                               const struct udp_msg *m);

/* arrive.c */
enum udp_taken sim_deliver(void *arg, uint32_t src, const struct udp_msg *m);
void *sim_place(void *arg, uint32_t src, const struct udp_msg *m);
void sim_done(void *arg, void *cookie);
void sim_dead(void *arg, uint32_t peer, uint64_t silent_ns, uint32_t size);

#endif
