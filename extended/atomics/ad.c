/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ad.c: atomic domains, and operations behind the inline header: checks, statistics, and the choice
 * between this processor and the target's.
 */
#include "extended/atomics/ad.h"

#include "core/am/am.h"
#include "core/am/wait.h"
#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/team/team.h"
#include "core/watch/watch.h"

static struct hyd_ad *ad_of(gex_AD_t ad) { return (struct hyd_ad *)ad; }

static const char *const type_name[HYD_AD_TYPES] = {"I32", "U32", "I64", "U64", "FLT", "DBL"};

/* --- what a domain may be -------------------------------------------------- */

/* The operations that a type has: all, but no bitwise ones on floating point (B.3). */
static gex_OP_t legal_ops(enum hyd_ad_type type) {
  gex_OP_t plain = 2 * GEX_OP_CAS - 1; /* all from AND to CAS */
  gex_OP_t all = plain | HYD_AD_FETCHING;
  return hyd_ad_is_fp(type) ? all & ~HYD_AD_BITWISE : all;
}

/* Checks the arguments of gex_AD_Create; returns the position of the type's bit. */
static enum hyd_ad_type check_create(struct hyd_job *job, gex_AD_t *ad_p, gex_TM_t tm, gex_DT_t dt,
                                     gex_OP_t ops, gex_Flags_t flags) {
  const char *call = "gex_AD_Create";
  enum hyd_ad_type type;
  hyd_check_entry(call);
  if (ad_p == NULL) hyd_fatal(call, "ad_p is NULL; expected a place for the domain");
  if (hyd_no_team(job, tm)) hyd_fatal(call, "tm is %s; expected a team", hyd_no_team(job, tm));
  if (dt == 0 || (dt & (dt - 1)) || dt >= 1u << HYD_AD_TYPES)
    hyd_fatal(call, "dt 0x%x; expected one of GEX_DT_I32, U32, I64, U64, FLT, DBL", dt);
  type = (enum hyd_ad_type)__builtin_ctz(dt);
  if (ops == 0 || (ops & ~legal_ops(type)))
    hyd_fatal(call,
              "ops 0x%x, of which 0x%x are no atomic operations of GEX_DT_%s; expected an OR "
              "of those that are",
              ops, ops & ~legal_ops(type), type_name[type]);
  if (HYD_DEBUG) hyd_ad_check_flags(job, flags);
  return type;
}

/* --- what inline code is shown: the team's maps, as they change (core/mem/map.h) ------------- */

static void maps_shown(struct hyd_job *job) {
  for (struct hyd_ad *ad = job->layer.domains; ad; ad = ad->next)
    HYD_RELAXED_SET(ad->pub.tm.map, ((const struct hyd_tm_pub *)ad->tm)->map);
}

static void show_maps_first(struct hyd_job *job, struct hyd_ad *ad) {
  pthread_mutex_lock(&job->threads.lock);
  ad->pub.tm = *(const struct hyd_tm_pub *)ad->tm;
  if (!HYD_DEBUG) {
    ad->next = job->layer.domains;
    job->layer.domains = ad;
  }
  pthread_mutex_unlock(&job->threads.lock);
}

static void forget_domain(struct hyd_job *job, struct hyd_ad *ad) {
  struct hyd_ad **at = &job->layer.domains;
  pthread_mutex_lock(&job->threads.lock);
  while (*at && *at != ad) at = &(*at)->next;
  if (*at) *at = ad->next;
  pthread_mutex_unlock(&job->threads.lock);
}

void hyd_ad_init(struct hyd_job *job) {
  hyd_ad_am_init(job);
  if (HYD_DEBUG) hyd_ad_check_init(job);
  job->hooks.maps_shown = maps_shown;
}

/* --- domains -------------------------------------------------------------- */

