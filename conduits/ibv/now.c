/* SPDX-License-Identifier: BSD-3-Clause
 *
 * now.c: waits for what the network mostly does within a moment, with nothing else of what a poll
 * does; therefore only while no messages have come, and not each time. Blocking put and get of few
 * bytes, which need no operation then; the ends of what was started before.
 */
#include <sched.h>

#include "conduits/ibv/ibv_int.h"
#include "conduits/ibv/xfer.h"

#define ROW 16u    /* of so many in a row one goes the other way, where all else makes progress */
#define LOOKS 256u /* for completions; a few microseconds */
#define YIELDS 40u /* instead, where there are too few cores */
#define COPIED_MOST 512u /* bytes of a get */

/* A blocking one. */
struct now {
  struct vb_conn *c;
  uint32_t posted; /* so many had been when it had been, too */
  uint32_t buffer; /* that a get reads into; VB_NONE: its own place, or a transfer's business */
  char *local;
  size_t n;
};

/* To memory that is not registered: by a buffer, which costs less than to ask firehose. */
static int start_copied(struct vb_state *s, struct now *w, uintptr_t remote) {
  uint32_t key = s->segment_key[w->c->peer];
  if (w->n > COPIED_MOST || w->n > s->send.each || key == 0 || !vb_is_free(s, w->c) ||
      s->send.nfree <= s->send.n / 4 || s->dev.is_siw)
    return 1;
  w->buffer = vb_pool_get(&s->send);
  struct ibv_sge at = {(uintptr_t)vb_pool_at(&s->send, w->buffer), (uint32_t)w->n,
                       vb_pool_lkey(&s->send)};
  struct ibv_send_wr wr;
  vb_work_rdma(&wr, IBV_WR_RDMA_READ, &at, 0, remote, key);
  vb_post(s, w->c, &wr, VB_WAITED, NULL, VB_NONE);
  return 0;
}

/* As rma.c does it, but of what is pinned already. */
static int start_pinned(struct vb_state *s, const struct now *w, int is_get, uintptr_t remote) {
  struct vb_xfer *x;
  if (!vb_is_direct(s, is_get, w->n) || !vb_is_free(s, w->c)) return 1;
  x = vb_xfer_of(s, w->c, is_get, w->local, remote, w->n, NULL);
  if (vb_reg_now(s, x) == 0) {
    vb_xfer_post(s, x);
    return 0;
  }
  vb_xfer_drop(s, x);
  return 1;
}

/* 1 = not so. */
static int start(struct vb_state *s, struct now *w, int is_get, uintptr_t remote) {
  return vb_start_direct(s, w->c, is_get, w->local, remote, w->n, VB_WAITED, NULL) &&
         (!is_get || start_copied(s, w, remote)) && start_pinned(s, w, is_get, remote);
}

/* The usual: what has been fetched is the end that is waited for, of which nothing else is to be
 * done. */
static int is_just_this(struct vb_state *s, struct vb_conn *c, uint32_t posted) {
  const struct ibv_wc *wc = &s->wc[s->at_wc];
  if (wc->wr_id != vb_id(VB_ID_SEND, vb_id_of(c), posted) || wc->status != IBV_WC_SUCCESS ||
      c->done != posted - 1 || vb_slot_of(s, c, posted - 1)->after != VB_WAITED)
    return 0;
  s->at_wc++;
  s->signals--;
  c->done = posted;
  return 1;
}

/* Ends of sends that have been fetched; 0: then comes something else. */
static int take_ends(struct vb_state *s) {
  while (s->at_wc < s->nwc) {
    const struct ibv_wc *wc = &s->wc[s->at_wc];
    if (vb_id_kind(wc->wr_id) != VB_ID_SEND) return 0;
    s->at_wc++;
    vb_posted_done(s, wc);
  }
  return 1;
}

static uint32_t patience(const struct vb_state *s) {
  if (s->job->wait_mode == GASNET_WAIT_BLOCK) return 1;
  if (!s->job->oversubscribed) return LOOKS;
  return s->job->yields_help ? YIELDS : 1;
}

