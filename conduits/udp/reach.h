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

#include "conduits/udp/address.h"
#include "conduits/udp/seal.h"

/* The addresses of a host as its head tells them to all others, before any is known to work. */
struct udp_offer {
  uint16_t port;        /* in network order */
  uint8_t v4, v6;       /* addresses of each, */
  unsigned char ip[28]; /* those of IPv4 first */
};
/* Keeps of the addresses the first ones that an offer has room for, and puts those of IPv4 first:
 * then an address has the same number on all hosts. */
void hyd_udp_offer_cut(struct udp_places *p);
void hyd_udp_offer_write(struct udp_offer *o, const struct udp_places *p);
void hyd_udp_offer_read(const struct udp_offer *o, struct udp_places *p);

enum udp_family { UDP_V4, UDP_V6, UDP_FAMILIES };
static inline enum udp_family udp_family_of(const struct udp_address *a) {
  return a->family == AF_INET6 ? UDP_V6 : UDP_V4;
}
/* Families of which the host has an address: a bit for each. */
unsigned hyd_udp_families(const struct udp_places *p);

struct udp_reach_peer {
  uint32_t rank;
  struct udp_places there;
  uint32_t heard;   /* at which addresses of this host a probe of its has come; a bit for each, */
  uint32_t reached; /* and at which of its own it has heard this host */
  int due;          /* it is to be told at once */
};

struct udp_reach {
  uint32_t rank, job;
  enum udp_security security;
  struct udp_seal *seal; /* NULL: UDP_NONE */
  struct udp_places here;
  unsigned order[UDP_PLACES]; /* of `here`, the best first */
  unsigned families;          /* that each host of the job has */
  struct udp_reach_peer *peer;
  uint32_t peers;
  uint64_t number;            /* of the last probe */
  uint64_t next_ns, pause_ns; /* of rounds to all */
  uint64_t best_ns, any_ns;   /* since when the best address will do; any */
};

typedef void udp_reach_send(void *arg, const struct udp_address *to, const void *datagram,
                            size_t n);
/* Sends what is due. Returns when it is to be called again at the latest. */
uint64_t hyd_udp_reach_output(struct udp_reach *r, uint64_t now, udp_reach_send *send, void *arg);
/* Takes a datagram, of which nothing is known. */
void hyd_udp_reach_input(struct udp_reach *r, unsigned char *datagram, size_t n);
/* Whether enough is known, here and at the peers. */
int hyd_udp_reach_ends(struct udp_reach *r, uint64_t now);
/* The address of this host by which most peers reach it, or -1: some peer reaches none of the
 * family. */
int hyd_udp_reach_best(const struct udp_reach *r, enum udp_family family);
/* The numbers of hosts that host `me` of n tries, at most `room` of them: all if they are few, or
 * those at distances of powers of two, each of which tries it, too. */
#define UDP_REACH_PEERS 64u
uint32_t hyd_udp_reach_whom(uint32_t me, uint32_t n, uint32_t whom[UDP_REACH_PEERS]);

#endif
