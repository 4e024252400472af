/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_choice.h: which algorithm a collective by messages takes: the one that LogGP's figures of
 * the network predict to end first. All members choose alike, because they have the same figures,
 * size and number of members.
 *
 * The function has no state, so that the simulator (contrib/tools/sim/many_coll.c) chooses as the
 * library does, and can be held against it.
 */
#ifndef HYD_EXTENDED_COLL_CHOICE_H
#define HYD_EXTENDED_COLL_CHOICE_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of a message of a stream, at most: with heads and tag they fill the largest datagram of
 * UDP. */
#define HYD_COLL_PIECE ((size_t)65344)
/* Larger streams wait for the receiver's call, but for one message: to memory of the library, and
 * to a place of the client's. A call would cost smaller ones more than it saves. */
#define HYD_COLL_LARGE ((size_t)256 << 10)
#define HYD_COLL_PLACED ((size_t)64 << 10)
/* Members of the largest team that reduces in parts: there are two streams to each member. */
#define HYD_COLL_PARTS 64u

struct hyd_coll_network {
  double latency, overhead; /* ns: of a message in the network, at each of its ends */
  double byte;              /* ns that a byte takes */
  double combine;           /* ns that it takes to combine two bytes */
};

/* The network that is assumed unless the user describes another (GASNET_COLL_LATENCY and so on). */
#define HYD_COLL_NETWORK                                                                           \
  { 3000, 4500, 0.1, 0.15 }

enum hyd_coll_algorithm {
  HYD_COLL_NOT_CHOSEN,
  HYD_COLL_TREE,     /* a binomial tree; data goes up, or down, or up and then down */
  HYD_COLL_CHAIN,    /* broadcast: each member passes the data on to the next one */
  HYD_COLL_DOUBLING, /* reduction to all: reduce_rounds.h */
  HYD_COLL_HALVING,
  HYD_COLL_PARTS_OF_ALL, /* reduction to all: each member combines a part of all members' data */
  HYD_COLL_DIRECT,       /* exchange: each member sends to each */
  HYD_COLL_BRUCK         /* exchange: blocks go together, and take several steps */
};

enum hyd_coll_algorithm hyd_coll_choose_broadcast(const struct hyd_coll_network *net, uint32_t n,
                                                  size_t bytes);
enum hyd_coll_algorithm hyd_coll_choose_reduce_all(const struct hyd_coll_network *net, uint32_t n,
                                                   size_t bytes);
/* `bytes`: of a block. */
enum hyd_coll_algorithm hyd_coll_choose_exchange(const struct hyd_coll_network *net, uint32_t n,
                                                 size_t bytes);

#endif
