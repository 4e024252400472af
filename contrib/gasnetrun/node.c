/* SPDX-License-Identifier: BSD-3-Clause
 *
 * node.c: what both kinds of node share: the pollset; signals, all of which are blocked and read
 * from a descriptor; the end of the host's ranks, in which each step waits for the one before: told
 * (SIGQUIT) -> killed -> what they left behind killed -> their output closed -> DONE.
 */
#include "contrib/gasnetrun/node.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/diag/dump_signal.h"
#include "core/boot/leftovers.h"
#include "core/sys/clock.h"
#include "core/sys/fd.h"

#define SHORT_MS 10
#define PING_NS UINT64_C(5000000000)
#define SIGN_NS UINT64_C(1000000000)
/* between two turns of the loop: this process was stopped, or starved */
#define AWAY_NS UINT64_C(1000000000)

/* --- the pollset ---------------------------------------------------------- */

void hyd_poll_add(struct hyd_pollset *set, int fd, short events, hyd_ready_fn *fn, void *who) {
  if (fd < 0 || events == 0) return;
  if (set->n == set->room) {
    uint32_t room = set->room ? set->room * 2 : 64;
    struct pollfd *f = realloc(set->fd, room * sizeof *f);
    struct hyd_watch *w = f ? realloc(set->watch, room * sizeof *w) : NULL;
    if (f) set->fd = f;
    if (w == NULL) return; /* out of memory: it is looked at in a later turn, or never */
    set->watch = w;
    set->room = room;
  }
  set->fd[set->n] = (struct pollfd){fd, events, 0};
  set->watch[set->n++] = (struct hyd_watch){fn, who};
}

void hyd_poll_turn(struct hyd_pollset *set, struct hyd_node *node, int ms) {
  int ready = poll(set->fd, set->n, node->signal_fd < 0 && ms > SHORT_MS ? SHORT_MS : ms);
  for (uint32_t i = 0; ready > 0 && i < set->n; i++)
    if (set->fd[i].revents) set->watch[i].fn(node, set->watch[i].who, set->fd[i].revents);
  set->n = 0;
}

/* --- signals -------------------------------------------------------------- */

/* Each rank takes four descriptors here. */
static void raise_limit(struct hyd_node *node) {
  struct rlimit most;
  getrlimit(RLIMIT_NOFILE, &node->old_files);
  most = node->old_files;
  most.rlim_cur = most.rlim_max;
  setrlimit(RLIMIT_NOFILE, &most);
}

void hyd_node_open(struct hyd_node *node) {
  static const int taken[] = {SIGCHLD, SIGINT,  SIGTERM, SIGHUP,  SIGQUIT, SIGUSR1,
                              SIGUSR2, SIGTSTP, SIGCONT, SIGPIPE, SIGXFSZ};
  sigset_t set;
  sigemptyset(&set);
  for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) {
    sigaddset(&set, taken[i]);
  }
  sigaddset(&set, HYD_DUMP_SIGNAL);
  raise_limit(node);
  signal(SIGCHLD,
         SIG_DFL); /* ignored, it would lose statuses; an ignored SIGHUP stays so (nohup) */
  signal(SIGPIPE, SIG_DFL);
  sigprocmask(SIG_BLOCK, &set, &node->old_mask);
  sigdelset(&node->old_mask, SIGCHLD);
  sigdelset(&set, SIGPIPE); /* blocked, and that is all: writes say EPIPE, */
  sigdelset(&set, SIGXFSZ); /* and EFBIG */
  node->taken = set;
  node->signal_fd = hyd_fd_high(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
}

/* Where a filter refuses signalfd the pending ones are asked for in each turn, which are then
 * short. */
int hyd_node_signal(struct hyd_node *node) {
  const struct timespec at_once = {0, 0};
  struct signalfd_siginfo info;
  int sig;
  if (node->signal_fd < 0) return (sig = sigtimedwait(&node->taken, NULL, &at_once)) > 0 ? sig : 0;
  return read(node->signal_fd, &info, sizeof info) == sizeof info ? (int)info.ssi_signo : 0;
}

void hyd_node_reap(struct hyd_node *node) {
  int status;
  pid_t pid;
  while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
    hyd_ranks_reaped(node, pid, status);
    hyd_tree_reaped(node, pid, status);
  }
}

