/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sums.h: the arithmetic of accumulates, by type (ARMCI_ACC_INT, ...).
 */
#ifndef HYD_ARMCI_SUMS_H
#define HYD_ARMCI_SUMS_H
#include <stddef.h>

/* Bytes of an element; 0: no such type. */
size_t hyd_armci_element(int op);

/* dst[i] += *scale * src[i], over `bytes` bytes. scale NULL: 1. Addresses need no alignment. */
void hyd_armci_add(int op, const void *scale, void *dst, const void *src, size_t bytes);

/* dst[i] = *scale * src[i]. */
void hyd_armci_scale(int op, const void *scale, void *dst, const void *src, size_t bytes);

/* Returns `scale`, or NULL if it is 1. */
const void *hyd_armci_scale_unless_one(int op, const void *scale);

#endif
