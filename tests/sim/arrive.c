/* SPDX-License-Identifier: BSD-3-Clause
 *
 * arrive.c: what the engine tells the ranks of the random load, against the books.
 */
#include "tests/sim/load_int.h"

#include "tests/sim/trace.h"

#include <stdlib.h>
#include <string.h>

#define GUARD 16u           /* bytes behind a landing place */
#define GET_AGAIN_NS 20000u /* a rank that polls without end costs time and shows nothing */

static void wrong(struct sim_rank *r, uint32_t src, const struct udp_msg *m, const char *what) {
  sim_fail(r->w, "rank %u: message from rank %u, kind %u, class %u, %u bytes: %s", r->id, src,
           m->kind, m->class, m->nbytes, what);
}

/* The message that is this one, if all is well: the first of its order. */
static struct sim_message *expected(struct sim_rank *r, uint32_t src, const struct udp_msg *m) {
  struct sim_message *e = src < r->w->ranks && src != r->id && m->class < UDP_CLASSES
                              ? sim_order_of(sim_books(r), src, r->id, m)->first
                              : NULL;
  const char *different = e ? sim_compare(e, m) : "nothing was to come";
  if (different == NULL) return e;
  wrong(r, src, m, different);
  return NULL;
}

/* --- places --------------------------------------------------------------- */

void *sim_place(void *arg, uint32_t src, const struct udp_msg *m) {
  struct sim_rank *r = arg;
  struct sim_message *e = expected(r, src, m);
  if (e == NULL) return NULL;
  if (e->landing == NULL) {
    e->landing = sim_alloc(m->nbytes + GUARD);
    memset(e->landing, 0xa7, m->nbytes + GUARD);
  }
  return e->landing;
}

static const char *bytes_wrong(const struct sim_message *e, const struct udp_msg *m) {
  if (!udp_has_payload(m->kind)) return NULL;
  if (m->nbytes && sim_differs(e->id, m->payload, m->nbytes)) return "bytes are wrong";
  if (m->kind == UDP_MEDIUM)
    return (uintptr_t)m->payload % 16 && m->nbytes ? "payload is not aligned" : NULL;
  if (m->payload != e->landing) return "it is not in its place";
  for (unsigned i = 0; i < GUARD; i++)
    if (e->landing[m->nbytes + i] != 0xa7) return "more was written than it has";
  return NULL;
}

/* --- messages ------------------------------------------------------------- */

static void pop(struct sim_rank *r, struct sim_message *e) {
  struct sim_order *o = sim_order_of(sim_books(r), e->src, e->dst, &e->m);
  o->first = e->next;
  if (o->first == NULL) o->end = &o->first;
  e->next = NULL;
  e->delivered = 1;
  free(e->landing);
  e->landing = NULL;
}

static void count(struct sim_rank *r, const struct sim_message *m) {
  sim_books(r)->progress++;
  if (!sim_gone(r->w, m->src) && !sim_gone(r->w, m->dst)) sim_books(r)->missing--;
}

static void answered(struct sim_rank *r, const struct sim_message *answer) {
  struct sim_books *b = sim_books(r);
  struct sim_message *request = answer->request;
  if (request == NULL || !request->delivered || request->answers++) {
    wrong(r, answer->src, &answer->m, "an answer to nothing");
    return;
  }
  b->node[r->id].open--;
  count(r, request);
}

/* Enters the answer in the books; 1: the engine has no room for it. */
static int answer(struct sim_rank *r, struct sim_message *request, int must) {
  struct sim_books *b = sim_books(r);
  struct sim_node *n = &b->node[r->id];
  struct sim_message *a = sim_answer(&b->load.shape, r->w->seed, request, b->body);
  int full;
  a->request = request;
  full = n->answers != NULL || sim_offer(r, a);
  if (full && !must) {
    sim_message_free(a);
    return 1;
  }
  a->all = n->all;
  n->all = a;
  if (!sim_gone(r->w, a->src) && !sim_gone(r->w, a->dst)) b->missing += 1u + (a->cookie != 0);
  if (!full) return 0;
  a->next = NULL;
  *n->answers_end = a;
  n->answers_end = &a->next;
  return 1;
}

/* A request that is refused comes again; a GET is, as long as there is no room for the data. */
static int refused(struct sim_rank *r, struct sim_message *e) {
  struct sim_books *b = sim_books(r);
  struct sim_node *n = &b->node[r->id];
  if (sim_chance(&n->rng, b->load.refuse)) {
    n->stopped_until = r->now + sim_below(&n->rng, b->load.stop_ns + 1);
    return 1;
  }
  if (e->m.kind != UDP_GET || answer(r, e, 0) == 0) return 0;
  n->stopped_until = r->now + GET_AGAIN_NS;
  return 1;
}

