/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rma_blocking.c: blocking put and get, whose short way is the conduit's own wait: to a rank that
 * is reached by the network, in its segment. All other cases, wrong arguments among them, are left
 * to rma.c.
 */
#include "conduits/conduit.h"
#include "core/shm/cma.h"
#include "core/base/err.h"
#include "core/team/team.h"
#include "extended/rma.h"

/* 0: nothing was done. */
HYD_HOT_INLINE int is_done(int is_put, gex_TM_t tm, gex_Rank_t rank, const void *remote,
                           const void *local, size_t n) {
  struct hyd_job *job = hyd_the_job;
  struct hyd_op *rest;
  gex_Rank_t peer;
  if (job == NULL || job->at_once == NULL || rank >= hyd_team_size(tm) || n == 0 || local == NULL)
    return 0;
  peer = hyd_team_member((const struct hyd_team *)tm, rank);
  if (hyd_in_nbrhd(job, peer) || !hyd_in_segment(job, peer, remote, n) ||
      hyd_unlikely(hyd_by_kernel(job, peer)))
    return 0;
  rest = job->at_once(job->conduit_state, peer, is_put, (void *)(uintptr_t)remote,
                      (void *)(uintptr_t)local, n);
  if (hyd_likely(rest == NULL)) return 1;
  if (rest == HYD_NOT_AT_ONCE) return 0;
  hyd_op_launched(job, HYD_RMA_BLOCKING, rest);
  return 1;
}

int hyd_rma_put_blocking(gex_TM_t tm, gex_Rank_t rank, void *dest, const void *src, size_t nbytes,
                         gex_Flags_t flags) {
  if (hyd_likely(is_done(1, tm, rank, dest, src, nbytes))) return 0;
  return hyd_rma_put(HYD_RMA_BLOCKING, tm, rank, dest, src, nbytes, GEX_EVENT_NOW, flags) !=
         GEX_EVENT_INVALID;
}

int hyd_rma_get_blocking(gex_TM_t tm, void *dest, gex_Rank_t rank, const void *src, size_t nbytes,
                         gex_Flags_t flags) {
  if (hyd_likely(is_done(0, tm, rank, src, dest, nbytes))) return 0;
  return hyd_rma_get(HYD_RMA_BLOCKING, tm, dest, rank, src, nbytes, flags) != GEX_EVENT_INVALID;
}
