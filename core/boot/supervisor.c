/* SPDX-License-Identifier: BSD-3-Clause
 *
 * supervisor.c: the process that has forked the ranks waits for them, and ends the job as a whole.
 * When a rank leaves, the others have some time to leave, too; then they get SIGQUIT, which clients
 * expect; then they are killed. The supervisor's exit status is the job's: the code given to
 * gasnet_exit, else that of the first rank that failed, which is 128 + signal if a signal ended it.
 */
#include <errno.h>
#include <signal.h>
#include <sys/wait.h>

#include "core/boot/boot.h"
#include "core/diag/wait_record.h"
#include "core/env/env.h"
#include "core/base/err.h"
#include "core/sys/cgroup.h"
#include "core/sys/clock.h"
#include "core/sys/ignored.h"
#include "core/shm/bell.h"
#include "core/tools/tools_int.h"
#include "core/watch/watch.h"

#define SECOND 1000000000ull
#define GRACE_CRASHED (SECOND / 10)
#define LEFTOVERS_MS 2000 /* most time for ending leftovers */
#define LOOK_NS SECOND    /* most time until ranks are looked at again, should a signal be lost */

#define FAILED_NS UINT64_C(250000000) /* time for others to leave after a rank has failed */

enum stage { RUNNING, GRACE, TOLD, KILLED };

struct state {
  struct hyd_supervisor *s;
  enum stage stage;
  uint64_t deadline_ns, polite_ns, last_dump_ns;
  uint32_t live;
  int ended_by;      /* 128 + the signal that has ended the job; 0: none has */
  int first_failure; /* status of the first rank that failed before any was told to end; 0: none */
  uint64_t kills;    /* of the memory control group, before the job */
};

uint64_t hyd_leave_patience(struct hyd_env *env, uint32_t nranks, int status) {
  double t = hyd_env_dbl(env, HYD_ENV_EXITTIMEOUT), max = hyd_env_dbl(env, HYD_ENV_EXITTIMEOUT_MAX);
  if (status) return FAILED_NS;
  if (t <= 0) {
    t = hyd_env_dbl(env, HYD_ENV_EXITTIMEOUT_MIN) +
        nranks * hyd_env_dbl(env, HYD_ENV_EXITTIMEOUT_FACTOR);
    if (t > max) t = max;
  }
  return (uint64_t)(t * 1e9);
}

static void signal_ranks(struct state *st, int sig) {
  for (uint32_t i = 0; i < st->s->nranks; i++)
    if (st->s->pid[i]) kill(st->s->pid[i], sig);
}

/* Begins the end of the job, which `grace` nanoseconds from now goes to the next stage. */
static void start_ending(struct state *st, uint64_t grace) {
  uint64_t deadline = hyd_now_ns() + grace;
  if (st->stage > GRACE) return;
  if (st->stage == RUNNING || deadline < st->deadline_ns) st->deadline_ns = deadline;
  st->stage = GRACE;
}

/* Reports stopped ranks: peers that wait for such a rank may have ended the job. */
static void name_stopped(const struct state *st) {
  for (uint32_t i = 0; i < st->s->nranks; i++) {
    siginfo_t info = {.si_pid = 0};
    if (st->s->pid[i] == 0 ||
        waitid(P_PID, (id_t)st->s->pid[i], &info, WSTOPPED | WNOHANG | WNOWAIT) || info.si_pid == 0)
      continue;
    fprintf(stderr, "*** rank %u/%u (pid %d) was stopped (SIGSTOP, or a debugger)\n", i,
            st->s->nranks, (int)st->s->pid[i]);
  }
}

static void tell_ranks(struct state *st) {
  struct hyd_shared *sh = st->s->shared;
  name_stopped(st);
  atomic_store_explicit(&sh->ending, 1, memory_order_relaxed);
  for (uint32_t i = 0; i < st->s->nranks; i++) hyd_rouse(&sh->rank[i]);
  signal_ranks(st, SIGQUIT);
  signal_ranks(st, SIGCONT);
  st->stage = TOLD;
  st->deadline_ns = hyd_now_ns() + HYD_LEAVE_TOLD_NS;
}

