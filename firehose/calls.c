/* SPDX-License-Identifier: BSD-3-Clause
 *
 * calls.c: the calls of firehose.h. A hit takes no lock: it costs a lookup and a compare-and-swap
 * for each slot, and an atomic subtraction at its release. Other requests begin with an attempt
 * (local_table.c, remote_table.c). A request that cannot be granted then is in a queue; the thread
 * that completes what it waits for grants it. Calls that wait poll.
 */
#include <stdlib.h>
#include <string.h>

#include "firehose/instance.h"

/* --- queues, under their side's lock -------------------------------------- */

void hyd_fh_queue_push(struct hyd_fh_queue *q, struct fh_request *r) {
  r->next = NULL;
  if (q->tail)
    q->tail->next = r;
  else
    q->head = r;
  q->tail = r;
}

void hyd_fh_queue_push_front(struct hyd_fh_queue *q, struct fh_request *r) {
  r->next = q->head;
  q->head = r;
  if (q->tail == NULL) q->tail = r;
}

struct fh_request *hyd_fh_queue_pop(struct hyd_fh_queue *q) {
  struct fh_request *r = q->head;
  if (r && (q->head = r->next) == NULL) q->tail = NULL;
  return r;
}

/* --- memory ---------------------------------------------------------------- */

int hyd_fh_request_room(struct fh_request *r, uint32_t slots) {
  r->slot = r->few;
  if (slots <= FH_FEW) return 0;
  r->slot = malloc(slots * sizeof *r->slot);
  return r->slot ? 0 : ENOMEM;
}

void hyd_fh_request_no_room(struct fh_request *r) {
  if (r->slot != r->few) free(r->slot);
  r->slot = r->few;
}

void hyd_fh_ahead_forget(struct hyd_fh_queue *q) {
  struct hyd_fh_queue rest = {NULL, NULL};
  struct fh_request *r;
  while ((r = hyd_fh_queue_pop(q))) {
    if (!r->ahead) {
      hyd_fh_queue_push(&rest, r);
      continue;
    }
    hyd_fh_request_no_room(r);
    free(r);
  }
  *q = rest;
}

void hyd_fh_job_free(struct hyd_fh_job *j) {
  hyd_fh_request_no_room(&j->r);
  free(j->entry);
  free(j);
}

/* --- requests ------------------------------------------------------------- */

void hyd_fh_unrefer_locked(struct fh *fh, struct hyd_fh_side *s, struct hyd_fh_chain *dead,
                           struct fh_request *r) {
  for (uint32_t k = 0; k < r->n; k++)
    if (r->slot[k] && hyd_fh_slot_unrefer(&s->slot[r->slot[k]]))
      hyd_fh_dead_add(fh, s, dead, r->slot[k]);
  r->n = 0;
}

static void add_dead(struct fh *fh, const struct fh_request *r, uint32_t i) {
  struct hyd_fh_side *s = r->local ? &fh->local.side : &fh->remote.side;
  hyd_fh_lock(s);
  hyd_fh_dead_add(fh, s, r->local ? &fh->local.dead : &hyd_fh_peer_if(fh, r->node)->dead, i);
  hyd_fh_unlock(s);
}

void hyd_fh_drop(struct fh *fh, struct fh_request *r) {
  struct hyd_fh_slot *slots = r->local ? fh->local.side.slot : fh->remote.side.slot;
  for (uint32_t k = 0; k < r->n; k++)
    if (r->slot[k] && hyd_fh_slot_unrefer(&slots[r->slot[k]])) add_dead(fh, r, r->slot[k]);
  r->n = 0;
}

static void fill_result(const struct fh *fh, struct fh_request *r) {
  const struct hyd_fh_side *s = r->local ? &fh->local.side : &fh->remote.side;
  r->addr = hyd_fh_bytes(fh, r->first);
  r->len = hyd_fh_bytes(fh, r->last - r->first + 1);
  r->base = r->addr;
  if (r->n) r->key = hyd_fh_slot_key(&s->slot[r->slot[0]]);
  if (r->n) r->base = hyd_fh_bytes(fh, hyd_fh_slot_base(&s->slot[r->slot[0]], r->local));
}

