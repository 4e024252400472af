/* SPDX-License-Identifier: BSD-3-Clause
 *
 * landings.h: landings, memory outside of segments to which this rank has told a peer to send. A
 * conduit that checks the destinations of longs (hyd_conduit.lands_anywhere) accepts longs there.
 *
 * One thread at a time opens and closes landings; other threads look. LD1, the landing's end, is
 * written last (release), and pairs with LD2 (acquire).
 */
#ifndef HYD_MEM_LANDINGS_H
#define HYD_MEM_LANDINGS_H

#include "core/base/job.h"

/* Opens [addr, addr+n), n > 0. Returns a number for hyd_landing_close, or 0: there are too many. */
static inline int hyd_landing_open(struct hyd_job *job, void *addr, size_t n) {
  for (int i = 0; i < HYD_LANDINGS; i++) {
    struct hyd_landing *l = &job->mem.landing[i];
    if (atomic_load_explicit(&l->end, memory_order_relaxed)) continue;
    atomic_store_explicit(&l->begin, (uintptr_t)addr, memory_order_relaxed);
    atomic_store_explicit(&l->end, (uintptr_t)addr + n, memory_order_release); /* LD1 */
    return i + 1;
  }
  return 0;
}

static inline void hyd_landing_close(struct hyd_job *job, int number) {
  atomic_store_explicit(&job->mem.landing[number - 1].end, 0, memory_order_relaxed);
}

/* Whether a peer may send n bytes to addr. */
static inline int hyd_landing_has(const struct hyd_job *job, const void *addr, size_t n) {
  uintptr_t begin = (uintptr_t)addr;
  for (int i = 0; i < HYD_LANDINGS; i++) {
    const struct hyd_landing *l = &job->mem.landing[i];
    uintptr_t end = atomic_load_explicit(&l->end, memory_order_acquire); /* LD2 */
    if (begin < end && n <= end - begin &&
        begin >= atomic_load_explicit(&l->begin, memory_order_relaxed))
      return 1;
  }
  return 0;
}

#endif
