/* SPDX-License-Identifier: BSD-3-Clause
 *
 * target.c: the owner's part: pins memory for other nodes' firehoses. A MOVE message becomes a job.
 * The slots that it gives up lose a reference at once; its pins are carried out as local requests
 * (local_table.c), one after another. A job waits in the queue of jobs if a bucket is just being
 * pinned, or if there is no room yet: it arrived in a handler, which can neither poll nor roll
 * back. A waiting job keeps what it has pinned. Jobs never wait for each other in a circle, as the
 * shares (share.c) leave room for all of them once local requests have ended.
 */
#include <stdlib.h>

#include "firehose/instance.h"
#include "firehose/wire.h"

/* The handle of a slot: its number and generation; never 0. */
static uint64_t handle_of(const struct hyd_fh_side *s, uint32_t i) {
  return (uint64_t)i | hyd_fh_word_gen(hyd_fh_slot_word(&s->slot[i])) << 32;
}

/* How often a node holds a slot: twice, while its release and its new request overtake each other.
 */
static uint32_t holds(const struct fh *fh, uint32_t node, uint32_t i) {
  return hyd_fh_table_get(&fh->local.holders, hyd_fh_table_key(node, i));
}

static void set_holds(struct fh *fh, uint32_t node, uint32_t i, uint32_t n) {
  if (n == 0)
    hyd_fh_table_unset(&fh->local.holders, hyd_fh_table_key(node, i), 1);
  else
    (void)hyd_fh_table_set(&fh->local.holders, hyd_fh_table_key(node, i), n); /* has room for M */
}

/* The slot of a handle, if the node holds it; 0: there is none. With the lock. */
static uint32_t slot_of(const struct fh *fh, uint32_t node, uint64_t handle) {
  const struct hyd_fh_side *s = &fh->local.side;
  uint32_t i = (uint32_t)handle;
  if (i == 0 || i > s->made || handle_of(s, i) != handle) return 0;
  return holds(fh, node, i) ? i : 0;
}

/* Region-based: whether another slot has all buckets of this one. */
static int is_covered(struct fh *fh, uint32_t i) {
  struct hyd_fh_side *s = &fh->local.side;
  uint64_t first = hyd_fh_slot_first(&s->slot[i]);
  uint32_t other = fh->c.regions ? hyd_fh_region_find(s, fh->c.node, first,
                                                      first + hyd_fh_slot_n(&s->slot[i]) - 1, 0)
                                 : i;
  return other && other != i && hyd_fh_slot_state(&s->slot[other]) == FH_PINNED;
}

/* No node holds the slot any more: it becomes a possible victim, or DEAD if it is useless. */
static void keep_slot(struct fh *fh, uint32_t i) {
  struct hyd_fh_side *s = &fh->local.side;
  if (hyd_fh_slot_state(&s->slot[i]) != FH_PINNED) return;
  if (!is_covered(fh, i)) {
    hyd_fh_fifo_push(s, &fh->local.victims.fifo, i);
    return;
  }
  hyd_fh_count(&fh->stats.merged, 1);
  (void)hyd_fh_slot_kill(s, &fh->local.victims.fifo,
                         i); /* the caller's reference remains, and frees it */
}

/* Adds to what the node holds here; with complements of the numbers, subtracts. */
static void add_held(struct fh *fh, struct hyd_fh_peer *p, uint64_t buckets, uint32_t slots) {
  p->held += buckets;
  p->held_slots += slots;
  fh->local.held += buckets;
}

static int give_back(struct fh *fh, uint32_t node, uint64_t handle) {
  struct hyd_fh_side *s = &fh->local.side;
  uint32_t i = slot_of(fh, node, handle);
  if (i == 0) return EPROTO;
  set_holds(fh, node, i, holds(fh, node, i) - 1);
  add_held(fh, hyd_fh_peer_if(fh, node), -(uint64_t)hyd_fh_slot_n(&s->slot[i]), -1u);
  if (--s->slot[i].held == 0) keep_slot(fh, i);
  if (hyd_fh_slot_unrefer(&s->slot[i])) hyd_fh_dead_add(fh, s, &fh->local.dead, i);
  return 0;
}

