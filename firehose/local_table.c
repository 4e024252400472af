/* SPDX-License-Identifier: BSD-3-Clause
 *
 * local_table.c: the local bucket table. An attempt to serve a request that is no hit has three
 * steps:
 *
 *   1. With the lock: take all the room that it needs, or none, and enter its buckets as PENDING.
 *   2. Without the lock, so that other requests continue: unpin the victims, then pin; so no more
 *      than the limit is pinned at any time.
 *   3. With the lock: make the buckets PINNED.
 *
 * A request that finds a PENDING bucket, or a victim that is not unpinned yet, drops its references
 * and waits in the queue. After every pin the queue is served, and so are jobs of other nodes,
 * whose messages arrive in handlers, where no thread can wait (table 3 of the paper, "local
 * request", "handler pinning").
 */
#include <stdlib.h>

#include "firehose/instance.h"

#define RETRIES 4 /* of a pin that failed because too much is pinned */

/* --- looking -------------------------------------------------------------- */

/* Region-based: whether the slot is DRAINING for r itself, which has precedence. */
static int is_drained_for(const struct fh *fh, const struct fh_request *r, uint32_t i) {
  return fh->c.regions && fh->local.victims.winner == r &&
         hyd_fh_slot_state(&fh->local.side.slot[i]) == FH_DRAINING;
}

/* Adds references to PINNED slots, and enters 0 for missing ones. Region-based there is one slot
 * for all of the range, or none. */
static enum hyd_fh_got refer_slots(struct fh *fh, struct fh_request *r, uint64_t *missing) {
  struct hyd_fh_side *s = &fh->local.side;
  *missing = 0;
  r->n = 0;
  for (uint64_t b = r->first, end; b <= r->last; b = end + 1) {
    uint32_t there = hyd_fh_table_get(&s->table, hyd_fh_table_key(r->node, b)), i = there;
    end = hyd_fh_span_end(fh, r, b);
    if (fh->c.regions) i = hyd_fh_region_find(s, r->node, b, end, r->exact);
    if (i && hyd_fh_slot_refer(&s->slot[i], r->node, b, end)) {
      r->slot[r->n++] = i;
      continue;
    }
    if (i) there = i;
    if (there && hyd_fh_slot_state(&s->slot[there]) != FH_PINNED && !is_drained_for(fh, r, there))
      return FH_LATER;
    r->slot[r->n++] = 0;
    *missing += end - b + 1;
  }
  return FH_GOT;
}

static void note_most(struct fh *fh) {
  uint64_t most = atomic_load_explicit(&fh->stats.most_pinned, memory_order_relaxed);
  uint64_t slots = atomic_load_explicit(&fh->stats.most_slots, memory_order_relaxed);
  if (fh->local.pinned > most)
    atomic_store_explicit(&fh->stats.most_pinned, fh->local.pinned, memory_order_relaxed);
  if (fh->local.slots > slots)
    atomic_store_explicit(&fh->stats.most_slots, fh->local.slots, memory_order_relaxed);
}

/* Makes PENDING slots for missing buckets. 0: no room in the table. */
static int enter_pages(struct fh *fh, struct fh_request *r) {
  for (uint32_t k = 0; k < r->n; k++) {
    if (r->slot[k]) continue;
    r->slot[k] = hyd_fh_slot_new(&fh->local.side, r->node, r->first + k, 1);
    if (r->slot[k] == 0) return 0;
  }
  return 1;
}

static int enter_slots(struct fh *fh, struct fh_request *r, const struct hyd_fh_extent *e) {
  struct hyd_fh_local *l = &fh->local;
  uint32_t n = e->taken.n;
  if (!fh->c.regions) return enter_pages(fh, r);
  if (fh->c.strategy == FH_STRATEGY_FIREHOSE)
    n += hyd_fh_supersede(fh, &l->side, &l->victims, r, &l->dead);
  hyd_fh_count(&fh->stats.merged, n);
  r->slot[0] = hyd_fh_slot_new(&l->side, r->node, e->first, (uint32_t)(e->last - e->first + 1));
  return r->slot[0] != 0;
}

