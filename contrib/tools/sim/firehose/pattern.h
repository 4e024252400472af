/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pattern.h: whose memory the nodes of a simulated program put to, request by request: three
 * patterns of communication, each chosen before anything was measured.
 */
#ifndef FH_TEST_PATTERN_H
#define FH_TEST_PATTERN_H

#include <stdint.h>

#include "contrib/tools/sim/rng.h"

enum pattern_kind {
  PATTERN_UNIFORM,    /* any bucket of any other node, all alike: a large hash table */
  PATTERN_NEIGHBOURS, /* a torus; a face of consecutive buckets to each of four neighbours in turn,
                         again and again */
  PATTERN_HOT_SPOT,   /* nine of ten requests to one node of 128, to its buckets by Zipf's law; the
                         rest is uniform */
};
#define PATTERN_KINDS 3

struct pattern {
  enum pattern_kind kind;
  uint32_t nodes, memory; /* buckets of each node */
  uint32_t width;         /* of the torus */
  uint32_t hot;           /* nodes: the first ones */
  double *zipf;           /* by bucket: how likely it is, or one before it */
};

struct pattern_place {
  uint32_t node, bucket;
};

void pattern_open(struct pattern *p, enum pattern_kind kind, uint32_t nodes, uint32_t memory);
void pattern_close(struct pattern *p);
const char *pattern_name(enum pattern_kind kind);
/* The i-th request of a node. */
struct pattern_place pattern_next(const struct pattern *p, struct sim_rng *g, uint32_t node,
                                  uint32_t i);

#endif
