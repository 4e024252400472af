/* SPDX-License-Identifier: BSD-3-Clause
 *
 * many_apps.h: what many ranks do together over the library's trees, each driving an engine as the
 * library does, and checking what it does: the barriers of a job, meetings, and gathering
 * all ranks' records; then collectives and exchanges without data, for the planner. The check of
 * the engines (sim-ranks) and the planner (gasnet-sim) use them.
 */
#ifndef HYD_SIM_MANY_APPS_H
#define HYD_SIM_MANY_APPS_H

#include "contrib/tools/sim/many.h"
#include "extended/coll/coll_choice.h"

struct many_result {
  uint64_t ended;  /* the last rank was through, ps */
  uint64_t memory; /* of one member's engine, bytes; of its table not */
};

/* Phases of the named barrier, and unnamed ones of which several may be in flight. */
struct many_barriers {
  uint32_t phases, counts, window;
  uint64_t delay;                      /* between a rank's barriers, up to this */
  uint32_t other, anonymous, mismatch; /* of a million notifies: with another id, ... */
  size_t bytes;                        /* of a message */
};
void many_barriers(struct sim_many *m, const struct many_barriers *what,
                   struct many_result *result);

/* Meetings: as many as `counts`, one after the other if window is 1. */
struct many_meetings {
  uint32_t counts, window;
  uint64_t delay;
  size_t bytes;
};
void many_meetings(struct sim_many *m, const struct many_meetings *what,
                   struct many_result *result);

/* The records of all for all: `most` in a message, of `bytes` each; wire: bytes of a message
 * with so many of those. Members have one record each, or up to uneven. With `real`, tables are
 * there and compared byte by byte. */
struct many_gather {
  uint32_t most, uneven;
  size_t bytes;
  size_t (*wire)(const struct many_gather *what, size_t bytes);
  size_t mtu; /* for wire */
  uint64_t delay;
  int real;
};
void many_gather(struct sim_many *m, const struct many_gather *what, struct many_result *result);

/* A collective over messages of the whole job, from or to rank 0. Streams wait to be called for as
 * in extended/coll/coll_choice.h. wire: bytes of a message with so many of them. */
enum many_coll_kind { MANY_BROADCAST, MANY_REDUCE, MANY_REDUCE_ALL };
struct many_collective {
  enum many_coll_kind kind;
  enum hyd_coll_algorithm algorithm; /* 0: the one that is chosen for `net` */
  struct hyd_coll_network net;
  size_t bytes;
  size_t (*wire)(const struct many_collective *what, size_t bytes);
  size_t mtu; /* for wire */
};
void many_collectives(struct sim_many *m, const struct many_collective *what,
                      struct many_result *result);

/* An exchange of two ranks: a train of messages there, and when all of it has arrived, one back. */
struct many_train {
  size_t datagrams, bytes;
};
struct many_exchange {
  struct many_train there, back;
};
void many_exchange(struct sim_many *m, const struct many_exchange *what,
                   struct many_result *result);

#endif
