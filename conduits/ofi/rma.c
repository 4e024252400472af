/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rma.c: put, get and atomics. A put requests delivery completion in its own call, because some
 * providers ignore the endpoint's default. A transfer is one operation between the client's memory
 * and the peer's if possible. Otherwise it is a struct hyd_ofi_xfer and moves in pieces: if it is
 * longer than one operation may be, or must be copied because the provider needs registered memory.
 */
#include "conduits/ofi/transfers.h"

#include "conduits/module_limits.h"
#include "conduits/ofi/choice.h"
#include "conduits/ofi/messages.h"
#include "core/sys/clock.h"

#define WAITING_MOST 64u /* transfers that may wait before the client waits */
#define PUTS_FEW 8u      /* with at most so many operations to a peer each put asks for delivery */
#define PUTS_UNASKED 200u
#define PIECE HYD_OFI_MAX_LONG

/* --- in pieces ------------------------------------------------------------ */

/* The pool of buffers for pieces of so many bytes. */
static struct hyd_ofi_pool *pool_for(struct hyd_ofi *s, size_t n) {
  return n <= s->memory.sends.each ? &s->memory.sends : &s->memory.bounces;
}

void hyd_ofi_xfer_done(struct hyd_ofi *s, struct hyd_ofi_xfer *x) {
  if (x->copy) hyd_ofi_pool_put(x->pool, x->copy);
  hyd_ofi_pins_release(s, x);
  hyd_ofi_op_done(s, x->op);
  free(x);
}

static void advance_or_wait(struct hyd_ofi *s, struct hyd_ofi_xfer *x);

/* All pieces have moved. If they are a long: delivers it, and tells its sender when there is room.
 */
static void deliver_long(struct hyd_ofi *s, struct hyd_ofi_xfer *x) {
  if (x->message == NULL) {
    hyd_ofi_xfer_done(s, x);
    return;
  }
  if (x->guarded) {
    hyd_job_copy_in(s->job, x->guarded, x->local, x->n);
    free(x->local);
  }
  x->step = HYD_OFI_TELLS;
  advance_or_wait(s, x);
}

static int tell_sender(struct hyd_ofi *s, struct hyd_ofi_xfer *x) {
  const struct hyd_packet note = {.kind = HYD_OFI_FETCHED, .dest = x->message->buffer};
  if (hyd_ofi_note(s, x->peer, &note, NULL)) return HYD_NO_ROOM;
  hyd_ofi_park(s, x->message);
  free(x);
  return 0;
}

void hyd_ofi_piece_done(struct hyd_ofi *s, struct hyd_ofi_work *w) {
  struct hyd_ofi_xfer *x = w->what;
  if (x->is_get && w->buffer) /* the remote address says which piece it is */
    memcpy(x->local + (w->there->addr + x->origin - x->remote), w->buffer, w->here->iov_len);
  if (--x->pending == 0 && x->at == x->n) deliver_long(s, x);
}

static size_t piece_of(const struct hyd_ofi *s, const struct hyd_ofi_xfer *x, int copied) {
  size_t n = x->n - x->at;
  if (n > s->net.rma_most) n = s->net.rma_most;
  if (copied && x->message && n > s->memory.sends.each) return s->memory.sends.each;
  return copied && n > PIECE ? PIECE : n;
}

/* Sets the local memory of the next piece: the client's, the transfer's copy, or a buffer. The
 * payload of a long is read into small buffers, since peers hold large ones until it has been read.
 * 0 or HYD_NO_ROOM. */
static int prepare_piece(struct hyd_ofi *s, struct hyd_ofi_xfer *x, struct hyd_ofi_work *w) {
  char *local = x->copy ? (char *)x->copy + x->at : x->local + x->at;
  size_t n = piece_of(s, x, 0);
  if (x->copy)
    w->desc[0] = x->pool->desc;
  else if (x->has_here)
    w->desc[0] = x->desc;
  else if (!hyd_ofi_usable(s, local, n, w->desc)) {
    n = piece_of(s, x, 1);
    if (hyd_ofi_work_buffer(w, pool_for(s, n), x->message ? HYD_OFI_FIRST : HYD_OFI_LAST))
      return HYD_NO_ROOM;
    hyd_count(s->job, HYD_COUNT_BOUNCE, n);
    if (!x->is_get) memcpy(w->buffer, local, n);
    local = w->buffer;
  }
  hyd_ofi_aim(w, local, n, x->remote + x->at - x->origin, x->key);
  return 0;
}

