/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rma.c: put and get, as RDMA writes and reads between the client's own memory wherever that can
 * be. What fits into inline data and goes to a registered segment is posted at once; everything
 * else is a transfer (xfer.h), or several.
 */
#include <stdlib.h>

#include "conduits/ibv/ibv_int.h"
#include "conduits/ibv/xfer.h"

#define WAITING_MAX 64u /* transfers of a connection that wait, before the client does */
#define AT_A_TIME 64
#define STRIPE_LEAST ((VB_DIRECT_MOST + 1) / 2)

/* --- transfers ------------------------------------------------------------ */

struct vb_xfer *vb_xfer_new(struct vb_state *s) {
  struct vb_xfer *x = s->free_xfers;
  if (x == NULL) {
    x = calloc(AT_A_TIME, sizeof *x);
    if (x == NULL) hyd_fatal("ibv conduit", "out of memory for %d transfers", AT_A_TIME);
    for (int i = 1; i < AT_A_TIME; i++) x[i].next = i + 1 < AT_A_TIME ? &x[i + 1] : NULL;
    s->free_xfers = x + 1;
    return x;
  }
  s->free_xfers = x->next;
  memset(x, 0, offsetof(struct vb_xfer, here));
  return x;
}

static void free_xfer(struct vb_state *s, struct vb_xfer *x) {
  x->next = s->free_xfers;
  s->free_xfers = x;
}

void vb_xfer_drop(struct vb_state *s, struct vb_xfer *x) {
  vb_reg_release(s, x);
  free_xfer(s, x);
}

void vb_xfer_done(struct vb_state *s, void *what, uint32_t unused) {
  struct vb_xfer *x = what;
  (void)unused;
  s->events++;
  if (x->is_get && x->how >= VB_LOCAL_SMALL) memcpy(x->local, vb_reg_buffer_at(s, x), x->n);
  vb_reg_release(s, x);
  if (x->op) vb_op_finish(s, x->op);
  free_xfer(s, x);
}

void vb_xfer_post(struct vb_state *s, struct vb_xfer *x) {
  const char *from = x->how >= VB_LOCAL_SMALL ? vb_reg_buffer_at(s, x) : x->local;
  struct ibv_sge at = {(uintptr_t)from, (uint32_t)x->n, x->lkey};
  struct ibv_send_wr wr;
  vb_work_rdma(&wr, x->is_get ? IBV_WR_RDMA_READ : IBV_WR_RDMA_WRITE, &at,
               x->how == VB_LOCAL_NONE ? IBV_SEND_INLINE : 0, x->remote, x->rkey);
  x->step = VB_UNDER_WAY;
  vb_post(s, x->via, &wr, VB_XFER_DONE, x, VB_NONE);
}

static void wait_for_room(struct vb_state *s, struct vb_xfer *x) {
  struct vb_conn *c = x->conn;
  x->next = NULL;
  *c->last_waiting = x;
  c->last_waiting = &x->next;
  c->nwaiting++;
  vb_list(s, c);
}

struct vb_xfer *vb_xfer_of(struct vb_state *s, struct vb_conn *c, int is_get, char *local,
                           uintptr_t remote, size_t n, struct hyd_op *op) {
  struct vb_xfer *x = vb_xfer_new(s);
  x->conn = x->via = c;
  x->op = op;
  x->local = local;
  x->remote = remote;
  x->n = n;
  x->is_get = (uint8_t)is_get;
  return x;
}

static void begin(struct vb_state *s, struct vb_xfer *x);

/* Soft-iWARP (Linux 6.12) answers a read of at most 32 bytes that crosses a page with wrong ones:
 * it is two reads. */
#define SIW_SMALL 64u
#define PAGE 4096u
static size_t part_of(const struct vb_state *s, int is_get, uintptr_t remote, size_t n,
                      size_t most) {
  size_t to_end = PAGE - remote % PAGE;
  if (n > most) n = most;
  return s->dev.is_siw && is_get && n <= SIW_SMALL && n > to_end ? to_end : n;
}

