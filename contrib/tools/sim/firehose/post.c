/* SPDX-License-Identifier: BSD-3-Clause
 *
 * post.c: see post.h.
 */
#include "contrib/tools/sim/firehose/post.h"

#include <stdlib.h>
#include <string.h>

#include "core/sys/clock.h"
#include "contrib/tools/sim/events.h"

void post_open(struct post *p, uint64_t delay_ns) {
  pthread_condattr_t monotonic;
  *p = (struct post){.delay_ns = delay_ns};
  p->end = &p->head;
  pthread_mutex_init(&p->lock, NULL);
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&p->came, &monotonic);
  pthread_condattr_destroy(&monotonic);
}

void post_close(struct post *p) {
  while (p->head) {
    struct post_message *m = p->head;
    p->head = m->next;
    free(m);
  }
  pthread_cond_destroy(&p->came);
  pthread_mutex_destroy(&p->lock);
}

void post_put(struct post *p, uint32_t from, const void *bytes, size_t len) {
  struct post_message *m = sim_alloc(sizeof *m + len);
  *m = (struct post_message){NULL, p->delay_ns ? hyd_now_ns() + p->delay_ns : 0, from, len};
  memcpy(m->bytes, bytes, len);
  pthread_mutex_lock(&p->lock);
  *p->end = m;
  p->end = &m->next;
  atomic_fetch_add_explicit(&p->queued, 1, memory_order_relaxed);
  pthread_cond_signal(&p->came);
  pthread_mutex_unlock(&p->lock);
}

struct timespec post_timespec(uint64_t ns) {
  return (struct timespec){(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)};
}

void post_wait(struct post *p, uint64_t until) {
  struct timespec t;
  pthread_mutex_lock(&p->lock);
  if (p->head && p->head->due < until) until = p->head->due;
  t = post_timespec(until);
  if (until > hyd_now_ns()) pthread_cond_timedwait(&p->came, &p->lock, &t);
  pthread_mutex_unlock(&p->lock);
}

struct post_message *post_take(struct post *p) {
  struct post_message *m;
  if (atomic_load_explicit(&p->queued, memory_order_relaxed) == 0) return NULL;
  pthread_mutex_lock(&p->lock);
  m = p->head;
  if (m && m->due && m->due > hyd_now_ns()) m = NULL;
  if (m) {
    if ((p->head = m->next) == NULL) p->end = &p->head;
    atomic_fetch_sub_explicit(&p->queued, 1, memory_order_relaxed);
  }
  pthread_mutex_unlock(&p->lock);
  return m;
}