static int start_piece(struct hyd_ofi *s, struct hyd_ofi_xfer *x) {
  struct hyd_ofi_work *w = hyd_ofi_work_get(s, x->peer, HYD_OFI_LAST);
  if (w == NULL) return HYD_NO_ROOM;
  w->after = HYD_OFI_PIECE_DONE;
  w->what = x;
  if (prepare_piece(s, x, w) ||
      hyd_ofi_post_rma(s, w, x->is_get, x->is_get ? 0 : FI_DELIVERY_COMPLETE)) {
    hyd_ofi_work_put(s, w);
    return HYD_NO_ROOM;
  }
  x->at += w->here->iov_len;
  x->pending++;
  return 0;
}

/* 0: all pieces are started, or the transfer waits for firehose. HYD_NO_ROOM: it is to wait for
 * room. */
static int advance_xfer(struct hyd_ofi *s, struct hyd_ofi_xfer *x) {
  if (x->step == HYD_OFI_TELLS) return tell_sender(s, x);
  if (x->step != HYD_OFI_GOES && hyd_ofi_pins_want(s, x)) return 0;
  while (x->at < x->n)
    if (start_piece(s, x)) return HYD_NO_ROOM;
  return 0;
}

static void wait_for_room(struct hyd_ofi *s, struct hyd_ofi_xfer *x) {
  x->next = NULL;
  *s->last_waiting = x;
  s->last_waiting = &x->next;
  s->nwaiting++;
}

static void advance_or_wait(struct hyd_ofi *s, struct hyd_ofi_xfer *x) {
  if (advance_xfer(s, x)) wait_for_room(s, x);
}

void hyd_ofi_xfers_go(struct hyd_ofi *s) {
  struct hyd_ofi_xfer *x = s->waiting, *next;
  s->waiting = NULL;
  s->last_waiting = &s->waiting;
  s->nwaiting = 0;
  for (; x; x = next) {
    next = x->next;
    advance_or_wait(s, x);
  }
  while ((x = hyd_ofi_pins_granted(s)) != NULL) advance_or_wait(s, x);
}

/* --- flushes -------------------------------------------------------------- */

/* If a read completes after earlier writes, one byte that is read behind many puts proves the
 * delivery of all. Each put also has a completion of its own, when it has left. */
static int flush_peer(void *state, uint32_t peer) {
  struct hyd_ofi *s = state;
  struct hyd_ofi_peer *p = &s->peer[peer];
  struct hyd_ofi_work *w = hyd_ofi_work_get(s, peer, HYD_OFI_FIRST);
  if (w == NULL || hyd_ofi_work_buffer(w, &s->memory.sends, HYD_OFI_FIRST)) {
    hyd_ofi_work_put(s, w);
    return HYD_NO_ROOM;
  }
  hyd_ofi_aim(w, w->buffer, 1, p->wrote->there->addr, p->wrote->there->key);
  w->after = HYD_OFI_FLUSHED;
  w->what = p->wrote;
  if (hyd_ofi_post_rma(s, w, 1, 0)) {
    hyd_ofi_work_put(s, w);
    return HYD_NO_ROOM;
  }
  p->wrote = NULL;
  p->flushing = 1;
  return 0;
}

void hyd_ofi_flush(struct hyd_ofi *s) { hyd_owed_pay(&s->unflushed, flush_peer, s); }

void hyd_ofi_flushed(struct hyd_ofi *s, struct hyd_ofi_work *w) {
  struct hyd_ofi_peer *p = &s->peer[w->peer];
  struct hyd_ofi_work *put = w->what, *next;
  for (; put; put = next) {
    next = put->next;
    hyd_ofi_end(s, put);
  }
  p->flushing = 0;
  if (p->wrote) hyd_owe(&s->unflushed, &p->flush, w->peer);
}

/* Whether a put asks for delivery itself: if few operations are under way, and the provider has not
 * just refused one. */
static int may_ask_for_delivery(const struct hyd_ofi *s, const struct hyd_ofi_peer *p) {
  if (!s->net.flushes || s->set.delivery != HYD_OFI_DELIVERY_AUTO)
    return !s->net.flushes || s->set.delivery == HYD_OFI_DELIVERY_EACH;
  return p->unasked == 0 && p->under_way <= PUTS_FEW;
}

