/* SPDX-License-Identifier: BSD-3-Clause
 *
 * settings.c: from a seed to settings. Most runs are small; one fault or limit alone is as likely
 * as all together, because what one of them hides another brings out.
 */
#include "tests/sim/settings.h"

#include <stdio.h>
#include <string.h>

#define US 1000u
#define MS 1000000u
#define SECOND 1000000000u
#define PICK(g, table) table[sim_below(g, sizeof(table) / sizeof *(table))]

/* --- the engine ----------------------------------------------------------- */

static void choose_engine(struct sim_settings *s, struct sim_rng *g) {
  static const uint32_t mtu[] = {
      UDP_LEAST_DATAGRAM, 548, 1232, 1232, 1472, 1500, 4096, 8952, 8952, 65507};
  static const uint32_t window[] = {2, 3, 8, 64, 255, 255, 255};
  struct udp_config *c = &s->c;
  *c = hyd_udp_config_default;
  c->job = (uint32_t)sim_next(g);
  for (unsigned i = 0; i < UDP_KEY; i++) c->key[i] = (unsigned char)sim_next(g);
  c->security = (enum udp_security)sim_below(g, UDP_AEAD + 1);
  c->mtu = sim_below(g, 4) ? PICK(g, mtu) : (uint32_t)sim_between(g, UDP_MIN_DATAGRAM, 8952);
  c->window = PICK(g, window) * UDP_WINDOW_UNIT;
  c->room = (uint32_t)(sim_below(g, 3) ? sim_between(g, 1u << 18, 8u << 20)
                                       : sim_between(g, 1, 40) * c->mtu);
  if (sim_below(g, 4) == 0) c->rto_min_ns = sim_between(g, 300, 5000) * US;
  if (sim_below(g, 4) == 0) c->hold_ns = sim_below(g, 100) * US;
  if (sim_below(g, 4) == 0) c->run = (uint32_t)sim_below(g, 200000);
  if (sim_below(g, 4) == 0) c->ack_ns = sim_between(g, 1, 1000) * US;
  if (sim_below(g, 4) == 0) c->prompt_ns = sim_below(g, 1000) * US;
  if (sim_below(g, 2) == 0) c->raise_ns = sim_between(g, 1, 1000) * MS;
  if (sim_below(g, 4) == 0) c->delay_ns = sim_between(g, 20, 2000) * US;
  if (sim_below(g, 4)) c->direct = (uint32_t)sim_between(g, 1, 2000);
}

/* --- the network ---------------------------------------------------------- */

static void choose_link(struct sim_settings *s, struct sim_rng *g) {
  static const uint64_t latency[] = {1 * US, 5 * US, 20 * US, 20 * US, 60 * US, 300 * US, 3 * MS};
  static const uint64_t ps[] = {80, 320, 800, 800, 8000, 80000}; /* 100 Gbit/s to 100 Mbit/s */
  struct sim_link *l = &s->link;
  l->latency_ns = PICK(g, latency);
  l->ps_per_byte = PICK(g, ps);
  l->send_ns = sim_between(g, 100, 3000);
  l->receive_ns = sim_between(g, 100, 3000);
  l->switch_bytes = sim_below(g, 3) ? 1u << 20 : sim_between(g, 2, 30) * s->c.mtu;
  l->socket_bytes = s->c.room > 4 * s->c.mtu ? s->c.room : 4 * s->c.mtu;
  if (sim_below(g, 8) == 0)
    l->socket_bytes = sim_between(g, 3, 20) * s->c.mtu; /* less than was said */
  s->poll_ns = sim_below(g, 3) ? 0 : sim_between(g, 1, 60) * US;
}

static uint32_t rate(struct sim_rng *g, uint32_t most) {
  return sim_below(g, 2) ? 0 : (uint32_t)sim_below(g, sim_below(g, 4) ? most / 10 : most);
}

