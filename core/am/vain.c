/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vain.c: calls that clients loop around, and that found nothing many times in a row. The thread
 * must not keep a core from the thread or rank that it waits for (wait.c, Polls).
 */
#include "core/am/wait.h"
#include "core/mem/paged.h"

#define SHARED_POLLS 32u  /* before a thread gives way that is not alone on its core, ... */
#define ALONE_POLLS 4096u /* ... and before one that was alone looks whether it still is */

static HYD_COLD void looked_enough(struct hyd_job *job, struct hyd_thread *t) {
  uint32_t enough = hyd_shares_core(job) ? SHARED_POLLS : ALONE_POLLS;
  t->vain.polls += t->vain.most;
  if (hyd_has_paged(job) && hyd_paged_is_rung(job)) hyd_give_way(job);
  if (t->vain.polls >= enough) {
    t->vain.polls = 0;
    if (job->wait.mode != GASNET_WAIT_SPIN) hyd_give_way_or_nap(job);
  }
  t->vain.most = hyd_has_paged(job) ? 1 : enough;
  t->vain.left = (int32_t)t->vain.most;
}

void hyd_looked_in_vain(struct hyd_job *job) {
  struct hyd_thread *t = hyd_self(job);
  if (hyd_unlikely(--t->vain.left <= 0)) looked_enough(job, t);
}

void hyd_poll_politely(struct hyd_job *job) {
  int n = hyd_poll(job);
  struct hyd_thread *t = hyd_self(job);
  if (n)
    t->vain.left = (int32_t)t->vain.most;
  else if (hyd_unlikely(--t->vain.left <= 0))
    looked_enough(job, t);
}
