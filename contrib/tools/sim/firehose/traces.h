/* SPDX-License-Identifier: BSD-3-Clause
 *
 * traces.h: many nodes of one program in one process, each with an instance of the library and an
 * emulated interface (nic.h), on virtual time. Each puts to what a pattern says (pattern.h), one
 * put after another. Counted: how often firehoses are missing, against an oracle (oracle.h).
 * Checked from outside: that no more is pinned than allowed, at any instant, that what is granted
 * is pinned until it is released, that no policy has fewer misses than the oracle says are
 * possible, and that a silent peer costs little memory.
 *
 * For each other node there are four firehoses, M is that many buckets, MAXVICTIM an eighth of it,
 * memory twice M: so nodes that many put to reach the limit. A hit takes 14 us and a miss 32 more,
 * as they did in the first implementation (slides of 2003).
 */
#ifndef FH_TEST_TRACES_H
#define FH_TEST_TRACES_H

#include <stddef.h>
#include <stdint.h>

#include "contrib/tools/sim/firehose/oracle.h"
#include "contrib/tools/sim/firehose/pattern.h"

#define TRACES_SILENT_MOST 64u /* bytes: the goal */

struct traces_result {
  enum pattern_kind kind;
  uint32_t nodes;
  uint64_t requests, misses, moves, messages;
  struct oracle_counts oracle;
  uint64_t most_pinned,
      limit;                 /* buckets of the node that had most pinned; those that it may have */
  uint64_t lent;             /* buckets of share beyond f, of all nodes, at the end */
  uint64_t silent_pairs;     /* nodes, and others with which they had no business */
  size_t silent_bytes;       /* the most that one has for such another */
  double cost_us, oracle_us; /* of all puts; what they would have been with the least misses */
  const char *wrong;
};

/* 1,024 nodes; quick: 64, with other numbers of requests. The same in every run. 0: all was well;
 * else out->wrong says what was not. */
int traces_run(enum pattern_kind kind, int quick, struct traces_result *out);
/* `misses` by the least misses; the cost of all puts by what it would have been with those. */
double traces_of_least(const struct traces_result *r, uint64_t misses);
double traces_cost(const struct traces_result *r);
/* What the node that had most pinned had, of what it may have. */
double traces_pinned(const struct traces_result *r);

#endif
