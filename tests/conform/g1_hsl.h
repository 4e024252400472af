/* SPDX-License-Identifier: BSD-3-Clause
 *
 * g1_hsl.h: the message that g1_hsl.c and g1_threads.c share: the receiver changes a counter under
 * a handler-safe lock and answers; the answer is counted for the asking thread.
 */
#ifndef G1_HSL_H
#define G1_HSL_H

#include "conform.h"

enum { G1_H_BUMP = 187, G1_H_BUMPED = 188, G1_MAX_ASKERS = 64 };

extern gasnet_hsl_t g1_bump_lock;
extern int64_t g1_bump_total;                          /* guarded by g1_bump_lock, and not atomic */
extern conform_count_t g1_bump_answers[G1_MAX_ASKERS]; /* by asker */

/* Sends one; `asker` is the index of its counter. */
static inline void g1_bump(gasnet_node_t to, int asker) {
  gasnet_AMRequestShort1(to, G1_H_BUMP, asker);
}
void g1_bump_reset(void);

#endif
