/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rma_pair.c: put and get through TM-pairs and teams that name endpoints other than the primordial
 * ones: what may be touched, and how it is reached. Every access is checked in every build: the
 * segments are of all sizes and come and go, and nothing else keeps a wrong address from a peer's
 * memory.
 *
 *      local side      remote side     way
 *      host            mapped here     a copy
 *      host            host            the kernel, else active messages
 *      any             device, ours    the driver
 *      one is a device                 active messages, whose handlers ask the driver
 */
#include "core/mem/endpoint.h"
#include "core/base/err.h"
#include "core/shm/cma.h"
#include "core/team/team.h"
#include "extended/rma.h"

/* A device-bound endpoint moves its segment's memory only (RMA-3). 1 = it is one. */
static int local_device(const struct hyd_ep *ep, const void *local, size_t n, const char *call) {
  const struct hyd_segment *s = ep->segment;
  if (s == NULL || s->kind == NULL || local == NULL) return 0;
  if (n > s->size || (uintptr_t)local - (uintptr_t)s->base > s->size - n)
    hyd_fatal(call,
              "local address %p, %zu bytes, is outside the segment of endpoint %u; expected a "
              "range within [%p, +%zu): it is bound to device memory",
              local, n, (unsigned)ep->index, s->base, (size_t)s->size);
  return 1;
}

static void check_bound(const struct hyd_bound *b, unsigned index, gex_Rank_t rank,
                        const void *addr, size_t n, const char *call) {
  if (b == NULL || b->size == 0)
    hyd_fatal(call,
              "rank %u has no segment that is known here at its endpoint %u; expected one that is "
              "bound, and published by gex_EP_PublishBoundSegment",
              rank, index);
  if (n > b->size || (uintptr_t)addr - (uintptr_t)b->base > b->size - n)
    hyd_fatal(call,
              "remote address %p, %zu bytes, is outside the segment of endpoint %u of rank %u; "
              "expected a range within [%p, %p)",
              addr, n, index, rank, b->base, (void *)((uintptr_t)b->base + b->size));
}

struct hyd_side hyd_pair_side(struct hyd_job *job, gex_TM_t tm, gex_Rank_t rank, const void *remote,
                              const void *local, size_t n, const char *call) {
  struct hyd_pair p = hyd_pair_of(job, tm, rank);
  const struct hyd_bound *b;
  int device;
  if (p.ep == NULL) hyd_fatal(call, "endpoint %u of this process is not there", p.local);
  if (p.jobrank == GEX_RANK_INVALID) hyd_fatal(call, "rank %u; expected 0 to %u", rank, p.size - 1);
  rank = p.jobrank;
  device = local_device(p.ep, local, n, call);
  if (p.remote == 0) {
    hyd_check_remote(job, call, rank, remote, n);
    return (struct hyd_side){rank, &job->mem.map[rank], !device && hyd_by_kernel(job, rank), 1};
  }
  b = hyd_bound_find(job, p.remote, rank);
  check_bound(b, p.remote, rank, remote, n, call);
  return (struct hyd_side){rank, &b->map, !device && !b->device && hyd_cma_reaches(job, rank), 1};
}
