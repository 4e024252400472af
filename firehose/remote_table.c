/* SPDX-License-Identifier: BSD-3-Clause
 *
 * remote_table.c: the firehose table. A request whose buckets all have firehoses is a hit
 * (calls.c). Otherwise an attempt, with the lock:
 *
 *   1. adds references to firehoses that exist, also to PENDING ones, which another request's move
 *      will bring;
 *   2. for missing ones takes unused share and victims, all that it needs or none (victims.h), and
 *      enters PENDING slots;
 *   3. sends one MOVE message with the firehoses that are given up and those that are wanted. The
 *      reply grants all requests that wait for them.
 *
 * A request that lacks nothing beyond PENDING slots sends nothing. If the move that it waits for
 * fails, or was for one use, the request sends its own: the failure may concern other buckets, or
 * memory that did not exist then; and a firehose for one use may have been pinned before memory
 * changed without a report, while the request began after that.
 *
 * Region-based, missing buckets may be requested together with their neighbours (merge.h), and
 * again alone if the owner refuses that.
 */
#include <stdlib.h>

#include "firehose/instance.h"
#include "firehose/wire.h"

/* --- looking -------------------------------------------------------------- */

struct look {
  uint64_t missing;
  uint32_t pending;
  uint64_t ahead, ahead_from; /* buckets to request in advance */
};

static int covers(const struct hyd_fh_slot *slot, uint64_t first, uint64_t last) {
  uint64_t from = hyd_fh_slot_first(slot);
  return first >= from && last < from + hyd_fh_slot_n(slot);
}

static uint32_t find_slot(struct fh *fh, const struct fh_request *r, uint64_t first,
                          uint64_t last) {
  struct hyd_fh_side *s = &fh->remote.side;
  uint32_t i = fh->c.regions ? hyd_fh_region_find(s, r->node, first, last, 0) : 0;
  return i ? i : hyd_fh_table_get(&s->table, hyd_fh_table_key(r->node, first));
}

static enum hyd_fh_got refer_slots(struct fh *fh, const struct hyd_fh_peer *p, struct fh_request *r,
                                   struct look *l) {
  struct hyd_fh_side *s = &fh->remote.side;
  *l = (struct look){0};
  r->n = r->ready = 0;
  for (uint64_t b = r->first, end; b <= r->last; b = end + 1) {
    enum hyd_fh_state state;
    uint32_t i;
    end = hyd_fh_span_end(fh, r, b);
    i = find_slot(fh, r, b, end);
    state = hyd_fh_slot_state(&s->slot[i]);
    if (i && state == FH_DRAINING && !(fh->c.regions && p->victims.winner == r)) return FH_LATER;
    if (i && state == FH_PENDING && covers(&s->slot[i], b, end)) {
      hyd_fh_slot_refer_pending(&s->slot[i]);
      l->pending++;
    } else if (i == 0 || !hyd_fh_slot_refer(&s->slot[i], r->node, b, end)) {
      i = 0;
      l->missing += end - b + 1;
    }
    r->slot[r->n++] = i;
  }
  /* A note needs all buckets pinned, so its request waits for PENDING firehoses of other requests.
   */
  return l->pending && r->note ? FH_LATER : FH_GOT;
}

/* --- moves ---------------------------------------------------------------- */

static struct hyd_fh_move *new_move(uint32_t slots) {
  struct hyd_fh_move *m = calloc(1, sizeof *m + slots * (sizeof *m->slot + sizeof *m->released));
  if (m == NULL) return NULL;
  m->released = (uint64_t *)(m + 1);
  m->slot = (uint32_t *)(m->released + slots);
  return m;
}

/* Gives up victims in the message; victims beyond what the message can name by RELEASE messages. */
static void give_up_victims(struct fh *fh, struct hyd_fh_peer *p, struct hyd_fh_move *m,
                            const struct hyd_fh_chain *victims) {
  struct hyd_fh_side *s = &fh->remote.side;
  for (uint32_t i = victims->head, next; i; i = next) {
    next = s->slot[i].next;
    if (m->nreleased == fh->slots_most) {
      hyd_fh_dead_add(fh, s, &p->dead, i);
      continue;
    }
    p->used -= hyd_fh_slot_n(&s->slot[i]);
    p->slots--;
    if (s->slot[i].handle) m->released[m->nreleased++] = s->slot[i].handle;
    hyd_fh_slot_free(s, i);
  }
  hyd_fh_count(&fh->stats.moved, victims->n);
}

