/* SPDX-License-Identifier: BSD-3-Clause
 *
 * load.c: what the ranks send, and what is left at the end. A message that the engine has no room
 * for is offered again at each poll; an answer that it has no room for makes its rank take no more
 * requests.
 */
#include "tests/sim/load_int.h"

#include "tests/sim/trace.h"

#include <stdlib.h>
#include <string.h>

#define TRY_AGAIN_NS 5000000u
#define KEEP_AGAIN_NS 3000u

int sim_gone(const struct sim_world *w, uint32_t rank) {
  return w->faults.ndeaths && w->faults.death.who == rank;
}

struct sim_order *sim_order_of(struct sim_books *b, uint32_t src, uint32_t dst,
                               const struct udp_msg *m) {
  return &b->node[src].peer[dst].order[udp_channel_of(m)];
}

/* --- sending -------------------------------------------------------------- */

/* What the engine has a copy of may be used for something else. */
static void let_go(struct sim_message *m) {
  if (m->payload && m->m.nbytes) memset(m->payload, 0xdb, m->m.nbytes);
  free(m->payload);
  m->payload = NULL;
  m->m.payload = NULL;
}

/* Whether the rank wants the source of the message back: of every second put by reference, one at a
 * time. */
static int wants_back(const struct sim_node *n, const struct sim_message *m) {
  return m->by_reference && m->cookie && m->m.kind == UDP_PUT && m->id % 2 && n->kept == NULL;
}

/* Writes to the source of a put by reference, once the engine has copied what has not arrived. */
static void take_back(struct sim_rank *r, struct sim_node *n) {
  struct sim_message *m = n->kept;
  if (m == NULL || hyd_udp_proto_keep(r->proto, m->dst, m)) return;
  sim_trace(r, "has the source of %llx back", (unsigned long long)m->id);
  let_go(m);
  n->kept = NULL;
}

int sim_offer(struct sim_rank *r, struct sim_message *m) {
  struct sim_books *b = sim_books(r);
  struct sim_node *n = &b->node[r->id];
  struct sim_order *o = sim_order_of(b, m->src, m->dst, &m->m);
  unsigned back = wants_back(n, m) ? UDP_UNTIL_KEPT : 0;
  if (m->first_try == 0) m->first_try = r->now;
  if (hyd_udp_proto_send(r->proto, r->now, m->dst, &m->m,
                         m->by_reference ? UDP_BY_REFERENCE | back : 0, m->cookie ? m : NULL))
    return 1;
  sim_trace(r, "sends %llx to %u: kind %u, class %u, %u bytes%s", (unsigned long long)m->id, m->dst,
            m->m.kind, m->m.class, m->m.nbytes, m->cookie ? ", cookie" : "");
  m->accepted = 1;
  m->next = NULL;
  *o->end = m;
  o->end = &m->next;
  if (!m->by_reference) let_go(m);
  if (back) n->kept = m;
  return 0;
}

static void enter(struct sim_node *n, struct sim_books *b, struct sim_message *m,
                  const struct sim_world *w) {
  m->all = n->all;
  n->all = m;
  if (sim_gone(w, m->src) || sim_gone(w, m->dst)) return;
  b->missing += 1u + (m->cookie != 0) + (m->wants_answer != 0);
}

void sim_issue(struct sim_rank *r) {
  struct sim_books *b = sim_books(r);
  struct sim_node *n = &b->node[r->id];
  uint32_t to = (uint32_t)sim_below(&n->rng, r->w->ranks - 1);
  struct sim_message *m;
  if (n->left == 0 || n->stuck || n->open >= b->load.most_open) return;
  n->left--;
  m = sim_request(&b->load.shape, r->w->seed, (uint64_t)r->id << 32 | ++n->made, r->id,
                  to + (to >= r->id), b->body);
  enter(n, b, m, r->w);
  n->open += (uint32_t)(m->cookie + m->wants_answer);
  if (sim_offer(r, m)) n->stuck = m;
}

/* No rank waits for ever to answer the dead. */
static int given_up(const struct sim_rank *r, const struct sim_node *n,
                    const struct sim_message *m) {
  return n->peer[m->dst].told_dead && sim_gone(r->w, m->dst);
}

static void offer_again(struct sim_rank *r, struct sim_node *n) {
  struct sim_message *m;
  while ((m = n->answers)) {
    struct sim_message *next = m->next;
    if (!given_up(r, n, m) && sim_offer(r, m)) break;
    n->answers = next;
    if (next == NULL) n->answers_end = &n->answers;
  }
  m = n->stuck;
  if (m && (given_up(r, n, m) || sim_offer(r, m) == 0)) n->stuck = NULL;
}

