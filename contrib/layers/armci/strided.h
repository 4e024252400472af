/* SPDX-License-Identifier: BSD-3-Clause
 *
 * strided.h: the blocking put of a section, for calls that add something to it.
 */
#ifndef HYD_ARMCI_STRIDED_H
#define HYD_ARMCI_STRIDED_H
#include "contrib/layers/armci/section.h"

/* Checks rank and range. Returns when `src` may be reused. */
void hyd_armci_put_section(const char *call, const struct armci_section *s, void *src, void *dst,
                           int proc);

#endif
