/* SPDX-License-Identifier: BSD-3-Clause
 *
 * order.h: puts in flight, to memory that is not mapped. Addresses are those of the owner.
 */
#ifndef HYD_UPC_ORDER_H
#define HYD_UPC_ORDER_H
#include "contrib/layers/upc/job.h"

/* Completes all puts in flight. */
void hyd_upc_complete_puts(void);
/* Completes them if one may have bytes in common with the range. */
void hyd_upc_complete_puts_of(uint32_t thread, const char *low, size_t n);
/* Announces a put, which is issued next: completes the puts that it may meet. */
void hyd_upc_announce_put(uint32_t thread, const char *low, size_t n);
/* From now on each fence polls: some thread's memory is not mapped. */
void hyd_upc_poll_at_fences(void);

#endif