/* Removes the PENDING slots that were entered, and frees their room. */
static void undo_enter(struct fh *fh, struct fh_request *r) {
  struct hyd_fh_side *s = &fh->local.side;
  for (uint32_t k = 0; k < r->n; k++) {
    uint32_t i = r->slot[k];
    if (i == 0 || hyd_fh_slot_state(&s->slot[i]) != FH_PENDING) continue;
    hyd_fh_slot_free(s, i);
    r->slot[k] = 0;
  }
}

/* Makes room for missing buckets, and enters them. */
static enum hyd_fh_got make_room(struct fh *fh, struct fh_request *r, struct hyd_fh_plan *p) {
  struct hyd_fh_local *l = &fh->local;
  struct hyd_fh_chain *victims = &p->victims;
  const struct hyd_fh_budget b = {l->pinned,       l->limit,    l->slots,  fh->slots_limit,
                                  fh->union_local, &l->refused, &l->pieces};
  enum hyd_fh_got got = hyd_fh_find_room(fh, &l->side, &l->victims, r, &b, p);
  if (got == FH_COMING && !enter_slots(fh, r, &p->e)) got = FH_LATER;
  hyd_fh_chain_join(&l->side, victims, &p->e.taken);
  if (got == FH_LATER) {
    undo_enter(fh, r);
    hyd_fh_victims_restore(&l->side, &l->victims, victims);
  }
  if (got != FH_COMING) return got;
  p->merged = p->e.first != r->first || p->e.last != r->last;
  /* Room of victims beyond the need may be used only after they are unpinned. */
  victims->extra = hyd_fh_over(victims->buckets, p->missing);
  victims->extra_n = (uint32_t)hyd_fh_over(victims->n, p->slots);
  l->pinned += p->missing + victims->extra - victims->buckets;
  l->slots += (uint32_t)p->slots + victims->extra_n - victims->n;
  note_most(fh);
  return FH_COMING;
}

/* Step 1. FH_GOT: all buckets are PINNED. FH_COMING: the caller is to unpin the victims and pin the
 * PENDING slots of r. FH_BAD: there will never be room. */
static enum hyd_fh_got make_plan(struct fh *fh, struct fh_request *r, struct hyd_fh_plan *p) {
  struct hyd_fh_local *l = &fh->local;
  uint64_t missing;
  enum hyd_fh_got got = refer_slots(fh, r, &missing);
  *p = hyd_fh_plan_of(fh, r, missing);
  if (got == FH_GOT && missing) got = make_room(fh, r, p);
  if (got != FH_LATER && hyd_fh_victims_end(&l->side, &l->victims, r))
    hyd_fh_count(&fh->stats.won, 1);
  return got;
}

/* --- pinning -------------------------------------------------------------- */

/* Consecutive buckets that are unpinned by one call, as one call had pinned them. */
struct run {
  uint64_t first, end;
  struct fh_pinned was;
};

static void unpin_run(struct fh *fh, const struct run *r) {
  if (r->first == r->end) return;
  fh->c.ops->unpin(fh->c.ctx, hyd_fh_bytes(fh, r->first), hyd_fh_bytes(fh, r->end - r->first),
                   &r->was);
  hyd_fh_count(&fh->stats.unpins, 1);
}

/* Adds a slot to the run. 0: it does not continue the run. */
static int join_run(struct run *r, const struct hyd_fh_slot *slot) {
  uint64_t first = hyd_fh_slot_first(slot), end = first + hyd_fh_slot_n(slot);
  if (slot->name != r->was.name || hyd_fh_slot_key(slot) != r->was.key) return 0;
  if (first != r->end && end != r->first) return 0;
  if (first == r->end)
    r->end = end;
  else
    r->first = first;
  return 1;
}

/* Unpins the slots of a chain, except those whose pin had failed. */
static void unpin_chain(struct fh *fh, const struct hyd_fh_chain *c) {
  const struct hyd_fh_slot *slots = fh->local.side.slot;
  struct run r = {0};
  for (uint32_t i = c->head; i; i = slots[i].next) {
    const struct hyd_fh_slot *slot = &slots[i];
    if (slot->failed || (r.first != r.end && !fh->c.regions && join_run(&r, slot))) continue;
    unpin_run(fh, &r);
    r = (struct run){hyd_fh_slot_first(slot),
                     hyd_fh_slot_first(slot) + hyd_fh_slot_n(slot),
                     {slot->name, hyd_fh_slot_key(slot)}};
  }
  unpin_run(fh, &r);
}

