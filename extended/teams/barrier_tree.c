/* SPDX-License-Identifier: BSD-3-Clause
 *
 * barrier_tree.c: see barrier_tree.h. What members said in a phase is kept by the phase's parity.
 * That is enough: a member enters phase p + 2 after it has heard that all members have entered p +
 * 1, and they enter p + 1 after they have heard that p is over. So no message about p is
 * outstanding then.
 */
#include "extended/teams/barrier_tree.h"

#include <string.h>

void hyd_barrier_tree_init(struct hyd_barrier_tree *t, uint32_t n, uint32_t me) {
  memset(t, 0, sizeof *t);
  hyd_count_tree_init(&t->named, n, me);
  hyd_count_tree_init_quick(&t->unnamed, n, me); /* nothing travels with these counts */
}

/* Ends a phase with a result, and makes room for the phase after the next. */
static void end_phase(struct hyd_barrier_tree *t, uint64_t phase, const struct hyd_consensus *all) {
  t->all[phase & 1] = *all;
  t->said[phase & 1] = (struct hyd_consensus){0, 0, 0};
}

/* Ends the phase at the root, which sees by itself that all members have arrived. */
static void settle_phase(struct hyd_barrier_tree *t, uint64_t before) {
  uint64_t phase = hyd_count_tree_all(&t->named);
  if (phase > before) end_phase(t, phase, &t->said[phase & 1]);
}

void hyd_barrier_tree_agree(struct hyd_barrier_tree *t, const struct hyd_consensus *c) {
  uint64_t phase = t->named.own + 1, before = hyd_count_tree_all(&t->named);
  hyd_consensus_merge(&t->said[phase & 1], c);
  hyd_count_tree_reach(&t->named, phase);
  settle_phase(t, before);
}

void hyd_barrier_tree_notify(struct hyd_barrier_tree *t, int id, int flags) {
  struct hyd_consensus c = {0, 0, 0};
  hyd_consensus_add(&c, id, flags);
  hyd_barrier_tree_agree(t, &c);
}

int hyd_barrier_tree_agreed(const struct hyd_barrier_tree *t, struct hyd_consensus *c) {
  if (hyd_count_tree_all(&t->named) != t->named.own) return 0;
  *c = t->all[t->named.own & 1];
  return 1;
}

void hyd_barrier_tree_enter(struct hyd_barrier_tree *t, uint64_t count) {
  hyd_count_tree_reach(&t->unnamed, count);
}

/* --- messages ------------------------------------------------------------- */

static int hear_up(struct hyd_barrier_tree *t, uint32_t from, const struct hyd_barrier_news *news) {
  uint64_t before = hyd_count_tree_all(&t->named);
  int is_new = from && hyd_tree_parent(from) == t->named.me &&
               news->count > t->named.below[hyd_tree_place(from)];
  if (hyd_count_tree_hear_up(&t->named, from, news->count)) return -1;
  if (!is_new) return 0;
  hyd_consensus_merge(&t->said[news->count & 1], &news->c);
  settle_phase(t, before);
  return 0;
}

static int hear_down(struct hyd_barrier_tree *t, const struct hyd_barrier_news *news) {
  if (news->count > hyd_count_tree_all(&t->named)) end_phase(t, news->count, &news->c);
  hyd_count_tree_hear_down(&t->named, news->count);
  return 0;
}

static int hear_count(struct hyd_barrier_tree *t, uint32_t from,
                      const struct hyd_barrier_news *news) {
  if (news->up) return hyd_count_tree_hear_up(&t->unnamed, from, news->count);
  hyd_count_tree_hear_down(&t->unnamed, news->count);
  return 0;
}

int hyd_barrier_tree_hear(struct hyd_barrier_tree *t, uint32_t from,
                          const struct hyd_barrier_news *news) {
  uint32_t me = t->named.me;
  if (!news->up && (me == 0 || from != hyd_tree_parent(me))) return -1;
  if (!news->named) return hear_count(t, from, news);
  return news->up ? hear_up(t, from, news) : hear_down(t, news);
}

static int is_next(const struct hyd_count_tree *t, struct hyd_barrier_news *news) {
  struct hyd_count_news n;
  if (!hyd_count_tree_next(t, &n)) return 0;
  *news = (struct hyd_barrier_news){.to = n.to, .up = n.up, .count = n.count};
  return 1;
}

int hyd_barrier_tree_next(const struct hyd_barrier_tree *t, struct hyd_barrier_news *news) {
  if (!is_next(&t->named, news)) return is_next(&t->unnamed, news);
  news->named = 1;
  news->c = news->up ? t->said[news->count & 1] : t->all[news->count & 1];
  return 1;
}

void hyd_barrier_tree_sent(struct hyd_barrier_tree *t, const struct hyd_barrier_news *news) {
  struct hyd_count_news n = {news->to, news->up, news->count};
  hyd_count_tree_sent(news->named ? &t->named : &t->unnamed, &n);
}
