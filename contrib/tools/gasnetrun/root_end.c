/* SPDX-License-Identifier: BSD-3-Clause
 *
 * root_end.c: the job ends when all ranks have ended, or some time after the first failure: others
 * may be about to end by themselves. Then END goes down, ranks are told and killed (agent.c), and
 * an agent that says nothing meanwhile is given up (root_agents.c). The status is that of the first
 * failure, as with a job on one host (supervisor.c).
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "contrib/tools/gasnetrun/root.h"
#include "contrib/tools/gasnetrun/run.h"
#include "core/sys/clock.h"

#define MS UINT64_C(1000000)
#define END_MS 1000      /* between telling ranks to end and killing them */
#define GRACE_FAILED 250 /* as supervisor.c */
#define GRACE_CRASHED 100
#define GRACE_SIGNAL 1000
#define GRACE_STUCK 2000 /* ranks wait for one that has ended */
#define MOST_LINES 8     /* of failures; a lost switch loses many hosts */

static void end_within(struct hyd_root *root, uint64_t grace_ms) {
  uint64_t when = hyd_now_ns() + grace_ms * MS;
  if (root->end.sent) return;
  if (root->end.at_ns == 0 || when < root->end.at_ns) root->end.at_ns = when;
}

static void name_beginner(struct hyd_root *root);

void hyd_root_failed(struct hyd_root *root, int status, uint64_t grace_ms, const char *fmt, ...) {
  char text[600];
  va_list ap;
  name_beginner(root);
  if (root->end.status == 0) root->end.status = status ? status : 1;
  if (root->end.ended_by == 0 && root->end.failures++ < MOST_LINES) {
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    hyd_root_say(root, "%s", text);
  }
  end_within(root, grace_ms);
}

/* The rank has not left in order, and the process that was started gives 0 or has not ended: the
 * rank may have died under a wrapper that does not tell, as a pipeline of a shell. Others may end
 * likewise, as by _exit. */
void hyd_root_gone(struct hyd_host *host, uint32_t rank, uint32_t pid) {
  struct hyd_root_end *end = &host->root->end;
  if (end->missed_ns || end->at_ns || end->sent) return;
  end->missed_ns = hyd_now_ns() + GRACE_STUCK * MS;
  snprintf(end->missed, sizeof end->missed, "rank %u/%u (pid %u on host %.80s)", rank,
           host->root->spec.size, pid, host->name);
}

static void fail_with(struct hyd_root *root, const struct hyd_message *e, const char *host,
                      int code) {
  hyd_root_failed(root, code, GRACE_FAILED,
                  "rank %u/%u (pid %u on host %s) ended with status %d; ending the job", e->a,
                  root->spec.size, e->b, host, code);
}

/* The rank that has ended is named itself, if no other has said that it leaves with its status. */
static void name_beginner(struct hyd_root *root) {
  struct hyd_root_end *end = &root->end;
  const struct hyd_message e = end->unnamed;
  if (e.type == 0) return;
  end->unnamed.type = 0;
  if (end->first.type && end->first.c == (uint32_t)WEXITSTATUS((int)e.c))
    fail_with(root, &end->first, end->first_host, (int)end->first.c);
  else
    fail_with(root, &e, end->unnamed_host, WEXITSTATUS((int)e.c));
}

void hyd_root_leaves(struct hyd_host *host, const struct hyd_message *e) {
  struct hyd_root_end *end = &host->root->end;
  if (end->first.type) return;
  end->first = *e;
  end->first_host = host->name;
  name_beginner(host->root);
}

/* A rank that follows the one that began the end may be gone first, and what its agent says come
 * before what the agent of that one has sent. So the line waits for that, at most until all have
 * ended. A rank that has not left in order follows none. */
static void ended_with(const struct hyd_host *host, const struct hyd_message *e, int code) {
  struct hyd_root *root = host->root;
  struct hyd_root_end *end = &root->end;
  if (end->first.type) {
    fail_with(root, &end->first, end->first_host, (int)end->first.c);
  } else if (e->d & HYD_EXIT_SILENT) {
    fail_with(root, e, host->name, code);
  } else {
    end->unnamed = *e;
    end->unnamed_host = host->name;
    if (end->status == 0) end->status = code;
    end_within(root, GRACE_FAILED);
  }
}

static void take_exit(struct hyd_host *host, const struct hyd_message *e) {
  struct hyd_root *root = host->root;
  int status = (int)e->c, sig = WIFSIGNALED(status) ? WTERMSIG(status) : 0,
      code = sig ? 0 : WEXITSTATUS(status);
  root->gone++;
  root->joined += e->d & HYD_EXIT_JOINED;
  root->wrappers -= root->wrappers && (e->d & HYD_EXIT_GONE);
  if (e->a == 0 && root->spec.input != HYD_INPUT_ALL) root->io.input_open = 0;
  if (root->end.sent || root->end.at_ns) { /* ranks were told to, or follow the first */
    if (root->end.status == 0 && root->end.ended_by == 0 && !root->end.in_peace)
      root->end.status = code;
    return;
  }
  if (sig)
    hyd_root_failed(root, 128 + sig, GRACE_CRASHED,
                    "rank %u/%u (pid %u on host %s) died of signal %d (%s); ending the job", e->a,
                    root->spec.size, e->b, host->name, sig, strsignal(sig));
  else if (code)
    ended_with(host, e, code);
  else if (e->d & HYD_EXIT_SILENT)
    hyd_root_gone(host, e->a, e->b);
}

