/* SPDX-License-Identifier: BSD-3-Clause
 *
 * iterator.c: goes through strided memory piece by piece.
 */
#include "contrib/layers/armci/iterator.h"

#include "contrib/layers/armci/job.h"

void armci_stride_info_init(stride_info_t *s, void *base, int levels, const int *stride,
                            const int *count) {
  if (levels < 0 || levels > ARMCI_MAX_STRIDE_LEVEL)
    hyd_armci_fail("armci_stride_info_init", "%d stride levels; expected 0 to %d", levels,
                   ARMCI_MAX_STRIDE_LEVEL);
  *s = (stride_info_t){.base_ptr = base, .stride_levels = levels, .size = 1};
  s->seg_count[0] = count[0];
  for (int i = 0; i < levels; i++) {
    s->stride_arr[i] = stride[i];
    s->seg_count[i + 1] = count[i + 1];
    s->size *= count[i + 1];
  }
}

void armci_stride_info_destroy(stride_info_t *s) { (void)s; }

int armci_stride_info_size(stride_info_t *s) { return s->size; }
int armci_stride_info_pos(stride_info_t *s) { return s->pos; }
int armci_stride_info_seg_size(stride_info_t *s) { return s->seg_count[0]; }
int armci_stride_info_has_more(stride_info_t *s) { return s->pos < s->size; }

void armci_stride_info_next(stride_info_t *s) {
  s->pos++;
  for (int i = 0; i < s->stride_levels; i++) {
    if (++s->itr[i] < s->seg_count[i + 1]) return;
    s->itr[i] = 0;
  }
}

static ptrdiff_t offset(const stride_info_t *s) {
  ptrdiff_t bytes = 0;
  for (int i = 0; i < s->stride_levels; i++) bytes += (ptrdiff_t)s->itr[i] * s->stride_arr[i];
  return bytes;
}

int armci_stride_info_seg_off(stride_info_t *s) { return (int)offset(s); }
void *armci_stride_info_seg_ptr(stride_info_t *s) { return s->base_ptr + offset(s); }