void hyd_fh_granted(struct fh *fh, struct fh_request *r, int status) {
  fh_done done = r->done;
  void *arg = r->arg;
  if (status)
    hyd_fh_request_no_room(r);
  else
    fill_result(fh, r);
  if (fh->c.ops->now && !r->ahead)
    hyd_fh_count(&fh->stats.waited_ns, fh->c.ops->now(fh->c.ctx) - r->began);
  r->status = status;
  /* Release: pairs with the acquire of the thread that waits (wait_for), which owns r again then.
   */
  atomic_store_explicit(&r->state, FH_GRANTED, memory_order_release);
  if (done) done(r, arg);
}

/* Initialises a request. 0, or the errno value why the range cannot be requested. */
static int init_request(struct fh *fh, uint32_t node, uintptr_t addr, size_t len,
                        struct fh_request *r, int local) {
  uint64_t first = addr >> fh->shift, last = (addr + (len ? len - 1 : 0)) >> fh->shift;
  if (node >= fh->c.nodes || (!local && node == fh->c.node) || last < first) return EINVAL;
  if (last - first >= (local ? fh->maxvictim : fh->f)) return EMSGSIZE;
  if (!fh->c.regions && last - first >= fh->slots_most) return EMSGSIZE;
  r->n = r->attempts = r->move_id = 0;
  r->key = 0;
  r->node = node;
  r->first = first;
  r->last = last;
  r->local = (uint8_t)local;
  r->exact = r->merged = r->ahead = r->note_size = 0;
  r->note = NULL;
  r->done = NULL;
  r->status = 0;
  atomic_store_explicit(&r->state, FH_NEW, memory_order_relaxed);
  return hyd_fh_request_room(r, fh->c.regions ? 1 : (uint32_t)(last - first + 1));
}

/* --- ahead ---------------------------------------------------------------- */

static int try_hit(struct fh *fh, struct fh_request *r);

static void end_ahead(struct fh *fh, struct fh_request *r) {
  if (r->status == 0) fh_release(fh, r);
  free(r);
}

static void ahead_done(struct fh_request *r, void *fh) { end_ahead(fh, r); }

void hyd_fh_ask_ahead(struct fh *fh, uint32_t node, uint64_t first, uint64_t n, int local) {
  struct fh_request *r = malloc(sizeof *r);
  enum hyd_fh_got got;
  if (r == NULL) return;
  if (init_request(fh, node, hyd_fh_bytes(fh, first), hyd_fh_bytes(fh, n), r, local)) {
    free(r);
    return;
  }
  r->ahead = 1;
  if (try_hit(fh, r)) {
    end_ahead(fh, r);
    return;
  }
  r->done = ahead_done;
  r->arg = fh;
  hyd_fh_count(&fh->stats.ahead, n);
  got = local ? hyd_fh_local_attempt(fh, r) : hyd_fh_remote_attempt(fh, r, 0);
  if (got == FH_COMING) return;
  if (got != FH_GOT) hyd_fh_request_no_room(r);
  r->status = got == FH_GOT ? 0 : ENOMEM;
  end_ahead(fh, r);
}

/* Most buckets in advance: a part of the share, so that a stream does not displace everything else.
 */
static uint64_t most_ahead(const struct fh *fh, const struct fh_request *r) {
  uint64_t most = fh->c.ahead >> fh->shift, part = (r->local ? fh->maxvictim : fh->f) / 8;
  if (fh->c.strategy != FH_STRATEGY_FIREHOSE || r->ahead) return 0;
  if (most > part) most = part;
  return fh->c.regions || most < fh->slots_most ? most : fh->slots_most;
}

