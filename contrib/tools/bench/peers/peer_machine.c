/* SPDX-License-Identifier: BSD-3-Clause
 *
 * peer_machine.c: no library at all: what the machine itself takes for the same. Two processes with
 * memory in common: a copy, a copy and a flag, an atomic instruction. With PEER_DATAGRAM and
 * PEER_HOSTS ("10.0.0.1 10.0.0.2") in the environment: UDP in datagrams of that size, which the
 * kernel cuts and joins where it can. Data goes in pieces of at most PIECE bytes; a put is done
 * when a process of rank 1 that takes them all has answered, and WINDOW bytes may be unanswered.
 * Nothing is resent: a datagram that is lost ends the program.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/udp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "peer.h"
#include "wire.h"

#define PIECE ((size_t)60 << 10)
#define WINDOW ((size_t)512 << 10)
#define ROOM (4 << 20)
#define LOOKS 100 /* before it sleeps */
#define PATIENCE_S 2

static struct shared {
  _Alignas(64) _Atomic unsigned long turn[2][8]; /* each in a line of its own */
  char memory[2][PEER_MEMORY / 2];               /* of each rank */
} * shared;
static char *local;
static int rank, talk, stream; /* sockets */
static size_t datagram;
static uint64_t sent, arrived; /* bytes of streams */

static void sync_ranks(void) { wire_barrier(NULL); }
static void share_bytes(void *p, size_t bytes) { wire_share(p, bytes, NULL); }

/* --- memory in common ----------------------------------------------------- */

static void put_bytes(size_t bytes) { memcpy(shared->memory[1], local, bytes); }
static void get_bytes(size_t bytes) { memcpy(local, shared->memory[1], bytes); }

static void put_stream(size_t bytes) {
  for (int i = 0; i < peer_window(bytes); i++) put_bytes(bytes);
}

static void get_stream(size_t bytes) {
  for (int i = 0; i < peer_window(bytes); i++) get_bytes(bytes);
}

static void fetch_add(size_t bytes) {
  (void)bytes;
  atomic_fetch_add((_Atomic long *)(void *)shared->memory[1], 1);
}

/* The store releases the copy to the other rank, whose load acquires. */
static void store_turn(size_t bytes, unsigned long turn) {
  memcpy(shared->memory[1 - rank], local, bytes);
  atomic_store_explicit(&shared->turn[1 - rank][0], turn, memory_order_release);
}

