/* SPDX-License-Identifier: BSD-3-Clause
 *
 * root_input.c: standard input, as far as it does not go to rank 0 directly (input.h): read and
 * sent to the agents of those that read, HYD_AGENT_WINDOW ahead of the slowest. What rank 0 has not
 * read when the job is over belongs to the next process that reads it, as a loop of a shell
 * around gasnetrun: in a file the position is set back; in a pipe the input is lost, and a note
 * says so if it was all.
 */
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "contrib/tools/gasnetrun/hosts.h"
#include "contrib/tools/gasnetrun/root.h"
#include "contrib/tools/gasnetrun/run.h"

void hyd_root_open_input(struct hyd_root *root) {
  root->io.input_open = root->spec.input != HYD_INPUT_NONE;
}

/* In the background of a terminal, reading would stop us. */
static int may_read(void) { return !isatty(STDIN_FILENO) || tcgetpgrp(STDIN_FILENO) == getpgrp(); }

int hyd_root_hand_input_over(const struct hyd_host *h) {
  const struct hyd_root *root = h->root;
  if (h != root->host || root->spec.input != HYD_INPUT_FIRST || root->custom) return -1;
  return hyd_host_is_local(h->name) && may_read() ? fcntl(STDIN_FILENO, F_DUPFD, 3) : -1;
}

static uint32_t readers(const struct hyd_root *root) {
  return root->spec.input == HYD_INPUT_FIRST ? 1 : root->hosts;
}

/* Bytes that may be sent; 0 while an agent that is to have them is not there yet. */
static size_t room(const struct hyd_root *root) {
  uint64_t least = root->io.input_sent;
  for (const struct hyd_host *h = root->host; h < root->host + readers(root); h++) {
    if (h->state == HYD_HOST_WAITING || h->state == HYD_HOST_STARTING) return 0;
    if (h->state == HYD_HOST_RUNNING && h->input_taken < least) least = h->input_taken;
  }
  return HYD_AGENT_WINDOW - (size_t)(root->io.input_sent - least);
}

static void on_input(void *ctx, short revents) {
  struct hyd_root *root = ctx;
  static char data[HYD_AGENT_PIECE]; /* stacks may be small (ulimit -s) */
  struct hyd_message msg = {.type = HYD_MSG_STDIN, .data = data};
  size_t most = room(root);
  ssize_t n = read(STDIN_FILENO, data, most < sizeof data ? most : sizeof data);
  (void)revents;
  if (n < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (n <= 0) root->io.input_open = 0;
  msg.n = n > 0 ? (size_t)n : 0;
  root->io.input_sent += msg.n;
  for (struct hyd_host *h = root->host; h < root->host + readers(root); h++)
    if (h->state == HYD_HOST_RUNNING && hyd_msg_write(&h->link.todo, &msg)) h->link.broken = 1;
}

void hyd_root_watch_input(struct hyd_root *root) {
  if (root->io.input_open && !root->end.sent && room(root) && may_read())
    hyd_loop_add(&root->loop, STDIN_FILENO, POLLIN, on_input, root);
}

void hyd_root_took_input(struct hyd_host *host, uint32_t n) {
  uint64_t most = host->root->io.input_sent - host->input_taken;
  host->input_taken += n < most ? n : most;
}

void hyd_root_read_input(struct hyd_root *root, uint64_t n) {
  root->io.input_open = 0;
  root->io.input_left = n < root->io.input_sent ? root->io.input_sent - n : 0;
}

void hyd_root_return_input(struct hyd_root *root) {
  uint64_t n = root->io.input_left;
  if (n == 0 || lseek(STDIN_FILENO, -(off_t)n, SEEK_CUR) >= 0) return;
  if (n == root->io.input_sent && !hyd_run_is_quiet())
    hyd_root_say(root,
                 "note: %llu bytes of standard input went to rank 0, which has not read them; "
                 "-stdin none leaves them alone",
                 (unsigned long long)n);
}