static void choose_luck(struct sim_settings *s, struct sim_rng *g) {
  struct sim_faults *f = &s->faults;
  f->loss = rate(g, 300000);
  f->twice = rate(g, 200000);
  f->reorder = rate(g, 400000);
  f->spike = rate(g, 20000);
  f->corrupt = s->c.security == UDP_NONE ? 0 : rate(g, 100000);
  f->jitter_ns = sim_below(g, 2) ? 0 : sim_below(g, s->link.latency_ns);
  f->reorder_ns = s->link.latency_ns * sim_between(g, 1, 5);
  f->spike_ns = sim_between(g, 1, 100) * MS;
}

static void choose_span(struct sim_settings *s, struct sim_rng *g, struct sim_span *span,
                        uint64_t who) {
  span->who = who;
  span->from = s->start_ns + sim_below(g, 5) * sim_below(g, 1 * MS);
  span->to =
      span->from + (sim_below(g, 4) ? sim_between(g, 1, 30) * MS : sim_between(g, 1, 3000) * MS);
  if (span->to > s->healed_ns) s->healed_ns = span->to;
}

/* The way takes smaller datagrams for a while; the least are never lost for their size. */
static void choose_narrows(struct sim_settings *s, struct sim_rng *g) {
  static const uint32_t size[] = {UDP_MIN_DATAGRAM, 600, 1232, 1300, 1472, 4000};
  struct sim_faults *f = &s->faults;
  if (sim_below(g, 3) == 0) f->nnarrows = (unsigned)sim_between(g, 1, SIM_SPANS);
  for (unsigned i = 0; i < f->nnarrows; i++) {
    struct sim_span *n = &f->narrow[i];
    n->who = PICK(g, size);
    n->from = s->start_ns + sim_below(g, 5) * sim_below(g, 1 * MS);
    n->to = sim_below(g, 2) ? UDP_NEVER : n->from + sim_between(g, 1, 3000) * MS;
  }
}

static void choose_spans(struct sim_settings *s, struct sim_rng *g) {
  struct sim_faults *f = &s->faults;
  if (sim_below(g, 4) == 0) f->npartitions = (unsigned)sim_between(g, 1, SIM_SPANS);
  if (sim_below(g, 3) == 0) f->npauses = (unsigned)sim_between(g, 1, SIM_SPANS);
  for (unsigned i = 0; i < f->npartitions; i++) choose_span(s, g, &f->partition[i], sim_next(g));
  for (unsigned i = 0; i < f->npauses; i++) choose_span(s, g, &f->pause[i], sim_below(g, s->ranks));
  if (sim_below(g, 12)) return;
  f->ndeaths = 1;
  choose_span(s, g, &f->death, sim_below(g, s->ranks));
}

/* --- the load ------------------------------------------------------------- */

static void choose_load(struct sim_settings *s, struct sim_rng *g) {
  struct sim_load *l = &s->load;
  int large = sim_below(g, 40) == 0;
  l->shape.get = (uint32_t)sim_below(g, 300000);
  l->shape.put = (uint32_t)sim_below(g, 300000);
  l->shape.medium = (uint32_t)sim_below(g, 600000);
  l->shape.longs = (uint32_t)sim_below(g, 800000);
  l->shape.big = sim_below(g, 3) ? (uint32_t)sim_below(g, 300000) : 0;
  l->shape.answered = (uint32_t)sim_below(g, 1000000);
  l->shape.by_reference = (uint32_t)sim_below(g, 1000000);
  l->shape.cookie = (uint32_t)sim_below(g, 1000000);
  l->shape.most_bytes = large ? 600000 : 20000;
  l->messages = (uint32_t)sim_between(g, 1, large ? 400 : 60);
  l->most_open = sim_below(g, 2) ? 1000 : (uint32_t)sim_between(g, 1, 20);
  l->burst = (uint32_t)sim_between(g, 1, 40);
  l->gap_ns = sim_below(g, 4) ? sim_between(g, 1, 50) * US : 0;
  l->stop = rate(g, 200000);
  l->refuse = rate(g, 200000);
  l->stop_ns = sim_between(g, 1, sim_below(g, 5) ? 300 : 30000) * US;
  l->flush = (uint32_t)sim_below(g, 2) * 500000;
  l->send_more = (uint32_t)sim_below(g, 2) * 300000;
}