int hyd_fh_target_released(struct fh *fh, uint32_t node, const unsigned char *handles, uint32_t n) {
  int rc = 0;
  if (n && hyd_fh_peer_if(fh, node) == NULL) return EPROTO;
  hyd_fh_lock(&fh->local.side);
  for (uint32_t k = 0; k < n; k++)
    if (give_back(fh, node, hyd_fh_get(handles + 8 * (size_t)k, 8))) rc = EPROTO;
  hyd_fh_unlock(&fh->local.side);
  return rc;
}

void hyd_fh_target_lost(struct fh *fh, uint32_t node) {
  struct hyd_fh_side *s = &fh->local.side;
  struct hyd_fh_peer *p = hyd_fh_peer_if(fh, node);
  hyd_fh_lock(s);
  for (uint32_t i = 1; i <= s->made; i++)
    while (holds(fh, node, i)) (void)give_back(fh, node, handle_of(s, i));
  if (p && p->contacted) fh->local.granted -= p->granted;
  if (p) p->granted = 0;
  hyd_fh_unlock(s);
  hyd_fh_local_bury(fh);
}

/* --- jobs ----------------------------------------------------------------- */

/* Appends an entry to the job's answer; `first` may include FH_ONCE. */
static void put_entry(struct hyd_fh_job *j, uint64_t handle, uint64_t key, uint64_t first,
                      uint32_t n) {
  unsigned char *at = j->entry + (size_t)j->nentries++ * FH_ENTRY;
  hyd_fh_put(at, handle, 8);
  hyd_fh_put(at + 8, key, 8);
  hyd_fh_put(at + 16, first, 8);
  hyd_fh_put(at + 24, n, 4);
}

/* The node holds the slot, which is no victim any more. */
static void hold_slot(struct fh *fh, uint32_t node, uint32_t i) {
  struct hyd_fh_side *s = &fh->local.side;
  struct hyd_fh_slot *slot = &s->slot[i];
  set_holds(fh, node, i, holds(fh, node, i) + 1);
  if (slot->held++) return;
  hyd_fh_victims_forget(s, &fh->local.victims, i);
  if (hyd_fh_slot_state(slot) == FH_DRAINING) hyd_fh_slot_untake(slot);
}

/* Whether memory of the request has gone away since it was granted: no node held it, so none was
 * told. */
static int has_gone(const struct hyd_fh_side *s, const struct fh_request *r) {
  for (uint32_t k = 0; k < r->n; k++)
    if (hyd_fh_slot_state(&s->slot[r->slot[k]]) == FH_DEAD && !s->slot[r->slot[k]].once) return 1;
  return 0;
}

/* Turns the request's references into the other node's holds. 0: its memory has gone away; repeat
 * it. */
static int hand_over(struct fh *fh, struct hyd_fh_job *j) {
  struct hyd_fh_side *s = &fh->local.side;
  hyd_fh_lock(s);
  if (has_gone(s, &j->r)) {
    hyd_fh_unlock(s);
    hyd_fh_drop(fh, &j->r);
    hyd_fh_local_bury(fh);
    return 0;
  }
  for (uint32_t k = 0; k < j->r.n; k++) {
    struct hyd_fh_slot *slot = &s->slot[j->r.slot[k]];
    hold_slot(fh, j->node, j->r.slot[k]);
    put_entry(j, handle_of(s, j->r.slot[k]), hyd_fh_slot_key(slot),
              hyd_fh_slot_first(slot) | (slot->once ? FH_ONCE : 0), hyd_fh_slot_n(slot));
  }
  hyd_fh_unlock(s);
  j->r.n = 0;
  return 1;
}

/* Answers with a prepinned range, which needs no room here. */
static void enter_prepinned(struct fh *fh, struct hyd_fh_job *j, const struct fh_prepinned *pre) {
  uint64_t n = j->r.last - j->r.first + 1;
  if (fh->c.regions)
    put_entry(j, 0, pre->key, j->r.first, (uint32_t)n);
  else
    for (uint64_t b = j->r.first; b <= j->r.last; b++) put_entry(j, 0, pre->key, b, 1);
  hyd_fh_lock(&fh->local.side);
  add_held(fh, hyd_fh_peer_if(fh, j->node), -n, fh->c.regions ? -1u : -(uint32_t)n);
  hyd_fh_unlock(&fh->local.side);
}

