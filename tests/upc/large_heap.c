/* SPDX-License-Identifier: BSD-3-Clause
 *
 * large_heap.c: without any setting, programs get gigabytes of shared memory, which takes no memory
 * until it is touched.
 *
 * threads: 2
 * alone: yes
 */
#include "tests/upc/check.h"

int upc_main(int argc, char **argv) {
  const uint64_t size = UINT64_C(5) << 30;
  (void)argc;
  (void)argv;
  pts_t own = upc_alloc(size), all = upc_all_alloc((size_t)THREADS, size / 2);
  CHECK(!pts_is_null(own) && !pts_is_null(all));
  for (uint64_t at = 0; at < size; at += size / 16) ((char *)__getaddr(own))[at] = (char)(at >> 20);
  for (uint64_t at = 0; at < size; at += size / 16)
    CHECK(((char *)__getaddr(own))[at] == (char)(at >> 20));
  pts_t last = pts_make((uint32_t)NEXT, pts_offset(all) + size / 2 - 8, 0);
  __putdi2(last, 42 + (uint64_t)MYTHREAD);
  BARRIER;
  CHECK(*(uint64_t *)__getaddr(pts_make((uint32_t)MYTHREAD, pts_offset(last), 0)) ==
        42 + (uint64_t)PREVIOUS);
  upc_free(own);
  upc_all_free(all);
  return passed();
}
