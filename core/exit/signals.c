/* SPDX-License-Identifier: BSD-3-Clause
 *
 * signals.c: what a rank does on a signal (gasnet1-core.md C7.30..7.33).
 */
/* clang-format off */
/*   fatal (SEGV ...)        report it, debugging aids, then die of the signal
 *   terminating (TERM ...)  call the client's SIGQUIT handler, or report it and end the job
 *   QUIT                    have every rank dumped, then as above; from the launcher: the job ends
 *   dump (real-time)        print this rank's backtrace, or what the value asks for (dump_signal.h),
 *                           and continue
 *   GASNET_BACKTRACE_SIGNAL print a backtrace, and continue
 *   GASNET_FREEZE_SIGNAL    wait for a debugger, and continue
 */
/* clang-format on */
#include "core/exit/signals.h"

#include <dlfcn.h>
#include <errno.h>
#include <signal.h>

#include "core/diag/backtrace.h"
#include "core/exit/bus_error.h"
#include "core/exit/client_note.h"
#include "core/boot/boot.h"
#include "core/boot/pm.h"
#include "core/diag/stats_file.h"
#include "core/diag/wait_record.h"
#include "core/env/env.h"
#include "core/base/err.h"
#include "core/sys/clock.h"
#include "core/exit/job_exit.h"
#include "core/watch/watch.h"

#define TURN_NS 5000000000u /* longest wait for other ranks' backtraces */

static const struct {
  int sig;
  const char *name;
  int fatal;
} caught[] = {{SIGABRT, "SIGABRT", 1}, {SIGILL, "SIGILL", 1},   {SIGSEGV, "SIGSEGV", 1},
              {SIGBUS, "SIGBUS", 1},   {SIGFPE, "SIGFPE", 1},   {SIGINT, "SIGINT", 0},
              {SIGTERM, "SIGTERM", 0}, {SIGHUP, "SIGHUP", 0},   {SIGPIPE, "SIGPIPE", 0},
              {SIGXCPU, "SIGXCPU", 0}, {SIGXFSZ, "SIGXFSZ", 0}, {SIGQUIT, "SIGQUIT", 0}};
#define CAUGHT (sizeof caught / sizeof caught[0])

void hyd_sig_unblock(int sig) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, sig);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

void hyd_sig_block_terminating(void) {
  sigset_t set;
  sigemptyset(&set);
  for (size_t i = 0; i < CAUGHT; i++)
    if (!caught[i].fatal) sigaddset(&set, caught[i].sig);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
}

/* Writes a line to stderr by write(2), since a signal handler may not take a lock. */
static void write_line(const char *fmt, ...) {
  char text[256];
  va_list ap;
  int n;
  va_start(ap, fmt);
  n = vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  if (n > 0 && write(STDERR_FILENO, text, (size_t)n) < 0) errno = 0;
}

/* One rank of a host says how to get backtraces, unless the user has set that. */
static void say_how_to_trace(struct hyd_job *job) {
  if (hyd_env_is_set(job->env, HYD_ENV_BACKTRACE) || hyd_env_bool(job->env, HYD_ENV_QUIET)) return;
  if (atomic_exchange_explicit(&job->shared->said_how, 1, memory_order_relaxed)) return;
  write_line(
      "*** To see where it was: GASNET_BACKTRACE=1 prints stack traces, GASNET_FREEZE_ON_ERROR=1 "
      "waits for a "
      "debugger\n");
}

void hyd_sig_debug_aids(struct hyd_job *job) {
  say_how_to_trace(job);
  if (hyd_env_bool(job->env, HYD_ENV_BACKTRACE) && gasnett_print_backtrace_ifenabled)
    gasnett_print_backtrace_ifenabled(STDERR_FILENO);
  if (!hyd_env_bool(job->env, HYD_ENV_FREEZE_ON_ERROR)) return;
  gasnet_frozen = 1; /* a debugger may have set it to 0 before */
  gasnett_freezeForDebuggerNow(&gasnet_frozen, "gasnet_frozen");
}

static void write_signal(const struct hyd_job *job, int sig) {
  write_line("*** Caught a fatal signal: %s(%d) on rank %u/%u\n", gasnett_signame_fromval(sig), sig,
             job->rank, job->size);
}

/* 1 in the first process of the job that gets here, which reports the reason: ^C, and memory that
 * is full, reach all ranks.
 */
static int claim_first_word(struct hyd_job *job) {
  return atomic_exchange_explicit(&job->shared->said_goodbye, 1, memory_order_relaxed) == 0;
}

/* Whether the file is the library's own shared memory: core/sys/memory_file.h. */
static int is_shared_memory(const char *file) {
  return strstr(file, "hydrant-job") || strstr(file, "hydrant-segments") ||
         strstr(file, "gasnet-segment");
}