/* Registrations that the job needs. */
static uint32_t slots_of(const struct fh *fh, const struct hyd_fh_job *j) {
  return fh->c.regions ? j->n : j->buckets;
}

/* Charges the job to the node's share. A job beyond the share is refused: the share has become
 * smaller meanwhile, and the request itself may hold what the node would have to give back. The
 * requester starts again. */
static enum hyd_fh_got charge_share(struct fh *fh, struct hyd_fh_job *j) {
  struct hyd_fh_peer *p = hyd_fh_peer_if(fh, j->node);
  enum hyd_fh_got got = FH_GOT;
  hyd_fh_lock(&fh->local.side);
  if (!j->charged && j->buckets) {
    if (p->held + j->buckets > p->granted ||
        (uint64_t)p->held_slots + slots_of(fh, j) > fh->slots_f)
      got = FH_BAD;
    else if (fh->local.held + j->buckets > fh->m)
      got = FH_LATER;
    else {
      add_held(fh, p, j->buckets, slots_of(fh, j));
      j->charged = 1;
    }
  }
  hyd_fh_unlock(&fh->local.side);
  if (got == FH_BAD) j->r.status = EAGAIN;
  return got;
}

static enum hyd_fh_got pin_stretch(struct fh *fh, struct hyd_fh_job *j) {
  const struct fh_prepinned *pre;
  uint64_t pins = atomic_load_explicit(&fh->stats.pins, memory_order_relaxed);
  enum hyd_fh_got got;
  uint32_t n;
  j->r.first = j->stretch[j->at].first;
  j->r.last = j->r.first + j->stretch[j->at].n - 1;
  if ((pre = hyd_fh_prepinned_of(fh, j->r.first, j->r.last))) {
    enter_prepinned(fh, j, pre);
    return FH_GOT;
  }
  j->r.merged = (uint8_t)j->stretch[j->at].merged;
  if (j->r.merged && hyd_fh_is_partly_prepinned(fh, j->r.first, j->r.last)) {
    j->r.status = EFAULT;
    return FH_BAD;
  }
  do {
    got = hyd_fh_local_attempt(fh, &j->r);
    if (got != FH_GOT) return got;
    n = j->r.n;
  } while (!hand_over(fh, j));
  if (pins == atomic_load_explicit(&fh->stats.pins, memory_order_relaxed))
    hyd_fh_count(&fh->stats.revived, n);
  return FH_GOT;
}

/* Undoes all that a failed job has pinned. */
static void undo_job(struct fh *fh, struct hyd_fh_job *j) {
  uint64_t rest = j->charged ? j->buckets : 0;
  uint32_t slots = j->charged ? slots_of(fh, j) - j->nentries : 0;
  hyd_fh_lock(&fh->local.side);
  for (uint32_t k = 0; k < j->nentries; k++) {
    uint64_t handle = hyd_fh_get(j->entry + (size_t)k * FH_ENTRY, 8);
    rest -= hyd_fh_get(j->entry + (size_t)k * FH_ENTRY + 24, 4);
    if (handle) give_back(fh, j->node, handle);
  }
  add_held(fh, hyd_fh_peer_if(fh, j->node), -rest, -slots);
  hyd_fh_unlock(&fh->local.side);
  j->nentries = 0;
}

static void send_moved(struct fh *fh, struct hyd_fh_job *j) {
  unsigned char buf[FH_MESSAGE_MAX];
  if (j->note_size && j->status == 0 && fh->c.ops->at_target)
    fh->c.ops->at_target(fh->c.ctx, j->node, hyd_fh_bytes(fh, j->note_first),
                         hyd_fh_bytes(fh, j->note_last - j->note_first + 1), j->note, j->note_size);
  hyd_fh_put_header(buf, FH_MOVED, j->id, j->status, j->nentries);
  memcpy(buf + FH_HEADER, j->entry, (size_t)j->nentries * FH_ENTRY);
  fh->c.ops->send(fh->c.ctx, j->node, buf, FH_HEADER + (size_t)j->nentries * FH_ENTRY);
}

