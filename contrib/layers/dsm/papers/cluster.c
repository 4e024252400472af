/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cluster.c: see cluster.h.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/dsm/papers/cluster.h"

#define PAGE 4096u

const struct costs costs_paper = {.post = 8690,
                                  .post_page = 9500,
                                  .post_word = 6700,
                                  .repost = 8440,
                                  .atomic_local = 20000,
                                  .atomic_remote = 23000,
                                  .read = 36390,
                                  .fault = 6600,
                                  .wire = 1,
                                  .twin = 3000,
                                  .diff = 6000,
                                  .apply = 1,
                                  .slow = 4};

void cluster_open(struct cluster *c, const struct costs *costs, uint32_t nodes) {
  *c = (struct cluster){.costs = costs, .nodes = nodes};
  c->node = sim_alloc(nodes * sizeof *c->node);
  memset(c->node, 0, nodes * sizeof *c->node);
}

void cluster_close(struct cluster *c) {
  sim_events_free(&c->events);
  free(c->node);
}

void cluster_at(struct cluster *c, uint64_t when, struct step *s) {
  sim_push(&c->events, when, SIM_WAKE, 0, s);
}

void cluster_run(struct cluster *c) {
  struct sim_event e;
  while (sim_pop(&c->events, &e)) {
    struct step *s = e.packet;
    c->now = e.at;
    s->run(c, s);
  }
}

/* The link's 8 Gb/s are taken as the payload's rate. */
static uint64_t wire_ns(const struct cluster *c, uint32_t bytes) {
  return (uint64_t)(bytes / c->costs->wire);
}

/* The time at which a transfer that may begin now ends, on both nodes' links. */
static uint64_t transfer_bytes(struct cluster *c, uint64_t now, uint64_t *out, uint64_t *in,
                               uint32_t bytes) {
  uint64_t ns = wire_ns(c, bytes), begin = *out > now ? *out : now, end = begin + ns;
  *out = end;
  if (end < *in + ns) end = *in + ns;
  *in = end;
  return end;
}

/* --- the processor --------------------------------------------------------- */

static void worked(struct cluster *c, struct step *s) {
  struct node *n = CLUSTER_OF(s, struct node, work.step);
  uint64_t owed = n->owed;
  n->owed = 0;
  if (owed) {
    cluster_at(c, c->now + owed, s);
    return;
  }
  n->computes = 0;
  n->work.then->run(c, n->work.then);
}

void cluster_work(struct cluster *c, uint32_t node, uint64_t ns, struct step *then) {
  struct node *n = &c->node[node];
  uint64_t begin = n->handler_free > c->now ? n->handler_free : c->now;
  n->computes = 1;
  n->work.step.run = worked;
  n->work.then = then;
  cluster_at(c, begin + ns, &n->work.step);
}

static void arrived(struct cluster *c, struct step *s) {
  struct message *m = CLUSTER_OF(s, struct message, arrived);
  struct node *n = &c->node[m->to];
  uint64_t begin = n->handler_free > c->now ? n->handler_free : c->now;
  if (m->handler && n->computes) m->handler += c->costs->interrupt;
  if (m->handler) {
    n->handler_free = begin + m->handler;
    n->handler_ns += m->handler;
    n->handlers++;
    if (n->computes) n->owed += m->handler;
  }
  if (m->begun) cluster_at(c, begin, m->begun);
  if (m->then) cluster_at(c, begin + m->handler, m->then);
}

/* --- the network ----------------------------------------------------------- */

void cluster_send(struct cluster *c, uint32_t from, uint32_t bytes, struct message *m) {
  uint64_t end =
      transfer_bytes(c, c->now, &c->node[from].sending, &c->node[m->to].receiving, bytes);
  m->arrived.run = arrived;
  cluster_at(c, end, &m->arrived);
}

/* Half of a read's time besides the transfer is before it, and half after. */
void cluster_read(struct cluster *c, uint32_t from, uint32_t of, uint32_t bytes,
                  struct step *then) {
  uint64_t beside = c->costs->read - wire_ns(c, PAGE);
  uint64_t end =
      transfer_bytes(c, c->now + beside / 2, &c->node[of].sending, &c->node[from].receiving, bytes);
  cluster_at(c, end + beside - beside / 2, then);
}
