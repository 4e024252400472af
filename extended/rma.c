/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rma.c: put, get and memset from the library's side of the header: checks, statistics, and the
 * ways to a peer's memory, best first: mapped (also when the header was shown an empty map), a copy
 * by the kernel (EVERYTHING, and neighbours' segments that are the client's own memory), the
 * conduit's own operation, active messages (rma_am.c).
 */
#include "extended/rma.h"

#include "conduits/dispatch.h"
#include "core/shm/cma.h"
#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/mem/kind.h"
#include "core/team/team.h"
#include "core/am/wait.h"

/* The one look at whether the peer's memory may be mapped: that of neighbours. local: this side's
 * address, or NULL if it is the library's. */
HYD_HOT_INLINE struct hyd_side target(gex_TM_t tm, gex_Rank_t rank, const void *addr,
                                      const void *local, size_t n, const char *call) {
  struct hyd_job *job = hyd_the_job;
  gex_Rank_t peer;
  if (hyd_unlikely(job == NULL || !job->ready)) hyd_check_ready(call);
  if (HYD_DEBUG) hyd_check_call(call);
  if (HYD_DEBUG && tm == GEX_TM_INVALID) hyd_fatal(call, "tm is GEX_TM_INVALID; expected a team");
  if (hyd_unlikely(hyd_pair_is_far(job, tm)))
    return hyd_pair_side(job, tm, rank, addr, local, n, call);
  peer = hyd_team_jobrank(tm, rank);
  if (peer == GEX_RANK_INVALID) hyd_no_member(job, tm, rank, call);
  if (hyd_unlikely(!hyd_in_segment(job, peer, addr, n))) hyd_check_remote(job, call, peer, addr, n);
  /* A neighbour whose memory is not mapped: the client's, in place of an attached segment. */
  if (hyd_in_nbrhd(job, peer)) return (struct hyd_side){peer, &job->mem.map[peer], job->mem.cma, 0};
  return (struct hyd_side){peer, NULL, hyd_by_kernel(job, peer), 0};
}

static void check_local(const char *call, const void *addr, size_t n) {
  if (addr == NULL) hyd_fatal(call, "local address is NULL with %zu bytes", n);
}

static void check_lc(const char *call, int how, const gex_Event_t *lc_opt) {
  if (lc_opt == NULL || (how == HYD_RMA_NB && lc_opt == GEX_EVENT_GROUP) ||
      (how == HYD_RMA_NBI && (uintptr_t)lc_opt > 3))
    hyd_fatal(call, "lc_opt %s; expected %s", lc_opt ? "of another form of the call" : "is NULL",
              how == HYD_RMA_NB ? "GEX_EVENT_NOW, GEX_EVENT_DEFER or a pointer"
                                : "GEX_EVENT_NOW, GEX_EVENT_DEFER or GEX_EVENT_GROUP");
}

/* Small powers of two in one access (X1.9); any overlap is harmless. */
static void copy(struct hyd_job *job, const struct hyd_side *at, void *to, const void *from,
                 size_t n) {
  if (hyd_unlikely(at->far))
    hyd_copy(job, to, from, n);
  else if (n <= 8 && (n & (n - 1)) == 0)
    hyd_store_value(to, hyd_load_value(from, n), n);
  else
    memmove(to, from, n);
}

/* --- over the network ----------------------------------------------------- */

/* As the conduit's put or get answers. */
HYD_HOT_INLINE int try_part(struct hyd_job *job, gex_Rank_t peer, int is_put, void *dest,
                            const void *src, size_t n, struct hyd_op *op, int stable) {
  const struct hyd_conduit_ops *ops = &job->net.conduit->ops;
  return is_put ? ops->put(job, job->net.state, peer, dest, src, n, op, stable)
                : ops->get(job, job->net.state, peer, dest, src, n, op);
}

static void by_messages(struct hyd_job *job, gex_Rank_t peer, int is_put, void *dest,
                        const void *src, size_t n, struct hyd_op *op) {
  if (is_put)
    hyd_ref_put(job, peer, dest, src, n, op);
  else
    hyd_ref_get(job, peer, dest, src, n, op);
}

/* A part that the conduit has answered with `rc`: waits for room, or does the part by messages if
 * the conduit does not reach that memory. */