uint64_t hyd_fh_look_ahead(struct fh *fh, struct hyd_fh_streams *streams,
                           const struct fh_request *r, int miss, uint64_t *from) {
  uint64_t most = most_ahead(fh, r);
  return most ? hyd_fh_streams_see(streams, r->first, r->last, miss, most, from) : 0;
}

/* Whether the hit's slot was requested in advance and is used for the first time. */
static inline int is_new(struct hyd_fh_slot *s) {
  return atomic_load_explicit(&s->ahead, memory_order_relaxed);
}

static __attribute__((noinline, cold)) void first_use(struct fh *fh, const struct fh_request *r) {
  struct hyd_fh_slot *slots = fh->remote.side.slot;
  struct fh_request of = {.first = r->addr >> fh->shift,
                          .last = (r->addr + r->len - 1) >> fh->shift};
  uint64_t n, from = 0;
  for (uint32_t k = 0; k < r->n; k++)
    atomic_store_explicit(&slots[r->slot[k]].ahead, 0, memory_order_relaxed);
  hyd_fh_lock(&fh->remote.side);
  n = hyd_fh_look_ahead(fh, &hyd_fh_peer_if(fh, r->node)->streams, &of, 0, &from);
  hyd_fh_unlock(&fh->remote.side);
  if (n) hyd_fh_ask_ahead(fh, r->node, from, n, 0);
}

/* --- hits ----------------------------------------------------------------- */

/* A hit on the one slot that the hint names: the usual case. */
static inline __attribute__((always_inline)) int
hit_one(struct fh *fh, uint32_t node, uintptr_t addr, size_t len, struct fh_request *r, int local) {
  struct hyd_fh_side *s = local ? &fh->local.side : &fh->remote.side;
  uint64_t first = addr >> fh->shift, last = (addr + len - (len != 0)) >> fh->shift;
  uint32_t i = hyd_fh_table_hint(&s->table, hyd_fh_table_key(node, first));
  if ((first != last && !s->regions) || (local && !hyd_fh_is_current(fh))) return 0;
  if (!hyd_fh_slot_refer(&s->slot[i], node, first, last)) return 0;
  r->addr = hyd_fh_bytes(fh, first);
  r->len = hyd_fh_bytes(fh, last - first + 1);
  r->key = hyd_fh_slot_key(&s->slot[i]);
  r->base = hyd_fh_bytes(fh, hyd_fh_slot_base(&s->slot[i], local));
  r->node = node;
  r->n = 1;
  r->few[0] = i;
  r->slot = r->few;
  r->local = (uint8_t)local;
  if (!local && is_new(&s->slot[i])) first_use(fh, r);
  return 1;
}

static int has_new(const struct fh *fh, const struct fh_request *r) {
  for (uint32_t k = 0; k < r->n; k++)
    if (is_new(&fh->remote.side.slot[r->slot[k]])) return 1;
  return 0;
}

/* 1: the whole range is pinned, and the request is granted. */
static int try_hit(struct fh *fh, struct fh_request *r) {
  const struct fh_prepinned *pre =
      r->local && fh->c.nprepinned ? hyd_fh_prepinned_of(fh, r->first, r->last) : NULL;
  if (r->local) hyd_fh_catch_up(fh);
  if (pre)
    r->key = pre->key;
  else if (!hyd_fh_side_refer(r->local ? &fh->local.side : &fh->remote.side, r->node, r->first,
                              r->last, r)) {
    hyd_fh_drop(fh, r);
    return 0;
  }
  fill_result(fh, r);
  if (!r->local && !r->ahead && has_new(fh, r)) first_use(fh, r);
  return 1;
}

static int try_pin(struct fh *fh, uint32_t node, uintptr_t addr, size_t len, struct fh_request *r,
                   int local) {
  int rc = init_request(fh, node, addr, len, r, local);
  if (rc) return rc;
  if (try_hit(fh, r)) return 0;
  hyd_fh_request_no_room(r);
  return EAGAIN;
}

