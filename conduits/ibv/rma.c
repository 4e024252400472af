/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rma.c: put and get, by RDMA writes and reads from and to the client's own memory if possible.
 * Inline data, and transfers between registered segments, are posted at once; everything else is
 * one or more transfers (transfers.h).
 */
#include "conduits/ibv/memory_keys.h"
#include "conduits/ibv/messages.h"
#include "conduits/ibv/rails.h"
#include "core/am/wait.h"

#define WAITING_MAX 64u /* transfers of a connection that may wait before the client waits */
#define STRIPE_LEAST ((HYD_IBV_DIRECT_MOST + 1) / 2)

/* --- by active messages --------------------------------------------------- */

/* A peer that has pinned as much as it may refuses further transfers; active messages carry them.
 * Those may have to wait for room, so the next poll sends them, rather than the place where the
 * refusal is found. */
static struct hyd_ibv_xfer *next_refused(struct hyd_ibv *s) {
  struct hyd_ibv_xfer *x = s->transfers.refused;
  if (x) s->transfers.refused = x->next;
  return x;
}

/* The bytes of a put are in a buffer if the client may change the source. */
static void send_by_messages(struct hyd_ibv *s, const struct hyd_ibv_xfer *x) {
  char *local =
      !x->r.is_get && x->r.how >= HYD_IBV_LOCAL_SMALL ? hyd_ibv_keys_buffer_at(s, x) : x->r.local;
  hyd_job_by_messages(s->job, x->conn->peer, !x->r.is_get, (void *)x->r.remote, local, x->r.n,
                      x->r.op);
  hyd_op_done(s->job, x->r.op);
}

/* Sends refused transfers; by one thread at a time, and not within its own waits. */
static int carry_on(struct hyd_job *job) {
  struct hyd_ibv *s = hyd_job_conduit_state(job);
  struct hyd_ibv_xfer *x;
  int did = 0;
  if (s == NULL) return 0;
  hyd_ibv_lock(s);
  if (!s->transfers.resending) {
    s->transfers.resending = 1;
    while ((x = next_refused(s)) != NULL) {
      hyd_ibv_unlock(s);
      send_by_messages(s, x);
      hyd_ibv_lock(s);
      hyd_ibv_xfer_drop(s, x);
      did = HYD_PROGRESS_DONE;
    }
    s->transfers.resending = 0;
  }
  did |= s->transfers.refused ? HYD_PROGRESS_MORE : 0;
  hyd_ibv_unlock(s);
  return did;
}

void hyd_ibv_fallback_open(struct hyd_ibv *s) { hyd_job_set_progress(s->job, carry_on); }

/* Has carry_on send the transfer. */
static HYD_COLD void fall_back(struct hyd_ibv *s, struct hyd_ibv_xfer *x) {
  hyd_ibv_warn_once(s,
                    "rank %u cannot pin what is wanted of its memory: transfers are copied (ulimit "
                    "-l there, GASNET_FIREHOSE_M)",
                    x->conn->peer);
  x->next = s->transfers.refused;
  s->transfers.refused = x;
  hyd_poll_todo(s->job);
}

/* --- transfers ------------------------------------------------------------ */

static void wait_for_room(struct hyd_ibv *s, struct hyd_ibv_xfer *x) {
  struct hyd_ibv_conn *c = x->conn;
  x->next = NULL;
  *c->waiting.last = x;
  c->waiting.last = &x->next;
  c->waiting.n++;
  hyd_ibv_list(s, c);
}

static void begin_xfer(struct hyd_ibv *s, struct hyd_ibv_xfer *x);

/* A defect of soft-iWARP (Linux 6.12): a read of at most 32 bytes that crosses a page was seen to
 * bring wrong bytes. Reads of up to twice that size are divided at the page. */
