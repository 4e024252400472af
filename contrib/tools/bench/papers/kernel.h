/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kernel.h: programs that compute in phases, one process on each node: all put parts of their
 * memory into others', all wait for each other, all compute. The data are real, the time is
 * virtual.
 */
#ifndef HYD_PAPERS_KERNEL_H
#define HYD_PAPERS_KERNEL_H

#include "contrib/tools/bench/papers/net.h"
#include "contrib/tools/bench/papers/papers.h"

#define KERNEL_BLOCKS 2 /* that a node sends in a phase */

struct kernel_list { /* what a node has to send */
  struct kernel_block {
    uint32_t to;
    uint64_t source, target;
    size_t left, piece;
  } block[KERNEL_BLOCKS];
  uint32_t n, at;
};

struct kernel {
  struct net net;
  struct kernel_list *list; /* by node, as the flows */
  struct flow *flow;
};

struct kernel_program {
  uint32_t nodes;
  uint64_t memory; /* bytes of a node */
  uint32_t rounds;
  /* Computes and compares: 0, the network's status, or EDOM: the result is wrong. */
  int (*run)(struct kernel *k, uint32_t rounds);
};

/* By all strategies. */
int kernel_compare(struct papers_kernel *out, const struct kernel_program *p,
                   const struct cost *cost);

/* In this phase; by puts of `piece` bytes, one after another. Within a node it is copied. */
void kernel_send(struct kernel *k, uint32_t from, uint32_t to, const struct kernel_block *b);
/* Sends it all; all wait. */
int kernel_exchange(struct kernel *k);
static inline void *kernel_at(struct kernel *k, uint32_t node, uint64_t offset) {
  return k->net.node[node].memory + offset;
}

#endif
