/* SPDX-License-Identifier: BSD-3-Clause
 *
 * paged_messages.c: transfers to paged segments that the initiator does not see (on another host).
 *
 * Each message may need a buffer at the owner, and so takes a credit. A rank may have 64 messages
 * on the way to another. When half of the window has passed, the answer that ends it returns 32
 * credits:
 *
 *   PUT   address, op, number                  + bytes ─┐  ┌─► DONE  op, code, credits
 *   KEYED the same, slot, key, note            + bytes ─┤  ├─► GOT   address, op, credits + bytes
 *   GET   address, n, local, op, number, slot, key     ─┼──┼─► ANSWER op, code, credits, value
 *   RMW   address, op, number, slot, key, what, a, b   ─┤  └─► CREDIT
 *   NOTE  number, note                                 ─┘
 *
 * Slot NO_KEY is that of a transfer without a key. Numbers order what passes the owner's window, in
 * whatever order the network delivers.
 */
#include "core/am/am.h"
#include "core/am/handlers.h"
#include "core/am/internal_handlers.h"
#include "core/am/wait.h"
#include "core/base/err.h"
#include "core/mem/kind.h"
#include "extended/rma/rma.h"
#include "extended/paged/rma_paged.h"

#define NO_KEY 0xffffffffu
#define SLOT(r) (gex_AM_Arg_t)((r)->slot & 0x7fffffffu) /* of a key: never NO_KEY */
#define WORD(x) (gex_AM_Arg_t)((uint64_t)(x) >> 32), (gex_AM_Arg_t)(uint32_t)(uint64_t)(x)

/* --- the initiator ---------------------------------------------------------- */

/* Takes a credit, for which it may wait; returns the message's number. */
static uint32_t take_credit(struct hyd_job *job, gex_Rank_t peer) {
  struct hyd_paged_waits *all = job->layer.paged;
  struct hyd_paged_link *l = hyd_paged_link(job, peer);
  uint32_t number;
  pthread_mutex_lock(&all->lock);
  if (l->sent - l->acked >= HYD_PAGED_WINDOW) {
    struct hyd_wait w;
    atomic_fetch_add_explicit(&all->stalls, 1, memory_order_relaxed);
    hyd_count(job, HYD_COUNT_GUARD_STALL, 1);
    hyd_wait_begin(&w, job, HYD_WAIT_QUEUE, peer, l->sent);
    while (l->sent - l->acked >= HYD_PAGED_WINDOW) {
      pthread_mutex_unlock(&all->lock);
      hyd_wait_pause(&w);
      pthread_mutex_lock(&all->lock);
    }
    hyd_wait_end(&w);
  }
  number = l->sent++;
  pthread_mutex_unlock(&all->lock);
  return number;
}

static void credits_came(struct hyd_job *job, gex_Rank_t peer, gex_AM_Arg_t n) {
  struct hyd_paged_waits *all = job->layer.paged;
  struct hyd_paged_link *l;
  if (n == 0) return;
  l = hyd_paged_link(job, peer);
  pthread_mutex_lock(&all->lock);
  l->acked += (uint32_t)n;
  pthread_mutex_unlock(&all->lock);
  atomic_fetch_add_explicit(&all->credits, 1, memory_order_relaxed);
}

static void send_put(struct hyd_job *job, gex_Rank_t peer, const struct hyd_paged_task *t,
                     struct hyd_op *op, size_t at, size_t n) {
  uint64_t to = (uintptr_t)t->remote + at;
  gex_AM_Arg_t args[13] = {WORD(to), WORD((uintptr_t)op), (gex_AM_Arg_t)take_credit(job, peer)};
  const char *bytes = (char *)t->local + at;
  if (t->range == NULL) {
    hyd_ref_send(job, peer, HYD_H_PAGED_PUT, bytes, n, args, 5);
    return;
  }
  memcpy(args + 5,
         (gex_AM_Arg_t[]){SLOT(t->range), WORD(t->range->key), t->has_note && at + n == t->n,
                          WORD(t->note.a), WORD(t->note.b)},
         8 * sizeof *args);
  hyd_ref_send(job, peer, HYD_H_PAGED_KEYED, bytes, n, args, 13);
}

