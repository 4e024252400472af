/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rma.c: put, get and memset from the library's side of the header: checks, statistics, and the
 * ways to a peer's memory, best first: mapped (also when the header was shown an empty map), a copy
 * by the kernel (EVERYTHING, and neighbours' segments that are the client's own memory), the
 * conduit's own operation, active messages (rma_am.c).
 */
#include "extended/rma/rma.h"

#include "conduits/dispatch.h"
#include "core/shm/cma.h"
#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/mem/endpoint.h"
#include "core/mem/kind.h"
#include "core/mem/paged.h"
#include "core/team/team.h"
#include "core/am/wait.h"
#include "core/am/paged_leave.h"
#include "extended/rma/paged_way.h"
#include "core/watch/watch.h"

/* The remote side of a transfer. */
struct hyd_side {
  gex_Rank_t peer;
  const struct hyd_map *map; /* NULL: by the network alone, none of the peer's memory is mapped */
  int kernel; /* both sides are host memory, and the kernel copies between these processes */
  int far;    /* not known to be between primordial endpoints: no conduit, perhaps devices */
  const struct hyd_paged *paged; /* the remote side is a paged segment of another rank */
};

/* --- what may be touched -------------------------------------------------- */

/* Through TM-pairs and teams that name endpoints other than the primordial ones every access is
 * checked in every build: the segments are of all sizes and come and go, and nothing else keeps a
 * wrong address from a peer's memory. How it is reached:
 *
 *      local side      remote side     way
 *      host            mapped here     a copy
 *      host            host            the kernel, else active messages
 *      host            paged           a copy of pages that are locked, else active messages
 *      any             device, ours    the driver
 *      one is a device                 active messages, whose handlers ask the driver
 */

/* A device-bound endpoint moves its segment's memory only (RMA-3). 1 = it is one. */
static int local_device(const struct hyd_ep *ep, const void *local, size_t n, const char *call) {
  const struct hyd_segment *s = ep->segment;
  if (s == NULL || !hyd_is_device(s) || local == NULL) return 0;
  if (n > s->size || (uintptr_t)local - (uintptr_t)s->base > s->size - n)
    hyd_fatal(call,
              "local address %p, %zu bytes, is outside the segment of endpoint %u; expected a "
              "range within [%p, +%zu): it is bound to device memory",
              local, n, (unsigned)ep->index, s->base, (size_t)s->size);
  return 1;
}

static const struct hyd_map nowhere = {HYD_NOT_MAPPED, 0, 0};

/* Nothing of it may be mapped, and neither the kernel nor the conduit goes there. */
static struct hyd_side paged_side(gex_Rank_t rank, const struct hyd_paged *paged) {
  return (struct hyd_side){.peer = rank, .map = &nowhere, .far = 1, .paged = paged};
}

/* The kernel takes no paged memory of this side's. */
static int kernel_may(struct hyd_job *job, const void *local, size_t n) {
  return hyd_paged_own(job, local, n) == NULL;
}

/* local: NULL if it is memory of the library. */
static struct hyd_side pair_side(struct hyd_job *job, gex_TM_t tm, gex_Rank_t rank,
                                 const void *remote, const void *local, size_t n,
                                 const char *call) {
  struct hyd_pair p = hyd_pair_target(job, tm, rank, 0, call);
  int device = local_device(p.ep, local, n, call);
  const struct hyd_bound *b;
  rank = p.jobrank;
  if (p.remote == 0) {
    hyd_check_remote(job, call, rank, remote, n);
    if (hyd_paged_peer(job, rank)) return paged_side(rank, hyd_paged_peer(job, rank));
    return (struct hyd_side){rank, &job->mem.map[rank], !device && hyd_by_kernel(job, rank), 1,
                             NULL};
  }
  b = hyd_bound_known(job, p.remote, rank, call);
  hyd_bound_check(b, p.remote, rank, remote, n, call);
  if (b->paged) return paged_side(rank, b->paged);
  return (struct hyd_side){rank, &b->map,
                           !device && !b->device && hyd_cma_reaches(job, rank) &&
                               kernel_may(job, local, n),
                           1, NULL};
}

