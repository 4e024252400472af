/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ways.c: the ways of the kernel, the network and messages (ways.h).
 */
#include "extended/rma/ways.h"

#include "conduits/dispatch.h"
#include "core/am/deferred.h"
#include "core/am/grants.h"
#include "core/am/wait.h"
#include "core/base/err.h"
#include "core/watch/watch.h"
#include "extended/rma/rma.h"

HYD_HOT_INLINE enum hyd_nbi_cat category_of(const struct hyd_move *m) {
  return m->is_put ? HYD_NBI_PUT : HYD_NBI_GET;
}

/* Makes the op of a client's call of the form `how`; the initiation is one part. */
HYD_HOT_INLINE struct hyd_op *begin_op(struct hyd_job *job, const struct hyd_route *r,
                                       const struct hyd_move *m, int how, enum hyd_nbi_cat cat) {
  struct hyd_op *op;
  if (!m->is_put) (void)hyd_deferred_await_room(job, 0);
  op = hyd_op_for(hyd_self(job), how, cat, r->peer, m->n);
  if (hyd_watched(job) && how != HYD_RMA_BLOCKING)
    hyd_watch_op_begin(job, op, m->is_put ? HYD_EV_PUT : HYD_EV_GET, r->peer, m->n);
  return op;
}

gex_Event_t hyd_way_launch(struct hyd_job *job, const struct hyd_way *way,
                           const struct hyd_route *r, const struct hyd_move *m, int how) {
  struct hyd_op *op = begin_op(job, r, m, how, category_of(m));
  hyd_count_way(job, way->counter, m->n);
  way->start[m->is_put](job, r, m, op);
  return hyd_op_started(job, how, op);
}

/* --- messages --------------------------------------------------------------- */

static void start_by_messages(struct hyd_job *job, const struct hyd_route *r,
                              const struct hyd_move *m, struct hyd_op *op) {
  hyd_ref_move(job, r->peer, m->is_put, m->remote, m->local, m->n, op);
}

static gex_Event_t move_by_messages(struct hyd_job *job, const struct hyd_route *r,
                                    const struct hyd_move *m, int how) {
  return hyd_way_launch(job, job->layer.way[HYD_WAY_MESSAGES], r, m, how);
}

/* --- the kernel ------------------------------------------------------------- */

/* Copies by the kernel; returns 0 if the kernel permits that no more. */
static int copy_by_kernel(struct hyd_job *job, const struct hyd_route *r,
                          const struct hyd_move *m) {
  int err;
  if (!job->mem.cma) return 0;
  err = m->is_put ? hyd_cma_put(job, r->peer, m->remote, m->local, m->n)
                  : hyd_cma_get(job, r->peer, m->local, m->remote, m->n);
  if (!hyd_cma_allowed(job, err, m->call, m->remote)) return 0;
  hyd_count_way(job, HYD_COUNT_BY_KERNEL, m->n);
  return 1;
}

static void start_by_kernel(struct hyd_job *job, const struct hyd_route *r,
                            const struct hyd_move *m, struct hyd_op *op) {
  if (!copy_by_kernel(job, r, m)) start_by_messages(job, r, m, op);
}

static gex_Event_t move_by_kernel(struct hyd_job *job, const struct hyd_route *r,
                                  const struct hyd_move *m, int how) {
  if (copy_by_kernel(job, r, m)) return GEX_EVENT_INVALID;
  return move_by_messages(job, r, m, how);
}

/* --- the network ------------------------------------------------------------ */

/* Returns what the conduit's put or get returns. */
HYD_HOT_INLINE int try_part(struct hyd_job *job, gex_Rank_t peer, const struct hyd_move *part,
                            struct hyd_op *op) {
  const struct hyd_conduit_ops *ops = &hyd_conduit_of(job)->ops;
  return part->is_put ? ops->put(job, job->net.state, peer, part->remote, part->local, part->n, op,
                                 part->stable)
                      : ops->get(job, job->net.state, peer, part->local, part->remote, part->n, op);
}

/* Does a part for which the conduit's put or get has returned `rc`, not 0: waits for room, or uses
 * messages if the conduit does not reach that memory. */
