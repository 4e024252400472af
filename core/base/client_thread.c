/* SPDX-License-Identifier: BSD-3-Clause
 *
 * client_thread.c: the state of each client thread: made on its first call, given back when it
 * ends.
 */
#include "core/base/err.h"
#include "core/base/job.h"

void hyd_stats_add(struct hyd_value_stat *sum, const struct hyd_value_stat *of) {
  for (int i = 0; i < HYD_COUNTS; i++) {
    const struct hyd_value_stat *s = &of[i];
    if (s->count == 0) continue;
    if (sum[i].count == 0 || s->min < sum[i].min) sum[i].min = s->min;
    if (s->max > sum[i].max) sum[i].max = s->max;
    sum[i].count += s->count;
    sum[i].total += s->total;
  }
}

static void thread_gone(void *arg) {
  struct hyd_thread *t = arg, **p;
  struct hyd_job *job = t->job;
  pthread_mutex_lock(&job->threads.lock);
  for (p = &job->threads.list; *p && *p != t; p = &(*p)->next) continue;
  if (*p) *p = t->next;
  job->threads.count--;
  if (job->watch.on) { /* so that none are lost */
    hyd_stats_add(job->stats.ended, t->stat);
    job->watch.ended.in_calls += t->watch.in_calls;
    job->watch.ended.in_waits += t->watch.in_waits;
    job->watch.ended.in_handlers += t->watch.in_handlers;
  }
  atomic_fetch_add_explicit(&job->threads.paged_hits,
                            atomic_load_explicit(&t->paged_hits, memory_order_relaxed),
                            memory_order_relaxed);
  pthread_mutex_unlock(&job->threads.lock);
  job->hooks.on_thread_end(job, t);
  free(t->loop_buf[0]);
  free(t->loop_buf[1]);
  free(t->fill_buf);
  for (int i = 0; i < 2; i++) {
    free(t->srcdesc[i]);
    free(t->bounce[i]);
  }
  free(t->nbi);
  free(t);
  hyd_the_thread = NULL;
}

struct hyd_thread *hyd_thread_self(struct hyd_job *job) {
  return hyd_self(job);
}

void hyd_threads_init(struct hyd_job *job) {
  if (pthread_key_create(&job->threads.key, thread_gone))
    hyd_fatal("gex_Client_Init", "no thread key left (pthread_key_create)");
  pthread_mutex_init(&job->threads.lock, NULL);
}

HYD_COLD struct hyd_thread *hyd_thread_enter(struct hyd_job *job) {
  struct hyd_thread *t = calloc(1, sizeof *t);
  unsigned live;
  if (t) t->nbi = calloc(1, sizeof *t->nbi);
  if (t == NULL || t->nbi == NULL) hyd_fatal("thread start", "out of memory");
  t->job = job;
  pthread_mutex_lock(&job->threads.lock);
  t->next = job->threads.list;
  job->threads.list = t;
  live = ++job->threads.count;
  pthread_mutex_unlock(&job->threads.lock);
  if (live > job->threads.max)
    hyd_fatal("thread start", "%u client threads; expected at most %u (GASNET_MAX_THREADS)", live,
              job->threads.max);
  pthread_setspecific(job->threads.key, t);
  return hyd_the_thread = t;
}