static int enter_region(struct fh *fh, struct hyd_fh_peer *p, struct fh_request *r,
                        const struct hyd_fh_extent *e, struct hyd_fh_move *m) {
  struct hyd_fh_side *s = &fh->remote.side;
  if (fh->c.strategy == FH_STRATEGY_FIREHOSE)
    (void)hyd_fh_supersede(fh, s, &p->victims, r, &p->dead);
  r->slot[0] = hyd_fh_slot_new(s, r->node, e->first, (uint32_t)(e->last - e->first + 1));
  if (r->slot[0] == 0) return 0;
  s->slot[r->slot[0]].alone = r->exact; /* the owner has refused the union */
  m->slot[m->n++] = r->slot[0];
  m->merged = e->first != r->first || e->last != r->last;
  return 1;
}

static int enter_pages(struct fh *fh, struct fh_request *r, struct hyd_fh_move *m) {
  for (uint32_t k = 0; k < r->n; k++) {
    if (r->slot[k]) continue;
    r->slot[k] = hyd_fh_slot_new(&fh->remote.side, r->node, r->first + k, 1);
    if (r->slot[k] == 0) return 0;
    m->slot[m->n++] = r->slot[k];
  }
  return 1;
}

static void undo_enter(struct fh *fh, struct fh_request *r, struct hyd_fh_move *m) {
  for (uint32_t k = 0; k < r->n; k++)
    for (uint32_t j = 0; j < m->n; j++)
      if (r->slot[k] == m->slot[j]) r->slot[k] = 0;
  while (m->n) hyd_fh_slot_free(&fh->remote.side, m->slot[--m->n]);
}

static int enter_slots(struct fh *fh, struct hyd_fh_peer *p, struct fh_request *r,
                       const struct hyd_fh_extent *e, struct hyd_fh_move *m) {
  return fh->c.regions ? enter_region(fh, p, r, e, m) : enter_pages(fh, r, m);
}

/* Makes room and PENDING slots for missing buckets. */
static enum hyd_fh_got make_room(struct fh *fh, struct hyd_fh_peer *p, struct fh_request *r,
                                 uint64_t missing, struct hyd_fh_move *m) {
  struct hyd_fh_side *s = &fh->remote.side;
  struct hyd_fh_plan plan = hyd_fh_plan_of(fh, r, missing);
  const struct hyd_fh_budget b = {p->used,          p->share,    p->slots, fh->slots_f,
                                  fh->union_remote, &p->refused, NULL};
  enum hyd_fh_got got = hyd_fh_find_room(fh, s, &p->victims, r, &b, &plan);
  if (got == FH_COMING && !enter_slots(fh, p, r, &plan.e, m)) got = FH_LATER;
  if (got == FH_LATER) {
    undo_enter(fh, r, m);
    hyd_fh_victims_restore(s, &p->victims, &plan.victims);
    hyd_fh_victims_restore(s, &p->victims, &plan.e.taken);
  }
  if (got != FH_COMING) return got;
  m->ahead = r->ahead;
  m->wanted = !r->ahead && s->in_use < s->limit / 2 ? (uint32_t)plan.victims.buckets : 0;
  give_up_victims(fh, p, m, &plan.victims);
  give_up_victims(fh, p, m, &plan.e.taken);
  p->used += plan.missing;
  p->slots += (uint32_t)plan.slots;
  return FH_COMING;
}

/* Queues a request at the front, but behind a waiting winner, the only one that can be served. */
static void push_back(struct hyd_fh_peer *p, struct fh_request *r) {
  struct fh_request *w = p->later.head;
  if (w == NULL || w != p->victims.winner) {
    hyd_fh_queue_push_front(&p->later, r);
    return;
  }
  r->next = w->next;
  w->next = r;
  if (p->later.tail == w) p->later.tail = r;
}

