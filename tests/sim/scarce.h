/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scarce.h: memory that runs out, for the engine: malloc and calloc of these programs go through
 * scarce.c (ld --wrap); the simulator's own memory comes by other calls, which do not fail. All blocks are counted.
 */
#ifndef HYD_SIM_SCARCE_H
#define HYD_SIM_SCARCE_H

#include <stdint.h>

/* From now on so many of a million allocations fail; 0: none. */
void sim_scarce(uint32_t ppm, uint64_t seed);

/* Blocks that this program has allocated and not freed. */
int64_t sim_blocks(void);

#endif
