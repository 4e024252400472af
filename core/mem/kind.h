/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kind.h: memory kinds inside the library (gasnet_mk.h). Host memory is no object; a kind is a
 * device that a module (kind_module.h) opened.
 */
#ifndef HYD_MEM_KIND_H
#define HYD_MEM_KIND_H

#include "core/base/job.h"

/* Gives the segment memory of that kind: the library's, or with an address the client's. Code of
 * the API; messages name gex_Segment_Create. */
int hyd_kind_fill(struct hyd_segment *s, gex_MK_t kind, void *address, uintptr_t length);
/* The segment, which is not in use any more, gives its memory back. */
void hyd_kind_empty(struct hyd_segment *s);

/* Whether its addresses are not the processor's. */
static inline int hyd_is_device(const struct hyd_segment *s) { return s->kind && !s->guarded; }
/* What the guard calls in its module; NULL: the module cannot be loaded. */
const struct hyd_guard_module *hyd_kind_guard(struct hyd_job *job);

/* Copies where either side may be device memory of this process. Fatal if the driver fails. Ranges
 * may overlap on the host only. */
void hyd_kind_copy(struct hyd_job *job, void *to, const void *from, size_t n);
static inline void hyd_copy(struct hyd_job *job, void *to, const void *from, size_t n) {
  if (hyd_likely(atomic_load_explicit(&job->mem.device_segments, memory_order_relaxed) == 0))
    memmove(to, from, n);
  else
    hyd_kind_copy(job, to, from, n);
}

#endif
