/* SPDX-License-Identifier: BSD-3-Clause
 *
 * section.h: the elements of an array section, wherever they are, and copies between two sections,
 * with conversion.
 */
#ifndef HYD_CAF_SECTION_H
#define HYD_CAF_SECTION_H
#include <stdbool.h>

#include "contrib/layers/caf/gfortran.h"

/* What an element is. Characters: size bytes of characters of kind bytes each. */
struct caf_elem {
  size_t size;
  int type, kind;
};

/* Elements at base + the sum over dimensions of i * stride, or of list[i] in dimensions that have a
 * list. The base is the element with all indices 0. Dimensions of extent 1 are left out. */
struct caf_section {
  char *base;
  struct caf_elem elem;
  int rank;
  size_t count[GFC_MAX_RANK];
  ptrdiff_t stride[GFC_MAX_RANK];
  ptrdiff_t *list[GFC_MAX_RANK]; /* malloc'ed byte offsets, or NULL */
};

/* Of a descriptor, at base instead of where the descriptor says. */
void hyd_caf_section_of(struct caf_section *s, const struct gfc_desc *d, char *base, int kind);
/* Of a whole array with a subscript for each dimension. False: no memory. */
bool hyd_caf_section_of_vectors(struct caf_section *s, const struct gfc_desc *d,
                                const struct gfc_vector *v, char *base, int kind);
void hyd_caf_section_done(struct caf_section *s);
void hyd_caf_section_packed(struct caf_section *s, char *base, const struct caf_elem *elem,
                            const struct caf_section *shape);
void hyd_caf_section_add(struct caf_section *s, size_t count, ptrdiff_t stride, ptrdiff_t *list);
ptrdiff_t *hyd_caf_offsets(const void *vector, size_t n, int kind, ptrdiff_t lower,
                           ptrdiff_t stride);
/* A scalar that is spread over shape's elements. */
void hyd_caf_section_spread(struct caf_section *s, const struct caf_section *shape);

size_t hyd_caf_section_elements(const struct caf_section *s);
bool hyd_caf_section_contiguous(const struct caf_section *s);
/* Bytes from the lowest to the highest, relative to base. */
void hyd_caf_section_hull(const struct caf_section *s, ptrdiff_t *low_p, ptrdiff_t *high_p);
bool hyd_caf_sections_overlap(const struct caf_section *a, const struct caf_section *b);
bool hyd_caf_same_shape(const struct caf_section *a, const struct caf_section *b);

/* Copies from to to, which have the same numbers of elements in each dimension, in array element
 * order; converts. Source and destination do not overlap. */
void hyd_caf_copy(const struct caf_section *to, const struct caf_section *from);
/* The same, whatever overlaps; false: no memory. */
bool hyd_caf_copy_safely(const struct caf_section *to, const struct caf_section *from);

/* --- convert.c --- */
bool hyd_caf_same_elem(const struct caf_elem *to, const struct caf_elem *from);
void hyd_caf_convert(void *to, const struct caf_elem *to_elem, const void *from,
                     const struct caf_elem *from_elem);

#endif
