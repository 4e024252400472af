/* SPDX-License-Identifier: BSD-3-Clause
 *
 * walk.h: whether what concurrent operations on one number returned can be explained by any serial
 * order of them. Each fetching operation that found `from` left `to`; in a serial order each finds
 * what the one before it left. So the operations, as edges from value to value, must make up one
 * walk from the first value to the last that uses every edge once: a walk of Euler.
 */
#ifndef AD_WALK_H
#define AD_WALK_H

#include <stddef.h>
#include <stdint.h>

struct ad_step {
  uint64_t from, to;
};

/* NULL if there is such a walk, else why not. */
const char *ad_walk(const struct ad_step *step, size_t n, uint64_t first, uint64_t last);

#endif