/* Explains a SIGBUS at a mapping of a file: the file system is full, or the file was truncated.
 * Returns the signal to die of: the library's own memory without room is an error like others. */
static int explain_bus_error(struct hyd_job *job, const siginfo_t *info) {
  char name[120];
  int known = info->si_code == BUS_ADRERR && hyd_bus_file(info->si_addr, name, sizeof name) == 0;
  if (known && is_shared_memory(name)) {
    if (claim_first_word(job))
      write_line("*** FATAL ERROR (rank %u/%u): shared memory: no room for a page of %s; expected "
                 "room in its file system (df), or that memfd_create is allowed\n",
                 job->rank, job->size, name);
    return SIGABRT;
  }
  write_signal(job, SIGBUS);
  if (known)
    write_line(
        "*** The address is in a mapping of %s: its file system (or memory) is full, or the file "
        "was cut short\n",
        name);
  return SIGBUS;
}

static void on_fatal(int sig, siginfo_t *info, void *context) {
  struct hyd_job *job = hyd_the_job;
  (void)context;
  signal(sig, SIG_DFL);
  if (job && job->pid == getpid()) {
    if (sig == SIGBUS)
      signal(sig = explain_bus_error(job, info), SIG_DFL);
    else
      write_signal(job, sig);
    hyd_exit_record(job, 128 + sig);
    hyd_sig_debug_aids(job);
  }
  hyd_sig_unblock(sig);
  raise(sig);
}

static void on_quit(int sig, siginfo_t *info, void *context);

int hyd_sig_client_has_quit(void) {
  struct sigaction sa;
  return sigaction(SIGQUIT, NULL, &sa) == 0 && sa.sa_handler != SIG_DFL &&
         sa.sa_handler != SIG_IGN && sa.sa_sigaction != on_quit;
}

int hyd_sig_quit_ends(void) {
  struct sigaction sa;
  return sigaction(SIGQUIT, NULL, &sa) == 0 && sa.sa_sigaction == on_quit;
}

static void leave_by_signal(struct hyd_job *job, int sig) {
  if (hyd_exit_under_way()) return; /* this process is leaving already */
  if (!atomic_load_explicit(&job->shared->ending, memory_order_relaxed) && claim_first_word(job))
    write_line("*** Caught a signal: %s(%d) on rank %u/%u\n", gasnett_signame_fromval(sig), sig,
               job->rank, job->size);
  if (!atomic_load_explicit(&job->shared->ending, memory_order_relaxed))
    hyd_exit_record(job, 128 + sig);
  hyd_exit_for_signal(job, 128 + sig);
}

static void on_terminate(int sig) {
  struct hyd_job *job = hyd_the_job;
  if (job == NULL || job->pid != getpid()) {
    signal(sig, SIG_DFL);
    raise(sig);
    return;
  }
  if (!hyd_sig_client_has_quit()) {
    leave_by_signal(job, sig);
    return;
  }
  hyd_exit_set_by_signal(1); /* the client's handler calls gasnet_exit */
  raise(SIGQUIT);
  hyd_exit_set_by_signal(0);
}

/* Whether the signal comes from the agent that has started this rank
 * (contrib/tools/gasnetrun/agent.c): it ends the job, and has reported why. */
static int told_by_launcher(const struct hyd_job *job, const siginfo_t *info) {
  return job->boot->pm && info->si_code == SI_USER && info->si_pid == job->boot->pm->manager;
}

static void on_quit(int sig, siginfo_t *info, void *context) {
  struct hyd_job *job = hyd_the_job;
  (void)context;
  if (hyd_exit_under_way()) return;
  if (job == NULL) _exit(128 + sig);
  if (job->pid != getpid()) {
    if (!job->trace.quit_ignored) _exit(128 + sig);
    return;
  }
  if (told_by_launcher(job, info))
    atomic_store_explicit(&job->shared->ending, 1, memory_order_relaxed);
  if (!atomic_load_explicit(&job->shared->ending, memory_order_relaxed)) {
    if (job->trace.quit_ignored) return;
    hyd_diag_request_dump(job);
    hyd_boot_settle(job); /* so that the supervisor dumps this rank before it ends */
  }
  leave_by_signal(job, sig);
}

/* Waits for this rank's turn to print, for TURN_NS at most, as the rank before may have died. */
static int take_turn(struct hyd_job *job) {
  uint64_t end = hyd_now_ns() + TURN_NS;
  while (atomic_exchange_explicit(&job->shared->printing, 1, memory_order_relaxed)) {
    if (hyd_now_ns() > end) return 0;
    gasnett_nsleep(1000000);
  }
  return 1;
}

