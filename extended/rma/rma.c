/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rma.c: put, get and memset behind the inline header: checks, statistics, the route
 * (core/team/route.h). What the route's map reaches is copied here, also when the header was shown
 * an empty map. Everything else goes by the route's way (ways.h).
 */
#include "extended/rma/rma.h"

#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/mem/kind.h"
#include "core/watch/watch.h"
#include "extended/rma/ways.h"

/* --- the route -------------------------------------------------------------- */

/* Returns whether the endpoint is bound to device memory. Then it may move memory of its segment
 * only (RMA-3): else fatal. */
static int check_device(const struct hyd_ep *ep, const void *local, size_t n, const char *call) {
  const struct hyd_segment *s = ep->segment;
  if (s == NULL || !hyd_is_device(s) || local == NULL) return 0;
  if (n > s->size || (uintptr_t)local - (uintptr_t)s->base > s->size - n)
    hyd_fatal(call,
              "local address %p, %zu bytes, is outside the segment of endpoint %u; expected a "
              "range within [%p, +%zu): it is bound to device memory",
              local, n, (unsigned)ep->index, s->base, (size_t)s->size);
  return 1;
}

/* The route by a TM-pair or a team of endpoints. Every such access is checked in every build: the
 * segments are of all sizes, and come and go, and nothing else keeps a wrong address from a peer's
 * memory. Messages move device memory that is not mapped: their handlers ask the driver. */
static HYD_COLD struct hyd_route route_between(struct hyd_job *job, gex_TM_t tm, gex_Rank_t rank,
                                               const void *remote, const void *local, size_t n,
                                               const char *call) {
  struct hyd_pair p = hyd_pair_target(job, tm, rank, 0, call);
  struct hyd_route r = hyd_route_between(job, &p, call);
  hyd_route_check(job, &r, remote, n, call);
  if (check_device(p.ep, local, n, call) && r.way == HYD_WAY_KERNEL) r.way = HYD_WAY_MESSAGES;
  return r;
}

/* The route to [remote, remote+n) of (tm, rank). local: the local address, or NULL if that is
 * memory of the library. */
HYD_HOT_INLINE struct hyd_route find_route(struct hyd_job *job, gex_TM_t tm, gex_Rank_t rank,
                                           const void *remote, const void *local, size_t n,
                                           const char *call) {
  struct hyd_route r;
  gex_Rank_t peer;
  hyd_check_ready(call);
  if (HYD_DEBUG) hyd_check_call(call);
  if (HYD_DEBUG && tm == GEX_TM_INVALID) hyd_fatal(call, "tm is GEX_TM_INVALID; expected a team");
  if (hyd_unlikely(hyd_tm_has_endpoints(job, tm))) {
    r = route_between(job, tm, rank, remote, local, n, call);
  } else {
    peer = hyd_team_jobrank(tm, rank);
    if (peer == GEX_RANK_INVALID) hyd_no_member(job, tm, rank, call);
    if (hyd_unlikely(!hyd_in_segment(job, peer, remote, n)))
      hyd_check_remote(job, call, peer, remote, n);
    r = hyd_route_to(job, peer);
  }
  hyd_route_avoid_guarded(job, &r, local, n);
  return r;
}

/* --- what the map leads to -------------------------------------------------- */

/* Copies small powers of two in one access (X1.9). The ranges may overlap. */
HYD_HOT_INLINE void copy_mapped(struct hyd_job *job, const struct hyd_route *r, void *to,
                                const void *from, size_t n) {
  if (hyd_unlikely(r->by_endpoints))
    hyd_copy(job, to, from, n);
  else if (n <= 8 && (n & (n - 1)) == 0)
    hyd_store_value(to, hyd_load_value(from, n), n);
  else
    memmove(to, from, n);
}

/* Copies if the map reaches all bytes; returns whether it did. */
HYD_HOT_INLINE int try_copy(struct hyd_job *job, const struct hyd_route *r,
                            const struct hyd_move *m) {
  void *here = hyd_map_at(r->map, m->remote, m->n);
  if (here == NULL) return 0;
  hyd_count_way(job, HYD_COUNT_BY_MAP, m->n);
  copy_mapped(job, r, m->is_put ? here : m->local, m->is_put ? m->local : here, m->n);
  if (m->is_put)
    hyd_put_done();
  else
    hyd_get_done();
  return 1;
}

/* --- put and get ---------------------------------------------------------- */

HYD_HOT_INLINE gex_Event_t move_bytes(struct hyd_job *job, const struct hyd_route *r,
                                      const struct hyd_move *m, int how) {
  if (try_copy(job, r, m)) return GEX_EVENT_INVALID;
  return hyd_way_of(job, r)->move[m->is_put](job, r, m, how);
}

