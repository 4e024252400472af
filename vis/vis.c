/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vis.c: the calls of gasnet_vis.h: turn the client's arguments into two sides, and start the
 * transfer.
 */
#include "vis/vis.h"

#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/mem/kind.h"
#include "core/team/team.h"
#include "core/watch/watch.h"
#include "extended/rma/ways.h"

void hyd_vis_init(struct hyd_job *job) {
  job->layer.vis = hyd_vis_settings(job);
  hyd_vis_am_init(job);
  hyd_vis_peer_init(job);
}

/* --- the ways ------------------------------------------------------------- */

static HYD_COLD void fail_outside(struct hyd_job *job, const struct hyd_vis_call *c, size_t entry) {
  hyd_fatal(c->name,
            "%s entry %zu is outside the segment of rank %u; expected a range within "
            "[%p, +%zu)",
            c->is_put ? "destination" : "source", entry, c->route.peer,
            hyd_vis_segment(job, c).addr, (size_t)hyd_vis_segment(job, c).size);
}

static void copy_locally(struct hyd_job *job, const struct hyd_vis_call *c) {
  size_t entry = hyd_vis_copy_sides(&c->dst, &c->src, c->is_put, &c->view);
  if (hyd_unlikely(entry != 0)) fail_outside(job, c, entry - 1);
}

/* Copies a strided transfer whose sides are both mapped here. */
static void copy_nest(const struct hyd_vis_call *c, struct hyd_vis_shape *s) {
  if (c->is_put)
    s->dst = hyd_vis_at(&c->view, s->dst);
  else
    s->src = hyd_vis_at(&c->view, s->src);
  hyd_vis_copy_shape(s);
}

/* Runs, contiguous on both sides, that are started together. */
struct runs {
  struct hyd_piece run[HYD_PIECES_MOST];
  unsigned n, most;
};

static void start_runs(struct hyd_job *job, const struct hyd_vis_call *c, struct runs *r,
                       struct hyd_op *op) {
  const struct hyd_way *way = hyd_way_of(job, &c->route);
  struct hyd_move m = {.is_put = c->is_put, .stable = c->stable, .call = c->name};
  if (r->n > 1)
    way->start_pieces(job, &c->route, &m, r->run, r->n, op);
  else if (r->n == 1) {
    m.remote = r->run->remote;
    m.local = r->run->local;
    m.n = r->run->n;
    way->start[c->is_put](job, &c->route, &m, op);
  }
  r->n = 0;
}

/* Moves a run, as a part of op or of one with its neighbours' unless the run is mapped here. */
static void move_run(struct hyd_job *job, const struct hyd_vis_call *c, struct runs *r, char *to,
                     char *from, size_t n, struct hyd_op *op) {
  const struct hyd_piece run = {c->is_put ? to : from, c->is_put ? from : to, n};
  void *here = hyd_map_at(c->route.map, run.remote, n);
  if (here) {
    memcpy(c->is_put ? here : to, c->is_put ? from : here, n);
    return;
  }
  hyd_route_check(job, &c->route, run.remote, n, c->name);
  r->run[r->n++] = run;
  if (r->n == r->most) start_runs(job, c, r, op);
}

static void move_each_run(struct hyd_job *job, const struct hyd_vis_call *c, struct hyd_op *op) {
  int together = hyd_way_of(job, &c->route)->start_pieces && c->stable;
  struct runs r = {.most = together ? HYD_PIECES_MOST : 1};
  struct hyd_vis_iter to, from;
  size_t n;
  hyd_vis_seek(&to, &c->dst, 0, 0);
  hyd_vis_seek(&from, &c->src, 0, 0);
  while ((n = hyd_vis_in_common(&to, &from)) != 0) {
    move_run(job, c, &r, to.at, from.at, n, op);
    hyd_vis_advance(&to, n);
    hyd_vis_advance(&from, n);
  }
  start_runs(job, c, &r, op);
}

static gex_Event_t by_operation(struct hyd_job *job, const struct hyd_vis_call *c,
                                enum hyd_vis_algorithm way) {
  struct hyd_op *op = hyd_op_for(hyd_self(job), c->how, c->is_put ? HYD_NBI_PUT : HYD_NBI_GET,
                                 c->route.peer, c->bytes);
  if (way != HYD_VIS_PACK)
    move_each_run(job, c, op);
  else if (c->is_put)
    hyd_vis_am_put(job, c, op);
  else
    hyd_vis_am_get(job, c, op);
  return hyd_op_started(job, c->how, op);
}

