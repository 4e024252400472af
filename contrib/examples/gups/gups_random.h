/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gups_random.h: the numbers of the HPC Challenge's RandomAccess: x(n+1) = x(n) times x in the ring
 * of polynomials over GF(2) modulo x^64 + x^2 + x + 1, one bit for each coefficient. Any number of
 * the sequence can be had at once, so each rank has a stretch of it. Knows nothing of GASNet.
 */
#ifndef GUPS_RANDOM_H
#define GUPS_RANDOM_H

#include <stdint.h>

static inline uint64_t gups_next(uint64_t x) { return (x << 1) ^ ((x >> 63) ? UINT64_C(7) : 0); }

/* Product of two polynomials. */
static inline uint64_t gups_times(uint64_t a, uint64_t b) {
  uint64_t product = 0;
  for (; b; b >>= 1, a = gups_next(a))
    if (b & 1) product ^= a;
  return product;
}

/* Number n of the sequence: 1 is number 0. */
static inline uint64_t gups_number(uint64_t n) {
  uint64_t result = 1, power = 2;
  for (; n; n >>= 1, power = gups_times(power, power))
    if (n & 1) result = gups_times(result, power);
  return result;
}

#endif
