/* SPDX-License-Identifier: BSD-3-Clause
 *
 * inlined.c: serves object files that were compiled with optimisation against the compiler's own
 * headers, whose accesses are inlined (libupc.md 3.9). The headers of its run time for one host map
 * a page at each access: here every access asks, and gets an address if the thread's memory is
 * mapped.
 */
#include <stddef.h>

#include "contrib/layers/upc/job.h"
#include "contrib/layers/upc/report.h"

/* A reference that is never equal to a page's: each access calls. */
unsigned long __upc_page1_ref = ~0UL, __upc_page2_ref = ~0UL;
void *__upc_page1_base, *__upc_page2_base;

void *__upc_vm_map_addr(pts_t p);
void *__upc_vm_map_remote_offset(int thread, size_t offset);

void *__upc_vm_map_remote_offset(int thread, size_t offset) {
  hyd_upc_check((uint32_t)thread, offset, 1);
  if (hyd_upc.mapped[thread] == NULL)
    hyd_upc_fail("thread %d is on another host, and this program's accesses are those of one host: "
                 "compile with -fno-upc-inline-lib, or with Hydrant's headers (-I)",
                 thread);
  return hyd_upc.mapped[thread] + offset;
}

void *__upc_vm_map_addr(pts_t p) {
  return __upc_vm_map_remote_offset((int)pts_thread(p), pts_offset(p));
}
