/* SPDX-License-Identifier: BSD-3-Clause
 *
 * machine_flows.c: messages to and from other ranks, by two sockets for each rank: one for data in
 * both directions, and one for answers, which say how much has come. A receiver answers each
 * quarter of a window; a sender looks for answers when the window is full. Data have no heads: both
 * ranks know which message is next. A message counts for MESSAGE bytes more than it has, as each
 * takes room in the receiver's socket.
 */
#include <string.h>

#include "machine.h"

#define MESSAGE 1024

static struct channel {
  int data, answers;
  uint64_t sent, answered; /* bytes from here; of these, bytes that the partner says it has */
  uint64_t heard, told;    /* bytes from the partner; of these, bytes that it has been told of */
} channels[MACHINE_RANKS];

void machine_open_flows(void) {
  int data[MACHINE_RANKS], answers[MACHINE_RANKS];
  machine_open_sockets(data);
  machine_open_sockets(answers);
  for (int i = 0; i < machine.size; i++)
    channels[i] = (struct channel){.data = data[i], .answers = answers[i]};
}

static int has_room(struct channel *c, size_t bytes) {
  uint64_t n;
  while (c->sent + bytes > c->answered + MACHINE_WINDOW) {
    if (machine_receive(c->answers, &n, sizeof n) == 0) return 0;
    c->answered = n;
  }
  return 1;
}

/* Sends a piece, if the window has room for it. */
static size_t send_some(struct machine_flow *f) {
  struct channel *c = &channels[f->partner];
  size_t n = machine_piece(f->outgoing);
  if (n == 0 || !has_room(c, n)) return 0;
  machine_send(c->data, f->out, n);
  f->out += n;
  f->outgoing -= n;
  c->sent += n + (f->outgoing ? 0 : MESSAGE);
  return n;
}

static void add_doubles(double *restrict to, const double *restrict from, size_t bytes) {
  for (size_t i = 0; i < bytes / sizeof *to; i++) to[i] += from[i];
}

static size_t receive_doubles(int fd, struct machine_flow *f) {
  static double come[MACHINE_TRAIN / sizeof(double)];
  size_t n = machine_receive(fd, come, f->incoming < sizeof come ? f->incoming : sizeof come);
  if (n % sizeof *come) peer_fail("recv", "part of a number");
  add_doubles((double *)(void *)f->in, come, n);
  return n;
}

static void count_heard(struct channel *c, size_t bytes) {
  c->heard += bytes;
  if (c->heard - c->told < MACHINE_WINDOW / 4) return;
  machine_send(c->answers, &c->heard, sizeof c->heard);
  c->told = c->heard;
}

static size_t receive_some(struct machine_flow *f) {
  struct channel *c = &channels[f->partner];
  size_t n;
  if (f->incoming == 0) return 0;
  n = f->adds ? receive_doubles(c->data, f) : machine_receive(c->data, f->in, f->incoming);
  if (n == 0) return 0;
  f->in += n;
  f->incoming -= n;
  count_heard(c, n + (f->incoming ? 0 : MESSAGE));
  return n;
}

static void pause_flows(unsigned vain, const struct machine_flow *flows, int count) {
  struct pollfd sockets[2 * MACHINE_RANKS];
  int n = 0;
  for (int i = 0; i < count; i++) {
    const struct channel *c = &channels[flows[i].partner];
    if (flows[i].incoming) sockets[n++] = (struct pollfd){.fd = c->data, .events = POLLIN};
    if (flows[i].outgoing) sockets[n++] = (struct pollfd){.fd = c->answers, .events = POLLIN};
  }
  machine_pause(vain, sockets, n);
}

/* Moves the flows that are not finished to the front; returns their number. */
static int drop_finished(struct machine_flow *flows, int count) {
  int left = 0;
  for (int i = 0; i < count; i++)
    if (flows[i].outgoing || flows[i].incoming) flows[left++] = flows[i];
  return left;
}

void machine_exchange(struct machine_flow *flows, int count) {
  unsigned vain = 0;
  for (count = drop_finished(flows, count); count; count = drop_finished(flows, count)) {
    size_t moved = 0;
    for (int i = 0; i < count; i++) moved += send_some(&flows[i]) + receive_some(&flows[i]);
    vain = moved ? 0 : vain + 1;
    if (vain) pause_flows(vain, flows, count);
  }
}

void machine_send_to(int partner, const void *from, size_t bytes) {
  struct machine_flow f = {.partner = partner, .out = from, .outgoing = bytes};
  machine_exchange(&f, 1);
}

void machine_hear_from(int partner, void *to, size_t bytes) {
  struct machine_flow f = {.partner = partner, .in = to, .incoming = bytes};
  machine_exchange(&f, 1);
}

size_t machine_hear_part(int partner, void *to, size_t room) {
  struct channel *c = &channels[partner];
  struct pollfd socket = {.fd = c->data, .events = POLLIN};
  unsigned vain = 0;
  size_t n;
  while ((n = machine_receive(c->data, to, room)) == 0) machine_pause(++vain, &socket, 1);
  count_heard(c, n);
  return n;
}

void machine_end_message(int partner) { count_heard(&channels[partner], MESSAGE); }
