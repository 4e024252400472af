/* SPDX-License-Identifier: BSD-3-Clause
 *
 * count.h: single steps, counted by callgrind. A step is one call of the library with its arguments
 * in static variables, which the compiler does not see through. Before each counted step the model
 * cache is emptied: its misses are then the lines of data that the step touches.
 *
 * Without valgrind's header, or outside of callgrind, the steps run uncounted.
 */
#ifndef HYD_TESTS_COUNT_H
#define HYD_TESTS_COUNT_H

#define COUNT_WARM 16 /* steps before those that are counted */
#define COUNT_RUNS 64 /* steps that are counted: as many as a ring frees lines at a time */

/* Forgets what was counted; counts one step; writes what was counted since as the row `name`. */
void count_begin(void);
void count_step(void (*step)(void));
void count_end(const char *name);

/* A row: COUNT_RUNS steps, after COUNT_WARM others. */
void count_row(const char *name, void (*step)(void));

#endif
