/* SPDX-License-Identifier: BSD-3-Clause
 *
 * many_coll.c: many ranks and the collectives over messages, as extended/coll/coll.c and
 * coll_messages.c do them, but without data: which rank sends how much to which, after what. The
 * library's own code needs a whole job for each rank; sim-jobs compares the two, message for
 * message, for as many ranks as that bears.
 */
#include "contrib/tools/sim/many_coll.h"

#include <stdlib.h>
#include <string.h>

void many_coll_post(struct sim_many *m, uint32_t from, uint32_t to, int what, int k, size_t bytes) {
  struct hall *h = m->state;
  const struct letter l = {what, k, bytes};
  struct many_message *new = many_message(m, from, to, h->what.wire(&h->what, bytes), 1);
  memcpy(new->body, &l, sizeof l);
  many_send(m, new);
}

/* Sends as much of a stream as is there, in pieces. */
static void send_stream(struct sim_many *m, uint32_t from, uint32_t to, int what, size_t *sent,
                        size_t here) {
  while (*sent < here) {
    size_t n = here - *sent < HYD_COLL_PIECE ? here - *sent : HYD_COLL_PIECE;
    many_coll_post(m, from, to, what, what == UP ? hyd_tree_place(from) : 0, n);
    *sent += n;
  }
}

/* Bytes of a stream that may go now, of those that are here; large ones wait for the call, but for
 * their first. */
static size_t may_go(const struct hall *h, size_t large, int called, size_t here) {
  return h->what.bytes <= large || called || here < HYD_COLL_PIECE ? here : HYD_COLL_PIECE;
}

/* A rank that waits for a large stream calls for it when it begins the collective. */
static void call_for(struct sim_many *m, uint32_t rank) {
  struct hall *h = m->state;
  if (h->what.bytes <= HYD_COLL_LARGE) return;
  for (int k = 0; k < h->levels && h->what.kind != MANY_BROADCAST; k++)
    if (hyd_tree_has_child(m->n, rank, k))
      many_coll_post(m, rank, rank + ((uint32_t)1 << k), CALL, 0, 0);
}

/* The tree or the chain of a broadcast: a member of a chain is child 0 of the one before. */
static uint32_t parent_of(const struct hall *h, uint32_t rank) {
  return h->chained ? rank - 1 : hyd_tree_parent(rank);
}
static int place_at_parent(const struct hall *h, uint32_t rank) {
  return h->chained ? 0 : hyd_tree_place(rank);
}
static int has_child(const struct sim_many *m, uint32_t rank, int k) {
  const struct hall *h = m->state;
  return h->chained ? k == 0 && rank + 1 < m->n : hyd_tree_has_child(m->n, rank, k);
}

static void call_parent(struct sim_many *m, uint32_t rank) {
  struct hall *h = m->state;
  if (h->member[rank].asked++ || rank == 0 || h->what.bytes <= HYD_COLL_PLACED) return;
  many_coll_post(m, rank, parent_of(h, rank), CALL, 1 + place_at_parent(h, rank),
                 sizeof(void *)); /* says where to */
}

/* --- the three ------------------------------------------------------------ */

static int all_below(const struct sim_many *m, uint32_t rank) {
  const struct hall *h = m->state;
  const struct member *r = &h->member[rank];
  for (int k = 0; k < h->levels; k++)
    if (hyd_tree_has_child(m->n, rank, k) && r->up[k] < h->what.bytes) return 0;
  return 1;
}

/* 1: this rank has told its parent all. */
static int gather_parts(struct sim_many *m, uint32_t rank) {
  struct hall *h = m->state;
  struct member *r = &h->member[rank];
  if (rank == 0) return 1;
  send_stream(m, rank, hyd_tree_parent(rank), UP, &r->sent_up,
              may_go(h, HYD_COLL_LARGE, r->called_up, h->what.bytes));
  return r->sent_up == h->what.bytes;
}

static int spread(struct sim_many *m, uint32_t rank) {
  struct hall *h = m->state;
  struct member *r = &h->member[rank];
  size_t here = rank ? r->down : h->what.bytes;
  int all = here == h->what.bytes;
  call_parent(m, rank);
  for (int k = h->levels - 1; k >= 0; k--) {
    if (!has_child(m, rank, k)) continue;
    send_stream(m, rank, rank + ((uint32_t)1 << k), DOWN, &r->sent_down[k],
                may_go(h, HYD_COLL_PLACED, r->called_down[k], here));
    all &= r->sent_down[k] == h->what.bytes;
  }
  return all;
}

/* --- in parts ------------------------------------------------------------- */

static size_t place_of(const struct sim_many *m, uint32_t of) {
  const struct hall *h = m->state;
  return of == m->n ? h->what.bytes : h->what.bytes / 8 * of / m->n * 8;
}
/* Bytes of the stream between two members in a stage: the receiver's part of what is reduced, then
 * the part that the sender has summed. */
static size_t share_bytes(const struct sim_many *m, int stage, uint32_t from, uint32_t to) {
  uint32_t of = stage == 1 ? to : from;
  return place_of(m, of + 1) - place_of(m, of);
}

static int heard_all(const struct sim_many *m, uint32_t rank, int stage) {
  const struct hall *h = m->state;
  for (uint32_t i = 1; i < m->n; i++) {
    uint32_t from = (rank + i) % m->n;
    const struct share *s = &h->member[rank].share[stage - 1][from];
    if (!s->begun || s->heard < share_bytes(m, stage, from, rank)) return 0;
  }
  return 1;
}

