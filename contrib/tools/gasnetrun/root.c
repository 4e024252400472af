/* SPDX-License-Identifier: BSD-3-Clause
 *
 * root.c: gasnetrun's loop while a job runs over hosts: it takes messages from agents, puts fences
 * together, and hands the rest to root_io.c, root_input.c, root_end.c and root_dump.c.
 */
#include "contrib/tools/gasnetrun/root.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/diag/dump_signal.h"
#include "contrib/tools/gasnetrun/custom.h"
#include "core/boot/leftovers.h"
#include "core/sys/clock.h"

/* Bytes of output that a rank may still bring after the ranks were told to hold it: pipes are
 * emptied when a rank ends, and some output is under way. */
#define HELD_EACH (UINT64_C(8) << 20)

void hyd_root_room(struct hyd_root *root, uint32_t hosts) {
  if ((root->host = calloc(hosts, sizeof *root->host)) == NULL)
    hyd_wrong("out of memory for %u hosts", hosts);
  root->hosts = hosts;
  for (struct hyd_host *h = root->host; h < root->host + hosts; h++) {
    h->root = root;
    h->link.in = h->link.out = h->err = -1;
  }
}

/* --- messages ------------------------------------------------------------- */

/* Ranks of the host wait in a fence. When all of all hosts do, what all put goes to all, then the
 * word that the fence is over. */
static void take_fence(struct hyd_host *host, int all) {
  struct hyd_root *root = host->root;
  root->waiting = 1;
  if (!all || host->in_fence) return;
  host->in_fence = 1;
  if (++root->in_fence < root->hosts) return;
  root->waiting = 0;
  root->in_fence = 0;
  for (struct hyd_host *h = root->host; h < root->host + root->hosts; h++) {
    h->in_fence = 0;
    if (h->state == HYD_HOST_RUNNING &&
        hyd_bytes_add(&h->link.todo, hyd_bytes_at(&root->table), hyd_bytes_used(&root->table)))
      h->link.broken = 1;
  }
  hyd_bytes_free(&root->table);
  hyd_agents_tell(root, HYD_MSG_FENCE, 0);
}

static int take_ready(struct hyd_host *host) {
  struct hyd_root *root = host->root;
  if (host->ready) return -1;
  host->ready = 1;
  root->ready_hosts++;
  if (root->verbose)
    hyd_root_say(root, "host %s: ranks %u to %u are started (%u of %u %s)", host->name, host->first,
                 host->first + host->ranks - 1, root->ready_hosts, root->hosts,
                 root->custom ? "workers" : "hosts");
  return 0;
}

static int take_table(struct hyd_root *root, const struct hyd_message *msg) {
  size_t most = (size_t)root->spec.size * HYD_AGENT_PUTS;
  return hyd_bytes_used(&root->table) + msg->n > most ? -1 : hyd_msg_write(&root->table, msg);
}

static int take_output(struct hyd_host *host, const struct hyd_message *msg) {
  host->held = host->root->io.hold ? host->held + msg->n : 0;
  if (host->held > (host->ranks + 2) * HELD_EACH) return -1;
  hyd_root_show(host->root, msg->a, msg->b, msg->data, msg->n);
  return 0;
}

static int take_exit(struct hyd_host *host, const struct hyd_message *msg) {
  if (host->gone == host->ranks) return -1;
  host->gone++;
  hyd_root_exit(host, msg);
  return 0;
}

/* Only where the job is to end may an agent end before its ranks. */
static void take_done(struct hyd_host *host) {
  const struct hyd_root_end *end = &host->root->end;
  host->state = HYD_HOST_OVER;
  if (host->gone < host->ranks && !end->at_ns && !end->sent)
    hyd_root_failed(host->root, 1, 0, "host %s: its agent has ended before %u of its %u ranks",
                    host->name, host->ranks - host->gone, host->ranks);
}

/* Whether a message is of no rank, or of one that the host has. */
static int has_own_rank(const struct hyd_host *host, const struct hyd_message *msg) {
  switch (msg->type) {
  case HYD_MSG_OUT:
  case HYD_MSG_EXIT:
  case HYD_MSG_GONE:
  case HYD_MSG_LEAVES:
  case HYD_MSG_ABORT: return msg->a - host->first < host->ranks;
  default: return 1;
  }
}

