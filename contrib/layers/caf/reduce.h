/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reduce.h: reduction operators on pairs of elements: sum, minimum, maximum of each type, and
 * functions of the program.
 */
#ifndef HYD_CAF_REDUCE_H
#define HYD_CAF_REDUCE_H
#include "contrib/layers/caf/caf.h"
#include "contrib/layers/caf/described.h"

enum caf_reduce { CAF_SUM, CAF_MIN, CAF_MAX, CAF_USER, CAF_BROADCAST };

struct hyd_caf_reduction {
  /* right[i] = left[i] o right[i], of packed elements that may be unaligned */
  void (*combine)(const struct hyd_caf_reduction *r, const void *left, void *right, size_t n);
  size_t size; /* bytes of an element */
  int kind;    /* kind of characters */
  void *fn;    /* the program's function */
  int flags, type;
};

/* False: the type has no such reduction. */
bool hyd_caf_reduction_of(struct hyd_caf_reduction *r, int what, const struct caf_argument *a);
bool hyd_caf_reduction_by(struct hyd_caf_reduction *r, void *fn, int flags,
                          const struct caf_argument *a);

#endif
