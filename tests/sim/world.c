/* SPDX-License-Identifier: BSD-3-Clause
 *
 * world.c: the loop of events, and a rank's poll.
 */
#include "tests/sim/world.h"

#include "tests/sim/audit.h"
#include "tests/sim/trace.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BATCH 16      /* most datagrams of one poll */
#define MANY 8192     /* most of a poll that comes late */
#define POLL_COST 50u /* ns */
#define MOST_IDLE 8u  /* polls in a row for a timer that is not served */

void sim_fail(struct sim_world *w, const char *format, ...) {
  va_list ap;
  if (w->failed) return;
  w->failed = 1;
  printf("# seed %llu, at %.9f s: ", (unsigned long long)w->seed, (double)w->now / 1e9);
  va_start(ap, format);
  vprintf(format, ap);
  va_end(ap);
  printf("\n");
}

/* --- life ----------------------------------------------------------------- */

static int open_rank(struct sim_world *w, const struct udp_config *c, uint32_t id,
                     uint64_t start_ns) {
  struct sim_rank *r = &w->rank[id];
  struct udp_config mine = *c;
  mine.rank = id;
  mine.size = w->ranks;
  r->w = w;
  r->id = id;
  r->now = start_ns;
  r->wake = UDP_NEVER;
  r->room = sim_alloc(c->mtu);
  w->wire[id].end = &w->wire[id].first;
  return (r->proto = hyd_udp_proto_new(&mine, &w->app->events, r)) ? 0 : -1;
}

int sim_world_open(struct sim_world *w, const struct udp_config *c, uint64_t start_ns) {
  w->now = start_ns;
  w->luck = sim_stream(w->seed, 1);
  for (uint32_t i = 0; i < w->ranks; i++)
    if (open_rank(w, c, i, start_ns)) return -1;
  for (uint32_t i = 0; i < w->ranks; i++) sim_wake(w, i, start_ns);
  return 0;
}

void sim_world_close(struct sim_world *w) {
  struct sim_event e;
  struct sim_packet *p;
  while (sim_pop(&w->events, &e)) free(e.packet);
  sim_events_free(&w->events);
  for (uint32_t i = 0; i < w->ranks; i++) {
    while ((p = sim_net_take(w, i))) free(p);
    hyd_udp_proto_free(w->rank[i].proto);
    free(w->rank[i].room);
  }
}

/* --- a rank --------------------------------------------------------------- */

void sim_wake(struct sim_world *w, uint32_t rank, uint64_t at) {
  struct sim_rank *r = &w->rank[rank];
  if (at == UDP_NEVER) return;
  if (at < r->now) at = r->now;
  if (at < r->naps_until) at = r->naps_until;
  if (at >= r->wake) return;
  r->wake = at;
  sim_push(&w->events, at, SIM_POLL, rank, NULL);
}

static struct sim_packet *packet_of(uint32_t src, const struct udp_datagram *d) {
  struct sim_packet *p = sim_alloc(sizeof *p + d->size);
  *p = (struct sim_packet){.src = src, .dst = d->peer};
  for (int i = 0; i < d->parts; i++) {
    memcpy(p->bytes + p->size, d->part[i].iov_base, d->part[i].iov_len);
    p->size += d->part[i].iov_len;
  }
  return p;
}

void sim_flush(struct sim_rank *r) {
  struct udp_datagram d;
  while (!r->w->failed && hyd_udp_proto_output(r->proto, r->now, &d, r->room)) {
    struct sim_packet *p = packet_of(r->id, &d);
    r->idle = 0;
    r->now += r->w->link.send_ns;
    sim_audit_datagram(r, &d, p->size);
    sim_net_send(r->w, r->now, p);
  }
}

/* What one call receives. */
struct batch {
  int n;
  struct sim_packet *packet[BATCH];
  struct udp_came came[BATCH];
};

/* A datagram that came. The bytes after the head of the first packets are at their expected place,
 * and nowhere else. */
static struct udp_came scatter(struct sim_packet *p, int i, const struct udp_expected *x) {
  struct udp_came c = {p->bytes, NULL, p->size, 0};
  unsigned char *behind = p->bytes + sizeof(struct udp_head);
  if ((uint64_t)(i + 1) * x->stride > x->bytes) return c;
  c.away = x->place + (size_t)i * x->stride;
  c.naway = hyd_udp_away(x, c.n);
  memcpy(c.away, behind, c.naway);
  memset(behind, 0xee, c.naway);
  return c;
}

static void fill_batch(struct sim_rank *r, struct batch *b, int most) {
  struct udp_expected x = {.stride = 1};
  (void)hyd_udp_proto_expected(r->proto, &x);
  for (b->n = 0; b->n < most && (b->packet[b->n] = sim_net_take(r->w, r->id)); b->n++)
    b->came[b->n] = scatter(b->packet[b->n], b->n, &x);
}

