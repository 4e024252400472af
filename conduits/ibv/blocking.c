/* SPDX-License-Identifier: BSD-3-Clause
 *
 * blocking.c: short waits for completions, a few microseconds, without the rest of a poll: for
 * blocking put and get of few bytes, which then need no operation object, and for operations that
 * were started before. A wait ends as soon as a message arrives; and one call in ROW is left to
 * the usual wait, so that everything else makes progress.
 */
#include <sched.h>

#include "conduits/ibv/memory_keys.h"
#include "conduits/ibv/messages.h"
#include "conduits/ibv/progress.h"

#define ROW 16u
#define LOOKS 256u       /* reads of the completion queue in a wait; a few microseconds */
#define YIELDS 40u       /* the same if ranks outnumber the cores, with a yield before each */
#define COPIED_MOST 512u /* most bytes of a get that reads into a buffer */

/* A blocking put or get. */
struct blocking {
  struct hyd_ibv_conn *c;
  uint32_t posted; /* hyd_ibv_conn.posted after its work request */
  uint32_t buffer; /* a get reads into it; HYD_IBV_NONE: into the destination */
  struct hyd_ibv_range r;
};

/* Starts a get into memory without a key, by a buffer, which costs less than to ask firehose. 1:
 * not started. */
static int start_copied(struct hyd_ibv *s, struct blocking *w) {
  if (!w->r.is_get || w->r.n > COPIED_MOST || w->r.n > s->bufs.send.each || w->r.rkey == 0 ||
      !hyd_ibv_is_free(s, w->c) || s->bufs.send.nfree <= s->bufs.send.n / 4 || s->dev.is_siw)
    return 1;
  w->buffer = hyd_ibv_pool_get(&s->bufs.send);
  struct ibv_sge at = {(uintptr_t)hyd_ibv_pool_at(&s->bufs.send, w->buffer), (uint32_t)w->r.n,
                       hyd_ibv_pool_lkey(&s->bufs.send)};
  struct ibv_send_wr wr;
  hyd_ibv_work_rdma(&wr, IBV_WR_RDMA_READ, &at, 0, w->r.remote, w->r.rkey);
  hyd_ibv_post(s, w->c, &wr, HYD_IBV_WAITED, NULL, HYD_IBV_NONE);
  return 0;
}

/* Starts a transfer whose memory is registered, or pinned already. 1: not started. */
static int start_pinned(struct hyd_ibv *s, const struct blocking *w) {
  struct hyd_ibv_xfer *x;
  if (!hyd_ibv_is_direct(s, w->r.is_get, w->r.n) || !hyd_ibv_is_free(s, w->c)) return 1;
  x = hyd_ibv_xfer_of(s, w->c, &w->r);
  if (hyd_ibv_keys_now(s, x)) {
    hyd_ibv_xfer_post(s, x);
    return 0;
  }
  hyd_ibv_xfer_drop(s, x);
  return 1;
}

/* 1: not started. */
static int start_blocking(struct hyd_ibv *s, struct blocking *w) {
  return hyd_ibv_start_direct(s, w->c, &w->r, HYD_IBV_WAITED) && start_copied(s, w) &&
         start_pinned(s, w);
}

/* 1: the next completion is that of the awaited work request, which has now ended, and there is
 * nothing else to do: the usual case. */
static int take_just_this(struct hyd_ibv *s, struct hyd_ibv_conn *c, uint32_t posted) {
  const struct ibv_wc *wc = &s->in.wc[s->in.at_wc];
  if (wc->wr_id != hyd_ibv_id(HYD_IBV_ID_SEND, hyd_ibv_id_of(c), posted) ||
      wc->status != IBV_WC_SUCCESS || c->done != posted - 1 ||
      hyd_ibv_slot_of(s, c, posted - 1)->after != HYD_IBV_WAITED)
    return 0;
  s->in.at_wc++;
  s->signals--;
  c->done = posted;
  return 1;
}

/* Handles fetched completions of sends. 0: the next completion is of another kind. */
static int take_ends(struct hyd_ibv *s) {
  while (s->in.at_wc < s->in.nwc) {
    const struct ibv_wc *wc = &s->in.wc[s->in.at_wc];
    if (hyd_ibv_id_kind(wc->wr_id) != HYD_IBV_ID_SEND) return 0;
    s->in.at_wc++;
    hyd_ibv_posted_done(s, wc);
  }
  return 1;
}

static uint32_t patience(const struct hyd_ibv *s) {
  if (hyd_job_blocks(s->job)) return 1;
  if (!hyd_job_is_oversubscribed(s->job)) return LOOKS;
  return hyd_job_yields_help(s->job) ? YIELDS : 1;
}

