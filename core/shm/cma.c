/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cma.c: see cma.h. The kernel may copy less than asked for; the loops go on until all is done.
 */
#include "core/shm/cma.h"

#include <errno.h>
#include <unistd.h>

#include "core/base/err.h"

#define END_PATIENCE_MS 5000

static pid_t pid_of(struct hyd_job *job, gex_Rank_t peer) {
  return (pid_t)atomic_load_explicit(&hyd_rank_at(job, peer)->pid, memory_order_relaxed);
}

int hyd_cma_put(struct hyd_job *job, gex_Rank_t peer, void *dest, const void *src, size_t n) {
  size_t done = 0;
  while (done < n) {
    struct iovec here = {(char *)(uintptr_t)src + done, n - done};
    struct iovec there = {(char *)dest + done, n - done};
    ssize_t k = process_vm_writev(pid_of(job, peer), &here, 1, &there, 1, 0);
    if (k <= 0) return k < 0 ? errno : EFAULT;
    done += (size_t)k;
  }
  return 0;
}

int hyd_cma_get(struct hyd_job *job, gex_Rank_t peer, void *dest, const void *src, size_t n) {
  size_t done = 0;
  while (done < n) {
    struct iovec here = {(char *)dest + done, n - done};
    struct iovec there = {(char *)(uintptr_t)src + done, n - done};
    ssize_t k = process_vm_readv(pid_of(job, peer), &here, 1, &there, 1, 0);
    if (k <= 0) return k < 0 ? errno : EFAULT;
    done += (size_t)k;
  }
  return 0;
}

/* Takes n bytes off the front of a list. */
static void use_up(struct iovec **list, unsigned *entries, size_t n) {
  while (n && *entries) {
    size_t part = (*list)->iov_len < n ? (*list)->iov_len : n;
    (*list)->iov_base = (char *)(*list)->iov_base + part;
    (*list)->iov_len -= part;
    n -= part;
    if ((*list)->iov_len) return;
    ++*list;
    --*entries;
  }
}

int hyd_cma_lists(struct hyd_job *job, gex_Rank_t peer, int put, struct iovec *here, unsigned nhere,
                  struct iovec *there, unsigned nthere, size_t n) {
  while (n) {
    ssize_t k = put ? process_vm_writev(pid_of(job, peer), here, nhere, there, nthere, 0)
                    : process_vm_readv(pid_of(job, peer), here, nhere, there, nthere, 0);
    if (k <= 0) return k < 0 ? errno : EFAULT;
    use_up(&here, &nhere, (size_t)k);
    use_up(&there, &nthere, (size_t)k);
    n -= (size_t)k;
  }
  return 0;
}

/* The peer has ended. What ends the job for that says why, and ends this rank, too. */
static void wait_for_end_of_job(void) {
  for (int i = 0; i < END_PATIENCE_MS; i++) usleep(1000);
}

int hyd_cma_allowed(struct hyd_job *job, int err, const char *call, const void *addr) {
  if (err == 0) return 1;
  if (err == ESRCH) wait_for_end_of_job();
  if (err != EPERM && err != EACCES && err != ENOSYS)
    hyd_fatal(call, "cannot copy at remote address %p: %s; expected memory that is mapped there",
              addr, strerror(err));
  job->mem.cma = 0;
  return 0;
}

int hyd_cma_probe(struct hyd_job *job) {
  gex_Rank_t peer =
      job->place.host_first + (job->rank - job->place.host_first + 1) % job->place.host_count;
  const struct hyd_shared *theirs = (const void *)(uintptr_t)hyd_rank_at(job, peer)->shared_at;
  uint32_t nranks = 0;
  if (job->place.host_count == 1) return 1;
  if (hyd_cma_get(job, peer, &nranks, &theirs->nranks, sizeof nranks)) return 0;
  return nranks == job->shared->nranks;
}
