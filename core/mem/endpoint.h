/* SPDX-License-Identifier: BSD-3-Clause
 *
 * endpoint.h: endpoints, and what is known of the segments bound to those of other ranks.
 *
 *   endpoint.c          endpoints: making and queries; TM-pairs; what is bound where
 *   segment_create.c    segments that the client makes; binding
 *   core/job/attach.c   the primordial segment, to which endpoint 0 of every rank is bound
 */
#ifndef HYD_MEM_ENDPOINT_H
#define HYD_MEM_ENDPOINT_H

#include "core/base/job.h"

/* Makes the primordial endpoint, and reserves the addresses of TM-pairs. In init. */
void hyd_ep_init(struct hyd_job *job);
/* The endpoint of this process with that index, or NULL. */
struct hyd_ep *hyd_ep_at(struct hyd_job *job, unsigned index);
/* Whether the client's handle is an endpoint of this process. */
int hyd_ep_is(struct hyd_job *job, gex_EP_t ep);

/* The two endpoints of (tm, rank), where tm is a TM-pair of endpoints that are not both primordial,
 * or a team of endpoints. */
struct hyd_pair {
  struct hyd_ep *ep; /* the local one; never NULL for a value that gex_TM_Pair returned */
  unsigned local, remote;
  gex_Rank_t jobrank; /* GEX_RANK_INVALID: no such rank */
  gex_Rank_t size;    /* ranks of tm */
};
struct hyd_pair hyd_pair_of(struct hyd_job *job, gex_TM_t tm, gex_Rank_t rank);

/* Counts an endpoint that names the segment: the object then outlives gex_Segment_Destroy. Returns
 * 0 if there is no such segment. */
int hyd_segment_hold(struct hyd_job *job, gex_Segment_t segment);

/* Whether [addr, addr+n) lies in host memory to which an endpoint of this process is bound, other
 * than the primordial one. */
static inline int hyd_ep_segments_have(const struct hyd_job *job, const void *addr, size_t n) {
  uint32_t neps = atomic_load_explicit(&job->mem.neps, memory_order_acquire); /* E2 */
  for (uint32_t i = 1; i < neps; i++) {
    /* Acquire: pairs with the binding (segment_create.c). */
    const struct hyd_segment *s = __atomic_load_n(&job->mem.eps[i]->segment, __ATOMIC_ACQUIRE);
    if (s && !s->kind && n <= s->size && (uintptr_t)addr - (uintptr_t)s->base <= s->size - n)
      return 1;
  }
  return 0;
}

/* The entry of (endpoint index, jobrank), or NULL if nothing was ever known of that index. Index 0
 * has entries in EVERYTHING alone, where seginfo says that all memory is reached: for queries. */
struct hyd_bound *hyd_bound_find(struct hyd_job *job, unsigned index, gex_Rank_t jobrank);
/* The same; fatal if no segment is known for that endpoint. */
const struct hyd_bound *hyd_bound_known(struct hyd_job *job, unsigned index, gex_Rank_t jobrank,
                                        const char *call);
/* Fatal unless [addr, addr+n) lies in that segment. */
void hyd_bound_check(const struct hyd_bound *b, unsigned index, gex_Rank_t jobrank,
                     const void *addr, size_t n, const char *call);
/* The entries [jobrank] of an endpoint index, which are made if need be. NULL: out of memory, or no
 * such index. */
struct hyd_bound *hyd_bound_table(struct hyd_job *job, unsigned index);
#endif