static void free_chain(struct hyd_fh_side *s, const struct hyd_fh_chain *c) {
  for (uint32_t i = c->head, next; i; i = next) {
    next = s->slot[i].next;
    hyd_fh_slot_free(s, i);
  }
}

/* Unpins and frees a chain of idle slots that no request needed the room of. Without the lock. */
static void unpin_all_of(struct fh *fh, const struct hyd_fh_chain *c) {
  unpin_chain(fh, c);
  hyd_fh_lock(&fh->local.side);
  free_chain(&fh->local.side, c);
  fh->local.pinned -= c->buckets;
  fh->local.slots -= c->n;
  hyd_fh_unlock(&fh->local.side);
}

/* Unpins idle slots of up to `buckets` buckets, as the system refuses to pin more. 0: none was
 * left. */
static int pin_less(struct fh *fh, uint64_t buckets) {
  struct hyd_fh_local *l = &fh->local;
  struct hyd_fh_chain c;
  hyd_fh_lock(&l->side);
  hyd_fh_victims_squeeze(&l->side, &l->victims, buckets, &c);
  hyd_fh_unlock(&l->side);
  unpin_all_of(fh, &c);
  return c.n > 0;
}

/* Whether to unpin idle slots after a failed pin: not for a request in advance, as a limit of the
 * system is no reason to give up used memory for unused memory. */
static int may_pin_less(const struct fh *fh, const struct fh_request *r, int rc) {
  return (rc == EAGAIN || rc == ENOMEM) && fh->c.strategy != FH_STRATEGY_RENDEZVOUS && !r->ahead;
}

static int pin_once(struct fh *fh, uint64_t first, uint64_t n, struct fh_pinned *out) {
  int rc;
  *out = (struct fh_pinned){NULL, 0};
  rc = fh->c.ops->pin(fh->c.ctx, hyd_fh_bytes(fh, first), hyd_fh_bytes(fh, n), out);
  hyd_fh_count(rc ? &fh->stats.pin_failures : &fh->stats.pins, 1);
  return rc;
}

static int pin_run(struct fh *fh, const struct fh_request *r, uint64_t first, uint64_t n,
                   struct fh_pinned *out) {
  int rc = EAGAIN;
  for (int k = 0; k < RETRIES && rc; k++) {
    rc = pin_once(fh, first, n, out);
    if (!may_pin_less(fh, r, rc) || !pin_less(fh, n)) break;
  }
  return rc == EAGAIN ? ENOMEM : rc;
}

static void set_pinned(struct hyd_fh_slot *slot, const struct fh_pinned *got) {
  slot->name = got->name;
  atomic_store_explicit(&slot->key, got->key, memory_order_relaxed);
}

/* Whether the request's k-th slot is PENDING: then it is the request's own. */
static int is_pending(const struct fh *fh, const struct fh_request *r, uint32_t k) {
  return hyd_fh_slot_state(&fh->local.side.slot[r->slot[k]]) == FH_PENDING;
}

/* Whether registrations of these buckets may be kept: their memory can be watched. */
static int watch_run(struct fh *fh, uint64_t first, uint64_t n) {
  if (fh->c.strategy == FH_STRATEGY_UNPIN) return 0;
  if (fh->c.ops->watch == NULL ||
      fh->c.ops->watch(fh->c.ctx, hyd_fh_bytes(fh, first), hyd_fh_bytes(fh, n)) == 0)
    return 1;
  hyd_fh_count(&fh->stats.unwatched, n);
  return 0;
}

