/* SPDX-License-Identifier: BSD-3-Clause
 *
 * range.c: whether the memory of two operations may meet.
 */
#include "contrib/layers/armci/ops.h"

struct armci_range hyd_armci_solid(const void *address, size_t bytes) {
  return (struct armci_range){(uintptr_t)address, (uintptr_t)address + bytes, 0, bytes};
}

/* Whether all higher strides are multiples of the first, so that every piece lies at the same place
 * in a step. */
static bool is_regular(const struct armci_section *s, const ptrdiff_t *stride) {
  if (s->levels == 0 || stride[0] <= (ptrdiff_t)s->piece) return false;
  for (int i = 1; i < s->levels; i++)
    if (stride[i] % stride[0]) return false;
  return true;
}

struct armci_range hyd_armci_strided(const void *address, const struct armci_section *s,
                                     const ptrdiff_t *stride) {
  struct armci_range range = hyd_armci_solid(address, hyd_armci_extent(s, stride));
  range.piece = s->piece;
  if (is_regular(s, stride)) range.step = (size_t)stride[0];
  return range;
}

/* Two sequences of pieces with the same step meet if a piece of one begins, modulo the step, within
 * a piece of the other. */
static bool steps_meet(const struct armci_range *a, const struct armci_range *b) {
  size_t step = a->step, apart = (b->low % step + step - a->low % step) % step;
  return apart < a->piece || step - apart < b->piece;
}

bool hyd_armci_may_meet(const struct armci_range *a, const struct armci_range *b) {
  if (a->high <= b->low || b->high <= a->low) return false;
  return a->step == 0 || a->step != b->step || steps_meet(a, b);
}
