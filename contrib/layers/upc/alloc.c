/* SPDX-License-Identifier: BSD-3-Clause
 *
 * alloc.c: upc_alloc and its kin (libupc.md 4.2).
 */
#include "contrib/layers/upc/entries.h"
#include "contrib/layers/upc/heap.h"
#include "contrib/layers/upc/job.h"
#include "contrib/layers/upc/report.h"

/* Bytes for each thread of `shared [nbytes] char[nblocks * nbytes]`; 0: none, or too many. */
static size_t bytes_of_thread(size_t nblocks, size_t nbytes) {
  size_t rows = nblocks / hyd_upc.size + (nblocks % hyd_upc.size != 0), total;
  return __builtin_mul_overflow(rows, nbytes, &total) ? SIZE_MAX : total;
}

static pts_t first_of(uint32_t thread, uint64_t offset) {
  return offset ? pts_make(thread, offset, 0) : pts_null();
}

pts_t upc_global_alloc(size_t nblocks, size_t nbytes) {
  size_t n = bytes_of_thread(nblocks, nbytes);
  return first_of(0, n ? hyd_upc_global_get(n) : 0);
}

pts_t upc_all_alloc(size_t nblocks, size_t nbytes) {
  size_t n = bytes_of_thread(nblocks, nbytes);
  uint64_t offset = 0;
  if (n == 0) return pts_null();
  if (hyd_upc.rank == 0) offset = hyd_upc_global_get(n);
  hyd_upc_share(&offset, sizeof offset, 0);
  return first_of(0, offset);
}

pts_t upc_alloc(size_t nbytes) {
  return first_of(hyd_upc.rank, hyd_upc_local_get(nbytes, UPC_BLOCK));
}

static void free_block(pts_t p, const char *caller) {
  uint32_t thread = pts_thread(p);
  uint64_t offset = pts_offset(p);
  enum upc_free_result result = UPC_NOT_ALLOCATED;
  if (pts_phase(p) || thread >= hyd_upc.size || offset >= hyd_upc.control)
    hyd_upc_fail("%s() called with invalid shared pointer", caller);
  if (offset >= hyd_upc.statics) result = hyd_upc_block_free(thread, offset, UPC_BLOCK);
  if (result == UPC_NOT_ALLOCATED && thread && hyd_upc_is_global(offset))
    hyd_upc_fail("%s() called with invalid shared pointer", caller);
  if (result != UPC_FREED) hyd_upc_fail("%s() called with pointer to unallocated space", caller);
}

void upc_free(pts_t p) {
  if (pts_is_null(p)) return;
  hyd_upc_fence(); /* this thread's accesses come before what another one does with the memory */
  free_block(p, "upc_free");
}

void upc_all_free(pts_t p) {
  if (pts_is_null(p)) return;
  hyd_upc_meet();
  if (hyd_upc.rank == 0) free_block(p, "upc_all_free");
}
