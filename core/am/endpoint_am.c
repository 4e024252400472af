/* SPDX-License-Identifier: BSD-3-Clause
 *
 * endpoint_am.c: see endpoint_am.h.
 */
#include "core/am/endpoint_am.h"

#include "core/base/err.h"
#include "core/mem/paged.h"
#include "core/team/team.h"

void hyd_far_wrap(struct hyd_far_am *out, const struct hyd_am *m, struct hyd_far far) {
  if (m->nargs) memcpy(out->args, m->args, m->nargs * sizeof *out->args);
  out->args[m->nargs] = hyd_far_word(far, m->handler);
  out->m = *m;
  out->m.args = out->args;
  out->m.nargs++;
  out->m.handler = HYD_H_FAR;
}

struct hyd_far hyd_far_target(struct hyd_job *job, gex_TM_t tm, gex_Rank_t rank, gex_Rank_t *peer,
                              const char *call) {
  struct hyd_pair p;
  if (!hyd_pair_is_far(job, tm)) hyd_no_member(job, tm, rank, call);
  p = hyd_pair_of(job, tm, rank);
  if (p.ep == NULL) hyd_fatal(call, "endpoint %u of this process is not there", p.local);
  if (!(p.ep->capabilities & GEX_EP_CAPABILITY_AM))
    hyd_fatal(
        call,
        "endpoint %u was made with capabilities 0x%x; expected GEX_EP_CAPABILITY_AM among them",
        p.local, p.ep->capabilities);
  if (p.jobrank == GEX_RANK_INVALID) hyd_fatal(call, "rank %u; expected 0 to %u", rank, p.size - 1);
  if (p.remote >= GASNET_MAXEPS)
    hyd_fatal(call, "endpoint %u of rank %u; expected 0 to %d", p.remote, rank, GASNET_MAXEPS - 1);
  *peer = p.jobrank;
  return (struct hyd_far){p.local, p.remote};
}

/* --- payloads of longs ---------------------------------------------------- */

struct place { /* the segment of an endpoint other than the primordial one */
  uintptr_t base, size;
  const struct hyd_map *map;
  int is_host;
};

static struct place place_of(struct hyd_job *job, gex_Rank_t peer, unsigned index) {
  const struct hyd_bound *b = hyd_bound_find(job, index, peer);
  if (b == NULL || b->size == 0) return (struct place){0, 0, NULL, 1};
  return (struct place){(uintptr_t)b->base, b->size, &b->map,
                        peer == job->rank ? !hyd_ep_at(job, index)->segment->kind
                                          : !b->device && !b->paged};
}

/* As of other longs, but that neither rings nor conduits look at the place (long_payload.c). */
static void prepare_primordial(struct hyd_job *job, gex_Rank_t peer, const struct hyd_am *m,
                               const char *call) {
  if (!hyd_in_segment(job, peer, m->dest, m->nbytes))
    hyd_check_remote(job, call, peer, m->dest, m->nbytes);
  if (hyd_paged_peer(job, peer)) hyd_paged_check_write(hyd_paged_peer(job, peer), peer, call);
}

void hyd_far_prepare(struct hyd_job *job, gex_Rank_t peer, unsigned index, struct hyd_am *m,
                     const char *call) {
  struct place p;
  uintptr_t off;
  void *here;
  if (m->nbytes == 0) return;
  if (index == 0) {
    prepare_primordial(job, peer, m, call);
    return;
  }
  p = place_of(job, peer, index);
  off = (uintptr_t)m->dest - p.base;
  if (m->nbytes > p.size || off > p.size - m->nbytes)
    hyd_fatal(call,
              "destination %p, %zu bytes is outside of what is known of the segment of endpoint %u "
              "of rank %u: "
              "[%p, +%zu)",
              m->dest, m->nbytes, index, peer, (void *)p.base, (size_t)p.size);
  if (!p.is_host)
    hyd_fatal(
        call,
        "endpoint %u of rank %u has device or paged memory; expected the host's for long messages",
        index, peer);
  here = peer == job->rank ? m->dest : hyd_map_at(p.map, m->dest, m->nbytes);
  if (here == NULL) return;
  memmove(here, m->payload, m->nbytes);
  m->placed = 1;
  if (peer == job->rank) m->payload = m->dest;
}
