/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stats.h: what CAF_STATS=1 counts: calls, bytes and time of each kind of statement. Without it a
 * test of one flag.
 */
#ifndef HYD_CAF_STATS_H
#define HYD_CAF_STATS_H
#include "contrib/layers/caf/caf.h"

uint64_t hyd_caf_stats_now(void);
void hyd_caf_stats_add(enum caf_kind kind, uint64_t since, size_t bytes);
/* Around a wait for puts: there is none if they are complete. */
static inline uint64_t hyd_caf_stats_since(bool complete) {
  return __builtin_expect(hyd_caf.stats, 0) && !complete ? hyd_caf_stats_now() : 0;
}
static inline void hyd_caf_stats_wait(uint64_t since) {
  if (since) hyd_caf_stats_add(CAF_K_WAIT, since, 0);
}
/* An access of one element, from the place in the program that called. */
void hyd_caf_stats_element(enum caf_kind kind, const void *caller);
void hyd_caf_stats_report(void);

/* The beginning of an access: since is the time if it is wanted, and in a parallel region of OpenMP
 * one thread at a time goes on, until it returns (threads.c). */
#define CAF_BEGIN_ACCESS(since)                                                                    \
  bool caf_guard_ __attribute__((cleanup(hyd_caf_leave_alone))) = hyd_caf_alone();                 \
  uint64_t since = __builtin_expect(hyd_caf.stats, 0) ? hyd_caf_stats_now() : 0
/* The beginning of any other entry point: what was fetched ahead is forgotten. */
#define CAF_BEGIN(since)                                                                           \
  CAF_BEGIN_ACCESS(since);                                                                         \
  if (__builtin_expect(hyd_caf.ahead, 0)) hyd_caf_forget_ahead()
#define CAF_STAT_END(kind, since, bytes)                                                           \
  do {                                                                                             \
    if (__builtin_expect(hyd_caf.stats, 0)) hyd_caf_stats_add(kind, since, bytes);                 \
  } while (0)

#endif
