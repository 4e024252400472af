/* SPDX-License-Identifier: BSD-3-Clause
 *
 * told_values.c: see told_values.h.
 */
#include "core/boot/told_values.h"

#include <stdlib.h>
#include <string.h>

int hyd_told_append(struct hyd_told *told, const char *bytes, size_t n) {
  char *more = realloc(told->at, told->size + n + 1);
  if (more == NULL) return -1;
  told->at = more;
  memcpy(more + told->size, bytes, n);
  told->size += n;
  more[told->size] = '\0'; /* the bytes may lack their end */
  return 0;
}

int hyd_told_add(struct hyd_told *told, const char *key, const char *value) {
  return hyd_told_append(told, key, strlen(key)) || hyd_told_append(told, "=", 1) ||
                 hyd_told_append(told, value, strlen(value) + 1)
             ? -1
             : 0;
}

int hyd_told_find(const struct hyd_told *told, const char *key, char *value, size_t size) {
  size_t n = strlen(key);
  for (const char *p = told->at; p && p < told->at + told->size; p += strlen(p) + 1)
    if (strncmp(p, key, n) == 0 && p[n] == '=' && strlen(p + n + 1) < size) {
      memcpy(value, p + n + 1, strlen(p + n));
      return 0;
    }
  return -1;
}
