/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tools_data.c: checksum, zero bytes, values of odd sizes.
 */
#include "tools_lib.h"

/* FNV-1a: simple, the same everywhere, sensitive to order. Not for adversaries. */
uint64_t gasnett_checksum(const void *p, int numbytes) {
  const unsigned char *bytes = p;
  uint64_t sum = UINT64_C(0xcbf29ce484222325);
  for (int i = 0; i < numbytes; i++) sum = (sum ^ bytes[i]) * UINT64_C(0x100000001b3);
  return sum;
}

size_t gasnett_count0s(const void *p, size_t n) {
  const unsigned char *bytes = p;
  size_t zeros = 0;
  for (; n >= 8; bytes += 8, n -= 8) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    zeros += (size_t)gasnett_count0s_uint64_t(word);
  }
  for (; n > 0; bytes++, n--) zeros += *bytes == 0;
  return zeros;
}

size_t gasnett_count0s_copy(void *dst, const void *src, size_t n) {
  unsigned char *to = dst;
  const unsigned char *from = src;
  size_t zeros = 0;
  for (; n >= 8; from += 8, to += 8, n -= 8) {
    uint64_t word;
    memcpy(&word, from, 8);
    memcpy(to, &word, 8);
    zeros += (size_t)gasnett_count0s_uint64_t(word);
  }
  for (; n > 0; n--) zeros += (*to++ = *from++) == 0;
  return zeros;
}

/* Where the low n bytes of a 64-bit value lie in memory. */
static size_t low_bytes_at(size_t n) { return gasnett_isLittleEndian() ? 0 : sizeof(uint64_t) - n; }

void hyd_tools_value_store(void *dst, uint64_t value, size_t n) {
  if (n > sizeof(value)) gasnett_fatalerror_nopos("a value of %zu bytes: at most 8", n);
  memcpy(dst, (const char *)&value + low_bytes_at(n), n);
}

uint64_t hyd_tools_value_load(const void *src, size_t n) {
  uint64_t value = 0;
  if (n > sizeof(value)) gasnett_fatalerror_nopos("a value of %zu bytes: at most 8", n);
  memcpy((char *)&value + low_bytes_at(n), src, n);
  return value;
}
