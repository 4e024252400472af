/* SPDX-License-Identifier: BSD-3-Clause
 *
 * described.h: what the descriptor of a collective's argument says truly. The compiler leaves some
 * fields unset, and sets others wrongly (the table in libcaf.md 2.6); all else reads the copy made
 * here, whose fields are right.
 */
#ifndef HYD_CAF_DESCRIBED_H
#define HYD_CAF_DESCRIBED_H
#include <stdbool.h>

#include "contrib/layers/caf/gfortran.h"

struct caf_argument {
  union gfc_full_desc desc; /* an argument without memory has one dimension of extent 0 */
  size_t length;            /* characters: of an element; 0: not known */
  int kind;                 /* characters: bytes of a character */
  bool is_token; /* a component's token, which is the library's: its base is no address */
  bool deferred; /* characters of a component whose length is not known: elem_len is 0 */
};

/* The fields of CO_BROADCAST's argument. */
void hyd_caf_describe_broadcast(struct caf_argument *a, const struct gfc_desc *d);
/* The fields of the other collectives' argument. length: characters of an element, 0 if not passed.
 */
void hyd_caf_describe_reduced(struct caf_argument *a, const struct gfc_desc *d, int length);

#endif