static void end_job(struct fh *fh, struct hyd_fh_job *j) {
  hyd_fh_lock(&fh->local.side);
  (void)hyd_fh_victims_end(&fh->local.side, &fh->local.victims, &j->r);
  hyd_fh_unlock(&fh->local.side);
  atomic_fetch_sub_explicit(&fh->waiting, 1, memory_order_relaxed);
  hyd_fh_job_free(j);
}

static int is_pinned(const struct fh *fh, uint64_t b) {
  const struct hyd_fh_side *s = &fh->local.side;
  uint32_t i = hyd_fh_table_get(&s->table, hyd_fh_table_key(fh->c.node, b));
  return (i && hyd_fh_slot_state(&s->slot[i]) == FH_PINNED) || hyd_fh_prepinned_of(fh, b, b);
}

/* Whether the job's own entries have bucket b: memory for one use is in no table. */
static int is_of_job(const struct hyd_fh_job *j, uint64_t b) {
  for (uint32_t k = 0; k < j->n; k++)
    if (b - j->stretch[k].first < j->stretch[k].n) return 1;
  return 0;
}

/* Whether all memory of the note is pinned: other firehoses of the sender may be on memory that has
 * gone away. */
static int is_note_right(struct fh *fh, const struct hyd_fh_job *j) {
  struct hyd_fh_side *s = &fh->local.side;
  uint64_t b = fh->c.regions ? j->note_last + 1 : j->note_first;
  uint32_t i;
  int right;
  hyd_fh_lock(s);
  while (b <= j->note_last && (is_of_job(j, b) || is_pinned(fh, b))) b++;
  i = slot_of(fh, j->node, j->note_handle);
  right =
      b > j->note_last && (!j->note_handle || (i && hyd_fh_slot_state(&s->slot[i]) == FH_PINNED));
  hyd_fh_unlock(s);
  return right;
}

/* Carries out the rest of a job. FH_GOT, FH_BAD: it has ended; FH_LATER: it must wait. */
static enum hyd_fh_got advance_job(struct fh *fh, struct hyd_fh_job *j) {
  enum hyd_fh_got got = hyd_fh_peer_if(fh, j->node)->lost ? FH_BAD : charge_share(fh, j);
  while (got == FH_GOT && j->at < j->n && (got = pin_stretch(fh, j)) == FH_GOT) j->at++;
  if (got == FH_GOT && j->note_size && !is_note_right(fh, j)) {
    j->r.status = EAGAIN;
    got = FH_BAD;
  }
  return got;
}

int hyd_fh_target_run(struct fh *fh, struct hyd_fh_job *j) {
  enum hyd_fh_got got = advance_job(fh, j);
  if (got == FH_LATER) return 0;
  if (got == FH_BAD) {
    j->status = (uint32_t)j->r.status;
    undo_job(fh, j);
  }
  if (!hyd_fh_peer_if(fh, j->node)->lost) send_moved(fh, j);
  end_job(fh, j);
  hyd_fh_local_bury(fh);
  return 1;
}

int hyd_fh_target_move(struct fh *fh, uint32_t node, struct hyd_fh_job *j, uint64_t wanted) {
  struct hyd_fh_peer *p = hyd_fh_peer(fh, node);
  uint32_t longest = 1;
  for (uint32_t k = 0; k < j->n; k++) {
    j->buckets += j->stretch[k].n;
    if (j->stretch[k].n > longest) longest = j->stretch[k].n;
  }
  j->node = node;
  j->r.node = fh->c.node;
  j->r.local = 1;
  j->r.exact = (uint8_t)fh->c.regions;
  j->entry = malloc(((size_t)(fh->c.regions ? j->n : j->buckets) + 1) * FH_ENTRY);
  if (p == NULL || j->entry == NULL || hyd_fh_request_room(&j->r, fh->c.regions ? 1 : longest)) {
    hyd_fh_job_free(j);
    return ENOMEM;
  }
  hyd_fh_lock(&fh->local.side);
  hyd_fh_share_contact(fh, p);
  hyd_fh_share_ask(fh, p, wanted);
  *fh->local.jobs_end = j;
  fh->local.jobs_end = &j->next;
  hyd_fh_unlock(&fh->local.side);
  atomic_fetch_add_explicit(&fh->waiting, 1, memory_order_relaxed);
  hyd_fh_local_serve(fh);
  hyd_fh_share_tell(fh);
  return 0;
}
