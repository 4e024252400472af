/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stats.h: the counts of CAF_STATS=1: calls, bytes and time of each kind of statement. Without
 * CAF_STATS each statement tests one flag.
 */
#ifndef HYD_CAF_STATS_H
#define HYD_CAF_STATS_H
#include "contrib/layers/caf/caf.h"

uint64_t hyd_caf_stats_now(void);
void hyd_caf_stats_add(enum caf_kind kind, uint64_t since, size_t bytes);
/* A pair around a wait for puts. Nothing is counted if the puts are complete already. */
static inline uint64_t hyd_caf_stats_since(bool complete) {
  return __builtin_expect(hyd_caf.stats, 0) && !complete ? hyd_caf_stats_now() : 0;
}
static inline void hyd_caf_stats_wait(uint64_t since) {
  if (since) hyd_caf_stats_add(CAF_K_WAIT, since, 0);
}
/* Counts an access of one element; `caller` is the place in the program. */
void hyd_caf_stats_element(enum caf_kind kind, const void *caller);
void hyd_caf_stats_report(void);

/* Begins an access: `since` becomes the time if statistics are on. In a parallel region of OpenMP
 * one thread at a time continues, until it returns (threads.c). */
#define CAF_BEGIN_ACCESS(since)                                                                    \
  bool caf_guard_ __attribute__((cleanup(hyd_caf_leave_serial))) = hyd_caf_enter_serial();         \
  uint64_t since = __builtin_expect(hyd_caf.stats, 0) ? hyd_caf_stats_now() : 0
/* Begins any other entry point: discards prefetched data. */
#define CAF_BEGIN(since)                                                                           \
  CAF_BEGIN_ACCESS(since);                                                                         \
  if (__builtin_expect(hyd_caf.ahead, 0)) hyd_caf_forget_ahead()
#define CAF_STAT_END(kind, since, bytes)                                                           \
  do {                                                                                             \
    if (__builtin_expect(hyd_caf.stats, 0)) hyd_caf_stats_add(kind, since, bytes);                 \
  } while (0)

#endif
