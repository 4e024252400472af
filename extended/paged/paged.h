/* SPDX-License-Identifier: BSD-3-Clause
 *
 * paged.h: paged segments (hyd_paged.h, netvm(7)) of this process and of other ranks, as guarded
 * memory (core/mem/guard.h).
 *
 * A view is a mapping of a segment in a process that shares memory with the owner. By its view a
 * process locks pages and copies. A process without one sends messages to the owner.
 *
 * The owner's own mapping is for its program. At the owner, too, the library uses a view, except
 * for plain loads and stores that it does as the program does: their faults wait for the pager.
 *
 *   module/            the module of memory: pager, table of pages, views
 *   paged.c            segments, copies through views, the client's calls
 *   rma_paged.c        transfers of this rank, and what of them waits
 *   paged_messages.c   transfers by messages, where the segment is not seen
 *   paged_window.h     how many transfers may wait, and the order of their notes
 *   paged_keyed.c      ranges that are reached by a key
 */
#ifndef HYD_EXTENDED_PAGED_H
#define HYD_EXTENDED_PAGED_H

#include "core/mem/guard.h"
#include "extended/paged/module/guard_module.h"

struct hyd_paged {
  struct hyd_guarded g;               /* first: the rest of the library knows this part */
  const struct hyd_guard_module *ops; /* NULL: there is no view */
  void *view;
  int fd[2]; /* of this process's segment: the files from which others make views */
};
static inline struct hyd_paged *hyd_paged_of(const struct hyd_guarded *g) {
  return (struct hyd_paged *)(uintptr_t)g;
}

extern const struct hyd_guard hyd_paged_guard;

/* As hyd_guard.copy, by the key of `range` unless that is NULL. HYD_KIND_REFUSED: no export has the
 * key. */
size_t hyd_paged_copy(struct hyd_job *job, const struct hyd_paged *p, int is_put,
                      const struct hyd_paged_range *range, void *remote, void *local, size_t n);
void hyd_paged_copy_all(struct hyd_job *job, const struct hyd_guarded *g, int is_put, void *remote,
                        void *local, size_t n);

#endif