/* Other threads have their turn, and may find the end that this one waits for. No pause for the
 * processor's other half, as for a word in memory: each look costs a call, and a pause up to a
 * tenth of a round trip. */
static void give_way(struct vb_state *s) {
  if (!s->job->threaded && !s->job->oversubscribed) return;
  vb_unlock(s);
  if (s->job->oversubscribed) sched_yield();
  vb_lock(s);
}

static int is_ended(const struct vb_conn *c, uint32_t posted) {
  return (int32_t)(c->done - posted) >= 0;
}

/* Whether it ends soon: the work request that was the last when so many had been posted. */
static int ends_soon(struct vb_state *s, struct vb_conn *c, uint32_t posted) {
  for (uint32_t i = 0; i == 0 || i < patience(s); i++) {
    if (i) give_way(s);
    if (vb_fetch(s) && hyd_likely(is_just_this(s, c, posted))) return 1;
    if (!take_ends(s) || is_ended(c, posted)) break;
  }
  return is_ended(c, posted);
}

/* It takes longer: what its completion is to do is left to the completion. */
static struct hyd_op *to_be_waited_for(struct vb_state *s, const struct now *w) {
  struct hyd_op *op = hyd_op_new(hyd_self(s->job), HYD_OP_TRANSFER, w->c->peer);
  struct vb_slot *slot = vb_slot_of(s, w->c, w->posted - 1);
  struct vb_xfer *x = slot->what; /* of start_pinned's */
  if (w->buffer != VB_NONE) {
    x = vb_xfer_of(s, w->c, 1, w->local, 0, w->n, NULL);
    vb_reg_has_buffer(s, x, w->buffer);
  }
  if (x) x->op = op;
  slot->after = x ? VB_XFER_DONE : VB_OP_DONE;
  slot->what = x ? (void *)x : (void *)op;
  return op;
}

static void copy_out(struct vb_state *s, const struct now *w) {
  memcpy(w->local, vb_pool_at(&s->send, w->buffer), w->n);
  vb_pool_put(&s->send, w->buffer);
}

/* NULL: it is done. */
static struct hyd_op *finish(struct vb_state *s, struct now *w) {
  w->posted = w->c->posted;
  vb_count_poll(s);
  if (hyd_unlikely(!ends_soon(s, w->c, w->posted))) return to_be_waited_for(s, w);
  if (w->buffer != VB_NONE) copy_out(s, w);
  return NULL;
}

struct hyd_op *vb_at_once(void *state, uint32_t peer, int is_put, void *remote, void *local,
                          size_t n) {
  struct vb_state *s = state;
  struct now w = {.c = s->conn[peer], .buffer = VB_NONE, .local = local, .n = n};
  struct hyd_op *rest = HYD_NOT_AT_ONCE;
  vb_settle(s);
  vb_lock(s);
  if (w.c && w.c->state == VB_READY && ++s->waits % ROW &&
      start(s, &w, !is_put, (uintptr_t)remote) == 0)
    rest = finish(s, &w);
  vb_unlock(s);
  return rest;
}

/* Acquire: pairs with the release of who has done the last part (O1 in core/op/op.c). */
static int is_none(const _Atomic uint32_t *pending) {
  return atomic_load_explicit(pending, memory_order_acquire) == 0;
}

int vb_ends(void *state, const _Atomic uint32_t *pending) {
  struct vb_state *s = state;
  int none = 0;
  vb_lock(s);
  if (++s->waits % ROW && !s->finished.n && !s->listed && !s->asked && !vb_has_stash(s)) {
    vb_count_poll(s);
    for (uint32_t i = 0; i == 0 || i < patience(s); i++) {
      if (i) give_way(s);
      if (vb_fetch(s) && !take_ends(s)) break;
      if ((none = is_none(pending)) != 0) break;
    }
  }
  vb_unlock(s);
  return !none;
}
