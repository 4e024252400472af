/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kind.h: memory kinds inside the library (gasnet_mk.h). Host memory is no object; a kind is a
 * device that a module (kind_module.h) opened.
 */
#ifndef HYD_MEM_KIND_H
#define HYD_MEM_KIND_H

#include "core/base/job.h"

/* Gives the segment memory of a kind: the client's at `address`, or if that is NULL, new memory.
 * Returns a GASNET_* code. */
int hyd_kind_fill(struct hyd_segment *s, gex_MK_t kind, void *address, uintptr_t length);
/* Gives back the memory of a segment that is not in use any more. */
void hyd_kind_empty(struct hyd_segment *s);

/* Whether the segment's addresses are a device's, not the processor's. */
static inline int hyd_is_device(const struct hyd_segment *s) { return s->kind && !s->guarded; }
/* Loads the guard's module. NULL: that failed. */
const struct hyd_guard_module *hyd_kind_guard(struct hyd_job *job);

/* Copies memory of this process, of which either side may be a device's. Fatal if the driver fails.
 * Ranges may overlap in host memory only. */
void hyd_kind_copy(struct hyd_job *job, void *to, const void *from, size_t n);
static inline void hyd_copy(struct hyd_job *job, void *to, const void *from, size_t n) {
  if (hyd_likely(atomic_load_explicit(&job->mem.device_segments, memory_order_relaxed) == 0))
    memmove(to, from, n);
  else
    hyd_kind_copy(job, to, from, n);
}

#endif