#define SIW_SMALL 64u
#define PAGE 4096u
/* The part of a range from `at` on, of at most `most` bytes. */
static struct hyd_ibv_range part_of(const struct hyd_ibv *s, const struct hyd_ibv_range *whole,
                                    size_t at, size_t most) {
  struct hyd_ibv_range r = *whole;
  size_t to_end = PAGE - (whole->remote + at) % PAGE;
  r.local += at;
  r.remote += at;
  r.n = whole->n - at < most ? whole->n - at : most;
  if (s->dev.is_siw && r.is_get && r.n <= SIW_SMALL && r.n > to_end) r.n = to_end;
  if (!r.is_get && r.n <= s->dev.inline_max) r.how = HYD_IBV_LOCAL_INLINE;
  if (at) hyd_op_add(r.op, 1);
  return r;
}

/* Divides a transfer whose local memory cannot be pinned into parts that fit into buffers. */
static void divide(struct hyd_ibv *s, struct hyd_ibv_xfer *x) {
  size_t most = hyd_ibv_copied_most(s);
  struct hyd_ibv_range whole = x->r;
  struct hyd_ibv_conn *c = x->conn;
  if (whole.is_get && most > s->dev.read_max) most = s->dev.read_max;
  if (x->has_remote) whole.rkey = 0;
  hyd_ibv_xfer_drop(s, x);
  for (size_t at = 0; at < whole.n;) {
    struct hyd_ibv_range r = part_of(s, &whole, at, most);
    x = hyd_ibv_xfer_of(s, c, &r);
    x->no_pin = 1;
    at += r.n;
    begin_xfer(s, x);
  }
}

/* Continues a transfer. 0: it is posted, or waits for firehose. HYD_NO_ROOM: no buffer, or no room.
 */
static int advance_xfer(struct hyd_ibv *s, struct hyd_ibv_xfer *x) {
  enum hyd_ibv_answer a;
  if (x->step == HYD_IBV_WANTS_REMOTE) {
    a = hyd_ibv_keys_remote(s, x);
    if (x->step == HYD_IBV_REFUSED) fall_back(s, x);
    if (a != HYD_IBV_HAS) return 0;
    x->step = HYD_IBV_WANTS_LOCAL;
  }
  if (x->step == HYD_IBV_WANTS_LOCAL) {
    a = hyd_ibv_keys_local(s, x);
    if (a == HYD_IBV_FULL) return HYD_NO_ROOM;
    if (a == HYD_IBV_TOO_LONG) divide(s, x);
    if (a != HYD_IBV_HAS) return 0;
    if (x->via != x->conn && hyd_ibv_keys_rail(s, x)) x->via = x->conn;
    x->step = HYD_IBV_WANTS_ROOM;
  }
  if (!hyd_ibv_room(s, x->via, 1)) return HYD_NO_ROOM;
  hyd_ibv_xfer_post(s, x);
  return 0;
}

static void begin_xfer(struct hyd_ibv *s, struct hyd_ibv_xfer *x) {
  if (x->conn->waiting.n || advance_xfer(s, x)) wait_for_room(s, x);
}

static int advance_waiting(struct hyd_ibv *s, struct hyd_ibv_conn *c) {
  struct hyd_ibv_xfer *x;
  while ((x = c->waiting.first) != NULL) {
    c->waiting.first = x->next;
    if (c->waiting.first == NULL) c->waiting.last = &c->waiting.first;
    c->waiting.n--;
    if (!advance_xfer(s, x)) continue;
    x->next = c->waiting.first;
    c->waiting.first = x;
    if (x->next == NULL) c->waiting.last = &x->next;
    c->waiting.n++;
    return HYD_NO_ROOM;
  }
  return hyd_ibv_queue_send(s, c);
}

void hyd_ibv_xfers_go(struct hyd_ibv *s) {
  struct hyd_ibv_conn *c, *list;
  struct hyd_ibv_xfer *x;
  while ((x = hyd_ibv_keys_granted(s)) != NULL) {
    if (x->step == HYD_IBV_REFUSED)
      fall_back(s, x);
    else
      begin_xfer(s, x);
  }
  list = s->transfers.listed;
  s->transfers.listed = NULL;
  while ((c = list) != NULL) {
    list = c->next_listed;
    c->listed = 0;
    if (advance_waiting(s, c)) hyd_ibv_list(s, c);
  }
}

/* --- put and get ---------------------------------------------------------- */

