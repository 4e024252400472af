/* SPDX-License-Identifier: BSD-3-Clause
 *
 * iterator.h: goes through the contiguous pieces of strided memory. libarmci(7).
 */
#ifndef HYD_ARMCI_ITERATOR_H
#define HYD_ARMCI_ITERATOR_H

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  char *base_ptr;
  int stride_levels, stride_arr[8], seg_count[9];
  int size, pos, itr[8];
} stride_info_t;

/* stride and count: as in armci.h. The information is copied. */
void armci_stride_info_init(stride_info_t *s, void *base, int levels, const int *stride,
                            const int *count);
void armci_stride_info_destroy(stride_info_t *s);
int armci_stride_info_size(stride_info_t *s); /* pieces */
int armci_stride_info_pos(stride_info_t *s);  /* pieces gone through */
void armci_stride_info_next(stride_info_t *s);
void *armci_stride_info_seg_ptr(stride_info_t *s); /* of the piece at this position */
int armci_stride_info_seg_size(stride_info_t *s);
int armci_stride_info_seg_off(stride_info_t *s); /* from `base` */
int armci_stride_info_has_more(stride_info_t *s);

#ifdef __cplusplus
}
#endif
#endif
