/* SPDX-License-Identifier: BSD-3-Clause
 *
 * net.h: a network of ranks on one switch, in the manner of LogGP. A datagram costs its sender and
 * its receiver an overhead each, goes through the sender's wire, takes the latency, queues at the
 * switch for the receiver's wire, and waits in the receiver's socket until the rank polls. Wires
 * take time for each byte; the switch's queue and the socket hold so many bytes, and what does not
 * fit is lost.
 */
#ifndef HYD_SIM_NET_H
#define HYD_SIM_NET_H

#include "contrib/tools/sim/rng.h"

#include <stddef.h>
#include <stdint.h>

#define SIM_RANKS 64u /* at most: partitions are bit sets */
#define SIM_SPANS 4u

struct sim_link {
  uint64_t latency_ns, ps_per_byte;
  uint64_t send_ns, receive_ns; /* overheads */
  uint64_t switch_bytes, socket_bytes;
};

/* Something that lasts for a time. */
struct sim_span {
  uint64_t from, to;
  uint64_t who; /* partition: the ranks of one side, a bit each; pause, death: the rank; narrow:
                   bytes of a datagram */
};

struct sim_faults {
  uint32_t loss, twice, reorder, spike, corrupt; /* of a million datagrams */
  uint64_t jitter_ns, reorder_ns, spike_ns;      /* delays up to these */
  unsigned npartitions, npauses, ndeaths;
  unsigned nnarrows; /* while that lasts, larger datagrams are lost without a word */
  struct sim_span partition[SIM_SPANS], pause[SIM_SPANS], narrow[SIM_SPANS], death;
};

struct sim_packet {
  struct sim_packet *next; /* in a socket */
  uint32_t src, dst;
  size_t size;
  int corrupt;
  unsigned char bytes[] __attribute__((aligned(16)));
};

struct sim_wire {
  uint64_t out_free, in_free; /* when they are */
  struct sim_packet *first, **end;
  uint64_t bytes, most; /* in the socket; ever */
  uint64_t overflows;
};

struct sim_world;
/* Puts a packet on its way at time `now`; it belongs to the network from then on. */
void sim_net_send(struct sim_world *w, uint64_t now, struct sim_packet *p);
void sim_net_switch(struct sim_world *w, uint64_t now, struct sim_packet *p);
/* At the socket; 1: it is in. */
int sim_net_arrive(struct sim_world *w, uint64_t now, struct sim_packet *p);
struct sim_packet *sim_net_take(struct sim_world *w,
                                uint32_t rank); /* from the socket; NULL: empty */

/* Whether the rank polls at that time; if not, *until is when it does again. */
int sim_awake(const struct sim_faults *f, uint32_t rank, uint64_t now, uint64_t *until);
int sim_died(const struct sim_faults *f, uint32_t rank, uint64_t now);

#endif