int fh_try_local_pin(struct fh *fh, uintptr_t addr, size_t len, struct fh_request *r) {
  return hit_one(fh, fh->c.node, addr, len, r, 1) ? 0 : try_pin(fh, fh->c.node, addr, len, r, 1);
}

int fh_try_remote_pin(struct fh *fh, uint32_t node, uintptr_t addr, size_t len,
                      struct fh_request *r) {
  return hit_one(fh, node, addr, len, r, 0) ? 0 : try_pin(fh, node, addr, len, r, 0);
}

/* The longest run of buckets that are in the table (region-based: of one region). It is a hint,
 * which a try checks. */
static uint64_t longest(const struct hyd_fh_side *s, uint32_t node, uint64_t first, uint64_t last,
                        uint64_t *from) {
  uint64_t best = 0, run = 0;
  uint32_t before = 0;
  for (uint64_t b = first; b <= last; b++) {
    uint32_t i = hyd_fh_table_find(&s->table, hyd_fh_table_key(node, b));
    if (s->regions && i != before) run = 0;
    before = i;
    run = i && hyd_fh_slot_state(&s->slot[i]) == FH_PINNED ? run + 1 : 0;
    if (run <= best) continue;
    best = run;
    *from = b + 1 - run;
  }
  return best;
}

static int partial_pin(struct fh *fh, uint32_t node, uintptr_t addr, size_t len,
                       struct fh_request *r, int local) {
  int rc = try_pin(fh, node, addr, len, r, local);
  uint64_t from = 0, n;
  if (rc != EAGAIN) return rc;
  n = longest(local ? &fh->local.side : &fh->remote.side, node, r->first, r->last, &from);
  return n ? try_pin(fh, node, hyd_fh_bytes(fh, from), hyd_fh_bytes(fh, n), r, local) : EAGAIN;
}

int fh_partial_local_pin(struct fh *fh, uintptr_t addr, size_t len, struct fh_request *r) {
  return partial_pin(fh, fh->c.node, addr, len, r, 1);
}

int fh_partial_remote_pin(struct fh *fh, uint32_t node, uintptr_t addr, size_t len,
                          struct fh_request *r) {
  return partial_pin(fh, node, addr, len, r, 0);
}

/* --- all others ----------------------------------------------------------- */

static void do_chores(struct fh *fh) {
  if (!atomic_load_explicit(&fh->chores, memory_order_relaxed)) return;
  atomic_store_explicit(&fh->chores, 0, memory_order_relaxed);
  hyd_fh_local_bury(fh);
  for (uint32_t i = 0; i < fh->c.nodes; i++)
    if (hyd_fh_peer_if(fh, i)) hyd_fh_remote_bury(fh, i);
}

void fh_poll(struct fh *fh) {
  do_chores(fh);
  hyd_fh_share_tell(fh);
  if (atomic_load_explicit(&fh->waiting, memory_order_relaxed) == 0) return;
  hyd_fh_local_serve(fh);
  for (uint32_t i = 0; i < fh->c.nodes; i++) hyd_fh_remote_serve(fh, i);
}

/* --- misses --------------------------------------------------------------- */

static void look_ahead_locally(struct fh *fh, const struct fh_request *r) {
  uint64_t n, from = 0;
  hyd_fh_lock(&fh->local.side);
  n = hyd_fh_look_ahead(fh, &fh->local.streams, r, 1, &from);
  hyd_fh_unlock(&fh->local.side);
  if (n) hyd_fh_ask_ahead(fh, r->node, from, n, 1);
}

static int local_start(struct fh *fh, struct fh_request *r) {
  enum hyd_fh_got got;
  hyd_fh_count(&fh->stats.local_misses, 1);
  got = hyd_fh_local_attempt(fh, r);
  if (got == FH_LATER) {
    hyd_fh_local_put_off(fh, r);
    hyd_fh_local_serve(fh); /* its room may be free by now */
    return EINPROGRESS;
  }
  if (got == FH_BAD) return r->status;
  if (atomic_load_explicit(&fh->waiting, memory_order_relaxed)) hyd_fh_local_serve(fh);
  fill_result(fh, r);
  look_ahead_locally(fh, r);
  return 0;
}

