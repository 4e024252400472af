/* SPDX-License-Identifier: BSD-3-Clause
 *
 * count_verbs.h: what a program asks of verbs, counted from outside: count_verbs.so is preloaded,
 * and counts what goes through every device that is opened from then on. It also counts system
 * calls and instructions of a thread that are not the provider's. A program finds it by
 * dlsym(RTLD_DEFAULT, "count_verbs"), and so does without if it is not there. Work requests by the
 * ibv_wr_* calls of an extended queue pair are not seen.
 */
#ifndef HYD_COUNT_VERBS_H
#define HYD_COUNT_VERBS_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct verbs_counts {
  /* Work requests posted to send queues: messages (SEND, also with immediate), the others by
   * kind. */
  _Atomic uint64_t messages, writes, reads, atomics, others;
  _Atomic uint64_t from_watched;  /* requests that name no local memory but the watched */
  _Atomic uint64_t receives;      /* posted */
  _Atomic uint64_t receive_calls; /* calls that posted them */
  _Atomic uint64_t completions, polls;
  _Atomic uint64_t registrations, registered_bytes; /* the bytes: of those that are in force */
  _Atomic uint64_t calls;                           /* system calls of threads that count them */
  _Atomic uint64_t last_call;                       /* the number of the last of these */
  _Atomic uint64_t steps;                           /* instructions of threads that count them */
};

struct count_verbs {
  struct verbs_counts *counts;
  /* The memory that from_watched is about. */
  void (*watch)(const void *at, size_t bytes);
  /* From now on, or no longer, this thread's system calls and instructions count. -1: cannot be
   * done here. */
  int (*count_calls)(int on);
  int (*count_steps)(int on);
  /* Appends where instructions were counted since the last call to the file of COUNT_STEPS, if
   * there is one. */
  void (*write_steps)(const char *kind);
};

const struct count_verbs *count_verbs(void);

/* For count_verbs.so's own files: the counts; what counts; and brackets around calls of the
 * provider. */
extern struct verbs_counts count_verbs_counts;
void count_verbs_enter(void);
void count_verbs_leave(void);
int count_verbs_calls(int on);
int count_verbs_steps(int on);
void count_verbs_write_steps(const char *kind);

#endif
