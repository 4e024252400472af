/* SPDX-License-Identifier: BSD-3-Clause
 *
 * count.h: what this program has allocated, and what it has in memory. The linker puts count.c
 * between the program and malloc (-Wl,--wrap).
 */
#ifndef FH_TEST_COUNT_H
#define FH_TEST_COUNT_H

#include <stddef.h>
#include <stdint.h>

struct count {
  int64_t blocks, bytes; /* allocated and not freed, exactly */
  size_t arena;          /* what malloc thinks is in use (mallinfo2): with what its caches keep */
  size_t resident;       /* of the whole process, by bytes */
};

void count_now(struct count *c);

#endif
