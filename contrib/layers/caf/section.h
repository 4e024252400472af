/* SPDX-License-Identifier: BSD-3-Clause
 *
 * section.h: array sections in any memory, and copies between two sections, with conversion of
 * types.
 */
#ifndef HYD_CAF_SECTION_H
#define HYD_CAF_SECTION_H
#include <stdbool.h>

#include "contrib/layers/caf/gfortran.h"

/* The type of an element. For characters, size bytes of characters of kind bytes each. */
struct caf_elem {
  size_t size;
  int type, kind;
};

/* An element lies at base plus the sum over dimensions of i * stride, or of list[i] if the
 * dimension has a list. The base is the element with all indices 0. Dimensions of extent 1 are left
 * out. */
struct caf_section {
  char *base;
  struct caf_elem elem;
  int rank;
  size_t count[GFC_MAX_RANK];
  ptrdiff_t stride[GFC_MAX_RANK];
  ptrdiff_t *list[GFC_MAX_RANK]; /* malloc'ed byte offsets, or NULL */
};

/* The section that a descriptor describes, at base rather than at the descriptor's own address. */
void hyd_caf_section_of(struct caf_section *s, const struct gfc_desc *d, char *base, int kind);
/* The section of a whole array that has a subscript for each dimension. False: out of memory. */
bool hyd_caf_section_of_vectors(struct caf_section *s, const struct gfc_desc *d,
                                const struct gfc_vector *v, char *base, int kind);
void hyd_caf_section_done(struct caf_section *s);
void hyd_caf_section_packed(struct caf_section *s, char *base, const struct caf_elem *elem,
                            const struct caf_section *shape);
void hyd_caf_section_add(struct caf_section *s, size_t count, ptrdiff_t stride, ptrdiff_t *list);
ptrdiff_t *hyd_caf_offsets(const void *vector, size_t n, int kind, ptrdiff_t lower,
                           ptrdiff_t stride);
/* Spreads a scalar over the elements of `shape`. */
void hyd_caf_section_spread(struct caf_section *s, const struct caf_section *shape);

size_t hyd_caf_section_elements(const struct caf_section *s);
bool hyd_caf_section_contiguous(const struct caf_section *s);
/* The lowest and the highest byte, relative to base. */
void hyd_caf_section_hull(const struct caf_section *s, ptrdiff_t *low_p, ptrdiff_t *high_p);
bool hyd_caf_sections_overlap(const struct caf_section *a, const struct caf_section *b);
bool hyd_caf_same_shape(const struct caf_section *a, const struct caf_section *b);

/* Copies and converts the elements of `from` to `to` in array element order. Both have the same
 * number of elements in each dimension, and do not overlap. */
void hyd_caf_copy(const struct caf_section *to, const struct caf_section *from);
/* The same for sections that may overlap. False: out of memory. */
bool hyd_caf_copy_safely(const struct caf_section *to, const struct caf_section *from);

/* --- convert.c --- */
bool hyd_caf_same_elem(const struct caf_elem *to, const struct caf_elem *from);
void hyd_caf_convert(void *to, const struct caf_elem *to_elem, const void *from,
                     const struct caf_elem *from_elem);

#endif
