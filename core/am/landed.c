/* SPDX-License-Identifier: BSD-3-Clause
 *
 * landed.c: longs whose place is in paged memory of this process: their payload is put there while
 * the pages are locked. If one is absent the message waits, payload and all (paged_work.h), and its
 * handler runs in a poll after the last byte is in place.
 */
#include "core/am/am.h"
#include "core/am/paged_work.h"
#include "core/base/err.h"

struct hyd_landed {
  struct hyd_paged_work w;
  struct hyd_landed *next;
  gex_Rank_t src;
  struct hyd_am m;
  gex_AM_Arg_t args[HYD_AM_MAX_ARGS];
};

static void over(struct hyd_job *job, struct hyd_paged_work *w) {
  struct hyd_landed *l = (struct hyd_landed *)w;
  pthread_mutex_lock(&job->threads.lock);
  l->next = atomic_load_explicit(&job->rx.landed, memory_order_relaxed);
  atomic_store_explicit(&job->rx.landed, l, memory_order_relaxed);
  atomic_store_explicit(&job->rx.poll_more, 1, memory_order_relaxed);
  pthread_mutex_unlock(&job->threads.lock);
}

static void keep(struct hyd_job *job, gex_Rank_t src, const struct hyd_am *m,
                 const struct hyd_paged_work *lacks) {
  const char *rest = (char *)m->payload + (m->nbytes - lacks->left);
  struct hyd_landed *l = hyd_paged_work_new(sizeof *l, lacks, rest, over);
  l->src = src;
  l->m = *m;
  memcpy(l->args, m->args, m->nargs * sizeof *l->args);
  l->m.args = l->args;
  l->m.payload = m->dest;
  hyd_paged_work_keep(job, &l->w, src, m->is_request ? HYD_PAGED_BY_LEAVE : HYD_PAGED_ANSWERED);
}

void hyd_am_land(struct hyd_job *job, struct hyd_thread *t, gex_Rank_t src,
                 const struct hyd_am *m) {
  struct hyd_paged_work lacks;
  struct hyd_am here = *m;
  if (hyd_paged_land(job, m->dest, m->payload, m->nbytes, &lacks) < m->nbytes) {
    keep(job, src, m, &lacks);
    return;
  }
  here.payload = m->dest;
  hyd_am_deliver(job, t, src, &here, 0);
}

void hyd_am_copy_in(struct hyd_job *job, void *to, const void *from, size_t n) {
  const struct hyd_paged *p = hyd_paged_own(job, to, n);
  if (p)
    hyd_paged_copy_all(job, p, 1, to, (void *)(uintptr_t)from, n);
  else
    memcpy(to, from, n);
}

static struct hyd_landed *take(struct hyd_job *job) {
  struct hyd_landed *l;
  pthread_mutex_lock(&job->threads.lock);
  l = atomic_load_explicit(&job->rx.landed, memory_order_relaxed);
  if (l == NULL && job->rx.parked == NULL)
    atomic_store_explicit(&job->rx.poll_more, job->net.state != NULL, memory_order_relaxed);
  if (l && l->m.is_request && job->rx.parked) l = NULL;
  if (l) atomic_store_explicit(&job->rx.landed, l->next, memory_order_relaxed);
  pthread_mutex_unlock(&job->threads.lock);
  return l;
}

int hyd_am_run_landed(struct hyd_job *job) {
  struct hyd_landed *l;
  int n = 0;
  for (; (l = take(job)) != NULL; n++) {
    hyd_am_deliver(job, hyd_self(job), l->src, &l->m, 0);
    free(l);
  }
  return n;
}
