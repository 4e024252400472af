/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cma.h: copying to and from another process's memory through the kernel (process_vm_readv and
 * _writev), for addresses that no mapping covers: in EVERYTHING mode any, else those of segments
 * that are the client's own memory.
 */
#ifndef HYD_SHM_CMA_H
#define HYD_SHM_CMA_H

#include <sys/uio.h>

#include "core/base/job.h"

/* Whether the kernel lets this process copy from its peers; tried on one of them. */
int hyd_cma_probe(struct hyd_job *job);
/* 0, or an errno value: EFAULT is a bad address there or here, EPERM and ENOSYS no permission. */
int hyd_cma_put(struct hyd_job *job, gex_Rank_t peer, void *dest, const void *src, size_t n);
int hyd_cma_get(struct hyd_job *job, gex_Rank_t peer, void *dest, const void *src, size_t n);
/* Between lists of pieces that hold `n` bytes each, IOV_MAX at most; uses the lists up. `put`: from
 * here to there. */
int hyd_cma_lists(struct hyd_job *job, gex_Rank_t peer, int put, struct iovec *here, unsigned nhere,
                  struct iovec *there, unsigned nthere, size_t n);
/* What an error of the above means: 1 = there was none; 0 = the kernel does not permit it any more,
 * and job->mem.cma is off from now on; a bad address is fatal. */
int hyd_cma_allowed(struct hyd_job *job, int err, const char *call, const void *addr);
/* Whether the kernel copies between this rank and that one: of its neighbourhood, or, where rings
 * are the only other way, of its host. */
static inline int hyd_cma_reaches(const struct hyd_job *job, gex_Rank_t peer) {
  return job->mem.cma && (job->net.ring_to_all || hyd_in_nbrhd(job, peer));
}
/* Whether, in EVERYTHING mode, addresses that are not mapped are reached through the kernel. */
static inline int hyd_by_kernel(const struct hyd_job *job, gex_Rank_t peer) {
  return hyd_everything(job) && hyd_cma_reaches(job, peer);
}

#endif
