/* SPDX-License-Identifier: BSD-3-Clause
 *
 * lock.c: the lock of Mellor-Crummey and Scott. A word at its home holds the last id, + 1. Each
 * rank waits for a word of its own node, first spinning, then asleep; its follower has linked
 * itself there. A rank's writes before a release are in place before the next rank gets the lock.
 */
#include "contrib/layers/netvm/nv.h"

/* --- nodes in locks and queues --------------------------------------------------------------- */

_Static_assert(HYD_NV_NODES == 64, "nodes are bits of `standing`");

static int is_at(const struct hyd_nv_stand *s, enum hyd_nv_stand_use use,
                 const struct hyd_paged_range *r, uint64_t offset) {
  return s->use == use && s->rank == r->rank && s->at == r->offset + offset;
}

int hyd_nv_find_node(enum hyd_nv_stand_use use, const struct hyd_paged_range *r, uint64_t offset,
                     uint32_t *node_p) {
  for (uint64_t left = hyd_nv_the.standing; left; left &= left - 1) {
    *node_p = (uint32_t)__builtin_ctzll(left);
    if (is_at(&hyd_nv_the.stand[*node_p], use, r, offset)) return 1;
  }
  return 0;
}

int hyd_nv_take_node(const char *call, enum hyd_nv_stand_use use, const struct hyd_paged_range *r,
                     uint64_t offset, uint32_t *node_p) {
  struct hyd_nv *nv = &hyd_nv_the;
  if (hyd_nv_find_node(use, r, offset, node_p))
    return hyd_nv_fail(GASNET_ERR_BAD_ARG, call, "this rank %s at offset %llu of rank %u already",
                       use == HYD_NV_IN_LOCK ? "holds the lock" : "stands in the queue",
                       (unsigned long long)offset, r->rank);
  if (nv->standing == UINT64_MAX)
    return hyd_nv_fail(GASNET_ERR_RESOURCE, call, "this rank is in %u locks and queues already",
                       HYD_NV_NODES);
  *node_p = (uint32_t)__builtin_ctzll(~nv->standing);
  nv->stand[*node_p] = (struct hyd_nv_stand){use, r->rank, r->offset + offset};
  nv->standing |= UINT64_C(1) << *node_p;
  return GASNET_OK;
}

void hyd_nv_free_node(uint32_t node) {
  atomic_store_explicit(&hyd_nv_node(node)->follower, 0, memory_order_relaxed); /* no writer left */
  atomic_store_explicit(&hyd_nv_node(node)->turn, 0, memory_order_relaxed);
  hyd_nv_the.standing &= ~(UINT64_C(1) << node);
}

/* --- the lock -------------------------------------------------------------------------------- */

/* Sets a word of another rank's node. */
static int set_node_word(uint32_t id, enum hyd_nv_word word, uint64_t value) {
  struct hyd_nv_update u = {word, id % HYD_NV_NODES, value};
  return hyd_nv_post(id / HYD_NV_NODES, &u);
}

static int acquire_lock(const char *call, const struct hyd_paged_range *r, uint64_t lock) {
  struct hyd_paged_answer before;
  uint32_t node, id;
  int rc = hyd_nv_take_node(call, HYD_NV_IN_LOCK, r, lock, &node);
  if (rc) return rc;
  id = hyd_nv_id(hyd_nv_the.rank, node);
  rc = hyd_nv_atomic(call, r, lock, 4, HYD_PAGED_SWAP, id + 1, 0, &before);
  if (rc || before.value[0] == 0) {
    if (rc) hyd_nv_free_node(node);
    return rc;
  }
  rc = set_node_word((uint32_t)before.value[0] - 1, HYD_NV_FOLLOWER_IS, id);
  if (rc == GASNET_OK) hyd_nv_await(&hyd_nv_node(node)->turn);
  return rc;
}

/* Tries to release the lock; 1: released, no rank waits. */
static int release_alone(const char *call, const struct hyd_paged_range *r, uint64_t lock,
                         uint32_t id, int *rc_p) {
  struct hyd_paged_answer was;
  if (hyd_nv_is_set(&hyd_nv_node(id % HYD_NV_NODES)->follower)) return 0;
  *rc_p = hyd_nv_atomic(call, r, lock, 4, HYD_PAGED_CSWAP, id + 1, 0, &was);
  return *rc_p || was.value[0] == id + 1;
}

static int release_lock(const char *call, const struct hyd_paged_range *r, uint64_t lock) {
  uint32_t node, id;
  int rc = GASNET_OK;
  if (!hyd_nv_find_node(HYD_NV_IN_LOCK, r, lock, &node))
    return hyd_nv_fail(GASNET_ERR_BAD_ARG, call,
                       "this rank does not hold the lock at offset %llu of rank %u",
                       (unsigned long long)lock, r->rank);
  hyd_nv_wait_for_puts();
  id = hyd_nv_id(hyd_nv_the.rank, node);
  if (!release_alone(call, r, lock, id, &rc))
    rc = set_node_word(hyd_nv_await(&hyd_nv_node(node)->follower), HYD_NV_TURN_IS, 0);
  hyd_nv_free_node(node);
  return rc;
}

static int with_lock(const char *call, hyd_nv_seg_t seg, uint64_t lock,
                     int (*does)(const char *, const struct hyd_paged_range *, uint64_t)) {
  const struct hyd_paged_range *r;
  int rc = hyd_nv_check_object(call, seg, lock, 4, &r);
  return rc ? rc : does(call, r, lock);
}

int hyd_nv_acquire(hyd_nv_seg_t seg, uint64_t lock) {
  return with_lock("hyd_nv_acquire", seg, lock, acquire_lock);
}
int hyd_nv_release(hyd_nv_seg_t seg, uint64_t lock) {
  return with_lock("hyd_nv_release", seg, lock, release_lock);
}
int hyd_nv_mbegin(hyd_nv_seg_t seg, uint64_t lock) {
  return with_lock("hyd_nv_mbegin", seg, lock, acquire_lock);
}
int hyd_nv_mend(hyd_nv_seg_t seg, uint64_t lock) {
  return with_lock("hyd_nv_mend", seg, lock, release_lock);
}
