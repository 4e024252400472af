/* SPDX-License-Identifier: BSD-3-Clause
 *
 * agent.c: gasnetrun --agent, started by gasnetrun, or gasnetrun --worker, started by
 * GASNET_CSPAWN_CMD (custom.h), which has one rank. The agent greets, is told what the job is,
 * starts its ranks and serves them until all have ended or the link to gasnetrun is lost. Then it
 * ends everything here, each step after the one before: ranks told (SIGQUIT) -> killed -> what they
 * left behind killed -> their output closed -> DONE.
 *
 *   keeper ── agent ──┬── rank 0 ── what it starts
 *                     └── rank 1
 *
 * The keeper only waits: should the agent be killed, its ranks die with it (PR_SET_PDEATHSIG), and
 * what they had started comes to the keeper, which kills it.
 */
#include "contrib/tools/gasnetrun/agent.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/diag/dump_signal.h"
#include "contrib/tools/gasnetrun/run.h"
#include "contrib/tools/gasnetrun/worker.h"
#include "core/sys/clock.h"
#include "core/sys/fd.h"

#define MS UINT64_C(1000000)
#define WAIT_FOR_JOB (60000 * MS)
#define SIGN_NS (1000 * MS)
#define AWAY_NS (2000 * MS) /* between two turns of the loop: this process was stopped */
#define END_MS 1000         /* between telling ranks to end and killing them */

void hyd_agent_say(struct hyd_agent *a, enum hyd_msg_type type, uint32_t v, uint32_t w,
                   const char *fmt, ...) {
  struct hyd_message msg = {.type = type, .a = v, .b = w};
  char text[512];
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  msg.data = text;
  msg.n = strlen(text);
  hyd_agent_send(a, &msg);
}

void hyd_agent_end(struct hyd_agent *a, uint32_t ms) {
  uint64_t deadline = hyd_now_ns() + ms * MS;
  if (!a->ending && !a->paused) hyd_ranks_name_stopped(a);
  if (!a->ending || deadline < a->kill_ns) a->kill_ns = deadline;
  a->ending = 1;
  hyd_ranks_signal(a, SIGQUIT);
  hyd_ranks_signal(a, SIGCONT);
}

/* --- from gasnetrun ------------------------------------------------------- */

static int take_job(struct hyd_agent *a, const struct hyd_message *msg) {
  struct hyd_message copy = *msg;
  if (a->have_job || hyd_bytes_add(&a->job, msg->data, msg->n)) return -1;
  copy.data = hyd_bytes_at(&a->job);
  if (hyd_msg_read_job(&copy, &a->spec)) return -1;
  a->have_job = 1;
  if (chdir(a->spec.dir) == 0) {
    hyd_ranks_start(a);
    return 0;
  }
  hyd_agent_say(a, HYD_MSG_FAIL, 1, 0,
                "directory %.200s: %s; expected it there, too (GASNET_SSH_REMOTE_PATH names "
                "another)",
                a->spec.dir, strerror(errno));
  hyd_agent_end(a, 0);
  return 0;
}

static void take_signal(struct hyd_agent *a, int sig) {
  if (sig == SIGTSTP || sig == SIGCONT) a->paused = sig == SIGTSTP;
  hyd_ranks_signal(a, sig == SIGTSTP ? SIGSTOP : sig);
}

/* -1: gasnetrun says nothing like it. */
static int take_message(struct hyd_agent *a, const struct hyd_message *msg) {
  if (!a->have_job && msg->type != HYD_MSG_JOB && msg->type != HYD_MSG_END) return -1;
  switch (msg->type) {
  case HYD_MSG_JOB: return take_job(a, msg);
  case HYD_MSG_TABLE: return hyd_pmi_table(a, msg);
  case HYD_MSG_FENCE: hyd_pmi_fence_over(a); return 0;
  case HYD_MSG_STDIN: return hyd_input_came(a, msg->data, msg->n);
  case HYD_MSG_SIGNAL: take_signal(a, (int)msg->a); return 0;
  case HYD_MSG_HOLD: a->hold = msg->a != 0; return 0;
  case HYD_MSG_DUMP: hyd_dump_begin(a, msg->a); return 0;
  case HYD_MSG_ROWS: hyd_ranks_rows(a, msg->a, msg->c); return 0;
  case HYD_MSG_END: hyd_agent_end(a, msg->a); return 0;
  case HYD_MSG_PING: return 0;
  default: return -1;
  }
}

static void up_ready(void *ctx, short revents) {
  struct hyd_agent *a = ctx;
  struct hyd_message msg;
  hyd_link_serve(&a->up, revents);
  if (!(revents & (POLLIN | POLLHUP | POLLERR))) return;
  a->heard_ns = hyd_now_ns();
  while (!a->up.broken && hyd_link_next(&a->up, &msg) > 0)
    if (take_message(a, &msg)) a->up.broken = 1;
}

static void on_signal(void *ctx, int sig) {
  struct hyd_agent *a = ctx;
  if (sig == SIGCHLD) return; /* advance_job looks */
  if (sig == HYD_DUMP_SIGNAL)
    hyd_agent_tell(a, HYD_MSG_DUMP, 0); /* gasnetrun asks all agents */
  else if (sig == SIGUSR1 || sig == SIGUSR2)
    hyd_ranks_signal(a, sig);
  else if (!a->ending && sig != SIGTSTP && sig != SIGCONT) {
    hyd_agent_say(a, HYD_MSG_FAIL, 128 + (uint32_t)sig, 0, "its agent got signal %d", sig);
    hyd_agent_end(a, END_MS);
  }
}

/* --- the loop ------------------------------------------------------------- */

