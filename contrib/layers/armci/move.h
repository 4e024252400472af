/* SPDX-License-Identifier: BSD-3-Clause
 *
 * move.h: transfers to and from ranks whose memory is not mapped; arguments have been checked.
 */
#ifndef HYD_ARMCI_MOVE_H
#define HYD_ARMCI_MOVE_H
#include "contrib/layers/armci/ops.h"

/* Returns when `src` may be reused. */
void hyd_armci_put_remote(void *src, void *dst, size_t bytes, int proc);
/* Returns with the data. */
void hyd_armci_get_remote(void *src, void *dst, size_t bytes, int proc);
void hyd_armci_nbput_remote(void *src, void *dst, size_t bytes, int proc, armci_hdl_t *h);
void hyd_armci_nbget_remote(void *src, void *dst, size_t bytes, int proc, armci_hdl_t *h);

#endif
