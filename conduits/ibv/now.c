/* SPDX-License-Identifier: BSD-3-Clause
 *
 * now.c: waits for what the network mostly does within a moment, with nothing else of what a poll does; therefore
 * only while no messages have come, and not each time. Blocking put and get of few bytes, which need no operation
 * then; the ends of what was started before.
 */
#include "conduits/ibv/ibv_int.h"
#include "conduits/ibv/xfer.h"
#include "core/sys/cpu.h"

#define ROW 16u   /* of so many in a row one goes the other way, where all else makes progress */
#define LOOKS 256u /* for completions; a few microseconds */

/* As rma.c does it, but of what is pinned already; 1 = not so. */
static int start(struct vb_state *s, struct vb_conn *c, int is_get, char *local, uintptr_t remote, size_t n) {
  struct vb_xfer *x;
  if (vb_start_direct(s, c, is_get, local, remote, n, VB_WAITED, NULL) == 0) return 0;
  if (!vb_is_direct(s, is_get, n) || c->nwaiting || !vb_room(s, c, 1)) return 1;
  x = vb_xfer_of(s, c, is_get, local, remote, n, NULL);
  if (vb_reg_now(s, x) == 0) {
    vb_xfer_post(s, x);
    return 0;
  }
  vb_xfer_drop(s, x);
  return 1;
}

/* The usual: what has been fetched is the end that is waited for, of which nothing else is to be done. */
static int is_just_this(struct vb_state *s, struct vb_conn *c, uint32_t posted) {
  const struct ibv_wc *wc = &s->wc[s->at_wc];
  if (wc->wr_id != vb_id(VB_ID_SEND, vb_id_of(c), posted) || wc->status != IBV_WC_SUCCESS || c->done != posted - 1 ||
      vb_slot_of(s, c, posted - 1)->after != VB_WAITED)
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
  return s->job->oversubscribed || s->job->wait_mode == GASNET_WAIT_BLOCK ? 1 : LOOKS;
}

/* Other threads have their turn, and may find the end that this one waits for. */
static void give_way(struct vb_state *s) {
  hyd_cpu_relax();
  if (!s->job->threaded) return;
  vb_unlock(s);
  vb_lock(s);
}

static int is_ended(const struct vb_conn *c, uint32_t posted) { return (int32_t)(c->done - posted) >= 0; }

/* Whether it ends soon: the work request that was the last when so many had been posted. */
static int ends_soon(struct vb_state *s, struct vb_conn *c, uint32_t posted) {
  for (uint32_t i = 0; i == 0 || i < patience(s); i++) {
    if (i) give_way(s);
    if (vb_fetch(s) && hyd_likely(is_just_this(s, c, posted))) return 1;
    if (!take_ends(s) || is_ended(c, posted)) break;
  }
  return is_ended(c, posted);
}

static struct hyd_op *to_be_waited_for(struct vb_state *s, struct vb_conn *c, uint32_t posted) {
  struct hyd_op *op = hyd_op_new(hyd_self(s->job), HYD_OP_TRANSFER, c->peer);
  vb_post_tells(s, c, posted, op);
  return op;
}

struct hyd_op *vb_at_once(void *state, uint32_t peer, int is_put, void *remote, void *local, size_t n) {
  struct vb_state *s = state;
  struct vb_conn *c = s->conn[peer];
  struct hyd_op *rest = HYD_NOT_AT_ONCE;
  vb_settle(s);
  vb_lock(s);
  if (c && c->state == VB_READY && ++s->waits % ROW && start(s, c, !is_put, local, (uintptr_t)remote, n) == 0) {
    uint32_t posted = c->posted;
    vb_count_poll(s);
    rest = hyd_likely(ends_soon(s, c, posted)) ? NULL : to_be_waited_for(s, c, posted);
  }
  vb_unlock(s);
  return rest;
}

/* Acquire: pairs with the release of who has done the last part (O1 in core/op.c). */
static int is_none(const _Atomic uint32_t *pending) { return atomic_load_explicit(pending, memory_order_acquire) == 0; }

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
