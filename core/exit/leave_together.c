/* SPDX-License-Identifier: BSD-3-Clause
 *
 * leave_together.c: see leave_together.h. Ranks that a process manager has started wait for each
 * other when they leave: the ranks of a host by their state in shared memory, the leaders of hosts
 * by messages (host_leaders.h). If a rank does not come in time, the waiting rank announces the end
 * of the job to all hosts, waits a second, and asks the manager to end the remaining ranks.
 */
#include "core/exit/leave_together.h"

#include <signal.h>
#include <time.h>

#include "conduits/dispatch.h"
#include "core/boot/boot.h"
#include "core/exit/after_end.h"
#include "core/exit/end_message.h"
#include "core/exit/job_exit.h"
#include "core/oob/host_leaders.h"
#include "core/boot/pm.h"
#include "core/boot/pmi_text.h"
#include "core/oob/oob.h"
#include "core/sys/clock.h"
#include "core/am/wait.h"

#define NAP_NS 200000u
#define LAST_NAPS 50000u /* polls before the first nap: other ranks come soon as a rule */

static int is_ending(const struct hyd_job *job) {
  return (int)atomic_load_explicit(&job->shared->ending, memory_order_relaxed);
}

static uint64_t exit_word(const struct hyd_job *job) {
  return atomic_load_explicit(&job->shared->exit_word, memory_order_relaxed);
}

static int status_of(const struct hyd_job *job) { return hyd_exit_code(exit_word(job)); }

/* --- together ------------------------------------------------------------- */

static int host_leaves(const struct hyd_job *job) {
  for (gex_Rank_t i = 0; i < job->place.host_count; i++)
    if (atomic_load_explicit(&job->shared->rank[i].state, memory_order_relaxed) != HYD_RANK_EXITING)
      return 0;
  return 1;
}

static int all_leave(struct hyd_job *job) {
  if (atomic_load_explicit(&job->shared->all_leave, memory_order_relaxed)) return 1;
  if (!host_leaves(job)) return 0;
  if (hyd_leaders_of(job) && (!hyd_is_leader(job) || !hyd_leaders_all_leave(job))) return 0;
  atomic_store_explicit(&job->shared->all_leave, 1, memory_order_relaxed);
  return 1;
}

static void ignore(void) {}

/* Retires the client's handlers of all endpoints. */
static void retire_handlers(struct hyd_job *job) {
  uint32_t neps = atomic_load_explicit(&job->mem.neps, memory_order_acquire); /* E2 */
  for (uint32_t e = 0; e < neps; e++)
    for (int i = GEX_AM_INDEX_BASE; i < 256; i++)
      job->mem.eps[e]->handler[i].entry.gex_fnptr = (gex_AM_Fn_t)ignore;
}

/* Whether this thread may poll: not in a handler, nor in a signal handler that has interrupted the
 * library. */
static int may_poll(struct hyd_job *job) {
  const struct hyd_thread *t = hyd_the_thread;
  return job->ready && (t == NULL || (!t->in_request && !t->in_reply)) && !hyd_exit_by_signal();
}

static void nap(void) {
  struct timespec t = {0, NAP_NS};
  nanosleep(&t, NULL);
}

/* Ends the job: announces it to all hosts, whose leaders answer and end their ranks. A rank that is
 * leaving ends by itself soon (job_exit.c bounds it); if the manager ended the job at once, it
 * might kill ranks that are about to return 0. */
static void end_job(struct hyd_job *job) {
  uint64_t end = hyd_now_ns() + HYD_LEAVE_TOLD_NS;
  uint32_t told = 0;
  hyd_exit_end_host(job);
  while (hyd_now_ns() < end) {
    int heard = hyd_leaders_of(job) == NULL || hyd_end_message_tell(job, exit_word(job), &told);
    if (heard && host_leaves(job)) return;
    if (may_poll(job)) hyd_poll(job);
    nap();
  }
  (void)job->boot->pm->ops->abort_job(job->boot->pm, status_of(job), "a rank has left");
}

/* By the leader of a host that was told to end, perhaps in a signal handler: kills ranks that do
 * not leave. */
static void see_host_off(struct hyd_job *job) {
  uint64_t end = hyd_now_ns() + HYD_LEAVE_TOLD_NS;
  atomic_store_explicit(&job->me->state, HYD_RANK_EXITING, memory_order_relaxed);
  while (!host_leaves(job) && hyd_now_ns() < end) nap();
  for (gex_Rank_t i = 0; i < job->place.host_count; i++)
    hyd_exit_signal_rank(&job->shared->rank[i], SIGKILL);
}

/* Tells the launcher which rank gives the job its status, as ranks that follow may end before that
 * rank does. Only gasnetrun's agents use it, which speak PMI-1. */
static void tell_launcher(struct hyd_job *job) {
  struct hyd_pm *pm = job->boot->pm;
  char status[24];
  if (status_of(job) == 0 || hyd_exit_rank(exit_word(job)) != job->rank ||
      pm->ops != &hyd_pm_pmi1 || hyd_exit_by_signal() ||
      atomic_exchange_explicit(&job->end.told, 1, memory_order_relaxed))
    return;
  snprintf(status, sizeof status, "%d", status_of(job));
  (void)pm->ops->put(pm, HYD_PM_LEAVES, status);
}

void hyd_leave_together(struct hyd_job *job) {
  uint64_t end = hyd_now_ns(), polls = 0;
  int polling;
  if (job->boot->pm == NULL || job->size == 1 || job->boot->pm->ended) return;
  if (is_ending(job)) {
    if (hyd_leaders_of(job) && hyd_is_leader(job)) see_host_off(job);
    return;
  }
  if (!(exit_word(job) & HYD_EXIT_SET)) return;
  atomic_store_explicit(&job->me->state, HYD_RANK_EXITING, memory_order_relaxed);
  tell_launcher(job);
  if ((polling = may_poll(job))) retire_handlers(job);
  if (!hyd_exit_by_signal()) end += hyd_leave_patience(job->env, job->size, status_of(job));
  while (hyd_now_ns() < end) {
    if (is_ending(job) || job->boot->pm->ended ||
        (polling || hyd_leaders_of(job) == NULL ? all_leave(job) : 0))
      return;
    if (polling) hyd_poll(job);
    if (!polling || ++polls > LAST_NAPS || job->wait.oversubscribed) nap();
  }
  if (!is_ending(job) && !job->boot->pm->ended) end_job(job);
}

void hyd_leave(struct hyd_job *job, int status) {
  struct hyd_pm *pm = job->boot->pm;
  int in_haste =
      is_ending(job) || hyd_exit_by_signal(); /* no rank waits for this one's last messages */
  hyd_after_end_closing(job);
  if (!in_haste && (pm || job->net.state) && !hyd_after_end(job)) {
    hyd_conduit_close(job);
    hyd_after_end_closed(job);
  }
  if (pm) {
    pm->status = status;
    pm->in_haste = in_haste;
    pm->ops->close(pm);
  }
  job->boot->pm = NULL;
}
