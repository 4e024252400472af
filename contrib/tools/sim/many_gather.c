/* SPDX-License-Identifier: BSD-3-Clause
 *
 * many_gather.c: many ranks give each other their records (core/oob/gather_tree.h). For each rank
 * is known which records it has; it may send no other, and must get each once from below and once
 * from above. The records themselves, of 8 bytes, are there if the caller wants them to be.
 */
#include "core/oob/gather_tree.h"
#include "contrib/tools/sim/many_apps.h"
#include "contrib/tools/sim/spans.h"

#include <stdlib.h>
#include <string.h>

struct member {
  struct hyd_gather_tree tree;
  struct spans gathered, told; /* records: its own and those from below; from above */
  uint64_t *table;             /* or NULL */
  int whole;
};

struct hall {
  struct many_gather what;
  struct member *member;
  uint32_t *first; /* [n + 1] */
  uint64_t ended;
  uint32_t ready;
};

static uint64_t record(const struct sim_many *m, uint32_t i) {
  struct sim_rng g = sim_stream(m->seed, 1000 + i);
  return sim_next(&g);
}

static const struct spans *source(const struct sim_many *m, uint32_t rank,
                                  const struct hyd_gather_piece *p) {
  const struct hall *h = m->state;
  return p->up || rank == 0 ? &h->member[rank].gathered : &h->member[rank].told;
}

static void send_piece(struct sim_many *m, uint32_t rank, const struct hyd_gather_piece *p) {
  struct hall *h = m->state;
  struct member *r = &h->member[rank];
  struct many_message *new =
      many_message(m, rank, p->to, h->what.wire(&h->what, p->count * h->what.bytes), 1);
  if (!spans_have(source(m, rank, p), p->first, p->first + p->count))
    many_fail(m, "rank %u sends %u records from %u on, which it does not have", rank, p->count,
              p->first);
  memcpy(new->body, p, sizeof *p);
  if (r->table) {
    new->data = sim_alloc(p->count * sizeof *r->table);
    memcpy(new->data, r->table + p->first, p->count * sizeof *r->table);
  }
  many_send(m, new);
}

static void advance_rank(struct sim_many *m, uint32_t rank) {
  struct hall *h = m->state;
  struct member *r = &h->member[rank];
  struct hyd_gather_piece p;
  while (!m->failed && hyd_gather_tree_next(&r->tree, h->what.most, &p)) {
    send_piece(m, rank, &p);
    hyd_gather_tree_sent(&r->tree, &p);
  }
  if (r->whole || !hyd_gather_tree_whole(&r->tree)) return;
  r->whole = 1;
  h->ready++;
  h->ended = many_time(m, rank) > h->ended ? many_time(m, rank) : h->ended;
}

static void begin_rank(struct sim_many *m, uint32_t rank) {
  struct hall *h = m->state;
  struct member *r = &h->member[rank];
  spans_add(&r->gathered, h->first[rank], h->first[rank + 1]);
  for (uint32_t i = h->first[rank]; r->table && i < h->first[rank + 1]; i++)
    r->table[i] = record(m, i);
  hyd_gather_tree_begin(&r->tree);
  advance_rank(m, rank);
}

static void take_message(struct sim_many *m, uint32_t rank, struct many_message *message) {
  struct hall *h = m->state;
  struct member *r = &h->member[rank];
  struct hyd_gather_piece p;
  memcpy(&p, message->body, sizeof p);
  if (!hyd_gather_tree_hear(&r->tree, p.up, p.first, p.count))
    many_fail(m, "rank %u refuses %u records from %u on, from rank %u", rank, p.count, p.first,
              message->from);
  else if (spans_add(p.up ? &r->gathered : &r->told, p.first, p.first + p.count))
    many_fail(m, "rank %u gets some of %u records from %u on twice", rank, p.count, p.first);
  if (r->table) memcpy(r->table + p.first, message->data, p.count * sizeof *r->table);
  advance_rank(m, rank);
}

/* What it should have, it has. */
static void check_member(struct sim_many *m, uint32_t rank) {
  struct hall *h = m->state;
  struct member *r = &h->member[rank];
  const uint32_t all = h->first[m->n];
  if (!r->whole || !spans_have(rank ? &r->told : &r->gathered, 0, all))
    many_fail(m, "rank %u waits forever for the whole table of %u records", rank, all);
  for (uint32_t i = 0; r->table && i < all; i++)
    if (r->table[i] != record(m, i)) many_fail(m, "record %u of rank %u is wrong", i, rank);
}

static void make_members(struct sim_many *m, struct hall *h) {
  const uint32_t n = m->n;
  for (uint32_t i = 0; i < n; i++) {
    uint32_t mine = h->what.uneven ? (uint32_t)sim_below(&m->rng, h->what.uneven + 1) : 1;
    h->first[i + 1] = h->first[i] + mine;
  }
  for (uint32_t i = 0; i < n; i++) {
    hyd_gather_tree_init(&h->member[i].tree, n, i, h->first);
    if (h->what.real) h->member[i].table = calloc(h->first[n] + 1, sizeof(uint64_t));
    many_wake(m, i, many_upto(m, h->what.delay));
  }
}

static void free_members(struct sim_many *m, struct hall *h) {
  for (uint32_t i = 0; i < m->n; i++) {
    spans_free(&h->member[i].gathered);
    spans_free(&h->member[i].told);
    free(h->member[i].table);
  }
  free(h->member);
  free(h->first);
}

void many_gather(struct sim_many *m, const struct many_gather *what, struct many_result *result) {
  static const struct many_app app = {begin_rank, take_message};
  struct hall h = {.what = *what};
  h.member = calloc(m->n, sizeof *h.member);
  h.first = calloc(m->n + 1, sizeof *h.first);
  m->app = &app;
  m->state = &h;
  many_open(m);
  make_members(m, &h);
  many_run(m);
  for (uint32_t i = 0; i < m->n && !m->failed; i++) check_member(m, i);
  if (!m->failed) many_check_rounds(m, 2 * (uint32_t)hyd_tree_levels(m->n));
  *result = (struct many_result){h.ended, sizeof(struct hyd_gather_tree)};
  free_members(m, &h);
}
