/* SPDX-License-Identifier: BSD-3-Clause
 *
 * team_endpoints.c: gex_TM_Create and gex_TM_Destroy of teams whose members are not all primordial
 * endpoints. The members' processes also form a team, which clients do not see, by which they wait
 * for each other in gex_TM_Destroy.
 */
#include "core/mem/endpoint.h"
#include "core/base/err.h"
#include "extended/teams/barrier.h"
#include "extended/coll/team_slots.h"
#include "extended/teams/teams.h"

static const char *const call = "gex_TM_Create";

int hyd_eps_wanted(const gex_EP_Location_t *args, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (args[i].gex_ep_index) return 1;
  return 0;
}

static struct hyd_ep_members *members_of(const struct hyd_team *parent,
                                         const gex_EP_Location_t *args, size_t n,
                                         const gex_Rank_t *parent_rank) {
  struct hyd_ep_members *m = calloc(1, sizeof *m + n * sizeof m->at[0]);
  if (m == NULL) hyd_fatal(call, "out of memory for %zu members", n);
  m->size = (gex_Rank_t)n;
  for (size_t i = 0; i < n; i++) {
    m->at[i].gex_rank = hyd_team_member(parent, parent_rank[i]);
    m->at[i].gex_ep_index = args[i].gex_ep_index;
    if (args[i].gex_ep_index >= GASNET_MAXEPS)
      hyd_fatal(call, "args[%zu] is endpoint %u; expected 0 to %d", i,
                (unsigned)args[i].gex_ep_index, GASNET_MAXEPS - 1);
  }
  return m;
}

/* Fatal if a member is listed twice. In the checking library only: it takes quadratic time. */
static void check_distinct(const struct hyd_ep_members *m) {
  for (gex_Rank_t i = 0; i < m->size; i++)
    for (gex_Rank_t j = 0; j < i; j++)
      if (m->at[i].gex_rank == m->at[j].gex_rank && m->at[i].gex_ep_index == m->at[j].gex_ep_index)
        hyd_fatal(call,
                  "args[%u] and args[%u] are both endpoint %u of jobrank %u; expected each once", j,
                  i, (unsigned)m->at[i].gex_ep_index, m->at[i].gex_rank);
}

static struct hyd_ep *local_endpoint(struct hyd_job *job, const gex_EP_Location_t *at, size_t i) {
  struct hyd_ep *ep = hyd_ep_at(job, at->gex_ep_index);
  if (ep == NULL)
    hyd_fatal(call, "args[%zu] is endpoint %u of this process; expected 0 to %u", i,
              (unsigned)at->gex_ep_index,
              atomic_load_explicit(&job->mem.neps, memory_order_relaxed) - 1);
  return ep;
}

/* Notes the client's scratch memory, which must lie in a host segment of the endpoint (TM-10). */
static void keep_scratch(struct hyd_ep_team *t, void *addr, size_t size) {
  const struct hyd_segment *s = t->ep->segment;
  if (size == 0 || s == NULL || s->kind || size > s->size ||
      (uintptr_t)addr - (uintptr_t)s->base > s->size - size)
    hyd_fatal(call,
              "scratch at %p, %zu bytes; expected a range within the segment of host memory that "
              "endpoint %u is bound to",
              addr, size, (unsigned)t->ep->index);
  t->scratch = (gex_Memvec_t){addr, size};
}

void hyd_eps_create(struct hyd_team *parent, struct hyd_team *processes,
                    const gex_EP_Location_t *args, size_t n, const gex_Rank_t *parent_rank,
                    const struct hyd_eps_handles *out, gex_Flags_t flags) {
  struct hyd_job *job = parent->job;
  struct hyd_ep_members *m = members_of(parent, args, n, parent_rank);
  size_t made = 0;
  if (HYD_DEBUG) check_distinct(m);
  m->processes = processes;
  for (size_t i = 0; i < n; i++) {
    struct hyd_ep_team *t;
    if (m->at[i].gex_rank != job->rank) continue;
    if (made == out->count)
      hyd_fatal(call,
                "num_new_tms is %zu; expected the number of this process's members, which is more",
                out->count);
    t = hyd_ep_team_new(job, m, (gex_Rank_t)i, local_endpoint(job, &m->at[i], i));
    if (t == NULL) hyd_fatal(call, "out of memory, or 65536 teams of endpoints live");
    t->flags = flags;
    if (out->scratch)
      keep_scratch(t,
                   (void *)out->scratch[out->scratch_step ? (out->scratch_global ? i : made) : 0],
                   out->scratch_size);
    out->tms[made++] = hyd_ep_team_handle(t);
  }
  if (made != out->count)
    hyd_fatal(call, "num_new_tms is %zu; expected %zu, the number of this process's members",
              out->count, made);
}

int hyd_eps_destroy(struct hyd_ep_team *t, gex_Memvec_t *scratch_p, gex_Flags_t flags) {
  struct hyd_ep_members *m = t->members;
  int given = t->scratch.gex_len != 0 && scratch_p != NULL;
  if (given) *scratch_p = t->scratch;
  if (--m->local == 0) { /* with a process's last handle all of them are waited for */
    if (!(flags & GEX_FLAG_GLOBALLY_QUIESCED)) gex_Event_Wait(hyd_barrier_nb(m->processes));
    hyd_team_slots_free(m->processes);
    hyd_team_free(m->processes);
    free(m);
  }
  hyd_ep_team_free(t);
  return given;
}
