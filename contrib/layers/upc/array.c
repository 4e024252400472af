/* SPDX-License-Identifier: BSD-3-Clause
 *
 * array.c: finds the elements of a blocked array (libupc.md 2.2, 5).
 */
#include "contrib/layers/upc/collectives.h"

struct upc_array hyd_upc_array(pts_t p, size_t size, uint64_t n, uint64_t block) {
  if (n) hyd_upc_check(pts_thread(p), pts_offset(p), size);
  struct upc_array a = {.offset = pts_offset(p), .n = n, .size = size, .only = hyd_upc.size};
  if (block == 0) {
    a.block = n ? n : 1;
    a.only = pts_thread(p);
    return a;
  }
  a.block = block;
  a.phase = pts_phase(p);
  a.first = pts_thread(p) * block + a.phase;
  return a;
}

static uint64_t elements_of_row(const struct upc_array *a) {
  return a->only < hyd_upc.size ? a->block : a->block * hyd_upc.size;
}

void hyd_upc_rows(const struct upc_array *a, uint64_t *first, uint64_t *end) {
  uint64_t row = elements_of_row(a);
  *first = a->first / row;
  *end = a->n ? (a->first + a->n - 1) / row + 1 : *first;
}

struct upc_part hyd_upc_part(const struct upc_array *a, uint64_t row, uint32_t thread) {
  struct upc_part part = {0, 0};
  bool undivided = a->only < hyd_upc.size;
  if (undivided && a->only != thread) return part;
  uint64_t low = row * elements_of_row(a) + (undivided ? 0 : thread * a->block);
  uint64_t high = low + a->block;
  if (low < a->first) low = a->first;
  if (high > a->first + a->n) high = a->first + a->n;
  if (high <= low) return part;
  part.offset = a->offset + (row * a->block + low % a->block - a->phase) * a->size -
                a->first / elements_of_row(a) * a->block * a->size;
  part.n = high - low;
  return part;
}

void hyd_upc_element(const struct upc_array *a, uint64_t i, uint32_t *thread, uint64_t *offset) {
  uint64_t place = a->first + i, row = elements_of_row(a);
  *thread = a->only < hyd_upc.size ? a->only : (uint32_t)(place % row / a->block);
  *offset = a->offset +
            ((place / row - a->first / row) * a->block + place % a->block - a->phase) * a->size;
}