/* 0 or HYD_NO_ROOM. */
static int post_put(struct hyd_ofi *s, struct hyd_ofi_work *w, uint64_t how) {
  struct hyd_ofi_peer *p = &s->peer[w->peer];
  if (may_ask_for_delivery(s, p)) {
    int full = hyd_ofi_post_rma(s, w, 0, how | FI_DELIVERY_COMPLETE);
    if (full) p->unasked = PUTS_UNASKED;
    return full;
  }
  if (p->unasked) p->unasked--;
  if (hyd_ofi_post_rma(s, w, 0, how)) return HYD_NO_ROOM;
  w->ends = 2;
  w->next = p->wrote;
  p->wrote = w;
  if (!p->flushing) hyd_owe(&s->unflushed, &p->flush, w->peer);
  return 0;
}

/* --- put and get ---------------------------------------------------------- */

/* Copies an unstable source. 0, or HYD_NO_ROOM. */
static int copy_source(struct hyd_ofi *s, struct hyd_ofi_xfer *x) {
  x->pool = pool_for(s, x->n);
  if ((x->copy = hyd_ofi_pool_get(x->pool, HYD_OFI_LAST)) == NULL) return HYD_NO_ROOM;
  hyd_count(s->job, HYD_COUNT_BOUNCE, x->n);
  memcpy(x->copy, x->local, x->n);
  return 0;
}

static struct hyd_ofi_xfer *new_xfer(const struct hyd_ofi_xfer *of) {
  struct hyd_ofi_xfer *x = malloc(sizeof *x);
  if (x == NULL) hyd_fatal(HYD_OFI_WHERE, "out of memory for a transfer");
  return memcpy(x, of, sizeof *x);
}

void hyd_ofi_xfer_start(struct hyd_ofi *s, const struct hyd_ofi_xfer *of) {
  advance_or_wait(s, new_xfer(of));
}

/* Starts transfers of as many bytes as are registered at a time; a copy is one transfer. */
static int start_in_pieces(struct hyd_ofi *s, const struct hyd_ofi_xfer *of, int copies) {
  size_t most = of->step == HYD_OFI_GOES ? of->n : s->pins.piece;
  if (s->nwaiting + s->pins.asked >= WAITING_MOST) return HYD_NO_ROOM;
  if (most == 0 || copies) most = of->n;
  for (size_t at = 0; at < of->n; at += most) {
    struct hyd_ofi_xfer *x = new_xfer(of);
    x->local += at;
    x->remote += at;
    x->n = of->n - at < most ? of->n - at : most;
    if (copies && copy_source(s, x)) {
      free(x);
      return HYD_NO_ROOM;
    }
    if (at) hyd_op_add(x->op, 1);
    advance_or_wait(s, x);
  }
  return 0;
}

/* A single operation, without a struct. 0, or HYD_NO_ROOM. */
static int start_at_once(struct hyd_ofi *s, const struct hyd_ofi_xfer *x, void *desc,
                         uint64_t how) {
  struct hyd_ofi_work *w = hyd_ofi_work_get(s, x->peer, HYD_OFI_LAST);
  if (w == NULL) return HYD_NO_ROOM;
  w->after = HYD_OFI_OP_DONE;
  w->what = x->op;
  w->desc[0] = desc;
  hyd_ofi_aim(w, x->local, x->n, x->remote - x->origin, x->key);
  if ((x->is_get ? hyd_ofi_post_rma(s, w, 1, 0) : post_put(s, w, how)) == 0) return 0;
  hyd_ofi_work_put(s, w);
  return HYD_NO_ROOM;
}

/* Has the peer stay awake, if nothing else tells it of this rank's puts and gets: where the
 * provider has no descriptors, and needs the polls of both sides. */
static void keep_awake(struct hyd_ofi *s, uint32_t peer) {
  struct hyd_ofi_peer *p = &s->peer[peer];
  uint64_t now;
  if (hyd_likely(s->net.fd[1] >= 0) || s->closing || (now = hyd_now_ns()) < p->awake_ns) return;
  if (hyd_ofi_note_kind(s, peer, HYD_OFI_TRAFFIC) == 0) p->awake_ns = now + HYD_OFI_TRAFFIC_NS / 2;
}

