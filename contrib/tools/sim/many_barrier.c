/* SPDX-License-Identifier: BSD-3-Clause
 *
 * many_barrier.c: many ranks and the barriers of their job (extended/teams/barrier_tree.h). No rank
 * may come out of one before all have gone in; all must agree on what the oracle, which hears all
 * ranks, says.
 */
#include "extended/teams/barrier_tree.h"
#include "contrib/tools/sim/many_apps.h"

#include <stdlib.h>
#include <string.h>

struct member {
  struct hyd_barrier_tree tree;
  uint32_t phase, count; /* entered */
  uint32_t checked;      /* counts that it has been told of */
  int inside;
  uint64_t next_phase, next_count; /* when */
};

struct hall {
  struct many_barriers what;
  struct member *member;
  struct hyd_consensus *oracle; /* [phases + 1] */
  uint32_t *entered, *counted;  /* [phases + 1], [counts + 1]: how many have */
  uint64_t ended;
};

_Static_assert(sizeof(struct hyd_barrier_news) <= MANY_BODY, "a message");

static void send_news(struct sim_many *m, uint32_t rank) {
  struct hall *h = m->state;
  struct hyd_barrier_tree *t = &h->member[rank].tree;
  struct hyd_barrier_news news;
  while (hyd_barrier_tree_next(t, &news)) {
    struct many_message *new =
        many_message(m, rank, news.to, h->what.bytes, 2 * news.count + (news.named != 0));
    memcpy(new->body, &news, sizeof news);
    many_send(m, new);
    hyd_barrier_tree_sent(t, &news);
  }
}

static void enter_phase(struct sim_many *m, struct member *r) {
  struct hall *h = m->state;
  int flags = 0, id = sim_chance(&m->rng, h->what.other) ? 8 : 7;
  if (sim_chance(&m->rng, h->what.anonymous)) flags = GASNET_BARRIERFLAG_ANONYMOUS;
  if (sim_chance(&m->rng, h->what.mismatch)) flags = GASNET_BARRIERFLAG_MISMATCH;
  r->inside = 1;
  h->entered[++r->phase]++;
  hyd_consensus_add(&h->oracle[r->phase], id, flags);
  hyd_barrier_tree_notify(&r->tree, id, flags);
}

static void check_agreed(struct sim_many *m, uint32_t rank, const struct hyd_consensus *c) {
  struct hall *h = m->state;
  const struct member *r = &h->member[rank];
  const struct hyd_consensus *o = &h->oracle[r->phase];
  if (h->entered[r->phase] != m->n)
    many_fail(m, "rank %u leaves phase %u, which %u of %u have entered", rank, r->phase,
              h->entered[r->phase], m->n);
  else if (c->mismatch != o->mismatch || c->named != o->named ||
           (c->named && !c->mismatch && c->id != o->id))
    many_fail(m, "rank %u, phase %u: named %d, id %d, mismatch %d; expected %d, %d, %d", rank,
              r->phase, c->named, c->id, c->mismatch, o->named, o->id, o->mismatch);
}

static void try_phase(struct sim_many *m, uint32_t rank) {
  struct hall *h = m->state;
  struct member *r = &h->member[rank];
  struct hyd_consensus c;
  if (r->inside) {
    if (!hyd_barrier_tree_agreed(&r->tree, &c)) return;
    check_agreed(m, rank, &c);
    r->inside = 0;
    h->ended = many_time(m, rank) > h->ended ? many_time(m, rank) : h->ended;
    r->next_phase = many_time(m, rank) + many_upto(m, h->what.delay);
    if (r->phase < h->what.phases) many_wake(m, rank, r->next_phase);
  } else if (r->phase < h->what.phases && many_time(m, rank) >= r->next_phase) {
    enter_phase(m, r);
  }
}

static void try_count(struct sim_many *m, uint32_t rank) {
  struct hall *h = m->state;
  struct member *r = &h->member[rank];
  for (; r->checked < hyd_barrier_tree_entered(&r->tree); r->checked++)
    if (h->counted[r->checked + 1] != m->n)
      many_fail(m, "rank %u is told that all have entered %u, which %u of %u have", rank,
                r->checked + 1, h->counted[r->checked + 1], m->n);
  if (r->checked == h->what.counts && many_time(m, rank) > h->ended) h->ended = many_time(m, rank);
  if (r->count == h->what.counts || r->count - r->checked == h->what.window) return;
  if (many_time(m, rank) < r->next_count) return;
  h->counted[++r->count]++;
  hyd_barrier_tree_enter(&r->tree, r->count);
  r->next_count = many_time(m, rank) + many_upto(m, h->what.delay);
  many_wake(m, rank, r->next_count);
}

/* A rank that leaves has told those below before. */
static void act(struct sim_many *m, uint32_t rank) {
  try_phase(m, rank);
  try_count(m, rank);
  send_news(m, rank);
  try_phase(m, rank);
  try_count(m, rank);
  send_news(m, rank);
}

static void take_message(struct sim_many *m, uint32_t rank, struct many_message *message) {
  struct hall *h = m->state;
  struct hyd_barrier_news news;
  memcpy(&news, message->body, sizeof news);
  if (hyd_barrier_tree_hear(&h->member[rank].tree, message->from, &news))
    many_fail(m, "rank %u takes what rank %u says for nonsense", rank, message->from);
  send_news(m, rank);
  act(m, rank);
}

static void check_end(struct sim_many *m) {
  const struct hall *h = m->state;
  for (uint32_t i = 0; i < m->n && !m->failed; i++) {
    const struct member *r = &h->member[i];
    if (r->inside || r->phase != h->what.phases || r->checked != h->what.counts)
      many_fail(m, "rank %u waits forever: phase %u of %u, knows of %u of %u unnamed", i, r->phase,
                h->what.phases, r->checked, h->what.counts);
  }
  if (m->messages > 2ull * (m->n - 1) * (h->what.phases + h->what.counts))
    many_fail(m, "%llu messages", (unsigned long long)m->messages);
  many_check_rounds(m, 2 * (uint32_t)hyd_tree_levels(m->n));
}

void many_barriers(struct sim_many *m, const struct many_barriers *what,
                   struct many_result *result) {
  static const struct many_app app = {act, take_message};
  struct hall h = {.what = *what};
  h.member = calloc(m->n, sizeof *h.member);
  h.oracle = calloc(what->phases + 1, sizeof *h.oracle);
  h.entered = calloc(what->phases + 1, sizeof *h.entered);
  h.counted = calloc(what->counts + 1, sizeof *h.counted);
  m->app = &app;
  m->state = &h;
  many_open(m);
  for (uint32_t i = 0; i < m->n; i++) {
    hyd_barrier_tree_init(&h.member[i].tree, m->n, i);
    h.member[i].next_phase = many_upto(m, what->delay);
    h.member[i].next_count = many_upto(m, what->delay);
    many_wake(m, i, h.member[i].next_phase);
    many_wake(m, i, h.member[i].next_count);
  }
  many_run(m);
  if (!m->failed) check_end(m);
  *result = (struct many_result){h.ended, sizeof(struct hyd_barrier_tree)};
  free(h.member);
  free(h.oracle);
  free(h.entered);
  free(h.counted);
}
