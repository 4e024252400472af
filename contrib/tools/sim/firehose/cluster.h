/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cluster.h: nodes with instances of the library in one process, in real time and with real
 * threads: emulated interfaces (nic.h) with a lock each, and messages by post.h.
 */
#ifndef FH_TEST_CLUSTER_H
#define FH_TEST_CLUSTER_H

#include <pthread.h>
#include <stdatomic.h>

#include "firehose/firehose.h"
#include "contrib/tools/sim/firehose/nic.h"
#include "contrib/tools/sim/firehose/post.h"

struct cluster_node {
  struct cluster *in;
  uint32_t node;
  struct fh *fh;
  struct nic nic;
  pthread_mutex_t nic_lock;
  struct post post;
  _Atomic uint32_t *unsettled; /* by bucket: remaps whose word is not settled */
  _Atomic uint64_t notes;
};

struct cluster {
  struct fh_config config;
  uint64_t memory; /* buckets of each node */
  uint64_t delay_ns;
  uint32_t nodes;
  int helpful; /* a node that polls takes other nodes' messages, too, so that none depends on when
                  another thread runs */
  struct cluster_node *node;
  _Atomic(const char *) wrong;
};

/* config: bucket, m, maxvictim, regions, max_regions, da_limit, message; the rest is set here. 0,
 * or it says why not. */
int cluster_open(struct cluster *c, const struct fh_config *config, uint32_t nodes, uint64_t memory,
                 uint64_t delay_ns);
/* Checks that what is left is unpinned. */
void cluster_close(struct cluster *c);
void cluster_wrong(struct cluster *c, const char *what);
/* The address of a node's bucket. */
uintptr_t cluster_addr(const struct cluster *c, uint32_t node, uint64_t bucket);
/* Takes a message that has come, if any, and gives the library its turn. */
void cluster_poll(struct cluster_node *n);
/* Sleeps until a message has come that is to be taken, or is about to, or until then at most. */
void cluster_wait(struct cluster_node *n, uint64_t until);
void cluster_sleep(uint64_t until);

int cluster_reaches(struct cluster_node *n, uint64_t bucket, uint64_t count);
uint64_t cluster_incarnations(struct cluster_node *n, uint64_t bucket, uint64_t count);
/* Other memory is mapped there, and all have learned it. */
void cluster_remap(struct cluster_node *n, uint64_t bucket, uint64_t count);
int cluster_is_settled(const struct cluster_node *n, uint64_t bucket, uint64_t count);

#endif
