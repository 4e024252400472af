/* SPDX-License-Identifier: BSD-3-Clause
 *
 * processes.c: child processes that cannot be left behind. Each child leads a process group noted
 * in a fixed table that a signal handler may read. gasnet-bench adopts orphans of its jobs
 * (subreaper), so that "ended" means that every process of the group has been reaped.
 */
#include "launch.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_GROUPS 128
static volatile pid_t groups[MAX_GROUPS]; /* 0: free. Written by the launcher only */

static void remember_group(pid_t leader) {
  for (int i = 0; i < MAX_GROUPS; i++) {
    if (groups[i]) continue;
    groups[i] = leader;
    return;
  }
}

static void forget_group(pid_t leader) {
  for (int i = 0; i < MAX_GROUPS; i++)
    if (groups[i] == leader) groups[i] = 0;
}

static void kill_all(void) {
  for (int i = 0; i < MAX_GROUPS; i++)
    if (groups[i]) kill(-groups[i], SIGKILL);
}

static void on_signal(int sig) {
  kill_all();
  signal(sig, SIG_DFL);
  raise(sig);
}

void hyd_bn_proc_setup(void) {
  struct sigaction sa = {.sa_handler = on_signal};
  const int fatal[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) sigaction(fatal[i], &sa, NULL);
  signal(SIGPIPE, SIG_IGN);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  atexit(kill_all);
}

pid_t hyd_bn_fork(int limit_s) {
  const int fatal[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
  sigset_t all, old;
  pid_t parent = getpid();
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &old); /* no signal between fork and remember */
  pid_t pid = fork();
  if (pid == 0) {
    for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++) signal(fatal[i], SIG_DFL);
    for (int i = 0; i < MAX_GROUPS; i++) groups[i] = 0;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    alarm((unsigned)limit_s + 2);
  } else if (pid > 0) {
    setpgid(pid, pid);
    remember_group(pid);
  }
  sigprocmask(SIG_SETMASK, &old, NULL);
  return pid;
}

/* Sleeps until the process has ended or the deadline (hyd_bn_now) has come. */
static bool wait_exit(pid_t pid, double deadline) {
  int fd = (int)syscall(SYS_pidfd_open, pid, 0);
  if (fd < 0) return false;
  struct pollfd p = {.fd = fd, .events = POLLIN};
  int rc;
  do {
    double left = (deadline - hyd_bn_now()) / 1e6;
    rc = left > 0 ? poll(&p, 1, (int)left + 1) : 0;
  } while (rc < 0 && errno == EINTR);
  close(fd);
  return rc > 0;
}

int hyd_bn_reap(pid_t leader, double limit_s) {
  double deadline = hyd_bn_now() + limit_s * 1e9;
  bool in_time = wait_exit(leader, deadline);
  int status = -1, other;
  if (!in_time) kill(-leader, SIGKILL);
  if (waitpid(leader, &status, 0) != leader) status = -1;
  for (;;) { /* the rest of the group: orphans, now our children */
    pid_t got = waitpid(-leader, &other, WNOHANG);
    if (got < 0) break;
    if (got > 0) continue;
    if (hyd_bn_now() > deadline) {
      in_time = false;
      kill(-leader, SIGKILL);
    }
    nanosleep(&(struct timespec){0, 20000}, NULL);
  }
  forget_group(leader);
  return in_time ? status : -1;
}

void hyd_bn_kill(pid_t leader) {
  kill(-leader, SIGKILL);
  hyd_bn_reap(leader, 5);
}

static void compute_for_ever(void) {
  volatile uint64_t x = 1;
  for (;;) x = x * 6364136223846793005u + 1442695040888963407u;
}

bool hyd_bn_foreign_start(struct hyd_bn_foreign *f, int count, int limit_s) {
  f->n = 0;
  while (f->n < count) {
    pid_t pid = hyd_bn_fork(limit_s);
    if (pid == 0) compute_for_ever();
    if (pid < 0) {
      hyd_bn_complain("cannot start a foreign process: fork failed");
      hyd_bn_foreign_stop(f);
      return false;
    }
    f->pid[f->n++] = pid;
  }
  nanosleep(&(struct timespec){0, 100000000}, NULL); /* let the kernel spread them */
  return true;
}

void hyd_bn_foreign_stop(struct hyd_bn_foreign *f) {
  for (int i = 0; i < f->n; i++) hyd_bn_kill(f->pid[i]);
  f->n = 0;
}