static HYD_COLD void try_again(struct hyd_job *job, gex_Rank_t peer, int is_put, void *dest,
                               const void *src, size_t n, struct hyd_op *op, int stable, int rc) {
  struct hyd_wait w;
  hyd_wait_begin(&w, job, HYD_WAIT_QUEUE, peer, n);
  while (rc == 1) {
    hyd_wait_pause(&w);
    rc = try_part(job, peer, is_put, dest, src, n, op, stable);
  }
  hyd_wait_end(&w);
  if (rc == 0) return;
  by_messages(job, peer, is_put, dest, src, n, op);
  hyd_op_done(job, op);
}

/* In parts that the conduit takes at a time, the first of which the op has been counted for. */
HYD_HOT_INLINE void start_parts(struct hyd_job *job, gex_Rank_t peer, int is_put, void *dest,
                                const void *src, size_t n, struct hyd_op *op, int stable) {
  size_t most = stable || !is_put ? HYD_MAX_TRANSFER : job->net.conduit->max_long;
  if (hyd_unlikely(n > most)) hyd_op_add(op, (uint32_t)((n - 1) / most));
  for (size_t at = 0, part; at < n; at += part) {
    void *to = (char *)dest + at;
    const void *from = (const char *)src + at;
    int rc;
    part = n - at < most ? n - at : most;
    rc = try_part(job, peer, is_put, to, from, part, op, stable);
    if (hyd_unlikely(rc)) try_again(job, peer, is_put, to, from, part, op, stable, rc);
  }
}

static int has_it(const struct hyd_job *job, int is_put) {
  const struct hyd_conduit_ops *ops = &job->net.conduit->ops;
  return is_put ? ops->put != NULL : ops->get != NULL;
}

static void start(struct hyd_job *job, gex_Rank_t peer, int is_put, void *dest, const void *src,
                  size_t n, struct hyd_op *op, int stable) {
  if (!has_it(job, is_put) || hyd_in_nbrhd(job, peer)) {
    by_messages(job, peer, is_put, dest, src, n, op);
    return;
  }
  hyd_op_add(op, 1);
  start_parts(job, peer, is_put, dest, src, n, op, stable);
}

void hyd_rma_start_put(struct hyd_job *job, gex_Rank_t peer, void *dest, const void *src, size_t n,
                       struct hyd_op *op, int stable) {
  start(job, peer, 1, dest, src, n, op, stable);
}

void hyd_rma_start_get(struct hyd_job *job, gex_Rank_t peer, void *dest, const void *src, size_t n,
                       struct hyd_op *op) {
  start(job, peer, 0, dest, src, n, op, 0);
}

/* A transfer that is neither a copy nor the kernel's, and its op; returns what the call returns. A
 * conduit's transfer takes the initiation's own part of the op. */
HYD_HOT_INLINE gex_Event_t launch(struct hyd_job *job, const struct hyd_side *at, int is_put,
                                  int how, void *dest, const void *src, size_t n, int stable) {
  struct hyd_op *op = hyd_op_for(hyd_self(job), how, is_put ? HYD_NBI_PUT : HYD_NBI_GET, at->peer);
  if (hyd_likely(at->map == NULL) && has_it(job, is_put)) {
    start_parts(job, at->peer, is_put, dest, src, n, op, stable);
    return hyd_op_launched(job, how, op);
  }
  by_messages(job, at->peer, is_put, dest, src, n, op);
  return hyd_op_started(job, how, op);
}

/* 1: a blocking transfer is done, which the conduit has waited for, or has left to be waited for
 * here; 0: nothing was done. */
HYD_HOT_INLINE int is_waited(struct hyd_job *job, const struct hyd_side *at, int is_put,
                             const void *remote, const void *local, size_t n) {
  const struct hyd_conduit_ops *ops = &job->net.conduit->ops;
  struct hyd_op *rest;
  if (at->map || n > ops->at_once_most) return 0;
  rest = ops->at_once(job->net.state, at->peer, is_put, (void *)(uintptr_t)remote,
                      (void *)(uintptr_t)local, n);
  if (hyd_likely(rest == NULL)) return 1;
  if (rest == HYD_NOT_AT_ONCE) return 0;
  hyd_op_launched(job, HYD_RMA_BLOCKING, rest);
  return 1;
}

/* --- put ------------------------------------------------------------------ */

