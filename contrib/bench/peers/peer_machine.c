/* SPDX-License-Identifier: BSD-3-Clause
 *
 * peer_machine.c: no library at all: what the machine itself takes for the same. Two processes with
 * memory in common: a copy, a copy and a flag, an atomic instruction. With PEER_DATAGRAM and
 * PEER_HOSTS ("10.0.0.1 10.0.0.2") in the environment: UDP, `bytes` there and back in datagrams of
 * that size; what does not fit into a socket goes in pieces of WINDOW bytes, each answered. Nothing
 * is resent: a datagram that is lost ends the program.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "peer.h"
#include "wire.h"

#define WINDOW ((size_t)64 << 10)
#define PATIENCE_S 2

static struct shared {
  _Alignas(64) _Atomic unsigned long turn[2][8]; /* each in a line of its own */
  char memory[2][PEER_MEMORY / 2];               /* of each rank */
} * shared;
static char *local;
static int rank, fd;
static size_t datagram;

static void meet(void) { wire_barrier(NULL); }
static void share(void *p, size_t bytes) { wire_share(p, bytes, NULL); }

/* --- memory in common ----------------------------------------------------- */

static void put(size_t bytes) { memcpy(shared->memory[1], local, bytes); }
static void get(size_t bytes) { memcpy(local, shared->memory[1], bytes); }

static void put_stream(size_t bytes) {
  for (int i = 0; i < peer_window(bytes); i++) put(bytes);
}

static void get_stream(size_t bytes) {
  for (int i = 0; i < peer_window(bytes); i++) get(bytes);
}

static void fetch_add(size_t bytes) {
  (void)bytes;
  atomic_fetch_add((_Atomic long *)(void *)shared->memory[1], 1);
}

/* The store releases the copy to the other rank, whose load acquires. */
static void tell(size_t bytes, unsigned long turn) {
  memcpy(shared->memory[1 - rank], local, bytes);
  atomic_store_explicit(&shared->turn[1 - rank][0], turn, memory_order_release);
}

static void round_trip(size_t bytes) {
  static unsigned long turn;
  turn++;
  if (rank == 0) tell(bytes, turn);
  while (atomic_load_explicit(&shared->turn[rank][0], memory_order_acquire) != turn) continue;
  if (rank == 1) tell(bytes, turn);
}

/* Rank 0's file, which rank 1 opens by its name under /proc. */
static void join_memory(void) {
  char path[64] = "";
  int file = rank == 0 ? memfd_create("peers", 0) : -1;
  if (rank == 0 && (file < 0 || ftruncate(file, sizeof *shared))) peer_fail("memory", "none left");
  snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(), file);
  wire_share(path, sizeof path, NULL);
  if (rank == 1) file = open(path, O_RDWR);
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (shared == MAP_FAILED) peer_fail("memory", "cannot be shared");
  memset(shared->memory[rank], 1, sizeof shared->memory[rank]);
}

/* --- datagrams ------------------------------------------------------------ */

static void say(const char *from, size_t bytes) {
  for (size_t at = 0; at < bytes; at += datagram)
    if (send(fd, from + at, bytes - at < datagram ? bytes - at : datagram, 0) < 0)
      peer_fail("send", strerror(errno));
}

static void hear(char *to, size_t bytes) {
  for (size_t at = 0; at < bytes;) {
    ssize_t n = recv(fd, to + at, bytes - at, 0);
    if (n < 0) peer_fail("a datagram", "was lost");
    at += (size_t)n;
  }
}

/* All pieces but the last have an answer of a byte. */
static void send_pieces(size_t bytes) {
  char answer;
  for (size_t at = 0; at < bytes; at += WINDOW) {
    say(local + at, bytes - at < WINDOW ? bytes - at : WINDOW);
    if (at + WINDOW < bytes) hear(&answer, 1);
  }
}

static void receive_pieces(size_t bytes) {
  for (size_t at = 0; at < bytes; at += WINDOW) {
    hear(local + PEER_BYTES + at, bytes - at < WINDOW ? bytes - at : WINDOW);
    if (at + WINDOW < bytes) say("", 1);
  }
}

static void datagrams_there_and_back(size_t bytes) {
  if (rank == 0) send_pieces(bytes);
  receive_pieces(bytes);
  if (rank == 1) send_pieces(bytes);
}

static void open_socket(void) {
  const char *text = getenv("PEER_HOSTS");
  char host[2][64];
  const struct timeval patience = {.tv_sec = PATIENCE_S};
  struct sockaddr_in mine = {.sin_family = AF_INET}, theirs;
  socklen_t length = sizeof mine;
  if (text == NULL || sscanf(text, "%63s %63s", host[0], host[1]) != 2)
    peer_fail("PEER_HOSTS", "expected two addresses");
  inet_pton(AF_INET, host[rank], &mine.sin_addr);
  fd = socket(AF_INET, SOCK_DGRAM, 0);
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  if (bind(fd, (const struct sockaddr *)&mine, sizeof mine) ||
      getsockname(fd, (struct sockaddr *)&mine, &length))
    peer_fail("bind", strerror(errno));
  wire_swap(&mine, &theirs, sizeof mine, NULL);
  if (connect(fd, (const struct sockaddr *)&theirs, sizeof theirs))
    peer_fail("connect", strerror(errno));
}

/* --- both ----------------------------------------------------------------- */

void peer_open(struct peer *p, int *argc, char ***argv) {
  const char *size = getenv("PEER_DATAGRAM");
  (void)argc, (void)argv;
  rank = wire_open();
  local = peer_memory();
  *p = (struct peer){.rank = rank, .size = 2, .local = local, .meet = meet, .share = share};
  if (size) {
    datagram = strtoul(size, NULL, 10);
    open_socket();
    p->round_trip = datagrams_there_and_back;
  } else {
    join_memory();
    p->put = put;
    p->get = get;
    p->put_stream = put_stream;
    p->get_stream = get_stream;
    p->fetch_add = fetch_add;
    p->round_trip = round_trip;
  }
  meet();
}

void peer_close(struct peer *p) {
  (void)p;
  meet();
}
