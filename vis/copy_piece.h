/* SPDX-License-Identifier: BSD-3-Clause
 *
 * copy_piece.h: copies of one piece, for inner loops. Where the size is a constant the compiler
 * makes them one or a few moves; hyd_vis_by_size calls a loop with such a constant.
 */
#ifndef HYD_VIS_COPY_PIECE_H
#define HYD_VIS_COPY_PIECE_H

#include <stddef.h>
#include <string.h>

#include "core/sys/cpu.h"

/* From here on memcpy's own choice of instructions pays for the call. */
#define HYD_VIS_MEMCPY 512

/* Blocks of a constant size, the last one overlapping those before; n is a block at least. */
HYD_HOT_INLINE void hyd_vis_move_blocks(char *d, const char *s, size_t n, const size_t block) {
  size_t i = 0;
  for (; i + block < n; i += block) __builtin_memcpy(d + i, s + i, block);
  __builtin_memcpy(d + n - block, s + n - block, block);
}

HYD_HOT_INLINE void hyd_vis_move(char *d, const char *s, size_t n) {
  if (__builtin_constant_p(n)) {
    __builtin_memcpy(d, s, n);
  } else if (n >= HYD_VIS_MEMCPY) {
    memcpy(d, s, n);
  } else if (n >= 64) {
    hyd_vis_move_blocks(d, s, n, 64);
  } else if (n >= 16) {
    hyd_vis_move_blocks(d, s, n, 16);
  } else if (n >= 8) {
    __builtin_memcpy(d, s, 8);
    __builtin_memcpy(d + n - 8, s + n - 8, 8);
  } else if (n >= 4) {
    __builtin_memcpy(d, s, 4);
    __builtin_memcpy(d + n - 4, s + n - 4, 4);
  } else if (n) {
    char middle = s[n / 2], last = s[n - 1];
    d[0] = s[0];
    d[n / 2] = middle;
    d[n - 1] = last;
  }
}

/* call(..., n) with n a constant for the sizes that matter. */
#define hyd_vis_by_size(n, call, ...)                                                              \
  switch (n) {                                                                                     \
  case 1: call(__VA_ARGS__, 1); break;                                                             \
  case 2: call(__VA_ARGS__, 2); break;                                                             \
  case 4: call(__VA_ARGS__, 4); break;                                                             \
  case 8: call(__VA_ARGS__, 8); break;                                                             \
  case 16: call(__VA_ARGS__, 16); break;                                                           \
  case 32: call(__VA_ARGS__, 32); break;                                                           \
  case 64: call(__VA_ARGS__, 64); break;                                                           \
  case 128: call(__VA_ARGS__, 128); break;                                                         \
  case 256: call(__VA_ARGS__, 256); break;                                                         \
  default: call(__VA_ARGS__, n);                                                                   \
  }

#endif
