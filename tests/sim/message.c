/* SPDX-License-Identifier: BSD-3-Clause
 *
 * message.c: messages from random numbers, and comparing them.
 */
#include "tests/sim/message.h"

#include "contrib/tools/sim/events.h"

#include <stdlib.h>
#include <string.h>

/* --- bytes ---------------------------------------------------------------- */

static uint64_t word(uint64_t *state) {
  return *state = *state * 0x5851f42d4c957f2du + 0x14057b7ef767814fu;
}

void sim_fill(uint64_t id, unsigned char *to, size_t n) {
  uint64_t state = id ^ 0x2545f4914f6cdd1du, w;
  for (; n >= 8; n -= 8, to += 8) {
    w = word(&state);
    memcpy(to, &w, 8);
  }
  w = word(&state);
  if (n) memcpy(to, &w, n);
}

int sim_differs(uint64_t id, const unsigned char *from, size_t n) {
  uint64_t state = id ^ 0x2545f4914f6cdd1du, w;
  for (; n >= 8; n -= 8, from += 8) {
    w = word(&state);
    if (memcmp(from, &w, 8)) return 1;
  }
  w = word(&state);
  return n && memcmp(from, &w, n);
}

/* --- making one ----------------------------------------------------------- */

/* Near the sizes at which something changes: nothing, a packet full, two of them, a few. */
static uint32_t big_size(struct sim_rng *g, const struct sim_shape *s, uint32_t body) {
  uint64_t n;
  switch (sim_below(g, 4)) {
  case 0: n = sim_between(g, body - 120, body + 8); break;
  case 1: n = sim_between(g, 1, 6) * body + sim_below(g, 130) - 100; break;
  case 2: n = sim_between(g, body, 8ull * body); break;
  default: n = sim_between(g, 1, s->most_bytes); break;
  }
  return (uint32_t)(n > s->most_bytes ? s->most_bytes : n);
}

static uint32_t payload_size(struct sim_rng *g, const struct sim_shape *s, uint32_t body) {
  if (sim_chance(g, s->big)) return big_size(g, s, body);
  return (uint32_t)(sim_below(g, 3) ? sim_below(g, 64) : sim_below(g, body));
}

static void choose_args(struct sim_message *m, struct sim_rng *g) {
  m->m.handler = (uint8_t)sim_next(g);
  m->m.nargs = (uint8_t)sim_below(g, UDP_MAX_ARGS + 1);
  for (unsigned i = 0; i < m->m.nargs; i++) m->args[i] = (int32_t)sim_next(g);
  m->m.args = m->args;
}

static struct sim_message *new_message(const struct sim_shape *s, struct sim_rng *g, uint64_t id,
                                       unsigned kind, uint32_t nbytes) {
  struct sim_message *m = sim_alloc(sizeof *m);
  memset(m, 0, sizeof *m);
  m->id = id;
  m->m.kind = (uint8_t)kind;
  m->m.nbytes = kind == UDP_SHORT ? 0 : nbytes;
  for (unsigned i = 0; i < udp_addresses(kind); i++) m->m.addr[i] = sim_next(g);
  if (kind <= UDP_LONG) choose_args(m, g);
  m->by_reference = sim_chance(g, s->by_reference);
  m->cookie = sim_chance(g, s->cookie);
  if (!udp_has_payload(kind)) return m;
  m->payload = sim_alloc(m->m.nbytes);
  sim_fill(id, m->payload, m->m.nbytes);
  m->m.payload = m->payload;
  return m;
}

static unsigned choose_kind(struct sim_rng *g, const struct sim_shape *s) {
  if (sim_chance(g, s->get)) return UDP_GET;
  if (sim_chance(g, s->put)) return UDP_PUT;
  if (sim_chance(g, s->medium)) return UDP_MEDIUM;
  return sim_chance(g, s->longs) ? UDP_LONG : UDP_SHORT;
}

struct sim_message *sim_request(const struct sim_shape *s, uint64_t seed, uint64_t id, uint32_t src,
                                uint32_t dst, uint32_t body) {
  struct sim_rng g = sim_stream(seed, id);
  unsigned kind = choose_kind(&g, s);
  struct sim_message *m = new_message(s, &g, id, kind, payload_size(&g, s, body));
  m->src = src;
  m->dst = dst;
  m->m.class = kind == UDP_GET || kind == UDP_PUT ? UDP_TRANSFERS : UDP_REQUESTS;
  m->wants_answer = kind == UDP_GET || (kind != UDP_PUT && sim_chance(&g, s->answered));
  return m;
}

/* A GET brings DATA to where it wants them; an active message another one. */
struct sim_message *sim_answer(const struct sim_shape *s, uint64_t seed,
                               const struct sim_message *request, uint32_t body) {
  struct sim_rng g = sim_stream(seed, request->id | SIM_ANSWER);
  int get = request->m.kind == UDP_GET;
  unsigned kind = get ? UDP_DATA : (unsigned)sim_below(&g, UDP_LONG + 1);
  struct sim_message *m = new_message(s, &g, request->id | SIM_ANSWER, kind,
                                      get ? request->m.nbytes : payload_size(&g, s, body));
  m->src = request->dst;
  m->dst = request->src;
  m->m.class = get ? UDP_ANSWERS : UDP_REPLIES;
  if (!get) return m;
  m->m.addr[0] = request->m.addr[1];
  m->m.addr[1] = request->m.addr[2];
  return m;
}

void sim_message_free(struct sim_message *m) {
  free(m->payload);
  free(m->landing);
  free(m);
}

/* --- comparing ------------------------------------------------------------ */

const char *sim_compare(const struct sim_message *m, const struct udp_msg *got) {
  const struct udp_msg *w = &m->m;
  if (got->kind != w->kind) return "kind";
  if (got->class != w->class) return "class";
  if (got->nbytes != w->nbytes) return "length";
  if (memcmp(got->addr, w->addr, 8 * udp_addresses(w->kind))) return "address";
  if (got->handler != w->handler || got->nargs != w->nargs) return "handler";
  if (w->nargs && memcmp(got->args, w->args, 4u * w->nargs)) return "arguments";
  return NULL;
}