static const enum hyd_count counter[] = {[HYD_VIS_CONTIG] = HYD_COUNT_VIS_CONTIG,
                                         [HYD_VIS_KERNEL] = HYD_COUNT_VIS_KERNEL,
                                         [HYD_VIS_PACK] = HYD_COUNT_VIS_PACK,
                                         [HYD_VIS_SINGLE] = HYD_COUNT_VIS_SINGLE};

static HYD_COLD void count_transfer(struct hyd_job *job, const struct hyd_vis_call *c,
                                    enum hyd_count way) {
  hyd_count(job, c->is_put ? HYD_COUNT_VIS_PUT : HYD_COUNT_VIS_GET, c->bytes);
  hyd_count(job, way, 0);
}

/* Bytes were copied by this thread. */
static inline void end_copy(const struct hyd_vis_call *c) {
  if (c->is_put)
    hyd_put_done();
  else
    hyd_get_done();
}

/* shape: NULL for lists. */
static inline void run_local(struct hyd_job *job, const struct hyd_vis_call *c,
                             struct hyd_vis_shape *shape) {
  if (hyd_unlikely(hyd_watched(job))) count_transfer(job, c, HYD_COUNT_VIS_LOCAL);
  if (shape)
    copy_nest(c, shape);
  else
    copy_locally(job, c);
  end_copy(c);
}

/* Runs a transfer whose remote side is not mapped here. */
static HYD_ASIDE gex_Event_t run_elsewhere(struct hyd_job *job, const struct hyd_vis_call *c) {
  enum hyd_vis_algorithm way = hyd_vis_plan(job->layer.vis, c);
  if (hyd_unlikely(hyd_watched(job))) count_transfer(job, c, counter[way]);
  if (way != HYD_VIS_KERNEL || !hyd_vis_by_kernel(job, c)) return by_operation(job, c, way);
  end_copy(c);
  return GEX_EVENT_INVALID;
}

/* --- what all calls begin with -------------------------------------------- */

static void check_flags(const struct hyd_vis_call *c, gex_Flags_t flags) {
  gex_Flags_t legal = GEX_FLAG_IMMEDIATE;
  if (c->is_put && c->how != HYD_RMA_BLOCKING) legal |= GEX_FLAG_ENABLE_LEAF_LC;
  if (flags & ~legal)
    hyd_fatal(c->name, "flags 0x%x; expected 0, GEX_FLAG_IMMEDIATE%s", flags,
              legal & GEX_FLAG_ENABLE_LEAF_LC ? " or GEX_FLAG_ENABLE_LEAF_LC" : "");
}

HYD_HOT_INLINE struct hyd_job *begin_call(struct hyd_vis_call *c, gex_Flags_t flags) {
  struct hyd_job *job = hyd_the_job;
  c->stable = !c->is_put || !(flags & GEX_FLAG_ENABLE_LEAF_LC);
  hyd_check_ready(c->name);
  if (HYD_DEBUG) {
    hyd_check_call(c->name);
    check_flags(c, flags);
  }
  return job;
}

/* Sets the target of a pair or a team of endpoints; fatal if tm is none, or names other memory than
 * the host's. */
static HYD_COLD void set_endpoint_target(struct hyd_job *job, struct hyd_vis_call *c, gex_TM_t tm,
                                         gex_Rank_t rank) {
  struct hyd_pair p = hyd_pair_target(job, tm, rank, GEX_EP_CAPABILITY_VIS, c->name);
  const struct hyd_bound *b;
  c->route = hyd_route_between(job, &p, c->name);
  c->ends = (struct hyd_ends){p.local, p.remote};
  b = c->route.bound;
  if ((p.ep->segment && hyd_is_device(p.ep->segment)) || (b && (b->device || b->guarded)))
    hyd_fatal(c->name,
              "device or paged memory at endpoint %u here or %u of rank %u; expected the host's",
              p.local, p.remote, p.jobrank);
}

HYD_HOT_INLINE void set_target(struct hyd_job *job, struct hyd_vis_call *c, gex_TM_t tm,
                               gex_Rank_t rank) {
  gex_Rank_t peer;
  if (HYD_DEBUG && tm == GEX_TM_INVALID)
    hyd_fatal(c->name, "tm is GEX_TM_INVALID; expected a team");
  peer = hyd_team_jobrank(tm, rank);
  if (hyd_unlikely(peer == GEX_RANK_INVALID)) {
    set_endpoint_target(job, c, tm, rank);
    return;
  }
  c->ends = (struct hyd_ends){0, 0};
  c->route = hyd_route_to(job, peer);
}

