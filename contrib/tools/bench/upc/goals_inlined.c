/* SPDX-License-Identifier: BSD-3-Clause
 *
 * goals_inlined.c: loops over shared elements as a UPC compiler makes them with Hydrant's headers:
 * clang-upc.h is included as C, where a pointer-to-shared is a pointer whose bits are the packed
 * form.
 */
#define shared
#define __UPC_PHASE_SIZE__ 20
#define __UPC_THREAD_SIZE__ 10
#define __UPC_VADDR_SIZE__ 34
#define __UPC_VADDR_FIRST__ 1
#define __UPC_INLINE_LIB__ 1
#include <hyd_upc_access.h>

#include "contrib/tools/bench/upc/goals.h"

static volatile unsigned sum;

/* A pointer to element k of `shared [] int *`: Clang UPC adds to the address, which is the upper
 * field, and puts the others below (see tests/upc/programs/bench.s). */
static inline unsigned long element(unsigned long p, int k) {
  const unsigned long low = (1UL << 30) - 1;
  return ((p + ((unsigned long)k << 32)) & ~low) | (p & low);
}

void private_gets(int n) {
  const volatile int *p = private_ints;
  for (int i = 0; i < n; i += ELEMENTS)
    for (int k = 0; k < ELEMENTS; k++) sum += (unsigned)p[k];
}

void inlined_gets(int n) {
  unsigned long p = shared_ints;
  for (int i = 0; i < n; i += ELEMENTS)
    for (int k = 0; k < ELEMENTS; k++) sum += __getsi2((const void *)element(p, k));
}

void private_puts(int n) {
  volatile int *p = private_ints;
  for (int i = 0; i < n; i += ELEMENTS)
    for (int k = 0; k < ELEMENTS; k++) p[k] = k;
}

void inlined_puts(int n) {
  unsigned long p = shared_ints;
  for (int i = 0; i < n; i += ELEMENTS)
    for (int k = 0; k < ELEMENTS; k++) __putsi2((void *)element(p, k), (unsigned)k);
}
