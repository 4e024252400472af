/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pointers.c: the fields of a pointer-to-shared, its address here, and castability (libupc.md 3.4,
 * 4.2).
 */
#include "contrib/layers/upc/entries.h"
#include "contrib/layers/upc/job.h"
#include "contrib/layers/upc/libraries.h"
#include "contrib/layers/upc/report.h"

static void check_thread(pts_t p) {
  if (UPC_UNLIKELY(pts_thread(p) >= hyd_upc.size))
    hyd_upc_fail("Thread number in shared address is out of range");
}

void *__getaddr(pts_t p) {
  if (pts_is_null(p)) return NULL;
  check_thread(p);
  if (UPC_UNLIKELY(pts_thread(p) != hyd_upc.rank))
    hyd_upc_fail("Invalid conversion of shared address to local pointer;\n"
                 "thread does not have affinity to shared address");
  return hyd_upc.here + pts_offset(p);
}

void *__cvtaddr(pts_t p) {
  if (pts_is_null(p)) return NULL;
  check_thread(p);
  char *base = hyd_upc.mapped[pts_thread(p)];
  if (base == NULL)
    hyd_upc_fail("Invalid conversion of shared address to local pointer;\n"
                 "the thread's memory is not mapped");
  return base + pts_offset(p);
}

size_t upc_threadof(pts_t p) {
  check_thread(p);
  return pts_thread(p);
}

size_t upc_phaseof(pts_t p) { return (size_t)pts_phase(p); }

size_t upc_addrfield(pts_t p) { return pts_is_null(p) ? 0 : (size_t)pts_offset(p); }

pts_t upc_resetphase(pts_t p) {
  return pts_is_null(p) ? p : pts_make(pts_thread(p), pts_offset(p), 0);
}

/* Blocks 0 .. total/nbytes are dealt out in turn; the last may be short. */
size_t upc_affinitysize(size_t total, size_t nbytes, size_t thread) {
  size_t n = hyd_upc.size;
  if (thread >= n) hyd_upc_fail("upc_affinitysize: thread %zu; expected 0 to %zu", thread, n - 1);
  if (nbytes == 0 || total == 0 || nbytes >= total) return thread == 0 ? total : 0;
  size_t whole = total / nbytes, cut = whole % n, rows = whole / n;
  if (thread < cut) return (rows + 1) * nbytes;
  return rows * nbytes + (thread == cut ? total - whole * nbytes : 0);
}

/* --- upc_castable.h --- */

void *upc_cast(pts_t p) {
  if (pts_is_null(p)) return NULL;
  check_thread(p);
  char *base = hyd_upc.mapped[pts_thread(p)];
  return base ? base + pts_offset(p) : NULL;
}

upc_thread_info_t upc_thread_info(size_t thread) {
  if (thread >= hyd_upc.size)
    hyd_upc_fail("upc_thread_info: thread %zu; expected 0 to %u", thread, hyd_upc.size - 1);
  int castable = hyd_upc.mapped[thread] ? UPC_CASTABLE_ALL : 0;
  return (upc_thread_info_t){castable, castable};
}
