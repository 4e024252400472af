/* SPDX-License-Identifier: BSD-3-Clause
 *
 * endpoint_am.c: see endpoint_am.h.
 */
#include "core/am/endpoint_am.h"

#include "core/base/err.h"
#include "core/mem/guard.h"
#include "core/team/team.h"

void hyd_am_add_ends(struct hyd_endpoint_am *out, const struct hyd_am *m, struct hyd_ends ends) {
  if (m->nargs) memcpy(out->args, m->args, m->nargs * sizeof *out->args);
  out->args[m->nargs] = hyd_ends_pack(ends, m->handler);
  out->m = *m;
  out->m.args = out->args;
  out->m.nargs++;
  out->m.handler = HYD_H_ENDPOINT;
}

struct hyd_ends hyd_find_ends(struct hyd_job *job, gex_TM_t tm, gex_Rank_t rank, gex_Rank_t *peer,
                              const char *call) {
  struct hyd_pair p = hyd_pair_target(job, tm, rank, GEX_EP_CAPABILITY_AM, call);
  *peer = p.jobrank;
  return (struct hyd_ends){p.local, p.remote};
}

/* --- payloads of longs ---------------------------------------------------- */

static int is_host_memory(struct hyd_job *job, gex_Rank_t peer, unsigned index,
                          const struct hyd_bound *b) {
  return peer == job->rank ? !hyd_ep_at(job, index)->segment->kind : !b->device && !b->guarded;
}

/* Checks what rings and conduits check for other longs (long_payload.c). */
static void prepare_primordial(struct hyd_job *job, gex_Rank_t peer, const struct hyd_am *m,
                               const char *call) {
  const struct hyd_guarded *guarded = hyd_guarded_peer(job, peer);
  if (!hyd_in_segment(job, peer, m->dest, m->nbytes))
    hyd_check_remote(job, call, peer, m->dest, m->nbytes);
  if (guarded) hyd_guarded_check_write(guarded, peer, call);
}

void hyd_endpoint_long_prepare(struct hyd_job *job, gex_Rank_t peer, unsigned index,
                               struct hyd_am *m, const char *call) {
  const struct hyd_bound *b;
  void *here;
  if (m->nbytes == 0) return;
  if (index == 0) {
    prepare_primordial(job, peer, m, call);
    return;
  }
  b = hyd_bound_known(job, index, peer, call);
  hyd_bound_check(b, index, peer, m->dest, m->nbytes, call);
  if (!is_host_memory(job, peer, index, b))
    hyd_fatal(call,
              "endpoint %u of rank %u has device or paged memory; expected the host's for long "
              "messages",
              index, peer);
  here = peer == job->rank ? m->dest : hyd_map_at(&b->map, m->dest, m->nbytes);
  if (here == NULL) return;
  memmove(here, m->payload, m->nbytes);
  m->placed = 1;
  if (peer == job->rank) m->payload = m->dest;
}
