/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_plan_test.c: the rounds of reductions to all (extended/coll/reduce_rounds.h) with members of
 * all numbers, and the choice of algorithms (extended/coll/coll_choice.h) at its borders.
 *
 * In place of data an element has the members that it was combined of, as a range. Only ranges that
 * touch may be combined: so order is kept, and nothing is combined twice.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "extended/coll/coll_choice.h"
#include "extended/coll/reduce_rounds.h"

#define MOST 70u    /* members */
#define LENGTH 150u /* elements, at most */

/* --- rounds --------------------------------------------------------------- */

struct range { /* members [from, to) */
  uint32_t from, to;
};

static struct range element[MOST][LENGTH];
static int at[MOST]; /* the round of each member */

static struct hyd_reduce_round round_of(uint32_t n, uint32_t me, size_t count, int halves) {
  struct hyd_reduce_rounds r = hyd_reduce_rounds(n, me, count, halves);
  return hyd_reduce_round(&r, at[me]);
}

static int has_more(uint32_t n, uint32_t me, size_t count, int halves) {
  return at[me] < hyd_reduce_rounds(n, me, count, halves).rounds;
}

static void take_element(struct range *mine, struct range theirs, int combines, uint32_t n) {
  if (!combines) {
    assert_true(theirs.from == 0 && theirs.to == n);
    *mine = theirs;
    return;
  }
  assert_true(mine->to == theirs.from || theirs.to == mine->from);
  if (theirs.from < mine->from)
    mine->from = theirs.from;
  else
    mine->to = theirs.to;
}

/* Both members of a pair take the round that is the next one at both. */
static void meet(uint32_t n, uint32_t a, uint32_t b, size_t count, int halves) {
  struct hyd_reduce_round x = round_of(n, a, count, halves), y = round_of(n, b, count, halves);
  struct range before[LENGTH];
  assert_int_equal(y.peer, a);
  assert_int_equal(x.stage, y.stage);
  assert_int_equal(x.combines, y.combines);
  assert_int_equal(hyd_span_count(x.send), hyd_span_count(y.take));
  assert_int_equal(hyd_span_count(x.take), hyd_span_count(y.send));
  for (size_t i = 0; i < count; i++) before[i] = element[a][i];
  for (size_t i = x.take.from; i < x.take.to; i++)
    take_element(&element[a][i], element[b][i], x.combines, n);
  for (size_t i = y.take.from; i < y.take.to; i++)
    take_element(&element[b][i], before[i], y.combines, n);
  at[a]++;
  at[b]++;
}

/* Takes a round of some pair; returns 0 if no pair is left. */
static int meet_some(uint32_t n, size_t count, int halves) {
  for (uint32_t a = 0; a < n; a++) {
    uint32_t b;
    if (!has_more(n, a, count, halves)) continue;
    b = round_of(n, a, count, halves).peer;
    if (!has_more(n, b, count, halves) || round_of(n, b, count, halves).peer != a) continue;
    meet(n, a, b, count, halves);
    return 1;
  }
  return 0;
}

static void reduce(uint32_t n, size_t count, int halves) {
  for (uint32_t a = 0; a < n; a++) {
    at[a] = 0;
    for (size_t i = 0; i < count; i++) element[a][i] = (struct range){a, a + 1};
  }
  while (meet_some(n, count, halves)) {
  }
  for (uint32_t a = 0; a < n; a++) {
    assert_false(has_more(n, a, count, halves));
    for (size_t i = 0; i < count; i++)
      assert_true(element[a][i].from == 0 && element[a][i].to == n);
  }
}

static void test_rounds(void **state) {
  static const size_t counts[] = {1, 2, 7, 64, LENGTH};
  (void)state;
  for (uint32_t n = 1; n <= MOST; n++)
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
      reduce(n, counts[i], 0);
      reduce(n, counts[i], 1);
    }
}

/* Each of 2^k members sends and receives every element twice, but for its own part. */
static void test_halving_carries_little(void **state) {
  (void)state;
  for (uint32_t n = 2; n <= 64; n *= 2) {
    struct hyd_reduce_rounds r = hyd_reduce_rounds(n, n - 1, 6400, 1);
    size_t sent = 0;
    for (int i = 0; i < r.rounds; i++) {
      struct hyd_reduce_round x = hyd_reduce_round(&r, i);
      sent += hyd_span_count(x.send);
    }
    assert_int_equal(sent, 2 * (6400 - 6400 / n));
  }
}

/* Parts of huge arrays, of which a product with a number of members would not fit. */
static void test_huge_counts(void **state) {
  const size_t count = SIZE_MAX / 2 - 5;
  struct hyd_reduce_rounds r = hyd_reduce_rounds(UINT32_MAX, UINT32_MAX - 1, count, 1);
  (void)state;
  for (int i = 0; i < r.rounds; i++) {
    struct hyd_reduce_round x = hyd_reduce_round(&r, i);
    assert_true(x.send.from <= x.send.to && x.send.to <= count);
    assert_true(x.take.from <= x.take.to && x.take.to <= count);
    assert_true(x.peer < UINT32_MAX);
  }
}

/* --- the choice ----------------------------------------------------------- */

typedef enum hyd_coll_algorithm chooser(const struct hyd_coll_network *, uint32_t, size_t);