/* 1: the put is done. */
HYD_HOT_INLINE int put_now(struct hyd_job *job, const struct hyd_side *at, void *dest,
                           const void *src, size_t nbytes, const char *call) {
  void *here = at->map ? hyd_map_at(at->map, dest, nbytes) : NULL;
  if (here) {
    copy(job, at, here, src, nbytes);
    hyd_put_done();
    return 1;
  }
  return hyd_unlikely(at->kernel) &&
         hyd_cma_allowed(job, hyd_cma_put(job, at->peer, dest, src, nbytes), call, dest);
}

HYD_HOT_INLINE gex_Event_t put(int how, gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src,
                               size_t nbytes, gex_Event_t *lc_opt, enum hyd_count stat) {
  static const char *const name[] = {"gex_RMA_PutBlocking", "gex_RMA_PutNB", "gex_RMA_PutNBI"};
  struct hyd_job *job = hyd_the_job;
  struct hyd_side at = {0, NULL, 0, 0};
  int stable;
  if (nbytes)
    at = target(tm, rank, dest, stat == HYD_COUNT_PUT_VAL ? NULL : src, nbytes, name[how]);
  if (HYD_DEBUG && how) check_lc(name[how], how, lc_opt);
  stable = how == HYD_RMA_BLOCKING || lc_opt == GEX_EVENT_DEFER;
  hyd_lc_done(lc_opt);
  if (nbytes == 0) return GEX_EVENT_INVALID;
  check_local(name[how], src, nbytes);
  hyd_count(job, stat, nbytes);
  if (put_now(job, &at, dest, src, nbytes, name[how]) ||
      (how == HYD_RMA_BLOCKING && is_waited(job, &at, 1, dest, src, nbytes)))
    return GEX_EVENT_INVALID;
  return launch(job, &at, 1, how, dest, src, nbytes, stable);
}

void hyd_rma_put_by_am(struct hyd_job *job, gex_Rank_t peer, void *dest, const void *src,
                       size_t n) {
  struct hyd_op *op = hyd_op_for(hyd_self(job), HYD_RMA_BLOCKING, HYD_NBI_PUT, peer);
  hyd_ref_put(job, peer, dest, src, n, op);
  hyd_op_started(job, HYD_RMA_BLOCKING, op);
}

gex_Event_t hyd_rma_put(int how, gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src,
                        size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags) {
  (void)flags; /* IMMEDIATE may be ignored (IMM-3) */
  if (how == HYD_RMA_BLOCKING)
    return put(HYD_RMA_BLOCKING, tm, rank, dest, src, nbytes, GEX_EVENT_NOW, HYD_COUNT_PUT);
  return put(how, tm, rank, dest, src, nbytes, lc_opt, HYD_COUNT_PUT);
}

/* --- get ------------------------------------------------------------------ */

/* 1: the get is done. */
HYD_HOT_INLINE int get_now(struct hyd_job *job, const struct hyd_side *at, void *dest,
                           const void *src, size_t nbytes, const char *call) {
  const void *here = at->map ? hyd_map_at(at->map, src, nbytes) : NULL;
  if (here) {
    copy(job, at, dest, here, nbytes);
    hyd_get_done();
    return 1;
  }
  return hyd_unlikely(at->kernel) &&
         hyd_cma_allowed(job, hyd_cma_get(job, at->peer, dest, src, nbytes), call, src);
}

HYD_HOT_INLINE gex_Event_t get(int how, gex_TM_t tm, void *dest, gex_Rank_t rank, const void *src,
                               size_t nbytes, enum hyd_count stat) {
  static const char *const name[] = {"gex_RMA_GetBlocking", "gex_RMA_GetNB", "gex_RMA_GetNBI"};
  struct hyd_job *job = hyd_the_job;
  struct hyd_side at;
  if (nbytes == 0) return GEX_EVENT_INVALID;
  at = target(tm, rank, src, stat == HYD_COUNT_GET_VAL ? NULL : dest, nbytes, name[how]);
  check_local(name[how], dest, nbytes);
  hyd_count(job, stat, nbytes);
  if (get_now(job, &at, dest, src, nbytes, name[how]) ||
      (how == HYD_RMA_BLOCKING && is_waited(job, &at, 0, src, dest, nbytes)))
    return GEX_EVENT_INVALID;
  return launch(job, &at, 0, how, dest, src, nbytes, 0);
}

gex_Event_t hyd_rma_get(int how, gex_TM_t tm, void *dest, gex_Rank_t rank, const void *src,
                        size_t nbytes, gex_Flags_t flags) {
  (void)flags; /* IMMEDIATE may be ignored (IMM-3) */
  if (how == HYD_RMA_BLOCKING)
    return get(HYD_RMA_BLOCKING, tm, dest, rank, src, nbytes, HYD_COUNT_GET);
  return get(how, tm, dest, rank, src, nbytes, HYD_COUNT_GET);
}

