/* SPDX-License-Identifier: BSD-3-Clause
 *
 * raw_udp.c: U, B and the rate of sendto. Sockets are not connected, as a library's cannot be that
 * has one for all its peers. Every datagram begins with the number of its window.
 */
#include "raw_udp.h"

#include <netinet/udp.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "contrib/tools/bench/base/samples.h"

#define BATCH 16        /* messages received with one call */
#define CALL 4          /* trains sent with one call */
#define BUFFER 65536    /* of one received message */
#define TRAIN 65000     /* bytes of a train, at most */
#define ROOM (4 << 20)  /* of the socket; the kernel doubles it */
#define AGAIN_NS 200000 /* the end of a window is said again after so long */
#define PATIENCE 1000   /* looks in vain, of some 200 ns */

enum { END = 8, DONE = 16 }; /* sizes of the datagrams that end a window */

static void make_room(int fd) {
  int room = ROOM;
  if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof room))
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
  if (setsockopt(fd, SOL_SOCKET, SO_SNDBUFFORCE, &room, sizeof room))
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
}

bool hyd_bn_raw_open(struct hyd_bn_raw *r, int side, uint16_t *port_p) {
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  socklen_t size = sizeof at;
  int on = 1;
  *r = (struct hyd_bn_raw){.fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), .side = side};
  r->buffer = aligned_alloc(4096, (size_t)BATCH * BUFFER);
  if (r->fd < 0 || !r->buffer || bind(r->fd, (struct sockaddr *)&at, size) ||
      getsockname(r->fd, (struct sockaddr *)&at, &size))
    return false;
  memset(r->buffer, 1, (size_t)BATCH * BUFFER);
  make_room(r->fd);
  setsockopt(r->fd, SOL_UDP, UDP_GRO, &on, sizeof on); /* without it, single datagrams */
  *port_p = ntohs(at.sin_port);
  return true;
}

void hyd_bn_raw_connect(struct hyd_bn_raw *r, uint16_t port) {
  r->peer = (struct sockaddr_in){.sin_family = AF_INET,
                                 .sin_addr = {htonl(INADDR_LOOPBACK)},
                                 .sin_port = htons(port)};
}

static ssize_t send_one(const struct hyd_bn_raw *r, const void *bytes, size_t n) {
  return sendto(r->fd, bytes, n, 0, (const struct sockaddr *)&r->peer, sizeof r->peer);
}

/* Called for each look in vain. Long after anything can still be expected on an idle machine,
 * another process has the other side's core. */
static void vain(const struct hyd_bn_raw *r, unsigned *looks) {
  if (++*looks % PATIENCE) return;
  if (r->idle) r->idle();
  sched_yield();
}

/* ---- U ------------------------------------------------------------------- */

static void await_turn(const struct hyd_bn_raw *r, uint32_t turn) {
  unsigned looks = 0;
  uint32_t got;
  for (;; vain(r, &looks)) {
    ssize_t n = recvfrom(r->fd, r->buffer, BUFFER, MSG_DONTWAIT, NULL, NULL);
    memcpy(&got, r->buffer, sizeof got);
    if (n >= (ssize_t)sizeof got && got == turn) return;
  }
}

double hyd_bn_raw_trips(struct hyd_bn_raw *r, size_t there, size_t back, int rounds) {
  unsigned char datagram[2048] = {0};
  size_t size = r->side ? back : there;
  double start = 0;
  r->window++;
  for (int i = -1; i < rounds; i++) {
    uint32_t turn = (r->window << 16) + (uint32_t)(i + 1);
    memcpy(datagram, &turn, sizeof turn);
    if (i == 0) start = hyd_bn_now();
    if (r->side) await_turn(r, turn);
    send_one(r, datagram, size);
    if (!r->side) await_turn(r, turn);
  }
  return r->side ? 0 : (hyd_bn_now() - start) / rounds;
}

/* ---- the other side of a stream ------------------------------------------ */

static void each_of(const struct hyd_bn_raw *r, const unsigned char *train, size_t n, size_t size) {
  for (size_t at = 0; r->each && at < n; at += size)
    r->each(r, train + at, n - at < size ? n - at : size);
}

