/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ad_net.c: atomics that the network's cards do. A card's operations are atomic among themselves, but not with a
 * processor's instructions on the same word: so a domain is the network's as a whole, and every rank goes by the
 * network to any word of it, its own included. It must be asked for nothing that cards cannot do, and some of its ranks
 * must be out of each other's reach; a domain that is said to favour near words is left to processors.
 */
#include "conduits/dispatch.h"
#include "core/am.h"
#include "core/team.h"
#include "core/wait.h"
#include "extended/ad.h"

#define BY_ADDING (GEX_OP_ADD | GEX_OP_FADD | GEX_OP_SUB | GEX_OP_FSUB | GEX_OP_INC | GEX_OP_FINC | GEX_OP_DEC | \
                   GEX_OP_FDEC | GEX_OP_GET)
#define BY_SWAPPING (GEX_OP_CAS | GEX_OP_FCAS)

static int is_spread(struct hyd_job *job, gex_TM_t tm) {
  for (gex_Rank_t i = 0; i < hyd_team_size(tm); i++)
    if (!hyd_in_nbrhd(job, hyd_team_jobrank(tm, i))) return 1;
  return 0;
}

int hyd_ad_by_network(struct hyd_job *job, gex_TM_t tm, gex_DT_t dt, gex_OP_t ops, gex_Flags_t flags) {
  if (job->conduit_state == NULL || !job->attached || job->conduit->ops.atomic == NULL) return 0;
  if (!(dt & (GEX_DT_I64 | GEX_DT_U64)) || (ops & ~(gex_OP_t)(BY_ADDING | BY_SWAPPING))) return 0;
  if (flags & (GEX_FLAG_AD_FAVOR_MY_RANK | GEX_FLAG_AD_FAVOR_MY_NBRHD)) return 0;
  return is_spread(job, tm) && job->conduit->ops.has_atomics(job, job->conduit_state);
}

static uint64_t addend(const struct hyd_ad_op *o) {
  if (o->opcode & (GEX_OP_ADD | GEX_OP_FADD)) return o->a;
  if (o->opcode & (GEX_OP_SUB | GEX_OP_FSUB)) return -o->a;
  if (o->opcode & (GEX_OP_INC | GEX_OP_FINC)) return 1;
  return o->opcode == GEX_OP_GET ? 0 : UINT64_MAX;
}

int hyd_ad_net_start(struct hyd_job *job, gex_Rank_t peer, const struct hyd_ad_op *o, struct hyd_op *op, unsigned how) {
  int is_swap = (o->opcode & BY_SWAPPING) != 0;
  const struct hyd_atomic a = {is_swap, is_swap ? o->a : addend(o), o->b};
  const struct hyd_conduit_ops *ops = &job->conduit->ops;
  struct hyd_wait w;
  int full;
  if (hyd_likely(ops->atomic(job, job->conduit_state, peer, o->addr, &a, op) == 0)) return 0;
  hyd_wait_begin(&w, job, HYD_WAIT_QUEUE, peer, sizeof(uint64_t));
  while ((full = ops->atomic(job, job->conduit_state, peer, o->addr, &a, op)) != 0 && !(how & HYD_AM_NO_WAIT))
    hyd_wait_pause(&w);
  hyd_wait_end(&w);
  return full ? -1 : 0;
}
