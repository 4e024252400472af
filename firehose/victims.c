/* SPDX-License-Identifier: BSD-3-Clause
 *
 * victims.c: a search looks at a few slots for each that it needs, and goes on there the next time,
 * so its time does not depend on how many there are.
 */
#include "firehose/victims.h"

/* slots looked at for a victim; four times as many for what is dropped otherwise */
#define TRIES 16

static void chain(struct fh_side *s, struct fh_chain *c, uint32_t i) {
  s->slot[i].next = c->head;
  c->head = i;
  c->n++;
  c->buckets += fh_slot_n(&s->slot[i]);
}

void fh_victims_restore(struct fh_side *s, struct fh_victims *v, struct fh_chain *c) {
  while (c->head) {
    uint32_t i = c->head;
    c->head = s->slot[i].next;
    fh_slot_untake(&s->slot[i]);
    fh_fifo_push(s, &v->fifo, i);
  }
  *c = (struct fh_chain){0};
}

/* --- precedence ----------------------------------------------------------- */

static int lacks(const struct fh_chain *have, struct fh_room need) {
  return have->buckets < need.buckets || have->n < need.slots;
}

static void take_drained(struct fh_side *s, struct fh_victims *v, struct fh_room need,
                         struct fh_chain *out) {
  for (uint32_t i = v->draining.head, next; i && lacks(out, need); i = next) {
    next = s->slot[i].next;
    if (!fh_slot_take(&s->slot[i], 1)) continue;
    fh_fifo_remove(s, &v->draining, i);
    chain(s, out, i);
  }
}

/* What is draining: no chain, but as much. */
static struct fh_chain draining(const struct fh_side *s, const struct fh_victims *v) {
  struct fh_chain c = {.n = v->draining.n};
  for (uint32_t i = v->draining.head; i; i = s->slot[i].next) c.buckets += fh_slot_n(&s->slot[i]);
  return c;
}

/* The winner's own hits are not drained: it would wait for itself. Region-based, who needs room has
 * none. */
static int is_of(const struct fh_side *s, const struct fh_slot *slot, const struct fh_request *r) {
  uint64_t first = fh_slot_first(slot);
  return !s->regions && atomic_load_explicit(&slot->node, memory_order_relaxed) == r->node &&
         first <= r->last && first + fh_slot_n(slot) > r->first;
}

static void drain(struct fh_side *s, struct fh_victims *v, const struct fh_request *r,
                  struct fh_room need) {
  struct fh_chain have = draining(s, v);
  for (uint32_t i = v->fifo.head, next; i && lacks(&have, need); i = next) {
    next = s->slot[i].next;
    if (is_of(s, &s->slot[i], r) || !fh_slot_drain(&s->slot[i])) continue;
    fh_fifo_remove(s, &v->fifo, i);
    fh_fifo_push(s, &v->draining, i);
    have.n++;
    have.buckets += fh_slot_n(&s->slot[i]);
  }
}

int fh_victims_end(struct fh_side *s, struct fh_victims *v, const struct fh_request *r) {
  uint32_t i;
  if (v->winner != r) return 0;
  v->winner = NULL;
  while ((i = v->draining.head)) {
    fh_fifo_remove(s, &v->draining, i);
    fh_slot_untake(&s->slot[i]);
    fh_fifo_push(s, &v->fifo, i);
  }
  return 1;
}

/* --- collecting ----------------------------------------------------------- */

int fh_victims_collect(struct fh_side *s, struct fh_victims *v, struct fh_request *r,
                       struct fh_room need, uint32_t da_limit, struct fh_chain *out) {
  uint32_t i;
  *out = (struct fh_chain){0};
  if (fh_victims_barred(v, r)) return 0;
  if (v->winner) take_drained(s, v, need, out);
  while (lacks(out, need) && (i = fh_fifo_take(s, &v->fifo, r->ahead ? 4 * TRIES : TRIES)))
    chain(s, out, i);
  if (!lacks(out, need)) return 1;
  fh_victims_restore(s, v, out);
  if (++r->attempts >= da_limit) v->winner = r;
  if (v->winner) drain(s, v, r, need);
  return 0;
}

void fh_victims_squeeze(struct fh_side *s, struct fh_victims *v, uint64_t buckets,
                        struct fh_chain *out) {
  uint32_t i;
  *out = (struct fh_chain){0};
  take_drained(s, v, (struct fh_room){buckets, 0}, out); /* whoever has precedence drains others */
  for (uint32_t looked = 0, n = 2 * v->fifo.n; looked < n && out->buckets < buckets; looked++)
    if ((i = fh_fifo_take(s, &v->fifo, 1))) chain(s, out, i);
}

int fh_victims_take(struct fh_side *s, struct fh_victims *v, uint32_t i, struct fh_chain *out) {
  struct fh_slot *slot = &s->slot[i];
  struct fh_fifo *f = fh_word_state(fh_slot_word(slot)) == FH_DRAINING ? &v->draining : &v->fifo;
  if (!slot->queued || !fh_slot_take(slot, 1)) return 0;
  fh_fifo_remove(s, f, i);
  chain(s, out, i);
  return 1;
}

void fh_chain_join(struct fh_side *s, struct fh_chain *to, struct fh_chain *more) {
  for (uint32_t i = more->head, next; i; i = next) {
    next = s->slot[i].next;
    chain(s, to, i);
  }
  *more = (struct fh_chain){0};
}

void fh_victims_forget(struct fh_side *s, struct fh_victims *v, uint32_t i) {
  struct fh_slot *slot = &s->slot[i];
  if (!slot->queued) return;
  fh_fifo_remove(s, fh_word_state(fh_slot_word(slot)) == FH_DRAINING ? &v->draining : &v->fifo, i);
}