void gex_AD_Create(gex_AD_t *ad_p, gex_TM_t tm, gex_DT_t dt, gex_OP_t ops, gex_Flags_t flags) {
  struct hyd_job *job = hyd_the_job;
  enum hyd_ad_type type = check_create(job, ad_p, tm, dt, ops, flags);
  struct hyd_ad *ad = calloc(1, sizeof *ad);
  if (ad == NULL) hyd_fatal("gex_AD_Create", "out of memory for a domain");
  ad->pub.ranks_are_jobranks = tm == (gex_TM_t)&job->team;
  ad->by_network = hyd_ad_by_network(job, tm, dt, ops, flags);
  if (!ad->by_network) hyd_ad_tell_way(job, tm, flags);
  if (!HYD_DEBUG && !ad->by_network)
    ad->pub.inline_ops[type] =
        ops & (hyd_ad_is_fp(type) ? HYD_AD_FP_INSTRUCTIONS : HYD_AD_INT_INSTRUCTIONS);
  ad->tm = tm;
  show_maps_first(job, ad);
  ad->dt = dt;
  ad->ops = ops;
  ad->flags = flags;
  atomic_store_explicit(&ad->live, HYD_AD_LIVE, memory_order_relaxed);
  if (HYD_DEBUG) hyd_ad_check_create(job, ad);
  *ad_p = (gex_AD_t)ad;
}

void gex_AD_Destroy(gex_AD_t handle) {
  struct hyd_ad *ad = ad_of(handle);
  hyd_check_ready("gex_AD_Destroy");
  if (!HYD_DEBUG) {
    forget_domain(hyd_the_job, ad);
    free(ad);
    return;
  }
  hyd_check_call("gex_AD_Destroy");
  hyd_ad_check_live(ad, "gex_AD_Destroy");
  hyd_ad_bury(hyd_the_job, ad);
}

static struct hyd_ad *check_handle(gex_AD_t ad, const char *call) {
  if (HYD_DEBUG) hyd_ad_check_live(ad_of(ad), call);
  return ad_of(ad);
}

gex_Flags_t gex_AD_QueryFlags(gex_AD_t ad) { return check_handle(ad, "gex_AD_QueryFlags")->flags; }
gex_TM_t gex_AD_QueryTM(gex_AD_t ad) { return check_handle(ad, "gex_AD_QueryTM")->tm; }
gex_DT_t gex_AD_QueryDT(gex_AD_t ad) { return check_handle(ad, "gex_AD_QueryDT")->dt; }
gex_OP_t gex_AD_QueryOps(gex_AD_t ad) { return check_handle(ad, "gex_AD_QueryOps")->ops; }
void gex_AD_SetCData(gex_AD_t ad, const void *val) {
  check_handle(ad, "gex_AD_SetCData")->cdata = val;
}
void *gex_AD_QueryCData(gex_AD_t ad) {
  return (void *)(uintptr_t)check_handle(ad, "gex_AD_QueryCData")->cdata;
}

/* --- operations ----------------------------------------------------------- */

static const char *const call_name[2 * HYD_AD_TYPES] = {"gex_AD_OpNB_I32", "gex_AD_OpNBI_I32",
                                                        "gex_AD_OpNB_U32", "gex_AD_OpNBI_U32",
                                                        "gex_AD_OpNB_I64", "gex_AD_OpNBI_I64",
                                                        "gex_AD_OpNB_U64", "gex_AD_OpNBI_U64",
                                                        "gex_AD_OpNB_FLT", "gex_AD_OpNBI_FLT",
                                                        "gex_AD_OpNB_DBL", "gex_AD_OpNBI_DBL"};

static gex_Rank_t target_of(struct hyd_job *job, const struct hyd_ad *ad, const char *call,
                            gex_Rank_t rank, gex_Flags_t flags) {
  int is_jobrank = (flags & GEX_FLAG_RANK_IS_JOBRANK) != 0;
  gex_Rank_t peer = is_jobrank ? rank : hyd_team_jobrank(ad->tm, rank);
  gex_Rank_t size = is_jobrank ? job->size : hyd_team_size(ad->tm);
  if (hyd_unlikely(rank >= size))
    hyd_fatal(call, "%s %u; expected 0 to %u", is_jobrank ? "jobrank" : "rank", rank, size - 1);
  return peer;
}

