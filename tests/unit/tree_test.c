/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tree_test.c: the engines over a binomial tree (core/oob/binomial_tree.h, count_tree, gather_tree,
 * extended's barrier_tree) by themselves, with members of all numbers and messages in random order,
 * some of them twice where that is allowed. The simulator (tests/sim/sim_ranks.c) drives them with
 * many thousands.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/oob/count_tree.h"
#include "core/oob/gather_tree.h"
#include "extended/teams/barrier_tree.h"
#include "contrib/tools/sim/rng.h"

#define MOST 70u    /* members */
#define ROUNDS 300u /* of every test: each with other members and another order */

struct letter {
  uint32_t from, to;
  union {
    struct hyd_count_news count;
    struct hyd_gather_piece piece;
    struct hyd_barrier_news barrier;
  } is;
  uint64_t bytes[8]; /* of a piece */
};

struct post { /* what is under way */
  struct sim_rng luck;
  struct letter letter[MOST * 64];
  size_t n;
  uint64_t sent;
};

static struct post *new_post(uint64_t seed) {
  struct post *p = calloc(1, sizeof *p);
  assert_non_null(p);
  p->luck = sim_stream(seed, 7);
  return p;
}

static struct letter *put(struct post *p, uint32_t from, uint32_t to) {
  struct letter *l = &p->letter[p->n++];
  assert_true(p->n < sizeof p->letter / sizeof *p->letter);
  p->sent++;
  *l = (struct letter){.from = from, .to = to};
  return l;
}

/* Any of those under way; it may stay, to come again. */
static int take(struct post *p, struct letter *l, int twice) {
  size_t i = sim_below(&p->luck, p->n);
  if (p->n == 0) return 0;
  *l = p->letter[i];
  if (!twice || sim_below(&p->luck, 8)) p->letter[i] = p->letter[--p->n];
  return 1;
}

static uint32_t some_members(struct post *p, uint32_t round) {
  return round <= MOST ? round : 1 + (uint32_t)sim_below(&p->luck, MOST);
}

/* --- the tree ------------------------------------------------------------- */

static void parents_and_children_agree(void **state) {
  (void)state;
  for (uint32_t n = 1; n <= 4 * MOST; n++) {
    uint32_t known = 1; /* the root */
    assert_true((uint64_t)1 << hyd_tree_levels(n) >= n);
    for (uint32_t r = 0; r < n; r++) {
      uint32_t below = 1;
      for (int k = 0; k < HYD_TREE_CHILDREN; k++) {
        if (!hyd_tree_has_child(n, r, k)) continue;
        assert_true(k < hyd_tree_levels(n));
        assert_int_equal(hyd_tree_parent(r + (1u << k)), r);
        assert_int_equal(hyd_tree_place(r + (1u << k)), k);
        below += hyd_tree_below(n, r + (1u << k));
        known++;
      }
      assert_int_equal(below, hyd_tree_below(n, r));
    }
    assert_int_equal(known, n);
  }
}

/* --- counts --------------------------------------------------------------- */

static void send_counts(struct post *p, struct hyd_count_tree *t, uint32_t me) {
  struct hyd_count_news news;
  while (hyd_count_tree_next(&t[me], &news)) {
    put(p, me, news.to)->is.count = news;
    hyd_count_tree_sent(&t[me], &news);
  }
}

static void hear_count(struct post *p, struct hyd_count_tree *t, uint64_t least) {
  struct letter l;
  if (!take(p, &l, 1)) return;
  if (l.is.count.up)
    assert_int_equal(hyd_count_tree_hear_up(&t[l.to], l.from, l.is.count.count), 0);
  else
    hyd_count_tree_hear_down(&t[l.to], l.is.count.count);
  assert_true(hyd_count_tree_all(&t[l.to]) <= least);
  send_counts(p, t, l.to);
}

static uint64_t least_of(const uint64_t *own, uint32_t n) {
  uint64_t least = own[0];
  for (uint32_t i = 1; i < n; i++)
    if (own[i] < least) least = own[i];
  return least;
}

/* No rank hears of more than the least; in the end all hear of it. */
static void count(uint32_t round) {
  struct post *p = new_post(round);
  struct hyd_count_tree t[MOST];
  uint64_t own[MOST] = {0}, most = 1 + sim_below(&p->luck, 4);
  uint32_t n = some_members(p, round);
  for (uint32_t i = 0; i < n; i++)
    (round % 2 ? hyd_count_tree_init : hyd_count_tree_init_quick)(&t[i], n, i);
  while (least_of(own, n) < most || p->n) {
    uint32_t i = (uint32_t)sim_below(&p->luck, n);
    if (own[i] < most && sim_below(&p->luck, 2)) {
      hyd_count_tree_reach(&t[i], ++own[i]);
      send_counts(p, t, i);
    }
    hear_count(p, t, least_of(own, n));
  }
  for (uint32_t i = 0; i < n; i++) assert_int_equal(hyd_count_tree_all(&t[i]), most);
  assert_true(p->sent <= 2 * (n - 1) * most);
  free(p);
}

static void counts_reach_all(void **state) {
  (void)state;
  for (uint32_t round = 1; round <= ROUNDS; round++) count(round);
}

/* One message each way, sent before the other's has come, is all that two members need. */
static void two_members_exchange_counts(void **state) {
  struct hyd_count_tree t[2];
  struct hyd_count_news news[2];
  (void)state;
  for (uint32_t i = 0; i < 2; i++) {
    hyd_count_tree_init_quick(&t[i], 2, i);
    hyd_count_tree_reach(&t[i], 7);
    assert_true(hyd_count_tree_next(&t[i], &news[i]));
    hyd_count_tree_sent(&t[i], &news[i]);
  }
  assert_int_equal(hyd_count_tree_hear_up(&t[0], 1, news[1].count), 0);
  hyd_count_tree_hear_down(&t[1], news[0].count);
  for (uint32_t i = 0; i < 2; i++) {
    assert_int_equal(hyd_count_tree_all(&t[i]), 7);
    assert_false(hyd_count_tree_next(&t[i], &news[i]));
  }
}

static void only_children_report(void **state) {
  struct hyd_count_tree t;
  (void)state;
  hyd_count_tree_init(&t, 12, 4);
  assert_int_equal(hyd_count_tree_hear_up(&t, 5, 1), 0);
  assert_int_equal(hyd_count_tree_hear_up(&t, 6, 1), 0);
  for (uint32_t from = 0; from < 40; from++)
    if (from != 5 && from != 6) assert_int_equal(hyd_count_tree_hear_up(&t, from, 1), -1);
}

/* --- records -------------------------------------------------------------- */

#define PIECE 8u

struct table {
  uint32_t first[MOST + 1];
  uint64_t record[MOST][3 * MOST]; /* [member] */
  struct hyd_gather_tree t[MOST];
};

static void send_pieces(struct post *p, struct table *a, uint32_t me, uint32_t most) {
  struct hyd_gather_piece piece;
  while (hyd_gather_tree_next(&a->t[me], most, &piece)) {
    struct letter *l = put(p, me, piece.to);
    assert_true(piece.count <= most);
    l->is.piece = piece;
    memcpy(l->bytes, &a->record[me][piece.first], piece.count * sizeof *l->bytes);
    hyd_gather_tree_sent(&a->t[me], &piece);
  }
}

static void hear_piece(struct post *p, struct table *a, uint32_t most) {
  struct letter l;
  if (!take(p, &l, 0)) return;
  assert_true(hyd_gather_tree_hear(&a->t[l.to], l.is.piece.up, l.is.piece.first, l.is.piece.count));
  memcpy(&a->record[l.to][l.is.piece.first], l.bytes, l.is.piece.count * sizeof *l.bytes);
  send_pieces(p, a, l.to, most);
}

static void begin(struct table *a, uint32_t me) {
  for (uint32_t i = a->first[me]; i < a->first[me + 1]; i++) a->record[me][i] = 1000 + i;
  hyd_gather_tree_begin(&a->t[me]);
}

static void gather(uint32_t round) {
  struct post *p = new_post(round);
  struct table *a = calloc(1, sizeof *a);
  uint32_t n = some_members(p, round), begun = 0, most = 1 + (uint32_t)sim_below(&p->luck, PIECE);
  uint32_t with_none = (uint32_t)sim_below(&p->luck, 2);
  assert_non_null(a);
  for (uint32_t i = 0; i < n; i++)
    a->first[i + 1] = a->first[i] + (with_none ? (uint32_t)sim_below(&p->luck, 4) : 1);
  for (uint32_t i = 0; i < n; i++) hyd_gather_tree_init(&a->t[i], n, i, a->first);
  while (begun < n || p->n) {
    if (begun < n && sim_below(&p->luck, 2)) {
      uint32_t who = n - 1 - begun++;
      begin(a, who);
      send_pieces(p, a, who, most);
    }
    hear_piece(p, a, most);
  }
  for (uint32_t i = 0; i < n; i++) {
    assert_true(hyd_gather_tree_whole(&a->t[i]));
    for (uint32_t k = 0; k < a->first[n]; k++) assert_int_equal(a->record[i][k], 1000 + k);
  }
  free(a);
  free(p);
}

static void records_reach_all(void **state) {
  (void)state;
  for (uint32_t round = 1; round <= ROUNDS; round++) gather(round);
}

static void strange_pieces_are_refused(void **state) {
  uint32_t first[13];
  struct hyd_gather_tree t;
  (void)state;
  for (uint32_t i = 0; i <= 12; i++) first[i] = 2 * i;
  hyd_gather_tree_init(&t, 12, 4, first); /* below: 4 to 7, records 8 to 15 */
  assert_int_equal(hyd_gather_tree_hear(&t, 1, 8, 1), 0);
  assert_int_equal(hyd_gather_tree_hear(&t, 1, 10, 7), 0);
  assert_int_equal(hyd_gather_tree_hear(&t, 1, 16, 1), 0);
  assert_int_equal(hyd_gather_tree_hear(&t, 1, 10, 0), 0);
  assert_int_equal(hyd_gather_tree_hear(&t, 0, 20, 5), 0);
  assert_int_equal(hyd_gather_tree_hear(&t, 0, 0xffffffff, 2), 0);
  assert_int_equal(hyd_gather_tree_hear(&t, 1, 10, 6), 1);
  assert_int_equal(hyd_gather_tree_hear(&t, 1, 10, 1), 0);
}

/* --- barriers ------------------------------------------------------------- */

struct member {
  uint64_t phase, count; /* entered */
  int inside;            /* of the phase */
};

struct hall {
  struct post *p;
  uint32_t n;
  struct hyd_barrier_tree t[MOST];
  struct member m[MOST];
  struct hyd_consensus truth[8]; /* by phase */
  uint64_t entered[8], phases, counts;
};

static void send_news(struct hall *h, uint32_t me) {
  struct hyd_barrier_news news;
  while (hyd_barrier_tree_next(&h->t[me], &news)) {
    put(h->p, me, news.to)->is.barrier = news;
    hyd_barrier_tree_sent(&h->t[me], &news);
  }
}

static void hear_news(struct hall *h) {
  struct letter l;
  if (!take(h->p, &l, 1)) return;
  assert_int_equal(hyd_barrier_tree_hear(&h->t[l.to], l.from, &l.is.barrier), 0);
  send_news(h, l.to);
}

static void enter_phase(struct hall *h, uint32_t i) {
  static const int flags[] = {
      0, 0, 0, 0, 0, 0, GASNET_BARRIERFLAG_ANONYMOUS, GASNET_BARRIERFLAG_MISMATCH};
  int how = sim_below(&h->p->luck, 20) ? 0 : flags[sim_below(&h->p->luck, 8)];
  int id = sim_below(&h->p->luck, 100) ? 5 : 6;
  uint64_t phase = ++h->m[i].phase;
  h->m[i].inside = 1;
  h->entered[phase]++;
  hyd_consensus_add(&h->truth[phase], id, how);
  hyd_barrier_tree_notify(&h->t[i], id, how);
  send_news(h, i);
}

static void try_to_leave(struct hall *h, uint32_t i) {
  struct hyd_consensus c;
  uint64_t phase = h->m[i].phase;
  if (!hyd_barrier_tree_agreed(&h->t[i], &c)) return;
  assert_int_equal(h->entered[phase], h->n);
  assert_int_equal(c.mismatch, h->truth[phase].mismatch);
  assert_int_equal(c.named, h->truth[phase].named);
  if (!c.mismatch && c.named) assert_int_equal(c.id, h->truth[phase].id);
  h->m[i].inside = 0;
}

static void move(struct hall *h, uint32_t i) {
  if (h->m[i].inside)
    try_to_leave(h, i);
  else if (h->m[i].phase < h->phases)
    enter_phase(h, i);
  if (h->m[i].count < h->counts && sim_below(&h->p->luck, 2)) {
    hyd_barrier_tree_enter(&h->t[i], ++h->m[i].count);
    send_news(h, i);
  }
}

static int is_inhabited(const struct hall *h) {
  for (uint32_t i = 0; i < h->n; i++)
    if (h->m[i].inside || h->m[i].phase < h->phases || h->m[i].count < h->counts) return 1;
  return 0;
}

static void check_counts(const struct hall *h, uint32_t i) {
  uint64_t known = hyd_barrier_tree_entered(&h->t[i]);
  for (uint32_t k = 0; k < h->n; k++) assert_true(h->m[k].count >= known);
}

static void barriers(uint32_t round) {
  struct hall *h = calloc(1, sizeof *h);
  assert_non_null(h);
  h->p = new_post(round);
  h->n = some_members(h->p, round);
  h->phases = 1 + sim_below(&h->p->luck, 7);
  h->counts = sim_below(&h->p->luck, 5);
  for (uint32_t i = 0; i < h->n; i++) hyd_barrier_tree_init(&h->t[i], h->n, i);
  while (is_inhabited(h) || h->p->n) {
    uint32_t i = (uint32_t)sim_below(&h->p->luck, h->n);
    move(h, i);
    check_counts(h, i);
    hear_news(h);
  }
  for (uint32_t i = 0; i < h->n; i++)
    assert_int_equal(hyd_barrier_tree_entered(&h->t[i]), h->counts);
  assert_true(h->p->sent <= 2 * (h->n - 1) * (h->phases + h->counts));
  free(h->p);
  free(h);
}

static void barriers_hold_and_agree(void **state) {
  (void)state;
  for (uint32_t round = 1; round <= ROUNDS; round++) barriers(round);
}

static void only_neighbours_speak_of_barriers(void **state) {
  struct hyd_barrier_tree t;
  struct hyd_barrier_news up = {.up = 1, .named = 1, .count = 1}, down = {.named = 1, .count = 1};
  (void)state;
  hyd_barrier_tree_init(&t, 12, 6);
  assert_int_equal(hyd_barrier_tree_hear(&t, 7, &up), 0);
  assert_int_equal(hyd_barrier_tree_hear(&t, 8, &up), -1);
  assert_int_equal(hyd_barrier_tree_hear(&t, 4, &up), -1);
  assert_int_equal(hyd_barrier_tree_hear(&t, 7, &down), -1);
  assert_int_equal(hyd_barrier_tree_hear(&t, 4, &down), 0);
  hyd_barrier_tree_init(&t, 12, 0);
  assert_int_equal(hyd_barrier_tree_hear(&t, 0, &down), -1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parents_and_children_agree),
      cmocka_unit_test(two_members_exchange_counts),
      cmocka_unit_test(counts_reach_all),
      cmocka_unit_test(only_children_report),
      cmocka_unit_test(records_reach_all),
      cmocka_unit_test(strange_pieces_are_refused),
      cmocka_unit_test(barriers_hold_and_agree),
      cmocka_unit_test(only_neighbours_speak_of_barriers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
