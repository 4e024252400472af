/* SPDX-License-Identifier: BSD-3-Clause
 *
 * section.h: strided memory of two sides: pieces of the same sizes, at distances of their own.
 */
#ifndef HYD_ARMCI_SECTION_H
#define HYD_ARMCI_SECTION_H
#include "contrib/layers/armci/job.h"

enum { ARMCI_LEVELS = ARMCI_MAX_STRIDE_LEVEL };

struct armci_section {
  size_t piece; /* contiguous bytes; 0: the section is empty */
  int levels;   /* after levels that are contiguous with the one below were merged */
  size_t count[ARMCI_LEVELS];
  ptrdiff_t src[ARMCI_LEVELS], dst[ARMCI_LEVELS]; /* strides, in bytes */
};

/* Checks the arguments of a call, and makes its section. A NULL stride array means that this side
 * is packed. */
struct armci_section hyd_armci_section(const char *call, const int *src_stride,
                                       const int *dst_stride, const int *count, int levels);

/* The bytes from the first address to the end of the last piece. */
size_t hyd_armci_extent(const struct armci_section *s, const ptrdiff_t *stride);
size_t hyd_armci_total(const struct armci_section *s);

/* Calls `row` for each sequence of s->count[0] pieces at the distances s->dst[0] and s->src[0]; of
 * a section without levels, it is one piece. */
typedef void armci_row(void *context, char *dst, char *src, const struct armci_section *s,
                       size_t pieces);
void hyd_armci_rows(const struct armci_section *s, char *dst, char *src, armci_row *row,
                    void *context);

void hyd_armci_copy_section(const struct armci_section *s, char *dst, char *src);
#endif
