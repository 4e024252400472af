/* SPDX-License-Identifier: BSD-3-Clause
 *
 * root_io.c: what ranks wrote is written here in the order in which it came, both streams in one
 * row, so that they stay in order where both are the same terminal. Only what will not block is
 * written (a pipe that poll calls writable takes PIPE_BUF bytes), and the open file is left in its
 * mode, because others may have it, too. When much waits, the ranks are told to hold theirs; links
 * stay open for all else, so that a reader that pauses does not keep the job from ending.
 */
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "contrib/tools/gasnetrun/root.h"
#include "core/sys/clock.h"
#include "core/sys/cpu.h"

#define FULL (1u << 20)

static void put_piece(struct hyd_root *root, uint32_t stream, const char *data, size_t n) {
  if (n == 0) return;
  (void)(hyd_bytes_u32(&root->io.shown, stream) || hyd_bytes_u32(&root->io.shown, (uint32_t)n) ||
         hyd_bytes_add(&root->io.shown, data, n));
}

/* Writes output of a rank for -label: each line begins with the rank. */
static void put_labelled(struct hyd_root *root, uint32_t rank, uint32_t stream, const char *data,
                         size_t n) {
  char label[24];
  int length = snprintf(label, sizeof label, "[%u] ", rank);
  for (size_t at = 0; at < n;) {
    const char *end = memchr(data + at, '\n', n - at);
    size_t line = end ? (size_t)(end + 1 - (data + at)) : n - at;
    if (root->io.unfinished[stream] != (int)rank + 1 || at > 0)
      put_piece(root, stream, label, (size_t)length);
    put_piece(root, stream, data + at, line);
    at += line;
  }
}

void hyd_root_show(struct hyd_root *root, uint32_t rank, uint32_t stream, const char *data,
                   size_t n) {
  int from = (int)rank + 1;
  if (n == 0) return;
  if (root->io.unfinished[stream] && root->io.unfinished[stream] != from) {
    put_piece(root, stream, "\n", 1);
    root->io.unfinished[stream] = 0;
  }
  if (root->label || hyd_root_dump_labels(root, stream))
    put_labelled(root, rank, stream, data, n);
  else
    put_piece(root, stream, data, n);
  root->io.unfinished[stream] = data[n - 1] == '\n' ? 0 : from;
}

/* --- writing -------------------------------------------------------------- */

/* What cannot be written is lost, as to a full disk; the job goes on, and ends with a status that
 * tells. A closed stream was not wanted. A pipe without a reader is the end, as with any program.
 */
static HYD_COLD void cannot_write(struct hyd_root *root, int stream, int err) {
  static const char *const name[] = {"?", "standard output", "standard error"};
  char text[256];
  if (err == EBADF) return;
  if (err == EPIPE) {
    if (root->end.ended_by == 0) root->end.ended_by = 128 + SIGPIPE;
    if (root->end.at_ns == 0 && !root->end.sent) root->end.at_ns = hyd_now_ns();
    return;
  }
  if (root->io.lost[stream]) return;
  root->io.lost[stream] = 1;
  snprintf(text, sizeof text,
           "%s: %s: %s: some of what ranks write there is lost; the job goes on, but its status "
           "will not be 0\n",
           program_invocation_short_name, name[stream], strerror(err));
  put_piece(root, stream == STDOUT_FILENO ? STDERR_FILENO : STDOUT_FILENO, text, strlen(text));
}

/* Bytes written; n if they are lost; 0: the stream takes none now. */
static size_t write_some(struct hyd_root *root, int stream, const char *at, size_t n) {
  struct pollfd p = {stream, POLLOUT, 0};
  ssize_t done = poll(&p, 1, 0) > 0 ? write(stream, at, n < PIPE_BUF ? n : PIPE_BUF) : 0;
  if (done >= 0) return (size_t)done;
  if (errno == EINTR || errno == EAGAIN) return 0;
  cannot_write(root, stream, errno);
  return n;
}

/* The stream that the next of `shown` is for; -1: there is nothing. */
static int next_stream(struct hyd_root *root) {
  struct hyd_reader r = hyd_read_bytes(&root->io.shown);
  uint32_t stream, n;
  if (root->io.piece_left) return root->io.piece_stream;
  stream = hyd_read_u32(&r);
  n = hyd_read_u32(&r);
  if (r.bad) return -1;
  root->io.shown.start += 8;
  root->io.piece_stream = (int)stream;
  root->io.piece_left = n;
  return root->io.piece_stream;
}

/* Our own lines first, as soon as stderr takes them. */
static void write_said(struct hyd_root *root) {
  for (size_t n = 1, done = 1; done && (n = hyd_bytes_used(&root->io.said)) != 0;) {
    done = write_some(root, STDERR_FILENO, hyd_bytes_at(&root->io.said), n);
    root->io.said.start += done;
  }
}

static void write_shown(struct hyd_root *root) {
  int stream;
  for (int i = 0; i < 256 && (stream = next_stream(root)) >= 0; i++) {
    size_t done = write_some(root, stream, hyd_bytes_at(&root->io.shown), root->io.piece_left);
    if (done == 0) return;
    root->io.shown.start += done;
    root->io.piece_left -= (uint32_t)done;
  }
}

static void write_ready(void *ctx, short revents) {
  (void)revents;
  write_said(ctx);
  write_shown(ctx);
}

void hyd_root_say(struct hyd_root *root, const char *fmt, ...) {
  char text[700];
  va_list ap;
  size_t n = (size_t)snprintf(text, sizeof text, "%.80s: ", program_invocation_short_name);
  va_start(ap, fmt);
  vsnprintf(text + n, sizeof text - n - 1, fmt, ap);
  va_end(ap);
  n = strlen(text);
  text[n++] = '\n';
  write_shown(root); /* it may be what ranks say of the reason */
  (void)hyd_bytes_add(&root->io.said, text, n);
  write_said(root);
}

static int told_to_end(struct hyd_root *root) {
  int sig = hyd_loop_signal(&root->loop);
  if (sig != SIGINT && sig != SIGTERM && sig != SIGHUP && sig != SIGQUIT) return 0;
  if (root->end.ended_by == 0) root->end.ended_by = 128 + sig;
  return 1;
}

void hyd_root_flush(struct hyd_root *root, int ms) {
  uint64_t end = hyd_now_ns() + (uint64_t)ms * 1000000;
  int stream;
  while ((stream = next_stream(root)) >= 0 || hyd_bytes_used(&root->io.said)) {
    struct pollfd p = {stream >= 0 ? stream : STDERR_FILENO, POLLOUT, 0};
    if ((hyd_now_ns() > end && ms >= 0) || told_to_end(root)) return;
    if (poll(&p, 1, 100) > 0) write_ready(root, POLLOUT);
  }
}

static void hold_or_go(struct hyd_root *root) {
  size_t n = hyd_bytes_used(&root->io.shown);
  int hold = n > FULL || (root->io.hold && n > FULL / 4);
  if (hold != root->io.hold) hyd_agents_tell(root, HYD_MSG_HOLD, (uint32_t)hold);
  root->io.hold = hold;
}

void hyd_root_watch_io(struct hyd_root *root) {
  int stream = next_stream(root);
  if (stream >= 0) hyd_loop_add(&root->loop, stream, POLLOUT, write_ready, root);
  if (hyd_bytes_used(&root->io.said))
    hyd_loop_add(&root->loop, STDERR_FILENO, POLLOUT, write_ready, root);
  hold_or_go(root);
}
