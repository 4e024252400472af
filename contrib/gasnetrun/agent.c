/* SPDX-License-Identifier: BSD-3-Clause
 *
 * agent.c: gasnetrun --agent, started by gasnetrun or another agent, or gasnetrun --worker, started
 * by a command of the person's own (custom.h), which has one rank: greets, is told what the job is,
 * starts its ranks and the agents below, and serves them until all have ended or the link to above
 * is gone. Then it ends everything here.
 *
 *   keeper ── agent ──┬── rank 0 ── what it starts
 *                     └── rank 1
 *
 * The keeper only waits: should the agent be killed, its ranks die with it (PR_SET_PDEATHSIG), and
 * what they had started comes to the keeper, which kills it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/diag/dump_signal.h"
#include "core/boot/leftovers.h"
#include "contrib/gasnetrun/node.h"
#include "contrib/gasnetrun/process.h"
#include "contrib/gasnetrun/worker.h"
#include "core/sys/clock.h"
#include "core/sys/fd.h"

#define MS UINT64_C(1000000)
#define WAIT_FOR_JOB (60000 * MS)

struct agent {
  struct hyd_node node;
  struct hyd_link up;
  struct hyd_bytes job; /* the message that spec's strings point into */
  int have_job;
  uint64_t patience_ns;      /* for the job to come */
  uint64_t heard_ns;         /* when something came from above */
  uint64_t turn_ns;          /* of the last turn of the loop */
  int paused;                /* by SIGTSTP: gasnetrun is stopped, and says nothing */
  struct hyd_worker *worker; /* NULL: started by the one above */
};

/* --- from above ----------------------------------------------------------- */

static void start(struct agent *a, const struct hyd_message *msg) {
  struct hyd_node *node = &a->node;
  struct hyd_message copy = *msg;
  if (a->have_job || hyd_bytes_add(&a->job, msg->body, msg->n)) {
    a->up.broken = 1;
    return;
  }
  copy.body = a->job.p;
  if (hyd_msg_read_job(&copy, &node->spec)) {
    a->up.broken = 1;
    return;
  }
  a->have_job = 1;
  node->host = node->spec.host[0].name;
  hyd_tree_start(node, 1, node->spec.hosts - 1);
  if (chdir(node->spec.dir)) {
    hyd_node_say(node, HYD_MSG_FAIL, 1, 0,
                 "host %s: directory %.200s: %s; expected it there, too "
                 "(GASNET_SSH_REMOTE_PATH names another)",
                 node->host, node->spec.dir, strerror(errno));
    hyd_node_end(node, 0);
    return;
  }
  hyd_ranks_start(node);
}

static void take_numbered(struct agent *a, const struct hyd_message *msg) {
  struct hyd_node *node = &a->node;
  uint32_t value, other;
  const char *text;
  if (hyd_msg_read_text(msg, &value, &other, &text) || value > 1000000) {
    a->up.broken = 1;
  } else if (msg->type == HYD_MSG_END) {
    hyd_node_end(node, value);
  } else if (msg->type == HYD_MSG_HOLD) {
    hyd_tree_send(node, msg);
    node->hold = value != 0;
  } else if (msg->type == HYD_MSG_DUMP) {
    hyd_tree_send(node, msg);
    hyd_dump_begin(node, value);
  } else if (value > 0 && value < 65) {
    hyd_tree_send(node, msg);
    if (value == SIGTSTP || value == SIGCONT) a->paused = value == SIGTSTP;
    hyd_ranks_signal(node, value == SIGTSTP ? SIGSTOP : (int)value);
  }
}

static void take_message(struct agent *a, const struct hyd_message *msg) {
  if (msg->type != HYD_MSG_JOB && msg->type != HYD_MSG_END && !a->have_job) a->up.broken = 1;
  if (a->up.broken) return;
  switch (msg->type) {
  case HYD_MSG_JOB: start(a, msg); return;
  case HYD_MSG_TABLE:
    if (hyd_fence_table(&a->node, msg)) a->up.broken = 1;
    return;
  case HYD_MSG_FENCE: hyd_fence_over(&a->node); return;
  case HYD_MSG_STDIN: hyd_io_input(&a->node, msg->body, msg->n); return;
  case HYD_MSG_SIGNAL:
  case HYD_MSG_HOLD:
  case HYD_MSG_DUMP:
  case HYD_MSG_END: take_numbered(a, msg); return;
  case HYD_MSG_PING: return;
  default: a->up.broken = 1; /* goes up only */
  }
}

static void up_ready(struct hyd_node *node, void *who, short revents) {
  struct agent *a = who;
  struct hyd_message msg;
  (void)node;
  if (revents & POLLOUT) hyd_link_write(&a->up);
  if (!(revents & (POLLIN | POLLHUP | POLLERR))) return;
  hyd_link_read(&a->up);
  a->heard_ns = hyd_now_ns();
  while (!a->up.broken && hyd_link_next(&a->up, &msg) > 0) take_message(a, &msg);
}

