/* SPDX-License-Identifier: BSD-3-Clause
 *
 * paged.h: paged segments (hyd_paged.h, netvm(7)) as the library sees them, this process's and
 * those of other ranks: guarded memory (core/mem/guard.h). Where the segment's memory is shared
 * with its owner there is a view, by which this process locks pages and copies; elsewhere messages
 * go to the owner, which has one.
 *
 * The owner's mapping is for its program. The library goes through a view there as well, but for
 * what it does by plain loads and stores like the program itself: a fault is served by the pager,
 * and waited for.
 *
 *   module/            the module of memory: pager, table of pages, views
 *   paged.c            segments, copies through views, the client's calls
 *   rma_paged.c        transfers of this rank, and what of them waits
 *   paged_messages.c   transfers by messages, where the segment is not seen
 *   paged_window.h     how many transfers wait, and in which order they are told of
 *   paged_keyed.c      ranges that are reached by a key
 */
#ifndef HYD_EXTENDED_PAGED_H
#define HYD_EXTENDED_PAGED_H

#include "core/mem/guard.h"
#include "extended/paged/module/module.h"

struct hyd_paged {
  struct hyd_guarded g;               /* first: what the library sees */
  const struct hyd_guard_module *ops; /* NULL: there is no view */
  void *view;
  int fd[2]; /* in this process's own: what others make their views from */
};
static inline struct hyd_paged *hyd_paged_of(const struct hyd_guarded *g) {
  return (struct hyd_paged *)(uintptr_t)g;
}

extern const struct hyd_guard hyd_paged_guard;

/* As hyd_guard.copy; range: by whose key, or NULL. HYD_KIND_REFUSED: no export has the key. */
size_t hyd_paged_copy(struct hyd_job *job, const struct hyd_paged *p, int is_put,
                      const struct hyd_paged_range *range, void *remote, void *local, size_t n);
void hyd_paged_copy_all(struct hyd_job *job, const struct hyd_guarded *g, int is_put, void *remote,
                        void *local, size_t n);

#endif