int hyd_root_take(struct hyd_host *host, const struct hyd_message *msg) {
  struct hyd_root *root = host->root;
  int n = (int)msg->n;
  if (!has_own_rank(host, msg)) return -1;
  switch (msg->type) {
  case HYD_MSG_TABLE: return take_table(root, msg);
  case HYD_MSG_FENCE: take_fence(host, msg->a == 1); return 0;
  case HYD_MSG_OUT: return take_output(host, msg);
  case HYD_MSG_EXIT: return take_exit(host, msg);
  case HYD_MSG_GONE:
    root->wrappers++;
    hyd_root_gone(host, msg->a, msg->b);
    return 0;
  case HYD_MSG_LEAVES: hyd_root_leaves(host, msg); return 0;
  case HYD_MSG_READY: return take_ready(host);
  case HYD_MSG_NOTE: hyd_root_say(root, "host %s: %.*s", host->name, n, msg->data); return 0;
  case HYD_MSG_ABORT:
    if (!root->end.sent) hyd_root_abort(host, msg->a, msg->b);
    return 0;
  case HYD_MSG_FAIL:
    if (!root->end.sent)
      hyd_root_failed(root, (int)msg->a, 0, "host %s: %.*s", host->name, n, msg->data);
    return 0;
  case HYD_MSG_TOOK: hyd_root_took_input(host, msg->a); return 0;
  case HYD_MSG_READ: hyd_root_read_input(root, msg->a | (uint64_t)msg->b << 32); return 0;
  case HYD_MSG_DUMP: hyd_root_dump(root); return 0;
  case HYD_MSG_DUMPED: host->dumped |= msg->a == (uint32_t)root->dump.round; return 0;
  case HYD_MSG_ROWS: hyd_root_rows_take(host, msg); return 0;
  case HYD_MSG_DONE: take_done(host); return 0;
  case HYD_MSG_PING: return 0;
  default: return -1; /* goes down only */
  }
}

/* --- the loop ------------------------------------------------------------- */

void hyd_root_reap(struct hyd_root *root) {
  int status;
  pid_t pid;
  while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
    if (root->custom) hyd_custom_reaped(root->custom, pid, status);
    for (struct hyd_host *h = root->host; h < root->host + root->hosts; h++)
      if (h->pid == pid) {
        h->pid = 0;
        h->status = status;
      }
  }
}

/* Whether some process that brings agents has not ended. */
static int has_processes(const struct hyd_root *root) {
  int left = root->custom && root->custom->pid;
  for (uint32_t i = 0; i < root->hosts; i++) left |= root->host[i].pid != 0;
  return left;
}

void hyd_root_wait(struct hyd_root *root, int ms) {
  const struct timespec pause = {0, 2000000};
  uint64_t end = hyd_now_ns() + (uint64_t)ms * 1000000;
  while (has_processes(root) && hyd_now_ns() < end) {
    hyd_root_reap(root);
    if (has_processes(root)) nanosleep(&pause, NULL);
  }
}

static void on_signal(void *ctx, int sig) {
  struct hyd_root *root = ctx;
  if (sig == SIGCHLD)
    hyd_root_reap(ctx);
  else if (sig != HYD_DUMP_SIGNAL)
    hyd_root_signal(ctx, sig);
  else if (HYD_DUMP_KIND(root->loop.value) == HYD_DUMP_ROWS(0, 0))
    hyd_root_rows_asked(root, root->loop.sender, root->loop.value);
  else
    hyd_root_dump(root);
}

static int has_deadline(const struct hyd_root *root) {
  return root->end.at_ns || root->end.stuck_ns || root->end.missed_ns || root->start_ns ||
         root->end.sent || root->dump.round || root->rows.end_ns;
}

static void turn(struct hyd_root *root) {
  uint64_t now;
  hyd_root_watch_io(root);
  hyd_root_watch_input(root);
  hyd_agents_watch(root);
  if (root->custom) hyd_custom_watch(root->custom);
  hyd_loop_turn(&root->loop, has_deadline(root) ? 20 : 250, on_signal, root);
  now = hyd_now_ns();
  if (root->custom) hyd_custom_advance(root->custom, now);
  hyd_agents_advance(root, now);
  hyd_root_advance(root, now);
}

int hyd_root_run(struct hyd_root *root) {
  struct hyd_leftovers leftovers;
  hyd_leftovers_adopt(&leftovers);
  hyd_root_open_input(root);
  hyd_loop_open(&root->loop);
  /* A little later than an agent's own deadline (root_agents.c), whose message names the host. */
  root->start_ns = hyd_now_ns() + (root->start_ms + 100) * UINT64_C(1000000);
  if (root->custom) hyd_custom_start(root->custom, root);
  hyd_agents_advance(root, hyd_now_ns());
  while (!hyd_agents_over(root)) turn(root);
  hyd_root_note(root);
  hyd_root_return_input(root);
  hyd_root_flush(root, root->end.status || root->end.ended_by || root->end.incomplete ? 2000 : -1);
  hyd_agents_close(root);
  if (root->custom)
    hyd_custom_close(root->custom);
  else
    hyd_root_wait(root, 2000);
  hyd_leftovers_end(&leftovers, 2000);
  return hyd_root_status(root);
}
