/* SPDX-License-Identifier: BSD-3-Clause
 *
 * load.h: ranks that send each other random messages, and the books of what must arrive. Wrong is:
 * a message that comes twice, or never, or not in its turn, or changed; an answer to nothing; a
 * completion that is told early, twice or never; a request while none are taken; a death that is
 * told of the living, late, or twice.
 */
#ifndef HYD_SIM_LOAD_H
#define HYD_SIM_LOAD_H

#include "tests/sim/message.h"
#include "tests/sim/world.h"

struct sim_load {
  struct sim_shape shape;
  uint32_t messages;     /* of each rank */
  uint32_t most_open;    /* that wait for an answer, or for their completion */
  uint32_t burst;        /* sent at a time, at most */
  uint64_t gap_ns;       /* between bursts, on average */
  uint32_t stop, refuse; /* of a million requests: no more for now; nor this */
  uint64_t stop_ns;      /* for so long, at most */
  uint32_t flush,
      send_more; /* of a million events: what is sent inside of them goes at once; sends more */
};

extern const struct sim_app sim_load_app;

void sim_load_open(struct sim_world *w, const struct sim_load *l, const struct udp_config *c);
/* Whether nothing is left to be done, but for what concerns the dead. */
int sim_load_finished(struct sim_world *w);
/* Grows while there is any. */
uint64_t sim_load_progress(const struct sim_world *w);
/* Fails if something has not been done at the end. */
void sim_load_check(struct sim_world *w);
void sim_load_close(struct sim_world *w);

#endif
