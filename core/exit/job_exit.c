/* SPDX-License-Identifier: BSD-3-Clause
 *
 * job_exit.c: how a rank leaves: it records the job's status in shared memory, flushes its streams,
 * and ends. The supervisor (supervisor.c) then ends the other ranks; those that wait inside the
 * library leave when the supervisor announces the end of the job.
 */
#include "core/exit/job_exit.h"

#include <signal.h>

#include "core/boot/boot.h"
#include "core/env/env.h"
#include "core/exit/after_end.h"
#include "core/exit/after_main.h"
#include "core/base/err.h"
#include "core/exit/leave_together.h"
#include "core/exit/signals.h"
#include "core/diag/stats_file.h"
#include "core/am/wait.h"
#include "core/watch/watch.h"

void hyd_exit_record_of(struct hyd_job *job, gex_Rank_t rank, int code) {
  uint64_t mine = HYD_EXIT_SET | ((uint64_t)code & 0xff) | (uint64_t)rank << 32, seen = 0;
  if (job->shared == NULL) return;
  /* The first code counts, except that a failure replaces a success (C7.29). */
  while (!atomic_compare_exchange_weak_explicit(&job->shared->exit_word, &seen, mine,
                                                memory_order_relaxed, memory_order_relaxed))
    if (hyd_exit_code(seen) || (seen && !hyd_exit_code(mine))) return;
}

void hyd_exit_record(struct hyd_job *job, int code) {
  if (job) hyd_exit_record_of(job, job->rank, code);
}

static int recorded_code(const struct hyd_job *job, int code) {
  uint64_t word = atomic_load_explicit(&job->shared->exit_word, memory_order_relaxed);
  return word & HYD_EXIT_SET ? hyd_exit_code(word) : code;
}

static _Atomic int leaving_with = -1; /* the exit status, once this process is leaving */
static _Atomic int plain_exit;        /* exit() has begun: libc flushes the streams */
static _Atomic int by_signal;         /* a signal handler has begun to leave */

/* Ends the process if flushing takes too long, as an interrupted thread may have locked a stream.
 */
static void out_of_patience(int sig) {
  (void)sig;
  _exit(atomic_load_explicit(&leaving_with, memory_order_relaxed) & 0xff);
}

static void limit_patience(void) {
  signal(SIGALRM, out_of_patience);
  hyd_sig_unblock(SIGALRM);
  alarm(2);
}

/* Calls hooks.on_leaving, which may write much memory to files: meanwhile no time of the library's
 * passes. An alarm of the client stays set. */
static void save_memory(struct hyd_job *job) {
  int limited = atomic_load_explicit(&job->end.limited, memory_order_relaxed);
  if (job->hooks.on_leaving == NULL) return;
  if (limited) alarm(0);
  atomic_store_explicit(&job->end.saving, 1, memory_order_relaxed);
  job->hooks.on_leaving(job);
  atomic_store_explicit(&job->end.saving, 0, memory_order_relaxed);
  if (limited) limit_patience();
}

/* Closes this rank's trace; makes one file of all ranks' traces if no other process outlives the
 * ranks. */
static void leave_trace(struct hyd_job *job) {
  hyd_watch_close(job);
  if (job->supervisor == 0 && job->boot->pm == NULL) hyd_watch_join(job->env);
}

int hyd_exit_under_way(void) {
  return atomic_load_explicit(&plain_exit, memory_order_relaxed) ||
         atomic_load_explicit(&leaving_with, memory_order_relaxed) >= 0;
}

void hyd_exit_now(struct hyd_job *job, int code) {
  int mine = job && job->pid == getpid(), none = -1;
  if (mine) code = recorded_code(job, code);
  if (!atomic_compare_exchange_strong(&leaving_with, &none, code & 0xff))
    for (;;) pause(); /* another thread is leaving, or this one was interrupted while leaving */
  if (mine) {
    hyd_leave_together(job);
    code = recorded_code(job, code);
    atomic_store_explicit(&leaving_with, code & 0xff, memory_order_relaxed);
  }
  hyd_sig_block_terminating();
  limit_patience();
  if (mine) {
    atomic_store_explicit(&job->end.limited, 1, memory_order_relaxed);
    atomic_store_explicit(&job->me->state, HYD_RANK_EXITING, memory_order_relaxed);
    hyd_stats_write(job);
    leave_trace(job);
    save_memory(job);
    fflush(NULL); /* now, as a client's signal handler may have interrupted the conduit: then
                     closing it waits for a lock of this thread, until patience ends */
    hyd_leave(job, code & 0xff);
  }
  fflush(NULL);
  _exit(code & 0xff);
}

