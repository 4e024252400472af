/* SPDX-License-Identifier: BSD-3-Clause
 *
 * buffers.h: pools of registered buffers of one size, and those of a rank (buffers.c).
 */
#ifndef HYD_IBV_BUFFERS_H
#define HYD_IBV_BUFFERS_H

#include <infiniband/verbs.h>
#include <stddef.h>
#include <stdint.h>

#include "conduits/ibv/wire.h"

struct vb_state;

#define VB_NONE UINT32_MAX /* no buffer */
#define VB_BATCH 16        /* completions, and receive buffers, at a time */
#define VB_WINDOW 1u       /* credits of a class, in the beginning */
/* Receive buffers for a new peer; 1 is for a reply that arrives after other messages of the peer
 * have said that its request was dealt with. */
#define VB_FIRST_GRANT (VB_CLASSES * VB_WINDOW + 1)
#define VB_BOUNCE 65536u /* bytes of a large buffer */

/* --- pools ---------------------------------------------------------------- */

#define VB_POOL_PARTS 64u
struct vb_pool {
  char *base;
  size_t each, size;
  uint32_t n, nfree, *free;
  uint32_t step, parts; /* buffers of a part; parts at most */
  int access;
  struct ibv_mr *mr[VB_POOL_PARTS];
};
/* Makes a pool of n buffers, which may grow by n buffers parts - 1 times. 0, or an errno value of
 * the registration. */
int vb_pool_make(struct vb_pool *p, struct ibv_pd *pd, size_t each, uint32_t n, uint32_t parts,
                 int access);
/* The key of a pool that does not grow. */
static inline uint32_t vb_pool_lkey(const struct vb_pool *p) { return p->mr[0]->lkey; }
static inline void *vb_pool_at(const struct vb_pool *p, uint32_t i) {
  return p->base + (size_t)i * p->each;
}
static inline uint32_t vb_pool_get(struct vb_pool *p) {
  return p->nfree ? p->free[--p->nfree] : VB_NONE;
}
static inline void vb_pool_put(struct vb_pool *p, uint32_t i) { p->free[p->nfree++] = i; }

/* --- the buffers of a rank ------------------------------------------------ */

struct vb_buffers {
  struct vb_pool receive, send, bounce;
  struct vb_pool cells;   /* credits that peers write, by rank; the last is the word of life */
  struct vb_pool results; /* of atomics */
  uint32_t repost[VB_BATCH];
  int nrepost;
  uint64_t bytes;   /* of all pools */
  uint32_t message; /* bytes of a message at most */
};

int vb_bufs_open(struct vb_state *s, char *why, size_t size);
/* Receive buffers that there may ever be. */
uint32_t vb_bufs_most(const struct vb_state *s);
/* Once all ranks' addresses are known: messages are as small as the rank with the smallest buffers
 * needs. */
void vb_bufs_agree(struct vb_state *s);
/* More is granted than there are buffers. */
void vb_bufs_grow(struct vb_state *s);
/* Gives a receive buffer back to the device, several at a time; gives back those that wait for
 * that. */
void vb_receive_post(struct vb_state *s, uint32_t buffer);
void vb_receive_flush(struct vb_state *s);

#endif
