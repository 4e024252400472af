/* SPDX-License-Identifier: BSD-3-Clause
 *
 * root.c: gasnetrun's own loop while a job runs over hosts: it reads what came up, puts fences
 * together, and hands the rest to root_io.c and root_end.c.
 */
#include "contrib/gasnetrun/root.h"

#include <stdio.h>
#include <unistd.h>

#include "core/diag/dump_signal.h"
#include "contrib/gasnetrun/custom.h"
#include "core/boot/leftovers.h"
#include "core/sys/clock.h"

/* All have come: what all put goes to all, then the word that the fence is over. */
static void complete_fence(struct hyd_root *root) {
  struct hyd_message msg;
  long n;
  root->waiting = 0;
  while ((n = hyd_msg_parse(hyd_bytes_at(&root->table), hyd_bytes_used(&root->table), &msg)) > 0) {
    hyd_tree_send(&root->node, &msg);
    root->table.start += (size_t)n;
  }
  hyd_fence_over(&root->node);
}

static void take_text(struct hyd_root *root, const struct hyd_message *msg) {
  uint32_t a, b;
  const char *text;
  if (hyd_msg_read_text(msg, &a, &b, &text)) {
    hyd_root_failed(root, 1, 0, "an agent said what cannot be read (message %d)", (int)msg->type);
  } else if (msg->type == HYD_MSG_FAIL) {
    if (!root->node.ending) hyd_root_failed(root, (int)(a & 0xff), 0, "%s", text);
  } else if (msg->type == HYD_MSG_NOTE) {
    hyd_root_say(root, "%s", text);
    root->incomplete |= a != 0;
  } else if (msg->type == HYD_MSG_TOOK) {
    root->input_window += a <= HYD_STDIN_WINDOW - root->input_window ? a : 0;
  } else if (msg->type == HYD_MSG_ABORT) {
    if (!root->node.ending) hyd_root_abort(root, a, b & 0xff);
  } else if (msg->type == HYD_MSG_DUMP) {
    hyd_root_dump(root);
  } else if (msg->type == HYD_MSG_DUMPED) {
    hyd_root_dumped(root, a, b);
  } else {
    root->ready_hosts++;
    if (root->node.spec.verbose)
      hyd_root_say(root, "host %s: ranks %u to %u are started (%u of %u %s)", text, a, a + b - 1,
                   root->ready_hosts, root->node.spec.hosts, root->custom ? "workers" : "hosts");
  }
}

static void take_message(struct hyd_root *root, const struct hyd_message *msg) {
  struct hyd_msg_exit gone;
  uint32_t rank, stream;
  const char *data;
  size_t n;
  switch (msg->type) {
  case HYD_MSG_TABLE: (void)hyd_msg_add(&root->table, msg->type, msg->body, msg->n); return;
  case HYD_MSG_FENCE: complete_fence(root); return;
  case HYD_MSG_ARRIVED: root->waiting = 1; return;
  case HYD_MSG_OUT:
    if (hyd_msg_read_out(msg, &rank, &stream, &data, &n) == 0)
      hyd_root_show(root, rank, stream, data, n);
    return;
  case HYD_MSG_EXIT:
    if (hyd_msg_read_exit(msg, &gone) == 0) hyd_root_exit(root, &gone);
    return;
  case HYD_MSG_DONE: root->over = 1; return;
  case HYD_MSG_PING: /* our own node's */ return;
  default: take_text(root, msg);
  }
}

static void take_messages(struct hyd_root *root) {
  struct hyd_message msg;
  long n;
  while ((n = hyd_msg_parse(hyd_bytes_at(&root->inbox), hyd_bytes_used(&root->inbox), &msg)) > 0) {
    take_message(root, &msg);
    root->inbox.start += (size_t)n;
  }
}

static void signal_ready(struct hyd_node *node, void *who, short revents) {
  int sig;
  (void)revents;
  while ((sig = hyd_node_signal(node)) != 0) {
    if (sig == SIGCHLD)
      hyd_node_reap(node);
    else if (sig == HYD_DUMP_SIGNAL)
      hyd_root_dump(who);
    else
      hyd_root_signal(who, sig);
  }
}

static int has_deadline(const struct hyd_root *root) {
  return root->end_ns || root->stuck_ns || root->start_ns || root->node.ending || root->dump.round;
}

static void start(struct hyd_root *root) {
  if (root->custom == NULL)
    hyd_tree_start(&root->node, 0, root->node.spec.hosts);
  else if (hyd_custom_start(root->custom, &root->node))
    root->node.failed = 1;
}

int hyd_root_run(struct hyd_root *root) {
  struct hyd_node *node = &root->node;
  struct hyd_pollset set = {0};
  hyd_leftovers_adopt();
  node->upward = &root->inbox;
  node->host = "here";
  root->input_open = 1;
  root->input_window = HYD_STDIN_WINDOW;
  hyd_node_open(node);
  root->start_ns = hyd_now_ns() + node->spec.start_ms * UINT64_C(1000000);
  start(root);
  while (!root->over) {
    hyd_poll_add(&set, node->signal_fd, POLLIN, signal_ready, root);
    hyd_root_watch_io(root, &set);
    hyd_node_watch(node, &set);
    if (root->custom) hyd_custom_watch(root->custom, node, &set);
    hyd_poll_turn(&set, node, has_deadline(root) ? 20 : 250);
    if (node->signal_fd < 0) signal_ready(node, root, 0);
    if (root->custom) hyd_custom_advance(root->custom, node);
    hyd_node_advance(node);
    take_messages(root);
    hyd_root_advance(root);
  }
  hyd_root_note(root);
  hyd_root_flush(root, root->status || root->ended_by || root->incomplete ? 2000 : -1);
  hyd_tree_close(node);
  if (root->custom) hyd_custom_close(root->custom, node);
  hyd_leftovers_end(2000);
  return hyd_root_status(root);
}
