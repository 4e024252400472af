/* SPDX-License-Identifier: BSD-3-Clause
 *
 * later.c: see later.h.
 */
#include "core/am/later.h"

#include "core/base/err.h"

void hyd_later_describe(struct hyd_later *l, void *memory, gex_Rank_t src, const struct hyd_am *m) {
  l->memory = memory;
  l->src = src;
  l->put_off = 0;
  l->m = *m;
  memcpy(l->args, m->args, m->nargs * sizeof *l->args);
  l->m.args = l->args;
}

void hyd_later_add(struct hyd_job *job, struct hyd_later *l) {
  struct hyd_later *last;
  pthread_mutex_lock(&job->threads.lock);
  last = job->rx.last_later;
  l->next = NULL;
  if (atomic_load_explicit(&job->rx.later, memory_order_relaxed))
    last->next = l;
  else
    atomic_store_explicit(&job->rx.later, l, memory_order_relaxed);
  job->rx.last_later = l;
  atomic_fetch_add_explicit(&job->rx.put_off, l->put_off, memory_order_relaxed);
  atomic_store_explicit(&job->rx.poll_more, 1, memory_order_relaxed);
  pthread_mutex_unlock(&job->threads.lock);
}

void hyd_am_put_off(struct hyd_job *job, gex_Rank_t src, const struct hyd_am *m) {
  size_t n =
      m->category == HYD_AM_MEDIUM ? m->nbytes : 0; /* a long's payload is in place already */
  size_t head = hyd_up(sizeof(struct hyd_later), HYD_LINE), size = head + hyd_up(n, HYD_LINE);
  struct hyd_later *l = aligned_alloc(HYD_LINE, size);
  if (l == NULL) hyd_fatal("active message", "out of memory for %zu bytes that came", n);
  hyd_later_describe(l, l, src, m);
  if (n) l->m.payload = memcpy((char *)l + head, m->payload, n);
  l->put_off = (uint32_t)size;
  hyd_later_add(job, l);
}

/* Ends polls beyond the rings if no parked reply, message or conduit needs them. Under
 * threads.lock. */
static void poll_less(struct hyd_job *job) {
  if (job->rx.parked == NULL && !atomic_load_explicit(&job->rx.later, memory_order_relaxed))
    atomic_store_explicit(&job->rx.poll_more, job->net.state != NULL, memory_order_relaxed);
}

void hyd_later_poll_less(struct hyd_job *job) {
  pthread_mutex_lock(&job->threads.lock);
  poll_less(job);
  pthread_mutex_unlock(&job->threads.lock);
}

/* Takes the next message that may be delivered now; NULL: there is none. */
static struct hyd_later *take_next(struct hyd_job *job) {
  struct hyd_later *l;
  pthread_mutex_lock(&job->threads.lock);
  l = atomic_load_explicit(&job->rx.later, memory_order_relaxed);
  poll_less(job);
  if (l && l->m.is_request && job->rx.parked) l = NULL;
  if (l) {
    atomic_store_explicit(&job->rx.later, l->next, memory_order_relaxed);
    atomic_fetch_sub_explicit(&job->rx.put_off, l->put_off, memory_order_relaxed);
  }
  pthread_mutex_unlock(&job->threads.lock);
  return l;
}

int hyd_later_run(struct hyd_job *job) {
  struct hyd_later *l;
  int n = 0;
  if (hyd_self(job)->puts_off) return 0;
  for (; (l = take_next(job)) != NULL; n++) {
    hyd_am_deliver(job, hyd_self(job), l->src, &l->m, 0);
    free(l->memory);
  }
  return n;
}