/* A peer that is only away must not be taken for dead. */
static void choose_patience(struct sim_settings *s, struct sim_rng *g) {
  s->c.dead_ns = sim_below(g, 3) ? 20ull * SECOND : 0;
  if (s->faults.ndeaths || sim_below(g, 10) == 0) s->c.dead_ns = sim_between(g, 2000, 6000) * MS;
}

void sim_settings_choose(struct sim_settings *s, uint64_t seed) {
  struct sim_rng g = sim_stream(seed, 0);
  memset(s, 0, sizeof *s);
  s->seed = seed;
  s->ranks = (uint32_t)(sim_below(&g, 8) ? sim_between(&g, 2, 4) : sim_between(&g, 2, 12));
  s->start_ns = SECOND;
  if (sim_below(&g, 4) == 0)
    s->start_ns = (1ull << 32) * US - sim_below(&g, 3 * MS); /* stamps wrap around */
  if (sim_below(&g, 4) == 0) s->first_seq = 0u - (uint32_t)(sim_below(&g, 30000) * UDP_QUANTUM);
  if (sim_below(&g, 10) == 0) s->scarce = rate(&g, 300000);
  s->healed_ns = s->start_ns;
  choose_engine(s, &g);
  choose_link(s, &g);
  choose_luck(s, &g);
  choose_spans(s, &g);
  choose_narrows(s, &g);
  choose_load(s, &g);
  choose_patience(s, &g);
}

static void print_spans(const char *what, const struct sim_span *s, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    printf("#   %s of %llx from %.6f to %.6f s\n", what, (unsigned long long)s[i].who,
           (double)s[i].from / 1e9, (double)s[i].to / 1e9);
}

void sim_settings_print(const struct sim_settings *s) {
  static const char *const security[] = {"none", "umac", "gmac", "gmac of OpenSSL", "aead"};
  const struct udp_config *c = &s->c;
  const struct sim_faults *f = &s->faults;
  const struct sim_load *l = &s->load;
  printf("#   %u ranks, %s, mtu %u, window %u, room %u, first number %u, dead %.1f s, rto %llu us, "
         "hold %llu us or %u bytes, ack %llu us\n",
         s->ranks, security[c->security], c->mtu, c->window, c->room, s->first_seq,
         (double)c->dead_ns / 1e9, (unsigned long long)c->rto_min_ns / US,
         (unsigned long long)c->hold_ns / US, c->run, (unsigned long long)c->ack_ns / US);
  printf("#   latency %llu ns, %llu ps a byte, overheads %llu %llu ns, switch %llu, socket %llu "
         "bytes, "
         "polls %llu ns\n",
         (unsigned long long)s->link.latency_ns, (unsigned long long)s->link.ps_per_byte,
         (unsigned long long)s->link.send_ns, (unsigned long long)s->link.receive_ns,
         (unsigned long long)s->link.switch_bytes, (unsigned long long)s->link.socket_bytes,
         (unsigned long long)s->poll_ns);
  printf("#   of 1000000: lost %u, twice %u, reordered %u, late %u, corrupt %u; allocations %u\n",
         f->loss, f->twice, f->reorder, f->spike, f->corrupt, s->scarce);
  printf("#   %u messages each, %u open, bursts %u, gap %llu ns; stop %u, refuse %u, for %llu us\n",
         l->messages, l->most_open, l->burst, (unsigned long long)l->gap_ns, l->stop, l->refuse,
         (unsigned long long)l->stop_ns / US);
  print_spans("partition", f->partition, f->npartitions);
  print_spans("pause", f->pause, f->npauses);
  print_spans("narrow path", f->narrow, f->nnarrows);
  print_spans("death", &f->death, f->ndeaths);
}