/* Takes what comes, in datagrams of `size`, until the window's end is said: bytes. */
static uint64_t take_datagrams(const struct hyd_bn_raw *r, size_t size) {
  struct mmsghdr msg[BATCH];
  struct iovec part[BATCH];
  uint64_t bytes = 0, said;
  unsigned looks = 0;
  for (;;) {
    for (int i = 0; i < BATCH; i++) {
      part[i] = (struct iovec){r->buffer + (size_t)i * BUFFER, BUFFER};
      msg[i].msg_hdr = (struct msghdr){.msg_iov = &part[i], .msg_iovlen = 1};
    }
    int n = recvmmsg(r->fd, msg, BATCH, MSG_DONTWAIT, NULL);
    if (n <= 0) vain(r, &looks);
    for (int i = 0; i < n; i++) {
      memcpy(&said, part[i].iov_base, sizeof said);
      if (msg[i].msg_len == END && said == r->window) return bytes;
      if (msg[i].msg_len > END) bytes += msg[i].msg_len;
      if (msg[i].msg_len > END) each_of(r, part[i].iov_base, msg[i].msg_len, size);
    }
  }
}

static double take_window(const struct hyd_bn_raw *r, size_t size) {
  uint64_t done[2] = {r->window, take_datagrams(r, size)};
  send_one(r, done, DONE);
  return 0;
}

/* Ends the window: how many bytes have arrived. */
static uint64_t end_window(const struct hyd_bn_raw *r) {
  uint64_t end = r->window, done[2];
  for (;; r->idle ? r->idle() : (void)0) {
    send_one(r, &end, END);
    double again = hyd_bn_now() + AGAIN_NS;
    while (hyd_bn_now() < again)
      if (recvfrom(r->fd, done, DONE, MSG_DONTWAIT, NULL, NULL) == DONE && done[0] == r->window)
        return done[1];
  }
}

/* ---- B ------------------------------------------------------------------- */

/* One call: up to CALL trains, or datagrams if there are no trains. Bytes that were sent. */
static size_t send_some(const struct hyd_bn_raw *r, const unsigned char *from, size_t train,
                        size_t left, size_t size) {
  struct mmsghdr msg[CALL];
  struct iovec part[CALL];
  size_t sent = 0;
  int n = 0;
  for (; n < CALL && left >= train; n++, left -= train) {
    part[n] = (struct iovec){(void *)(uintptr_t)(from + (size_t)n * train), train};
    each_of(r, part[n].iov_base, train, size);
    msg[n].msg_hdr = (struct msghdr){.msg_name = (void *)(uintptr_t)&r->peer,
                                     .msg_namelen = sizeof r->peer,
                                     .msg_iov = &part[n],
                                     .msg_iovlen = 1};
  }
  n = sendmmsg(r->fd, msg, (unsigned)n, 0);
  for (int i = 0; i < n; i++) sent += msg[i].msg_len;
  return sent;
}

double hyd_bn_raw_stream(struct hyd_bn_raw *r, const unsigned char *from, size_t bytes, size_t size,
                         size_t total) {
  int segment = (int)size, off = 0;
  size_t train = size, at = 0;
  r->window++;
  if (r->side) return take_window(r, size);
  if (setsockopt(r->fd, SOL_UDP, UDP_SEGMENT, &segment, sizeof segment) == 0)
    train = TRAIN / size * size;
  double start = hyd_bn_now();
  for (size_t sent = 0; sent + train <= total;) {
    size_t n = send_some(r, from + at, train, bytes - at, size);
    sent += n;
    at += n;
    if (bytes - at < train) at = 0;
  }
  uint64_t arrived = end_window(r);
  double ns = hyd_bn_now() - start;
  setsockopt(r->fd, SOL_UDP, UDP_SEGMENT, &off, sizeof off);
  return ns / (arrived ? (double)arrived : 1);
}

/* ---- sendto -------------------------------------------------------------- */

double hyd_bn_raw_sends(struct hyd_bn_raw *r, size_t size, int count) {
  unsigned char datagram[2048] = {0};
  r->window++;
  if (r->side) return take_window(r, size);
  double start = hyd_bn_now();
  for (int i = 0; i < count; i++) send_one(r, datagram, size);
  double ns = (hyd_bn_now() - start) / count;
  end_window(r);
  return ns;
}