/* Adapts the route to a local side that may be guarded memory. */
static HYD_COLD void route_from_extent(struct hyd_job *job, struct hyd_vis_call *c) {
  uintptr_t low, high;
  if (hyd_vis_extent(hyd_vis_local(c), &low, &high))
    hyd_route_avoid_guarded(job, &c->route, (const void *)low, high - low + 1);
}

/* Makes a put blocking if a peer completion is armed for it; returns whether one is. */
static int make_blocking_if_armed(struct hyd_job *job, struct hyd_vis_call *c) {
  if (hyd_likely(__atomic_load_n(&hyd_world.vis_armed, __ATOMIC_RELAXED) == 0)) return 0;
  if (!c->is_put || !hyd_vis_peer_armed(job)) return 0;
  c->how = HYD_RMA_BLOCKING;
  return 1;
}

/* Ends an empty transfer, of which nothing else is looked at. An armed peer completion is sent
 * (PC-6). */
static gex_Event_t end_empty(struct hyd_job *job, struct hyd_vis_call *c, gex_TM_t tm,
                             gex_Rank_t rank) {
  if (!make_blocking_if_armed(job, c)) return GEX_EVENT_INVALID;
  set_target(job, c, tm, rank);
  hyd_vis_peer_tell(job, c);
  return GEX_EVENT_INVALID;
}

static gex_Event_t start_call(struct hyd_job *job, struct hyd_vis_call *c,
                              struct hyd_vis_shape *shape) {
  int tell = make_blocking_if_armed(job, c);
  gex_Event_t ev = GEX_EVENT_INVALID;
  uint64_t begin = hyd_watch_begin(job);
  if (hyd_unlikely(hyd_has_guarded(job))) route_from_extent(job, c);
  if (c->is_put)
    hyd_probe_strided_put(c->route.peer, c->bytes);
  else
    hyd_probe_strided_get(c->route.peer, c->bytes);
  if (hyd_vis_find_view(job, c))
    run_local(job, c, shape);
  else
    ev = run_elsewhere(job, c);
  hyd_watch_end(job, begin, c->is_put ? HYD_EV_VIS_PUT : HYD_EV_VIS_GET, c->route.peer, c->bytes, 0,
                0);
  if (hyd_unlikely(tell)) hyd_vis_peer_tell(job, c);
  return ev;
}

/* Starts the ordinary put or get of a transfer with one piece on both sides. */
static gex_Event_t start_contiguous(const struct hyd_vis_call *c, gex_TM_t tm, gex_Rank_t rank,
                                    void *dst, const void *src, size_t n, gex_Flags_t flags) {
  return hyd_vis_one(c->how | (c->is_put ? HYD_VIS_PUT : 0), tm, rank, dst, src, n, flags);
}

/* Fatal in every build, because the sum of the sizes has wrapped. */
static HYD_COLD void too_many(const struct hyd_vis_call *c) {
  hyd_fatal(c->name, "the sizes add up to more than a size_t holds");
}

/* --- lists ---------------------------------------------------------------- */

static void check_lists(struct hyd_job *job, struct hyd_vis_call *c, gex_TM_t tm, gex_Rank_t rank) {
  if (!c->dst.count && !c->src.count && !c->dst.len && !c->src.len) return; /* tm may be anything */
  set_target(job, c, tm, rank);
  hyd_vis_check_lists(job, c);
}

HYD_HOT_INLINE gex_Event_t start_lists(struct hyd_vis_call *c, gex_TM_t tm, gex_Rank_t rank,
                                       gex_Flags_t flags) {
  struct hyd_job *job = begin_call(c, flags);
  size_t n;
  if (HYD_DEBUG) check_lists(job, c, tm, rank);
  if (!hyd_vis_has_gap(&c->dst) && (n = hyd_vis_run(&c->dst)) != 0 && hyd_vis_run(&c->src) &&
      !make_blocking_if_armed(job, c))
    return start_contiguous(c, tm, rank, hyd_vis_first(&c->dst), hyd_vis_first(&c->src), n, flags);
  if ((c->bytes = hyd_vis_bytes(&c->dst)) == 0) return end_empty(job, c, tm, rank);
  if (hyd_unlikely(c->bytes == HYD_VIS_TOO_MANY)) too_many(c);
  set_target(job, c, tm, rank);
  return start_call(job, c, NULL);
}

static void vector_side(struct hyd_vis_side *s, size_t count, const gex_Memvec_t *list) {
  if (count == 1 && list)
    hyd_vis_set_contiguous(s, list->gex_addr, list->gex_len);
  else
    hyd_vis_set_vector(s, count, list);
}

static void indexed_side(struct hyd_vis_side *s, size_t count, void *const *list, size_t len) {
  if (count == 1 && list)
    hyd_vis_set_contiguous(s, *list, len);
  else
    hyd_vis_set_indexed(s, count, list, len);
}