static void print_backtrace(struct hyd_job *job) {
  char note[200];
  size_t n = hyd_note_get(note, sizeof note);
  int turn = take_turn(job);
  if (n) write_line("rank %u/%u: %.*s\n", job->rank, job->size, (int)n, note);
  if (job->hooks.on_dump) job->hooks.on_dump(job);
  write_line("rank %u/%u (pid %d) backtrace:\n", job->rank, job->size, (int)job->pid);
  hyd_backtrace_print(job, STDERR_FILENO);
  if (turn) atomic_store_explicit(&job->shared->printing, 0, memory_order_relaxed);
}

/* 1: the launcher, or gasnetrun --dump, wanted something else than a backtrace, and has got it. */
static int answer_launcher(struct hyd_job *job, const siginfo_t *info) {
  int value = info->si_code == SI_QUEUE ? info->si_value.sival_int : 0;
  if (hyd_signal_is_internal(job, info)) return 0;
  if (HYD_DUMP_KIND(value) == HYD_DUMP_HOST)
    hyd_diag_request_dump(job);
  else if (HYD_DUMP_KIND(value) == HYD_DUMP_PLACES(0, 0))
    hyd_diag_print_places(job, (uint32_t)value >> 12 & HYD_DUMP_NEIGHBOURS,
                          (uint32_t)value & HYD_DUMP_NEIGHBOURS, STDERR_FILENO);
  else if (HYD_DUMP_KIND(value) == HYD_DUMP_COUNT)
    hyd_watch_ask(job);
  else
    return 0;
  return 1;
}

static void on_dump(int sig, siginfo_t *info, void *context) {
  struct hyd_job *job = hyd_the_job;
  int saved = errno;
  (void)sig;
  (void)context;
  if (job && job->pid == getpid() && !answer_launcher(job, info) &&
      !hyd_backtrace_answer(job, info)) {
    if (job->size == 1 && job->boot->pm == NULL) hyd_diag_print_ranks(job->shared, STDERR_FILENO);
    hyd_diag_print_network(job, STDERR_FILENO);
    hyd_stats_print_ways(job, STDERR_FILENO);
    print_backtrace(job);
  }
  errno = saved;
}

/* --- debugging aids that the environment chooses -------------------------- */

/* Reports the signal, and freezes the other threads, too. */
static void freeze_threads(struct hyd_job *job, int sig, const siginfo_t *info) {
  if (!hyd_signal_is_internal(job, info)) {
    gasnet_frozen = 1;
    hyd_signal_other_threads(job, sig);
    gasnett_freezeForDebuggerNow(&gasnet_frozen, "gasnet_frozen");
  }
  while (gasnet_frozen) gasnett_nsleep(10000000);
}

static void on_aid(int sig, siginfo_t *info, void *context) {
  struct hyd_job *job = hyd_the_job;
  int saved = errno;
  (void)context;
  if (job == NULL || job->pid != getpid()) return;
  if (sig == job->trace.signal && job->trace.here && !hyd_signal_is_internal(job, info))
    print_backtrace(job);
  if (sig == job->trace.freeze_signal) freeze_threads(job, sig, info);
  errno = saved;
}

/* Whether the comma-separated list names the signal, as SIGSEGV, SEGV, segv or 11; * names all. */
static int is_listed(const char *list, int sig, const char *name) {
  char copy[256], *save = NULL, *word;
  if (strcmp(list, "*") == 0) return 1;
  snprintf(copy, sizeof copy, "%s", list);
  for (word = strtok_r(copy, ", ", &save); word; word = strtok_r(NULL, ", ", &save))
    if (strcasecmp(word, name) == 0 || strcasecmp(word, name + 3) == 0 || atoi(word) == sig)
      return 1;
  return 0;
}

/* --- which signals the library handles ------------------------------------ */

void hyd_sig_note(struct sigaction before[_NSIG]) {
  for (int sig = 1; sig < _NSIG; sig++)
    if (sigaction(sig, NULL, &before[sig])) before[sig] = (struct sigaction){.sa_handler = SIG_DFL};
}

/* Whether the handler belongs to a language's runtime or a sanitizer, not to the client. For
 * example, GNU Fortran's handler of SIGQUIT would print a backtrace of each rank that is told to
 * end. */
static int is_of_runtime(const struct sigaction *sa) {
  static const char *const runtimes[] = {"libgfortran", "libasan", "libtsan", "libubsan"};
  Dl_info where;
  if (sa->sa_handler == SIG_IGN || !dladdr((void *)(uintptr_t)sa->sa_handler, &where) ||
      where.dli_fname == NULL)
    return 0;
  for (size_t i = 0; i < sizeof runtimes / sizeof runtimes[0]; i++)
    if (strstr(where.dli_fname, runtimes[i])) return 1;
  return 0;
}

