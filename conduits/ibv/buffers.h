/* SPDX-License-Identifier: BSD-3-Clause
 *
 * buffers.h: pools of registered buffers, each of one size, and a rank's pools (buffers.c).
 */
#ifndef HYD_IBV_BUFFERS_H
#define HYD_IBV_BUFFERS_H

#include <infiniband/verbs.h>
#include <stddef.h>
#include <stdint.h>

#include "conduits/ibv/wire.h"

struct hyd_ibv;

#define HYD_IBV_NONE UINT32_MAX /* no buffer */
#define HYD_IBV_BATCH 16        /* completions in one poll of the queue; receives in one post */
#define HYD_IBV_WINDOW 1u       /* first window of a class of messages, in credits */
/* Receive buffers for a new peer. The additional one is for a reply that arrives after other
 * messages of the peer have told that the request was handled. */
#define HYD_IBV_FIRST_GRANT (HYD_IBV_CLASSES * HYD_IBV_WINDOW + 1)
#define HYD_IBV_BOUNCE 65536u /* bytes of a bounce buffer */

/* --- pools ---------------------------------------------------------------- */

#define HYD_IBV_POOL_PARTS 64u
struct hyd_ibv_pool {
  char *base;
  size_t each, size;
  uint32_t n, nfree, *free;
  uint32_t step, parts; /* buffers of a part; most parts */
  int access;
  struct ibv_mr *mr[HYD_IBV_POOL_PARTS];
};
/* Makes a pool of n buffers that may grow parts - 1 times, by n buffers each. 0, or the errno value
 * of a failed registration. */
int hyd_ibv_pool_make(struct hyd_ibv_pool *p, struct ibv_pd *pd, size_t each, uint32_t n,
                      uint32_t parts, int access);
/* The local key of a pool that does not grow. */
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
  struct hyd_ibv_pool cells;   /* by rank: credits that the peer writes; the last: the life word */
  struct hyd_ibv_pool results; /* results of atomics and of reads of life words */
  uint32_t repost[HYD_IBV_BATCH]; /* receive buffers to be posted together */
  int nrepost;
  uint64_t bytes;   /* of all pools */
  uint32_t message; /* most bytes of a message */
};

/* Makes the pools. 0, or -1: see `why`. */
int hyd_ibv_buffers_open(struct hyd_ibv *s, char *why, size_t size);
/* The most receive buffers that this rank may ever have. */
uint32_t hyd_ibv_buffers_most(const struct hyd_ibv *s);
/* Reduces s->bufs.message to what the rank with the smallest buffers can receive; once all ranks'
 * addresses are known. */
void hyd_ibv_buffers_agree(struct hyd_ibv *s);
/* Adds receive buffers, if peers have been granted more credits than there are buffers. */
void hyd_ibv_buffers_grow(struct hyd_ibv *s);
/* Posts a receive buffer again, in a batch with others. */
void hyd_ibv_receive_post(struct hyd_ibv *s, uint32_t buffer);

#endif