static int remote_start(struct fh *fh, struct fh_request *r) {
  uint32_t node = r->node;
  enum hyd_fh_got got;
  hyd_fh_count(&fh->stats.remote_misses, 1);
  got = hyd_fh_remote_attempt(fh, r, 0);
  if (got == FH_LATER) hyd_fh_remote_serve(fh, node); /* its room may be free by now */
  if (got == FH_LATER || got == FH_COMING) return EINPROGRESS;
  if (got == FH_BAD) return r->status;
  fill_result(fh, r);
  return 0;
}

static int start_request(struct fh *fh, struct fh_request *r, const void *note, size_t note_size,
                         fh_done done, void *arg) {
  int rc;
  if (note == NULL && try_hit(fh, r)) return 0;
  r->note = note;
  r->note_size = (uint8_t)note_size;
  r->done = done;
  r->arg = arg;
  r->began = fh->c.ops->now ? fh->c.ops->now(fh->c.ctx) : 0;
  rc = r->local ? local_start(fh, r) : remote_start(fh, r);
  if (rc && rc != EINPROGRESS) hyd_fh_request_no_room(r);
  return rc;
}

int fh_local_pin_nb(struct fh *fh, uintptr_t addr, size_t len, struct fh_request *r, fh_done done,
                    void *arg) {
  int rc;
  if (hit_one(fh, fh->c.node, addr, len, r, 1)) return 0;
  rc = init_request(fh, fh->c.node, addr, len, r, 1);
  return rc ? rc : start_request(fh, r, NULL, 0, done, arg);
}

int fh_remote_pin_nb(struct fh *fh, uint32_t node, uintptr_t addr, size_t len, struct fh_request *r,
                     const void *note, size_t note_size, fh_done done, void *arg) {
  int rc;
  if (note == NULL && hit_one(fh, node, addr, len, r, 0)) return 0;
  rc = note_size > FH_NOTE_MAX ? EMSGSIZE : init_request(fh, node, addr, len, r, 0);
  return rc ? rc : start_request(fh, r, note, note_size, done, arg);
}

static int wait_for(struct fh *fh, struct fh_request *r, int rc) {
  if (rc != EINPROGRESS) return rc;
  /* Acquire: pairs with hyd_fh_granted. */
  while (atomic_load_explicit(&r->state, memory_order_acquire) != FH_GRANTED) {
    fh->c.ops->poll(fh->c.ctx);
    fh_poll(fh);
  }
  return r->status;
}

int fh_local_pin(struct fh *fh, uintptr_t addr, size_t len, struct fh_request *r) {
  return wait_for(fh, r, fh_local_pin_nb(fh, addr, len, r, NULL, NULL));
}

int fh_remote_pin(struct fh *fh, uint32_t node, uintptr_t addr, size_t len, struct fh_request *r,
                  const void *note, size_t note_size) {
  return wait_for(fh, r, fh_remote_pin_nb(fh, node, addr, len, r, note, note_size, NULL, NULL));
}

void *fh_name(const struct fh *fh, const struct fh_request *r) {
  return r->local && r->n == 1 ? fh->local.side.slot[r->slot[0]].name : NULL;
}

void fh_release(struct fh *fh, struct fh_request *r) {
  struct hyd_fh_slot *slots = r->local ? fh->local.side.slot : fh->remote.side.slot;
  if (r->n == 1 && r->slot == r->few) {
    if (hyd_fh_slot_unrefer(&slots[r->few[0]])) add_dead(fh, r, r->few[0]);
  } else {
    hyd_fh_drop(fh, r);
    hyd_fh_request_no_room(r);
  }
  if (atomic_load_explicit(&fh->waiting, memory_order_relaxed) == 0) return;
  if (r->local)
    hyd_fh_local_serve(fh);
  else
    hyd_fh_remote_serve(fh, r->node);
}
