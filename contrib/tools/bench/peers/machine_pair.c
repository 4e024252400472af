/* SPDX-License-Identifier: BSD-3-Clause
 *
 * machine_pair.c: two ranks, by datagrams. Rank 1 has two processes more: one takes what is put and
 * answers how much has come, one sends what rank 0 asks for. They sleep while nothing comes. A put
 * is done when it has been answered. Puts and gets of up to GATHERED bytes in a stream travel
 * together.
 */
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "machine.h"

#define LOOKS 100                 /* in vain, of a process of rank 1 before it sleeps */
#define CHUNK ((size_t)128 << 10) /* most bytes of a request */
#define GATHERED ((size_t)1 << 10)

/* A message to the process that takes puts: from now on each put has so many bytes, so that the
 * process knows where one ends and the next begins. No put is as large as this message. */
struct target {
  uint32_t bytes, unused[2];
};

struct request {
  uint32_t at, bytes;
  uint32_t count; /* how often these bytes are sent */
};

static int talk, puts_fd, gets_fd; /* sockets */
static uint64_t sent, arrived;     /* bytes of puts */
static char *memory;               /* of rank 1: shared by its processes */
static char gathered[MACHINE_PIECE];

static void go_there_and_back(size_t bytes) {
  char *local = machine.local;
  for (size_t at = 0; at < bytes; at += MACHINE_WINDOW) {
    size_t n = bytes - at < MACHINE_WINDOW ? bytes - at : MACHINE_WINDOW;
    if (machine.rank == 0) machine_send(talk, local + at, n);
    machine_hear(talk, local + PEER_BYTES + at, n);
    if (machine.rank == 1) machine_send(talk, local + at, n);
  }
}

/* --- puts ----------------------------------------------------------------- */

static void await_answer(uint64_t least) {
  uint64_t n;
  for (; arrived < least; arrived = n) machine_hear(puts_fd, &n, sizeof n);
}

static void send_pieces(const char *from, size_t bytes) {
  for (size_t at = 0, n; at < bytes; at += n, sent += n) {
    n = machine_piece(bytes - at);
    if (sent + n > arrived + MACHINE_WINDOW) await_answer(sent + n - MACHINE_WINDOW);
    machine_send(puts_fd, from + at, n);
  }
}

static void set_target(size_t bytes) {
  static struct target now;
  uint64_t n;
  if (now.bytes == bytes) return;
  now.bytes = (uint32_t)bytes;
  machine_send(puts_fd, &now, sizeof now);
  machine_hear(puts_fd, &n, sizeof n);
}

static void send_puts(const char *from, size_t bytes, int count) {
  set_target(bytes);
  for (int i = 0; i < count; i++) send_pieces(from, bytes);
  await_answer(sent);
}

static void put_bytes(size_t bytes) { send_puts(machine.local, bytes, 1); }

static void gather_bytes(const char *from, size_t bytes, int count) {
  for (int i = 0; i < count; i++) memcpy(gathered + (size_t)i * bytes, from, bytes);
}

static void put_stream(size_t bytes) {
  int count = peer_window(bytes);
  if (bytes > GATHERED) {
    send_puts(machine.local, bytes, count);
    return;
  }
  gather_bytes(machine.local, bytes, count);
  send_puts(gathered, (size_t)count * bytes, 1);
}

/* Takes a piece of a put, of which `room` bytes have not come yet, to `to`; returns the piece's
 * bytes. A new target comes only between puts, and is answered at once. */
static size_t take_piece(char *to, size_t room, struct target *target, uint64_t taken) {
  size_t n = machine_receive(puts_fd, to, room < sizeof *target ? sizeof *target : room);
  if (n != sizeof *target) return n;
  memcpy(target, to, sizeof *target);
  machine_send(puts_fd, &taken, sizeof taken);
  return 0;
}

