/* SPDX-License-Identifier: BSD-3-Clause
 *
 * upc_tick.h: a monotonic clock.
 */
#ifndef HYD_UPC_TICK_H
#define HYD_UPC_TICK_H
#include <stdint.h>

typedef uint64_t upc_tick_t;
#define UPC_TICK_MIN ((upc_tick_t)0)
#define UPC_TICK_MAX (~(upc_tick_t)0)

extern upc_tick_t upc_ticks_now(void);
extern uint64_t upc_ticks_to_ns(upc_tick_t ticks);

#endif
