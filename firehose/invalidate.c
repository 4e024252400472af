/* SPDX-License-Identifier: BSD-3-Clause
 *
 * invalidate.c: registrations whose memory was unmapped, moved or discarded.
 *
 * fh_gone makes their slots DEAD: they take no new references and leave the table. The watching
 * thread calls fh_gone (memory_watch.h) while the thread that unmaps waits for it, perhaps inside
 * the allocator; so fh_gone unpins, allocates and sends nothing. If other nodes hold such memory,
 * its range is put on a list.
 *
 * fh_settle, which the client calls before it sends any message, sends the list to all nodes that
 * were ever in contact, and waits until each has acknowledged that it does not use that memory any
 * more. So a node learns that an old address has new memory only by a later message.
 */
#include "firehose/instance.h"
#include "firehose/wire.h"

/* --- DEAD slots ----------------------------------------------------------- */

struct victim {
  struct fh *fh;
  struct hyd_fh_side *side;
  struct hyd_fh_victims *victims;
  struct hyd_fh_chain *dead;
  struct hyd_fh_pieces *pieces; /* NULL for other nodes' memory */
};

/* Remembers the remains of a registration as pieces, as all of it becomes DEAD. */
static void note_pieces(const struct victim *v, const struct hyd_fh_slot *slot, uint64_t first,
                        uint64_t last) {
  uint64_t from = hyd_fh_slot_first(slot);
  if (v->pieces && v->side->regions)
    hyd_fh_pieces_split(v->pieces, from, from + hyd_fh_slot_n(slot) - 1, first, last);
}

/* Makes the slot DEAD, or marks a PENDING one, whose request or move will see the mark. 1: other
 * nodes hold it. */
static int kill_slot(const struct victim *v, uint32_t i, uint64_t first, uint64_t last) {
  struct hyd_fh_slot *slot = &v->side->slot[i];
  enum hyd_fh_state state = hyd_fh_slot_state(slot);
  if (state == FH_PENDING) slot->stale = 1;
  if (state == FH_DEAD && slot->once) { /* a request that still waits for other slots asks again */
    slot->once = 0;
    return slot->held > 0;
  }
  if (state != FH_PINNED && state != FH_DRAINING) return 0;
  hyd_fh_count(&v->fh->stats.stale, 1);
  note_pieces(v, slot, first, last);
  hyd_fh_victims_forget(v->side, v->victims, i);
  if (hyd_fh_slot_kill(v->side, &v->victims->fifo, i)) hyd_fh_dead_add(v->fh, v->side, v->dead, i);
  return slot->held > 0;
}

static int overlaps(const struct hyd_fh_slot *slot, uint32_t node, uint64_t first, uint64_t last) {
  uint64_t from = hyd_fh_slot_first(slot);
  return hyd_fh_slot_node(slot) == node && from <= last && from + hyd_fh_slot_n(slot) > first;
}

/* Kills all slots of a range. 1: other nodes hold some of it. Region-based, a slot may begin before
 * the range, so all slots are looked at. */
static int kill_range(const struct victim *v, uint32_t node, uint64_t first, uint64_t last) {
  struct hyd_fh_side *s = v->side;
  int held = 0;
  if (!s->regions && !s->once && last - first < s->made) {
    for (uint64_t b = first; b <= last; b++) {
      uint32_t i = hyd_fh_table_get(&s->table, hyd_fh_table_key(node, b));
      if (i) held |= kill_slot(v, i, first, last);
    }
    return held;
  }
  for (uint32_t i = 1; i <= s->made; i++)
    if (overlaps(&s->slot[i], node, first, last)) held |= kill_slot(v, i, first, last);
  return held;
}

/* --- the owner ------------------------------------------------------------ */

/* Adds a range to the list; if the list is full the last range is extended to it. With the local
 * lock. */
static void add_range(struct fh_gone *g, uint64_t first, uint64_t last) {
  if (g->n < FH_GONE) {
    g->range[g->n].first = first;
    g->range[g->n++].last = last;
  } else {
    if (first < g->range[0].first) g->range[0].first = first;
    if (last > g->range[0].last) g->range[0].last = last;
  }
  /* Release: pairs with fh_is_settled: a thread that finds all settled sees the DEAD slots. */
  atomic_fetch_add_explicit(&g->seq, 1, memory_order_release);
}

void fh_gone(struct fh *fh, uintptr_t lo, uintptr_t hi) {
  struct victim v = {fh, &fh->local.side, &fh->local.victims, &fh->local.dead, &fh->local.pieces};
  uint64_t first = lo >> fh->shift, last = (hi - 1) >> fh->shift;
  if (hi <= lo) return;
  hyd_fh_lock(&fh->local.side);
  hyd_fh_pieces_cut(&fh->local.pieces, first, last);
  hyd_fh_pieces_cut(&fh->local.refused, first, last);
  if (kill_range(&v, fh->c.node, first, last)) add_range(&fh->gone, first, last);
  hyd_fh_unlock(&fh->local.side);
}

/* Catches up with the watching thread; if no thread watches any more (the program closed the
 * descriptor), kills all slots, as no registration can be trusted. */
void hyd_fh_catch_up(struct fh *fh) {
  struct fh_watch *w = fh->c.watcher;
  while (!hyd_fh_is_current(fh)) {
    if (atomic_load_explicit(&w->round, memory_order_relaxed) == 0 || fh_watch_check(w) == ESRCH) {
      fh_gone(fh, 0, UINTPTR_MAX);
      return;
    }
    fh_watch_settle(w);
  }
}

