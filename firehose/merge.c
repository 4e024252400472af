/* SPDX-License-Identifier: BSD-3-Clause
 *
 * merge.c: see merge.h. A union is found by the buckets of the request and by those that adjoin the
 * union. A registration whose place in the table a newer one has taken is not found; it is given up
 * by the victim FIFO.
 */
#include "firehose/merge.h"

#include "firehose/instance.h"

/* --- looking -------------------------------------------------------------- */

static uint32_t slot_at(const struct hyd_fh_side *s, uint32_t node, uint64_t b) {
  return hyd_fh_table_get(&s->table, hyd_fh_table_key(node, b));
}

static uint64_t last_of(const struct hyd_fh_slot *slot) {
  return hyd_fh_slot_first(slot) + hyd_fh_slot_n(slot) - 1;
}

static int is_within(const struct hyd_fh_slot *slot, uint64_t first, uint64_t last) {
  return hyd_fh_slot_first(slot) >= first && last_of(slot) <= last;
}

static int has(const struct hyd_fh_slot *slot, uint64_t first, uint64_t last, int exact) {
  if (exact) return hyd_fh_slot_first(slot) == first && last_of(slot) == last;
  return hyd_fh_slot_first(slot) <= first && last_of(slot) >= last;
}

uint32_t hyd_fh_region_find(struct hyd_fh_side *s, uint32_t node, uint64_t first, uint64_t last,
                            int exact) {
  const uint64_t at[] = {first, last, first - (first > 0), last + 1};
  uint32_t found = 0;
  for (size_t k = 0; k < sizeof at / sizeof at[0]; k++) {
    uint32_t i = slot_at(s, node, at[k]);
    if (i == 0 || !has(&s->slot[i], first, last, exact)) continue;
    found = i;
    if (hyd_fh_slot_state(&s->slot[i]) != FH_PINNED) continue;
    if (k)
      (void)hyd_fh_table_set(&s->table, hyd_fh_table_key(node, first),
                             i); /* no room: the next one looks again, too */
    return i;
  }
  return found;
}

struct rules {
  uint64_t most, small; /* most buckets of a union; of a registration that is always merged */
  uint32_t recent;      /* only registrations of so many last misses are merged */
  int grow;             /* 0: only registrations within the request are merged */
};

/* --- the union ------------------------------------------------------------ */

static int is_worth_it(const struct hyd_fh_side *s, const struct hyd_fh_slot *slot,
                       const struct rules *how, const struct hyd_fh_extent *e) {
  uint64_t first = hyd_fh_slot_first(slot), last = last_of(slot), n = hyd_fh_slot_n(slot);
  if (is_within(slot, e->first, e->last)) return 1;
  if (!how->grow || slot->alone || s->births - slot->born > how->recent) return 0;
  if (first > e->first) first = e->first;
  if (last < e->last) last = e->last;
  return last - first < how->most && (n <= how->small || n <= 2 * (e->last - e->first + 1));
}

/* Merges the registration at bucket b into the extent, if it is idle and worth it. 1: merged. */
static int take_along(struct hyd_fh_side *s, struct hyd_fh_victims *v, uint32_t node, uint64_t b,
                      const struct rules *how, struct hyd_fh_extent *e) {
  uint32_t i = slot_at(s, node, b);
  struct hyd_fh_slot *slot = &s->slot[i];
  if (i == 0 || !is_worth_it(s, slot, how, e) || !hyd_fh_victims_take(s, v, i, &e->taken)) return 0;
  if (hyd_fh_slot_first(slot) < e->first) e->first = hyd_fh_slot_first(slot);
  if (last_of(slot) > e->last) e->last = last_of(slot);
  return 1;
}

/* Extends *e, which has the request's range, to the union. */
static void merge_extent(struct hyd_fh_side *s, struct hyd_fh_victims *v,
                         const struct fh_request *r, const struct rules *how,
                         struct hyd_fh_extent *e) {
  uint64_t last = e->last;
  int grew = how->grow;
  for (uint64_t b = e->first; b <= last; b++) take_along(s, v, r->node, b, how, e);
  while (grew) {
    grew = e->first > 0 && take_along(s, v, r->node, e->first - 1, how, e);
    grew |= take_along(s, v, r->node, e->last + 1, how, e);
  }
}

/* Region-based: chooses the extent: the request's range, the piece that contains it, and
 * registrations to merge; old ones, too, if there are many. */