static HYD_COLD void try_again(struct hyd_job *job, const struct hyd_route *r,
                               const struct hyd_move *part, struct hyd_op *op, int rc) {
  struct hyd_wait w;
  hyd_wait_begin(&w, job, HYD_WAIT_QUEUE, r->peer, part->n);
  while (rc == HYD_NO_ROOM) {
    hyd_wait_pause(&w);
    rc = try_part(job, r->peer, part, op);
  }
  hyd_wait_end(&w);
  if (rc == 0) return;
  start_by_messages(job, r, part, op);
  hyd_op_done(job, op);
}

/* Starts a transfer in parts that the conduit takes at a time. The op has one part for the first of
 * them already. The conduit copies the source of a put that is not stable. */
HYD_HOT_INLINE void start_parts(struct hyd_job *job, const struct hyd_route *r,
                                const struct hyd_move *m, struct hyd_op *op) {
  const struct hyd_conduit *c = hyd_conduit_of(job);
  size_t copied = c->copied_put ? c->copied_put : c->max_long;
  size_t most = m->stable || !m->is_put ? HYD_MAX_TRANSFER : copied;
  struct hyd_move part = *m;
  if (hyd_unlikely(m->n > most)) hyd_op_add(op, (uint32_t)((m->n - 1) / most));
  for (size_t at = 0; at < m->n; at += part.n) {
    int rc;
    part.remote = (char *)m->remote + at;
    part.local = (char *)m->local + at;
    part.n = m->n - at < most ? m->n - at : most;
    rc = try_part(job, r->peer, &part, op);
    if (hyd_unlikely(rc)) try_again(job, r, &part, op, rc);
  }
}

static void start_by_network(struct hyd_job *job, const struct hyd_route *r,
                             const struct hyd_move *m, struct hyd_op *op) {
  hyd_op_add(op, 1);
  start_parts(job, r, m, op);
}

static int try_pieces(struct hyd_job *job, gex_Rank_t peer, int is_put,
                      const struct hyd_piece *piece, unsigned n, struct hyd_op *op) {
  return hyd_conduit_of(job)->ops.move_pieces(job, job->net.state, peer, is_put, piece, n, op);
}

/* Starts pieces as one operation, or each by itself if these cannot go together. */
static void start_pieces_by_network(struct hyd_job *job, const struct hyd_route *r,
                                    const struct hyd_move *each, const struct hyd_piece *piece,
                                    unsigned n, struct hyd_op *op) {
  struct hyd_move m = *each;
  int rc;
  hyd_op_add(op, 1);
  rc = try_pieces(job, r->peer, m.is_put, piece, n, op);
  if (hyd_unlikely(rc == HYD_NO_ROOM)) {
    struct hyd_wait w;
    hyd_wait_begin(&w, job, HYD_WAIT_QUEUE, r->peer, piece->n);
    do {
      hyd_wait_pause(&w);
      rc = try_pieces(job, r->peer, m.is_put, piece, n, op);
    } while (rc == HYD_NO_ROOM);
    hyd_wait_end(&w);
  }
  if (rc == 0) return;
  for (unsigned i = 0; i < n; i++) {
    m.remote = piece[i].remote;
    m.local = piece[i].local;
    m.n = piece[i].n;
    start_by_network(job, r, &m, op);
  }
  hyd_op_done(job, op);
}

/* Does a blocking transfer at once, if the conduit can; returns whether it did. The conduit waits,
 * or leaves the rest of the wait to this function. */
HYD_HOT_INLINE int try_blocking(struct hyd_job *job, const struct hyd_route *r,
                                const struct hyd_move *m) {
  const struct hyd_conduit_ops *ops = &hyd_conduit_of(job)->ops;
  struct hyd_op *rest;
  if (m->n > ops->at_once_most) return 0;
  rest = ops->at_once(job->net.state, r->peer, m->is_put, m->remote, m->local, m->n);
  if (rest == HYD_NOT_AT_ONCE) return 0;
  hyd_count_way(job, HYD_COUNT_BY_NETWORK, m->n);
  if (hyd_unlikely(rest != NULL)) hyd_op_launched(job, HYD_RMA_BLOCKING, rest);
  return 1;
}

/* Sends from where the source lies. The put's end is also that of its local completion: the leaf
 * event is a second handle of the op, and an implicit put counts as local completion, which
 * GEX_EC_PUT includes. */
