/* SPDX-License-Identifier: BSD-3-Clause
 *
 * agent_io.c: what ranks write goes up as whole lines, so that those of different ranks do not mix;
 * a line longer than MAX_LINE goes in pieces. Nothing is read while the link is full, or gasnetrun
 * says HOLD, so that a rank that writes faster than its output is read is held back by its pipe, as
 * in a shell.
 */
#include <errno.h>

#include "contrib/tools/gasnetrun/agent.h"
#include "core/sys/fd.h"

#define MAX_LINE 65536
#define AT_ONCE 16384

static void send_piece(struct hyd_rank *p, int stream, size_t n) {
  struct hyd_message msg = {.type = HYD_MSG_OUT, .a = p->rank, .b = (uint32_t)stream, .n = n};
  if (n == 0) return;
  msg.data = hyd_bytes_at(&p->line[stream]);
  hyd_agent_send(p->agent, &msg);
  p->line[stream].start += n;
}

/* As many whole lines as there are; all of it if `everything`, or if it is too long to wait for
 * more. */
static void send_lines(struct hyd_rank *p, int stream, int everything) {
  struct hyd_bytes *line = &p->line[stream];
  size_t n = hyd_bytes_used(line);
  const char *begin = hyd_bytes_at(line), *end = n ? memrchr(begin, '\n', n) : NULL;
  if (end) send_piece(p, stream, (size_t)(end + 1 - begin));
  n = hyd_bytes_used(line);
  if (everything || n >= MAX_LINE) send_piece(p, stream, n);
}

/* One read; whether there may be more. */
static int read_some(struct hyd_rank *p, int stream) {
  ssize_t n = p->out[stream] >= 0 ? hyd_bytes_read(&p->line[stream], p->out[stream], AT_ONCE) : 0;
  if (n < 0) return errno == EINTR;
  send_lines(p, stream, n == 0);
  if (n == 0) hyd_fd_close(&p->out[stream]);
  return n > 0;
}

static void stdout_ready(void *ctx, short revents) {
  (void)revents;
  (void)read_some(ctx, 1);
}

static void stderr_ready(void *ctx, short revents) {
  (void)revents;
  (void)read_some(ctx, 2);
}

void hyd_io_drain(struct hyd_rank *p) {
  for (int stream = 1; stream <= 2; stream++) {
    for (int i = 0; i < 256 && read_some(p, stream); i++) {
    }
    send_lines(p, stream, 1);
  }
}

void hyd_io_close(struct hyd_rank *p) {
  hyd_fd_close(&p->out[1]);
  hyd_fd_close(&p->out[2]);
  hyd_input_over(p);
  hyd_fd_close(&p->pmi);
  hyd_fd_close(&p->wrapped);
}

void hyd_io_watch(struct hyd_agent *a) {
  int full = hyd_bytes_used(&a->up.todo) > HYD_LINK_FULL || (a->hold && !a->ending);
  for (struct hyd_rank *p = a->rank; p < hyd_ranks_end(a); p++) {
    if (!full) hyd_loop_add(&a->loop, p->out[1], POLLIN, stdout_ready, p);
    if (!full) hyd_loop_add(&a->loop, p->out[2], POLLIN, stderr_ready, p);
  }
}
