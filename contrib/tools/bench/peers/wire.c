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

#define MOST 16 /* ranks */

static int fd[MOST], rank, size; /* rank 0 has a connection to each other rank; these have fd[0] */

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

static void send_all(int to, const void *from, size_t bytes) {
  for (const char *p = from; bytes;) {
    ssize_t n = send(to, p, bytes, MSG_NOSIGNAL);
    if (n <= 0) peer_fail("the other rank", "is gone");
    p += n;
    bytes -= (size_t)n;
  }
}

static void hear(int from, void *to, size_t bytes, void (*progress)(void)) {
  for (char *p = to; bytes;) {
    ssize_t n = recv(from, p, bytes, progress ? MSG_DONTWAIT : 0);
    if (n == 0 || (n < 0 && errno != EAGAIN)) peer_fail("the other rank", "is gone");
    if (progress) progress();
    if (n < 0) continue;
    p += n;
    bytes -= (size_t)n;
  }
}

/* A rank that connects says which one it is. */
static void listen_at(const struct sockaddr_in *a) {
  int s = socket(AF_INET, SOCK_STREAM, 0), on = 1, who;
  setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(s, (const struct sockaddr *)a, sizeof *a) || listen(s, size))
    peer_fail("listen", strerror(errno));
  for (int i = 1; i < size; i++) {
    int got = accept(s, NULL, NULL);
    if (got < 0) peer_fail("accept", strerror(errno));
    hear(got, &who, sizeof who, NULL);
    fd[who] = got;
  }
  close(s);
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

int wire_size(void) {
  const char *ranks = getenv("PEER_RANKS");
  int n = ranks ? atoi(ranks) : 2;
  if (n < 2 || n > MOST) peer_fail("PEER_RANKS", "expected 2 to 16");
  return n;
}

int wire_open(void) {
  struct sockaddr_in a = parse_address(needed("PEER_ADDRESS"));
  int on = 1;
  rank = atoi(needed("PEER_RANK"));
  size = wire_size();
  if (rank == 0) {
    listen_at(&a);
  } else {
    fd[0] = connect_to(&a);
    send_all(fd[0], &rank, sizeof rank);
  }
  for (int i = rank == 0; i < (rank == 0 ? size : 1); i++)
    setsockopt(fd[i], IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return rank;
}

void wire_swap(const void *mine, void *theirs, size_t bytes, void (*progress)(void)) {
  int other = fd[1 - rank];
  send_all(other, mine, bytes);
  hear(other, theirs, bytes, progress);
}

void wire_share(void *p, size_t bytes, void (*progress)(void)) {
  for (int i = 1; rank == 0 && i < size; i++) send_all(fd[i], p, bytes);
  if (rank != 0) hear(fd[0], p, bytes, progress);
}

void wire_gather(const void *mine, void *all, size_t bytes, void (*progress)(void)) {
  char *blocks = all;
  if (rank != 0) send_all(fd[0], mine, bytes);
  for (int i = 1; rank == 0 && i < size; i++)
    hear(fd[i], blocks + (size_t)i * bytes, bytes, progress);
  if (rank == 0) memcpy(blocks, mine, bytes);
  wire_share(all, (size_t)size * bytes, progress);
}

void wire_barrier(void (*progress)(void)) {
  char mine = 0, all[MOST];
  wire_gather(&mine, all, 1, progress);
}