/* --- the loop's parts ----------------------------------------------------- */

void hyd_node_watch(struct hyd_node *node, struct hyd_pollset *set) {
  hyd_tree_watch(node, set);
  hyd_io_watch(node, set);
  hyd_pmi_watch(node, set);
}

void hyd_node_say(struct hyd_node *node, enum hyd_msg_type type, uint32_t a, uint32_t b,
                  const char *fmt, ...) {
  char text[512];
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  (void)hyd_msg_write_text(node->upward, type, a, b, text); /* out of memory: nobody will hear */
}

void hyd_node_end(struct hyd_node *node, uint32_t ms) {
  struct hyd_bytes body = {0};
  struct hyd_message msg;
  uint64_t deadline = hyd_now_ns() + (uint64_t)ms * 1000000;
  if (hyd_msg_write_text(&body, HYD_MSG_END, ms, 0, "") == 0 &&
      hyd_msg_parse(body.p, body.n, &msg) > 0)
    hyd_tree_send(node, &msg);
  hyd_bytes_free(&body);
  if (!node->ending || deadline < node->kill_ns) node->kill_ns = deadline;
  if (!node->ending) node->end_ns = hyd_now_ns();
  node->ending = 1;
  hyd_ranks_signal(node, SIGQUIT);
  hyd_ranks_signal(node, SIGCONT);
}

/* All ranks are gone: so must be what they started. Agents below are kept. Whether nothing is
 * left. */
static int clear_leftovers(struct hyd_node *node) {
  pid_t *keep = calloc(node->children + 1, sizeof *keep);
  int killed;
  if (keep == NULL) return 1;
  for (uint32_t i = 0; i < node->children; i++) keep[i] = node->child[i].pid;
  killed = hyd_leftovers_kill(keep, node->children);
  free(keep);
  return killed == 0;
}

static void finish_ranks(struct hyd_node *node) {
  for (uint32_t i = 0; i < node->procs; i++) {
    hyd_io_drain(node, &node->proc[i]);
    hyd_io_close(node, &node->proc[i]);
  }
}

/* Four times in the longest silence that is allowed, and every five seconds at least. */
static void ping(struct hyd_node *node, uint64_t now) {
  const struct hyd_message msg = {HYD_MSG_PING, "", 0};
  uint64_t every = (uint64_t)node->spec.silence_ms * 250000;
  if (every == 0 || now < node->ping_ns) return;
  node->ping_ns = now + (every < PING_NS ? every : PING_NS);
  hyd_tree_send(node, &msg);
}

/* While ranks of this host are ending, the agent above is sent a sign of life each second. */
static void give_sign(struct hyd_node *node, uint64_t now) {
  if (!node->ending || node->done || now < node->sign_ns) return;
  node->sign_ns = now + SIGN_NS;
  (void)hyd_msg_add(node->upward, HYD_MSG_PING, NULL, 0);
}

/* If this process was stopped for a while, other processes may have been stopped too: that time
 * does not count as their silence. */
static void forgive(struct hyd_node *node, uint64_t now) {
  uint64_t away = node->turn_ns ? now - node->turn_ns : 0;
  node->turn_ns = now;
  if (away < AWAY_NS) return;
  for (uint32_t i = 0; i < node->children; i++) node->child[i].heard_ns = now;
  if (node->ending) node->end_ns += away;
}

void hyd_node_advance(struct hyd_node *node) {
  uint64_t now = hyd_now_ns();
  forgive(node, now);
  give_sign(node, now);
  hyd_tree_advance(node, now);
  ping(node, now);
  hyd_dump_advance(node, now);
  if (node->ending && !node->killed && now >= node->kill_ns) {
    hyd_ranks_signal(node, SIGKILL);
    node->killed = 1;
  }
  if (node->done || node->live) return;
  if (hyd_io_open(node)) {
    if (!clear_leftovers(node)) return; /* the next turn looks again */
    finish_ranks(node);
  }
  if (!hyd_tree_over(node) || (node->procs && !clear_leftovers(node))) return;
  node->done = 1;
  (void)hyd_msg_add(node->upward, HYD_MSG_DONE, NULL, 0);
}
