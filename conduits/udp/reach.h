/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reach.h: which of a host's addresses other hosts reach, found out by trying, before a job uses
 * any. An address that a host has need not be one: bridges of containers have the same on many
 * hosts, a name may be that of the loopback, a firewall may be between. One rank of each host, its
 * head, sends a probe to each address of some other hosts, and says in it at which addresses of its
 * own it has heard them. No input or output here: time and datagrams are arguments.
 */
#ifndef HYD_UDP_REACH_H
#define HYD_UDP_REACH_H

#include "conduits/ip/offer.h"
#include "conduits/udp/seal.h"

struct udp_reach_peer {
  uint32_t rank;
  struct hyd_ip_places there;
  uint32_t heard;   /* bit i: a probe of the peer came to address i of this host */
  uint32_t reached; /* bit i: the peer has heard this host at its address i */
  int due;          /* the peer is to be told at once */
};

struct udp_reach {
  uint32_t rank, job;
  enum udp_security security;
  struct udp_seal *seal; /* NULL: UDP_NONE */
  struct hyd_ip_places here;
  unsigned order[HYD_IP_PLACES]; /* indices into `here`, the best first */
  unsigned families;             /* address families that every host of the job has */
  struct udp_reach_peer *peer;
  uint32_t peers;
  uint64_t number;            /* of the last probe */
  uint64_t next_ns, pause_ns; /* of rounds to all */
  uint64_t best_ns, any_ns;   /* since when the best address will do; any */
};

typedef void udp_reach_send(void *arg, const struct hyd_ip *to, const void *datagram, size_t n);
/* Sends what is due. Returns when it is to be called again at the latest. */
uint64_t hyd_udp_reach_output(struct udp_reach *r, uint64_t now, udp_reach_send *send, void *arg);
/* Takes a datagram, of which nothing is known. */
void hyd_udp_reach_input(struct udp_reach *r, unsigned char *datagram, size_t n);
/* Whether enough is known, here and at the peers. */
int hyd_udp_reach_ends(struct udp_reach *r, uint64_t now);
/* The address of this host by which most peers reach it, or -1: some peer reaches none of the
 * family. */
int hyd_udp_reach_best(const struct udp_reach *r, enum hyd_ip_family family);

#endif
