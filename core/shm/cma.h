/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cma.h: copies to and from another process's memory by the kernel (process_vm_readv and _writev),
 * for addresses that no mapping covers: in EVERYTHING any address, else addresses of segments whose
 * memory the client has allocated.
 */
#ifndef HYD_SHM_CMA_H
#define HYD_SHM_CMA_H

#include <sys/uio.h>

#include "core/base/job.h"

/* Tries to copy from one peer; returns whether the kernel lets this process do so. */
int hyd_cma_probe(struct hyd_job *job);
/* Return 0 or an errno: EFAULT for a bad address at either side, EPERM or ENOSYS for no permission.
 */
int hyd_cma_put(struct hyd_job *job, gex_Rank_t peer, void *dest, const void *src, size_t n);
int hyd_cma_get(struct hyd_job *job, gex_Rank_t peer, void *dest, const void *src, size_t n);
/* Copies between two lists of pieces, `n` bytes in each and at most IOV_MAX pieces, and uses the
 * lists up. `put`: from `here` to `there`. */
int hyd_cma_lists(struct hyd_job *job, gex_Rank_t peer, int put, struct iovec *here, unsigned nhere,
                  struct iovec *there, unsigned nthere, size_t n);
/* Looks at the result of a copy. Returns 1 if there was no error; 0 if the kernel permits no copies
 * any more: job->mem.cma is off from now on. A bad address is fatal. */
int hyd_cma_allowed(struct hyd_job *job, int err, const char *call, const void *addr);
/* Whether the kernel copies between this rank and the peer: one of its neighbourhood, or, where
 * rings are the only other way, of its host. */
static inline int hyd_cma_reaches(const struct hyd_job *job, gex_Rank_t peer) {
  return job->mem.cma && (job->net.ring_to_all || hyd_in_nbrhd(job, peer));
}
/* Whether the kernel's copy reaches the peer's memory in EVERYTHING. */
static inline int hyd_by_kernel(const struct hyd_job *job, gex_Rank_t peer) {
  return hyd_everything(job) && hyd_cma_reaches(job, peer);
}

#endif
