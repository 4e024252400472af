/* SPDX-License-Identifier: BSD-3-Clause
 *
 * events.h: what is going to happen, by virtual time; what is to happen at the same time happens in
 * the order in which it was said.
 */
#ifndef HYD_SIM_EVENTS_H
#define HYD_SIM_EVENTS_H

#include <stddef.h>
#include <stdint.h>

enum sim_what { SIM_POLL, SIM_SWITCH, SIM_ARRIVE, SIM_WAKE };

struct sim_event {
  uint64_t at, order;
  enum sim_what what;
  uint32_t rank;
  void *packet; /* or whatever message it is */
};

struct sim_events { /* a binary heap; zeroed: empty */
  struct sim_event *heap;
  size_t n, room;
  uint64_t order;
};

void sim_push(struct sim_events *e, uint64_t at, enum sim_what what, uint32_t rank, void *p);
int sim_pop(struct sim_events *e, struct sim_event *first); /* 0: there is none */
void sim_events_free(struct sim_events *e);                 /* not the packets */

/* malloc and realloc that end the process rather than fail. */
void *sim_alloc(size_t n);
void *sim_realloc(void *old, size_t n);

#endif