int hyd_exit_by_signal(void) { return atomic_load_explicit(&by_signal, memory_order_relaxed); }

void hyd_exit_set_by_signal(int yes) {
  atomic_store_explicit(&by_signal, yes, memory_order_relaxed);
}

void hyd_exit_for_signal(struct hyd_job *job, int code) {
  hyd_exit_set_by_signal(1);
  hyd_exit_now(job, code);
}

void gasnet_exit(int exitcode) {
  struct hyd_job *job = hyd_the_job;
  if (job && job->pid == getpid()) hyd_exit_record(job, exitcode);
  hyd_exit_now(job, exitcode);
}

/* At exit(code) or return from main: the process ends by itself, with its own code. If the C
 * library does not give the code, the supervisor records the process's exit status. */
static void on_plain_exit(int code, void *arg) {
  struct hyd_job *job = arg;
  if (job != hyd_the_job || job->pid != getpid()) return;
  atomic_store_explicit(&plain_exit, 1, memory_order_relaxed);
  if (code != HYD_CODE_UNKNOWN && hyd_env_bool(job->env, HYD_ENV_CATCH_EXIT))
    hyd_exit_record(job, code);
  if (job->size > 1 && hyd_env_bool(job->env, HYD_ENV_CATCH_EXIT)) hyd_after_end_bound(job, code);
  fflush(NULL); /* in a signal handler of the client exit() may get no further */
  hyd_leave_together(job);
  atomic_store_explicit(&job->me->state, HYD_RANK_EXITING, memory_order_relaxed);
  hyd_stats_write(job);
  leave_trace(job);
  save_memory(job);
  hyd_leave(job, -1);
  hyd_after_end_left(job);
}

/* In a child that the client forks the library cannot be used: forgets the job and the maps. */
static void after_fork_in_child(void) {
  static const struct hyd_tm_pub no_team;
  struct hyd_job *job = hyd_the_job;
  if (job == NULL) return;
  hyd_sig_forked(job);
  hyd_world.tm0 = &no_team;
  job->team.pub.size = job->pair.pub.size = 0;
  job->ready = 0;
  job->net.ends = NULL;
}

void hyd_exit_signal_rank(const struct hyd_rank_shared *r, int sig) {
  pid_t pid = (pid_t)atomic_load_explicit(&r->pid, memory_order_relaxed);
  if (pid && atomic_load_explicit(&r->state, memory_order_relaxed) == HYD_RANK_RUNNING)
    kill(pid, sig);
}

static void tell_rank(struct hyd_rank_shared *r) {
  hyd_rouse(r);
  hyd_exit_signal_rank(r, SIGQUIT);
}

/* Signals this rank last, as the signal may end this process before the others are signalled. */
void hyd_exit_end_host(struct hyd_job *job) {
  struct hyd_shared *sh = job->shared;
  if (atomic_exchange_explicit(&sh->ending, 1, memory_order_relaxed)) return;
  for (gex_Rank_t i = 0; i < job->place.host_count; i++)
    if (&sh->rank[i] != job->me) tell_rank(&sh->rank[i]);
  tell_rank(job->me);
}

/* Leaves, as the supervisor ends the job. Called in waits, without a lock held. */
static void when_ending(struct hyd_job *job) {
  if (hyd_sig_client_has_quit()) raise(SIGQUIT); /* C7.30: the client's handler calls gasnet_exit */
  hyd_exit_now(job, recorded_code(job, 1));
}

/* --- fatal errors --------------------------------------------------------- */

static void end_by(int status) {
  atomic_store_explicit(&leaving_with, status, memory_order_relaxed);
  hyd_sig_block_terminating();
  limit_patience();
  fflush(NULL);
}

static void fatal_end(int refused) {
  struct hyd_job *job = hyd_the_job;
  int mine = job && job->pid == getpid(), status = refused ? HYD_STATUS_REFUSED : 128 + SIGABRT;
  if (mine) hyd_exit_record(job, status);
  if (mine && !refused) hyd_sig_debug_aids(job);
  if (mine || refused) end_by(status);
  if (refused) _exit(status);
  signal(SIGABRT, SIG_DFL);
  hyd_sig_unblock(SIGABRT);
  raise(SIGABRT);
  _exit(128 + SIGABRT);
}

void hyd_exit_hooks(struct hyd_job *job) {
  job->hooks.fatal_end = fatal_end;
  job->hooks.when_ending = when_ending;
  job->hooks.on_main_end = hyd_after_main;
}

void hyd_exit_init(struct hyd_job *job) {
  hyd_after_end_init(job);
  hyd_at_exit(on_plain_exit, job);
  pthread_atfork(NULL, NULL, after_fork_in_child);
}