static uint64_t earlier(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* When this rank wants to be called again. What the engine had no room for waits for
 * acknowledgements; now and then it is tried all the same, for the room may have been memory. */
static uint64_t next_step(struct sim_rank *r, struct sim_books *b, struct sim_node *n) {
  uint64_t at = UDP_NEVER;
  if (n->left && !n->stuck && n->open < b->load.most_open) at = n->next_at;
  if (hyd_udp_proto_blocked(r->proto) && n->answers == NULL) at = earlier(at, n->stopped_until);
  if (n->kept) at = earlier(at, r->now + KEEP_AGAIN_NS);
  if (n->stuck || n->answers) at = earlier(at, r->now + TRY_AGAIN_NS);
  return at;
}

static uint64_t step(struct sim_rank *r) {
  struct sim_books *b = sim_books(r);
  struct sim_node *n = &b->node[r->id];
  offer_again(r, n);
  take_back(r, n);
  if (r->now >= n->next_at) {
    for (uint64_t i = sim_between(&n->rng, 1, b->load.burst); i > 0; i--) sim_issue(r);
    n->next_at = r->now + 1 + sim_below(&n->rng, 2 * b->load.gap_ns + 1);
  }
  return next_step(r, b, n);
}

static int takes(struct sim_rank *r) {
  struct sim_node *n = &sim_books(r)->node[r->id];
  return n->taking = n->answers == NULL && r->now >= n->stopped_until;
}

const struct sim_app sim_load_app = {{sim_deliver, sim_place, sim_done, sim_dead, NULL, NULL},
                                     step,
                                     takes};

/* --- life ----------------------------------------------------------------- */

static void open_node(struct sim_node *n, const struct sim_world *w, uint32_t id) {
  n->rng = sim_stream(w->seed, 1000 + id);
  n->left = w->ranks > 1 ? ((struct sim_books *)w->shared)->load.messages : 0;
  n->answers_end = &n->answers;
  n->peer = sim_alloc(w->ranks * sizeof *n->peer);
  memset(n->peer, 0, w->ranks * sizeof *n->peer);
  for (uint32_t p = 0; p < w->ranks; p++)
    for (int i = 0; i < UDP_CHANNELS; i++) n->peer[p].order[i].end = &n->peer[p].order[i].first;
}

void sim_load_open(struct sim_world *w, const struct sim_load *l, const struct udp_config *c) {
  struct sim_books *b = sim_alloc(sizeof *b);
  memset(b, 0, sizeof *b);
  b->load = *l;
  b->c = *c;
  b->body = (uint32_t)udp_max_body(c->mtu, udp_tag(c->security));
  w->shared = b;
  for (uint32_t i = 0; i < w->ranks; i++) open_node(&b->node[i], w, i);
}

void sim_load_close(struct sim_world *w) {
  struct sim_books *b = w->shared;
  for (uint32_t i = 0; i < w->ranks; i++) {
    for (struct sim_message *m = b->node[i].all, *next; m; m = next) {
      next = m->all;
      sim_message_free(m);
    }
    free(b->node[i].peer);
  }
  free(b);
}

/* --- the end -------------------------------------------------------------- */

/* A rank that waits for one that is dead may never come to an end of its own messages. */
static int has_more(const struct sim_world *w, const struct sim_node *n) {
  return !w->faults.ndeaths && (n->left || n->stuck || n->answers);
}

int sim_load_finished(struct sim_world *w) {
  struct sim_books *b = w->shared;
  if (b->missing) return 0;
  for (uint32_t i = 0; i < w->ranks; i++) {
    if (has_more(w, &b->node[i])) return 0;
    if (!w->faults.ndeaths &&
        (!hyd_udp_proto_idle(w->rank[i].proto) || hyd_udp_proto_blocked(w->rank[i].proto)))
      return 0;
  }
  return 1;
}

uint64_t sim_load_progress(const struct sim_world *w) {
  return ((const struct sim_books *)w->shared)->progress;
}

static void check_message(struct sim_world *w, const struct sim_message *m) {
  const char *what = !m->accepted                         ? "was never accepted"
                     : !m->delivered                      ? "has not arrived"
                     : m->cookie && !m->done              ? "has no completion"
                     : m->wants_answer && m->answers != 1 ? "has no answer"
                                                          : NULL;
  char line[800];
  if (what == NULL || sim_gone(w, m->src) || sim_gone(w, m->dst)) return;
  hyd_udp_proto_describe(w->rank[m->src].proto, m->dst, w->rank[m->src].now, line, sizeof line);
  sim_fail(w, "message %llx from rank %u to rank %u, kind %u, class %u, %u bytes, %s; %s",
           (unsigned long long)m->id, m->src, m->dst, m->m.kind, m->m.class, m->m.nbytes, what,
           line);
}

/* A rank that has sent to the dead something that has not even arrived there must have been told.
 */
static void check_told(struct sim_world *w, struct sim_books *b, uint32_t rank) {
  const struct sim_peer *p = &b->node[rank].peer[w->faults.death.who];
  if (!b->c.dead_ns || rank == w->faults.death.who || p->told_dead ||
      hyd_udp_proto_idle(w->rank[rank].proto))
    return;
  for (const struct sim_message *m = b->node[rank].all; m; m = m->all)
    if (m->dst == w->faults.death.who && m->accepted && !m->delivered)
      sim_fail(w, "rank %u was not told that rank %u is dead", rank, m->dst);
}

void sim_load_check(struct sim_world *w) {
  struct sim_books *b = w->shared;
  for (uint32_t i = 0; i < w->ranks && !w->failed; i++) {
    const struct sim_node *n = &b->node[i];
    for (const struct sim_message *m = n->all; m && !w->failed; m = m->all) check_message(w, m);
    if (w->faults.ndeaths)
      check_told(w, b, i);
    else if (has_more(w, n))
      sim_fail(w, "rank %u could not send all that it had", i);
    else if (!hyd_udp_proto_idle(w->rank[i].proto))
      sim_fail(w, "rank %u is not idle at the end", i);
  }
}
