/* SPDX-License-Identifier: BSD-3-Clause
 *
 * refs.h: an access by reference as bytes of a message: what is walked, and the shape of the other
 * side.
 */
#ifndef HYD_CAF_REFS_H
#define HYD_CAF_REFS_H
#include "contrib/layers/caf/walk.h"

/* Followed by the descriptor of the coarray's bounds (bounds_size bytes), the references, each with
 * its vectors, and the data. Everything is padded to 8 bytes. */
struct caf_ref_head {
  char *base; /* the coarray's memory at the target */
  uint32_t refs, bounds_size, refs_size;
  int32_t type, kind;             /* of the elements there */
  int32_t other_type, other_kind; /* of the data */
  uint64_t other_size;            /* bytes of an element of the data */
  int32_t may_grow;
  struct caf_shape shape; /* of the data */
};

/* The first bytes of an answer; then, of a get, the elements. */
struct caf_ref_answer {
  int32_t result; /* caf_walk_result */
  int32_t present;
  uint64_t item_size;
  struct caf_shape shape;
};

/* Head, bounds and references; malloc'ed. NULL: no memory. */
char *hyd_caf_refs_write(struct caf_ref_head *head, const struct gfc_desc *bounds,
                         const struct gfc_ref *refs, size_t *size_p);
/* The list, malloc'ed, whose vectors are in the message; *data_p: what follows. */
struct gfc_ref *hyd_caf_refs_read(const char *message, const struct caf_ref_head **head_p,
                                  const struct gfc_desc **bounds_p, const char **data_p);

#endif