/* Tells the members where the parts of this rank go. */
static void ask_all(struct sim_many *m, uint32_t rank, int stage) {
  for (uint32_t i = 1; i < m->n; i++) {
    uint32_t from = (rank + m->n - i) % m->n;
    if (share_bytes(m, stage, from, rank) > HYD_COLL_PLACED)
      many_coll_post(m, rank, from, stage == 1 ? CALL_PART : CALL_SUM, (int)rank, sizeof(void *));
  }
}

/* 1: all is sent. */
static int give_all(struct sim_many *m, uint32_t rank, int stage) {
  struct hall *h = m->state;
  int all = 1;
  for (uint32_t i = 1; i < m->n; i++) {
    uint32_t to = (rank + i) % m->n;
    struct share *s = &h->member[rank].share[stage - 1][to];
    size_t total = share_bytes(m, stage, rank, to), here = total;
    if (total > HYD_COLL_PLACED && !s->called) here = HYD_COLL_PIECE;
    while (s->sent < here || (total == 0 && !s->given)) {
      size_t n = here - s->sent < HYD_COLL_PIECE ? here - s->sent : HYD_COLL_PIECE;
      many_coll_post(m, rank, to, stage == 1 ? PART : SUM, (int)rank, n);
      s->sent += n;
      s->given = 1; /* an empty part is a message, too */
    }
    all &= s->sent == total;
  }
  return all;
}

static int part_by_part(struct sim_many *m, uint32_t rank) {
  struct hall *h = m->state;
  struct member *r = &h->member[rank];
  int before = r->part, all = 1;
  if (r->part == 0) r->part = 1;
  if (r->part == 1 && heard_all(m, rank, 1)) r->part = 2;
  for (int stage = before + 1; stage <= r->part; stage++) ask_all(m, rank, stage);
  for (int stage = 1; stage <= r->part; stage++) all &= give_all(m, rank, stage);
  return all && r->part == 2 && heard_all(m, rank, 2);
}

static void hear_share(struct member *r, const struct letter *l) {
  struct share *s = &r->share[l->what == SUM || l->what == CALL_SUM][l->k];
  if (l->what == CALL_PART || l->what == CALL_SUM) {
    s->called = 1;
  } else {
    s->begun = 1;
    s->heard += l->bytes;
  }
}

/* --- all ------------------------------------------------------------------ */

static int is_by_rounds(const struct hall *h) {
  return h->algorithm == HYD_COLL_DOUBLING || h->algorithm == HYD_COLL_HALVING;
}

/* 1: it is over for this rank. Calls go before what is sent. */
static int advance_rank(struct sim_many *m, uint32_t rank) {
  const struct hall *h = m->state;
  int told;
  if (h->what.kind == MANY_BROADCAST) return spread(m, rank);
  if (h->algorithm == HYD_COLL_PARTS_OF_ALL) return part_by_part(m, rank);
  if (is_by_rounds(h)) return many_coll_rounds(m, rank);
  if (!all_below(m, rank)) return 0;
  if (h->what.kind == MANY_REDUCE_ALL) call_parent(m, rank);
  told = gather_parts(m, rank);
  return h->what.kind == MANY_REDUCE ? told : spread(m, rank) && told;
}

static void go_on(struct sim_many *m, uint32_t rank) {
  struct hall *h = m->state;
  struct member *r = &h->member[rank];
  if (r->done || !advance_rank(m, rank)) return;
  r->done = 1;
  h->ready++;
  h->ended = many_time(m, rank) > h->ended ? many_time(m, rank) : h->ended;
}

static void begin_rank(struct sim_many *m, uint32_t rank) {
  struct hall *h = m->state;
  if (h->algorithm == HYD_COLL_TREE) call_for(m, rank);
  go_on(m, rank);
}

static void take_message(struct sim_many *m, uint32_t rank, struct many_message *message) {
  struct hall *h = m->state;
  struct member *r = &h->member[rank];
  struct letter l;
  memcpy(&l, message->body, sizeof l);
  if (l.what >= ROUND)
    many_coll_hear_round(r, &l);
  else if (l.what >= PART)
    hear_share(r, &l);
  else if (l.what == UP)
    r->up[l.k] += l.bytes;
  else if (l.what == DOWN)
    r->down += l.bytes;
  else if (l.k == 0)
    r->called_up = 1;
  else
    r->called_down[l.k - 1] = 1;
  go_on(m, rank);
}

void many_collectives(struct sim_many *m, const struct many_collective *what,
                      struct many_result *result) {
  static const struct many_app app = {begin_rank, take_message};
  struct hall h = {.what = *what, .levels = hyd_tree_levels(m->n), .algorithm = HYD_COLL_TREE};
  h.chained = hyd_coll_choose_broadcast(&what->net, m->n, what->bytes) == HYD_COLL_CHAIN;
  if (what->kind == MANY_REDUCE_ALL)
    h.algorithm = what->algorithm ? what->algorithm
                                  : hyd_coll_choose_reduce_all(&what->net, m->n, what->bytes);
  if (what->kind == MANY_BROADCAST && what->algorithm)
    h.chained = what->algorithm == HYD_COLL_CHAIN;
  h.member = calloc(m->n, sizeof *h.member);
  m->app = &app;
  m->state = &h;
  many_open(m);
  for (uint32_t i = 0; i < m->n; i++) many_wake(m, i, 0);
  many_run(m);
  if (h.ready != m->n && !m->failed)
    many_fail(m, "%u of %u ranks wait forever", m->n - h.ready, m->n);
  *result = (struct many_result){h.ended, 0};
  free(h.member);
}
