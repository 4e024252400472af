/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scarce.c: the names are the linker's.
 */
#include "tests/sim/scarce.h"

#include "contrib/tools/sim/rng.h"

#include <stddef.h>

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);

static struct sim_rng luck;
static uint32_t failing;

void sim_scarce(uint32_t ppm, uint64_t seed) {
  failing = ppm;
  luck = sim_stream(seed, 2);
}

void *__wrap_malloc(size_t n) { return sim_chance(&luck, failing) ? NULL : __real_malloc(n); }
void *__wrap_calloc(size_t n, size_t size) {
  return sim_chance(&luck, failing) ? NULL : __real_calloc(n, size);
}
