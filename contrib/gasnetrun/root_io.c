/* SPDX-License-Identifier: BSD-3-Clause
 *
 * root_io.c: what ranks wrote is written here in the order in which it came, both streams in one
 * row, so that they stay in order where both are the same terminal. Only what will not block is
 * written (a pipe that poll calls writable takes PIPE_BUF bytes), and the open file is left in its
 * mode, because others may have it, too. When much waits, the ranks are told to hold theirs; links
 * stay open for all else, so that a reader who pauses does not keep the job from ending. Input is
 * read for as long as rank 0 takes it.
 */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "contrib/gasnetrun/root.h"
#include "core/sys/clock.h"
#include "core/sys/cpu.h"

#define FULL (1u << 20)

static void put_piece(struct hyd_root *root, uint32_t stream, const char *data, size_t n) {
  if (n == 0) return;
  (void)(hyd_bytes_u32(&root->shown, stream) || hyd_bytes_u32(&root->shown, (uint32_t)n) ||
         hyd_bytes_add(&root->shown, data, n));
}

/* With -label each line begins with its rank. */
static void put_labelled(struct hyd_root *root, uint32_t rank, uint32_t stream, const char *data,
                         size_t n) {
  char label[24];
  int length = snprintf(label, sizeof label, "[%u] ", rank);
  for (size_t at = 0; at < n;) {
    const char *end = memchr(data + at, '\n', n - at);
    size_t line = end ? (size_t)(end + 1 - (data + at)) : n - at;
    if (root->unfinished[stream] != (int)rank + 1 || at > 0)
      put_piece(root, stream, label, (size_t)length);
    put_piece(root, stream, data + at, line);
    at += line;
  }
}

void hyd_root_show(struct hyd_root *root, uint32_t rank, uint32_t stream, const char *data,
                   size_t n) {
  int who = (int)rank + 1;
  if (n == 0) return;
  if (root->unfinished[stream] && root->unfinished[stream] != who) {
    put_piece(root, stream, "\n", 1);
    root->unfinished[stream] = 0;
  }
  if (root->label || hyd_root_dump_labels(root, stream))
    put_labelled(root, rank, stream, data, n);
  else
    put_piece(root, stream, data, n);
  root->unfinished[stream] = data[n - 1] == '\n' ? 0 : who;
}

/* --- writing -------------------------------------------------------------- */

static void set_u32(char *p, uint32_t v) {
  for (int i = 0; i < 4; i++) p[i] = (char)(v >> 8 * i);
}

/* Which stream the first piece is for, and how long it is. */
static int first_piece(const struct hyd_root *root, uint32_t *n_p) {
  struct hyd_reader r = {hyd_bytes_at(&root->shown),
                         hyd_bytes_at(&root->shown) + hyd_bytes_used(&root->shown), 0};
  uint32_t stream = hyd_read_u32(&r);
  *n_p = hyd_read_u32(&r);
  return r.bad ? -1 : (int)stream;
}

/* What cannot be written is lost, as to a full disk; the job goes on, and ends with a status that
 * tells. A closed stream was not wanted. If nobody reads a pipe any more that is the end, as with
 * any program. */
static HYD_COLD void cannot_write(struct hyd_root *root, int stream, int err) {
  static const char *const name[] = {"?", "standard output", "standard error"};
  char text[256];
  if (err == EBADF) return;
  if (err == EPIPE) {
    if (root->ended_by == 0) root->ended_by = 128 + SIGPIPE;
    if (root->end_ns == 0 && !root->node.ending) root->end_ns = hyd_now_ns();
    return;
  }
  if (root->lost[stream]) return;
  root->lost[stream] = 1;
  snprintf(text, sizeof text,
           "%s: %s: %s: some of what ranks write there is lost; the job goes on, but its status "
           "will not be 0\n",
           root->self, name[stream], strerror(err));
  put_piece(root, stream == STDOUT_FILENO ? STDERR_FILENO : STDOUT_FILENO, text, strlen(text));
}

/* Our own lines, as soon as stderr takes them. */
static void write_said(struct hyd_root *root) {
  for (size_t n; (n = hyd_bytes_used(&root->said)) != 0;) {
    struct pollfd p = {STDERR_FILENO, POLLOUT, 0};
    size_t some = n < PIPE_BUF ? n : PIPE_BUF;
    ssize_t done = poll(&p, 1, 0) > 0 ? write(STDERR_FILENO, hyd_bytes_at(&root->said), some) : 0;
    if (done == 0 || (done < 0 && (errno == EINTR || errno == EAGAIN))) return;
    root->said.start += done > 0 ? (size_t)done : n;
    if (done < 0) cannot_write(root, STDERR_FILENO, errno);
  }
}

