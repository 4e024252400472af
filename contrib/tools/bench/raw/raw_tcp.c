/* SPDX-License-Identifier: BSD-3-Clause
 *
 * raw_tcp.c: see raw_tcp.h.
 */
#include "raw_tcp.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include "contrib/tools/bench/base/samples.h"

#define PIECE 65536

static int new_socket(void) { return socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0); }

static int set_no_delay(int fd) {
  int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return fd;
}

int hyd_bn_tcp_listen(uint16_t *port_p) {
  struct sockaddr_in at = {.sin_family = AF_INET};
  socklen_t size = sizeof at;
  int fd = new_socket();
  if (fd < 0 || bind(fd, (struct sockaddr *)&at, size) || listen(fd, 1) ||
      getsockname(fd, (struct sockaddr *)&at, &size))
    return -1;
  *port_p = ntohs(at.sin_port);
  return fd;
}

int hyd_bn_tcp_accept(int listening) {
  int fd = accept4(listening, NULL, NULL, SOCK_CLOEXEC);
  close(listening);
  return set_no_delay(fd);
}

int hyd_bn_tcp_connect(const char *address, uint16_t port) {
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons(port)};
  int fd = new_socket();
  if (fd < 0 || inet_pton(AF_INET, address, &at.sin_addr) != 1 ||
      connect(fd, (struct sockaddr *)&at, sizeof at))
    return -1;
  return set_no_delay(fd);
}

bool hyd_bn_tcp_send(int fd, const unsigned char *from, size_t bytes, size_t total, double *ns_p) {
  double start = hyd_bn_now();
  char done;
  for (size_t sent = 0; sent < total;) {
    ssize_t n = send(fd, from, total - sent < bytes ? total - sent : bytes, MSG_NOSIGNAL);
    if (n <= 0) return false;
    sent += (size_t)n;
  }
  if (recv(fd, &done, 1, 0) != 1) return false;
  *ns_p = hyd_bn_now() - start;
  return true;
}

bool hyd_bn_tcp_take(int fd, size_t total, void (*between)(void)) {
  static unsigned char piece[PIECE];
  size_t got = 0;
  while (got < total) {
    ssize_t n;
    between();
    while ((n = recv(fd, piece, sizeof piece, MSG_DONTWAIT)) > 0) got += (size_t)n;
    if (n == 0 || (errno != EAGAIN && errno != EINTR)) return false;
  }
  return send(fd, piece, 1, MSG_NOSIGNAL) == 1;
}
