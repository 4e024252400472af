/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ad_net.c: atomics that the network's cards carry out. A card's operations are atomic among
 * themselves, but not with a processor's instructions on the same word. So the network carries out
 * a whole domain or none of it, and every rank uses the network for any word of such a domain, its
 * own words included.
 *
 * A domain is the network's if cards can do all its operations, if some of its ranks share no
 * memory with others, and if its flags do not favour the words of the caller's own rank or
 * neighbourhood.
 */
#include "conduits/dispatch.h"
#include "core/am/am.h"
#include "core/team/team.h"
#include "core/am/wait.h"
#include "core/watch/probes.h"
#include "extended/atomics/ad.h"
#include "extended/rma/emulated.h"

#define BY_ADDING                                                                                  \
  (GEX_OP_ADD | GEX_OP_FADD | GEX_OP_SUB | GEX_OP_FSUB | GEX_OP_INC | GEX_OP_FINC | GEX_OP_DEC |   \
   GEX_OP_FDEC | GEX_OP_GET)
#define BY_SWAPPING (GEX_OP_CAS | GEX_OP_FCAS)

static int is_spread(struct hyd_job *job, gex_TM_t tm) {
  for (gex_Rank_t i = 0; i < hyd_team_size(tm); i++)
    if (!hyd_in_nbrhd(job, hyd_team_jobrank(tm, i))) return 1;
  return 0;
}

int hyd_ad_by_network(struct hyd_job *job, gex_TM_t tm, gex_DT_t dt, gex_OP_t ops,
                      gex_Flags_t flags) {
  if (job->net.state == NULL || !job->mem.attached || hyd_conduit_of(job)->ops.atomic == NULL)
    return 0;
  if (job->mem.guarded || job->mem.guarded_round) return 0;
  if (!(dt & (GEX_DT_I64 | GEX_DT_U64)) || (ops & ~(gex_OP_t)(BY_ADDING | BY_SWAPPING))) return 0;
  if (flags & (GEX_FLAG_AD_FAVOR_MY_RANK | GEX_FLAG_AD_FAVOR_MY_NBRHD)) return 0;
  return is_spread(job, tm) && hyd_conduit_of(job)->ops.has_atomics(job, job->net.state);
}

void hyd_ad_tell_way(struct hyd_job *job, gex_TM_t tm, gex_Flags_t flags) {
  const struct hyd_conduit_ops *ops = &hyd_conduit_of(job)->ops;
  if (job->net.state == NULL || job->rank != hyd_team_jobrank(tm, 0) || !is_spread(job, tm) ||
      flags & (GEX_FLAG_AD_FAVOR_MY_RANK | GEX_FLAG_AD_FAVOR_MY_NBRHD))
    return;
  hyd_tell_emulated_atomics(job, ops->atomic && ops->has_atomics(job, job->net.state));
}

static uint64_t addend(gex_OP_t opcode, uint64_t a) {
  if (opcode & (GEX_OP_ADD | GEX_OP_FADD)) return a;
  if (opcode & (GEX_OP_SUB | GEX_OP_FSUB)) return -a;
  if (opcode & (GEX_OP_INC | GEX_OP_FINC)) return 1;
  return opcode == GEX_OP_GET ? 0 : UINT64_MAX;
}

HYD_HOT_INLINE struct hyd_atomic atomic_of(gex_OP_t opcode, uint64_t a, uint64_t b) {
  int is_swap = (opcode & BY_SWAPPING) != 0;
  return (struct hyd_atomic){is_swap, is_swap ? a : addend(opcode, a), b};
}

int hyd_ad_net_start(struct hyd_job *job, gex_Rank_t peer, const struct hyd_ad_op *o,
                     struct hyd_op *op, unsigned how) {
  const struct hyd_atomic a = atomic_of(o->opcode, o->a, o->b);
  const struct hyd_conduit_ops *ops = &hyd_conduit_of(job)->ops;
  struct hyd_wait w;
  int full;
  if (hyd_likely(ops->atomic(job, job->net.state, peer, o->addr, &a, op) == 0)) return 0;
  hyd_wait_begin(&w, job, HYD_WAIT_QUEUE, peer, sizeof(uint64_t));
  while ((full = ops->atomic(job, job->net.state, peer, o->addr, &a, op)) != 0 &&
         !(how & HYD_AM_NO_WAIT))
    hyd_wait_pause(&w);
  hyd_wait_end(&w);
  return full;
}

/* Whether the call is correct and has common arguments; ad.c reports what is wrong with others. */
HYD_HOT_INLINE int is_plain_call(const struct hyd_job *job, const struct hyd_ad *ad, unsigned call,
                                 const void *result_p, gex_Rank_t rank, const void *addr,
                                 gex_OP_t opcode, gex_Flags_t flags) {
  return ad->dt == (gex_DT_t)1 << call / 2 && (opcode & ad->ops) && !(opcode & (opcode - 1)) &&
         (result_p || !hyd_ad_is_fetching(opcode)) &&
         ((uintptr_t)addr & (sizeof(uint64_t) - 1)) == 0 && rank < hyd_team_size(ad->tm) &&
         !(flags & (GEX_FLAG_RANK_IS_JOBRANK | GEX_FLAG_AD_REL)) && !hyd_watched(job);
}

/* Starts the operation; returns 0 if there is no room. */
HYD_HOT_INLINE int try_start(struct hyd_job *job, unsigned call, void *result_p, gex_Rank_t peer,
                             void *addr, gex_OP_t opcode, uint64_t a, uint64_t b,
                             gex_Event_t *event) {
  const struct hyd_atomic atomic = atomic_of(opcode, a, b);
  int how = call & 1 ? HYD_RMA_NBI : HYD_RMA_NB;
  struct hyd_op *op = hyd_op_for(hyd_self(job), how, hyd_ad_category(opcode), peer, 8);
  hyd_probe_atomic(peer, sizeof(uint64_t));
  op->value = hyd_ad_is_fetching(opcode) ? (uintptr_t)result_p : 0;
  *event = how == HYD_RMA_NBI ? GEX_EVENT_INVALID : (gex_Event_t)op;
  if (hyd_likely(hyd_conduit_of(job)->ops.atomic(job, job->net.state, peer, addr, &atomic, op) ==
                 0))
    return 1;
  hyd_op_cancel(hyd_self(job), op);
  return 0;
}

int hyd_ad_net_now(gex_AD_t domain, unsigned call, void *result_p, gex_Rank_t rank, void *addr,
                   gex_OP_t opcode, uint64_t a, uint64_t b, gex_Flags_t flags,
                   gex_Event_t *event_p) {
  const struct hyd_ad *ad = (const struct hyd_ad *)domain;
  struct hyd_job *job = hyd_the_job;
  gex_Rank_t peer;
  if (hyd_unlikely(!is_plain_call(job, ad, call, result_p, rank, addr, opcode, flags))) return 0;
  peer = hyd_team_member((const struct hyd_team *)ad->tm, rank);
  return hyd_likely(hyd_in_segment(job, peer, addr, sizeof(uint64_t))) &&
         try_start(job, call, result_p, peer, addr, opcode, a, b, event_p);
}
