/* SPDX-License-Identifier: BSD-3-Clause
 *
 * no_paged.c: in place of paged.c, for an implementation without paged segments.
 */
#include "start.h"

int conform_attach_paged(struct conform_objects *o) {
  (void)o;
  fprintf(stderr, "# CONFORM_SEGMENT=paged: this implementation has no paged segments\n");
  return GASNET_ERR_BAD_ARG;
}