static int start_transfer(struct hyd_ofi *s, const struct hyd_ofi_xfer *x, int stable) {
  void *desc;
  if (x->step == HYD_OFI_WANTS_THERE) return start_in_pieces(s, x, !stable);
  if (!x->is_get && x->n <= s->net.inject && x->n <= s->set.inject_rma && x->n <= s->net.rma_most)
    return start_at_once(s, x, NULL, FI_INJECT);
  if (stable && x->n <= s->net.rma_most && hyd_ofi_usable(s, x->local, x->n, &desc))
    return start_at_once(s, x, desc, 0);
  return start_in_pieces(s, x, !stable);
}

static int put_or_get(struct hyd_ofi *s, struct hyd_ofi_xfer *x, int stable) {
  const struct hyd_ofi_peer *p = &s->peer[x->peer];
  int full, reached = hyd_ofi_reaches(p, (const void *)x->remote, x->n);
  if (!reached && !s->pins.serves) return HYD_NOT_BY_CONDUIT;
  x->key = p->key;
  x->origin = p->origin;
  x->step = !reached ? HYD_OFI_WANTS_THERE : s->net.needs_local ? HYD_OFI_WANTS_HERE : HYD_OFI_GOES;
  hyd_ofi_settle(s);
  hyd_ofi_lock(s);
  keep_awake(s, x->peer);
  full = s->closing ? HYD_NO_ROOM : start_transfer(s, x, stable);
  hyd_ofi_unlock(s);
  return full;
}

int hyd_ofi_put(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src,
                size_t n, struct hyd_op *op, int stable) {
  struct hyd_ofi_xfer x = {
      .peer = peer, .local = (char *)(uintptr_t)src, .remote = (uintptr_t)dest, .n = n, .op = op};
  (void)job;
  return put_or_get(state, &x, stable);
}

int hyd_ofi_get(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src,
                size_t n, struct hyd_op *op) {
  struct hyd_ofi_xfer x = {
      .peer = peer, .is_get = 1, .local = dest, .remote = (uintptr_t)src, .n = n, .op = op};
  (void)job;
  return put_or_get(state, &x, 1);
}

/* --- several pieces at once ----------------------------------------------- */

/* Sets the operation's pieces; returns whether they can go together. */
static int aim_at_pieces(const struct hyd_ofi *s, struct hyd_ofi_work *w,
                         const struct hyd_piece *piece, unsigned n) {
  const struct hyd_ofi_peer *p = &s->peer[w->peer];
  size_t bytes = 0;
  w->pieces = (uint8_t)n;
  for (unsigned i = 0; i < n; i++) {
    const struct hyd_piece *e = &piece[i];
    bytes += e->n;
    if (!hyd_ofi_reaches(p, e->remote, e->n) || !hyd_ofi_usable(s, e->local, e->n, &w->desc[i]))
      return 0;
    w->here[i] = (struct iovec){e->local, e->n};
    w->there[i] = (struct fi_rma_iov){(uintptr_t)e->remote - p->origin, e->n, p->key};
  }
  return bytes <= s->net.rma_most;
}

static int start_pieces(struct hyd_ofi *s, uint32_t peer, int is_put, const struct hyd_piece *piece,
                        unsigned n, struct hyd_op *op) {
  struct hyd_ofi_work *w = hyd_ofi_work_get(s, peer, HYD_OFI_LAST);
  int rc = HYD_NOT_BY_CONDUIT;
  if (w == NULL) return HYD_NO_ROOM;
  w->after = HYD_OFI_OP_DONE;
  w->what = op;
  if (aim_at_pieces(s, w, piece, n)) rc = is_put ? post_put(s, w, 0) : hyd_ofi_post_rma(s, w, 1, 0);
  if (rc) hyd_ofi_work_put(s, w);
  return rc;
}

int hyd_ofi_move_pieces(struct hyd_job *job, void *state, uint32_t peer, int is_put,
                        const struct hyd_piece *piece, unsigned n, struct hyd_op *op) {
  struct hyd_ofi *s = state;
  int rc;
  (void)job;
  if (n > s->net.pieces) return HYD_NOT_BY_CONDUIT;
  hyd_ofi_settle(s);
  hyd_ofi_lock(s);
  keep_awake(s, peer);
  rc = s->closing ? HYD_NO_ROOM : start_pieces(s, peer, is_put, piece, n, op);
  hyd_ofi_unlock(s);
  return rc;
}

