/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stream.h: plain traffic for measurements: ranks that send a number of equal messages to one rank.
 */
#ifndef HYD_SIM_STREAM_H
#define HYD_SIM_STREAM_H

#include "tests/sim/world.h"

struct stream {
  struct udp_msg m;      /* to send; PUT goes to a place that takes it */
  uint32_t to;           /* this rank; the others send to it */
  uint64_t count;        /* each */
  uint64_t closed_until; /* no requests are taken before */
  int answer;            /* the receiver answers each with a SHORT */
  int later;             /* the answer comes after the poll that took the message */
  int small;             /* a SHORT goes with each */
  int copied;            /* it is not stable: the engine copies it */
  int enough;            /* stop when the first sender has all its messages there */
  uint64_t sent[SIM_RANKS], came[SIM_RANKS], answers, owed;
  uint64_t dry;   /* times that a sender had more to send, and nothing on the way */
  uint64_t ended; /* when the last came */
  unsigned char *place;
};

/* Makes a world on a network of 10 Gbit/s and 20 us with the default engine. */
struct sim_world *stream_world(struct stream *s, uint32_t ranks, uint32_t mtu);
/* Runs it; c from stream_config. 0: every message has come. */
int stream_run(struct sim_world *w, const struct udp_config *c, uint64_t seconds);
struct udp_config stream_config(uint32_t mtu);
void stream_close(struct sim_world *w);

#endif
