/* SPDX-License-Identifier: BSD-3-Clause
 *
 * loop.c: see loop.h.
 */
#include "contrib/tools/gasnetrun/loop.h"

#include <stdlib.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "core/diag/dump_signal.h"
#include "core/sys/fd.h"
#include "core/sys/ignored.h"

#define SHORT_MS 10

void hyd_loop_add(struct hyd_loop *loop, int fd, short events, hyd_ready_fn *fn, void *ctx) {
  if (fd < 0 || events == 0) return;
  if (loop->n == loop->room) {
    uint32_t room = loop->room ? loop->room * 2 : 64;
    struct pollfd *f = realloc(loop->fd, room * sizeof *f);
    struct hyd_watch *w = f ? realloc(loop->watch, room * sizeof *w) : NULL;
    if (f) loop->fd = f;
    if (w == NULL) return; /* out of memory: a later turn looks at it, or none */
    loop->watch = w;
    loop->room = room;
  }
  loop->fd[loop->n] = (struct pollfd){fd, events, 0};
  loop->watch[loop->n++] = (struct hyd_watch){fn, ctx};
}

void hyd_loop_turn(struct hyd_loop *loop, int ms, void (*on_signal)(void *ctx, int sig),
                   void *ctx) {
  int ready, sig;
  hyd_loop_add(loop, loop->signal_fd, POLLIN, NULL, NULL);
  ready = poll(loop->fd, loop->n, loop->signal_fd < 0 && ms > SHORT_MS ? SHORT_MS : ms);
  while ((sig = hyd_loop_signal(loop)) != 0) on_signal(ctx, sig);
  for (uint32_t i = 0; ready > 0 && i < loop->n; i++)
    if (loop->fd[i].revents && loop->watch[i].fn)
      loop->watch[i].fn(loop->watch[i].ctx, loop->fd[i].revents);
  loop->n = 0;
}

/* Each rank takes four descriptors in its agent, each agent two in gasnetrun. */
static void raise_limit(struct hyd_loop *loop) {
  struct rlimit most;
  loop->has_old_files = getrlimit(RLIMIT_NOFILE, &loop->old_files) == 0;
  if (!loop->has_old_files) return;
  most = loop->old_files;
  most.rlim_cur = most.rlim_max;
  setrlimit(RLIMIT_NOFILE, &most);
}

void hyd_loop_open(struct hyd_loop *loop) {
  static const int ending[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP},
                   others[] = {SIGCHLD, SIGUSR1, SIGUSR2, SIGCONT};
  sigset_t set, blocked;
  sigemptyset(&set);
  for (size_t i = 0; i < sizeof ending / sizeof ending[0]; i++)
    if (!hyd_signal_is_ignored(ending[i])) sigaddset(&set, ending[i]);
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) sigaddset(&set, others[i]);
  sigaddset(&set, HYD_DUMP_SIGNAL);
  raise_limit(loop);
  signal(SIGCHLD, SIG_DFL); /* ignored, it loses statuses */
  blocked = set;
  sigaddset(&blocked, SIGPIPE); /* blocked, but not taken: writes fail with EPIPE */
  sigaddset(&blocked, SIGXFSZ); /* likewise, with EFBIG */
  sigprocmask(SIG_BLOCK, &blocked, &loop->old_mask);
  sigdelset(&loop->old_mask, SIGCHLD);
  loop->taken = set;
  loop->signal_fd = hyd_fd_high(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}

void hyd_loop_undo(const struct hyd_loop *loop) {
  if (loop->has_old_files) setrlimit(RLIMIT_NOFILE, &loop->old_files);
  sigprocmask(SIG_SETMASK, &loop->old_mask, NULL);
}

/* Where a filter refuses signalfd, sigtimedwait asks for the pending ones. */
int hyd_loop_signal(struct hyd_loop *loop) {
  const struct timespec at_once = {0, 0};
  struct signalfd_siginfo info = {0};
  siginfo_t plain = {0};
  if (loop->signal_fd < 0 && sigtimedwait(&loop->taken, &plain, &at_once) > 0)
    info = (struct signalfd_siginfo){.ssi_signo = (uint32_t)plain.si_signo,
                                     .ssi_code = plain.si_code,
                                     .ssi_int = plain.si_value.sival_int,
                                     .ssi_pid = (uint32_t)plain.si_pid};
  else if (loop->signal_fd < 0 || read(loop->signal_fd, &info, sizeof info) != sizeof info)
    return 0;
  loop->value = info.ssi_code == SI_QUEUE ? info.ssi_int : 0;
  loop->sender = (pid_t)info.ssi_pid;
  return (int)info.ssi_signo;
}
