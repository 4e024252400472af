/* SPDX-License-Identifier: BSD-3-Clause
 *
 * endpoint.h: endpoints, and what is known of the segments bound to those of other ranks.
 *
 *   endpoint.c       endpoints: making, queries, binding; TM-pairs
 *   attach.c  the primordial segment, which endpoint 0 of every rank is bound to
 *   segment_create.c segments that the client makes
 */
#ifndef HYD_MEM_ENDPOINT_H
#define HYD_MEM_ENDPOINT_H

#include "core/base/job.h"

/* The primordial endpoint, and the range of the TM-pairs. During init. */
void hyd_ep_init(struct hyd_job *job);
/* The endpoint of this process with that index, or NULL. */
struct hyd_ep *hyd_ep_at(struct hyd_job *job, unsigned index);
/* Whether the client's handle is an endpoint's. */
int hyd_ep_is(struct hyd_job *job, gex_EP_t ep);

/* A TM-pair other than that of the primordial endpoints, or a team of endpoints, and one of its
 * ranks. */
struct hyd_pair {
  struct hyd_ep *ep; /* the local one; never NULL for a value that gex_TM_Pair returned */
  unsigned local, remote;
  gex_Rank_t jobrank; /* GEX_RANK_INVALID: no such rank */
  gex_Rank_t size;    /* ranks that there are */
};
struct hyd_pair hyd_pair_of(struct hyd_job *job, gex_TM_t tm, gex_Rank_t rank);

/* An endpoint will name that segment, which then outlives its destruction as an object. 0 = there
 * is no such segment. */
int hyd_segment_hold(struct hyd_job *job, gex_Segment_t segment);

/* Whether [addr, addr+n) lies in the host's memory that an endpoint of this process is bound to,
 * other than the primordial one. */
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

/* Entry of (endpoint index, jobrank): NULL if nothing was ever known of that index. Index 0 has
 * entries in EVERYTHING alone, for queries: there seginfo says what is reached, which is all
 * memory. */
struct hyd_bound *hyd_bound_find(struct hyd_job *job, unsigned index, gex_Rank_t jobrank);
/* The same; fatal if no segment is known there. */
const struct hyd_bound *hyd_bound_known(struct hyd_job *job, unsigned index, gex_Rank_t jobrank,
                                        const char *call);
/* Fatal unless [addr, addr+n) lies in that segment. */
void hyd_bound_check(const struct hyd_bound *b, unsigned index, gex_Rank_t jobrank,
                     const void *addr, size_t n, const char *call);
/* Entries [jobrank] of an endpoint index, made if need be; NULL: out of memory, or no such
 * index. */
struct hyd_bound *hyd_bound_table(struct hyd_job *job, unsigned index);
#endif
