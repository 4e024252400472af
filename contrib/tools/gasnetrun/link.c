/* SPDX-License-Identifier: BSD-3-Clause
 *
 * link.c: a read takes what is there, up to 64 KiB, and a write what the kernel takes. A message
 * stays in `got` until the next is asked for, so that its strings can be used meanwhile.
 */
#include "contrib/tools/gasnetrun/link.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/sys/clock.h"
#include "core/sys/fd.h"

#define AT_ONCE 65536

static void make_ready(int fd) {
  int flags = fcntl(fd, F_GETFL);
  fcntl(fd, F_SETFL, flags | O_NONBLOCK);
  fcntl(fd, F_SETFD, FD_CLOEXEC);
}

void hyd_link_open(struct hyd_link *link, int in, int out) {
  memset(link, 0, sizeof *link);
  link->in = in;
  link->out = out;
  make_ready(in);
  make_ready(out);
}

void hyd_link_seal(struct hyd_link *link, enum hyd_seal_side side, const unsigned char *secret) {
  link->seal = hyd_seal_is_possible() ? hyd_seal_new(side, secret) : NULL;
  if (link->seal == NULL || hyd_seal_begin(link->seal, &link->sealed_out)) link->broken = 1;
}

static int is_pending(const struct hyd_link *link) {
  if (link->seal == NULL) return hyd_bytes_used(&link->todo) != 0;
  return hyd_bytes_used(&link->sealed_out) ||
         (hyd_bytes_used(&link->todo) && hyd_seal_ready(link->seal));
}

void hyd_link_close(struct hyd_link *link) {
  if (link->out != link->in) hyd_fd_close(&link->out);
  hyd_fd_close(&link->in);
  link->out = -1;
  hyd_bytes_free(&link->got);
  hyd_bytes_free(&link->todo);
  hyd_bytes_free(&link->sealed_in);
  hyd_bytes_free(&link->sealed_out);
  if (link->seal) hyd_seal_free(link->seal);
  link->seal = NULL;
}

static void break_link(struct hyd_link *link) {
  link->error = errno;
  link->broken = 1;
}

static void read_some(struct hyd_link *link) {
  struct hyd_bytes *to = link->seal ? &link->sealed_in : &link->got;
  ssize_t n = hyd_bytes_read(to, link->in, AT_ONCE);
  if (n < 0 && errno != EINTR && errno != EAGAIN) break_link(link);
  if (n == 0) link->broken = 1;
  if (link->seal && hyd_seal_open(link->seal, to, &link->got)) link->broken = 1;
}

static void write_some(struct hyd_link *link) {
  struct hyd_bytes *from = link->seal ? &link->sealed_out : &link->todo;
  size_t n;
  ssize_t done;
  if (link->seal && hyd_bytes_used(from) == 0 && hyd_seal_make(link->seal, &link->todo, from))
    link->broken = 1;
  n = hyd_bytes_used(from);
  if (n == 0 || link->out < 0) return;
  done = send(link->out, hyd_bytes_at(from), n, MSG_NOSIGNAL);
  if (done < 0 && errno == ENOTSOCK) done = write(link->out, hyd_bytes_at(from), n);
  if (done > 0)
    from->start += (size_t)done;
  else if (done < 0 && errno != EINTR && errno != EAGAIN)
    break_link(link);
}

void hyd_link_watch(struct hyd_link *link, struct hyd_loop *loop, hyd_ready_fn *fn, void *ctx) {
  short out = is_pending(link) ? POLLOUT : 0;
  int same = link->in == link->out;
  hyd_loop_add(loop, link->in, (short)(POLLIN | (same ? out : 0)), fn, ctx);
  if (!same) hyd_loop_add(loop, link->out, out, fn, ctx);
}

void hyd_link_serve(struct hyd_link *link, short revents) {
  if (revents & POLLOUT) write_some(link);
  if (revents & (POLLIN | POLLHUP | POLLERR)) read_some(link);
}

int hyd_link_next(struct hyd_link *link, struct hyd_message *msg) {
  long n = hyd_msg_parse(hyd_bytes_at(&link->got), hyd_bytes_used(&link->got), msg);
  if (n > 0) {
    link->got.start += (size_t)n;
    return 1;
  }
  if (n < 0) link->broken = 1;
  return (int)n;
}

void hyd_link_flush(struct hyd_link *link, int ms) {
  uint64_t end = hyd_now_ns() + (uint64_t)ms * 1000000;
  while (!link->broken && link->out >= 0 && is_pending(link)) {
    struct pollfd p = {link->out, POLLOUT, 0};
    uint64_t now = hyd_now_ns();
    if (now >= end || poll(&p, 1, (int)((end - now) / 1000000) + 1) < 0) return;
    write_some(link);
  }
}