/* --- atomics -------------------------------------------------------------- */

static int has_atomic(struct hyd_ofi *s, enum fi_op op, uint64_t how) {
  struct fi_atomic_attr a = {.count = 0};
  return fi_query_atomic(s->net.domain, FI_UINT64, op, &a, how) == 0 && a.count >= 1 &&
         a.size == sizeof(uint64_t);
}

/* Queries each atomic: 1.17's net claims the capability and has none. */
int hyd_ofi_atomics_are_real(struct hyd_ofi *s) {
  int wanted = s->set.atomics;
  if (wanted < 0) wanted = hyd_ofi_policy_of(s->net.info->fabric_attr->prov_name)->has_atomics;
  return wanted && !s->net.needs_local && (s->net.info->caps & FI_ATOMIC) &&
         has_atomic(s, FI_SUM, FI_FETCH_ATOMIC) && has_atomic(s, FI_CSWAP, FI_COMPARE_ATOMIC);
}

int hyd_ofi_has_atomics(struct hyd_job *job, void *state) {
  (void)job;
  return ((struct hyd_ofi *)state)->memory.atomics;
}

static ssize_t post_atomic(struct hyd_ofi *s, struct hyd_ofi_work *w, int is_swap) {
  struct fi_rma_ioc there = {w->there->addr, 1, w->there->key};
  struct fi_msg_atomic msg = {.msg_iov = &w->operand[0],
                              .iov_count = 1,
                              .addr = s->peer[w->peer].addr,
                              .rma_iov = &there,
                              .rma_iov_count = 1,
                              .datatype = FI_UINT64,
                              .op = is_swap ? FI_CSWAP : FI_SUM,
                              .context = &w->context};
  uint64_t how = FI_COMPLETION | FI_DELIVERY_COMPLETE;
  w->operand[0] = (struct fi_ioc){&w->value[0], 1};
  w->operand[1] = (struct fi_ioc){&w->value[1], 1};
  w->result = (struct fi_ioc){&w->value[2], 1};
  return is_swap ? fi_compare_atomicmsg(s->net.ep, &msg, &w->operand[1], NULL, 1, &w->result, NULL,
                                        1, how)
                 : fi_fetch_atomicmsg(s->net.ep, &msg, &w->result, NULL, 1, how);
}

/* FI_CSWAP writes the first operand if the word equals the second. */
static int start_atomic(struct hyd_ofi *s, uint32_t peer, void *addr, const struct hyd_atomic *a,
                        struct hyd_op *op) {
  struct hyd_ofi_work *w = hyd_ofi_work_get(s, peer, HYD_OFI_LAST);
  if (w == NULL) return HYD_NO_ROOM;
  w->after = HYD_OFI_ATOMIC_DONE;
  w->what = op;
  w->value[0] = a->is_swap ? a->b : a->a;
  w->value[1] = a->a;
  w->there[0] = (struct fi_rma_iov){(uintptr_t)addr - s->peer[peer].origin, sizeof(uint64_t),
                                    s->peer[peer].key};
  if (hyd_ofi_started(s, peer, post_atomic(s, w, a->is_swap), "an atomic operation at")) {
    hyd_ofi_work_put(s, w);
    return HYD_NO_ROOM;
  }
  s->counts.atomics++;
  return 0;
}

int hyd_ofi_atomic(struct hyd_job *job, void *state, uint32_t peer, void *addr,
                   const struct hyd_atomic *a, struct hyd_op *op) {
  struct hyd_ofi *s = state;
  int full;
  (void)job;
  hyd_ofi_lock(s);
  full = s->closing ? HYD_NO_ROOM : start_atomic(s, peer, addr, a, op);
  hyd_ofi_unlock(s);
  return full;
}

void hyd_ofi_atomic_done(struct hyd_ofi *s, struct hyd_ofi_work *w) {
  struct hyd_op *op = w->what;
  if (op->value) memcpy((void *)(uintptr_t)op->value, &w->value[2], sizeof w->value[2]);
  hyd_ofi_op_done(s, op);
}
