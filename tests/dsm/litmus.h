/* SPDX-License-Identifier: BSD-3-Clause
 *
 * litmus.h: the litmus tests of the shared memory: what the files of the program share.
 */
#ifndef HYD_DSM_LITMUS_H
#define HYD_DSM_LITMUS_H

#include <stdint.h>

#include <hyd_dsm.h>

/* What ranks need to find each other's memory: it lies at the beginning of the region. */
struct litmus_world {
  hyd_dsm_lock_t lock[4];
  hyd_dsm_object_t object[8];
  void *memory;
  uint64_t word[8];
};
extern struct litmus_world *litmus_world;

/* Reports what is not so, at any rank; the test has failed. */
void litmus_expect(uint64_t found, uint64_t expected, const char *what);
/* Zeroed memory for a test, the same at all ranks. Collective. */
void *litmus_memory(size_t bytes, enum hyd_dsm_home where);

/* Each is run by all ranks, with barriers before and after. */
void litmus_by_lock(void);
void litmus_by_flag(void);
void litmus_by_semaphore(void);
void litmus_by_fence(void);
void litmus_transitive(void);
void litmus_counter(void);
void litmus_atomics(void);
void litmus_condition(void);
void litmus_some_ranks(void);
void litmus_reductions(void);
void litmus_by_threads(void);
void litmus_in_handler(void);
void litmus_home_runs(void);
void litmus_dropped(void);
void litmus_touch(void);
/* Ends the job by a mistake: 0 = there is none of that name. */
int litmus_misuse(const char *name);

#endif
