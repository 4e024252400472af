/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gather_tree.c: see gather_tree.h.
 */
#include "core/oob/gather_tree.h"

#include <string.h>

void hyd_gather_tree_init(struct hyd_gather_tree *t, uint32_t n, uint32_t me,
                          const uint32_t *first) {
  memset(t, 0, sizeof *t);
  t->n = n;
  t->me = me;
  t->levels = hyd_tree_levels(n);
  t->first = first;
}

void hyd_gather_tree_begin(struct hyd_gather_tree *t) { t->begun = 1; }

/* The first record behind those of this member's subtree. */
static uint32_t end_below(const struct hyd_gather_tree *t) {
  return t->first[t->me + hyd_tree_below(t->n, t->me)];
}

static uint32_t mine(const struct hyd_gather_tree *t) {
  return t->first[t->me + 1] - t->first[t->me];
}

static int gathered(const struct hyd_gather_tree *t) {
  return t->begun && mine(t) + t->heard == end_below(t) - t->first[t->me];
}

int hyd_gather_tree_whole(const struct hyd_gather_tree *t) {
  return t->me == 0 ? gathered(t) : t->got == t->first[t->n];
}

int hyd_gather_tree_hear(struct hyd_gather_tree *t, int up, uint32_t first, uint32_t count) {
  uint32_t from = up ? t->first[t->me + 1] : 0, to = up ? end_below(t) : t->first[t->n];
  uint32_t left = up ? to - from - t->heard : t->me ? to - t->got : 0;
  if (count == 0 || first < from || first > to || count > to - first || count > left) return 0;
  if (up)
    t->heard += count;
  else
    t->got += count;
  return 1;
}

static int piece_of(uint32_t begin, uint32_t end, uint32_t most, struct hyd_gather_piece *p) {
  p->first = begin;
  p->count = end - begin < most ? end - begin : most;
  return p->count != 0;
}

int hyd_gather_tree_next(const struct hyd_gather_tree *t, uint32_t most,
                         struct hyd_gather_piece *piece) {
  if (t->me && gathered(t)) {
    *piece = (struct hyd_gather_piece){.to = hyd_tree_parent(t->me), .up = 1};
    if (piece_of(t->first[t->me] + t->sent_up, end_below(t), most, piece)) return 1;
  }
  if (!hyd_gather_tree_whole(t)) return 0;
  for (int k = t->levels - 1; k >= 0; k--) { /* the largest subtree first */
    if (!hyd_tree_has_child(t->n, t->me, k)) continue;
    *piece = (struct hyd_gather_piece){.to = t->me + ((uint32_t)1 << k)};
    if (piece_of(t->sent_down[k], t->first[t->n], most, piece)) return 1;
  }
  return 0;
}

void hyd_gather_tree_sent(struct hyd_gather_tree *t, const struct hyd_gather_piece *piece) {
  if (piece->up)
    t->sent_up += piece->count;
  else
    t->sent_down[hyd_tree_place(piece->to)] += piece->count;
}
