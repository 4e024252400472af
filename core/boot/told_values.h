/* SPDX-License-Identifier: BSD-3-Clause
 *
 * told_values.h: the values that ranks tell each other, for process managers that pass them on by
 * an all-gather: this rank's since the last fence, and all those of each rank that were gathered.
 */
#ifndef HYD_BOOT_TOLD_VALUES_H
#define HYD_BOOT_TOLD_VALUES_H

#include <stddef.h>

struct hyd_told {
  char *at; /* a sequence of KEY=VALUE, each ended by a zero byte */
  size_t size;
};

/* Appends KEY=VALUE. 0, or -1: out of memory. */
int hyd_told_add(struct hyd_told *told, const char *key, const char *value);

/* Appends `n` bytes, which another rank's hyd_told_add has made. 0, or -1: out of memory. */
int hyd_told_append(struct hyd_told *told, const char *bytes, size_t n);

/* Copies the value of a key. 0, or -1: there is none that fits into `size` bytes. */
int hyd_told_find(const struct hyd_told *told, const char *key, char *value, size_t size);

#endif
