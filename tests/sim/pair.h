/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pair.h: two engines whose datagrams are passed by hand, and kept.
 */
#ifndef HYD_SIM_PAIR_H
#define HYD_SIM_PAIR_H

#include "conduits/udp/proto.h"

#define PAIR_MTU 1232u
#define PAIR_KEPT 256

struct pair_packet {
  uint32_t src, dst;
  size_t size;
  unsigned char bytes[PAIR_MTU + 64] __attribute__((aligned(16)));
};

struct pair_end {
  struct udp_proto *proto;
  int events;           /* messages, places, completions, deaths */
  struct pair *answers; /* not NULL: requests are answered, and that is sent, in their delivery */
};

struct pair {
  struct pair_end end[2];
  uint64_t now;
  int n; /* packets that were sent so far */
  struct pair_packet kept[PAIR_KEPT];
  unsigned char landing[65536] __attribute__((aligned(16)));
};

int pair_open(struct pair *p, enum udp_security security, uint32_t job);
void pair_close(struct pair *p);
/* Keeps, and gives away, what one end has to send. Returns the first packet's number; p->n is the
 * end. */
int pair_output(struct pair *p, int end);
/* Gives a packet to the end that it is for: a copy. */
void pair_input(struct pair *p, const struct pair_packet *k);
/* Sends and receives until both are idle, every datagram once. */
void pair_settle(struct pair *p);
void pair_send(struct pair *p, int end, unsigned kind, uint32_t nbytes, void *cookie);
/* Datagrams that an end has refused. */
uint64_t pair_refused(const struct pair *p, int end);

#endif
