/* SPDX-License-Identifier: BSD-3-Clause
 *
 * walk.h: follows a list of references from a coarray's memory to the elements they name (libcaf.md
 * 3.5). One walker serves memory of this process, mapped memory of another image, and memory that
 * is not mapped, where the walk stops at the first pointer.
 */
#ifndef HYD_CAF_WALK_H
#define HYD_CAF_WALK_H
#include "contrib/layers/caf/section.h"

enum caf_walk_result {
  CAF_WALK_OK,
  CAF_WALK_ELSEWHERE, /* only the image that owns the memory can continue */
  CAF_WALK_NOT_ALLOCATED,
  CAF_WALK_BOUNDS,
  CAF_WALK_SHAPE,
  CAF_WALK_MEMORY,
  CAF_WALK_EARLY /* in an answer: messages sent before are not yet done, ask again after them */
};
const char *hyd_caf_walk_text(int result);

struct caf_shape {
  int rank;
  size_t extent[GFC_MAX_RANK];
};

struct caf_walk {
  /* where the walk begins */
  char *base;                    /* the coarray's memory */
  const struct gfc_desc *bounds; /* of the coarray; NULL: none */
  bool here;                     /* in this process: every pointer can be followed */
  bool readable;                 /* the coarray's memory can be read here */
  char *low, *high;              /* pointers into this range can be followed, after adding shift */
  ptrdiff_t shift;
  /* not NULL: a component may be allocated, with this shape */
  const struct caf_shape *grow;
  /* the result */
  struct caf_section found;
  struct caf_shape shape;
  bool present; /* the last component has memory */
};

int hyd_caf_walk(struct caf_walk *w, const struct gfc_ref *refs, int type, int kind);

#endif