/* Its memory here cannot be pinned: it goes through buffers. */
static void divide(struct vb_state *s, struct vb_xfer *x) {
  size_t most = vb_copied_most(s);
  if (x->is_get && most > s->dev.read_max) most = s->dev.read_max;
  vb_reg_release(s, x);
  for (size_t at = 0, n; at < x->n; at += n) {
    struct vb_xfer *part;
    n = part_of(s, x->is_get, x->remote + at, x->n - at, most);
    part = vb_xfer_of(s, x->conn, x->is_get, x->local + at, x->remote + at, n, x->op);
    part->no_pin = 1;
    if (at) hyd_op_add(x->op, 1);
    begin(s, part);
  }
  free_xfer(s, x);
}

/* As far as it goes now; 1 = it waits for a buffer or for room, here. */
static int go(struct vb_state *s, struct vb_xfer *x) {
  enum vb_answer a;
  if (x->step == VB_WANTS_REMOTE) {
    a = vb_reg_remote(s, x);
    if (a != VB_HAS) return a == VB_FULL;
    x->step = VB_WANTS_LOCAL;
  }
  if (x->step == VB_WANTS_LOCAL) {
    a = vb_reg_local(s, x);
    if (a == VB_FULL) return 1;
    if (a == VB_TOO_LONG) divide(s, x);
    if (a != VB_HAS) return 0;
    if (x->via != x->conn && vb_reg_rail(s, x, &x->lkey, &x->rkey)) x->via = x->conn;
    x->step = VB_WANTS_ROOM;
  }
  if (!vb_room(s, x->via, 1)) return 1;
  vb_xfer_post(s, x);
  return 0;
}

static void begin(struct vb_state *s, struct vb_xfer *x) {
  if (x->conn->nwaiting || go(s, x)) wait_for_room(s, x);
}

static int go_on(struct vb_state *s, struct vb_conn *c) {
  struct vb_xfer *x;
  while ((x = c->waiting) != NULL) {
    c->waiting = x->next;
    if (c->waiting == NULL) c->last_waiting = &c->waiting;
    c->nwaiting--;
    if (!go(s, x)) continue;
    x->next = c->waiting;
    c->waiting = x;
    if (x->next == NULL) c->last_waiting = &x->next;
    c->nwaiting++;
    return 1;
  }
  return vb_mail_send(s, c);
}

void vb_xfers_go(struct vb_state *s) {
  struct vb_conn *c, *list;
  struct vb_xfer *x;
  while ((x = vb_reg_granted(s)) != NULL) begin(s, x);
  list = s->listed;
  s->listed = NULL;
  while ((c = list) != NULL) {
    list = c->next_listed;
    c->listed = 0;
    if (go_on(s, c)) vb_list(s, c);
  }
}

/* --- put and get ---------------------------------------------------------- */

/* Whether bytes can get there by RDMA. */
static int is_reached(const struct vb_state *s, uint32_t peer) {
  return s->segment_key[peer] != 0 || s->fh_remote;
}

/* All its bytes are copied now, as the client may change them. 1 = no buffer. */
static int put_copy(struct vb_state *s, struct vb_conn *c, char *src, uintptr_t dest, size_t n,
                    struct hyd_op *op) {
  struct vb_xfer *x = vb_xfer_of(s, c, 0, src, dest, n, op);
  if (vb_reg_buffer(s, x) != VB_HAS) {
    free_xfer(s, x);
    return 1;
  }
  begin(s, x);
  return 0;
}

/* Bytes of a part, of a transfer that goes by all queue pairs in turn; 0: it does not. */
static size_t stripe(struct vb_state *s, struct vb_conn *c, int is_get, size_t n) {
  size_t wanted = is_get ? s->set.get_stripe : s->set.put_stripe;
  if (s->set.rails < 2 || s->segment_key[c->peer] == 0 || n < 2 * STRIPE_LEAST || n <= wanted)
    return 0;
  if (!vb_rails_ready(c)) {
    vb_rails_begin(s, c);
    return 0;
  }
  return wanted ? wanted : (n / s->set.rails + STRIPE_LEAST) & ~(size_t)(STRIPE_LEAST - 1);
}