static HYD_COLD gex_Event_t move_watched(struct hyd_job *job, const struct hyd_route *r,
                                         const struct hyd_move *m, int how, enum hyd_count stat) {
  struct hyd_thread *t = hyd_self(job);
  uint64_t begin = hyd_watch_ticks();
  gex_Event_t event;
  hyd_stat(t, stat, m->n);
  t->watch.way = 0;
  event = move_bytes(job, r, m, how);
  hyd_watch_span(job, begin, m->is_put ? HYD_EV_PUT : HYD_EV_GET, r->peer, m->n, t->watch.way, 0);
  return event;
}

/* Starts a put or get of m->n > 0 bytes. of_client: the local address is the client's. */
HYD_HOT_INLINE gex_Event_t start_transfer(int how, gex_TM_t tm, gex_Rank_t rank,
                                          const struct hyd_move *m, int of_client,
                                          enum hyd_count stat) {
  struct hyd_job *job = hyd_the_job;
  struct hyd_route r =
      find_route(job, tm, rank, m->remote, of_client ? m->local : NULL, m->n, m->call);
  if (hyd_unlikely(m->local == NULL))
    hyd_fatal(m->call, "local address is NULL with %zu bytes", m->n);
  if (m->is_put)
    hyd_probe_put(r.peer, m->n);
  else
    hyd_probe_get(r.peer, m->n);
  if (hyd_watched(job)) return move_watched(job, &r, m, how, stat);
  return move_bytes(job, &r, m, how);
}

static void check_lc(const char *call, int how, const gex_Event_t *lc_opt) {
  if (lc_opt == NULL || (how == HYD_RMA_NB && lc_opt == GEX_EVENT_GROUP) ||
      (how == HYD_RMA_NBI && (uintptr_t)lc_opt > 3))
    hyd_fatal(call, "lc_opt %s; expected %s", lc_opt ? "of another form of the call" : "is NULL",
              how == HYD_RMA_NB ? "GEX_EVENT_NOW, GEX_EVENT_DEFER or a pointer"
                                : "GEX_EVENT_NOW, GEX_EVENT_DEFER or GEX_EVENT_GROUP");
}

static const char *const put_name[] = {"gex_RMA_PutBlocking", "gex_RMA_PutNB", "gex_RMA_PutNBI"};

gex_Event_t hyd_rma_put(int how, gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src,
                        size_t nbytes, gex_Event_t *lc_opt, gex_Flags_t flags) {
  struct hyd_move m = {1, 1, dest, (void *)(uintptr_t)src, nbytes, put_name[how], NULL};
  (void)flags; /* IMMEDIATE may be ignored (IMM-3) */
  if (how ==
      HYD_RMA_BLOCKING) /* compiled by itself: the most common form, with the fewest branches */
    return nbytes ? start_transfer(HYD_RMA_BLOCKING, tm, rank, &m, 1, HYD_COUNT_PUT)
                  : GEX_EVENT_INVALID;
  if (HYD_DEBUG) check_lc(put_name[how], how, lc_opt);
  hyd_lc_done(lc_opt);
  if (nbytes == 0) return GEX_EVENT_INVALID;
  m.stable = lc_opt == GEX_EVENT_DEFER;
  if (!m.stable) m.lc_opt = lc_opt;
  return start_transfer(how, tm, rank, &m, 1, HYD_COUNT_PUT);
}

static const char *const get_name[] = {"gex_RMA_GetBlocking", "gex_RMA_GetNB", "gex_RMA_GetNBI"};

gex_Event_t hyd_rma_get(int how, gex_TM_t tm, void *dest, gex_Rank_t rank, const void *src,
                        size_t nbytes, gex_Flags_t flags) {
  const struct hyd_move m = {0, 0, (void *)(uintptr_t)src, dest, nbytes, get_name[how], NULL};
  (void)flags; /* IMMEDIATE may be ignored (IMM-3) */
  if (nbytes == 0) return GEX_EVENT_INVALID;
  if (how == HYD_RMA_BLOCKING)
    return start_transfer(HYD_RMA_BLOCKING, tm, rank, &m, 1, HYD_COUNT_GET);
  return start_transfer(how, tm, rank, &m, 1, HYD_COUNT_GET);
}

void hyd_rma_put_by_am(struct hyd_job *job, const struct hyd_route *route, void *dest,
                       const void *src, size_t n) {
  const struct hyd_move m = {1, 1, dest, (void *)(uintptr_t)src, n, "gex_AM_Long", NULL};
  struct hyd_route r = *route;
  if (r.way != HYD_WAY_GUARDED) r.way = HYD_WAY_MESSAGES;
  hyd_way_launch(job, hyd_way_of(job, &r), &r, &m, HYD_RMA_BLOCKING);
}