/* SIGPIPE was ignored when this process was started. Some parents ignore it for themselves; that
 * must not keep a rank whose output no process reads from ending the job. If the client ignores it,
 * it stays ignored. */
static int started_without_pipe; /* process-wide, as the parent's setting is */
static __attribute__((constructor)) void look_at_start(void) {
  struct sigaction sa;
  started_without_pipe = sigaction(SIGPIPE, NULL, &sa) == 0 && sa.sa_handler == SIG_IGN;
}

/* Whether the signal belongs to the client: the client handles or ignores it, or its parent ignores
 * it (nohup). */
static int is_of_client(int sig, const struct sigaction *sa) {
  if (sig == SIGPIPE && started_without_pipe && sa->sa_handler == SIG_IGN) return 0;
  return sa->sa_handler != SIG_DFL && !is_of_runtime(sa);
}

static void catch_signal(struct hyd_job *job, int sig, const struct sigaction *sa) {
  if (is_of_client(sig, &job->boot->before[sig])) return;
  sigaction(sig, sa, NULL);
  sigaddset(&job->trace.caught, sig);
}

/* Catches a signal that the environment or the library uses, even if the parent ignored it. */
static void catch_info(struct hyd_job *job, int sig, void (*handler)(int, siginfo_t *, void *)) {
  const struct sigaction *before = &job->boot->before[sig];
  struct sigaction sa = {.sa_flags = SA_SIGINFO | SA_RESTART};
  sa.sa_sigaction = handler;
  sigemptyset(&sa.sa_mask);
  if (is_of_client(sig, before) && before->sa_handler != SIG_IGN) return;
  sigaction(sig, &sa, NULL);
  sigaddset(&job->trace.caught, sig);
}

/* Catches SIGQUIT, even if it is ignored, as in background commands of a script: a rank that does
 * not notice the end of the job is killed before it has flushed its output. */
static void catch_quit(struct hyd_job *job) {
  job->trace.quit_ignored = job->boot->before[SIGQUIT].sa_handler == SIG_IGN;
  catch_info(job, SIGQUIT, on_quit);
}

void hyd_sig_init(struct hyd_job *job) {
  struct sigaction fatal = {.sa_flags = SA_SIGINFO | SA_ONSTACK},
                   terminate = {.sa_flags = SA_RESTART};
  const char *leave_alone = hyd_env_str(job->env, HYD_ENV_NO_CATCH_SIGNAL);
  fatal.sa_sigaction = on_fatal;
  terminate.sa_handler = on_terminate;
  sigemptyset(&job->trace.caught);
  for (size_t i = 0; i < CAUGHT; i++) {
    if (is_listed(leave_alone, caught[i].sig, caught[i].name)) continue;
    if (caught[i].fatal)
      catch_signal(job, caught[i].sig, &fatal);
    else if (caught[i].sig == SIGQUIT)
      catch_quit(job);
    else
      catch_signal(job, caught[i].sig, &terminate);
  }
  hyd_backtrace_init(job);
  job->trace.signal = hyd_env_signal(job->env, HYD_ENV_BACKTRACE_SIGNAL);
  job->trace.freeze_signal = hyd_env_signal(job->env, HYD_ENV_FREEZE_SIGNAL);
  catch_info(job, HYD_DUMP_SIGNAL, on_dump);
  if (job->trace.signal) catch_info(job, job->trace.signal, on_aid);
  if (job->trace.freeze_signal) catch_info(job, job->trace.freeze_signal, on_aid);
}

static int is_same(const struct sigaction *a, const struct sigaction *b) {
  return a->sa_handler == b->sa_handler;
}

void hyd_sig_give_back(struct hyd_job *job) {
  for (int sig = 1; sig < _NSIG; sig++) {
    const struct sigaction *before = &job->boot->before[sig];
    if (sigaction(sig, NULL, &job->trace.after[sig]) || is_same(&job->trace.after[sig], before))
      continue;
    if (is_of_client(sig, before) && sigismember(&job->trace.caught, sig) <= 0)
      (void)sigaction(sig, before, NULL);
    else
      sigaddset(&job->trace.caught, sig);
  }
}

void hyd_sig_forked(struct hyd_job *job) {
  struct sigaction now;
  for (int sig = 1; sig < _NSIG; sig++)
    if (sigismember(&job->trace.caught, sig) > 0 && sigaction(sig, NULL, &now) == 0 &&
        is_same(&now, &job->trace.after[sig]))
      (void)sigaction(sig, &job->boot->before[sig], NULL);
}
