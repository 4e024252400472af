/* SPDX-License-Identifier: BSD-3-Clause
 *
 * inlined_portals.c: the same for object files that were compiled against the headers of the
 * compiler's run time for Portals (libupc.md 3.9): mapped memory by a table, all else by calls.
 */
#include <stddef.h>

#include "contrib/layers/upc/job.h"
#include "contrib/layers/upc/order.h"

char **gupcr_node_map; /* start.c sets it, if this file is linked */
int gupcr_pending_strict_put;
size_t gupcr_max_ordered_size = 64;

void gupcr_gmem_get(void *to, int thread, size_t offset, size_t n);
void gupcr_gmem_put(int thread, size_t offset, const void *from, size_t n);
void gupcr_gmem_copy(int to, size_t to_offset, int from, size_t from_offset, size_t n);
void gupcr_gmem_set(int thread, size_t offset, int value, size_t n);
void gupcr_gmem_sync_gets(void);
void gupcr_gmem_sync_puts(void);
void gupcr_gmem_sync(void);

void gupcr_gmem_get(void *to, int thread, size_t offset, size_t n) {
  hyd_upc_get(to, (uint32_t)thread, offset, n);
}
void gupcr_gmem_put(int thread, size_t offset, const void *from, size_t n) {
  hyd_upc_put((uint32_t)thread, offset, from, n);
}
void gupcr_gmem_copy(int to, size_t to_offset, int from, size_t from_offset, size_t n) {
  hyd_upc_copy((uint32_t)to, to_offset, (uint32_t)from, from_offset, n);
}
void gupcr_gmem_set(int thread, size_t offset, int value, size_t n) {
  hyd_upc_fill((uint32_t)thread, offset, value, n);
}
void gupcr_gmem_sync_gets(void) {} /* a get is complete when it returns */
void gupcr_gmem_sync_puts(void) { hyd_upc_complete_puts(); }
void gupcr_gmem_sync(void) {
  hyd_upc_fence();
  gupcr_pending_strict_put = 0;
}