int vb_start_direct(struct vb_state *s, struct vb_conn *c, int is_get, const void *local,
                    uintptr_t remote, size_t n, enum vb_after after, struct hyd_op *op) {
  uint32_t key = s->segment_key[c->peer];
  int as_inline = !is_get && n <= s->dev.inline_max;
  if (key == 0 || !vb_is_free(s, c)) return 1;
  if (!as_inline && (!vb_in_segment(s, local, n) || !vb_is_direct(s, is_get, n))) return 1;
  struct ibv_sge at = {(uintptr_t)local, (uint32_t)n, as_inline ? 0 : s->dev.segment_mr->lkey};
  struct ibv_send_wr wr;
  vb_work_rdma(&wr, is_get ? IBV_WR_RDMA_READ : IBV_WR_RDMA_WRITE, &at,
               as_inline ? IBV_SEND_INLINE : 0, remote, key);
  vb_post(s, c, &wr, after, op, VB_NONE);
  return 0;
}

static void start(struct vb_state *s, struct vb_conn *c, int is_get, char *local, uintptr_t remote,
                  size_t n, struct hyd_op *op) {
  int whole = s->segment_key[c->peer] && vb_in_segment(s, local, n),
      is_long = is_get && n > s->dev.read_max;
  struct vb_conn *apart = is_long ? vb_rail_for_reads(s, c) : NULL;
  size_t striped = is_long ? 0 : stripe(s, c, is_get, n),
         most = whole ? s->dev.message_max : s->piece;
  uint32_t rail = 0;
  if (is_long && !apart && most > s->dev.read_max) most = s->dev.read_max;
  if (striped && striped < most) most = striped;
  for (size_t at = 0, part; at < n; at += part) {
    struct vb_xfer *x;
    part = part_of(s, is_get, remote + at, n - at, most);
    if (at) hyd_op_add(op, 1);
    x = vb_xfer_of(s, c, is_get, local + at, remote + at, part, op);
    if (apart)
      x->via = apart;
    else if (striped && rail)
      x->via = c->rails[rail - 1];
    rail = rail + 1 < s->set.rails ? rail + 1 : 0;
    begin(s, x);
  }
}

static int put(struct vb_state *s, uint32_t peer, uintptr_t dest, char *src, size_t n,
               struct hyd_op *op, int stable) {
  struct vb_conn *c = vb_conn_ready(s, peer);
  if (c == NULL || c->nwaiting >= WAITING_MAX) return 1;
  if ((stable || n <= s->dev.inline_max) &&
      vb_start_direct(s, c, 0, src, dest, n, VB_OP_DONE, op) == 0)
    return 0;
  if (!stable) return put_copy(s, c, src, dest, n, op);
  start(s, c, 0, src, dest, n, op);
  return 0;
}

int vb_put(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src, size_t n,
           struct hyd_op *op, int stable) {
  struct vb_state *s = state;
  int full = HYD_NOT_BY_CONDUIT;
  (void)job;
  if (!is_reached(s, peer)) return full;
  vb_settle(s);
  vb_lock(s);
  full = put(s, peer, (uintptr_t)dest, (char *)(uintptr_t)src, n, op, stable);
  vb_unlock(s);
  return full;
}

int vb_get(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src, size_t n,
           struct hyd_op *op) {
  struct vb_state *s = state;
  struct vb_conn *c;
  (void)job;
  if (!is_reached(s, peer)) return HYD_NOT_BY_CONDUIT;
  vb_settle(s);
  vb_lock(s);
  c = vb_conn_ready(s, peer);
  if (c && c->nwaiting >= WAITING_MAX) c = NULL;
  if (c && vb_start_direct(s, c, 1, dest, (uintptr_t)src, n, VB_OP_DONE, op))
    start(s, c, 1, dest, (uintptr_t)src, n, op);
  vb_unlock(s);
  return c == NULL;
}

/* --- the payloads of longs ------------------------------------------------ */

int vb_write_long(struct vb_state *s, struct vb_conn *c, void *dest, const void *src, size_t n,
                  struct hyd_op *local) {
  struct vb_xfer *x = vb_xfer_of(s, c, 0, (char *)(uintptr_t)src, (uintptr_t)dest, n, local);
  if (local && vb_reg_hit(s, x) == 0) {
    x->op = local;
  } else if (vb_reg_buffer(s, x) == VB_HAS) {
    x->op = NULL;
    if (local) hyd_op_done(s->job, local);
  } else {
    free_xfer(s, x);
    return 1;
  }
  x->rkey = s->segment_key[c->peer];
  vb_xfer_post(s, x);
  return 0;
}
