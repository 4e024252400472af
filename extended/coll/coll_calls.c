/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_calls.c: the calls of gasnet_coll.h: checks, and the start.
 */
#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/am/wait.h"
#include "extended/coll/coll.h"

struct hyd_team *hyd_coll_team(gex_TM_t tm, const char *call) {
  struct hyd_job *job = hyd_the_job;
  const char *other;
  hyd_check_entry(call);
  other = hyd_no_team(job, tm);
  if (other) hyd_fatal(call, "tm is %s; expected a team", other);
  return (struct hyd_team *)tm;
}

static struct hyd_team *team_of(gex_TM_t tm, gex_Flags_t flags, const char *call) {
  struct hyd_team *t = hyd_coll_team(tm, call);
  if (HYD_DEBUG && flags) hyd_fatal(call, "flags 0x%x; expected 0", flags);
  return t;
}

static void check_root(const struct hyd_team *t, gex_Rank_t root, const char *call) {
  if (root >= t->pub.size) hyd_fatal(call, "root %u; expected 0 to %u", root, t->pub.size - 1);
}

/* --- the kinds ------------------------------------------------------------ */

static const struct hyd_coll_kind barrier = {hyd_coll_barrier, NULL, NULL};
static const struct hyd_coll_kind exchange = {hyd_coll_exchange, hyd_coll_share_exchange, NULL};
const struct hyd_coll_kind hyd_coll_kind_broadcast = {hyd_coll_broadcast, hyd_coll_share_broadcast,
                                                      hyd_coll_broadcast_by_levels};
const struct hyd_coll_kind hyd_coll_kind_reduce_one = {hyd_coll_reduce, hyd_coll_share_reduce,
                                                       hyd_coll_reduce_by_levels};
const struct hyd_coll_kind hyd_coll_kind_reduce_all = {hyd_coll_reduce_all,
                                                       hyd_coll_share_reduce_all,
                                                       hyd_coll_reduce_all_by_levels};

static gex_Event_t start_and_poll(struct hyd_coll *c) {
  struct hyd_job *job = c->team->job;
  gex_Event_t ev = hyd_coll_start(c);
  struct hyd_op *op = (struct hyd_op *)ev;
  hyd_poll(job);
  if (ev == GEX_EVENT_INVALID || !hyd_op_test(job, op)) return ev;
  hyd_op_free(hyd_self(job), op);
  return GEX_EVENT_INVALID;
}

static void combine_nothing(const void *left, void *right, size_t count, const void *data) {
  (void)left, (void)right, (void)count, (void)data;
}

/* By levels it is a reduction to all of a byte that means nothing. */
gex_Event_t hyd_coll_barrier_nb(struct hyd_team *team) {
  struct hyd_coll *c = hyd_coll_new(team, team->levels ? &hyd_coll_kind_reduce_all : &barrier);
  if (team->levels) {
    c->src = c->dst = hyd_coll_space(c, 1);
    c->bytes = c->count = 1;
    c->fn = combine_nothing;
  }
  return start_and_poll(c);
}

void *hyd_coll_gather_all(struct hyd_team *team, const void *mine, size_t bytes, const char *call) {
  struct hyd_job *job = team->job;
  void *all = malloc(team->pub.size * bytes);
  struct hyd_coll *c;
  gex_Event_t ev;
  if (all == NULL) hyd_fatal(call, "out of memory for %u members", team->pub.size);
  c = hyd_coll_new(team, &exchange);
  c->src = mine;
  c->dst = all;
  c->bytes = bytes;
  ev = hyd_coll_start(c);
  if (ev == GEX_EVENT_INVALID) return all;
  hyd_op_wait(job, (struct hyd_op *)ev);
  hyd_op_free(hyd_self(job), (struct hyd_op *)ev);
  return all;
}

gex_Event_t gex_Coll_BroadcastNB(gex_TM_t tm, gex_Rank_t root, void *dst, const void *src,
                                 size_t nbytes, gex_Flags_t flags) {
  struct hyd_team *t = team_of(tm, flags, "gex_Coll_BroadcastNB");
  struct hyd_coll *c;
  check_root(t, root, "gex_Coll_BroadcastNB");
  if (nbytes && (dst == NULL || (t->pub.rank == root && src == NULL)))
    hyd_fatal("gex_Coll_BroadcastNB", "%s is NULL with %zu bytes", dst ? "src" : "dst", nbytes);
  c = hyd_coll_new(t, &hyd_coll_kind_broadcast);
  c->root = root;
  c->dst = dst;
  c->src = src;
  c->bytes = nbytes;
  hyd_count(t->job, HYD_COUNT_COLLS, nbytes);
  return start_and_poll(c);
}