static void put_off(struct fh *fh, struct hyd_fh_peer *p, struct fh_request *r, int again) {
  hyd_fh_unrefer_locked(fh, &fh->remote.side, &p->dead, r);
  if (again || p->victims.winner == r)
    push_back(p, r); /* a winner is served before all others */
  else
    hyd_fh_queue_push(&p->later, r);
  if (again) return;
  atomic_fetch_add_explicit(&fh->waiting, 1, memory_order_relaxed);
  hyd_fh_count(&fh->stats.put_off, 1);
}

static void start_move(struct fh *fh, struct hyd_fh_peer *p, struct fh_request *r,
                       struct hyd_fh_move *m) {
  m->note_handle = fh->remote.side.slot[r->slot[0]].handle;
  m->id = ++p->next_id ? p->next_id : ++p->next_id;
  r->move_id = m->id;
  m->next = p->moves;
  p->moves = m;
}

/* FH_GOT: all firehoses exist. FH_COMING: the request waits for moves; if m->id is set, for this
 * one, which the caller is to send. */
static enum hyd_fh_got plan(struct fh *fh, struct hyd_fh_peer *p, struct fh_request *r,
                            struct hyd_fh_move *m, struct look *l, int again) {
  enum hyd_fh_got got;
  *l = (struct look){0};
  r->status = p->lost ? EHOSTDOWN : 0;
  r->n = r->move_id = 0;
  if (p->lost) return FH_BAD;
  got = refer_slots(fh, p, r, l);
  if (got == FH_GOT && (l->pending || r->note)) got = FH_COMING;
  if (got != FH_LATER && l->missing) got = make_room(fh, p, r, l->missing, m);
  if (got == FH_LATER && !r->ahead) {
    put_off(fh, p, r, again);
    return got;
  }
  if (got == FH_LATER || got == FH_BAD) {
    hyd_fh_unrefer_locked(fh, &fh->remote.side, &p->dead, r);
    r->status = ENOMEM;
    return FH_BAD;
  }
  if (hyd_fh_victims_end(&fh->remote.side, &p->victims, r)) hyd_fh_count(&fh->stats.won, 1);
  if (got == FH_COMING && (m->n || r->note)) start_move(fh, p, r, m);
  if (got == FH_COMING) {
    l->ahead = hyd_fh_look_ahead(fh, &p->streams, r, l->missing != 0, &l->ahead_from);
    hyd_fh_queue_push(&p->coming, r);
  }
  return got;
}

static unsigned char *put_pins(struct fh *fh, unsigned char *at, const struct hyd_fh_move *m,
                               uint32_t *pins) {
  const struct hyd_fh_slot *slots = fh->remote.side.slot;
  *pins = 0;
  for (uint32_t k = 0, end; k < m->n; k = end) {
    uint64_t first = hyd_fh_slot_first(&slots[m->slot[k]]), n = hyd_fh_slot_n(&slots[m->slot[k]]);
    for (end = k + 1;
         !fh->c.regions && end < m->n && hyd_fh_slot_first(&slots[m->slot[end]]) == first + n;
         end++)
      n++;
    hyd_fh_put(at, first, 8);
    hyd_fh_put(at + 8, n | (m->merged ? FH_MERGED : 0), 4);
    at += FH_PIN;
    ++*pins;
  }
  return at;
}

/* Sends a MOVE. Without the lock: the move is in the list, and does not change before its reply. */
static void send_move(struct fh *fh, const struct fh_request *r, const struct hyd_fh_move *m) {
  unsigned char buf[FH_MESSAGE_MAX], *at = buf + FH_HEADER;
  uint32_t pins;
  for (uint32_t k = 0; k < m->nreleased; k++, at += 8) hyd_fh_put(at, m->released[k], 8);
  at = put_pins(fh, at, m, &pins);
  if (r->note) {
    hyd_fh_put(at, r->first, 8);
    hyd_fh_put(at + 8, r->last, 8);
    hyd_fh_put(at + 16, fh->c.regions && m->n == 0 ? m->note_handle : 0, 8);
    memcpy(at + FH_NOTE_HEAD, r->note, r->note_size);
    at += FH_NOTE_HEAD + r->note_size;
  }
  hyd_fh_put_header(buf, FH_MOVE, m->id, m->wanted,
                    m->nreleased | (uint64_t)pins << 16 |
                        (uint64_t)(r->note ? r->note_size + FH_NOTE_HEAD : 0) << 32);
  hyd_fh_count(&fh->stats.moves, 1);
  fh->c.ops->send(fh->c.ctx, r->node, buf, (size_t)(at - buf));
}

