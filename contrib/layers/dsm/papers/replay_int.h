/* SPDX-License-Identifier: BSD-3-Clause
 *
 * replay_int.h: declarations shared by the sources of the replay.
 */
#ifndef HYD_DSM_PAPERS_REPLAY_INT_H
#define HYD_DSM_PAPERS_REPLAY_INT_H

#include "contrib/layers/dsm/papers/replay.h"

#define LOCKS 65536u
#define OBJECTS 16384u
#define PLACES (LOCKS + OBJECTS)

struct replay;

struct diff {
  struct message message;
  struct step stored;
  uint32_t *under_way, bytes;
};

/* The messages of a request: to a lock's or object's home, to the rank that has a lock, and
 * back. */
struct journey {
  struct message message;
  struct step arrived, forwarded, granted;
};

struct actor {
  struct replay *r;
  uint32_t node;
  const struct trace *trace;
  size_t at;
  struct step next, posted;
  struct fetch fetch;
  struct diff *diff;
  struct journey journey;
  uint32_t place;              /* the lock or object of the journey */
  struct actor *request_after; /* lock: the rank that asked before this one */
  uint32_t turn_after;         /* how often it had asked */
  struct actor *hands_to;
  struct message grant; /* the grant of an object */
  struct step grant_arrived;
  const struct hyd_dsm_event *request;
  int granted, awaits; /* object: a grant has arrived; the actor waits for one */
  enum spent doing;
  uint64_t since, spent[SPENT_KINDS], ended, faults, fetches;
  int has_ended;
};

struct place {             /* a lock or an object */
  struct actor *last;      /* lock: the rank that asked last; NULL: none */
  struct actor **wait;     /* object: waiting ranks, in order; lock: by rank, the rank after it */
  uint32_t *turns, *ended; /* lock, by rank: how often it has asked, and unlocked */
  uint32_t value, n;
};

struct replay {
  struct cluster c;
  struct actor *actor;
  uint32_t *under_way; /* by page: number of diffs not yet stored */
  struct place *place; /* locks, then objects */
  uint32_t arrived;    /* ranks at the barrier */
};

void actor_work(struct actor *a, enum spent on, uint64_t ns);
void actor_waits(struct actor *a, enum spent on);
void actor_go_on(struct actor *a);

void sync_lock(struct actor *a, uint32_t lock);
void sync_unlock(struct actor *a, uint32_t lock);
void sync_barrier(struct actor *a);
void sync_request(struct actor *a, const struct hyd_dsm_event *e);
void sync_await(struct actor *a);
void sync_close(struct replay *r);

#endif