/* --- by value ------------------------------------------------------------- */

static void check_value(const char *call, size_t nbytes) {
  if (nbytes == 0 || nbytes > sizeof(gex_RMA_Value_t))
    hyd_fatal(call, "%zu bytes; expected 1 to %zu", nbytes, sizeof(gex_RMA_Value_t));
}

gex_Event_t hyd_rma_put_val(int how, gex_TM_t tm, gex_Rank_t rank, void *dest,
                            gex_RMA_Value_t value, size_t nbytes, gex_Flags_t flags) {
  unsigned char bytes[sizeof value];
  check_value("gex_RMA_PutVal", nbytes);
  hyd_store_value(bytes, value, nbytes);
  (void)flags;
  return put(how, tm, rank, dest, bytes, nbytes, GEX_EVENT_NOW, HYD_COUNT_PUT_VAL);
}

gex_RMA_Value_t hyd_rma_get_val(gex_TM_t tm, gex_Rank_t rank, const void *src, size_t nbytes,
                                gex_Flags_t flags) {
  unsigned char bytes[sizeof(gex_RMA_Value_t)];
  check_value("gex_RMA_GetVal", nbytes);
  (void)flags;
  get(HYD_RMA_BLOCKING, tm, bytes, rank, src, nbytes, HYD_COUNT_GET_VAL);
  return hyd_load_value(bytes, nbytes);
}

/* --- GASNet-1: memset, split-phase value get ------------------------------ */

gex_Event_t hyd_rma_memset(int how, gasnet_node_t node, void *dest, int val, size_t nbytes) {
  struct hyd_job *job = hyd_the_job;
  gex_Rank_t peer;
  struct hyd_op *op;
  void *here;
  if (nbytes == 0) return GEX_EVENT_INVALID;
  peer = target(hyd_legacy_tm(), node, dest, NULL, nbytes, "gasnet_memset").peer;
  hyd_count(job, HYD_COUNT_MEMSET, nbytes);
  if ((here = hyd_local(job, peer, dest, nbytes)) != NULL) {
    memset(here, val, nbytes);
    hyd_put_done();
    return GEX_EVENT_INVALID;
  }
  op = hyd_op_for(hyd_self(job), how, HYD_NBI_PUT, peer);
  hyd_ref_memset(job, peer, dest, val, nbytes, op);
  return hyd_op_started(job, how, op);
}

/* The handle is an op whose `value` receives the bytes; it is always waited for. */
gasnet_valget_handle_t gasnet_get_nb_val(gasnet_node_t node, const void *src, size_t nbytes) {
  struct hyd_job *job = hyd_the_job;
  struct hyd_side at;
  struct hyd_op *op;
  check_value("gasnet_get_nb_val", nbytes);
  at = target(hyd_legacy_tm(), node, src, NULL, nbytes, "gasnet_get_nb_val");
  hyd_count(job, HYD_COUNT_GET_VAL, nbytes);
  op = hyd_op_new(hyd_self(job), HYD_OP_TRANSFER, at.peer);
  op->value = 0;
  op->scanned = (uint32_t)nbytes;
  if (!get_now(job, &at, &op->value, src, nbytes, "gasnet_get_nb_val"))
    hyd_rma_start_get(job, at.peer, &op->value, src, nbytes, op);
  hyd_op_done(job, op);
  return (gasnet_valget_handle_t)op;
}

gasnet_register_value_t gasnet_wait_syncnb_valget(gasnet_valget_handle_t handle) {
  struct hyd_op *op = (struct hyd_op *)handle;
  gasnet_register_value_t value;
  hyd_check_ready("gasnet_wait_syncnb_valget");
  if (op == NULL || atomic_load_explicit(&op->kind, memory_order_relaxed) != HYD_OP_TRANSFER)
    hyd_fatal("gasnet_wait_syncnb_valget",
              "handle %p; expected one from gasnet_get_nb_val, waited "
              "for once",
              (void *)handle);
  while (!hyd_op_test(hyd_the_job, op)) hyd_op_wait(hyd_the_job, op);
  value = hyd_load_value(&op->value, op->scanned);
  hyd_op_free(hyd_self(hyd_the_job), op);
  return value;
}
