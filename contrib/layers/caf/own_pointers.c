/* SPDX-License-Identifier: BSD-3-Clause
 *
 * own_pointers.c: see own_pointers.h. If two components hash to one place in the table, the later
 * one stays; a type has few components.
 */
#include <limits.h>
#include <stdint.h>
#include <string.h>

#include "contrib/layers/caf/own_pointers.h"

enum { PLACE_BITS = 14 };

static const void *noted[1 << PLACE_BITS];

static size_t place_of(const void *p) {
  return (size_t)((uint64_t)(uintptr_t)p * 0x9e3779b97f4a7c15u >> (64 - PLACE_BITS));
}

static const void *word_at(const char *bytes, size_t i) {
  const void *p;
  memcpy(&p, bytes + i * sizeof p, sizeof p);
  return p;
}

static int is_noted(const void *p) { return p && noted[place_of(p)] == p; }

void hyd_caf_note_component(const void *base) {
  if (base) noted[place_of(base)] = base;
}

size_t hyd_caf_marks_size(size_t n) { return n / sizeof(void *) / CHAR_BIT + 1; }

void hyd_caf_mark_components(unsigned char *marks, const char *bytes, size_t n) {
  memset(marks, 0, hyd_caf_marks_size(n));
  for (size_t i = 0; i < n / sizeof(void *); i++)
    if (is_noted(word_at(bytes, i))) marks[i / CHAR_BIT] |= (unsigned char)(1 << i % CHAR_BIT);
}

void hyd_caf_keep_components(const unsigned char *marks, char *bytes, const char *own, size_t n) {
  for (size_t i = 0; i < n / sizeof(void *); i++)
    if (marks[i / CHAR_BIT] >> i % CHAR_BIT & 1 && is_noted(word_at(own, i)))
      memcpy(bytes + i * sizeof(void *), own + i * sizeof(void *), sizeof(void *));
}