/* Sleeps until there is something, if there have been many looks in vain. */
static void rest(int fd, int vain) {
  if (vain > LOOKS) recv(fd, gathered, 1, MSG_PEEK);
}

/* Answers when there is no more, or when a quarter of the window has come. */
static void take_puts(void) {
  struct target target = {.bytes = PEER_BYTES};
  uint64_t told = 0, taken = 0;
  size_t at = 0;
  for (int vain = 0;;) {
    size_t n = take_piece(memory + at, target.bytes - at, &target, taken);
    at = (at + n) % target.bytes;
    taken += n;
    vain = n ? 0 : vain + 1;
    if (taken != told && (n == 0 || taken - told >= MACHINE_WINDOW / 4)) {
      machine_send(puts_fd, &taken, sizeof taken);
      told = taken;
    } else {
      rest(puts_fd, vain);
    }
  }
}

/* --- gets ----------------------------------------------------------------- */

static void ask_for(size_t at, size_t bytes, int count) {
  struct request r = {(uint32_t)at, (uint32_t)bytes, (uint32_t)count};
  machine_send(gets_fd, &r, sizeof r);
}

static void get_gathered(size_t bytes, int count) {
  ask_for(0, bytes, count);
  machine_hear(gets_fd, gathered, (size_t)count * bytes);
  for (int i = 0; i < count; i++) memcpy(machine.local, gathered + (size_t)i * bytes, bytes);
}

/* The bytes of the chunk that begins at `at` in a row of transfers of `bytes`. */
static size_t next_chunk(size_t bytes, size_t at) {
  size_t left = bytes - at % bytes;
  return left < CHUNK ? left : CHUNK;
}

static void get_chunks(size_t bytes, int count) {
  size_t all = (size_t)count * bytes;
  for (size_t asked = 0, heard = 0, n; heard < all; heard += n) {
    for (; asked < all && asked < heard + MACHINE_WINDOW; asked += n) {
      n = next_chunk(bytes, asked);
      ask_for(asked % bytes, n, 1);
    }
    n = next_chunk(bytes, heard);
    machine_hear(gets_fd, machine.local + heard % bytes, n);
  }
}

static void get_bytes(size_t bytes) { get_chunks(bytes, 1); }

static void get_stream(size_t bytes) {
  if (bytes <= GATHERED)
    get_gathered(bytes, peer_window(bytes));
  else
    get_chunks(bytes, peer_window(bytes));
}

static void answer_request(struct request r) {
  if (r.count == 1) {
    machine_send(gets_fd, memory + r.at, r.bytes);
    return;
  }
  gather_bytes(memory + r.at, r.bytes, (int)r.count);
  machine_send(gets_fd, gathered, (size_t)r.count * r.bytes);
}

static void answer_gets(void) {
  struct request r;
  for (int vain = 0;;) {
    vain = machine_receive(gets_fd, &r, sizeof r) ? 0 : vain + 1;
    if (vain == 0)
      answer_request(r);
    else
      rest(gets_fd, vain);
  }
}

/* --- both ----------------------------------------------------------------- */

/* It ends with rank 1. */
static void start_process(void (*run)(void)) {
  if (fork()) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  run();
}

static void share_memory(void) {
  memory = mmap(NULL, PEER_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) peer_fail("memory", "none left");
  memset(memory, 1, PEER_BYTES);
}

void machine_open_pair(struct peer *p) {
  int fd[3][MACHINE_RANKS], other = 1 - p->rank;
  for (int i = 0; i < 3; i++) machine_open_sockets(fd[i]);
  talk = fd[0][other];
  puts_fd = fd[1][other];
  gets_fd = fd[2][other];
  if (p->rank == 1) {
    share_memory();
    start_process(take_puts);
    start_process(answer_gets);
  }
  p->round_trip = go_there_and_back;
  p->put = put_bytes;
  p->put_stream = put_stream;
  p->get = get_bytes;
  p->get_stream = get_stream;
}