static enum udp_taken take_request(struct sim_rank *r, struct sim_message *e) {
  struct sim_books *b = sim_books(r);
  struct sim_node *n = &b->node[r->id];
  int full;
  if (refused(r, e)) return UDP_NOT_TAKEN;
  pop(r, e);
  count(r, e);
  full = e->wants_answer && e->m.kind != UDP_GET && answer(r, e, 1);
  if (sim_chance(&n->rng, b->load.flush)) sim_flush(r);
  if (sim_chance(&n->rng, b->load.stop)) {
    n->stopped_until = r->now + sim_below(&n->rng, b->load.stop_ns + 1);
    return UDP_TAKEN_STOP;
  }
  return full ? UDP_TAKEN_STOP : UDP_TAKEN;
}

enum udp_taken sim_deliver(void *arg, uint32_t src, const struct udp_msg *m) {
  struct sim_rank *r = arg;
  struct sim_node *n = &sim_books(r)->node[r->id];
  struct sim_message *e = expected(r, src, m);
  const char *bad = e ? bytes_wrong(e, m) : NULL;
  enum udp_taken how;
  if (e == NULL) return UDP_TAKEN;
  if (bad) wrong(r, src, m, bad);
  if (m->class == UDP_REQUESTS && !n->taking) wrong(r, src, m, "no requests are taken now");
  if (m->class == UDP_REQUESTS || m->class == UDP_TRANSFERS) {
    how = take_request(r, e);
    if (how == UDP_TAKEN_STOP) n->taking = 0;
  } else if (sim_chance(&n->rng, sim_books(r)->load.refuse)) { /* no rank is there to take it */
    n->stopped_until = r->now + sim_below(&n->rng, sim_books(r)->load.stop_ns + 1);
    how = UDP_NOT_TAKEN;
  } else {
    pop(r, e);
    count(r, e);
    answered(r, e);
    how = sim_chance(&n->rng, sim_books(r)->load.stop) ? UDP_TAKEN_STOP : UDP_TAKEN;
    if (how != UDP_TAKEN) n->taking = 0;
  }
  sim_trace(r, "%s %llx from %u", how == UDP_NOT_TAKEN ? "refuses" : "has",
            (unsigned long long)e->id, src);
  return how;
}

/* --- completions, deaths -------------------------------------------------- */

void sim_done(void *arg, void *cookie) {
  struct sim_rank *r = arg;
  struct sim_message *m = cookie;
  struct sim_node *n = &sim_books(r)->node[r->id];
  int early = m->m.kind == UDP_PUT ? !m->delivered
                                   : !m->accepted; /* of a message, the peer has the bytes */
  if (m->src != r->id || early || m->done++) {
    wrong(r, m->dst, &m->m, m->done ? "completed twice" : "completed before it arrived");
    return;
  }
  sim_trace(r, "done %llx", (unsigned long long)m->id);
  if (!(m->id & SIM_ANSWER)) n->open--;
  count(r, m);
  if (m->payload && m->m.nbytes) memset(m->payload, 0xdb, m->m.nbytes); /* its owner writes to it */
  if (sim_chance(&n->rng, sim_books(r)->load.send_more)) sim_issue(r);
}

/* Only of the dead, and of ranks that have been away for as long. */
static int may_seem_dead(const struct sim_rank *r, uint32_t peer, uint64_t dead_ns) {
  const struct sim_faults *f = &r->w->faults;
  if (sim_gone(r->w, peer)) return r->now >= f->death.from + dead_ns / 2;
  for (unsigned i = 0; i < f->npauses; i++)
    if (f->pause[i].who == peer && f->pause[i].to - f->pause[i].from >= dead_ns / 2) return 1;
  for (unsigned i = 0; i < f->npartitions; i++)
    if (f->partition[i].to - f->partition[i].from >= dead_ns / 2) return 1;
  return 0;
}

void sim_dead(void *arg, uint32_t peer, uint64_t silent_ns, uint32_t size) {
  struct sim_rank *r = arg;
  struct sim_books *b = sim_books(r);
  struct sim_peer *p = &b->node[r->id].peer[peer];
  sim_trace(r, "is told that %u is dead", peer);
  if (size)
    sim_fail(r->w, "rank %u is told that datagrams of %u bytes do not reach rank %u", r->id, size,
             peer);
  if (p->told_dead)
    sim_fail(r->w, "rank %u was told twice that rank %u is dead", r->id, peer);
  else if (silent_ns < b->c.dead_ns)
    sim_fail(r->w, "rank %u: rank %u is called dead too early", r->id, peer);
  else if (silent_ns > b->c.dead_ns + 2 * b->c.rto_max_ns)
    sim_fail(r->w, "rank %u: rank %u is called dead only after %.3f s", r->id, peer,
             (double)silent_ns / 1e9);
  else if (!may_seem_dead(r, peer, b->c.dead_ns))
    sim_fail(r->w, "rank %u is told that rank %u is dead, which it is not", r->id, peer);
  p->told_dead = r->now;
}