enum hyd_fh_got hyd_fh_remote_attempt(struct fh *fh, struct fh_request *r, int again) {
  struct hyd_fh_peer *p = hyd_fh_peer(fh, r->node);
  struct hyd_fh_move *m = p ? new_move(fh->slots_most) : NULL;
  struct fh_request copy = *r; /* another thread may finish r as soon as it is in a queue */
  enum hyd_fh_got got;
  struct look l;
  int moves;
  if (m == NULL) {
    r->status = ENOMEM;
    return FH_BAD;
  }
  hyd_fh_lock(&fh->remote.side);
  got = plan(fh, p, r, m, &l, again);
  moves = m->id != 0;
  hyd_fh_unlock(&fh->remote.side);
  if (moves)
    send_move(fh, &copy, m);
  else
    free(m);
  if (l.ahead) hyd_fh_ask_ahead(fh, copy.node, l.ahead_from, l.ahead, 0);
  return got;
}

void hyd_fh_remote_serve(struct fh *fh, uint32_t node) {
  struct hyd_fh_peer *p = hyd_fh_peer_if(fh, node);
  enum hyd_fh_got got = FH_GOT;
  while (p && got != FH_LATER) {
    struct fh_request *r;
    hyd_fh_lock(&fh->remote.side);
    r = hyd_fh_queue_pop(&p->later);
    hyd_fh_unlock(&fh->remote.side);
    if (r == NULL || (got = hyd_fh_remote_attempt(fh, r, 1)) == FH_LATER) return;
    atomic_fetch_sub_explicit(&fh->waiting, 1, memory_order_relaxed);
    if (got != FH_COMING) hyd_fh_granted(fh, r, got == FH_BAD ? r->status : 0);
  }
}

/* --- replies -------------------------------------------------------------- */

/* Takes the owner's entry of one firehose (wire.h). */
static void take_entry(struct fh *fh, struct hyd_fh_peer *p, uint32_t i, int ahead, uint32_t status,
                       const unsigned char *entry) {
  struct hyd_fh_side *s = &fh->remote.side;
  struct hyd_fh_slot *slot = &s->slot[i];
  if (status == 0) {
    slot->handle = hyd_fh_get(entry, 8);
    slot->alone |= slot->handle == 0; /* prepinned memory, whose neighbours may not be pinned */
    atomic_store_explicit(&slot->key, hyd_fh_get(entry + 8, 8), memory_order_relaxed);
    uint64_t base = hyd_fh_get(entry + 16, 8) & ~FH_ONCE, first = hyd_fh_slot_first(slot);
    atomic_store_explicit(&slot->beyond, base < first ? (uint32_t)(first - base) : 0,
                          memory_order_relaxed);
  }
  slot->once = status == 0 && !slot->stale && (hyd_fh_get(entry + 16, 8) & FH_ONCE) != 0;
  s->once |= slot->once;
  if (status == 0 && !slot->stale && !slot->once) {
    hyd_fh_fifo_push(s, &p->victims.fifo, i);
    atomic_store_explicit(&slot->ahead, ahead,
                          memory_order_relaxed); /* before hyd_fh_slot_pinned's release */
    hyd_fh_slot_pinned(slot);
    return;
  }
  if (hyd_fh_slot_kill(s, &p->victims.fifo, i)) hyd_fh_dead_add(fh, s, &p->dead, i);
}

