/* SPDX-License-Identifier: BSD-3-Clause
 *
 * job.h: two ranks that share memory, of which one at a time runs: the other sleeps outside of the
 * library, so that every run takes the same steps.
 */
#ifndef HYD_TESTS_COUNTS_JOB_H
#define HYD_TESTS_COUNTS_JOB_H

#include <gasnetex.h>

#define JOB_SEGMENT ((size_t)1 << 20)

/* What a step reads. `there` and `here`: the same bytes of rank 1, as rank 1 and as this rank sees
 * them. */
struct job {
  gex_TM_t tm;
  gex_Rank_t rank, peer;
  char *there, *here, *own;
  size_t n;
};
extern struct job job;
extern char job_local[4096];

void job_start(int *argc, char ***argv, gex_AM_Entry_t *handlers, size_t n);
void job_end(void) __attribute__((noreturn));

/* The steps of an exchange: of rank 0, of rank 1, and of rank 0 again, each a row if it has a name.
 */
struct exchange {
  const char *name[3];
  void (*step[3])(void);
};
void job_exchange(const struct exchange *x);
/* Rows of rank 0 alone; rank 1 sleeps meanwhile. */
void job_alone(void (*rows)(void));

void count_rma(void);
void count_messages(void);
void count_barrier(void);
void count_atomics(void);
void count_vis(void);

#endif
