/* SPDX-License-Identifier: BSD-3-Clause
 *
 * refs.h: the message layout of an access by reference: the references to walk, and the shape of
 * the other side.
 */
#ifndef HYD_CAF_REFS_H
#define HYD_CAF_REFS_H
#include "contrib/layers/caf/walk.h"

/* The head of a request. The descriptor with the coarray's bounds (bounds_size bytes), the
 * references, each with its vectors, and the data follow. Each part is padded to 8 bytes. */
struct caf_ref_head {
  char *base; /* the coarray's memory at the target */
  uint32_t refs, bounds_size, refs_size;
  int32_t type, kind;             /* of the elements at the target */
  int32_t other_type, other_kind; /* of the data */
  uint64_t other_size;            /* bytes of an element of the data */
  int32_t may_grow;
  struct caf_shape shape; /* of the data */
};

/* The head of an answer. For a get, the elements follow. */
struct caf_ref_answer {
  int32_t result; /* caf_walk_result */
  int32_t present;
  uint64_t item_size;
  struct caf_shape shape;
};

/* Writes head, bounds and references to memory from malloc. NULL: out of memory. */
char *hyd_caf_refs_write(struct caf_ref_head *head, const struct gfc_desc *bounds,
                         const struct gfc_ref *refs, size_t *size_p);
/* Returns the list of references, malloc'ed; its vectors stay in the message. *data_p: the bytes
 * that follow them. */
struct gfc_ref *hyd_caf_refs_read(const char *message, const struct caf_ref_head **head_p,
                                  const struct gfc_desc **bounds_p, const char **data_p);

#endif
