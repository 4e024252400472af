/* SPDX-License-Identifier: BSD-3-Clause
 *
 * diff.c: see diff.h. Equal cache lines are skipped as a whole; for a word that differs, a mask has
 * one bit for each byte.
 */
#include "contrib/layers/dsm/engine/diff.h"

#define WORDS_OF_LINE 8
#define LOW7 0x7f7f7f7f7f7f7f7fu
#define TOP 0x8080808080808080u

static int line_differs(const uint64_t *a, const uint64_t *b) {
  uint64_t all = 0;
  for (int i = 0; i < WORDS_OF_LINE; i++) all |= a[i] ^ b[i];
  return all != 0;
}

static uint32_t add_run(struct hyd_dsm_run *runs, uint32_t n, uint32_t at, uint32_t bytes) {
  if (n && runs[n - 1].at + runs[n - 1].bytes == at) {
    runs[n - 1].bytes += bytes;
    return n;
  }
  runs[n] = (struct hyd_dsm_run){at, bytes};
  return n + 1;
}

/* Compares bytes in memory order, whatever the endianness of words. */
static uint32_t add_bytes(struct hyd_dsm_run *runs, uint32_t n, uint32_t at, uint64_t changed) {
  const unsigned char *byte = (const unsigned char *)&changed;
  for (uint32_t i = 0; i < sizeof changed; i++)
    if (byte[i]) n = add_run(runs, n, at + i, 1);
  return n;
}

static uint32_t add_word(struct hyd_dsm_run *runs, uint32_t n, uint32_t at, uint64_t changed) {
  uint64_t bytes = (((changed & LOW7) + LOW7) | changed) & TOP; /* top bit: the byte is not 0 */
  if (bytes == TOP) return add_run(runs, n, at, sizeof changed);
  return add_bytes(runs, n, at, changed);
}

uint32_t hyd_dsm_diff(const void *page, const void *twin, uint32_t bytes,
                      struct hyd_dsm_run *runs) {
  const uint64_t *a = page, *b = twin;
  uint32_t n = 0, words = bytes / (uint32_t)sizeof *a;
  for (uint32_t line = 0; line < words; line += WORDS_OF_LINE) {
    if (!line_differs(a + line, b + line)) continue;
    for (uint32_t w = line; w < line + WORDS_OF_LINE; w++)
      if (a[w] != b[w]) n = add_word(runs, n, w * (uint32_t)sizeof *a, a[w] ^ b[w]);
  }
  return n;
}