/* The first size at which another algorithm than that of `from` bytes is chosen. */
static size_t border(chooser *choose, const struct hyd_coll_network *net, uint32_t n, size_t from) {
  size_t low = from, high = (size_t)1 << 40;
  enum hyd_coll_algorithm first = choose(net, n, from);
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (choose(net, n, middle) == first)
      low = middle;
    else
      high = middle;
  }
  return high;
}

/* Doubling takes k hops, each with all bytes; halving 2 k hops, and all bytes twice but for a part
 * of 2^k. */
static void test_doubling_or_halving(void **state) {
  const struct hyd_coll_network net = {8000, 1000, 1, 0.5};
  (void)state;
  for (uint32_t n = 4; n <= 1024; n *= 2) {
    double k = __builtin_ctz(n), hop = 10000, part = 1 - 1.0 / n;
    double equal = k * hop / (k * 1.5 - 2.5 * part);
    size_t found = border(hyd_coll_choose_reduce_all, &net, n, 1);
    assert_int_equal(hyd_coll_choose_reduce_all(&net, n, 1), HYD_COLL_DOUBLING);
    assert_int_equal(hyd_coll_choose_reduce_all(&net, n, found), HYD_COLL_HALVING);
    assert_true((double)found > equal - 1 && (double)found < equal + 2);
  }
}

/* A tree takes log2 n hops, and its root sends all bytes to each child; in a chain there are n - 1
 * hops, and each link carries the bytes once, and n - 2 pieces go before those of the last one. */
static void test_tree_or_chain(void **state) {
  const struct hyd_coll_network net = {8000, 1000, 1, 0.5};
  (void)state;
  for (uint32_t n = 4; n <= 1024; n *= 2) {
    double k = __builtin_ctz(n), hop = 10000, piece = (double)HYD_COLL_PIECE;
    double equal = ((n - 1 - k) * hop + (n - 2) * piece) / (k - 1);
    size_t found = border(hyd_coll_choose_broadcast, &net, n, HYD_COLL_PIECE);
    assert_int_equal(hyd_coll_choose_broadcast(&net, n, 8), HYD_COLL_TREE);
    assert_int_equal(hyd_coll_choose_broadcast(&net, n, found), HYD_COLL_CHAIN);
    assert_true((double)found > equal - 1 && (double)found < equal + 2);
  }
}

/* Directly, a member sends and takes a message for each other one. Bruck takes a hop a round, in
 * each of which it sends half of the blocks, after it has copied them. */
static void test_direct_or_bruck(void **state) {
  const struct hyd_coll_network net = {2000, 4000, 1, 0.5};
  (void)state;
  for (uint32_t n = 4; n <= 1024; n *= 2) {
    double k = __builtin_ctz(n), hop = 10000, others = n - 1;
    double equal = (2 * others * 4000 - k * hop) / (k * n / 2 * 1.5 - others);
    size_t found = border(hyd_coll_choose_exchange, &net, n, 1);
    assert_int_equal(hyd_coll_choose_exchange(&net, n, 1), HYD_COLL_BRUCK);
    assert_int_equal(hyd_coll_choose_exchange(&net, n, found), HYD_COLL_DIRECT);
    assert_true((double)found > equal - 1 && (double)found < equal + 2);
  }
  for (uint32_t n = 1; n <= 2; n++)
    assert_int_equal(hyd_coll_choose_exchange(&net, n, 1), HYD_COLL_DIRECT);
}

/* The choices at small numbers of members, and for networks of extremes. */
static void test_special_numbers(void **state) {
  const struct hyd_coll_network net = {8000, 1000, 1, 0.5}, free_of_charge = {0, 0, 0, 0};
  const size_t large = (size_t)64 << 20;
  (void)state;
  for (uint32_t n = 1; n <= 2; n++)
    assert_int_equal(hyd_coll_choose_broadcast(&net, n, large), HYD_COLL_TREE);
  assert_int_equal(hyd_coll_choose_reduce_all(&net, 1, large), HYD_COLL_TREE);
  assert_int_equal(hyd_coll_choose_reduce_all(&net, 2, 8), HYD_COLL_DOUBLING);
  assert_int_equal(hyd_coll_choose_reduce_all(&net, 3, 8), HYD_COLL_TREE);
  assert_int_equal(hyd_coll_choose_reduce_all(&net, 100, 8), HYD_COLL_DOUBLING);
  assert_int_equal(hyd_coll_choose_reduce_all(&net, 7, large), HYD_COLL_PARTS_OF_ALL);
  assert_int_equal(hyd_coll_choose_reduce_all(&net, 63, large), HYD_COLL_PARTS_OF_ALL);
  assert_int_equal(hyd_coll_choose_reduce_all(&net, 64, large), HYD_COLL_HALVING);
  assert_int_equal(hyd_coll_choose_reduce_all(&net, 65, large), HYD_COLL_HALVING);
  assert_int_equal(hyd_coll_choose_reduce_all(&free_of_charge, 8, large), HYD_COLL_TREE);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_rounds),
                                     cmocka_unit_test(test_halving_carries_little),
                                     cmocka_unit_test(test_huge_counts),
                                     cmocka_unit_test(test_doubling_or_halving),
                                     cmocka_unit_test(test_tree_or_chain),
                                     cmocka_unit_test(test_direct_or_bruck),
                                     cmocka_unit_test(test_special_numbers)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