/* Lets other threads run; they may handle the completion that this one waits for. There is no pause
 * instruction, as each look is a call already, and a pause takes up to a tenth of a round trip. */
static void give_way(struct hyd_ibv *s) {
  if (!hyd_job_has_threads(s->job) && !hyd_job_is_oversubscribed(s->job)) return;
  hyd_ibv_unlock(s);
  if (hyd_job_is_oversubscribed(s->job)) sched_yield();
  hyd_ibv_lock(s);
}

static int is_ended(const struct hyd_ibv_conn *c, uint32_t posted) {
  return (int32_t)(c->done - posted) >= 0;
}

/* Waits a moment. 1: all work requests up to `posted` have ended. */
static int wait_for_ends(struct hyd_ibv *s, struct hyd_ibv_conn *c, uint32_t posted) {
  for (uint32_t i = 0; i == 0 || i < patience(s); i++) {
    if (i) give_way(s);
    if (hyd_ibv_fetch(s) && hyd_likely(take_just_this(s, c, posted))) return 1;
    if (!take_ends(s) || is_ended(c, posted)) break;
  }
  return is_ended(c, posted);
}

/* The wait takes longer: makes an operation, which the completion will finish. */
static struct hyd_op *to_be_waited_for(struct hyd_ibv *s, const struct blocking *w) {
  struct hyd_op *op = hyd_op_new(hyd_self(s->job), HYD_OP_TRANSFER, w->c->peer);
  struct hyd_ibv_slot *slot = hyd_ibv_slot_of(s, w->c, w->posted - 1);
  struct hyd_ibv_xfer *x = slot->what; /* NULL, unless start_pinned made it */
  if (w->buffer != HYD_IBV_NONE) {
    x = hyd_ibv_xfer_of(s, w->c, &w->r);
    hyd_ibv_keys_set_buffer(s, x, w->buffer);
  }
  if (x) x->r.op = op;
  slot->after = x ? HYD_IBV_XFER_DONE : HYD_IBV_OP_DONE;
  slot->what = x ? (void *)x : (void *)op;
  return op;
}

static void copy_out(struct hyd_ibv *s, const struct blocking *w) {
  memcpy(w->r.local, hyd_ibv_pool_at(&s->bufs.send, w->buffer), w->r.n);
  hyd_ibv_pool_put(&s->bufs.send, w->buffer);
}

/* Waits a moment. NULL: the transfer is complete; else the operation to wait for. */
static struct hyd_op *finish_blocking(struct hyd_ibv *s, struct blocking *w) {
  w->posted = w->c->posted;
  hyd_attend_polled(&s->progress.attend);
  if (hyd_unlikely(!wait_for_ends(s, w->c, w->posted))) return to_be_waited_for(s, w);
  if (w->buffer != HYD_IBV_NONE) copy_out(s, w);
  return NULL;
}

struct hyd_op *hyd_ibv_at_once(void *state, uint32_t peer, int is_put, void *remote, void *local,
                               size_t n) {
  struct hyd_ibv *s = state;
  struct blocking w = {.c = s->peers.conn[peer], .buffer = HYD_IBV_NONE};
  struct hyd_op *rest = HYD_NOT_AT_ONCE;
  hyd_ibv_settle(s);
  hyd_ibv_lock(s);
  if (w.c && w.c->state == HYD_IBV_READY && ++s->transfers.waits % ROW) {
    w.r = hyd_ibv_range_of(s, s->memory.segment_key[peer], !is_put, local, (uintptr_t)remote, n,
                           NULL);
    if (start_blocking(s, &w) == 0) rest = finish_blocking(s, &w);
  }
  hyd_ibv_unlock(s);
  return rest;
}

/* Acquire: pairs with the release by the thread that finishes the last part (O1 in core/op/op.c).
 */
static int is_none(const _Atomic uint32_t *pending) {
  return atomic_load_explicit(pending, memory_order_acquire) == 0;
}

int hyd_ibv_ends(void *state, const _Atomic uint32_t *pending) {
  struct hyd_ibv *s = state;
  int none = 0;
  hyd_ibv_lock(s);
  if (++s->transfers.waits % ROW && !s->progress.attend.done.n && !s->transfers.listed &&
      !s->memory.asked && !hyd_ibv_has_stash(s)) {
    hyd_attend_polled(&s->progress.attend);
    for (uint32_t i = 0; i == 0 || i < patience(s); i++) {
      if (i) give_way(s);
      if (hyd_ibv_fetch(s) && !take_ends(s)) break;
      if ((none = is_none(pending)) != 0) break;
    }
  }
  hyd_ibv_unlock(s);
  return !none;
}