/* Checks of every build: they keep a wrong argument from harming a peer. */
static void check_kind(const struct hyd_ad *ad, const char *call, const struct hyd_ad_op *o,
                       const void *result_p) {
  if (hyd_unlikely(ad->dt != (gex_DT_t)1 << o->type))
    hyd_fatal(call, "the domain is of GEX_DT_%s; expected GEX_DT_%s",
              type_name[__builtin_ctz(ad->dt)], type_name[o->type]);
  if (hyd_unlikely(o->opcode == 0 || (o->opcode & (o->opcode - 1)) || !(o->opcode & ad->ops)))
    hyd_fatal(call, "opcode 0x%x; expected exactly one of the domain's operations, 0x%x", o->opcode,
              ad->ops);
  if (hyd_unlikely(result_p == NULL && hyd_ad_is_fetching(o->opcode)))
    hyd_fatal(call, "result_p is NULL; expected a place for the old value with opcode 0x%x",
              o->opcode);
  if (hyd_unlikely((uintptr_t)o->addr & (hyd_ad_size(o->type) - 1)))
    hyd_fatal(call, "address %p is not aligned; expected a multiple of %zu", o->addr,
              hyd_ad_size(o->type));
}

static void count_atomic(struct hyd_job *job, gex_OP_t opcode, enum hyd_count by) {
  static const enum hyd_count category[HYD_NBI_CATS] = {[HYD_NBI_PUT] = HYD_COUNT_AD_SET,
                                                        [HYD_NBI_GET] = HYD_COUNT_AD_GET,
                                                        [HYD_NBI_RMW] = HYD_COUNT_AD_RMW};
  hyd_count(job, category[hyd_ad_category(opcode)], 0);
  hyd_count(job, by, 0);
}

/* Has the network or the target do an operation; returns its event, or GEX_EVENT_NO_OP. */
static gex_Event_t start_elsewhere(struct hyd_job *job, struct hyd_ad *ad, int how,
                                   const struct hyd_route *r, const struct hyd_ad_op *o,
                                   void *result_p, gex_Flags_t flags) {
  gex_Rank_t peer = r->peer;
  struct hyd_thread *t = hyd_self(job);
  struct hyd_op *op = hyd_op_for(t, how, hyd_ad_category(o->opcode), peer, hyd_ad_size(o->type));
  unsigned wait = flags & GEX_FLAG_IMMEDIATE ? HYD_AM_NO_WAIT : 0;
  uint64_t begin = hyd_watch_begin(job);
  int by_network = ad->by_network, full;
  hyd_probe_atomic(peer, hyd_ad_size(o->type));
  op->value = hyd_ad_is_fetching(o->opcode) ? (uintptr_t)result_p : 0;
  op->scanned = (uint32_t)hyd_ad_size(o->type);
  op->ad = ad;
  if (hyd_unlikely(begin != 0)) hyd_watch_op_begin(job, op, HYD_EV_ATOMIC, peer, op->scanned);
  if (by_network && (o->order & GEX_FLAG_AD_REL))
    atomic_thread_fence(
        memory_order_release); /* pairs with the acquire of a rank that sees the word changed */
  if (HYD_DEBUG && !by_network) atomic_fetch_add_explicit(&ad->pending, 1, memory_order_relaxed);
  full =
      by_network ? hyd_ad_net_start(job, peer, o, op, wait) : hyd_ad_am_start(job, r, o, op, wait);
  if (hyd_unlikely(full)) {
    if (HYD_DEBUG && !by_network) atomic_fetch_sub_explicit(&ad->pending, 1, memory_order_relaxed);
    if (hyd_unlikely(begin != 0)) hyd_watch_op_end(job, op);
    hyd_op_cancel(t, op);
    return GEX_EVENT_NO_OP;
  }
  count_atomic(job, o->opcode, by_network ? HYD_COUNT_AD_NET : HYD_COUNT_AD_AM);
  hyd_watch_end(job, begin, HYD_EV_ATOMIC, peer, hyd_ad_size(o->type),
                by_network ? HYD_COUNT_AD_NET : HYD_COUNT_AD_AM, 0);
  return by_network ? hyd_op_launched(job, how, op) : hyd_op_started(job, how, op);
}

void hyd_ad_op_in_vain(void) { hyd_changed_nothing(hyd_the_job); }

/* Notes an operation that changed nothing. Outside inline code a GET is noted, too: it costs
 * little. */
HYD_HOT_INLINE void look_for_change(size_t size, gex_OP_t opcode, uint64_t a, uint64_t old) {
  if (opcode == GEX_OP_GET || hyd_ad_changed_nothing(size, opcode, a, old)) hyd_ad_op_in_vain();
}

