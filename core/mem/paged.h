/* SPDX-License-Identifier: BSD-3-Clause
 *
 * paged.h: paged segments (hyd_paged.h, netvm(7)) as the library sees them, this process's and
 * those of other ranks. Where the segment's memory is shared with its owner there is a view, by
 * which this process locks pages and copies; elsewhere messages go to the owner, which has one.
 *
 * The owner's mapping is for its program. The library goes through a view there as well, but for
 * what it does by plain loads and stores like the program itself: a fault is served by the pager,
 * and waited for. What system calls are given is never memory of a paged segment: they might fail
 * there.
 */
#ifndef HYD_MEM_PAGED_H
#define HYD_MEM_PAGED_H

#include "core/base/job.h"
#include "core/mem/kind_module.h"

struct hyd_paged {
  uintptr_t base, size;             /* in its owner's addresses */
  const struct hyd_kind_paged *ops; /* NULL: there is no view */
  void *view;
  int fd[2]; /* of this process's own: what others make their views from */
};

/* --- this process's segments ---------------------------------------------- */

/* NULL: out of memory. */
struct hyd_paged *hyd_paged_of_own(const struct hyd_kind_paged *ops, void *device,
                                   const struct hyd_segment *s);
void hyd_paged_forget_own(struct hyd_paged *p); /* may be NULL */
/* Whether the conduit leaves the memory of the primordial endpoint's segment alone, so that it may
 * be paged. */
int hyd_paged_on_conduit(const struct hyd_segment *s);
struct hyd_paged *hyd_paged_find(struct hyd_job *job, const void *addr, size_t n);
/* The paged segment of this process that has some of [addr, addr+n), or NULL. */
HYD_HOT_INLINE struct hyd_paged *hyd_paged_own(struct hyd_job *job, const void *addr, size_t n) {
  if (hyd_likely(atomic_load_explicit(&job->mem.paged_segments, memory_order_relaxed) == 0))
    return NULL;
  return hyd_paged_find(job, addr, n);
}

/* --- those of other ranks ------------------------------------------------- */

/* What a rank has published; its files, if it shares memory with this one (fd[0] < 0: no). NULL:
 * out of memory. */
struct hyd_paged *hyd_paged_of_peer(struct hyd_job *job, gex_Rank_t peer, uintptr_t base,
                                    uintptr_t size, const int fd[2]);
void hyd_paged_forget_peer(struct hyd_paged *p); /* may be NULL */
/* That of a primordial endpoint; p NULL: it is not paged. 0, or -1: out of memory. */
int hyd_paged_note(struct hyd_job *job, gex_Rank_t peer, struct hyd_paged *p);
/* Bound to the primordial endpoint of another rank, or NULL. */
HYD_HOT_INLINE struct hyd_paged *hyd_paged_peer(const struct hyd_job *job, gex_Rank_t peer) {
  return hyd_likely(job->mem.paged == NULL) ? NULL : job->mem.paged[peer];
}

/* --- copies by a view ------------------------------------------------------ */

/* Between [remote, remote+n) of the segment and memory of this process: so many bytes, from the
 * first on, as lie in pages that are there. */
size_t hyd_paged_copy(const struct hyd_paged *p, int is_put, void *remote, void *local, size_t n);
/* Asks for what is absent. */
void hyd_paged_ask(const struct hyd_paged *p, const void *remote, size_t n);
/* All of it; waits for the pager, not for any rank, so that it may be called in handlers. */
void hyd_paged_copy_all(const struct hyd_paged *p, int is_put, void *remote, void *local, size_t n);

#endif