static HYD_COLD gex_Event_t put_in_place(struct hyd_job *job, const struct hyd_route *r,
                                         const struct hyd_move *m, int how) {
  struct hyd_op *op =
      begin_op(job, r, m, how, m->lc_opt == GEX_EVENT_GROUP ? HYD_NBI_LC : HYD_NBI_PUT);
  struct hyd_move stable = *m;
  stable.stable = 1;
  if (how == HYD_RMA_NB) *m->lc_opt = hyd_op_leaf(op, HYD_NBI_LC);
  hyd_count_way(job, HYD_COUNT_BY_NETWORK, m->n);
  start_parts(job, r, &stable, op);
  return hyd_op_launched(job, how, op);
}

/* Sends from where the source lies, and then has the conduit copy what has not arrived. While there
 * is no room for that, bytes arrive. */
static HYD_COLD gex_Event_t put_and_keep(struct hyd_job *job, const struct hyd_route *r,
                                         const struct hyd_move *m, int how) {
  const struct hyd_conduit_ops *ops = &hyd_conduit_of(job)->ops;
  struct hyd_op *op = begin_op(job, r, m, how, HYD_NBI_PUT);
  struct hyd_move stable = *m;
  struct hyd_wait w;
  stable.stable = HYD_STABLE_UNTIL_KEPT;
  hyd_count_way(job, HYD_COUNT_BY_NETWORK, m->n);
  hyd_op_add(op, 1);
  start_parts(job, r, &stable, op);
  if (ops->keep(job, job->net.state, r->peer, op)) {
    hyd_wait_begin(&w, job, HYD_WAIT_QUEUE, r->peer, m->n);
    do {
      hyd_wait_pause(&w);
    } while (ops->keep(job, job->net.state, r->peer, op));
    hyd_wait_end(&w);
  }
  return hyd_op_started(job, how, op);
}

/* Returns how a put whose source the client wants back early goes from where that lies; NULL: a
 * copy of the source goes. */
HYD_HOT_INLINE hyd_move_fn *choose_in_place(struct hyd_job *job, const struct hyd_move *m) {
  const struct hyd_conduit *c = hyd_conduit_of(job);
  if (!hyd_am_may_stay(job, HYD_AM_BY_CONDUIT, m->local, m->n)) return NULL;
  if (m->lc_opt != GEX_EVENT_NOW) return put_in_place;
  return c->ops.keep && m->n > c->copied_put ? put_and_keep : NULL;
}

/* Does a call by the network. The conduit's transfer takes the initiation's part of the op. */
static gex_Event_t move_by_network(struct hyd_job *job, const struct hyd_route *r,
                                   const struct hyd_move *m, int how) {
  hyd_move_fn *in_place;
  struct hyd_op *op;
  if (how == HYD_RMA_BLOCKING && try_blocking(job, r, m)) return GEX_EVENT_INVALID;
  if (m->lc_opt && (in_place = choose_in_place(job, m)) != NULL) return in_place(job, r, m, how);
  op = begin_op(job, r, m, how, category_of(m));
  hyd_count_way(job, HYD_COUNT_BY_NETWORK, m->n);
  start_parts(job, r, m, op);
  return hyd_op_launched(job, how, op);
}

/* --- the tables --------------------------------------------------------------- */

/* Makes the network's way. Messages stand in for a put or get that the conduit lacks. */
static const struct hyd_way *new_network(const struct hyd_job *job) {
  const struct hyd_conduit_ops *ops = &hyd_conduit_of(job)->ops;
  struct hyd_way *way = malloc(sizeof *way);
  if (way == NULL) hyd_fatal("gex_Client_Init", "out of memory");
  *way = (struct hyd_way){HYD_COUNT_BY_NETWORK,
                          {ops->get ? move_by_network : move_by_messages,
                           ops->put ? move_by_network : move_by_messages},
                          {ops->get ? start_by_network : start_by_messages,
                           ops->put ? start_by_network : start_by_messages},
                          ops->move_pieces ? start_pieces_by_network : NULL};
  return way;
}

void hyd_ways_init(struct hyd_job *job) {
  static const struct hyd_way kernel = {HYD_COUNT_BY_KERNEL,
                                        {move_by_kernel, move_by_kernel},
                                        {start_by_kernel, start_by_kernel},
                                        NULL};
  static const struct hyd_way messages = {HYD_COUNT_BY_MESSAGES,
                                          {move_by_messages, move_by_messages},
                                          {start_by_messages, start_by_messages},
                                          NULL};
  job->layer.way[HYD_WAY_KERNEL] = &kernel;
  job->layer.way[HYD_WAY_MESSAGES] = &messages;
  job->layer.way[HYD_WAY_NETWORK] = new_network(job);
}