static void send_get(struct hyd_job *job, gex_Rank_t peer, const struct hyd_paged_task *t,
                     struct hyd_op *op, size_t at, size_t n) {
  gex_AM_Arg_t args[] = {WORD((uintptr_t)t->remote + at),
                         (gex_AM_Arg_t)n,
                         WORD((uintptr_t)t->local + at),
                         WORD((uintptr_t)op),
                         (gex_AM_Arg_t)take_credit(job, peer),
                         t->range ? SLOT(t->range) : (gex_AM_Arg_t)NO_KEY,
                         WORD(t->range ? t->range->key : 0)};
  hyd_ref_send(job, peer, HYD_H_PAGED_GET, NULL, 0, args, 11);
}

static void send_rmw(struct hyd_job *job, gex_Rank_t peer, const struct hyd_paged_task *t,
                     struct hyd_op *op) {
  gex_AM_Arg_t args[] = {WORD((uintptr_t)t->remote),
                         WORD((uintptr_t)op),
                         (gex_AM_Arg_t)take_credit(job, peer),
                         SLOT(t->range),
                         WORD(t->range->key),
                         (gex_AM_Arg_t)((unsigned)t->rmw.op << 8 | t->rmw.size),
                         WORD(t->rmw.a),
                         WORD(t->rmw.b)};
  hyd_op_add(op, 1);
  hyd_ref_send(job, peer, HYD_H_PAGED_RMW, NULL, 0, args, 13);
}

void hyd_paged_send_note(struct hyd_job *job, gex_Rank_t peer, const struct hyd_paged_note *note) {
  gex_AM_Arg_t args[] = {(gex_AM_Arg_t)take_credit(job, peer), WORD(note->a), WORD(note->b)};
  hyd_ref_send(job, peer, HYD_H_PAGED_NOTE, NULL, 0, args, 5);
}

void hyd_paged_send(struct hyd_job *job, gex_Rank_t peer, const struct hyd_paged_task *t,
                    struct hyd_op *op) {
  size_t most = job->net.max_medium;
  if (t->kind == HYD_PAGED_RMW) {
    send_rmw(job, peer, t, op);
    return;
  }
  if (t->n == 0 && t->has_note) hyd_paged_send_note(job, peer, &t->note);
  for (size_t at = 0, part; at < t->n; at += part) {
    part = t->n - at < most ? t->n - at : most;
    hyd_op_add(op, 1);
    if (t->kind == HYD_PAGED_PUT)
      send_put(job, peer, t, op, at, part);
    else
      send_get(job, peer, t, op, at, part);
  }
}

/* --- the owner --------------------------------------------------------------- */

static void give_note(struct hyd_job *job, gex_Rank_t peer, const struct hyd_paged_note *note) {
  hyd_paged_note_fn_t fn =
      atomic_load_explicit(&job->layer.paged->on_note, memory_order_acquire); /* with on_note */
  if (fn) fn(peer, note->a, note->b);
}

/* What a request asks for. */
struct asked {
  struct hyd_job *job;
  const struct hyd_guarded *g; /* NULL: the segment was destroyed */
  struct hyd_paged_link *link;
  struct hyd_paged_range range;
  struct hyd_paged_task task;
  struct hyd_paged_reply_to reply_to;
  uint32_t number;
  size_t done; /* bytes from the first on */
};

static struct asked asked_of(gex_Token_t token, enum hyd_paged_kind kind, gex_AM_Arg_t to_hi,
                             gex_AM_Arg_t to_lo, size_t n, gex_AM_Arg_t op_hi, gex_AM_Arg_t op_lo,
                             gex_AM_Arg_t number) {
  struct hyd_token *tok = (struct hyd_token *)token;
  struct asked a = {.job = tok->job,
                    .link = hyd_paged_link(tok->job, tok->src),
                    .reply_to = {.peer = tok->src, .op = {op_hi, op_lo}},
                    .number = (uint32_t)number};
  a.task.kind = (uint8_t)kind;
  a.task.remote = hyd_arg_pointer(to_hi, to_lo);
  a.task.n = n;
  a.g = hyd_guarded_own(a.job, a.task.remote, n);
  return a;
}

static void set_key(struct asked *a, gex_AM_Arg_t slot, gex_AM_Arg_t hi, gex_AM_Arg_t lo) {
  a->range = (struct hyd_paged_range){.slot = (uint32_t)slot, .key = hyd_arg_word(hi, lo)};
  if (a->range.slot != NO_KEY) a->task.range = &a->range;
}