/* --- strided -------------------------------------------------------------- */

static void strided_side(struct hyd_vis_side *side, const struct hyd_vis_shape *s, char *base,
                         const ptrdiff_t *stride) {
  hyd_vis_set_contiguous(side, base, s->len);
  side->levels = s->levels;
  side->n = s->n;
  side->stride = stride;
}

static gex_Event_t start_strided(struct hyd_vis_call *c, gex_TM_t tm, gex_Rank_t rank, void *dst,
                                 const ptrdiff_t *dst_stride, const void *src,
                                 const ptrdiff_t *src_stride, size_t len, const size_t *n,
                                 size_t levels, gex_Flags_t flags) {
  struct hyd_job *job = begin_call(c, flags);
  struct hyd_vis_shape s;
  enum hyd_vis_folded state;
  if (HYD_DEBUG) hyd_vis_check_strided(c->name, len, dst_stride, src_stride, n, levels);
  state = hyd_vis_fold(&s, dst, dst_stride, src, src_stride, len, n, levels);
  if (hyd_unlikely(state == HYD_VIS_TOO_DEEP))
    hyd_fatal(c->name, "more than %d dimensions", HYD_VIS_LEVELS);
  if (hyd_unlikely(state == HYD_VIS_TOO_LARGE)) too_many(c);
  if (state == HYD_VIS_EMPTY) return end_empty(job, c, tm, rank);
  if (HYD_DEBUG) hyd_vis_check_shape(c->name, &s);
  if (s.levels == 0 && !make_blocking_if_armed(job, c))
    return start_contiguous(c, tm, rank, s.dst, s.src, s.len, flags);
  set_target(job, c, tm, rank);
  strided_side(&c->dst, &s, s.dst, s.dst_stride);
  strided_side(&c->src, &s, s.src, s.src_stride);
  c->bytes = hyd_vis_bytes(&c->dst);
  if (hyd_route_has_bounds(job, &c->route)) hyd_vis_check_extent(job, c);
  return start_call(job, c, &s);
}

/* --- the calls ------------------------------------------------------------ */

#define NAMES(kind)                                                                                \
  {                                                                                                \
    "gex_VIS_" kind "GetBlocking", "gex_VIS_" kind "GetNB", "gex_VIS_" kind "GetNBI", "",          \
        "gex_VIS_" kind "PutBlocking", "gex_VIS_" kind "PutNB", "gex_VIS_" kind "PutNBI"           \
  }
static const char *const name[][7] = {NAMES("Vector"), NAMES("Indexed"), NAMES("Strided")};

/* Sets the members of a call but for the sides, the target and the number of bytes. */
static void set_call(struct hyd_vis_call *c, enum hyd_vis_kind kind, int call) {
  c->name = name[kind][call];
  c->is_put = (call & HYD_VIS_PUT) != 0;
  c->how = call & HYD_VIS_HOW;
}

gex_Event_t hyd_vis_vector(int call, gex_TM_t tm, gex_Rank_t rank, size_t dstcount,
                           gex_Memvec_t const *dstlist, size_t srccount,
                           gex_Memvec_t const *srclist, gex_Flags_t flags) {
  struct hyd_vis_call c;
  set_call(&c, HYD_VIS_VECTOR, call);
  vector_side(&c.dst, dstcount, dstlist);
  vector_side(&c.src, srccount, srclist);
  return start_lists(&c, tm, rank, flags);
}

gex_Event_t hyd_vis_indexed(int call, gex_TM_t tm, gex_Rank_t rank, size_t dstcount,
                            void *const *dstlist, size_t dstlen, size_t srccount,
                            void *const *srclist, size_t srclen, gex_Flags_t flags) {
  struct hyd_vis_call c;
  set_call(&c, HYD_VIS_INDEXED, call);
  indexed_side(&c.dst, dstcount, dstlist, dstlen);
  indexed_side(&c.src, srccount, srclist, srclen);
  return start_lists(&c, tm, rank, flags);
}

gex_Event_t hyd_vis_strided(int call, gex_TM_t tm, gex_Rank_t rank, void *dstaddr,
                            const ptrdiff_t *dststrides, const void *srcaddr,
                            const ptrdiff_t *srcstrides, size_t elemsz, const size_t *count,
                            size_t stridelevels, gex_Flags_t flags) {
  struct hyd_vis_call c;
  set_call(&c, HYD_VIS_STRIDED, call);
  return start_strided(&c, tm, rank, dstaddr, dststrides, srcaddr, srcstrides, elemsz, count,
                       stridelevels, flags);
}