static void choose_extent(const struct fh *fh, struct hyd_fh_side *s, struct hyd_fh_victims *v,
                          const struct fh_request *r, const struct hyd_fh_budget *b,
                          struct hyd_fh_extent *e) {
  int grow = !r->exact && !hyd_fh_pieces_overlap(b->refused, r->first, r->last);
  uint32_t recent = b->slots > b->slots_limit / 4 * 3 ? UINT32_MAX : FH_RECENT;
  struct rules how = {b->most, fh->union_small, recent, grow};
  uint64_t left = hyd_fh_over(b->limit, b->used);
  if (fh->c.strategy != FH_STRATEGY_FIREHOSE) return;
  if (grow && b->pieces) hyd_fh_pieces_join(b->pieces, left < b->most ? left : b->most, e);
  merge_extent(s, v, r, &how, e);
}

enum hyd_fh_got hyd_fh_find_room(struct fh *fh, struct hyd_fh_side *s, struct hyd_fh_victims *v,
                                 struct fh_request *r, const struct hyd_fh_budget *b,
                                 struct hyd_fh_plan *p) {
  struct hyd_fh_room need;
  if (hyd_fh_victims_barred(v, r)) return FH_LATER;
  if (fh->c.regions) {
    choose_extent(fh, s, v, r, b, &p->e);
    p->missing = p->e.last - p->e.first + 1;
  }
  need = hyd_fh_room_over(b->used + p->missing, b->limit + p->e.taken.buckets, b->slots + p->slots,
                          (uint64_t)b->slots_limit + p->e.taken.n);
  if (!hyd_fh_room_is(need)) return FH_COMING;
  if (fh->c.strategy == FH_STRATEGY_RENDEZVOUS) return FH_BAD;
  return hyd_fh_victims_collect(s, v, r, need, hyd_fh_da_limit(fh, r), &p->victims) ? FH_COMING
                                                                                    : FH_LATER;
}

uint32_t hyd_fh_supersede(struct fh *fh, struct hyd_fh_side *s, struct hyd_fh_victims *v,
                          const struct fh_request *r, struct hyd_fh_chain *dead) {
  uint32_t n = 0;
  for (uint64_t b = r->first; b <= r->last; b++) {
    uint32_t i = slot_at(s, r->node, b);
    const struct hyd_fh_slot *slot = &s->slot[i];
    if (i == 0 || slot->held || hyd_fh_slot_state(slot) != FH_PINNED) continue;
    if (!is_within(slot, r->first, r->last)) continue;
    if (hyd_fh_slot_kill(s, &v->fifo, i)) hyd_fh_dead_add(fh, s, dead, i);
    n++;
  }
  return n;
}

/* --- pieces --------------------------------------------------------------- */

void hyd_fh_pieces_add(struct hyd_fh_pieces *p, uint64_t first, uint64_t end) {
  if (first < end) p->piece[p->next++ % FH_PIECES] = (struct hyd_fh_piece){first, end - first};
}

static int overlaps_piece(const struct hyd_fh_piece *q, uint64_t first, uint64_t last) {
  return q->n && q->first <= last && q->first + q->n > first;
}

int hyd_fh_pieces_overlap(const struct hyd_fh_pieces *p, uint64_t first, uint64_t last) {
  for (const struct hyd_fh_piece *q = p->piece; q < p->piece + FH_PIECES; q++)
    if (overlaps_piece(q, first, last)) return 1;
  return 0;
}

void hyd_fh_pieces_cut(struct hyd_fh_pieces *p, uint64_t lo, uint64_t hi) {
  for (struct hyd_fh_piece *q = p->piece; q < p->piece + FH_PIECES; q++)
    if (overlaps_piece(q, lo, hi)) q->n = 0;
}

void hyd_fh_pieces_split(struct hyd_fh_pieces *p, uint64_t first, uint64_t last, uint64_t lo,
                         uint64_t hi) {
  if (lo > first) hyd_fh_pieces_add(p, first, lo);
  if (hi < last) hyd_fh_pieces_add(p, hi + 1, last + 1);
}

void hyd_fh_pieces_join(struct hyd_fh_pieces *p, uint64_t most, struct hyd_fh_extent *e) {
  for (struct hyd_fh_piece *q = p->piece; q < p->piece + FH_PIECES; q++) {
    if (q->n == 0 || q->first > e->first || q->first + q->n <= e->last) continue;
    if (q->n <= most) {
      e->last = q->first + q->n - 1;
      e->first = q->first;
    }
    q->n = 0;
    return;
  }
}