/* Starts an operation, with all checks, by every way. */
static gex_Event_t start_any(gex_AD_t domain, unsigned call, void *result_p, gex_Rank_t rank,
                             void *addr, gex_OP_t opcode, uint64_t a, uint64_t b,
                             gex_Flags_t flags) {
  struct hyd_job *job = hyd_the_job;
  struct hyd_ad *ad = ad_of(domain);
  const char *name = call_name[call];
  int how = call & 1 ? HYD_RMA_NBI : HYD_RMA_NB;
  struct hyd_ad_op o = {.type = (enum hyd_ad_type)(call / 2),
                        .opcode = opcode,
                        .addr = addr,
                        .a = a,
                        .b = b,
                        .order = flags & (GEX_FLAG_AD_REL | GEX_FLAG_AD_ACQ)};
  struct hyd_route r;
  uint64_t old;
  if (HYD_DEBUG) hyd_ad_check_op(job, ad, name, rank, flags);
  check_kind(ad, name, &o, result_p);
  r = hyd_route_to(job, target_of(job, ad, name, rank, flags));
  if (ad->by_network) {
    hyd_check_remote(job, name, r.peer, addr, hyd_ad_size(o.type));
    return start_elsewhere(job, ad, how, &r, &o, result_p, flags);
  }
  o.addr = hyd_map_at(r.map, addr, hyd_ad_size(o.type));
  if (hyd_likely(o.addr != NULL)) {
    uint64_t begin = hyd_watch_begin(job);
    count_atomic(job, opcode, HYD_COUNT_AD_CPU);
    hyd_probe_atomic(r.peer, hyd_ad_size(o.type));
    old = hyd_ad_exec(&o);
    hyd_watch_end(job, begin, HYD_EV_ATOMIC, r.peer, hyd_ad_size(o.type), HYD_COUNT_AD_CPU, 0);
    if (hyd_ad_is_fetching(opcode)) hyd_ad_set_bits(result_p, hyd_ad_size(o.type), old);
    look_for_change(hyd_ad_size(o.type), opcode, a, old);
    return GEX_EVENT_INVALID;
  }
  hyd_check_remote(job, name, r.peer, addr, hyd_ad_size(o.type));
  o.addr = addr;
  return start_elsewhere(job, ad, how, &r, &o, result_p, flags);
}

/* Does what the inline header does, for an opcode that is a variable; returns 0 if that cannot be.
 */
HYD_HOT_INLINE int try_here(gex_AD_t ad, unsigned call, size_t size, void *result_p,
                            gex_Rank_t rank, void *addr, gex_OP_t opcode, uint64_t a, uint64_t b,
                            gex_Flags_t flags) {
  void *p = hyd_ad_here(ad, (enum hyd_ad_type)(call / 2), size, rank, addr, opcode, flags);
  uint64_t old;
  if (hyd_unlikely(p == NULL)) return 0;
  old = hyd_ad_do(p, size, opcode, a, b, flags);
  if (hyd_ad_is_fetching(opcode)) hyd_ad_set_bits(result_p, size, old);
  look_for_change(size, opcode, a, old);
  return 1;
}

gex_Event_t hyd_ad_op(gex_AD_t ad, unsigned call, void *result_p, gex_Rank_t rank, void *addr,
                      gex_OP_t opcode, uint64_t a, uint64_t b, gex_Flags_t flags) {
  gex_Event_t event = GEX_EVENT_INVALID;
  int done = 0;
  if (!HYD_DEBUG && ad_of(ad)->by_network)
    done = hyd_ad_net_now(ad, call, result_p, rank, addr, opcode, a, b, flags, &event);
  else if (!HYD_DEBUG && hyd_ad_size((enum hyd_ad_type)(call / 2)) == 8)
    done = try_here(ad, call, 8, result_p, rank, addr, opcode, a, b, flags);
  else if (!HYD_DEBUG)
    done = try_here(ad, call, 4, result_p, rank, addr, opcode, a, b, flags);
  if (hyd_likely(done)) return event;
  return start_any(ad, call, result_p, rank, addr, opcode, a, b, flags);
}
