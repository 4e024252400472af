/* SPDX-License-Identifier: BSD-3-Clause
 *
 * count_verbs.c: ibv_post_send, ibv_poll_cq and their like are calls through the table of an opened
 * device, so that is where the counting is put: ibv_open_device is ours, calls the real one and
 * changes the table. All devices of one provider have the same functions; the first device's are
 * kept.
 */
#include "count_verbs.h"

#include <dlfcn.h>
#include <infiniband/verbs.h>
#include <stdbool.h>
#include <string.h>

struct verbs_counts count_verbs_counts;

static struct ibv_context_ops real;
static _Atomic uintptr_t watched_from, watched_to;

#define COUNT(what, n)                                                                             \
  atomic_fetch_add_explicit(&count_verbs_counts.what, (n), memory_order_relaxed)

/* ---- work requests ------------------------------------------------------- */

static bool is_watched(const struct ibv_send_wr *wr) {
  uintptr_t from = atomic_load(&watched_from), to = atomic_load(&watched_to);
  for (int i = 0; i < wr->num_sge; i++)
    if (wr->sg_list[i].addr < from || wr->sg_list[i].addr + wr->sg_list[i].length > to)
      return false;
  return true;
}

static void count_one(const struct ibv_send_wr *wr) {
  switch (wr->opcode) {
  case IBV_WR_SEND:
  case IBV_WR_SEND_WITH_IMM:
  case IBV_WR_SEND_WITH_INV: COUNT(messages, 1); break;
  case IBV_WR_RDMA_WRITE:
  case IBV_WR_RDMA_WRITE_WITH_IMM: COUNT(writes, 1); break;
  case IBV_WR_RDMA_READ: COUNT(reads, 1); break;
  case IBV_WR_ATOMIC_CMP_AND_SWP:
  case IBV_WR_ATOMIC_FETCH_AND_ADD: COUNT(atomics, 1); break;
  default: COUNT(others, 1);
  }
  if (is_watched(wr)) COUNT(from_watched, 1);
}

static int post_send(struct ibv_qp *qp, struct ibv_send_wr *wr, struct ibv_send_wr **bad) {
  for (const struct ibv_send_wr *w = wr; w; w = w->next) count_one(w);
  count_verbs_enter();
  int rc = real.post_send(qp, wr, bad);
  count_verbs_leave();
  return rc;
}

static void count_receives(const struct ibv_recv_wr *wr) {
  COUNT(receive_calls, 1);
  for (; wr; wr = wr->next) COUNT(receives, 1);
}

static int post_recv(struct ibv_qp *qp, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad) {
  count_receives(wr);
  count_verbs_enter();
  int rc = real.post_recv(qp, wr, bad);
  count_verbs_leave();
  return rc;
}

static int post_srq_recv(struct ibv_srq *srq, struct ibv_recv_wr *wr, struct ibv_recv_wr **bad) {
  count_receives(wr);
  count_verbs_enter();
  int rc = real.post_srq_recv(srq, wr, bad);
  count_verbs_leave();
  return rc;
}

static int poll_cq(struct ibv_cq *cq, int room, struct ibv_wc *wc) {
  count_verbs_enter();
  int n = real.poll_cq(cq, room, wc);
  count_verbs_leave();
  COUNT(polls, 1);
  if (n > 0) COUNT(completions, (uint64_t)n);
  return n;
}

static int req_notify_cq(struct ibv_cq *cq, int solicited) {
  count_verbs_enter();
  int rc = real.req_notify_cq(cq, solicited);
  count_verbs_leave();
  return rc;
}

/* ---- what libibverbs exports --------------------------------------------- */

#define REAL(name) ((__typeof__(&name))(uintptr_t)dlsym(RTLD_NEXT, #name))

struct ibv_context *ibv_open_device(struct ibv_device *device) {
  struct ibv_context *c = REAL(ibv_open_device)(device);
  if (!c) return NULL;
  if (!real.post_send) real = c->ops;
  c->ops.post_send = post_send;
  c->ops.post_recv = post_recv;
  c->ops.post_srq_recv = post_srq_recv;
  c->ops.poll_cq = poll_cq;
  c->ops.req_notify_cq = req_notify_cq;
  return c;
}

static struct ibv_mr *registered(struct ibv_mr *mr) {
  if (!mr) return NULL;
  COUNT(registrations, 1);
  COUNT(registered_bytes, mr->length);
  return mr;
}

#undef ibv_reg_mr
struct ibv_mr *ibv_reg_mr(struct ibv_pd *pd, void *at, size_t bytes, int access) {
  return registered(REAL(ibv_reg_mr)(pd, at, bytes, access));
}

struct ibv_mr *ibv_reg_mr_iova2(struct ibv_pd *pd, void *at, size_t bytes, uint64_t iova,
                                unsigned access) {
  return registered(REAL(ibv_reg_mr_iova2)(pd, at, bytes, iova, access));
}

int ibv_dereg_mr(struct ibv_mr *mr) {
  size_t bytes = mr->length;
  int rc = REAL(ibv_dereg_mr)(mr);
  if (rc == 0) atomic_fetch_sub(&count_verbs_counts.registered_bytes, bytes);
  return rc;
}

/* ---- for the program ----------------------------------------------------- */

static void watch_memory(const void *at, size_t bytes) {
  atomic_store(&watched_from, (uintptr_t)at);
  atomic_store(&watched_to, (uintptr_t)at + bytes);
}

const struct count_verbs *count_verbs(void) {
  static const struct count_verbs all = {&count_verbs_counts, watch_memory, count_verbs_calls,
                                         count_verbs_steps, count_verbs_write_steps};
  return &all;
}
