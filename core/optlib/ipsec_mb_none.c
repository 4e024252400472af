/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ipsec_mb_none.c: in place of ipsec_mb.c where libipsec-mb was not there at the build.
 */
#include <stdio.h>

#include "core/optlib/load.h"

int hyd_late_ipsec_mb(char *why, size_t why_size) {
  snprintf(why, why_size, "this library was built without libipsec-mb (libipsec-mb-dev)");
  return -1;
}
