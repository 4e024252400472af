/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vma.h: the mappings of this process. Never calls malloc.
 */
#ifndef HYD_FIREHOSE_VMA_H
#define HYD_FIREHOSE_VMA_H

#include <stdint.h>

struct fh_vma {
  uintptr_t lo, hi;
  int sysv;     /* System V shared memory */
  int writable; /* by this process */
};

/* Opens a descriptor for the address space of this process. -1: there is no /proc. */
int fh_vma_open(void);

/* The mapping that holds addr, or the first one above it. 0 or an errno (ENOENT: none). */
int fh_vma_find(int maps, uintptr_t addr, struct fh_vma *v);

/* Whether all of [lo, hi) is mapped, and none of it may be written to. */
int fh_vma_read_only(int maps, uintptr_t lo, uintptr_t hi);

/* fh_vma_find by the text of /proc/self/maps: for kernels before 6.11, and for tests. */
int fh_vma_find_in_text(int maps, uintptr_t addr, struct fh_vma *v);

#endif