/* Sends the answer: a reply if token is not NULL, else a request. */
static void send_answer(struct hyd_job *job, gex_Token_t token, const struct hyd_paged_wait *w,
                        const char *bytes, uint32_t credits) {
  const struct hyd_paged_reply_to *f = &w->reply_to;
  gex_AM_Arg_t args[] = {f->op[0],          f->op[1],         w->code, (gex_AM_Arg_t)credits,
                         WORD(w->value[0]), WORD(w->value[1])};
  gex_AM_Arg_t got[] = {f->dest[0], f->dest[1], f->op[0], f->op[1], (gex_AM_Arg_t)credits};
  int is_get = w->kind == HYD_PAGED_GET && w->code == 0;
  uint8_t handler = is_get                     ? HYD_H_PAGED_GOT
                    : w->kind == HYD_PAGED_RMW ? HYD_H_PAGED_ANSWER
                                               : HYD_H_PAGED_DONE;
  uint8_t nargs = is_get ? 5 : w->kind == HYD_PAGED_RMW ? 8 : 4;
  if (token)
    hyd_ref_answer(token, handler, is_get ? bytes : NULL, is_get ? w->n : 0, is_get ? got : args,
                   nargs);
  else
    hyd_ref_send(job, f->peer, handler, is_get ? bytes : NULL, is_get ? w->n : 0,
                 is_get ? got : args, nargs);
}

static void answer_initiator(struct hyd_job *job, struct hyd_paged_wait *w) {
  uint32_t credits =
      hyd_paged_over(job, w->window, w->number, w->code != 0, w->reply_to.peer, give_note);
  send_answer(job, NULL, w, w->buffer, credits);
}

/* Queues the rest of w; its bytes are in a buffer. */
static void wait_for_pages(struct asked *a, const struct hyd_paged *p, struct hyd_paged_wait *w) {
  struct hyd_paged_task rest = a->task;
  struct hyd_paged_wait *more;
  size_t done = w->n - w->w.left;
  if (rest.kind == HYD_PAGED_PUT) { /* of a get all bytes are kept */
    rest.local = w->local;
    rest.n = w->w.left;
  }
  more = hyd_paged_wait_new(p, &rest, rest.kind == HYD_PAGED_RMW ? 0 : rest.n, answer_initiator);
  if (rest.kind == HYD_PAGED_GET) {
    memcpy(more->buffer, w->local - done, done);
    more->local += done;
    more->w.left = w->w.left;
  }
  more->w.at = w->w.at;
  more->reply_to = a->reply_to;
  more->window = &a->link->from;
  more->number = a->number;
  hyd_paged_wait_add(a->job, more, a->job->rank, a->reply_to.peer);
}

/* Does what a request asks for. local: a put's bytes; for a get, memory that the bytes travel from.
 */
static void take_request(gex_Token_t token, struct asked *a, void *local) {
  struct hyd_job *job = a->job;
  const struct hyd_guarded *g = a->g;
  struct hyd_paged_wait w = {.w = {.g = g,
                                   .at = (char *)a->task.remote + a->done,
                                   .left = a->task.n - a->done},
                             .kind = a->task.kind,
                             .keyed = a->task.range != NULL,
                             .range = a->range,
                             .local = (char *)local + a->done,
                             .n = a->task.n,
                             .rmw = a->task.rmw,
                             .reply_to = a->reply_to};
  int waits = g != NULL && !hyd_paged_move(job, &w);
  if (waits || a->task.has_note)
    hyd_paged_begun(job, &a->link->from, a->number, a->reply_to.peer,
                    a->task.has_note ? &a->task.note : NULL);
  if (waits) {
    wait_for_pages(a, hyd_paged_of(g), &w);
    return;
  }
  if (g == NULL)
    w.code = HYD_PAGED_ERR_KEY; /* the segment was destroyed */
  else if (w.code == 0)
    hyd_paged_hit(job);
  if (w.kind == HYD_PAGED_GET)
    hyd_get_done();
  else
    hyd_put_done();
  send_answer(job, token, &w, local,
              hyd_paged_over(job, &a->link->from, a->number, w.code != 0, a->reply_to.peer,
                             give_note));
}

