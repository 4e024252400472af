/* SPDX-License-Identifier: BSD-3-Clause
 *
 * machine_sockets.c: sockets of UDP. The kernel cuts what it is given into datagrams of
 * PEER_DATAGRAM bytes, and joins them again, where it can. PEER_HOSTS has the address of each rank:
 * "10.0.0.1 10.0.0.2". Nothing is resent: a datagram that is lost ends the program.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/udp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "machine.h"
#include "wire.h"

#define ROOM (4 << 20)
#define LOOKS 1000 /* in vain, before a rank sleeps */
#define YIELDS 100
#define PATIENCE_MS 30000

void machine_send(int fd, const void *from, size_t bytes) {
  for (size_t at = 0, n; at < bytes; at += n) {
    n = machine_piece(bytes - at);
    if (send(fd, (const char *)from + at, n, 0) < 0) peer_fail("send", strerror(errno));
  }
}

size_t machine_receive(int fd, void *to, size_t room) {
  ssize_t n = recv(fd, to, room, MSG_DONTWAIT | MSG_TRUNC);
  if (n < 0 && errno != EAGAIN) peer_fail("recv", strerror(errno));
  if (n > (ssize_t)room) peer_fail("recv", "more than was expected");
  return n > 0 ? (size_t)n : 0;
}

static void bind_to_core(const cpu_set_t *usable, int which) {
  cpu_set_t one;
  int core = 0;
  CPU_ZERO(&one);
  while (!CPU_ISSET(core, usable) || which-- > 0) core++;
  CPU_SET(core, &one);
  sched_setaffinity(0, sizeof one, &one);
}

int machine_share_cores(void) {
  cpu_set_t usable;
  if (sched_getaffinity(0, sizeof usable, &usable)) return 1;
  int cores = CPU_COUNT(&usable);
  if (machine.size > cores) bind_to_core(&usable, machine.rank % cores);
  return (machine.size + cores - 1) / cores;
}

/* A rank with a core of its own looks again, as libraries do. Others yield to those that have
 * something to do. Both sleep when that has not helped. */
void machine_pause(unsigned vain, struct pollfd *sockets, int count) {
  int crowded = machine.to_a_core > 1;
  if (vain > (crowded ? YIELDS : LOOKS)) {
    if (poll(sockets, (nfds_t)count, PATIENCE_MS) == 0) peer_fail("a datagram", "was lost");
  } else if (crowded) {
    sched_yield();
  }
}

void machine_hear(int fd, void *to, size_t bytes) {
  struct pollfd socket = {.fd = fd, .events = POLLIN};
  unsigned vain = 0;
  for (size_t at = 0, n; at < bytes; at += n) {
    n = machine_receive(fd, (char *)to + at, bytes - at);
    if (n)
      vain = 0;
    else
      machine_pause(++vain, &socket, 1);
  }
}

/* The host's address, of which PEER_HOSTS has one for each rank. */
static struct sockaddr_in address_of(int rank) {
  struct sockaddr_in a = {.sin_family = AF_INET};
  const char *text = getenv("PEER_HOSTS");
  char host[64];
  for (int i = 0; text && i < rank; i++)
    if ((text = strchr(text, ' '))) text++;
  if (text == NULL) peer_fail("PEER_HOSTS", "expected an address for each rank");
  snprintf(host, sizeof host, "%.*s", (int)strcspn(text, " "), text);
  if (inet_pton(AF_INET, host, &a.sin_addr) != 1) peer_fail("PEER_HOSTS", text);
  return a;
}

/* The socket's port goes to *port. */
static int open_socket(in_port_t *port) {
  int fd = socket(AF_INET, SOCK_DGRAM, 0), room = ROOM, cut = (int)machine.datagram, on = 1;
  struct sockaddr_in mine = address_of(machine.rank);
  socklen_t length = sizeof mine;
  if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof room))
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
  if (machine.datagram < MACHINE_PIECE) {
    setsockopt(fd, SOL_UDP, UDP_SEGMENT, &cut, sizeof cut);
    setsockopt(fd, SOL_UDP, UDP_GRO, &on, sizeof on);
  }
  if (bind(fd, (const struct sockaddr *)&mine, sizeof mine) ||
      getsockname(fd, (struct sockaddr *)&mine, &length))
    peer_fail("bind", strerror(errno));
  *port = mine.sin_port;
  return fd;
}

void machine_open_sockets(int fd[MACHINE_RANKS]) {
  in_port_t mine[MACHINE_RANKS] = {0}, all[MACHINE_RANKS][MACHINE_RANKS];
  for (int i = 0; i < machine.size; i++)
    if (i != machine.rank) fd[i] = open_socket(&mine[i]);
  wire_gather(mine, all, sizeof mine, NULL);
  for (int i = 0; i < machine.size; i++) {
    struct sockaddr_in theirs = address_of(i);
    if (i == machine.rank) continue;
    theirs.sin_port = all[i][machine.rank];
    if (connect(fd[i], (const struct sockaddr *)&theirs, sizeof theirs))
      peer_fail("connect", strerror(errno));
  }
}
