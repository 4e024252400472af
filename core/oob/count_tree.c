/* SPDX-License-Identifier: BSD-3-Clause
 *
 * count_tree.c: see count_tree.h. The root's `all` is the least count of its subtree, that is, of
 * all members; other members are told it.
 */
#include "core/oob/count_tree.h"

#include <string.h>

void hyd_count_tree_init(struct hyd_count_tree *t, uint32_t n, uint32_t me) {
  memset(t, 0, sizeof *t);
  t->n = n;
  t->me = me;
  t->levels = hyd_tree_levels(n);
}

void hyd_count_tree_init_quick(struct hyd_count_tree *t, uint32_t n, uint32_t me) {
  hyd_count_tree_init(t, n, me);
  t->exchanges = n == 2;
}

/* The least count in this member's subtree, as far as it is known. */
static uint64_t least_below(const struct hyd_count_tree *t) {
  uint64_t min = t->own;
  for (int k = 0; k < t->levels; k++)
    if (hyd_tree_has_child(t->n, t->me, k) && t->below[k] < min) min = t->below[k];
  return min;
}

static void update_all(struct hyd_count_tree *t) {
  if (t->exchanges)
    t->all = t->own < t->below[0] ? t->own : t->below[0];
  else if (t->me == 0)
    t->all = least_below(t);
}

void hyd_count_tree_reach(struct hyd_count_tree *t, uint64_t count) {
  if (count > t->own) t->own = count;
  update_all(t);
}

int hyd_count_tree_hear_up(struct hyd_count_tree *t, uint32_t from, uint64_t count) {
  int k;
  if (from == 0 || from >= t->n || hyd_tree_parent(from) != t->me) return -1;
  k = hyd_tree_place(from);
  if (count > t->below[k]) t->below[k] = count;
  update_all(t);
  return 0;
}

void hyd_count_tree_hear_down(struct hyd_count_tree *t, uint64_t count) {
  if (t->me == 0) return;
  if (!t->exchanges) {
    if (count > t->all) t->all = count;
    return;
  }
  if (count > t->below[0]) t->below[0] = count;
  update_all(t);
}

int hyd_count_tree_next(const struct hyd_count_tree *t, struct hyd_count_news *news) {
  uint64_t mine = least_below(t), down = t->exchanges ? t->own : t->all;
  if (t->me && mine > t->said) {
    *news = (struct hyd_count_news){hyd_tree_parent(t->me), 1, mine};
    return 1;
  }
  for (int k = t->levels - 1; k >= 0; k--) { /* the largest subtree first */
    if (!hyd_tree_has_child(t->n, t->me, k) || t->told[k] >= down) continue;
    *news = (struct hyd_count_news){t->me + ((uint32_t)1 << k), 0, down};
    return 1;
  }
  return 0;
}

void hyd_count_tree_sent(struct hyd_count_tree *t, const struct hyd_count_news *news) {
  uint64_t *last = news->up ? &t->said : &t->told[hyd_tree_place(news->to)];
  if (news->count > *last) *last = news->count;
}