/* A packet that was corrupted on the way must be refused; one that was not never looks so. */
static void input(struct sim_rank *r, struct sim_packet *p, struct batch *b, int i) {
  const struct udp_counts *n = hyd_udp_proto_counts(r->proto);
  uint64_t refused = n->forged + n->malformed + n->not_ours;
  int was_refused;
  r->idle = 0;
  r->now += r->w->link.receive_ns;
  sim_trace_packet(r->w, r->now, "taken", p);
  if (hyd_udp_proto_input_split(r->proto, r->now, &b->came[i], r->w->app->takes(r)) < 0) {
    for (int k = i; k < b->n; k++) hyd_udp_come_back(&b->came[k]);
    hyd_udp_proto_input_split(r->proto, r->now, &b->came[i], r->w->app->takes(r));
  }
  was_refused = n->forged + n->malformed + n->not_ours != refused;
  if (p->corrupt != was_refused)
    sim_fail(r->w, "rank %u: a datagram from rank %u that was %scorrupted is %s", r->id, p->src,
             p->corrupt ? "" : "not ", was_refused ? "refused" : "accepted");
}

static void receive(struct sim_rank *r) {
  int most = r->nap_ns ? MANY : BATCH; /* a rank that looks seldom takes all */
  uint64_t at = r->now;
  struct batch b = {.n = BATCH};
  hyd_udp_proto_look(r->proto, r->empty);
  for (; most > 0 && b.n == BATCH; most -= b.n) {
    fill_batch(r, &b, BATCH);
    for (int i = 0; i < b.n; i++) {
      if (!r->w->failed) input(r, b.packet[i], &b, i);
      free(b.packet[i]);
    }
  }
  if (b.n < BATCH) r->empty = at;
  sim_flush(r);
}

/* When the rank has to poll again: at the engine's wish, the application's, or for what is in the
 * socket. */
static void sleep_until(struct sim_rank *r, uint64_t app_at) {
  struct sim_world *w = r->w;
  uint64_t at = hyd_udp_proto_timer(r->proto);
  if (at <= r->now && ++r->idle > MOST_IDLE)
    sim_fail(w, "rank %u: a timer rings again and again", r->id);
  if (app_at < at) at = app_at;
  if (w->wire[r->id].first) at = r->now;
  if (at != UDP_NEVER && at < r->now) at = r->now;
  if (w->poll_ns && at != UDP_NEVER) at += w->poll_ns + sim_below(&w->luck, w->poll_ns);
  sim_wake(w, r->id, at);
}

static void poll_rank(struct sim_rank *r) {
  uint64_t app_at;
  if (r->now < r->w->now) r->now = r->w->now;
  r->now += POLL_COST;
  /* Mostly first; but it must not matter. */
  if (hyd_udp_proto_blocked(r->proto) && sim_below(&r->w->luck, 8) && r->w->app->takes(r)) {
    hyd_udp_proto_resume(r->proto, r->now, 1);
    sim_flush(r);
  }
  if (r->now / 1000 % 3 == 0) hyd_udp_proto_release(r->proto); /* some polls are those of waits */
  hyd_udp_proto_acknowledge(r->proto, 0);
  receive(r);
  if (r->now >= hyd_udp_proto_timer(r->proto)) hyd_udp_proto_tick(r->proto, r->now);
  sim_flush(r);
  app_at = r->w->app->step(r);
  sim_flush(r);
  r->naps_until = r->nap_ns ? r->now + r->nap_ns : 0;
  sim_audit(r);
  sleep_until(r, app_at);
}

/* --- the loop ------------------------------------------------------------- */

static void on_poll(struct sim_world *w, const struct sim_event *e) {
  struct sim_rank *r = &w->rank[e->rank];
  uint64_t until;
  if (e->at != r->wake) return; /* it was called earlier */
  r->wake = UDP_NEVER;
  if (sim_died(&w->faults, r->id, w->now)) return;
  if (sim_awake(&w->faults, r->id, w->now, &until))
    poll_rank(r);
  else
    sim_wake(w, r->id, until);
}

static void on_arrival(struct sim_world *w, const struct sim_event *e) {
  if (w->wire[e->rank].first == NULL) w->rank[e->rank].empty = w->now;
  if (!sim_net_arrive(w, w->now, e->packet)) return;
  sim_wake(w, e->rank, w->now + (w->poll_ns ? sim_below(&w->luck, 2 * w->poll_ns) : 0));
}

void sim_world_run(struct sim_world *w, uint64_t end, int (*stop)(struct sim_world *w)) {
  struct sim_event e;
  while (!w->failed && !(stop && stop(w)) && sim_pop(&w->events, &e)) {
    if (e.at > end) {
      sim_push(&w->events, e.at, e.what, e.rank, e.packet);
      w->now = end;
      return;
    }
    w->now = e.at;
    w->steps++;
    if (e.what == SIM_POLL)
      on_poll(w, &e);
    else if (e.what == SIM_SWITCH)
      sim_net_switch(w, w->now, e.packet);
    else
      on_arrival(w, &e);
  }
}
