/* SPDX-License-Identifier: BSD-3-Clause
 *
 * walk.h: from a coarray's memory along a list of references to the elements they name
 * (libcaf.md 3.5). One walker for memory of this process, for mapped memory of another image, and
 * for memory that is not mapped, which stops where it cannot read.
 */
#ifndef HYD_CAF_WALK_H
#define HYD_CAF_WALK_H
#include "contrib/layers/caf/section.h"

enum caf_walk_result {
  CAF_WALK_OK,
  CAF_WALK_ELSEWHERE, /* only the image itself can go on */
  CAF_WALK_NOT_ALLOCATED,
  CAF_WALK_BOUNDS,
  CAF_WALK_SHAPE,
  CAF_WALK_MEMORY,
  CAF_WALK_EARLY /* as an answer: ask again when what was sent before is done */
};
const char *hyd_caf_walk_text(int result);

struct caf_shape {
  int rank;
  size_t extent[GFC_MAX_RANK];
};

struct caf_walk {
  /* where */
  char *base;                    /* the coarray's memory */
  const struct gfc_desc *bounds; /* of the coarray; NULL: none */
  bool here;                     /* in this process: every pointer can be followed */
  bool readable;                 /* the coarray's memory can be read here */
  char *low, *high;              /* pointers into this range can be followed, after adding shift */
  ptrdiff_t shift;
  /* may a component be allocated, for elements of this shape */
  const struct caf_shape *grow;
  /* what was found */
  struct caf_section found;
  struct caf_shape shape;
  bool present; /* the last component has memory */
};

int hyd_caf_walk(struct caf_walk *w, const struct gfc_ref *refs, int type, int kind);

#endif
