/* SPDX-License-Identifier: BSD-3-Clause
 *
 * post.c: updates of control blocks. If the block is mapped here, and this rank's writes to its
 * owner are in place, stores make the update; else a note, which hyd_paged.h delivers after the
 * writes. An empty message wakes a rank that sleeps. An update by stores may overtake one by a
 * note, which does no harm: counts add up, and other words have one writer at a time.
 *
 * S1, the update, is a release: the waiting rank's acquire (S2) sees everything written before. S1
 * and the load of `sleepers` are sequentially consistent, as are the store of `sleepers` and the
 * load of the word in wait.c (C1): one of the two sees the other.
 */
#include "contrib/layers/netvm/nv.h"

/* --- the update itself ----------------------------------------------------------------------- */

/* Whether this signal is the first pending one of an armed eventcount, so that its handler must be
 * run. */
static int is_first_pending(struct hyd_nv_event *e, uint64_t signals) {
  return atomic_load_explicit(&e->armed, memory_order_seq_cst) &&
         signals == atomic_load_explicit(&e->acks, memory_order_seq_cst) + 1; /* A1, with A2 */
}

static uint64_t add_signals(struct hyd_nv_event *e, uint64_t n) {
  return atomic_fetch_add_explicit(&e->signals, n, memory_order_seq_cst) + n; /* S1 */
}

static void set(_Atomic uint32_t *word, uint64_t value) {
  atomic_store_explicit(word, (uint32_t)value + 1, memory_order_seq_cst); /* S1 */
}

/* Makes the update; 1: an armed handler must be run. */
static int apply(struct hyd_nv_control *c, const struct hyd_nv_update *u) {
  struct hyd_nv_event *e = &c->event[u->index % HYD_NV_EVENTCOUNTS];
  struct hyd_nv_node *node = &c->node[u->index % HYD_NV_NODES];
  uint32_t channel = u->index % HYD_NV_CHANNELS;
  uint32_t slot = u->index % HYD_NV_SLOTS, of = u->index / HYD_NV_SLOTS % HYD_NV_CHANNELS;
  switch (u->word) {
  case HYD_NV_SIGNAL: return is_first_pending(e, add_signals(e, 1));
  case HYD_NV_FOLLOWER_IS: set(&node->follower, u->value); return 0;
  case HYD_NV_TURN_IS: set(&node->turn, u->value); return 0;
  case HYD_NV_SENT:
    atomic_store_explicit(&c->sent[of][slot], u->value, memory_order_seq_cst); /* S1 */
    return 0;
  case HYD_NV_ROOM: add_signals(&c->room[channel], u->value); return 0;
  default: return 0;
  }
}

void hyd_nv_words(const struct hyd_nv_update *u, uint64_t words[2]) {
  words[0] = (uint64_t)u->word << 32 | u->index;
  words[1] = u->value;
}

void hyd_nv_on_note(gex_Rank_t from, uint64_t a, uint64_t b) {
  struct hyd_nv_update u = {(enum hyd_nv_word)(a >> 32), (uint32_t)a, b};
  (void)from;
  if (u.word == HYD_NV_ONE_SHOT)
    hyd_nv_add_one_shot(u.index);
  else if (apply(hyd_nv_the.control, &u))
    hyd_nv_interrupt(u.index);
}

/* --- by stores ------------------------------------------------------------------------------- */

static void on_ring(gex_Token_t token) { (void)token; }
static void on_interrupt(gex_Token_t token, gex_AM_Arg_t notf) {
  (void)token;
  hyd_nv_interrupt((uint32_t)notf);
}

int hyd_nv_is_mapped(gex_Rank_t rank, const struct hyd_nv_update *u) {
  return hyd_nv_the.peer[rank].control && u->word != HYD_NV_ONE_SHOT;
}

static void post_here(gex_Rank_t rank, const struct hyd_nv_update *u) {
  struct hyd_nv *nv = &hyd_nv_the;
  struct hyd_nv_control *c = nv->peer[rank].control;
  if (u->word == HYD_NV_TURN_IS && rank == nv->rank) {
    /* Relaxed: this thread itself reads the word, and does not sleep. */
    atomic_store_explicit(&c->node[u->index].turn, (uint32_t)u->value + 1, memory_order_relaxed);
  } else if (apply(c, u)) {
    if (rank == nv->rank)
      hyd_nv_interrupt(u->index);
    else
      gex_AM_RequestShort1(nv->tm, rank, nv->handler[HYD_NV_H_INTERRUPT], 0,
                           (gex_AM_Arg_t)u->index);
  } else if (atomic_load_explicit(&c->sleepers, memory_order_seq_cst)) { /* C2, with C1 */
    gex_AM_RequestShort0(nv->tm, rank, nv->handler[HYD_NV_H_RING], 0);
  }
}

/* --- by a note ------------------------------------------------------------------------------- */

int hyd_nv_door(gex_Rank_t rank, const struct hyd_paged_range **door_p) {
  struct hyd_nv *nv = &hyd_nv_the;
  struct hyd_nv_peer *p = &nv->peer[rank];
  *door_p = &p->door;
  if (p->door.size) return GASNET_OK;
  return hyd_paged_import(nv->tm, rank, HYD_NV_MAGIC, &p->door);
}

static int post_note(gex_Rank_t rank, const struct hyd_nv_update *u) {
  struct hyd_nv_flights *f = &hyd_nv_the.peer[rank].puts;
  const struct hyd_paged_range *door;
  uint64_t words[2];
  gex_Event_t event;
  int rc = hyd_nv_door(rank, &door);
  if (rc) return hyd_nv_fail(rc, "netvm", "rank %u has not registered", rank);
  hyd_nv_words(u, words);
  event = hyd_paged_put_note(door, 0, NULL, 0, words[0], words[1], &f->refused, 0);
  hyd_nv_add_flight(f, event);
  return GASNET_OK;
}

int hyd_nv_post(gex_Rank_t rank, const struct hyd_nv_update *u) {
  struct hyd_nv_flights *f = &hyd_nv_the.peer[rank].puts;
  if (!hyd_nv_is_mapped(rank, u)) return post_note(rank, u);
  if (f->n) hyd_nv_retire(f);
  if (f->n) return post_note(rank, u);
  post_here(rank, u);
  return GASNET_OK;
}

int hyd_nv_post_open(struct hyd_nv *nv) {
  gex_AM_Entry_t table[HYD_NV_HANDLERS] = {
      {0, (gex_AM_Fn_t)on_ring, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_SHORT, 0, NULL, "hyd_nv_ring"},
      {0, (gex_AM_Fn_t)on_interrupt, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_SHORT, 1, NULL,
       "hyd_nv_interrupt"}};
  int rc = gex_EP_RegisterHandlers(nv->ep, table, HYD_NV_HANDLERS);
  for (int i = 0; i < HYD_NV_HANDLERS && rc == GASNET_OK; i++) nv->handler[i] = table[i].gex_index;
  return rc;
}
