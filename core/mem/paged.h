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

#include "core/base/err.h"
#include "core/base/job.h"
#include "core/mem/kind_module.h"

struct hyd_paged {
  uintptr_t base, size;             /* in its owner's addresses */
  const struct hyd_kind_paged *ops; /* NULL: there is no view */
  void *view;
  int fd[2]; /* of this process's own: what others make their views from */
  int read_only;
};

/* --- this process's segments ---------------------------------------------- */

/* NULL: out of memory. */
struct hyd_paged *hyd_paged_of_own(const struct hyd_kind_paged *ops, void *device,
                                   const struct hyd_segment *s);
void hyd_paged_forget_own(struct hyd_paged *p); /* may be NULL */

/* Which addresses of this process are of paged segments: a list that is never changed, but replaced
 * by a new one and kept, so that it can be read at any time. */
struct hyd_paged_ranges {
  struct hyd_paged_ranges *older;
  uint32_t count;
  struct {
    uintptr_t base, size;
    struct hyd_paged *p;
  } at[];
};
/* The list of segments has changed; under job->threads.lock. 0, or -1: out of memory. */
int hyd_paged_list(struct hyd_job *job);
/* The paged segment of this process that has some of [addr, addr+n), or NULL. */
HYD_HOT_INLINE struct hyd_paged *hyd_paged_own(const struct hyd_job *job, const void *addr,
                                               size_t n) {
  /* L2, with L1 in hyd_paged_list */
  const struct hyd_paged_ranges *r =
      atomic_load_explicit(&job->mem.paged_own, memory_order_acquire);
  uintptr_t first = (uintptr_t)addr;
  if (hyd_likely(r == NULL)) return NULL;
  for (uint32_t i = 0; i < r->count; i++)
    if (first < r->at[i].base + r->at[i].size && r->at[i].base < first + n) return r->at[i].p;
  return NULL;
}

/* Whether that of a transfer's local side has to go by active messages: the conduit would pin it.
 */
HYD_HOT_INLINE int hyd_paged_goes_round(const struct hyd_job *job, const void *local, size_t n) {
  return hyd_unlikely(job->mem.paged_round) && hyd_paged_own(job, local, n) != NULL;
}

/* --- those of other ranks ------------------------------------------------- */

/* What a rank has published; its files, if it shares memory with this one (fd[0] < 0: no). NULL:
 * out of memory. */
struct hyd_paged *hyd_paged_of_peer(struct hyd_job *job, gex_Rank_t peer, uintptr_t base,
                                    uintptr_t size, const int fd[2], int read_only);
void hyd_paged_forget_peer(struct hyd_paged *p); /* may be NULL */
/* That of a primordial endpoint; p NULL: it is not paged. 0, or -1: out of memory. */
int hyd_paged_note(struct hyd_job *job, gex_Rank_t peer, struct hyd_paged *p);
/* Bound to the primordial endpoint of another rank, or NULL. */
HYD_HOT_INLINE struct hyd_paged *hyd_paged_peer(const struct hyd_job *job, gex_Rank_t peer) {
  return hyd_likely(job->mem.paged == NULL) ? NULL : job->mem.paged[peer];
}

/* Fatal if the segment is only read. */
HYD_HOT_INLINE void hyd_paged_check_write(const struct hyd_paged *p, gex_Rank_t peer,
                                          const char *call) {
  if (hyd_unlikely(p->read_only))
    hyd_fatal(call, "the paged segment of rank %u is read-only; expected no writes to it", peer);
}

/* --- copies by a view ------------------------------------------------------ */

/* Between [remote, remote+n) of the segment and memory of this process: so many bytes, from the
 * first on, as lie in pages that are there. range: by whose key, or NULL; HYD_KIND_REFUSED: the key
 * is none (any more). */
size_t hyd_paged_copy(struct hyd_job *job, const struct hyd_paged *p, int is_put,
                      const struct hyd_paged_range *range, void *remote, void *local, size_t n);
/* Asks for what is absent. */
void hyd_paged_ask(const struct hyd_paged *p, const void *remote, size_t n);
HYD_HOT_INLINE int hyd_has_paged(const struct hyd_job *job) {
  return hyd_unlikely(atomic_load_explicit(&job->mem.paged_own, memory_order_relaxed) != NULL);
}
/* Whether a pager of this process has been asked and has not begun. */
int hyd_paged_is_rung(struct hyd_job *job);
/* All of it; waits for the pager, not for any rank, so that it may be called in handlers. */
void hyd_paged_copy_all(struct hyd_job *job, const struct hyd_paged *p, int is_put, void *remote,
                        void *local, size_t n);

#endif