/* The one look at whether the peer's memory may be mapped: that of neighbours. local: this side's
 * address, or NULL if it is the library's. */
HYD_HOT_INLINE struct hyd_side target(gex_TM_t tm, gex_Rank_t rank, const void *addr,
                                      const void *local, size_t n, const char *call) {
  struct hyd_job *job = hyd_the_job;
  gex_Rank_t peer;
  if (hyd_unlikely(job == NULL || !job->ready)) hyd_check_ready(call);
  if (HYD_DEBUG) hyd_check_call(call);
  if (HYD_DEBUG && tm == GEX_TM_INVALID) hyd_fatal(call, "tm is GEX_TM_INVALID; expected a team");
  if (hyd_unlikely(hyd_pair_is_far(job, tm))) return pair_side(job, tm, rank, addr, local, n, call);
  peer = hyd_team_jobrank(tm, rank);
  if (peer == GEX_RANK_INVALID) hyd_no_member(job, tm, rank, call);
  if (hyd_unlikely(!hyd_in_segment(job, peer, addr, n))) hyd_check_remote(job, call, peer, addr, n);
  /* A neighbour whose memory is not mapped: the client's, in place of an attached segment. */
  if (hyd_unlikely(hyd_paged_peer(job, peer) != NULL))
    return paged_side(peer, hyd_paged_peer(job, peer));
  if (hyd_in_nbrhd(job, peer))
    return (struct hyd_side){peer, &job->mem.map[peer], job->mem.cma && kernel_may(job, local, n),
                             0, NULL};
  return (struct hyd_side){peer, NULL, hyd_by_kernel(job, peer), 0, NULL};
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

/* --- ways to memory that is not mapped ------------------------------------ */

static int has_it(const struct hyd_job *job, int is_put) {
  const struct hyd_conduit_ops *ops = &hyd_conduit_of(job)->ops;
  return is_put ? ops->put != NULL : ops->get != NULL;
}

/* As the conduit's put or get answers. */
HYD_HOT_INLINE int try_part(struct hyd_job *job, gex_Rank_t peer, int is_put, void *remote,
                            void *local, size_t n, struct hyd_op *op, int stable) {
  const struct hyd_conduit_ops *ops = &hyd_conduit_of(job)->ops;
  return is_put ? ops->put(job, job->net.state, peer, remote, local, n, op, stable)
                : ops->get(job, job->net.state, peer, local, remote, n, op);
}

/* A part that the conduit has answered with `rc`: waits for room, or does the part by messages if
 * the conduit does not reach that memory. */
static HYD_COLD void try_again(struct hyd_job *job, gex_Rank_t peer, int is_put, void *remote,
                               void *local, size_t n, struct hyd_op *op, int stable, int rc) {
  struct hyd_wait w;
  hyd_wait_begin(&w, job, HYD_WAIT_QUEUE, peer, n);
  while (rc == HYD_NO_ROOM) {
    hyd_wait_pause(&w);
    rc = try_part(job, peer, is_put, remote, local, n, op, stable);
  }
  hyd_wait_end(&w);
  if (rc == 0) return;
  hyd_ref_move(job, peer, is_put, remote, local, n, op);
  hyd_op_done(job, op);
}

/* In parts that the conduit takes at a time, the first of which the op has been counted for. The
 * source of a put that is not stable is copied. */
HYD_HOT_INLINE void start_parts(struct hyd_job *job, gex_Rank_t peer, int is_put, void *remote,
                                void *local, size_t n, struct hyd_op *op, int stable) {
  size_t most = stable || !is_put ? HYD_MAX_TRANSFER : hyd_conduit_of(job)->max_long;
  if (hyd_unlikely(n > most)) hyd_op_add(op, (uint32_t)((n - 1) / most));
  for (size_t at = 0, part; at < n; at += part) {
    char *there = (char *)remote + at, *here = (char *)local + at;
    int rc;
    part = n - at < most ? n - at : most;
    rc = try_part(job, peer, is_put, there, here, part, op, stable);
    if (hyd_unlikely(rc)) try_again(job, peer, is_put, there, here, part, op, stable, rc);
  }
}

void hyd_rma_start(struct hyd_job *job, gex_Rank_t peer, int is_put, void *remote, void *local,
                   size_t n, struct hyd_op *op, int stable) {
  if (!has_it(job, is_put) || hyd_in_nbrhd(job, peer) || hyd_paged_peer(job, peer) ||
      hyd_paged_goes_round(job, local, n)) {
    hyd_ref_move(job, peer, is_put, remote, local, n, op);
    return;
  }
  hyd_op_add(op, 1);
  start_parts(job, peer, is_put, remote, local, n, op, stable);
}

/* A transfer that is neither a copy nor the kernel's, and its op; returns what the call returns. A
 * conduit's transfer takes the initiation's own part of the op. */
HYD_HOT_INLINE gex_Event_t launch(struct hyd_job *job, const struct hyd_side *at, int is_put,
                                  int how, void *remote, void *local, size_t n, int stable) {
  struct hyd_op *op;
  if (!is_put) (void)hyd_paged_make_way(job, 0);
  op = hyd_op_for(hyd_self(job), how, is_put ? HYD_NBI_PUT : HYD_NBI_GET, at->peer, n);
  if (hyd_watched(job) && how != HYD_RMA_BLOCKING)
    hyd_watch_op_begin(job, op, is_put ? HYD_EV_PUT : HYD_EV_GET, at->peer, n);
  if (hyd_likely(at->map == NULL) && has_it(job, is_put)) {
    hyd_count_way(job, HYD_COUNT_BY_NETWORK, n);
    start_parts(job, at->peer, is_put, remote, local, n, op, stable);
    return hyd_op_launched(job, how, op);
  }
  hyd_count_way(job, HYD_COUNT_BY_MESSAGES, n);
  hyd_ref_move(job, at->peer, is_put, remote, local, n, op);
  return hyd_op_started(job, how, op);
}

/* 1: a blocking transfer is done, which the conduit has waited for, or has left to be waited for
 * here; 0: nothing was done. */
HYD_HOT_INLINE int is_waited(struct hyd_job *job, const struct hyd_side *at, int is_put,
                             void *remote, void *local, size_t n) {
  const struct hyd_conduit_ops *ops = &hyd_conduit_of(job)->ops;
  struct hyd_op *rest;
  if (at->map || n > ops->at_once_most) return 0;
  rest = ops->at_once(job->net.state, at->peer, is_put, remote, local, n);
  if (rest != HYD_NOT_AT_ONCE) hyd_count_way(job, HYD_COUNT_BY_NETWORK, n);
  if (hyd_likely(rest == NULL)) return 1;
  if (rest == HYD_NOT_AT_ONCE) return 0;
  hyd_op_launched(job, HYD_RMA_BLOCKING, rest);
  return 1;
}

/* --- put and get ---------------------------------------------------------- */

/* 1: it is done. */
HYD_HOT_INLINE int is_done(struct hyd_job *job, const struct hyd_side *at, int is_put, void *remote,
                           void *local, size_t n, const char *call) {
  void *here = at->map ? hyd_map_at(at->map, remote, n) : NULL;
  if (here) {
    hyd_count_way(job, HYD_COUNT_BY_MAP, n);
    copy(job, at, is_put ? here : local, is_put ? local : here, n);
    if (is_put)
      hyd_put_done();
    else
      hyd_get_done();
    return 1;
  }
  if (hyd_likely(!at->kernel) ||
      !hyd_cma_allowed(job,
                       is_put ? hyd_cma_put(job, at->peer, remote, local, n)
                              : hyd_cma_get(job, at->peer, local, remote, n),
                       call, remote))
    return 0;
  hyd_count_way(job, HYD_COUNT_BY_KERNEL, n);
  return 1;
}

/* n is not 0. */
HYD_HOT_INLINE gex_Event_t move(struct hyd_job *job, const struct hyd_side *at, int how, int is_put,
                                void *remote, void *local, size_t n, int stable, const char *call) {
  if (hyd_unlikely(at->paged != NULL)) {
    if (is_put) hyd_paged_check_write(at->paged, at->peer, call);
    return job->layer.paged->transfer(job, at->peer, at->paged, how, is_put, remote, local, n,
                                      stable);
  }
  if (is_done(job, at, is_put, remote, local, n, call) ||
      (how == HYD_RMA_BLOCKING && is_waited(job, at, is_put, remote, local, n)))
    return GEX_EVENT_INVALID;
  return launch(job, at, is_put, how, remote, local, n, stable);
}

static HYD_COLD gex_Event_t watched(struct hyd_job *job, const struct hyd_side *at, int how,
                                    int is_put, void *remote, void *local, size_t n, int stable,
                                    enum hyd_count stat, const char *call) {
  struct hyd_thread *t = hyd_self(job);
  uint64_t begin = hyd_watch_ticks();
  gex_Event_t event;
  hyd_stat(t, stat, n);
  t->watch.way = 0;
  event = move(job, at, how, is_put, remote, local, n, stable, call);
  hyd_watch_span(job, begin, is_put ? HYD_EV_PUT : HYD_EV_GET, at->peer, n, t->watch.way, 0);
  return event;
}

/* of_client: the local address is the client's. */
HYD_HOT_INLINE gex_Event_t transfer(int how, int is_put, gex_TM_t tm, gex_Rank_t rank, void *remote,
                                    void *local, size_t n, int stable, int of_client,
                                    enum hyd_count stat, const char *call) {
  struct hyd_job *job = hyd_the_job;
  struct hyd_side at = target(tm, rank, remote, of_client ? local : NULL, n, call);
  check_local(call, local, n);
  if (hyd_paged_goes_round(job, local, n) && at.map == NULL) at.map = &nowhere;
  if (is_put)
    hyd_probe_put(at.peer, n);
  else
    hyd_probe_get(at.peer, n);
  if (hyd_watched(job)) return watched(job, &at, how, is_put, remote, local, n, stable, stat, call);
  return move(job, &at, how, is_put, remote, local, n, stable, call);
}

static const char *const put_name[] = {"gex_RMA_PutBlocking", "gex_RMA_PutNB", "gex_RMA_PutNBI"};

gex_Event_t hyd_rma_put(int how, gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src,
                        size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags) {
  void *local = (void *)(uintptr_t)src;
  (void)flags;                 /* IMMEDIATE may be ignored (IMM-3) */
  if (how == HYD_RMA_BLOCKING) /* compiled by itself: the most common, with the fewest questions */
    return nbytes ? transfer(HYD_RMA_BLOCKING, 1, tm, rank, dest, local, nbytes, 1, 1,
                             HYD_COUNT_PUT, put_name[HYD_RMA_BLOCKING])
                  : GEX_EVENT_INVALID;
  if (HYD_DEBUG) check_lc(put_name[how], how, lc_opt);
  hyd_lc_done(lc_opt);
  if (nbytes == 0) return GEX_EVENT_INVALID;
  return transfer(how, 1, tm, rank, dest, local, nbytes, lc_opt == GEX_EVENT_DEFER, 1,
                  HYD_COUNT_PUT, put_name[how]);
}

gex_Event_t hyd_rma_get(int how, gex_TM_t tm, void *dest, gex_Rank_t rank, const void *src,
                        size_t nbytes, gex_Flags_t flags) {
  static const char *const name[] = {"gex_RMA_GetBlocking", "gex_RMA_GetNB", "gex_RMA_GetNBI"};
  void *remote = (void *)(uintptr_t)src;
  (void)flags; /* IMMEDIATE may be ignored (IMM-3) */
  if (nbytes == 0) return GEX_EVENT_INVALID;
  if (how == HYD_RMA_BLOCKING)
    return transfer(HYD_RMA_BLOCKING, 0, tm, rank, remote, dest, nbytes, 0, 1, HYD_COUNT_GET,
                    name[HYD_RMA_BLOCKING]);
  return transfer(how, 0, tm, rank, remote, dest, nbytes, 0, 1, HYD_COUNT_GET, name[how]);
}

void hyd_rma_put_by_am(struct hyd_job *job, gex_Rank_t peer, void *dest, const void *src,
                       size_t n) {
  struct hyd_op *op = hyd_op_for(hyd_self(job), HYD_RMA_BLOCKING, HYD_NBI_PUT, peer, n);
  hyd_ref_move(job, peer, 1, dest, (void *)(uintptr_t)src, n, op);
  hyd_op_started(job, HYD_RMA_BLOCKING, op);
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
  return transfer(how, 1, tm, rank, dest, bytes, nbytes, how == HYD_RMA_BLOCKING, 0,
                  HYD_COUNT_PUT_VAL, put_name[how]);
}

gex_RMA_Value_t hyd_rma_get_val(gex_TM_t tm, gex_Rank_t rank, const void *src, size_t nbytes,
                                gex_Flags_t flags) {
  unsigned char bytes[sizeof(gex_RMA_Value_t)];
  check_value("gex_RMA_GetVal", nbytes);
  (void)flags;
  transfer(HYD_RMA_BLOCKING, 0, tm, rank, (void *)(uintptr_t)src, bytes, nbytes, 0, 0,
           HYD_COUNT_GET_VAL, "gex_RMA_GetBlocking");
  return hyd_load_value(bytes, nbytes);
}

/* --- GASNet-1: memset, split-phase value get ------------------------------ */

gex_Event_t hyd_rma_memset(int how, gasnet_node_t node, void *dest, int val, size_t nbytes) {
  struct hyd_job *job = hyd_the_job;
  struct hyd_side at;
  gex_Rank_t peer;
  struct hyd_op *op;
  uint64_t begin;
  void *here;
  if (nbytes == 0) return GEX_EVENT_INVALID;
  at = target(hyd_legacy_tm(), node, dest, NULL, nbytes, "gasnet_memset");
  peer = at.peer;
  if (hyd_unlikely(at.paged != NULL)) hyd_paged_check_write(at.paged, peer, "gasnet_memset");
  hyd_count(job, HYD_COUNT_MEMSET, nbytes);
  hyd_probe_memset(peer, nbytes);
  begin = hyd_watch_begin(job);
  if ((here = hyd_local(job, peer, dest, nbytes)) != NULL) {
    memset(here, val, nbytes);
    hyd_put_done();
    hyd_watch_end(job, begin, HYD_EV_MEMSET, peer, nbytes, HYD_COUNT_BY_MAP, 0);
    return GEX_EVENT_INVALID;
  }
  op = hyd_op_for(hyd_self(job), how, HYD_NBI_PUT, peer, nbytes);
  if (hyd_unlikely(begin != 0)) hyd_watch_op_begin(job, op, HYD_EV_MEMSET, peer, nbytes);
  hyd_ref_memset(job, peer, dest, val, nbytes, op);
  hyd_watch_end(job, begin, HYD_EV_MEMSET, peer, nbytes, HYD_COUNT_BY_MESSAGES, 0);
  return hyd_op_started(job, how, op);
}

/* The handle is an op whose `value` receives the bytes; it is always waited for. */
gasnet_valget_handle_t gasnet_get_nb_val(gasnet_node_t node, const void *src, size_t nbytes) {
  struct hyd_job *job = hyd_the_job;
  void *remote = (void *)(uintptr_t)src;
  struct hyd_side at;
  struct hyd_op *op;
  check_value("gasnet_get_nb_val", nbytes);
  at = target(hyd_legacy_tm(), node, src, NULL, nbytes, "gasnet_get_nb_val");
  hyd_count(job, HYD_COUNT_GET_VAL, nbytes);
  hyd_probe_get(at.peer, nbytes);
  op = hyd_op_new(hyd_self(job), HYD_OP_TRANSFER, at.peer);
  op->value = 0;
  op->scanned = (uint32_t)nbytes;
  if (hyd_watched(job)) hyd_watch_op_begin(job, op, HYD_EV_GET, at.peer, nbytes);
  if (!is_done(job, &at, 0, remote, &op->value, nbytes, "gasnet_get_nb_val"))
    hyd_rma_start(job, at.peer, 0, remote, &op->value, nbytes, op, 0);
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