/* Starts a put with a copy of its source, which the client may change. 0 or HYD_NO_ROOM. */
static int put_copy(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_range *r) {
  struct hyd_ibv_xfer *x = hyd_ibv_xfer_of(s, c, r);
  if (hyd_ibv_keys_buffer(s, x) != HYD_IBV_HAS) {
    hyd_ibv_xfer_drop(s, x);
    return HYD_NO_ROOM;
  }
  begin_xfer(s, x);
  return 0;
}

/* Bytes of each part of a transfer that is striped over all queue pairs; 0: it uses one. */
static size_t stripe(struct hyd_ibv *s, struct hyd_ibv_conn *c, const struct hyd_ibv_range *r) {
  size_t wanted = r->is_get ? s->set.get_stripe : s->set.put_stripe;
  if (s->set.rails < 2 || r->rkey == 0 || r->n < 2 * STRIPE_LEAST || r->n <= wanted) return 0;
  if (!hyd_ibv_rails_ready(c)) {
    hyd_ibv_rails_begin(s, c);
    return 0;
  }
  return wanted ? wanted : (r->n / s->set.rails + STRIPE_LEAST) & ~(size_t)(STRIPE_LEAST - 1);
}

static void start_range(struct hyd_ibv *s, struct hyd_ibv_conn *c,
                        const struct hyd_ibv_range *whole) {
  int is_long = whole->is_get && whole->n > s->dev.read_max;
  struct hyd_ibv_conn *apart = is_long ? hyd_ibv_rail_for_reads(s, c) : NULL;
  size_t striped = is_long ? 0 : stripe(s, c, whole),
         most = whole->rkey && whole->how == HYD_IBV_LOCAL_SEGMENT ? s->dev.message_max
                                                                   : s->memory.piece;
  uint32_t rail = 0;
  if (is_long && !apart && most > s->dev.read_max) most = s->dev.read_max;
  if (striped && striped < most) most = striped;
  for (size_t at = 0; at < whole->n;) {
    struct hyd_ibv_range r = part_of(s, whole, at, most);
    struct hyd_ibv_xfer *x = hyd_ibv_xfer_of(s, c, &r);
    if (apart)
      x->via = apart;
    else if (striped && rail)
      x->via = c->rails[rail - 1];
    rail = rail + 1 < s->set.rails ? rail + 1 : 0;
    at += r.n;
    begin_xfer(s, x);
  }
}

static int put_or_get(struct hyd_ibv *s, uint32_t peer, const struct hyd_ibv_range *r, int stable) {
  struct hyd_ibv_conn *c = hyd_ibv_conn_ready(s, peer);
  if (c == NULL || c->waiting.n >= WAITING_MAX) return HYD_NO_ROOM;
  if ((stable || r->how == HYD_IBV_LOCAL_INLINE) &&
      hyd_ibv_start_direct(s, c, r, HYD_IBV_OP_DONE) == 0)
    return 0;
  if (!stable) return put_copy(s, c, r);
  start_range(s, c, r);
  return 0;
}

static int begin_transfer(struct hyd_ibv *s, uint32_t peer, int is_get, char *local,
                          uintptr_t remote, size_t n, struct hyd_op *op, int stable) {
  uint32_t key = s->memory.segment_key[peer];
  struct hyd_ibv_range r;
  int full;
  if (key == 0 && !s->memory.fh_remote) return HYD_NOT_BY_CONDUIT;
  hyd_ibv_settle(s);
  hyd_ibv_lock(s);
  r = hyd_ibv_range_of(s, key, is_get, local, remote, n, op);
  full = put_or_get(s, peer, &r, stable);
  hyd_ibv_unlock(s);
  return full;
}

int hyd_ibv_put(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src,
                size_t n, struct hyd_op *op, int stable) {
  (void)job;
  return begin_transfer(state, peer, 0, (char *)(uintptr_t)src, (uintptr_t)dest, n, op, stable);
}

int hyd_ibv_get(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src,
                size_t n, struct hyd_op *op) {
  (void)job;
  return begin_transfer(state, peer, 1, dest, (uintptr_t)src, n, op, 1);
}