void hyd_root_exit(struct hyd_host *host, const struct hyd_message *e) {
  take_exit(host, e);
  if (host->root->gone == host->root->spec.size) name_beginner(host->root);
}

/* Ends the job. Status 0 means that a rank has left by gasnet_exit(0) before others came: then the
 * job's status is 0, whatever the ranks return that are told to end. */
void hyd_root_abort(struct hyd_host *host, uint32_t rank, uint32_t status) {
  struct hyd_root *root = host->root;
  if (status) {
    hyd_root_failed(root, (int)status, 0,
                    "rank %u/%u (on host %s) asked for the end of the job, with status %u", rank,
                    root->spec.size, host->name, status);
    return;
  }
  root->end.in_peace = root->end.status == 0;
  end_within(root, 0);
}

void hyd_root_signal(struct hyd_root *root, int sig) {
  if (sig != SIGQUIT) hyd_agents_tell(root, HYD_MSG_SIGNAL, (uint32_t)sig);
  if (sig == SIGUSR1 || sig == SIGUSR2 || sig == SIGCONT) return;
  if (sig == SIGTSTP) { /* ^Z: with all its ranks */
    for (uint32_t i = 0; i < root->hosts; i++) hyd_link_flush(&root->host[i].link, 1000);
    raise(SIGSTOP);
    return;
  }
  end_within(root, root->end.ended_by || sig == SIGQUIT ? 0 : GRACE_SIGNAL);
  if (root->end.ended_by == 0) root->end.ended_by = 128 + sig;
}

/* --- deadlines ------------------------------------------------------------ */

static void check_start(struct hyd_root *root, uint64_t now) {
  if (root->ready_hosts == root->hosts) root->start_ns = 0;
  if (root->start_ns == 0 || now < root->start_ns || root->end.at_ns || root->end.sent) return;
  root->start_ns = 0;
  if (root->host[0].state == HYD_HOST_WAITING)
    hyd_root_failed(root, 1, 0,
                    "%u workers did not all come within %u s (GASNET_SSH_TIMEOUT): expected "
                    "GASNET_CSPAWN_CMD to start %%C that many times",
                    root->hosts, root->start_ms / 1000);
  else
    hyd_root_failed(root, 1, 0, "only %u of %u hosts came up within %u s (GASNET_SSH_TIMEOUT)",
                    root->ready_hosts, root->hosts, root->start_ms / 1000);
}

static void check_missed(struct hyd_root *root, uint64_t now) {
  uint32_t ended = root->gone + root->wrappers;
  if (!root->end.missed_ns || now < root->end.missed_ns || root->end.at_ns || root->end.sent)
    return;
  if (ended < root->spec.size)
    hyd_root_failed(root, 1, 0,
                    "%s ended without gasnet_exit (under a wrapper it may have died); %u of %u "
                    "ranks are still there; ending the job",
                    root->end.missed, root->spec.size - ended, root->spec.size);
}

static void check_fence(struct hyd_root *root, uint64_t now) {
  if (!root->waiting || root->gone == 0 || root->end.at_ns || root->end.sent)
    root->end.stuck_ns = 0;
  else if (root->end.stuck_ns == 0)
    root->end.stuck_ns = now + GRACE_STUCK * MS;
  else if (now >= root->end.stuck_ns)
    hyd_root_failed(root, 1, 0,
                    "ranks wait for each other, but %u of %u have ended; ending the job",
                    root->gone, root->spec.size);
}

void hyd_root_advance(struct hyd_root *root, uint64_t now) {
  hyd_root_dump_advance(root, now);
  hyd_root_rows_advance(root, now);
  check_start(root, now);
  check_missed(root, now);
  check_fence(root, now);
  if (root->end.at_ns == 0 || hyd_now_ns() < root->end.at_ns || root->end.sent) return;
  root->end.sent = 1;
  root->end.sent_ns = now;
  hyd_agents_tell(root, HYD_MSG_END, END_MS);
}

/* After the job: all have ended by themselves, and none knew that it was a rank. */
void hyd_root_note(struct hyd_root *root) {
  uint32_t size = root->spec.size;
  name_beginner(root);
  if (root->joined || root->gone < size || root->end.ended_by || root->end.status) return;
  if (hyd_run_is_quiet()) return;
  hyd_root_say(root,
               "note: %s never called gasnet_init or gex_Client_Init: %u process%s of it ran, each "
               "by itself",
               root->spec.program, size, size == 1 ? "" : "es");
}

int hyd_root_status(const struct hyd_root *root) {
  if (root->end.ended_by || root->end.status)
    return root->end.ended_by ? root->end.ended_by : root->end.status;
  return root->end.incomplete || root->io.lost[1] || root->io.lost[2];
}
