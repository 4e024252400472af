/* SPDX-License-Identifier: BSD-3-Clause
 *
 * endpoint.c: see endpoint.h. Endpoints other than the primordial one have no collectives and no
 * atomics. There is no call to destroy one, so a table by index only grows.
 */
#include "core/mem/endpoint.h"

#include <errno.h>
#include <sys/mman.h>

#include "core/mem/endpoint_team.h"
#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/team/team.h"

/* What endpoints other than the primordial one may have. */
#define CAPABILITIES (GEX_EP_CAPABILITY_RMA | GEX_EP_CAPABILITY_AM | GEX_EP_CAPABILITY_VIS)

static struct hyd_ep *ep_of(gex_EP_t e) { return (struct hyd_ep *)e; }

void hyd_ep_init(struct hyd_job *job) {
  job->ep.job = job;
  job->ep.capabilities = GEX_EP_CAPABILITY_ALL;
  job->mem.eps[0] = &job->ep;
  job->mem.neps = 1;
  /* One page more, because inline code reads a few words from a pair's address on. */
  job->teams.pairs = mmap(NULL, HYD_PAIRS_SIZE + GASNET_PAGESIZE, PROT_READ,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (job->teams.pairs == MAP_FAILED)
    hyd_refuse(
        "gex_Client_Init",
        "cannot reserve %zu bytes of addresses: mmap: %s; expected room for them (ulimit -v)",
        HYD_PAIRS_SIZE, strerror(errno));
}

struct hyd_ep *hyd_ep_at(struct hyd_job *job, unsigned index) {
  uint32_t n = atomic_load_explicit(&job->mem.neps, memory_order_acquire); /* E2 */
  return index < n ? job->mem.eps[index] : NULL;
}

int hyd_ep_is(struct hyd_job *job, gex_EP_t ep) {
  for (unsigned i = 0; hyd_ep_at(job, i); i++)
    if (hyd_ep_at(job, i) == ep_of(ep)) return 1;
  return 0;
}

/* --- making --------------------------------------------------------------- */

/* Adds an endpoint to the table; returns 0 if there is no room. */
static int add_endpoint(struct hyd_job *job, struct hyd_ep *ep) {
  uint32_t n;
  pthread_mutex_lock(&job->threads.lock);
  n = atomic_load_explicit(&job->mem.neps, memory_order_relaxed);
  if (n < GASNET_MAXEPS) {
    ep->index = (gex_EP_Index_t)n;
    job->mem.eps[n] = ep;
    atomic_store_explicit(&job->mem.neps, n + 1, memory_order_release); /* E1 */
  }
  pthread_mutex_unlock(&job->threads.lock);
  return n < GASNET_MAXEPS;
}

int gex_EP_Create(gex_EP_t *ep_p, gex_Client_t client, gex_EP_Capabilities_t capabilities,
                  gex_Flags_t flags) {
  const char *call = "gex_EP_Create";
  struct hyd_job *job = hyd_the_job;
  struct hyd_ep *ep;
  hyd_check_ready(call);
  if (HYD_DEBUG) hyd_check_call(call);
  if (ep_p == NULL || client != (gex_Client_t)job ||
      (HYD_DEBUG && flags & ~GEX_FLAG_HINT_ACCEL_ALL))
    hyd_fatal(call, "expected a place for the endpoint, a client, and hint flags only");
  if (capabilities == 0 || (capabilities & ~GEX_EP_CAPABILITY_ALL))
    return hyd_error(GASNET_ERR_BAD_ARG, call,
                     "capabilities 0x%x; expected an OR of "
                     "GEX_EP_CAPABILITY_*",
                     capabilities);
  if (capabilities & ~CAPABILITIES)
    return hyd_error(GASNET_ERR_BAD_ARG, call,
                     "capabilities 0x%x; expected GEX_EP_CAPABILITY_RMA, _AM and _VIS alone: only "
                     "the primordial "
                     "endpoint has others",
                     capabilities);
  ep = calloc(1, sizeof *ep);
  if (ep == NULL) return hyd_error(GASNET_ERR_RESOURCE, call, "out of memory for an endpoint");
  ep->job = job;
  ep->capabilities = capabilities;
  ep->flags = flags;
  if (!add_endpoint(job, ep)) {
    free(ep);
    return hyd_error(GASNET_ERR_RESOURCE, call,
                     "this process already has %d endpoints (GASNET_MAXEPS)", GASNET_MAXEPS);
  }
  *ep_p = (gex_EP_t)ep;
  return GASNET_OK;
}

/* --- queries -------------------------------------------------------------- */

gex_Client_t gex_EP_QueryClient(gex_EP_t ep) { return (gex_Client_t)ep_of(ep)->job; }
gex_Flags_t gex_EP_QueryFlags(gex_EP_t ep) { return ep_of(ep)->flags; }
gex_Segment_t gex_EP_QuerySegment(gex_EP_t ep) { return (gex_Segment_t)ep_of(ep)->segment; }
gex_EP_Index_t gex_EP_QueryIndex(gex_EP_t ep) { return ep_of(ep)->index; }
void gex_EP_SetCData(gex_EP_t ep, const void *val) { ep_of(ep)->cdata = val; }
void *gex_EP_QueryCData(gex_EP_t ep) { return (void *)(uintptr_t)ep_of(ep)->cdata; }

/* --- pairs ---------------------------------------------------------------- */

gex_TM_t gex_TM_Pair(gex_EP_t local_ep, gex_EP_Index_t remote_ep_index) {
  const struct hyd_ep *ep = ep_of(local_ep);
  struct hyd_job *job = ep->job;
  if (ep->index == 0 && remote_ep_index == 0) return (gex_TM_t)&job->pair;
  return (gex_TM_t)(job->teams.pairs +
                    ((size_t)ep->index * HYD_PAIR_REMOTES + remote_ep_index) * HYD_PAIR_STEP);
}

static struct hyd_pair member_of(const struct hyd_ep_team *t, gex_Rank_t rank) {
  const struct hyd_ep_members *m = t->members;
  struct hyd_pair p = {t->ep, t->ep->index, 0, GEX_RANK_INVALID, m->size};
  if (rank >= m->size) return p;
  p.remote = m->at[rank].gex_ep_index;
  p.jobrank = m->at[rank].gex_rank;
  return p;
}

struct hyd_pair hyd_pair_of(struct hyd_job *job, gex_TM_t tm, gex_Rank_t rank) {
  size_t i = ((uintptr_t)tm - (uintptr_t)job->teams.pairs) / HYD_PAIR_STEP;
  unsigned local = (unsigned)(i / HYD_PAIR_REMOTES);
  const struct hyd_ep_team *t = hyd_ep_team_of(job, tm);
  if (t) return member_of(t, rank);
  return (struct hyd_pair){hyd_ep_at(job, local), local, (unsigned)(i % HYD_PAIR_REMOTES),
                           rank < job->size ? rank : GEX_RANK_INVALID, job->size};
}

/* --- what is bound where -------------------------------------------------- */

struct hyd_bound *hyd_bound_find(struct hyd_job *job, unsigned index, gex_Rank_t jobrank) {
  struct hyd_bound *table;
  if (index >= GASNET_MAXEPS) return NULL;
  table = atomic_load_explicit(&job->mem.bound[index], memory_order_acquire); /* E4 */
  return table ? &table[jobrank] : NULL;
}

const struct hyd_bound *hyd_bound_known(struct hyd_job *job, unsigned index, gex_Rank_t jobrank,
                                        const char *call) {
  const struct hyd_bound *b = hyd_bound_find(job, index, jobrank);
  if (b == NULL || b->size == 0)
    hyd_fatal(call,
              "rank %u has no segment that is known here at its endpoint %u; expected one that is "
              "bound, and published by gex_EP_PublishBoundSegment",
              jobrank, index);
  return b;
}

void hyd_bound_check(const struct hyd_bound *b, unsigned index, gex_Rank_t jobrank,
                     const void *addr, size_t n, const char *call) {
  if (n > b->size || (uintptr_t)addr - (uintptr_t)b->base > b->size - n)
    hyd_fatal(call,
              "remote address %p, %zu bytes, is outside the segment of endpoint %u of rank %u; "
              "expected a range within [%p, %p)",
              addr, n, index, jobrank, b->base, (void *)((uintptr_t)b->base + b->size));
}

struct hyd_bound *hyd_bound_table(struct hyd_job *job, unsigned index) {
  struct hyd_bound *table;
  if (index >= GASNET_MAXEPS) return NULL;
  pthread_mutex_lock(&job->threads.lock);
  table = atomic_load_explicit(&job->mem.bound[index], memory_order_relaxed);
  if (table == NULL && (table = calloc(job->size, sizeof *table)) != NULL) {
    for (gex_Rank_t i = 0; i < job->size; i++) hyd_map_clear(&table[i].map);
    atomic_store_explicit(&job->mem.bound[index], table,
                          memory_order_release); /* E3, pairs with E4 */
  }
  pthread_mutex_unlock(&job->threads.lock);
  return table;
}
