/* SPDX-License-Identifier: BSD-3-Clause
 *
 * oracle.h: how many misses a trace must have: what a node asked for is replayed on as many
 * firehoses to each other node as the library had there at each request, under several policies.
 * Farthest next use (Belady) is the least that is possible, also where the number of firehoses
 * changes. Those that do not see ahead tell what could be had.
 */
#ifndef FH_TEST_ORACLE_H
#define FH_TEST_ORACLE_H

#include <stdint.h>

struct oracle_request {
  uint32_t node, bucket; /* of another node's memory */
  uint32_t share;        /* firehoses there may be to it, when it is asked for: 1 or more */
};

enum oracle_policy {
  ORACLE_OPTIMAL,  /* gives up what is used again last */
  ORACLE_RECENT,   /* what was used longest ago: LRU */
  ORACLE_FREQUENT, /* what was used least so far, of all that was ever asked for: LFU */
  ORACLE_POPULAR,  /* what is used least in the whole trace: for independent requests, the best
                      without sight */
};
#define ORACLE_POLICIES 4

struct oracle_counts {
  uint64_t misses[ORACLE_POLICIES], first_uses; /* no policy avoids the latter */
};

/* Adds to *sum those of one node's requests, to nodes below `nodes` and buckets below `buckets`. */
void oracle_replay(const struct oracle_request *r, uint32_t n, uint32_t nodes, uint32_t buckets,
                   struct oracle_counts *sum);

/* On `cases` short random traces, compares the least misses with those of a search of all ways to
 * choose: how many were not the same. */
uint32_t oracle_check(uint64_t seed, uint32_t cases);

#endif