static void signal_ready(struct hyd_node *node, void *who, short revents) {
  int sig;
  (void)who;
  (void)revents;
  while ((sig = hyd_node_signal(node)) != 0) {
    if (sig == SIGCHLD)
      hyd_node_reap(node);
    else if (sig == HYD_DUMP_SIGNAL)
      hyd_node_say(node, HYD_MSG_DUMP, 0, 0, "%s", ""); /* the root asks all */
    else if (sig == SIGUSR1 || sig == SIGUSR2)
      hyd_ranks_signal(node, sig);
    else if (!node->ending && sig != SIGTSTP && sig != SIGCONT) {
      hyd_node_say(node, HYD_MSG_FAIL, 128 + (uint32_t)sig, 0, "host %s: its agent got signal %d",
                   node->host ? node->host : "?", sig);
      hyd_node_end(node, HYD_END_MS);
    }
  }
}

/* --- the loop ------------------------------------------------------------- */

/* A worker whose link ends before it has brought the job tries another. */
static int comes_again(struct agent *a) {
  if (a->worker == NULL || a->have_job || hyd_now_ns() > a->patience_ns) return 0;
  return hyd_worker_come_again(a->worker, &a->up) == 0 && hyd_msg_greet(&a->up.todo) == 0;
}

/* Whether there is nothing left to do: all over and said, or nobody above and nothing here. */
static int finished(struct agent *a) {
  if (!a->up.broken || comes_again(a)) return 0;
  return !a->have_job || a->node.done;
}

/* Nothing has come from above for too long: a network that is gone does not end a connection. Time
 * in which this process itself was stopped does not count. */
static void check_silence(struct agent *a) {
  uint64_t now = hyd_now_ns(), most = a->node.spec.silence_ms * MS;
  if (now - a->turn_ns > 2000 * MS || a->paused || !a->have_job) a->heard_ns = now;
  a->turn_ns = now;
  if (most && now - a->heard_ns > most) a->up.broken = 1;
}

static int loop(struct agent *a) {
  struct hyd_pollset set = {0};
  struct hyd_node *node = &a->node;
  while (!finished(a)) {
    hyd_poll_add(&set, node->signal_fd, POLLIN, signal_ready, NULL);
    if (!a->up.broken) {
      hyd_poll_add(&set, a->up.in, POLLIN, up_ready, a);
      if (hyd_link_pending(&a->up)) hyd_poll_add(&set, a->up.out, POLLOUT, up_ready, a);
    }
    hyd_node_watch(node, &set);
    hyd_poll_turn(&set, node, node->dump_round ? 5 : node->ending || node->live == 0 ? 20 : 250);
    if (node->signal_fd < 0) signal_ready(node, NULL, 0);
    check_silence(a);
    if (a->up.broken) hyd_bytes_free(&a->up.todo); /* nobody hears it any more */
    if (a->up.broken && !node->ending && a->have_job) hyd_node_end(node, HYD_END_MS);
    if (a->have_job) hyd_node_advance(node);
    if (!a->have_job && hyd_now_ns() > a->patience_ns) break;
  }
  hyd_tree_close(node);
  hyd_leftovers_end(2000);
  return node->failed;
}

/* By the standard streams, in whose place is then /dev/null. */
static int link_by_streams(struct agent *a) {
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  int in = hyd_fd_high(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)),
      out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  if (in < 0 || out < 0 || null < 0) return -1;
  dup2(null, STDIN_FILENO);
  dup2(null, STDOUT_FILENO);
  hyd_link_open(&a->up, in, out);
  return 0;
}

static int link_by_ticket(struct agent *a, const char *ticket) {
  static struct hyd_worker worker;
  char why[512] = "";
  a->worker = &worker;
  if (hyd_worker_open(&worker, ticket, why, sizeof why) ||
      hyd_worker_connect(&worker, &a->up, why, sizeof why)) {
    fprintf(stderr, "gasnetrun: worker: %s\n", why);
    return -1;
  }
  a->patience_ns = hyd_now_ns() + (uint64_t)worker.ticket.seconds * 1000 * MS;
  return 0;
}

static int run(const char *ticket) {
  static struct agent a;
  a.patience_ns = hyd_now_ns() + WAIT_FOR_JOB;
  if (ticket ? link_by_ticket(&a, ticket) : link_by_streams(&a)) return 1;
  hyd_node_open(&a.node);
  a.node.upward = &a.up.todo;
  if (hyd_msg_greet(&a.up.todo)) return 1;
  return loop(&a);
}

int hyd_agent_main(const char *ticket) {
  pid_t keeper = getpid(), agent;
  sigset_t all;
  int status = 0;
  hyd_leftovers_adopt();
  signal(SIGPIPE, SIG_IGN);
  signal(SIGCHLD, SIG_DFL);
  agent = fork();
  if (agent < 0) return 1;
  if (agent == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != keeper) return 1;
    hyd_leftovers_adopt();
    prctl(PR_SET_NAME, HYD_AGENT_NAME);
    return run(ticket);
  }
  prctl(PR_SET_NAME, HYD_KEEPER_NAME);
  sigfillset(
      &all); /* it has nothing to end in order: whoever sends TERM to both reaches the agent */
  sigprocmask(SIG_BLOCK, &all, NULL);
  close(STDIN_FILENO); /* the link is the agent's, or its end would not be seen */
  close(STDOUT_FILENO);
  while (waitpid(agent, &status, 0) < 0 && errno == EINTR) {
  }
  hyd_leftovers_end(2000);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