/* Pins the PENDING slots, consecutive ones by one call; marks slots whose pin failed. */
static int pin_pending(struct fh *fh, struct fh_request *r) {
  struct hyd_fh_slot *slots = fh->local.side.slot;
  int status = 0;
  for (uint32_t k = 0, end; k < r->n; k = end) {
    struct fh_pinned got = {NULL, 0};
    uint64_t n = 0;
    int kept;
    end = k + 1;
    if (!is_pending(fh, r, k)) continue;
    for (end = k; end < r->n && is_pending(fh, r, end); end++)
      n += hyd_fh_slot_n(&slots[r->slot[end]]);
    kept = watch_run(fh, hyd_fh_slot_first(&slots[r->slot[k]]), n);
    int rc = status               ? status
             : !kept && r->merged ? EFAULT
                                  : pin_run(fh, r, hyd_fh_slot_first(&slots[r->slot[k]]), n, &got);
    for (uint32_t j = k; j < end; j++) {
      set_pinned(&slots[r->slot[j]], &got);
      slots[r->slot[j]].failed = rc != 0;
      slots[r->slot[j]].once = !kept;
    }
    if (rc) status = rc;
  }
  return status;
}

/* Pins a union, once, and only if it may be kept. */
static int pin_union(struct fh *fh, const struct fh_request *r) {
  struct hyd_fh_slot *slot = &fh->local.side.slot[r->slot[0]];
  const struct fh_ops *ops = fh->c.ops;
  uint64_t first = hyd_fh_slot_first(slot), n = hyd_fh_slot_n(slot);
  struct fh_pinned got;
  if (ops->watch && ops->watch(fh->c.ctx, hyd_fh_bytes(fh, first), hyd_fh_bytes(fh, n))) return 0;
  if (pin_once(fh, first, n, &got)) return 0;
  set_pinned(slot, &got);
  return 1;
}

/* Reduces the slot to the request's own range, as the union was refused. */
static void give_up_union(struct fh *fh, const struct fh_request *r) {
  struct hyd_fh_local *l = &fh->local;
  struct hyd_fh_slot *slot = &l->side.slot[r->slot[0]];
  hyd_fh_lock(&l->side);
  l->pinned -= hyd_fh_slot_n(slot) - (r->last - r->first + 1);
  hyd_fh_slot_shrink(&l->side, r->slot[0], r->first, (uint32_t)(r->last - r->first + 1));
  slot->alone = 1;
  hyd_fh_pieces_add(&l->refused, r->first, r->last + 1);
  hyd_fh_unlock(&l->side);
}

static int pin_planned(struct fh *fh, struct fh_request *r, const struct hyd_fh_plan *p) {
  if (p->merged && pin_union(fh, r)) return 0;
  if (p->merged) give_up_union(fh, r);
  return pin_pending(fh, r);
}

/* Step 3. Makes the PENDING slots PINNED; or DEAD if pinning failed, the memory has gone away
 * meanwhile (then returns 1), or the slot is for one use. */
static int settle_pending(struct fh *fh, struct fh_request *r) {
  struct hyd_fh_local *l = &fh->local;
  int gone = 0;
  for (uint32_t k = 0; k < r->n; k++) {
    uint32_t i = r->slot[k];
    struct hyd_fh_slot *slot = &l->side.slot[i];
    if (!is_pending(fh, r, k)) continue;
    if (slot->failed || slot->stale) {
      gone |= !slot->failed;
      hyd_fh_slot_kill(&l->side, &l->victims.fifo, i);
      continue;
    }
    l->side.once |= slot->once;
    if (slot->once) { /* DEAD at once: its release unpins it */
      hyd_fh_slot_kill(&l->side, &l->victims.fifo, i);
      continue;
    }
    hyd_fh_fifo_push(&l->side, &l->victims.fifo, i);
    hyd_fh_slot_pinned(slot);
  }
  return gone;
}

static enum hyd_fh_got pin_missing(struct fh *fh, struct fh_request *r,
                                   const struct hyd_fh_plan *p) {
  const struct hyd_fh_chain *victims = &p->victims;
  struct hyd_fh_local *l = &fh->local;
  int status, gone;
  unpin_chain(fh, victims);
  status = pin_planned(fh, r, p);
  hyd_fh_lock(&l->side);
  free_chain(&l->side, victims);
  l->pinned -= victims->extra;
  l->slots -= victims->extra_n;
  gone = settle_pending(fh, r);
  hyd_fh_unlock(&l->side);
  if (status == 0 && !gone) return FH_GOT;
  hyd_fh_drop(fh, r);
  hyd_fh_local_bury(fh);
  r->status = status;
  return status ? FH_BAD : FH_LATER;
}

