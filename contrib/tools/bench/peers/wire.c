/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wire.c: see wire.h.
 */
#include "wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "peer.h"

#define TRIES 500
#define PAUSE_US 20000

static int fd, rank;

static const char *needed(const char *name) {
  const char *value = getenv(name);
  if (value == NULL) peer_fail(name, "not set; peers.py starts this program");
  return value;
}

static struct sockaddr_in parse_address(const char *text) {
  struct sockaddr_in a = {.sin_family = AF_INET};
  char host[64];
  unsigned port;
  if (sscanf(text, "%63[0-9.]:%u", host, &port) != 2 || inet_pton(AF_INET, host, &a.sin_addr) != 1)
    peer_fail("PEER_ADDRESS", text);
  a.sin_port = htons((unsigned short)port);
  return a;
}

static int listen_at(const struct sockaddr_in *a) {
  int s = socket(AF_INET, SOCK_STREAM, 0), on = 1;
  setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(s, (const struct sockaddr *)a, sizeof *a) || listen(s, 1))
    peer_fail("listen", strerror(errno));
  int got = accept(s, NULL, NULL);
  close(s);
  return got;
}

static int connect_to(const struct sockaddr_in *a) {
  for (int i = 0; i < TRIES; i++) {
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(s, (const struct sockaddr *)a, sizeof *a) == 0) return s;
    close(s);
    usleep(PAUSE_US);
  }
  peer_fail("connect", strerror(errno));
}

int wire_open(void) {
  struct sockaddr_in a = parse_address(needed("PEER_ADDRESS"));
  int on = 1;
  rank = atoi(needed("PEER_RANK"));
  fd = rank == 0 ? listen_at(&a) : connect_to(&a);
  if (fd < 0) peer_fail("accept", strerror(errno));
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return rank;
}

static void send_all(const char *p, size_t bytes) {
  while (bytes) {
    ssize_t n = send(fd, p, bytes, MSG_NOSIGNAL);
    if (n <= 0) peer_fail("the other rank", "is gone");
    p += n;
    bytes -= (size_t)n;
  }
}

static void hear(char *p, size_t bytes, void (*progress)(void)) {
  while (bytes) {
    ssize_t n = recv(fd, p, bytes, progress ? MSG_DONTWAIT : 0);
    if (n == 0 || (n < 0 && errno != EAGAIN)) peer_fail("the other rank", "is gone");
    if (progress) progress();
    if (n < 0) continue;
    p += n;
    bytes -= (size_t)n;
  }
}

void wire_swap(const void *mine, void *theirs, size_t bytes, void (*progress)(void)) {
  send_all(mine, bytes);
  hear(theirs, bytes, progress);
}

void wire_barrier(void (*progress)(void)) {
  char mine = 0, theirs;
  wire_swap(&mine, &theirs, 1, progress);
}

void wire_share(void *p, size_t bytes, void (*progress)(void)) {
  if (rank == 0)
    send_all(p, bytes);
  else
    hear(p, bytes, progress);
}
