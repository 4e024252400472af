/* SPDX-License-Identifier: BSD-3-Clause
 *
 * many_count_tree.c: many ranks and their meetings (core/oob/count_tree.h): no rank may hear of one
 * that some rank has not come to, and each must hear of all.
 */
#include "core/oob/count_tree.h"
#include "contrib/tools/sim/many_apps.h"

#include <stdlib.h>
#include <string.h>

struct member {
  struct hyd_count_tree tree;
  uint32_t count, checked;
  uint64_t next;
};

struct hall {
  struct many_meetings what;
  struct member *member;
  uint32_t *came; /* [counts + 1] */
  uint64_t ended;
};

static void send_news(struct sim_many *m, uint32_t rank) {
  struct hall *h = m->state;
  struct hyd_count_tree *t = &h->member[rank].tree;
  struct hyd_count_news news;
  while (hyd_count_tree_next(t, &news)) {
    struct many_message *new = many_message(m, rank, news.to, h->what.bytes, news.count);
    memcpy(new->body, &news, sizeof news);
    many_send(m, new);
    hyd_count_tree_sent(t, &news);
  }
}

static void check_rank(struct sim_many *m, uint32_t rank) {
  struct hall *h = m->state;
  struct member *r = &h->member[rank];
  for (; r->checked < hyd_count_tree_all(&r->tree); r->checked++)
    if (h->came[r->checked + 1] != m->n)
      many_fail(m, "rank %u is told that all have come to meeting %u, which %u of %u have", rank,
                r->checked + 1, h->came[r->checked + 1], m->n);
  if (r->checked == h->what.counts && many_time(m, rank) > h->ended) h->ended = many_time(m, rank);
}

static void act(struct sim_many *m, uint32_t rank) {
  struct hall *h = m->state;
  struct member *r = &h->member[rank];
  check_rank(m, rank);
  if (r->count < h->what.counts && r->count - r->checked < h->what.window &&
      many_time(m, rank) >= r->next) {
    h->came[++r->count]++;
    hyd_count_tree_reach(&r->tree, r->count);
    r->next = many_time(m, rank) + many_upto(m, h->what.delay);
    many_wake(m, rank, r->next);
  }
  send_news(m, rank);
  check_rank(m, rank);
}

static void take_message(struct sim_many *m, uint32_t rank, struct many_message *message) {
  struct hall *h = m->state;
  struct hyd_count_tree *t = &h->member[rank].tree;
  struct hyd_count_news news;
  memcpy(&news, message->body, sizeof news);
  if (!news.up)
    hyd_count_tree_hear_down(t, news.count);
  else if (hyd_count_tree_hear_up(t, message->from, news.count))
    many_fail(m, "rank %u takes what rank %u says for nonsense", rank, message->from);
  send_news(m, rank);
  act(m, rank);
}

static void check_end(struct sim_many *m) {
  const struct hall *h = m->state;
  for (uint32_t i = 0; i < m->n && !m->failed; i++)
    if (h->member[i].checked != h->what.counts)
      many_fail(m, "rank %u waits forever: it knows of %u of %u meetings", i, h->member[i].checked,
                h->what.counts);
  if (m->messages > 2ull * (m->n - 1) * h->what.counts)
    many_fail(m, "%llu messages", (unsigned long long)m->messages);
  many_check_rounds(m, 2 * (uint32_t)hyd_tree_levels(m->n));
}

void many_meetings(struct sim_many *m, const struct many_meetings *what,
                   struct many_result *result) {
  static const struct many_app app = {act, take_message};
  struct hall h = {.what = *what};
  h.member = calloc(m->n, sizeof *h.member);
  h.came = calloc(what->counts + 1, sizeof *h.came);
  m->app = &app;
  m->state = &h;
  many_open(m);
  for (uint32_t i = 0; i < m->n; i++) {
    hyd_count_tree_init(&h.member[i].tree, m->n, i);
    h.member[i].next = many_upto(m, what->delay);
    many_wake(m, i, h.member[i].next);
  }
  many_run(m);
  if (!m->failed) check_end(m);
  *result = (struct many_result){h.ended, sizeof(struct hyd_count_tree)};
  free(h.member);
  free(h.came);
}