/* --- reductions ----------------------------------------------------------- */

struct reduction {
  gex_DT_t dt;
  size_t dt_sz, dt_cnt;
  gex_OP_t op;
  gex_Coll_ReduceFn_t user_op;
  const void *user_cdata;
};

static void check_user(const struct reduction *r, const char *call) {
  if (r->user_op == NULL) hyd_fatal(call, "user_op is NULL with GEX_OP_USER");
  if (r->dt != GEX_DT_USER && hyd_dt_size(r->dt) != r->dt_sz)
    hyd_fatal(call, "dt 0x%x with dt_sz %zu; expected a type and its size", r->dt, r->dt_sz);
}

/* Finds the operator; fatal if type, size and operation do not go together (RED-1, RED-6). */
static gex_Coll_ReduceFn_t operator_of(const struct reduction *r, const char *call) {
  gex_Coll_ReduceFn_t fn;
  if (r->dt_sz == 0 || r->dt_cnt == 0)
    hyd_fatal(call, "dt_sz is %zu and dt_cnt %zu; expected more than 0", r->dt_sz, r->dt_cnt);
  if (r->op == GEX_OP_USER || r->op == GEX_OP_USER_NC) {
    check_user(r, call);
    return r->user_op;
  }
  fn = hyd_coll_operator(r->dt, r->op);
  if (fn == NULL || hyd_dt_size(r->dt) != r->dt_sz)
    hyd_fatal(call,
              "dt 0x%x, dt_sz %zu, op 0x%x; expected a type, its size, and an operation that "
              "reductions of it have",
              r->dt, r->dt_sz, r->op);
  return fn;
}

static gex_Event_t start_reduction(struct hyd_team *t, const struct hyd_coll_kind *kind,
                                   gex_Rank_t root, void *dst, const void *src,
                                   const struct reduction *r, const char *call) {
  gex_Coll_ReduceFn_t fn = operator_of(r, call);
  int user = r->op == GEX_OP_USER || r->op == GEX_OP_USER_NC;
  struct hyd_coll *c;
  size_t bytes;
  if (__builtin_mul_overflow(r->dt_sz, r->dt_cnt, &bytes))
    hyd_fatal(call, "%zu elements of %zu bytes are more than a size_t holds", r->dt_cnt, r->dt_sz);
  if (src == NULL || (dst == NULL && (kind != &hyd_coll_kind_reduce_one || t->pub.rank == root)))
    hyd_fatal(call, "%s is NULL", src ? "dst" : "src");
  c = hyd_coll_new(t, kind);
  c->root = root;
  c->dst = dst;
  c->src = src;
  c->bytes = bytes;
  c->count = r->dt_cnt;
  c->fn = fn;
  c->fn_data = user ? r->user_cdata : NULL;
  c->ordered = r->op == GEX_OP_USER_NC;
  hyd_count(t->job, HYD_COUNT_COLLS, bytes);
  return start_and_poll(c);
}

gex_Event_t gex_Coll_ReduceToOneNB(gex_TM_t tm, gex_Rank_t root, void *dst, const void *src,
                                   gex_DT_t dt, size_t dt_sz, size_t dt_cnt, gex_OP_t op,
                                   gex_Coll_ReduceFn_t user_op, void *user_cdata,
                                   gex_Flags_t flags) {
  struct hyd_team *t = team_of(tm, flags, "gex_Coll_ReduceToOneNB");
  struct reduction r = {dt, dt_sz, dt_cnt, op, user_op, user_cdata};
  check_root(t, root, "gex_Coll_ReduceToOneNB");
  return start_reduction(t, &hyd_coll_kind_reduce_one, root, dst, src, &r,
                         "gex_Coll_ReduceToOneNB");
}

gex_Event_t gex_Coll_ReduceToAllNB(gex_TM_t tm, void *dst, const void *src, gex_DT_t dt,
                                   size_t dt_sz, size_t dt_cnt, gex_OP_t op,
                                   gex_Coll_ReduceFn_t user_op, void *user_cdata,
                                   gex_Flags_t flags) {
  struct hyd_team *t = team_of(tm, flags, "gex_Coll_ReduceToAllNB");
  struct reduction r = {dt, dt_sz, dt_cnt, op, user_op, user_cdata};
  return start_reduction(t, &hyd_coll_kind_reduce_all, 0, dst, src, &r, "gex_Coll_ReduceToAllNB");
}
