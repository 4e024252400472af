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

struct hyd_ibv;

#define HYD_IBV_NONE UINT32_MAX /* no buffer */
#define HYD_IBV_BATCH 16        /* completions, and receive buffers, at a time */
#define HYD_IBV_WINDOW 1u       /* credits of a class, in the beginning */
/* Receive buffers for a new peer; 1 is for a reply that arrives after other messages of the peer
 * have said that its request was dealt with. */
#define HYD_IBV_FIRST_GRANT (HYD_IBV_CLASSES * HYD_IBV_WINDOW + 1)
#define HYD_IBV_BOUNCE 65536u /* bytes of a large buffer */

/* --- pools ---------------------------------------------------------------- */

#define HYD_IBV_POOL_PARTS 64u
struct hyd_ibv_pool {
  char *base;
  size_t each, size;
  uint32_t n, nfree, *free;
  uint32_t step, parts; /* buffers of a part; parts at most */
  int access;
  struct ibv_mr *mr[HYD_IBV_POOL_PARTS];
};
/* Makes a pool of n buffers, which may grow by n buffers parts - 1 times. 0, or an errno value of
 * the registration. */
int hyd_ibv_pool_make(struct hyd_ibv_pool *p, struct ibv_pd *pd, size_t each, uint32_t n,
                      uint32_t parts, int access);
/* The key of a pool that does not grow. */
static inline uint32_t hyd_ibv_pool_lkey(const struct hyd_ibv_pool *p) { return p->mr[0]->lkey; }
static inline void *hyd_ibv_pool_at(const struct hyd_ibv_pool *p, uint32_t i) {
  return p->base + (size_t)i * p->each;
}
static inline uint32_t hyd_ibv_pool_get(struct hyd_ibv_pool *p) {
  return p->nfree ? p->free[--p->nfree] : HYD_IBV_NONE;
}
static inline void hyd_ibv_pool_put(struct hyd_ibv_pool *p, uint32_t i) { p->free[p->nfree++] = i; }

/* --- the buffers of a rank ------------------------------------------------ */

struct hyd_ibv_buffers {
  struct hyd_ibv_pool receive, send, bounce;
  struct hyd_ibv_pool cells;   /* credits that peers write, by rank; the last is the word of life */
  struct hyd_ibv_pool results; /* of atomics */
  uint32_t repost[HYD_IBV_BATCH];
  int nrepost;
  uint64_t bytes;   /* of all pools */
  uint32_t message; /* bytes of a message at most */
};

int hyd_ibv_buffers_open(struct hyd_ibv *s, char *why, size_t size);
/* Receive buffers that there may ever be. */
uint32_t hyd_ibv_buffers_most(const struct hyd_ibv *s);
/* Once all ranks' addresses are known: messages are as small as the rank with the smallest buffers
 * needs. */
void hyd_ibv_buffers_agree(struct hyd_ibv *s);
/* More is granted than there are buffers. */
void hyd_ibv_buffers_grow(struct hyd_ibv *s);
/* Gives a receive buffer back to the device, together with others. */
void hyd_ibv_receive_post(struct hyd_ibv *s, uint32_t buffer);

#endif
