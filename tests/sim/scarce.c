/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scarce.c: the names are the linker's.
 */
#include "tests/sim/scarce.h"

#include "contrib/tools/sim/rng.h"

#include <stddef.h>

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_aligned_alloc(size_t to, size_t n);
void *__real_realloc(void *p, size_t n);
void __real_free(void *p);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_aligned_alloc(size_t to, size_t n);
void *__wrap_realloc(void *p, size_t n);
void __wrap_free(void *p);

static struct sim_rng luck;
static uint32_t failing;
static int64_t blocks;

void sim_scarce(uint32_t ppm, uint64_t seed) {
  failing = ppm;
  luck = sim_stream(seed, 2);
}

int64_t sim_blocks(void) { return blocks; }

static void *count(void *p) {
  blocks += p != NULL;
  return p;
}

void *__wrap_malloc(size_t n) {
  return sim_chance(&luck, failing) ? NULL : count(__real_malloc(n));
}
void *__wrap_calloc(size_t n, size_t size) {
  return sim_chance(&luck, failing) ? NULL : count(__real_calloc(n, size));
}
void *__wrap_aligned_alloc(size_t to, size_t n) { return count(__real_aligned_alloc(to, n)); }

void *__wrap_realloc(void *p, size_t n) {
  blocks -= p != NULL;
  return count(__real_realloc(p, n));
}

void __wrap_free(void *p) {
  blocks -= p != NULL;
  __real_free(p);
}
