/* SPDX-License-Identifier: BSD-3-Clause
 *
 * net.c: the way of a datagram, and what may befall it.
 */
#include "tests/sim/net.h"

#include "tests/sim/trace.h"
#include "tests/sim/world.h"

#include <stdlib.h>
#include <string.h>

/* --- faults that last ----------------------------------------------------- */

static int within(const struct sim_span *s, uint64_t now) { return now >= s->from && now < s->to; }

int sim_died(const struct sim_faults *f, uint32_t rank, uint64_t now) {
  return f->ndeaths && f->death.who == rank && now >= f->death.from;
}

int sim_awake(const struct sim_faults *f, uint32_t rank, uint64_t now, uint64_t *until) {
  for (unsigned i = 0; i < f->npauses; i++)
    if (f->pause[i].who == rank && within(&f->pause[i], now)) {
      *until = f->pause[i].to;
      return 0;
    }
  return 1;
}

static int separated(const struct sim_faults *f, const struct sim_packet *p, uint64_t now) {
  for (unsigned i = 0; i < f->npartitions; i++)
    if (within(&f->partition[i], now) &&
        (f->partition[i].who >> p->src & 1) != (f->partition[i].who >> p->dst & 1))
      return 1;
  return 0;
}

static int too_large(const struct sim_faults *f, const struct sim_packet *p, uint64_t now) {
  for (unsigned i = 0; i < f->nnarrows; i++)
    if (within(&f->narrow[i], now) && p->size > f->narrow[i].who) return 1;
  return 0;
}

/* --- faults of one datagram ----------------------------------------------- */

static void drop(struct sim_world *w, uint64_t now, struct sim_packet *p, const char *why) {
  sim_trace_packet(w, now, why, p);
  w->dropped++;
  free(p);
}

static struct sim_packet *copy_of(const struct sim_packet *p) {
  struct sim_packet *c = sim_alloc(sizeof *c + p->size);
  memcpy(c, p, sizeof *c + p->size);
  return c;
}

/* One to three bits become others, or the end is missing. */
static void corrupt(struct sim_world *w, struct sim_packet *p) {
  uint64_t bits = 8 * p->size, at = sim_below(&w->luck, bits);
  unsigned n = 1 + (unsigned)sim_below(&w->luck, 3);
  p->corrupt = 1;
  if (sim_below(&w->luck, 4) == 0) {
    p->size = sim_below(&w->luck, p->size);
    return;
  }
  for (unsigned i = 0; i < n; i++, at = (at + 1 + sim_below(&w->luck, bits / 4)) % bits)
    p->bytes[at / 8] ^= (unsigned char)(1u << at % 8);
}

static uint64_t way_ns(struct sim_world *w) {
  const struct sim_faults *f = &w->faults;
  uint64_t ns = w->link.latency_ns;
  if (f->jitter_ns) ns += sim_below(&w->luck, f->jitter_ns + 1);
  if (sim_chance(&w->luck, f->reorder)) ns += sim_below(&w->luck, f->reorder_ns + 1);
  if (sim_chance(&w->luck, f->spike)) ns += sim_below(&w->luck, f->spike_ns + 1);
  return ns;
}

static void pass(struct sim_world *w, uint64_t at, struct sim_packet *p) {
  if (sim_chance(&w->luck, w->faults.corrupt)) corrupt(w, p);
  sim_push(&w->events, at + way_ns(w), SIM_SWITCH, p->dst, p);
}

/* --- the way -------------------------------------------------------------- */

static uint64_t wire_ns(const struct sim_world *w, const struct sim_packet *p) {
  return p->size * w->link.ps_per_byte / 1000;
}

void sim_net_send(struct sim_world *w, uint64_t now, struct sim_packet *p) {
  struct sim_wire *from = &w->wire[p->src];
  if (from->out_free < now) from->out_free = now;
  from->out_free += wire_ns(w, p);
  w->packets++;
  if (separated(&w->faults, p, now)) {
    drop(w, now, p, "cut off");
    return;
  }
  if (too_large(&w->faults, p, now)) {
    drop(w, now, p, "too large");
    return;
  }
  if (sim_chance(&w->luck, w->faults.loss)) {
    drop(w, now, p, "lost");
    return;
  }
  sim_trace_packet(w, now, "sent", p);
  if (sim_chance(&w->luck, w->faults.twice)) pass(w, from->out_free, copy_of(p));
  pass(w, from->out_free, p);
}

void sim_net_switch(struct sim_world *w, uint64_t now, struct sim_packet *p) {
  struct sim_wire *to = &w->wire[p->dst];
  if (to->in_free < now) to->in_free = now;
  if ((to->in_free - now) * 1000 > w->link.switch_bytes * w->link.ps_per_byte) {
    drop(w, now, p, "switch full");
    return;
  }
  to->in_free += wire_ns(w, p);
  sim_push(&w->events, to->in_free, SIM_ARRIVE, p->dst, p);
}

int sim_net_arrive(struct sim_world *w, uint64_t now, struct sim_packet *p) {
  struct sim_wire *to = &w->wire[p->dst];
  if (sim_died(&w->faults, p->dst, now)) {
    drop(w, now, p, "dead");
    return 0;
  }
  if (to->bytes + p->size > w->link.socket_bytes) {
    to->overflows++;
    drop(w, now, p, "socket full");
    return 0;
  }
  to->bytes += p->size;
  if (to->bytes > to->most) to->most = to->bytes;
  p->next = NULL;
  *to->end = p;
  to->end = &p->next;
  return 1;
}

struct sim_packet *sim_net_take(struct sim_world *w, uint32_t rank) {
  struct sim_wire *to = &w->wire[rank];
  struct sim_packet *p = to->first;
  if (p == NULL) return NULL;
  to->first = p->next;
  if (to->first == NULL) to->end = &to->first;
  to->bytes -= p->size;
  return p;
}