int fh_is_settled(const struct fh *fh) {
  uint32_t seq =
      atomic_load_explicit(&fh->gone.seq, memory_order_acquire); /* pairs with add_range */
  return hyd_fh_is_current(fh) &&
         seq == atomic_load_explicit(&fh->gone.settled, memory_order_acquire);
}

/* Writes a message with the ranges that other nodes have not been told of. Its number; 0: no
 * ranges. */
static uint32_t take_ranges(struct fh *fh, unsigned char *buf, size_t *len) {
  struct fh_gone *g = &fh->gone;
  uint32_t seq = 0, most = (uint32_t)(fh->c.message - FH_HEADER) / FH_RANGE, n;
  hyd_fh_lock(&fh->local.side);
  n = g->n < most ? g->n : most;
  for (uint32_t k = 0; k < n; k++) {
    hyd_fh_put(buf + FH_HEADER + k * FH_RANGE, g->range[g->n - n + k].first, 8);
    hyd_fh_put(buf + FH_HEADER + k * FH_RANGE + 8, g->range[g->n - n + k].last, 8);
  }
  g->n -= n;
  if (n) seq = ++g->told;
  hyd_fh_unlock(&fh->local.side);
  *len = FH_HEADER + (size_t)n * FH_RANGE;
  hyd_fh_put_header(buf, FH_GONE_RANGES, seq, 0, n);
  return seq;
}

static int is_listening(struct fh *fh, uint32_t node) {
  struct hyd_fh_peer *p = hyd_fh_peer_if(fh, node);
  return p && p->contacted && !p->lost;
}

static int has_noted(struct fh *fh, uint32_t node, uint32_t seq) {
  /* Acquire: pairs with hyd_fh_gone_acknowledged. */
  return (int32_t)(atomic_load_explicit(&hyd_fh_peer_if(fh, node)->noted, memory_order_acquire) -
                   seq) >= 0;
}

static int all_noted(struct fh *fh, uint32_t seq) {
  for (uint32_t i = 0; i < fh->c.nodes; i++)
    if (is_listening(fh, i) && !has_noted(fh, i, seq)) return 0;
  return 1;
}

void fh_settle(struct fh *fh) {
  unsigned char buf[FH_MESSAGE_MAX];
  uint32_t seq, until;
  size_t len;
  hyd_fh_catch_up(fh);
  until = atomic_load_explicit(&fh->gone.seq, memory_order_acquire); /* pairs with add_range */
  if (until == atomic_load_explicit(&fh->gone.settled, memory_order_acquire)) return;
  while (take_ranges(fh, buf, &len))
    for (uint32_t i = 0; i < fh->c.nodes; i++)
      if (is_listening(fh, i)) fh->c.ops->send(fh->c.ctx, i, buf, len);
  hyd_fh_lock(&fh->local.side);
  seq = fh->gone.told;
  hyd_fh_unlock(&fh->local.side);
  while (!all_noted(fh, seq)) {
    fh->c.ops->poll(fh->c.ctx);
    fh_poll(fh);
  }
  hyd_fh_lock(&fh->local.side);
  if ((int32_t)(until - atomic_load_explicit(&fh->gone.settled, memory_order_relaxed)) > 0)
    atomic_store_explicit(&fh->gone.settled, until,
                          memory_order_release); /* pairs with fh_is_settled */
  hyd_fh_unlock(&fh->local.side);
}

/* Acknowledgements may overtake each other; `noted` counts those without a gap. */
void hyd_fh_gone_acknowledged(struct fh *fh, uint32_t node, uint32_t seq) {
  struct hyd_fh_peer *p = hyd_fh_peer_if(fh, node);
  uint32_t noted;
  if (p == NULL) return;
  hyd_fh_lock(&fh->local.side);
  noted = atomic_load_explicit(&p->noted, memory_order_relaxed);
  if (seq - noted - 1 < 64) p->noted_ahead |= UINT64_C(1) << (seq - noted - 1);
  for (; p->noted_ahead & 1; p->noted_ahead >>= 1) noted++;
  /* Release: pairs with has_noted. */
  atomic_store_explicit(&p->noted, noted, memory_order_release);
  hyd_fh_unlock(&fh->local.side);
}

/* --- the holder ----------------------------------------------------------- */

void hyd_fh_gone_input(struct fh *fh, uint32_t node, uint32_t seq, const unsigned char *ranges,
                       uint32_t n) {
  struct hyd_fh_peer *p = hyd_fh_peer(fh, node);
  unsigned char buf[FH_HEADER];
  if (p) {
    struct victim v = {fh, &fh->remote.side, &p->victims, &p->dead, NULL};
    hyd_fh_lock(&fh->remote.side);
    for (uint32_t k = 0; k < n; k++) {
      uint64_t first = hyd_fh_get(ranges + k * FH_RANGE, 8),
               last = hyd_fh_get(ranges + k * FH_RANGE + 8, 8);
      hyd_fh_pieces_cut(&p->refused, first, last);
      kill_range(&v, node, first, last);
    }
    hyd_fh_unlock(&fh->remote.side);
  }
  hyd_fh_put_header(buf, FH_NOTED, seq, 0, 0);
  fh->c.ops->send(fh->c.ctx, node, buf, sizeof buf);
  if (p) hyd_fh_remote_bury(fh, node);
}
