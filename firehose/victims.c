/* SPDX-License-Identifier: BSD-3-Clause
 *
 * victims.c: a search looks at a few slots for each that it needs, and continues there the next
 * time, so its time does not depend on the number of slots.
 */
#include "firehose/victims.h"

/* Slots that a search looks at for each victim; four times as many for a request that would be
 * dropped. */
#define TRIES 16

void hyd_fh_victims_restore(struct hyd_fh_side *s, struct hyd_fh_victims *v,
                            struct hyd_fh_chain *c) {
  while (c->head) {
    uint32_t i = c->head;
    c->head = s->slot[i].next;
    hyd_fh_slot_untake(&s->slot[i]);
    hyd_fh_fifo_push(s, &v->fifo, i);
  }
  *c = (struct hyd_fh_chain){0};
}

/* --- precedence ----------------------------------------------------------- */

static int lacks(const struct hyd_fh_chain *have, struct hyd_fh_room need) {
  return have->buckets < need.buckets || have->n < need.slots;
}

static void take_drained(struct hyd_fh_side *s, struct hyd_fh_victims *v, struct hyd_fh_room need,
                         struct hyd_fh_chain *out) {
  for (uint32_t i = v->draining.head, next; i && lacks(out, need); i = next) {
    next = s->slot[i].next;
    if (!hyd_fh_slot_take(&s->slot[i], 1)) continue;
    hyd_fh_fifo_remove(s, &v->draining, i);
    hyd_fh_chain_add(s, out, i);
  }
}

/* The sum of draining slots, as a chain without slots. */
static struct hyd_fh_chain draining(const struct hyd_fh_side *s, const struct hyd_fh_victims *v) {
  struct hyd_fh_chain c = {.n = v->draining.n};
  for (uint32_t i = v->draining.head; i; i = s->slot[i].next)
    c.buckets += hyd_fh_slot_n(&s->slot[i]);
  return c;
}

/* Whether the slot has buckets of the winner, which must not be drained: the winner would wait for
 * itself. Region-based, a request that needs room has no such slots. */
static int is_of(const struct hyd_fh_side *s, const struct hyd_fh_slot *slot,
                 const struct fh_request *r) {
  uint64_t first = hyd_fh_slot_first(slot);
  return !s->regions && hyd_fh_slot_node(slot) == r->node && first <= r->last &&
         first + hyd_fh_slot_n(slot) > r->first;
}

static void drain_slots(struct hyd_fh_side *s, struct hyd_fh_victims *v, const struct fh_request *r,
                        struct hyd_fh_room need) {
  struct hyd_fh_chain have = draining(s, v);
  for (uint32_t i = v->fifo.head, next; i && lacks(&have, need); i = next) {
    next = s->slot[i].next;
    if (is_of(s, &s->slot[i], r) || !hyd_fh_slot_drain(&s->slot[i])) continue;
    hyd_fh_fifo_remove(s, &v->fifo, i);
    hyd_fh_fifo_push(s, &v->draining, i);
    have.n++;
    have.buckets += hyd_fh_slot_n(&s->slot[i]);
  }
}

int hyd_fh_victims_end(struct hyd_fh_side *s, struct hyd_fh_victims *v,
                       const struct fh_request *r) {
  uint32_t i;
  if (v->winner != r) return 0;
  v->winner = NULL;
  while ((i = v->draining.head)) {
    hyd_fh_fifo_remove(s, &v->draining, i);
    hyd_fh_slot_untake(&s->slot[i]);
    hyd_fh_fifo_push(s, &v->fifo, i);
  }
  return 1;
}

/* --- collecting ----------------------------------------------------------- */

int hyd_fh_victims_collect(struct hyd_fh_side *s, struct hyd_fh_victims *v, struct fh_request *r,
                           struct hyd_fh_room need, uint32_t da_limit, struct hyd_fh_chain *out) {
  uint32_t i;
  *out = (struct hyd_fh_chain){0};
  if (hyd_fh_victims_barred(v, r)) return 0;
  if (v->winner) take_drained(s, v, need, out);
  while (lacks(out, need) && (i = hyd_fh_fifo_take(s, &v->fifo, r->ahead ? 4 * TRIES : TRIES)))
    hyd_fh_chain_add(s, out, i);
  if (!lacks(out, need)) return 1;
  hyd_fh_victims_restore(s, v, out);
  if (++r->attempts >= da_limit) v->winner = r;
  if (v->winner) drain_slots(s, v, r, need);
  return 0;
}

void hyd_fh_victims_squeeze(struct hyd_fh_side *s, struct hyd_fh_victims *v, uint64_t buckets,
                            struct hyd_fh_chain *out) {
  uint32_t i;
  *out = (struct hyd_fh_chain){0};
  take_drained(s, v, (struct hyd_fh_room){buckets, 0},
               out); /* a request with precedence drains slots */
  for (uint32_t looked = 0, n = 2 * v->fifo.n; looked < n && out->buckets < buckets; looked++)
    if ((i = hyd_fh_fifo_take(s, &v->fifo, 1))) hyd_fh_chain_add(s, out, i);
}

int hyd_fh_victims_take(struct hyd_fh_side *s, struct hyd_fh_victims *v, uint32_t i,
                        struct hyd_fh_chain *out) {
  struct hyd_fh_slot *slot = &s->slot[i];
  struct hyd_fh_fifo *f = hyd_fh_slot_state(slot) == FH_DRAINING ? &v->draining : &v->fifo;
  if (!slot->queued || !hyd_fh_slot_take(slot, 1)) return 0;
  hyd_fh_fifo_remove(s, f, i);
  hyd_fh_chain_add(s, out, i);
  return 1;
}

void hyd_fh_chain_join(struct hyd_fh_side *s, struct hyd_fh_chain *to, struct hyd_fh_chain *more) {
  for (uint32_t i = more->head, next; i; i = next) {
    next = s->slot[i].next;
    hyd_fh_chain_add(s, to, i);
  }
  *more = (struct hyd_fh_chain){0};
}

void hyd_fh_victims_forget(struct hyd_fh_side *s, struct hyd_fh_victims *v, uint32_t i) {
  struct hyd_fh_slot *slot = &s->slot[i];
  if (!slot->queued) return;
  hyd_fh_fifo_remove(s, hyd_fh_slot_state(slot) == FH_DRAINING ? &v->draining : &v->fifo, i);
}
