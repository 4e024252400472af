/* SPDX-License-Identifier: BSD-3-Clause
 *
 * boot_fork.c: starts the ranks of a job on this host by forking inside init.
 *
 *   program ── init ──┬── becomes the supervisor (supervisor.c)
 *                     ├── rank 0: returns from init
 *                     ├── rank 1: returns from init ...
 *
 * Shared memory (shared_memory.c) is mapped before the fork, so that it costs a rank nothing. A
 * rank dies with its supervisor (PR_SET_PDEATHSIG), whatever kills the supervisor.
 */
#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "conduits/conduit.h"
#include "core/topo/binding.h"
#include "core/boot/boot.h"
#include "core/env/env.h"
#include "core/base/err.h"
#include "core/sys/entropy.h"
#include "core/tools/tools_int.h"

#define MAX_RANKS 65536

static gex_Rank_t wanted_ranks(struct hyd_env *env, gex_Rank_t given) {
  const char *text = hyd_env_str(env, HYD_ENV_PSHM_NODES);
  int64_t n = given;
  if (given == 0 && (hyd_parse_int(text, 0, &n) || n < 1 || n > MAX_RANKS))
    hyd_refuse("launch",
               "GASNET_PSHM_NODES=%.40s; expected a number of ranks from 1 to %d "
               "(gasnetrun -n N sets it)",
               text, MAX_RANKS);
  if (n > MAX_RANKS)
    hyd_refuse("launch", "%lld ranks as first argument; expected at most %d on a host",
               (long long)n, MAX_RANKS);
  return (gex_Rank_t)n;
}

static void make_shared(struct hyd_boot *boot) {
  close(hyd_share_make(boot, 0, boot->size)); /* it stays mapped */
  boot->shared->nhosts = 1;
  hyd_host_firsts(boot->shared)[1] = boot->size;
  if (hyd_random(boot->key, sizeof boot->key))
    hyd_fatal("launch", HYD_RANDOM_MEANS ": %s; expected one of them", strerror(errno));
}

static sigset_t supervisor_signals(struct hyd_env *env) {
  sigset_t set;
  hyd_supervised_signals(&set, env);
  return set;
}

/* In the child: becomes rank `rank`. */
static void become_rank(struct hyd_boot *boot, gex_Rank_t rank, const sigset_t *old_mask) {
  boot->rank = rank;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != boot->supervisor)
    _exit(128 + SIGKILL); /* the supervisor died before the prctl */
  sigaction(SIGCHLD, &boot->before[SIGCHLD], NULL);
  sigprocmask(SIG_SETMASK, old_mask, NULL);
}

static HYD_COLD void fork_failed(struct hyd_supervisor *s, gex_Rank_t started) {
  int err = errno;
  for (gex_Rank_t i = 0; i < started; i++) kill(s->pid[i], SIGKILL);
  hyd_fatal("launch",
            "cannot start rank %u of %u: %s; expected room for that many processes "
            "(ulimit -u, pids cgroup)",
            started, s->nranks, strerror(err));
}

void hyd_boot_fork(struct hyd_boot *boot, struct hyd_env *env, const struct hyd_conduit *conduit) {
  struct hyd_supervisor s = {.env = env};
  struct hyd_bind_plan *plan;
  sigset_t mask = supervisor_signals(env), old_mask;
  boot->size = wanted_ranks(env, boot->size);
  make_shared(boot);
  if (conduit->prelaunch && conduit->prelaunch(env, boot->size, &boot->conduit_shared))
    hyd_fatal("launch", "conduit %s cannot prepare %u ranks", conduit->name, boot->size);
  boot->rank = 0;
  boot->supervisor = 0;
  if (boot->size == 1) return;

  s.shared = boot->shared;
  s.nranks = boot->size;
  s.pid = calloc(boot->size, sizeof *s.pid);
  if (s.pid == NULL) hyd_fatal("launch", "out of memory for %u ranks", boot->size);
  boot->cpus = hyd_bind_cpus(); /* before ranks are bound to their share */
  plan = hyd_bind_plan(env, boot->size);
  boot->supervisor = getpid();
  hyd_leftovers_adopt(&s.leftovers);
  sigprocmask(SIG_BLOCK, &mask, &old_mask);
  signal(SIGCHLD, SIG_DFL); /* if SIGCHLD were ignored the ranks' statuses would be lost */
  fflush(NULL);
  for (gex_Rank_t i = 0; i < boot->size; i++) {
    pid_t pid = fork();
    if (pid < 0) fork_failed(&s, i);
    if (pid == 0) {
      become_rank(boot, i, &old_mask);
      hyd_bind_apply(plan, i);
      free(s.pid);
      return;
    }
    s.pid[i] = pid;
  }
  hyd_supervise(&s);
}

void hyd_boot_settle(struct hyd_job *job) {
  struct timespec ms = {0, 10000000};
  for (int i = 0; i < 100; i++) {
    if (job->boot->supervisor == 0) return;
    if (!atomic_load_explicit(&job->shared->dump_wanted, memory_order_relaxed)) return;
    nanosleep(&ms, NULL);
  }
}