/* Sets r->status to EAGAIN if a slot that the request waits for is DEAD: its memory has gone away,
 * or the other request's move failed. A slot for one use is DEAD at once, but valid. */
static void look_for_dead(const struct hyd_fh_side *s, struct fh_request *r) {
  for (uint32_t k = 0; k < r->n && r->status == 0; k++) {
    const struct hyd_fh_slot *slot = &s->slot[r->slot[k]];
    if (hyd_fh_slot_state(slot) == FH_DEAD && !slot->once) r->status = EAGAIN;
  }
}

/* Notes which slots of the request have arrived. 1: all have, or have failed. */
static int note_arrivals(const struct hyd_fh_side *s, struct fh_request *r) {
  while (r->ready < r->n && hyd_fh_slot_state(&s->slot[r->slot[r->ready]]) != FH_PENDING)
    r->ready++;
  if (r->ready < r->n || (r->move_id && !r->status)) return 0;
  look_for_dead(s, r);
  return 1;
}

static struct hyd_fh_move *find_move(struct hyd_fh_peer *p, uint32_t id, int unlink) {
  struct hyd_fh_move **at = &p->moves, *m;
  while (*at && (*at)->id != id) at = &(*at)->next;
  m = *at;
  if (m && unlink) *at = m->next;
  return m;
}

/* Removes the requests that wait for nothing more from the queue; returns them as a list. */
static struct fh_request *collect_ready(struct fh *fh, struct hyd_fh_peer *p) {
  struct hyd_fh_queue rest = {NULL, NULL}, done = {NULL, NULL};
  struct fh_request *r;
  while ((r = hyd_fh_queue_pop(&p->coming)))
    hyd_fh_queue_push(note_arrivals(&fh->remote.side, r) ? &done : &rest, r);
  p->coming = rest;
  return done.head;
}

static void grant_request(struct fh *fh, struct fh_request *r) {
  int status = r->status;
  if (status == 0) {
    hyd_fh_granted(fh, r, 0);
    return;
  }
  hyd_fh_drop(fh, r);
  if (status == EAGAIN &&
      !r->ahead) { /* the memory has gone away meanwhile: request what is there now */
    enum hyd_fh_got got = hyd_fh_remote_attempt(fh, r, 0);
    if (got == FH_LATER || got == FH_COMING) return;
    status = got == FH_BAD ? r->status : 0;
  }
  hyd_fh_granted(fh, r, status);
}

static void grant_all(struct fh *fh, struct fh_request *list) {
  for (struct fh_request *r = list, *next; r; r = next) {
    next = r->next;
    grant_request(fh, r);
  }
}

static int has_joined_once(const struct hyd_fh_side *s, const struct fh_request *r,
                           const struct hyd_fh_move *m) {
  for (uint32_t j = 0; j < m->n; j++)
    for (uint32_t k = 0; s->slot[m->slot[j]].once && k < r->n; k++)
      if (r->slot[k] == m->slot[j]) return 1;
  return 0;
}

/* Passes the result of a move to its request and to those that wait for it, too. */
static void tell_of_move(const struct hyd_fh_side *s, struct hyd_fh_peer *p,
                         const struct hyd_fh_move *m, uint32_t status) {
  for (struct fh_request *r = p->coming.head; r; r = r->next) {
    if (r->move_id != m->id) {
      if (r->status == 0 && has_joined_once(s, r, m)) r->status = EAGAIN;
      continue;
    }
    r->move_id = 0;
    if (status == 0)
      r->note = NULL; /* at_target has been called */
    else
      r->status = m->merged ? EAGAIN : (int)status;
    if (status == 0 || status == EAGAIN || !m->merged) continue;
    r->exact = 1;
    hyd_fh_pieces_add(&p->refused, r->first, r->last + 1);
  }
}

