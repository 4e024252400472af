/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reduce_rounds.c: see reduce_rounds.h.
 */
#include "extended/coll/reduce_rounds.h"

/* Members below this number fold. */
static uint32_t folded(const struct hyd_reduce_rounds *r) { return 2 * r->pairs; }

static int is_folded(const struct hyd_reduce_rounds *r) {
  return r->me < folded(r) && r->me % 2 == 0;
}
static int stands_for_two(const struct hyd_reduce_rounds *r) {
  return r->me < folded(r) && r->me % 2 != 0;
}

static int rounds_between(const struct hyd_reduce_rounds *r) {
  return r->halves ? 2 * r->levels : r->levels;
}

struct hyd_reduce_rounds hyd_reduce_rounds(uint32_t n, uint32_t me, size_t count, int halves) {
  struct hyd_reduce_rounds r = {n, me, count, halves, 0, 31 - __builtin_clz(n), 0};
  r.pairs = n - ((uint32_t)1 << r.levels);
  if (is_folded(&r))
    r.rounds = 2;
  else
    r.rounds = rounds_between(&r) + 2 * stands_for_two(&r);
  return r;
}

/* Numbers of the members that remain, which keep their order. */
static uint32_t number_of_rank(const struct hyd_reduce_rounds *r, uint32_t rank) {
  return rank < folded(r) ? rank / 2 : rank - r->pairs;
}
static uint32_t rank_of_number(const struct hyd_reduce_rounds *r, uint32_t number) {
  return number < r->pairs ? 2 * number + 1 : number + r->pairs;
}

/* Returns the elements that a member with this number has after k halvings: bit i of the number
 * chooses the half of halving i. */
static struct hyd_span span_after(const struct hyd_reduce_rounds *r, uint32_t number, int k) {
  uint64_t part = 0;
  for (int i = 0; i < k; i++) part = 2 * part + (number >> i & 1);
  /* This is count * part / 2^k, where the product may be too large. */
  size_t each = r->count >> k, rest = r->count & (((size_t)1 << k) - 1);
  return (struct hyd_span){each * part + (rest * part >> k),
                           each * (part + 1) + (rest * (part + 1) >> k)};
}

static struct hyd_reduce_round exchange_all(const struct hyd_reduce_rounds *r) {
  const struct hyd_span all = {0, r->count};
  return (struct hyd_reduce_round){.send = all, .take = all, .combines = 1};
}

/* Round i among the members that remain. */
static struct hyd_reduce_round round_between(const struct hyd_reduce_rounds *r, int i) {
  int k = i < r->levels ? i : 2 * r->levels - 1 - i;
  uint32_t me = number_of_rank(r, r->me), other = me ^ (uint32_t)1 << k;
  struct hyd_reduce_round x = exchange_all(r);
  if (r->halves) {
    x.combines = i < r->levels;
    x.send = span_after(r, x.combines ? other : me, k + 1);
    x.take = span_after(r, x.combines ? me : other, k + 1);
  }
  x.peer = rank_of_number(r, other);
  x.stage = (uint32_t)i + 1;
  return x;
}

/* The round in which a pair folds, or that in which it unfolds. */
static struct hyd_reduce_round fold_round(const struct hyd_reduce_rounds *r, int unfolds) {
  struct hyd_reduce_round x = exchange_all(r);
  x.peer = r->me ^ 1;
  x.stage = unfolds ? (uint32_t)rounds_between(r) + 1 : 0;
  x.combines = !unfolds;
  if (is_folded(r) == unfolds)
    x.send.to = 0;
  else
    x.take.to = 0;
  return x;
}

struct hyd_reduce_round hyd_reduce_round(const struct hyd_reduce_rounds *r, int i) {
  if (is_folded(r)) return fold_round(r, i);
  if (stands_for_two(r) && i == 0) return fold_round(r, 0);
  if (stands_for_two(r) && i == r->rounds - 1) return fold_round(r, 1);
  return round_between(r, i - stands_for_two(r));
}