/* --- by value ------------------------------------------------------------- */

static void check_value(const char *call, size_t nbytes) {
  if (nbytes == 0 || nbytes > sizeof(gex_RMA_Value_t))
    hyd_fatal(call, "%zu bytes; expected 1 to %zu", nbytes, sizeof(gex_RMA_Value_t));
}

gex_Event_t hyd_rma_put_val(int how, gex_TM_t tm, gex_Rank_t rank, void *dest,
                            gex_RMA_Value_t value, size_t nbytes, gex_Flags_t flags) {
  unsigned char bytes[sizeof value];
  const struct hyd_move m = {1, how == HYD_RMA_BLOCKING, dest, bytes, nbytes, put_name[how], NULL};
  check_value("gex_RMA_PutVal", nbytes);
  hyd_store_value(bytes, value, nbytes);
  (void)flags;
  return start_transfer(how, tm, rank, &m, 0, HYD_COUNT_PUT_VAL);
}

gex_RMA_Value_t hyd_rma_get_val(gex_TM_t tm, gex_Rank_t rank, const void *src, size_t nbytes,
                                gex_Flags_t flags) {
  unsigned char bytes[sizeof(gex_RMA_Value_t)];
  const struct hyd_move m = {0, 0, (void *)(uintptr_t)src, bytes, nbytes, get_name[0], NULL};
  check_value("gex_RMA_GetVal", nbytes);
  (void)flags;
  start_transfer(HYD_RMA_BLOCKING, tm, rank, &m, 0, HYD_COUNT_GET_VAL);
  return hyd_load_value(bytes, nbytes);
}

/* --- GASNet-1: memset, split-phase value get ------------------------------ */

/* Sets what the map reaches; messages set everything else. */
gex_Event_t hyd_rma_memset(int how, gasnet_node_t node, void *dest, int val, size_t nbytes) {
  struct hyd_job *job = hyd_the_job;
  struct hyd_route r;
  struct hyd_op *op;
  uint64_t begin;
  void *here;
  if (nbytes == 0) return GEX_EVENT_INVALID;
  r = find_route(job, hyd_legacy_tm(), node, dest, NULL, nbytes, "gasnet_memset");
  hyd_count(job, HYD_COUNT_MEMSET, nbytes);
  hyd_probe_memset(r.peer, nbytes);
  begin = hyd_watch_begin(job);
  if ((here = hyd_map_at(r.map, dest, nbytes)) != NULL) {
    memset(here, val, nbytes);
    hyd_put_done();
    hyd_watch_end(job, begin, HYD_EV_MEMSET, r.peer, nbytes, HYD_COUNT_BY_MAP, 0);
    return GEX_EVENT_INVALID;
  }
  op = hyd_op_for(hyd_self(job), how, HYD_NBI_PUT, r.peer, nbytes);
  if (hyd_unlikely(begin != 0)) hyd_watch_op_begin(job, op, HYD_EV_MEMSET, r.peer, nbytes);
  hyd_ref_memset(job, &r, dest, val, nbytes, op);
  hyd_watch_end(job, begin, HYD_EV_MEMSET, r.peer, nbytes, HYD_COUNT_BY_MESSAGES, 0);
  return hyd_op_started(job, how, op);
}

/* Returns an op whose `value` receives the bytes. The client always waits for it. */
gasnet_valget_handle_t gasnet_get_nb_val(gasnet_node_t node, const void *src, size_t nbytes) {
  struct hyd_job *job = hyd_the_job;
  struct hyd_move m = {0, 0, (void *)(uintptr_t)src, NULL, nbytes, "gasnet_get_nb_val", NULL};
  const struct hyd_way *way;
  struct hyd_route r;
  struct hyd_op *op;
  check_value(m.call, nbytes);
  r = find_route(job, hyd_legacy_tm(), node, src, NULL, nbytes, m.call);
  hyd_count(job, HYD_COUNT_GET_VAL, nbytes);
  hyd_probe_get(r.peer, nbytes);
  op = hyd_op_new(hyd_self(job), HYD_OP_TRANSFER, r.peer);
  op->value = 0;
  op->scanned = (uint32_t)nbytes;
  m.local = &op->value;
  if (hyd_watched(job)) hyd_watch_op_begin(job, op, HYD_EV_GET, r.peer, nbytes);
  if (!try_copy(job, &r, &m)) {
    way = hyd_way_of(job, &r);
    /* The kernel's way counts what the kernel has copied. */
    if (r.way != HYD_WAY_KERNEL) hyd_count_way(job, way->counter, nbytes);
    way->start[0](job, &r, &m, op);
  }
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
