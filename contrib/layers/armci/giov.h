/* SPDX-License-Identifier: BSD-3-Clause
 *
 * giov.h: lists of pieces, the arguments of the vector calls.
 */
#ifndef HYD_ARMCI_GIOV_H
#define HYD_ARMCI_GIOV_H
#include "contrib/layers/armci/ops.h"

/* Checks all arguments; `dst_is_remote`: for puts and accumulates. */
struct armci_target *hyd_armci_giov_check(const char *call, const armci_giov_t *iov, int n,
                                          int proc, bool dst_is_remote);

/* The memory between the lowest and the highest byte of the pieces; n > 0. */
struct armci_range hyd_armci_giov_range(void *const *list, int n, size_t bytes);

#endif
