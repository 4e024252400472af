/* SPDX-License-Identifier: BSD-3-Clause
 *
 * described.h: a corrected copy of the descriptor of a collective's argument. The compiler leaves
 * some fields unset and sets others wrongly (the table in libcaf.md 2.6); the rest of the library
 * reads this copy only.
 */
#ifndef HYD_CAF_DESCRIBED_H
#define HYD_CAF_DESCRIBED_H
#include <stdbool.h>

#include "contrib/layers/caf/gfortran.h"

struct caf_argument {
  union gfc_full_desc desc; /* an argument without memory has one dimension of extent 0 */
  size_t length;            /* characters of an element; 0: not known */
  int kind;                 /* bytes of a character */
  bool is_token;            /* the base is a component's token, not an address */
  bool deferred;            /* a character component of unknown length: elem_len is 0 */
};

/* Describes the argument of CO_BROADCAST. */
void hyd_caf_describe_broadcast(struct caf_argument *a, const struct gfc_desc *d);
/* Describes the argument of the other collectives. length: characters of an element, 0 if not
 * passed. */
void hyd_caf_describe_reduced(struct caf_argument *a, const struct gfc_desc *d, int length);

#endif