void hyd_root_say(struct hyd_root *root, const char *fmt, ...) {
  char text[700];
  va_list ap;
  size_t n = (size_t)snprintf(text, sizeof text, "%.80s: ", root->self);
  va_start(ap, fmt);
  vsnprintf(text + n, sizeof text - n - 1, fmt, ap);
  va_end(ap);
  n = strlen(text);
  text[n++] = '\n';
  (void)hyd_bytes_add(&root->said, text, n);
  write_said(root);
}

static int write_piece(struct hyd_root *root, int stream, uint32_t length) {
  const char *at = hyd_bytes_at(&root->shown);
  size_t want = length < PIPE_BUF ? length : PIPE_BUF;
  ssize_t n = write(stream, at + 8, want);
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) return -1;
  if (n < 0) {
    cannot_write(root, stream, errno);
    n = length;
  }
  if ((uint32_t)n == length) {
    root->shown.start += 8 + length;
    return 0;
  }
  root->shown.start += (size_t)n; /* what is left gets its stream and length before it again */
  set_u32(root->shown.p + root->shown.start, (uint32_t)stream);
  set_u32(root->shown.p + root->shown.start + 4, length - (uint32_t)n);
  return 0;
}

static void write_ready(struct hyd_node *node, void *who, short revents) {
  struct hyd_root *root = who;
  uint32_t n;
  int stream;
  (void)node;
  (void)revents;
  write_said(root);
  for (int i = 0; i < 256 && (stream = first_piece(root, &n)) >= 0; i++) {
    struct pollfd p = {stream, POLLOUT, 0};
    if (poll(&p, 1, 0) <= 0 || write_piece(root, stream, n)) return;
  }
}

static int told_to_end(struct hyd_root *root) {
  int sig = hyd_node_signal(&root->node);
  if (sig != SIGINT && sig != SIGTERM && sig != SIGHUP && sig != SIGQUIT) return 0;
  if (root->ended_by == 0) root->ended_by = 128 + sig;
  return 1;
}

void hyd_root_flush(struct hyd_root *root, int ms) {
  uint64_t end = hyd_now_ns() + (uint64_t)ms * 1000000;
  uint32_t n;
  int stream;
  while ((stream = first_piece(root, &n)) >= 0 || hyd_bytes_used(&root->said)) {
    struct pollfd p = {stream >= 0 ? stream : STDERR_FILENO, POLLOUT, 0};
    if ((hyd_now_ns() > end && ms >= 0) || told_to_end(root)) return;
    if (poll(&p, 1, 100) > 0) write_ready(&root->node, root, POLLOUT);
  }
}

/* --- stdin ---------------------------------------------------------------- */

static void input_ready(struct hyd_node *node, void *who, short revents) {
  struct hyd_root *root = who;
  struct hyd_child *c = node->child;
  static char data[HYD_AGENT_PIECE]; /* stacks may be small (ulimit -s) */
  size_t room = root->input_window < sizeof data ? root->input_window : sizeof data;
  ssize_t n = read(STDIN_FILENO, data, room);
  (void)revents;
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (n <= 0) {
    root->input_open = 0;
    n = 0;
  }
  root->input_window -= (uint32_t)n;
  (void)hyd_msg_add(&c->link.todo, HYD_MSG_STDIN, data, (size_t)n);
}

/* In the background of a terminal, reading would stop us. */
static int may_read(void) { return !isatty(STDIN_FILENO) || tcgetpgrp(STDIN_FILENO) == getpgrp(); }

static void hold_or_go(struct hyd_root *root) {
  struct hyd_node *node = &root->node;
  struct hyd_bytes body = {0};
  struct hyd_message msg;
  size_t n = hyd_bytes_used(&root->shown);
  int hold = n > FULL || (node->hold && n > FULL / 4);
  if (hold == node->hold) return;
  node->hold = hold;
  if (hyd_msg_write_text(&body, HYD_MSG_HOLD, (uint32_t)hold, 0, "") == 0 &&
      hyd_msg_parse(body.p, body.n, &msg) > 0)
    hyd_tree_send(node, &msg);
  hyd_bytes_free(&body);
}

void hyd_root_watch_io(struct hyd_root *root, struct hyd_pollset *set) {
  struct hyd_node *node = &root->node;
  uint32_t n;
  int stream = first_piece(root, &n);
  if (stream >= 0) hyd_poll_add(set, stream, POLLOUT, write_ready, root);
  if (hyd_bytes_used(&root->said)) hyd_poll_add(set, STDERR_FILENO, POLLOUT, write_ready, root);
  hold_or_go(root);
  if (root->input_open && root->input_window && node->children &&
      node->child->state == HYD_CHILD_RUNNING && !node->ending && may_read())
    hyd_poll_add(set, STDIN_FILENO, POLLIN, input_ready, root);
}