/* Bytes whose pages are there are all that a put needs, mostly. */
static void on_put(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t to_hi, gex_AM_Arg_t to_lo,
                   gex_AM_Arg_t op_hi, gex_AM_Arg_t op_lo, gex_AM_Arg_t number) {
  struct hyd_token *tok = (struct hyd_token *)token;
  void *to = hyd_arg_pointer(to_hi, to_lo);
  const struct hyd_guarded *g = hyd_guarded_own(tok->job, to, n);
  size_t done = g ? hyd_paged_copy(tok->job, hyd_paged_of(g), 1, NULL, to, buf, n) : 0;
  if (hyd_likely(done == n)) {
    struct hyd_paged_window *from = &hyd_paged_link(tok->job, tok->src)->from;
    gex_AM_Arg_t args[] = {op_hi, op_lo, 0, 0};
    hyd_paged_hit(tok->job);
    hyd_put_done();
    args[3] =
        (gex_AM_Arg_t)hyd_paged_over(tok->job, from, (uint32_t)number, 0, tok->src, give_note);
    hyd_ref_answer(token, HYD_H_PAGED_DONE, NULL, 0, args, 4);
  } else {
    struct asked a = asked_of(token, HYD_PAGED_PUT, to_hi, to_lo, n, op_hi, op_lo, number);
    a.done = done;
    take_request(token, &a, buf);
  }
}

static void on_keyed(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t to_hi, gex_AM_Arg_t to_lo,
                     gex_AM_Arg_t op_hi, gex_AM_Arg_t op_lo, gex_AM_Arg_t number, gex_AM_Arg_t slot,
                     gex_AM_Arg_t key_hi, gex_AM_Arg_t key_lo, gex_AM_Arg_t has_note,
                     gex_AM_Arg_t a_hi, gex_AM_Arg_t a_lo, gex_AM_Arg_t b_hi, gex_AM_Arg_t b_lo) {
  struct asked a = asked_of(token, HYD_PAGED_PUT, to_hi, to_lo, n, op_hi, op_lo, number);
  set_key(&a, slot, key_hi, key_lo);
  a.task.has_note = has_note != 0;
  a.task.note = (struct hyd_paged_note){hyd_arg_word(a_hi, a_lo), hyd_arg_word(b_hi, b_lo)};
  take_request(token, &a, buf);
}

static void on_get(gex_Token_t token, gex_AM_Arg_t from_hi, gex_AM_Arg_t from_lo, gex_AM_Arg_t n,
                   gex_AM_Arg_t to_hi, gex_AM_Arg_t to_lo, gex_AM_Arg_t op_hi, gex_AM_Arg_t op_lo,
                   gex_AM_Arg_t number, gex_AM_Arg_t slot, gex_AM_Arg_t key_hi,
                   gex_AM_Arg_t key_lo) {
  struct asked a =
      asked_of(token, HYD_PAGED_GET, from_hi, from_lo, (uint32_t)n, op_hi, op_lo, number);
  char *bytes = malloc((uint32_t)n);
  if (bytes == NULL) hyd_fatal("paged segment", "out of memory for a get of %u bytes", (unsigned)n);
  set_key(&a, slot, key_hi, key_lo);
  a.reply_to.dest[0] = to_hi;
  a.reply_to.dest[1] = to_lo;
  take_request(token, &a, bytes);
  free(bytes);
}

static void on_rmw(gex_Token_t token, gex_AM_Arg_t at_hi, gex_AM_Arg_t at_lo, gex_AM_Arg_t op_hi,
                   gex_AM_Arg_t op_lo, gex_AM_Arg_t number, gex_AM_Arg_t slot, gex_AM_Arg_t key_hi,
                   gex_AM_Arg_t key_lo, gex_AM_Arg_t what, gex_AM_Arg_t a_hi, gex_AM_Arg_t a_lo,
                   gex_AM_Arg_t b_hi, gex_AM_Arg_t b_lo) {
  struct hyd_paged_rmw m = {.op = (hyd_paged_atomic_t)(what >> 8),
                            .size = (unsigned)what & 255,
                            .a = hyd_arg_word(a_hi, a_lo),
                            .b = hyd_arg_word(b_hi, b_lo)};
  struct asked a = asked_of(token, HYD_PAGED_RMW, at_hi, at_lo, hyd_paged_rmw_bytes(m.op, m.size),
                            op_hi, op_lo, number);
  set_key(&a, slot, key_hi, key_lo);
  a.task.rmw = m;
  take_request(token, &a, NULL);
}

static void on_note(gex_Token_t token, gex_AM_Arg_t number, gex_AM_Arg_t a_hi, gex_AM_Arg_t a_lo,
                    gex_AM_Arg_t b_hi, gex_AM_Arg_t b_lo) {
  struct hyd_token *tok = (struct hyd_token *)token;
  struct hyd_paged_link *l = hyd_paged_link(tok->job, tok->src);
  struct hyd_paged_note note = {hyd_arg_word(a_hi, a_lo), hyd_arg_word(b_hi, b_lo)};
  gex_AM_Arg_t credits;
  hyd_paged_begun(tok->job, &l->from, (uint32_t)number, tok->src, &note);
  credits =
      (gex_AM_Arg_t)hyd_paged_over(tok->job, &l->from, (uint32_t)number, 0, tok->src, give_note);
  if (credits) hyd_ref_answer(token, HYD_H_PAGED_CREDIT, NULL, 0, &credits, 1);
}

