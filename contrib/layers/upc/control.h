/* SPDX-License-Identifier: BSD-3-Clause
 *
 * control.h: the run time's own part of each segment, behind the heap. Threads of the host write
 * into each other's.
 */
#ifndef HYD_UPC_CONTROL_H
#define HYD_UPC_CONTROL_H
#include "contrib/layers/upc/job.h"

enum { UPC_MAX_HELD = 1024 /* locks that a thread may hold at one time */ };

/* A thread's place in the queue of a lock (locks.c); all are 0 while the node is not in a queue. */
struct upc_lock_node {
  _Atomic uint64_t next;    /* the node behind, once it has come */
  _Atomic uint32_t granted; /* not 0: the lock is this node's */
  _Atomic uint32_t freed;   /* not 0: the lock was freed, and this node was the queue's last */
} __attribute__((aligned(UPC_LINE)));

struct upc_control {
  _Atomic uint32_t doorbell; /* a thread of the host has sent a request (answers.c) */
  char pad[UPC_LINE - sizeof(uint32_t)];
  _Atomic uint64_t name; /* on thread 0: step << 32 | name of a barrier (meet.c) */
  struct upc_lock_node node[UPC_MAX_HELD];
};

/* The control part of a thread as mapped here; NULL: it is not mapped. */
static inline struct upc_control *hyd_upc_control(uint32_t thread) {
  char *base = hyd_upc.mapped[thread];
  return base ? (struct upc_control *)(void *)(base + hyd_upc.control) : NULL;
}

#endif