static void advance_stage(struct state *st) {
  if (st->stage == RUNNING || st->stage == KILLED || hyd_now_ns() < st->deadline_ns) return;
  if (st->stage == GRACE) {
    tell_ranks(st);
  } else {
    signal_ranks(st, SIGKILL);
    st->stage = KILLED;
  }
}

/* --- ranks that leave ----------------------------------------------------- */

static uint32_t rank_of(const struct state *st, pid_t pid) {
  uint32_t i = 0;
  while (i < st->s->nranks && st->s->pid[i] != pid) i++;
  return i;
}

/* Reports the rank that began the end of the job. Another rank may have died before. */
static void name_beginner(const struct state *st, uint32_t rank, pid_t pid, int code) {
  const struct hyd_shared *sh = st->s->shared;
  uint64_t word = atomic_load_explicit(&sh->exit_word, memory_order_relaxed);
  if (hyd_exit_code(word) && hyd_exit_rank(word) < st->s->nranks) {
    rank = hyd_exit_rank(word);
    code = hyd_exit_code(word);
    pid = (pid_t)atomic_load_explicit(&sh->rank[rank].pid, memory_order_relaxed);
  }
  if (!hyd_env_bool(st->s->env, HYD_ENV_QUIET))
    fprintf(stderr, "*** rank %u/%u (pid %d) ended with status %d; ending the job\n", rank,
            st->s->nranks, (int)pid, code);
}

/* A reason for SIGKILL that the job's users can see nowhere else. */
static const char *lacked_memory(const struct state *st, int sig) {
  return sig == SIGKILL && hyd_cgroup_kills("") > st->kills
             ? ": its control group's memory is full, and the kernel kills (memory.max)"
             : "";
}

static void rank_gone(struct state *st, uint32_t rank, pid_t pid, int status) {
  int crashed = WIFSIGNALED(status);
  int code = crashed ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  st->s->pid[rank] = 0;
  st->live--;
  if (st->stage > GRACE) return; /* ranks have been told to end */
  if (code && st->first_failure == 0) {
    st->first_failure = code;
    if (crashed)
      fprintf(stderr, "*** rank %u/%u (pid %d) died of %s(%d)%s; ending the job\n", rank,
              st->s->nranks, (int)pid, gasnett_signame_fromval(WTERMSIG(status)), WTERMSIG(status),
              lacked_memory(st, WTERMSIG(status)));
    else if (st->ended_by == 0)
      name_beginner(st, rank, pid, code);
  }
  if (crashed)
    start_ending(st, GRACE_CRASHED);
  else if (code)
    start_ending(st, hyd_leave_patience(st->s->env, st->s->nranks, code));
  else if (hyd_env_bool(st->s->env, HYD_ENV_CATCH_EXIT) ||
           atomic_load_explicit(&st->s->shared->exit_word, memory_order_relaxed))
    start_ending(st, st->polite_ns);
}

static void reap(struct state *st) {
  pid_t pid;
  int status;
  while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
    uint32_t rank = rank_of(st, pid);
    if (rank < st->s->nranks && (WIFEXITED(status) || WIFSIGNALED(status)))
      rank_gone(st, rank, pid, status);
  }
}

/* --- signals to the supervisor -------------------------------------------- */

void hyd_supervised_signals(sigset_t *set, struct hyd_env *env) {
  static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT},
                   others[] = {SIGCHLD, SIGUSR1, SIGUSR2};
  sigemptyset(set);
  for (size_t i = 0; i < sizeof ending / sizeof ending[0]; i++)
    if (!hyd_signal_is_ignored(ending[i])) sigaddset(set, ending[i]);
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) sigaddset(set, others[i]);
  sigaddset(set, HYD_DUMP_SIGNAL);
  if (hyd_env_signal(env, HYD_ENV_BACKTRACE_SIGNAL))
    sigaddset(set, hyd_env_signal(env, HYD_ENV_BACKTRACE_SIGNAL));
  if (hyd_env_signal(env, HYD_ENV_FREEZE_SIGNAL))
    sigaddset(set, hyd_env_signal(env, HYD_ENV_FREEZE_SIGNAL));
}

