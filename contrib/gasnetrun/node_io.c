/* SPDX-License-Identifier: BSD-3-Clause
 *
 * node_io.c: what ranks write goes up as whole lines, so that those of different ranks do not mix;
 * a line longer than MAX_LINE goes in pieces. Nothing is read while the way up is full, or the root
 * says HOLD, so that a rank that writes faster than anybody reads is held back by its pipe, as in a
 * shell. Bytes for rank 0 wait in proc->input; how many it took is told, and the root sends no more
 * than HYD_STDIN_WINDOW ahead.
 */
#include <errno.h>
#include <unistd.h>

#include "contrib/gasnetrun/node.h"

#define MAX_LINE 65536
#define AT_ONCE 16384

static void send_piece(struct hyd_node *node, struct hyd_proc *p, int stream, size_t n) {
  struct hyd_bytes *line = &p->line[stream];
  if (n == 0) return;
  (void)hyd_msg_write_out(node->upward, p->rank, (uint32_t)stream, hyd_bytes_at(line), n);
  line->start += n;
}

/* As many whole lines as there are; all of it if `everything`, or if it is too long to wait for
 * more. */
static void send_lines(struct hyd_node *node, struct hyd_proc *p, int stream, int everything) {
  struct hyd_bytes *line = &p->line[stream];
  size_t n = hyd_bytes_used(line);
  const char *end;
  if (n == 0) return;
  end = memrchr(hyd_bytes_at(line), '\n', n);
  if (end) send_piece(node, p, stream, (size_t)(end + 1 - hyd_bytes_at(line)));
  if (everything || hyd_bytes_used(line) >= MAX_LINE)
    send_piece(node, p, stream, hyd_bytes_used(line));
}

/* One read; whether there may be more. */
static int read_some(struct hyd_node *node, struct hyd_proc *p, int stream) {
  char *room = hyd_bytes_room(&p->line[stream], AT_ONCE);
  ssize_t n = room && p->out[stream] >= 0 ? read(p->out[stream], room, AT_ONCE) : 0;
  if (n < 0) return errno == EINTR;
  p->line[stream].n += (size_t)n;
  send_lines(node, p, stream, n == 0);
  if (n == 0 && p->out[stream] >= 0) {
    close(p->out[stream]);
    p->out[stream] = -1;
  }
  return n > 0;
}

static void ready_1(struct hyd_node *node, void *who, short revents) {
  (void)revents;
  (void)read_some(node, who, 1);
}

static void ready_2(struct hyd_node *node, void *who, short revents) {
  (void)revents;
  (void)read_some(node, who, 2);
}

void hyd_io_drain(struct hyd_node *node, struct hyd_proc *p) {
  for (int stream = 1; stream <= 2; stream++) {
    for (int i = 0; i < 256 && read_some(node, p, stream); i++) {
    }
    send_lines(node, p, stream, 1);
  }
}

void hyd_io_close(struct hyd_node *node, struct hyd_proc *p) {
  int *fd[] = {&p->out[1], &p->out[2], &p->in, &p->pmi};
  (void)node;
  for (size_t i = 0; i < sizeof fd / sizeof fd[0]; i++) {
    if (*fd[i] >= 0) close(*fd[i]);
    *fd[i] = -1;
  }
  for (int i = 1; i <= 2; i++) hyd_bytes_free(&p->line[i]);
  hyd_bytes_free(&p->input);
  hyd_bytes_free(&p->asked);
  hyd_bytes_free(&p->answer);
}

int hyd_io_open(const struct hyd_node *node) {
  for (uint32_t i = 0; i < node->procs; i++)
    if (node->proc[i].out[1] >= 0 || node->proc[i].out[2] >= 0) return 1;
  return 0;
}

/* --- stdin of rank 0 ------------------------------------------------------ */

static void end_input(struct hyd_node *node, struct hyd_proc *p) {
  size_t left = hyd_bytes_used(&p->input);
  if (left) hyd_node_say(node, HYD_MSG_TOOK, (uint32_t)left, 0, "%s", "");
  hyd_bytes_free(&p->input);
  if (p->in >= 0) close(p->in);
  p->in = -1;
}

static void input_ready(struct hyd_node *node, void *who, short revents) {
  struct hyd_proc *p = who;
  size_t n = hyd_bytes_used(&p->input);
  ssize_t took = n ? write(p->in, hyd_bytes_at(&p->input), n) : 0;
  if (took > 0) {
    p->input.start += (size_t)took;
    hyd_node_say(node, HYD_MSG_TOOK, (uint32_t)took, 0, "%s", "");
  }
  if ((took < 0 && errno != EAGAIN && errno != EINTR) || (revents & POLLERR) ||
      (p->input_ends && hyd_bytes_used(&p->input) == 0))
    end_input(node, p);
}

void hyd_io_input(struct hyd_node *node, const char *data, size_t n) {
  struct hyd_proc *p = node->proc;
  if (node->procs == 0 || p->rank != 0) return;
  if (n == 0) p->input_ends = 1;
  if (p->in < 0 || hyd_bytes_add(&p->input, data, n)) {
    if (n) hyd_node_say(node, HYD_MSG_TOOK, (uint32_t)n, 0, "%s", "");
    return;
  }
  if (n == 0 && hyd_bytes_used(&p->input) == 0) end_input(node, p);
}

void hyd_io_watch(struct hyd_node *node, struct hyd_pollset *set) {
  int full = hyd_bytes_used(node->upward) > HYD_LINK_FULL || (node->hold && !node->ending);
  for (uint32_t i = 0; i < node->procs; i++) {
    struct hyd_proc *p = &node->proc[i];
    if (!full) hyd_poll_add(set, p->out[1], POLLIN, ready_1, p);
    if (!full) hyd_poll_add(set, p->out[2], POLLIN, ready_2, p);
    if (hyd_bytes_used(&p->input)) hyd_poll_add(set, p->in, POLLOUT, input_ready, p);
  }
}
