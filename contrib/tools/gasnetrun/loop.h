/* SPDX-License-Identifier: BSD-3-Clause
 *
 * loop.h: the loop of gasnetrun and of its agents: one thread around poll(2). All signals are
 * blocked and read in each turn. The set of what is polled for is made anew for each turn.
 */
#ifndef HYD_GASNETRUN_LOOP_H
#define HYD_GASNETRUN_LOOP_H

#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>

typedef void hyd_ready_fn(void *ctx, short revents);

struct hyd_loop {
  struct pollfd *fd;
  struct hyd_watch {
    hyd_ready_fn *fn;
    void *ctx;
  } * watch;
  uint32_t n, room;
  int signal_fd;            /* -1: signals are looked for in each turn, which is then short */
  int value;                /* the value queued with the signal that is handed over */
  pid_t sender;             /* the process that sent the signal */
  sigset_t old_mask, taken; /* taken: none to end or stop us that was ignored from the start */
  int has_old_files;        /* whether old_files is known */
  struct rlimit old_files;  /* open files that ranks may have: what this process was given */
};

/* Blocks signals, and raises the limit of open files. */
void hyd_loop_open(struct hyd_loop *loop);
/* In a child that is to become another program: signals and the limit as they were. */
void hyd_loop_undo(const struct hyd_loop *loop);
void hyd_loop_add(struct hyd_loop *loop, int fd, short events, hyd_ready_fn *fn, void *ctx);
/* Waits, at most so long; hands over signals, then calls what is ready. */
void hyd_loop_turn(struct hyd_loop *loop, int ms, void (*on_signal)(void *ctx, int sig), void *ctx);
int hyd_loop_signal(struct hyd_loop *loop); /* the next that came, or 0 */

#endif