enum hyd_fh_got hyd_fh_local_attempt(struct fh *fh, struct fh_request *r) {
  struct hyd_fh_plan p;
  enum hyd_fh_got got;
  hyd_fh_catch_up(fh);
  if (atomic_load_explicit(&fh->chores, memory_order_relaxed))
    hyd_fh_local_bury(fh); /* which may save victims */
  hyd_fh_lock(&fh->local.side);
  got = make_plan(fh, r, &p);
  hyd_fh_unlock(&fh->local.side);
  if (got == FH_LATER || got == FH_BAD) hyd_fh_drop(fh, r);
  if (got == FH_BAD) r->status = ENOMEM;
  return got == FH_COMING ? pin_missing(fh, r, &p) : got;
}

/* --- DEAD slots ----------------------------------------------------------- */

void hyd_fh_local_bury(struct fh *fh) {
  struct hyd_fh_local *l = &fh->local;
  struct hyd_fh_chain c;
  hyd_fh_lock(&l->side);
  c = l->dead;
  l->dead = (struct hyd_fh_chain){0};
  hyd_fh_unlock(&l->side);
  if (c.n) unpin_all_of(fh, &c);
}

/* --- the queue ------------------------------------------------------------ */

void hyd_fh_local_put_off(struct fh *fh, struct fh_request *r) {
  hyd_fh_lock(&fh->local.side);
  if (fh->local.victims.winner == r)
    hyd_fh_queue_push_front(&fh->local.later, r); /* the winner is served before all others */
  else
    hyd_fh_queue_push(&fh->local.later, r);
  hyd_fh_unlock(&fh->local.side);
  atomic_fetch_add_explicit(&fh->waiting, 1, memory_order_relaxed);
  hyd_fh_count(&fh->stats.put_off, 1);
}

static void serve_requests(struct fh *fh) {
  struct hyd_fh_local *l = &fh->local;
  for (;;) {
    struct fh_request *r;
    enum hyd_fh_got got;
    hyd_fh_lock(&l->side);
    r = hyd_fh_queue_pop(&l->later);
    hyd_fh_unlock(&l->side);
    if (r == NULL) return;
    got = hyd_fh_local_attempt(fh, r);
    if (got == FH_LATER) {
      hyd_fh_lock(&l->side);
      hyd_fh_queue_push_front(&l->later, r);
      hyd_fh_unlock(&l->side);
      return;
    }
    atomic_fetch_sub_explicit(&fh->waiting, 1, memory_order_relaxed);
    hyd_fh_granted(fh, r, got == FH_BAD ? r->status : 0);
  }
}

/* Continues each job once: a job that waits for releases must not keep a later job from being
 * served. */
static void serve_jobs(struct fh *fh) {
  struct hyd_fh_local *l = &fh->local;
  struct hyd_fh_job *list;
  hyd_fh_lock(&l->side);
  list = l->jobs;
  l->jobs = NULL;
  l->jobs_end = &l->jobs;
  hyd_fh_unlock(&l->side);
  for (struct hyd_fh_job *j = list, *next; j; j = next) {
    next = j->next;
    if (hyd_fh_target_run(fh, j)) continue;
    hyd_fh_lock(&l->side);
    j->next = NULL;
    *l->jobs_end = j;
    l->jobs_end = &j->next;
    hyd_fh_unlock(&l->side);
  }
}

void hyd_fh_local_serve(struct fh *fh) {
  struct hyd_fh_local *l = &fh->local;
  hyd_fh_lock(&l->side);
  if (l->serving) {
    l->again = 1;
    hyd_fh_unlock(&l->side);
    return;
  }
  l->serving = 1;
  do {
    l->again = 0;
    hyd_fh_unlock(&l->side);
    serve_jobs(fh);
    serve_requests(fh);
    hyd_fh_lock(&l->side);
  } while (l->again);
  l->serving = 0;
  hyd_fh_unlock(&l->side);
}