/* A worker whose link ends before the job has come tries another. */
static int comes_again(struct hyd_agent *a) {
  if (a->worker == NULL || a->have_job || hyd_now_ns() > a->patience_ns) return 0;
  return hyd_worker_come_again(a->worker, &a->up) == 0 && hyd_msg_greet(&a->up.todo) == 0;
}

static int finished(struct hyd_agent *a) {
  if (!a->have_job && hyd_now_ns() > a->patience_ns) return 1;
  if (!a->up.broken || comes_again(a)) return 0;
  return !a->have_job || a->done;
}

/* Nothing has come from gasnetrun for too long: a network that fails does not end a connection.
 * Time in which this process itself was stopped does not count. */
static void check_silence(struct hyd_agent *a, uint64_t now) {
  uint64_t most = a->spec.silence_ms * MS;
  if (now - a->turn_ns > AWAY_NS || a->paused || !a->have_job) a->heard_ns = now;
  a->turn_ns = now;
  if (most && now - a->heard_ns > most) a->up.broken = 1;
}

static void end_ranks(struct hyd_agent *a, uint64_t now) {
  if (a->ending && !a->done && now >= a->sign_ns) {
    a->sign_ns = now + SIGN_NS;
    hyd_agent_tell(a, HYD_MSG_PING, 0);
  }
  if (a->ending && !a->killed && now >= a->kill_ns) {
    hyd_ranks_signal(a, SIGKILL);
    a->killed = 1;
  }
  if (a->done || a->live || hyd_leftovers_kill(&a->leftovers))
    return; /* the next turn looks again */
  for (uint32_t i = 0; i < a->ranks; i++) {
    hyd_io_drain(&a->rank[i]);
    hyd_io_close(&a->rank[i]);
  }
  a->done = 1;
  hyd_agent_tell(a, HYD_MSG_DONE, 0);
}

static void advance_job(struct hyd_agent *a) {
  uint64_t now = hyd_now_ns();
  hyd_ranks_reap(a); /* in each turn, should SIGCHLD be lost */
  check_silence(a, now);
  if (a->up.broken) hyd_bytes_free(&a->up.todo); /* gasnetrun does not hear it any more */
  if (!a->have_job) return;
  if (a->up.broken && !a->ending) hyd_agent_end(a, END_MS);
  hyd_dump_advance(a, now);
  end_ranks(a, now);
}

static int loop(struct hyd_agent *a) {
  while (!finished(a)) {
    if (!a->up.broken) hyd_link_watch(&a->up, &a->loop, up_ready, a);
    if (a->have_job) hyd_io_watch(a);
    if (a->have_job) hyd_input_watch(a);
    if (a->have_job) hyd_pmi_watch(a);
    hyd_loop_turn(&a->loop, a->dump_round ? 5 : a->ending || a->live == 0 ? 20 : 250, on_signal, a);
    advance_job(a);
  }
  hyd_link_close(&a->up);
  hyd_leftovers_end(&a->leftovers, 2000);
  return 0;
}

/* --- the beginning -------------------------------------------------------- */

/* By the standard streams, in whose place is then /dev/null. */
static void link_by_streams(struct hyd_agent *a) {
  int in = hyd_fd_high(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)),
      out = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (in < 0 || out < 0 || null < 0)
    hyd_die(1, "agent: %s: %s; expected it", null < 0 ? "/dev/null" : "standard streams",
            strerror(errno));
  dup2(null, STDIN_FILENO);
  dup2(null, STDOUT_FILENO);
  hyd_link_open(&a->up, in, out);
}

static void link_by_ticket(struct hyd_agent *a, const char *ticket) {
  static struct hyd_worker worker;
  a->worker = &worker;
  hyd_worker_open(&worker, ticket);
  if (hyd_worker_connect(&worker, &a->up)) hyd_die(1, "worker: %s", worker.why);
  a->patience_ns = hyd_now_ns() + worker.ticket.seconds * 1000 * MS;
}

static int run_agent(const char *ticket, int given) {
  static struct hyd_agent a;
  hyd_leftovers_adopt(&a.leftovers);
  a.given = given;
  a.patience_ns = hyd_now_ns() + WAIT_FOR_JOB;
  if (ticket)
    link_by_ticket(&a, ticket);
  else
    link_by_streams(&a);
  hyd_loop_open(&a.loop);
  return hyd_msg_greet(&a.up.todo) ? 1 : loop(&a);
}

int hyd_agent_main(const char *ticket, int given) {
  pid_t keeper = getpid(), agent;
  struct hyd_leftovers leftovers;
  sigset_t all;
  int status = 0;
  if (given >= 0 && fcntl(given, F_SETFD, FD_CLOEXEC)) given = -1;
  hyd_leftovers_adopt(
      &leftovers); /* another worker, perhaps, which a script has begun before it became this one */
  signal(SIGCHLD, SIG_DFL);
  agent = fork();
  if (agent < 0) return 1;
  if (agent == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != keeper) return 1;
    prctl(PR_SET_NAME, HYD_AGENT_NAME);
    return run_agent(ticket, given);
  }
  prctl(PR_SET_NAME, HYD_KEEPER_NAME);
  sigfillset(&all); /* the keeper has nothing to end in order: a TERM for both reaches the agent */
  sigprocmask(SIG_BLOCK, &all, NULL);
  close(STDIN_FILENO); /* the link is the agent's, or its end would not be seen */
  close(STDOUT_FILENO);
  hyd_fd_close(&given); /* its writer sees when rank 0 does not read any more */
  while (waitpid(agent, &status, 0) < 0 && errno == EINTR) {
  }
  hyd_leftovers_end(&leftovers, 2000);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
