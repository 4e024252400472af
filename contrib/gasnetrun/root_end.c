/* SPDX-License-Identifier: BSD-3-Clause
 *
 * root_end.c: the job ends when all ranks have ended, or some time after the first failure: others
 * may be about to end by themselves. Then END goes down, ranks are told and killed (node.c), and
 * who says nothing meanwhile is given up (node_tree.c). The status is that of the first failure, as
 * with a job on one host (supervisor.c).
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "contrib/gasnetrun/root.h"
#include "core/sys/clock.h"

#define MS UINT64_C(1000000)
#define GRACE_FAILED 250 /* as supervisor.c */
#define GRACE_CRASHED 100
#define GRACE_SIGNAL 1000
#define GRACE_STUCK 2000 /* ranks wait in a fence for one that has ended */
#define MOST_LINES 8     /* of failures; a lost switch loses many hosts */

static void end_within(struct hyd_root *root, uint64_t grace_ms) {
  uint64_t when = hyd_now_ns() + grace_ms * MS;
  if (root->node.ending) return;
  if (root->end_ns == 0 || when < root->end_ns) root->end_ns = when;
}

void hyd_root_failed(struct hyd_root *root, int status, uint64_t grace_ms, const char *fmt, ...) {
  char text[600];
  va_list ap;
  if (root->status == 0) root->status = status ? status : 1;
  if (root->ended_by == 0 && root->failures++ < MOST_LINES) {
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    hyd_root_say(root, "%s", text);
  }
  end_within(root, grace_ms);
}

static const char *host_of(const struct hyd_root *root, uint32_t rank) {
  const struct hyd_job_spec *s = &root->node.spec;
  for (uint32_t i = 0; i < s->hosts; i++)
    if (rank - s->host[i].first < s->host[i].ranks) return s->host[i].name;
  return "?";
}

void hyd_root_exit(struct hyd_root *root, const struct hyd_msg_exit *e) {
  uint32_t size = root->node.spec.size;
  const char *host = host_of(root, e->rank);
  root->gone++;
  root->joined += e->joined;
  if (root->node.ending || root->end_ns) { /* they were told to, or follow the first */
    if (root->status == 0 && root->ended_by == 0 && !root->in_peace && e->code)
      root->status = (int)e->code;
    return;
  }
  if (e->signal)
    hyd_root_failed(root, 128 + (int)e->signal, GRACE_CRASHED,
                    "rank %u/%u (pid %u on host %s) died of signal %u "
                    "(%s); ending the job",
                    e->rank, size, e->pid, host, e->signal, strsignal((int)e->signal));
  else if (e->code)
    hyd_root_failed(root, (int)e->code, GRACE_FAILED,
                    "rank %u/%u (pid %u on host %s) ended with status %u; "
                    "ending the job",
                    e->rank, size, e->pid, host, e->code);
}

/* With status 0 (a rank has left by gasnet_exit(0), and others have not come) the job ends in
 * peace, whatever those give that are told to end. */
void hyd_root_abort(struct hyd_root *root, uint32_t rank, uint32_t status) {
  if (status == 0) {
    root->in_peace = root->status == 0;
    end_within(root, 0);
    return;
  }
  hyd_root_failed(root, (int)status, 0,
                  "rank %u/%u (on host %s) asked for the end of the job, with status %u", rank,
                  root->node.spec.size, host_of(root, rank), status);
}

void hyd_root_signal(struct hyd_root *root, int sig) {
  struct hyd_bytes body = {0};
  struct hyd_message msg;
  if (hyd_msg_write_text(&body, HYD_MSG_SIGNAL, (uint32_t)sig, 0, "") == 0 &&
      hyd_msg_parse(body.p, body.n, &msg) > 0 && sig != SIGQUIT)
    hyd_tree_send(&root->node, &msg);
  hyd_bytes_free(&body);
  if (sig == SIGUSR1 || sig == SIGUSR2 || sig == SIGCONT) return;
  if (sig == SIGTSTP) { /* ^Z: with all its ranks */
    for (uint32_t i = 0; i < root->node.children; i++)
      hyd_link_flush(&root->node.child[i].link, 1000);
    raise(SIGSTOP);
    return;
  }
  end_within(root, root->ended_by || sig == SIGQUIT ? 0 : GRACE_SIGNAL);
  if (root->ended_by == 0) root->ended_by = 128 + sig;
}

/* --- deadlines ------------------------------------------------------------ */

static void check_start(struct hyd_root *root, uint64_t now) {
  const struct hyd_node *node = &root->node;
  if (root->ready_hosts == node->spec.hosts) root->start_ns = 0;
  if (root->start_ns == 0 || now < root->start_ns || root->end_ns || node->ending) return;
  root->start_ns = 0;
  if (node->awaited)
    hyd_root_failed(root, 1, 0,
                    "%u workers did not all come within %u s (GASNET_SSH_TIMEOUT): expected "
                    "GASNET_CSPAWN_CMD to start %%C that many times",
                    node->awaited, node->spec.start_ms / 1000);
  else
    hyd_root_failed(root, 1, 0, "only %u of %u hosts came up within %u s (GASNET_SSH_TIMEOUT)",
                    root->ready_hosts, node->spec.hosts, node->spec.start_ms / 1000);
}

static void check_fence(struct hyd_root *root, uint64_t now) {
  if (!root->waiting || root->gone == 0 || root->end_ns || root->node.ending) {
    root->stuck_ns = 0;
    return;
  }
  if (root->stuck_ns == 0)
    root->stuck_ns = now + GRACE_STUCK * MS;
  else if (now >= root->stuck_ns)
    hyd_root_failed(root, 1, 0,
                    "ranks wait for each other, but %u of %u have ended; ending the job",
                    root->gone, root->node.spec.size);
}

void hyd_root_advance(struct hyd_root *root) {
  struct hyd_node *node = &root->node;
  uint64_t now = hyd_now_ns();
  hyd_root_dump_advance(root, now);
  check_start(root, now);
  check_fence(root, now);
  if (root->end_ns && now >= root->end_ns && !node->ending) hyd_node_end(node, HYD_END_MS);
}

/* All have ended by themselves, and none knew that it was a rank. */
void hyd_root_note(struct hyd_root *root) {
  const char *quiet = getenv("GASNET_QUIET");
  uint32_t size = root->node.spec.size;
  if (root->joined || root->gone < size || root->ended_by || root->status) return;
  if (quiet && strchr("1yY", *quiet) && *quiet) return;
  hyd_root_say(root,
               "note: %s never called gasnet_init or gex_Client_Init: %u process%s of it ran, each "
               "by itself",
               root->node.spec.program, size, size == 1 ? "" : "es");
}

int hyd_root_status(const struct hyd_root *root) {
  if (root->ended_by || root->status) return root->ended_by ? root->ended_by : root->status;
  return root->incomplete || root->lost[1] || root->lost[2];
}