static void round_trip(size_t bytes) {
  static unsigned long turn;
  turn++;
  if (rank == 0) store_turn(bytes, turn);
  while (atomic_load_explicit(&shared->turn[rank][0], memory_order_acquire) != turn) continue;
  if (rank == 1) store_turn(bytes, turn);
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

static void send_all(int fd, const char *from, size_t bytes) {
  for (size_t at = 0, n; at < bytes; at += n) {
    n = bytes - at < PIECE ? bytes - at : PIECE;
    if (send(fd, from + at, n, 0) < 0) peer_fail("send", strerror(errno));
  }
}

/* What is there, or 0. Looks rather than sleeps, as libraries do where there are cores. */
static size_t receive_some(int fd, char *to, size_t room) {
  ssize_t n = recv(fd, to, room, MSG_DONTWAIT);
  if (n < 0 && errno != EAGAIN) peer_fail("recv", strerror(errno));
  return n > 0 ? (size_t)n : 0;
}

static time_t monotonic_s(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec;
}

static void hear(int fd, char *to, size_t bytes) {
  time_t limit = monotonic_s() + PATIENCE_S;
  for (size_t at = 0, n; at < bytes; at += n)
    if ((n = receive_some(fd, to + at, bytes - at)) == 0 && monotonic_s() > limit)
      peer_fail("a datagram", "was lost");
}

static void datagrams_there_and_back(size_t bytes) {
  for (size_t at = 0; at < bytes; at += WINDOW) {
    size_t n = bytes - at < WINDOW ? bytes - at : WINDOW;
    if (rank == 0) send_all(talk, local + at, n);
    hear(talk, local + PEER_BYTES + at, n);
    if (rank == 1) send_all(talk, local + at, n);
  }
}

static void await_turn(uint64_t least) {
  uint64_t n;
  for (; arrived < least; arrived = n) hear(stream, (char *)&n, sizeof n);
}

static void put_datagrams(size_t bytes) {
  for (size_t at = 0, n; at < bytes; at += n, sent += n) {
    n = bytes - at < PIECE ? bytes - at : PIECE;
    if (sent + n > arrived + WINDOW) await_turn(sent + n - WINDOW);
    send_all(stream, local + at, n);
  }
}

static void put_by_datagrams(size_t bytes) {
  put_datagrams(bytes);
  await_turn(sent);
}

static void stream_by_datagrams(size_t bytes) {
  for (int i = 0; i < peer_window(bytes); i++) put_datagrams(bytes);
  await_turn(sent);
}

/* A process of rank 1: takes what comes, into the same memory, and says how much that was when
 * there is no more. */
static void take_all(void) {
  uint64_t told = 0, n = 0;
  int vain = 0;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (;;) {
    size_t more = receive_some(stream, local, PEER_BYTES);
    n += more;
    vain = more ? 0 : vain + 1;
    if (n != told && (more == 0 || n - told >= WINDOW / 4)) {
      send_all(stream, (const char *)&n, sizeof n);
      told = n;
    } else if (vain > LOOKS) {
      recv(stream, local, 1, MSG_PEEK); /* until there is something */
    }
  }
}

static int open_socket(const char *const host[2]) {
  int fd = socket(AF_INET, SOCK_DGRAM, 0), room = ROOM, cut = (int)datagram, on = 1;
  struct sockaddr_in mine = {.sin_family = AF_INET}, theirs;
  socklen_t length = sizeof mine;
  inet_pton(AF_INET, host[rank], &mine.sin_addr);
  if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof room))
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
  if (datagram < PIECE) {
    setsockopt(fd, SOL_UDP, UDP_SEGMENT, &cut, sizeof cut);
    setsockopt(fd, SOL_UDP, UDP_GRO, &on, sizeof on);
  }
  if (bind(fd, (const struct sockaddr *)&mine, sizeof mine) ||
      getsockname(fd, (struct sockaddr *)&mine, &length))
    peer_fail("bind", strerror(errno));
  wire_swap(&mine, &theirs, sizeof mine, NULL);
  if (connect(fd, (const struct sockaddr *)&theirs, sizeof theirs))
    peer_fail("connect", strerror(errno));
  return fd;
}

static void open_sockets(void) {
  const char *text = getenv("PEER_HOSTS");
  char host[2][64];
  if (text == NULL || sscanf(text, "%63s %63s", host[0], host[1]) != 2)
    peer_fail("PEER_HOSTS", "expected two addresses");
  talk = open_socket((const char *const[]){host[0], host[1]});
  stream = open_socket((const char *const[]){host[0], host[1]});
  if (rank == 1 && fork() == 0) take_all();
}

/* --- both ----------------------------------------------------------------- */

void peer_open(struct peer *p, int *argc, char ***argv) {
  const char *size = getenv("PEER_DATAGRAM");
  (void)argc, (void)argv;
  rank = wire_open();
  local = peer_memory();
  *p = (struct peer){
      .rank = rank, .size = 2, .local = local, .sync = sync_ranks, .share = share_bytes};
  if (size) {
    datagram = strtoul(size, NULL, 10);
    open_sockets();
    p->round_trip = datagrams_there_and_back;
    p->put = put_by_datagrams;
    p->put_stream = stream_by_datagrams;
  } else {
    join_memory();
    p->put = put_bytes;
    p->get = get_bytes;
    p->put_stream = put_stream;
    p->get_stream = get_stream;
    p->fetch_add = fetch_add;
    p->round_trip = round_trip;
  }
  sync_ranks();
}

void peer_close(struct peer *p) {
  (void)p;
  sync_ranks();
}