/* --- answers ----------------------------------------------------------------- */

static void on_credit(gex_Token_t token, gex_AM_Arg_t credits) {
  struct hyd_token *tok = (struct hyd_token *)token;
  credits_came(tok->job, tok->src, credits);
}

static void on_done(gex_Token_t token, gex_AM_Arg_t op_hi, gex_AM_Arg_t op_lo, gex_AM_Arg_t code,
                    gex_AM_Arg_t credits) {
  struct hyd_token *tok = (struct hyd_token *)token;
  struct hyd_op *op = hyd_arg_pointer(op_hi, op_lo);
  credits_came(tok->job, tok->src, credits);
  hyd_op_written(op);
  if (code) hyd_paged_report(tok->job, (int *)(uintptr_t)op->value, code, tok->src);
  hyd_op_done(tok->job, op);
}

static void on_got(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t to_hi, gex_AM_Arg_t to_lo,
                   gex_AM_Arg_t op_hi, gex_AM_Arg_t op_lo, gex_AM_Arg_t credits) {
  struct hyd_token *tok = (struct hyd_token *)token;
  struct hyd_op *op = hyd_arg_pointer(op_hi, op_lo);
  credits_came(tok->job, tok->src, credits);
  hyd_op_written(op);
  if (hyd_land_for(tok->job, hyd_arg_pointer(to_hi, to_lo), buf, n, tok->src, op))
    hyd_op_done(tok->job, op);
}

static void on_answer(gex_Token_t token, gex_AM_Arg_t op_hi, gex_AM_Arg_t op_lo, gex_AM_Arg_t code,
                      gex_AM_Arg_t credits, gex_AM_Arg_t v0_hi, gex_AM_Arg_t v0_lo,
                      gex_AM_Arg_t v1_hi, gex_AM_Arg_t v1_lo) {
  struct hyd_token *tok = (struct hyd_token *)token;
  struct hyd_op *op = hyd_arg_pointer(op_hi, op_lo);
  struct hyd_paged_answer *answer;
  credits_came(tok->job, tok->src, credits);
  hyd_op_written(op);
  answer = (struct hyd_paged_answer *)(uintptr_t)op->value;
  answer->value[0] = hyd_arg_word(v0_hi, v0_lo);
  answer->value[1] = hyd_arg_word(v1_hi, v1_lo);
  if (code) hyd_paged_report(tok->job, &answer->error, code, tok->src);
  hyd_op_done(tok->job, op);
}

void hyd_paged_messages_init(struct hyd_job *job) {
  hyd_register_internal(job, HYD_H_PAGED_PUT, (gex_AM_Fn_t)on_put, "paged put", HYD_PAYLOAD, 5);
  hyd_register_internal(job, HYD_H_PAGED_KEYED, (gex_AM_Fn_t)on_keyed, "paged put by key",
                        HYD_PAYLOAD, 13);
  hyd_register_internal(job, HYD_H_PAGED_GET, (gex_AM_Fn_t)on_get, "paged get", HYD_SHORT, 11);
  hyd_register_internal(job, HYD_H_PAGED_RMW, (gex_AM_Fn_t)on_rmw, "paged atomic", HYD_SHORT, 13);
  hyd_register_internal(job, HYD_H_PAGED_NOTE, (gex_AM_Fn_t)on_note, "paged note", HYD_SHORT, 5);
  hyd_register_internal(job, HYD_H_PAGED_CREDIT, (gex_AM_Fn_t)on_credit, "paged credit", HYD_SHORT,
                        1);
  hyd_register_internal(job, HYD_H_PAGED_DONE, (gex_AM_Fn_t)on_done, "paged done", HYD_SHORT, 4);
  hyd_register_internal(job, HYD_H_PAGED_GOT, (gex_AM_Fn_t)on_got, "paged got", HYD_PAYLOAD, 5);
  hyd_register_internal(job, HYD_H_PAGED_ANSWER, (gex_AM_Fn_t)on_answer, "paged answer", HYD_SHORT,
                        8);
}