/* Signals the ranks one after the other, so that their output does not mix. */
static void signal_ranks_in_turn(struct state *st, int sig) {
  struct timespec gap = {0, st->s->nranks <= 16 ? 20000000 : 5000000};
  for (uint32_t i = 0; i < st->s->nranks; i++) {
    if (!st->s->pid[i]) continue;
    kill(st->s->pid[i], sig);
    nanosleep(&gap, NULL);
  }
}

static void dump(struct state *st) {
  uint64_t now = hyd_now_ns();
  if (st->last_dump_ns && now - st->last_dump_ns < SECOND) return;
  st->last_dump_ns = now;
  hyd_diag_print_ranks(st->s->shared, STDERR_FILENO);
  if (st->s->nranks > 1) hyd_diag_print_graph(st->s->shared, stderr);
  signal_ranks_in_turn(st, HYD_DUMP_SIGNAL);
  atomic_store_explicit(&st->s->shared->dump_wanted, 0, memory_order_relaxed);
}

/* 1: the environment has chosen the signal as a debugging aid, and it was passed to the ranks. (A
 * signal from the terminal, as ^C, has reached them already.) */
static int pass_on_aid(struct state *st, int sig, const siginfo_t *info) {
  int backtrace = sig == hyd_env_signal(st->s->env, HYD_ENV_BACKTRACE_SIGNAL);
  int freeze = sig == hyd_env_signal(st->s->env, HYD_ENV_FREEZE_SIGNAL);
  if (!backtrace && !freeze) return 0;
  if (info->si_code == SI_KERNEL) return 1;
  (backtrace ? signal_ranks_in_turn : signal_ranks)(st, sig);
  return 1;
}

static void take_signal(struct state *st, int sig, const siginfo_t *info) {
  if (sig == SIGCHLD || pass_on_aid(st, sig, info)) return;
  if (sig == HYD_DUMP_SIGNAL || sig == SIGQUIT) dump(st);
  if (sig == HYD_DUMP_SIGNAL) return;
  if (sig == SIGUSR1 || sig == SIGUSR2) {
    signal_ranks(st, sig);
    return;
  }
  if (st->ended_by == 0) st->ended_by = 128 + sig;
  if (sig != SIGQUIT) signal_ranks(st, sig);
  start_ending(st, sig == SIGQUIT ? 0 : SECOND);
}

/* --- the loop ------------------------------------------------------------- */

static int final_status(const struct state *st) {
  uint64_t word = atomic_load_explicit(&st->s->shared->exit_word, memory_order_relaxed);
  if (hyd_exit_code(word)) return hyd_exit_code(word);
  return st->ended_by ? st->ended_by : st->first_failure;
}

static struct timespec until_deadline(const struct state *st) {
  uint64_t now = hyd_now_ns(), ns = LOOK_NS;
  if (st->stage == GRACE || st->stage == TOLD)
    ns = st->deadline_ns > now ? st->deadline_ns - now : 0;
  return (struct timespec){(time_t)(ns / SECOND), (long)(ns % SECOND)};
}

/* A filter refuses rt_sigtimedwait: sleeps a moment in its place, and warns once that the
 * supervisor does not pass on signals. */
static HYD_COLD void cannot_wait(int err) {
  static const struct timespec pause = {0, 10000000};
  static int said;
  if (!said++)
    fprintf(stderr, "WARNING: rt_sigtimedwait: %s: the job's supervisor takes no signals\n",
            strerror(err));
  nanosleep(&pause, NULL);
}

void hyd_supervise(struct hyd_supervisor *s) {
  struct state st = {.s = s,
                     .stage = RUNNING,
                     .live = s->nranks,
                     .kills = hyd_cgroup_kills(""),
                     .polite_ns = hyd_leave_patience(s->env, s->nranks, 0)};
  sigset_t set;
  hyd_supervised_signals(&set, s->env);
  while (st.live) {
    struct timespec ts = until_deadline(&st);
    siginfo_t info;
    int sig = sigtimedwait(&set, &info, &ts);
    if (sig < 0 && errno != EAGAIN && errno != EINTR) cannot_wait(errno);
    if (sig > 0) take_signal(&st, sig, &info);
    reap(&st);
    advance_stage(&st);
  }
  hyd_leftovers_end(&s->leftovers, LEFTOVERS_MS); /* those of ranks, as gasnetrun's agents do */
  hyd_watch_join(s->env);
  _exit(final_status(&st));
}
