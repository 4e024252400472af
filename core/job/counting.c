/* SPDX-License-Identifier: BSD-3-Clause
 *
 * counting.c: counts operations while gasnetrun top runs, in a job that nothing else watches. Top
 * writes a time into shared memory until which ranks are to count, and renews it; and sends a
 * signal (HYD_DUMP_COUNT) to each rank that does not count. The rank's next poll begins to count,
 * and shows inline code empty maps. When the time has passed, because top has ended or died, the
 * first operation notices that (record.c), and the next poll ends the counting. So a rank that top
 * has not asked checks nothing.
 */
#include "core/job/counting.h"

#include "core/mem/map.h"
#include "core/sys/clock.h"
#include "core/watch/watch.h"

#define STORE(field, value) atomic_store_explicit(&(field), value, memory_order_relaxed)
#define LOAD(field) atomic_load_explicit(&(field), memory_order_relaxed)

/* Begins or ends counting. Under job->threads.lock. */
static void switch_counting(struct hyd_job *job, int on) {
  STORE(job->watch.for_now, on);
  STORE(job->watched, on);
  hyd_maps_show(job);
}

static void update_counting(struct hyd_job *job) {
  int is_on = LOAD(job->watched), wanted = hyd_now_ns() < LOAD(job->shared->count_until_ns);
  if (is_on && !LOAD(job->watch.for_now)) return; /* it counts all the time */
  if (wanted && !is_on) wanted = hyd_maps_may_hide(job) == 0;
  if (wanted != is_on) switch_counting(job, wanted);
  STORE(job->me->rec.counts, wanted ? HYD_COUNTS_NOW : HYD_COUNTS_NOT);
}

static int poll_counting(struct hyd_job *job) {
  if (!LOAD(job->watch.asked)) return 0;
  if (!job->ready) return HYD_PROGRESS_MORE;
  pthread_mutex_lock(&job->threads.lock);
  STORE(job->watch.asked, 0);
  update_counting(job);
  pthread_mutex_unlock(&job->threads.lock);
  return 0;
}

void hyd_counting_init(struct hyd_job *job) {
  job->rx.progress[HYD_PROGRESS_COUNTING] = poll_counting;
}