int hyd_fh_remote_moved(struct fh *fh, uint32_t node, const struct hyd_fh_moved *moved) {
  struct hyd_fh_peer *p = hyd_fh_peer_if(fh, node);
  struct fh_request *list;
  struct hyd_fh_move *m;
  if (p == NULL) return EPROTO;
  hyd_fh_lock(&fh->remote.side);
  m = p->lost ? NULL : find_move(p, moved->id, 0);
  if (m == NULL || (moved->status == 0 && moved->n != m->n)) {
    hyd_fh_unlock(&fh->remote.side);
    return EPROTO;
  }
  find_move(p, moved->id, 1);
  for (uint32_t k = 0; k < m->n; k++)
    take_entry(fh, p, m->slot[k], m->ahead, moved->status, moved->entry + k * FH_ENTRY);
  tell_of_move(&fh->remote.side, p, m, moved->status);
  list = collect_ready(fh, p);
  hyd_fh_unlock(&fh->remote.side);
  free(m);
  grant_all(fh, list);
  hyd_fh_remote_bury(fh, node);
  return 0;
}

/* --- giving back ---------------------------------------------------------- */

/* Frees DEAD slots, as many as a message can name, and writes their handles; how many. */
static uint32_t free_dead(struct fh *fh, struct hyd_fh_peer *p, unsigned char *at, uint32_t most) {
  struct hyd_fh_side *s = &fh->remote.side;
  uint32_t n = 0, i;
  while ((i = p->dead.head) && n < most) {
    p->dead.head = s->slot[i].next;
    p->dead.n--;
    p->dead.buckets -= hyd_fh_slot_n(&s->slot[i]);
    p->used -= hyd_fh_slot_n(&s->slot[i]);
    p->slots--;
    if (s->slot[i].handle) hyd_fh_put(at + 8 * (size_t)n++, s->slot[i].handle, 8);
    hyd_fh_slot_free(s, i);
  }
  return n;
}

void hyd_fh_remote_bury(struct fh *fh, uint32_t node) {
  struct hyd_fh_peer *p = hyd_fh_peer_if(fh, node);
  unsigned char buf[FH_MESSAGE_MAX];
  uint32_t most = (uint32_t)(fh->c.message - FH_HEADER) / 8, n;
  if (p == NULL) return;
  do {
    hyd_fh_lock(&fh->remote.side);
    hyd_fh_share_shrink(fh, p);
    n = free_dead(fh, p, buf + FH_HEADER, most);
    hyd_fh_unlock(&fh->remote.side);
    hyd_fh_put_header(buf, FH_RELEASE, 0, 0, n);
    if (n && !p->lost) fh->c.ops->send(fh->c.ctx, node, buf, FH_HEADER + 8 * (size_t)n);
  } while (n == most);
}

/* --- the end of a node ---------------------------------------------------- */

/* Fails all requests to the node. Its moves stay in the list until the instance is closed, as a
 * thread may be sending one. */
static void fail_all(struct fh *fh, struct hyd_fh_peer *p) {
  struct hyd_fh_side *s = &fh->remote.side;
  p->lost = 1;
  for (struct hyd_fh_move *m = p->moves; m; m = m->next)
    for (uint32_t k = 0; k < m->n; k++) take_entry(fh, p, m->slot[k], 0, EHOSTDOWN, NULL);
  for (uint32_t i; (i = p->victims.fifo.head ? p->victims.fifo.head : p->victims.draining.head);) {
    hyd_fh_victims_forget(s, &p->victims, i);
    if (hyd_fh_slot_kill(s, &p->victims.fifo, i)) hyd_fh_dead_add(fh, s, &p->dead, i);
  }
  for (struct fh_request *r = p->coming.head; r; r = r->next) r->status = EHOSTDOWN, r->move_id = 0;
}

void fh_lost(struct fh *fh, uint32_t node) {
  struct hyd_fh_peer *p = hyd_fh_peer(fh, node);
  struct fh_request *list;
  if (p == NULL) return;
  hyd_fh_lock(&fh->remote.side);
  if (!p->lost) fail_all(fh, p);
  list = collect_ready(fh, p);
  hyd_fh_unlock(&fh->remote.side);
  grant_all(fh, list);
  hyd_fh_remote_serve(fh, node); /* waiting requests fail, too */
  hyd_fh_target_lost(fh, node);
  hyd_fh_local_serve(fh); /* the node's jobs end */
  hyd_fh_remote_bury(fh, node);
}
