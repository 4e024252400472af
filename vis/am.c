/* SPDX-License-Identifier: BSD-3-Clause
 *
 * am.c: see vis.h.
 */
#include "vis/vis.h"

#include "core/am/am.h"
#include "core/base/err.h"
#include "core/am/handlers.h"
#include "core/am/internal_handlers.h"
#include "core/am/grants.h"
#include "core/am/deferred.h"
#include "vis/fragment.h"

/* The memory of this rank that others may use by one of its endpoints. */
static struct hyd_vis_view window_of(struct hyd_job *job, gex_AM_Arg_t endpoint) {
  const gasnet_seginfo_t *mine = &job->mem.seginfo[job->rank];
  const struct hyd_bound *b;
  if (hyd_everything(job)) return HYD_VIS_HERE;
  if (hyd_likely(endpoint == 0))
    return (struct hyd_vis_view){(uintptr_t)mine->addr, mine->size, (uintptr_t)mine->addr};
  b = hyd_bound_find(job, (uint32_t)endpoint, job->rank);
  if (b == NULL || b->device) return (struct hyd_vis_view){0, 0, 0};
  return (struct hyd_vis_view){(uintptr_t)b->base, b->size, (uintptr_t)b->base};
}

/* --- guarded memory ---------------------------------------------------------------- */

/* A work that waits for guarded memory of this rank (deferred.h): pieces, and the bytes that go to
 * them or come from them. `it` may point into the message. */
struct work {
  struct hyd_deferred w;
  struct hyd_vis_side side;
  struct hyd_vis_iter it;
  size_t bytes, done;
  char *packed;
  int gathers;
  gex_AM_Arg_t args[9];
  _Alignas(8) char message[];
};

/* Moves as many bytes as are present; if that is not all, *w says what is absent. */
static size_t move_pieces(struct hyd_job *job, struct hyd_vis_iter *it, char *packed, size_t n,
                          int gathers, struct hyd_deferred *w) {
  size_t done = 0;
  while (done < n && (it->left || hyd_vis_next(it))) {
    size_t part = it->left < n - done ? it->left : n - done;
    size_t now = gathers ? hyd_fetch(job, packed + done, it->at, part, w)
                         : hyd_land(job, it->at, packed + done, part, w);
    hyd_vis_advance(it, now);
    done += now;
    if (now < part) break;
  }
  return done;
}

static size_t scatter_bytes(struct hyd_job *job, struct hyd_vis_iter *to, const char *packed,
                            size_t n, struct hyd_deferred *w) {
  if (hyd_has_guarded(job)) return move_pieces(job, to, (char *)(uintptr_t)packed, n, 0, w);
  hyd_vis_scatter(to, packed, n);
  return n;
}

static int step_work(struct hyd_job *job, struct hyd_deferred *w) {
  struct work *v = (struct work *)w;
  size_t n = v->bytes - v->done;
  size_t now = move_pieces(job, &v->it, v->packed + v->done, n, v->gathers, w);
  hyd_deferred_copied(job, now);
  v->done += now;
  return now == n;
}

/* Makes a work with room for a message of n bytes. */
static struct work *new_work(const gex_AM_Arg_t *args, unsigned nargs, size_t n,
                             void (*over)(struct hyd_job *job, struct hyd_deferred *w)) {
  struct work *v = malloc(sizeof *v + n);
  if (v == NULL) hyd_fatal("gex_VIS", "out of memory for a message of %zu bytes", n);
  v->w = (struct hyd_deferred){.step = step_work, .over = over};
  v->done = 0;
  v->gathers = 0;
  memcpy(v->args, args, nargs * sizeof *args);
  return v;
}

static void keep_work(struct hyd_token *tok, struct work *v, const struct hyd_deferred *lacks,
                      enum hyd_deferred_cause cause) {
  v->w.g = lacks->g;
  v->w.at = lacks->at;
  v->w.left = lacks->left;
  hyd_deferred_keep(tok->job, &v->w, tok->src, cause);
}

static HYD_COLD void refuse_message(const struct hyd_token *tok, const char *what) {
  hyd_fatal("gex_VIS", "%s of rank %u names bytes outside of this rank's segment, or is malformed",
            what, tok->src);
}

/* --- put ------------------------------------------------------------------ */

struct put_part { /* the fragment and the data of a message */
  struct hyd_vis_fragment f;
  struct hyd_vis_iter data;
};

static void fill_put(void *arg, void *where) {
  const struct put_part *p = arg;
  struct hyd_vis_iter data = p->data;
  hyd_vis_describe(&p->f, where);
  hyd_vis_gather((char *)where + p->f.described, &data, p->f.bytes);
}

void hyd_vis_am_put(struct hyd_job *job, const struct hyd_vis_call *c, struct hyd_op *op) {
  const gex_AM_Arg_t args[] = {HYD_ARG_HIGH(op), HYD_ARG_LOW(op), (gex_AM_Arg_t)c->ends.to};
  struct hyd_am m = hyd_am_of(1, HYD_AM_MEDIUM, HYD_H_VIS_PUT, 3, args);
  gex_Rank_t peer = c->route.peer;
  size_t bytes = c->bytes;
  struct hyd_vis_iter to;
  struct put_part part;
  m.needs_grant = c->route.guarded != NULL;
  m.fill = fill_put;
  m.fill_arg = &part;
  hyd_vis_seek(&to, &c->dst, 0, 0);
  hyd_vis_seek(&part.data, &c->src, 0, 0);
  while (bytes) {
    hyd_vis_cut(&part.f, &to, bytes, job->net.max_medium, 1);
    m.nbytes = part.f.described + part.f.bytes;
    hyd_op_add(op, 1);
    hyd_am_send_request(job, peer, &m, 0);
    hyd_vis_skip(&part.data, part.f.bytes);
    bytes -= part.f.bytes;
  }
}

static void complete_put(struct hyd_job *job, struct hyd_deferred *w) {
  struct hyd_am ack = hyd_am_of(1, HYD_AM_SHORT, HYD_H_ACK, 2, ((struct work *)w)->args);
  hyd_put_done();
  hyd_am_send_request(job, w->initiator, &ack, 0);
  free(w);
}

/* Keeps a put of which `done` bytes are in place. */
static HYD_COLD void keep_put(struct hyd_token *tok, const char *buf, size_t n, size_t done,
                              const gex_AM_Arg_t *args, const struct hyd_deferred *lacks) {
  struct work *v = new_work(args, 3, n, complete_put);
  struct hyd_vis_view mine = window_of(tok->job, args[2]);
  size_t described;
  memcpy(v->message, buf, n);
  (void)hyd_vis_parse(v->message, n, &mine, &v->side, &v->it, &v->bytes, &described);
  hyd_vis_skip(&v->it, done);
  v->packed = v->message + described;
  v->done = done;
  keep_work(tok, v, lacks, HYD_DEFERRED_BY_GRANT);
}

static void on_put(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t op_hi, gex_AM_Arg_t op_lo,
                   gex_AM_Arg_t endpoint) {
  struct hyd_token *tok = (struct hyd_token *)token;
  gex_AM_Arg_t args[] = {op_hi, op_lo, endpoint};
  struct hyd_am ack = hyd_am_of(0, HYD_AM_SHORT, HYD_H_ACK, 2, args);
  struct hyd_vis_view mine = window_of(tok->job, endpoint);
  struct hyd_vis_side to;
  struct hyd_vis_iter it;
  struct hyd_deferred lacks;
  size_t bytes, described, done;
  if (!hyd_vis_parse(buf, n, &mine, &to, &it, &bytes, &described) || bytes != n - described)
    refuse_message(tok, "a put");
  done = scatter_bytes(tok->job, &it, (const char *)buf + described, bytes, &lacks);
  if (hyd_unlikely(done < bytes)) {
    keep_put(tok, buf, n, done, args, &lacks);
    return;
  }
  hyd_put_done();
  hyd_am_send_reply(tok, &ack, 0);
}

/* --- get ------------------------------------------------------------------ */

/* Where the fragments of a get go, until the last one has come. */
struct get_state {
  _Atomic uint32_t parts;
  struct hyd_vis_side to;
  size_t n[HYD_VIS_LEVELS];
  ptrdiff_t stride[HYD_VIS_LEVELS];
};

static struct get_state *new_get(const struct hyd_vis_side *dst) {
  struct get_state *g = malloc(sizeof *g);
  if (g == NULL) hyd_fatal("gex_VIS get", "out of memory for its state");
  atomic_init(&g->parts, 1);
  g->to = *dst;
  if (dst->kind != HYD_VIS_STRIDED || dst->levels == 0) return g;
  memcpy(g->n, dst->n, dst->levels * sizeof *g->n);
  memcpy(g->stride, dst->stride, dst->levels * sizeof *g->stride);
  g->to.n = g->n;
  g->to.stride = g->stride;
  return g;
}

/* Ends a part; the last one frees the state. G1, a part's release, pairs with G2, the acquire of
 * the thread that ends the last part. */
static void end_part(struct get_state *g) {
  if (atomic_fetch_sub_explicit(&g->parts, 1, memory_order_acq_rel) == 1) free(g); /* G1, G2 */
}

static void fill_description(void *arg, void *where) { hyd_vis_describe(arg, where); }

static void ask_for_fragment(struct hyd_job *job, const struct hyd_vis_call *c,
                             struct hyd_vis_fragment *f, const struct hyd_vis_iter *to,
                             struct get_state *g, struct hyd_op *op) {
  gex_Rank_t peer = c->route.peer;
  size_t piece = hyd_vis_piece(to), skipped = hyd_vis_skipped(to);
  const gex_AM_Arg_t args[] = {HYD_ARG_HIGH(op),        HYD_ARG_LOW(op),
                               HYD_ARG_HIGH(g),         HYD_ARG_LOW(g),
                               HYD_ARG_HIGH(piece),     HYD_ARG_LOW(piece),
                               HYD_ARG_HIGH(skipped),   HYD_ARG_LOW(skipped),
                               (gex_AM_Arg_t)c->ends.to};
  struct hyd_am m = hyd_am_of(1, HYD_AM_MEDIUM, HYD_H_VIS_GET, 9, args);
  m.needs_grant = c->route.guarded != NULL;
  m.fill = fill_description;
  m.fill_arg = f;
  m.nbytes = f->described;
  (void)hyd_deferred_await_room(job, 0);
  atomic_fetch_add_explicit(&g->parts, 1, memory_order_relaxed);
  hyd_op_add(op, 1);
  hyd_am_send_request(job, peer, &m, 0);
}

void hyd_vis_am_get(struct hyd_job *job, const struct hyd_vis_call *c, struct hyd_op *op) {
  struct get_state *g = new_get(&c->dst);
  size_t bytes = c->bytes;
  struct hyd_vis_iter from, to;
  struct hyd_vis_fragment f;
  hyd_vis_seek(&from, &c->src, 0, 0);
  hyd_vis_seek(&to, &g->to, 0, 0);
  while (bytes) {
    hyd_vis_cut(&f, &from, bytes, job->net.max_medium, 0);
    ask_for_fragment(job, c, &f, &to, g, op);
    hyd_vis_skip(&to, f.bytes);
    bytes -= f.bytes;
  }
  end_part(g);
}

struct answer { /* what fills the reply */
  struct hyd_vis_iter from;
  size_t bytes;
};

static void fill_answer(void *arg, void *where) {
  const struct answer *a = arg;
  struct hyd_vis_iter from = a->from;
  hyd_vis_gather(where, &from, a->bytes);
}

static void complete_get(struct hyd_job *job, struct hyd_deferred *w) {
  struct work *v = (struct work *)w;
  struct hyd_am m = hyd_am_of(1, HYD_AM_MEDIUM, HYD_H_VIS_GOT, 8, v->args);
  m.payload = v->packed;
  m.nbytes = v->bytes;
  hyd_am_send_request(job, w->initiator, &m, 0);
  free(v);
}

/* Answers a get from guarded memory: gathers into a work, which waits if some memory is absent. */
static HYD_COLD void get_guarded(struct hyd_token *tok, const char *buf, size_t n, size_t bytes,
                                 gex_AM_Arg_t endpoint, struct hyd_am *m) {
  struct work *v = new_work(m->args, 8, ((n + 7) & ~(size_t)7) + bytes, complete_get);
  struct hyd_vis_view mine = window_of(tok->job, endpoint);
  struct hyd_deferred lacks;
  size_t described;
  memcpy(v->message, buf, n);
  (void)hyd_vis_parse(v->message, n, &mine, &v->side, &v->it, &v->bytes, &described);
  v->packed = v->message + ((n + 7) & ~(size_t)7);
  v->gathers = 1;
  v->done = move_pieces(tok->job, &v->it, v->packed, bytes, 1, &lacks);
  if (v->done < bytes) {
    keep_work(tok, v, &lacks, HYD_DEFERRED_BY_GRANT);
    return;
  }
  m->payload = v->packed;
  m->nbytes = bytes;
  hyd_am_send_reply(tok, m, 0);
  free(v);
}

static void on_get(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t op_hi, gex_AM_Arg_t op_lo,
                   gex_AM_Arg_t g_hi, gex_AM_Arg_t g_lo, gex_AM_Arg_t piece_hi,
                   gex_AM_Arg_t piece_lo, gex_AM_Arg_t skip_hi, gex_AM_Arg_t skip_lo,
                   gex_AM_Arg_t endpoint) {
  struct hyd_token *tok = (struct hyd_token *)token;
  gex_AM_Arg_t args[] = {op_hi, op_lo, g_hi, g_lo, piece_hi, piece_lo, skip_hi, skip_lo};
  struct hyd_am m = hyd_am_of(0, HYD_AM_MEDIUM, HYD_H_VIS_GOT, 8, args);
  struct hyd_vis_view mine = window_of(tok->job, endpoint);
  struct hyd_vis_side from;
  struct answer a;
  size_t described;
  if (!hyd_vis_parse(buf, n, &mine, &from, &a.from, &a.bytes, &described) || described != n ||
      a.bytes > tok->job->net.max_medium)
    refuse_message(tok, "a get");
  if (hyd_has_guarded(tok->job)) {
    get_guarded(tok, buf, n, a.bytes, endpoint, &m);
    return;
  }
  m.fill = fill_answer;
  m.fill_arg = &a;
  m.nbytes = a.bytes;
  hyd_am_send_reply(tok, &m, 0);
}

static void complete_got(struct hyd_job *job, struct hyd_deferred *w) {
  struct work *v = (struct work *)w;
  struct hyd_op *op = hyd_arg_pointer(v->args[0], v->args[1]);
  end_part(hyd_arg_pointer(v->args[2], v->args[3]));
  hyd_op_done(job, op);
  free(v);
}

/* Keeps the answer to a get, of which `done` bytes are in place. */
static HYD_COLD void keep_got(struct hyd_token *tok, const char *buf, size_t n, size_t done,
                              const struct hyd_vis_iter *to, const gex_AM_Arg_t *args,
                              const struct hyd_deferred *lacks) {
  struct work *v = new_work(args, 4, n, complete_got);
  memcpy(v->message, buf, n);
  v->packed = v->message;
  v->it = *to;
  v->bytes = n;
  v->done = done;
  keep_work(tok, v, lacks, HYD_DEFERRED_ANSWERED);
}

static void on_got(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t op_hi, gex_AM_Arg_t op_lo,
                   gex_AM_Arg_t g_hi, gex_AM_Arg_t g_lo, gex_AM_Arg_t piece_hi,
                   gex_AM_Arg_t piece_lo, gex_AM_Arg_t skip_hi, gex_AM_Arg_t skip_lo) {
  struct hyd_token *tok = (struct hyd_token *)token;
  const gex_AM_Arg_t args[] = {op_hi, op_lo, g_hi, g_lo};
  struct hyd_op *op = hyd_arg_pointer(op_hi, op_lo);
  struct get_state *g = hyd_arg_pointer(g_hi, g_lo);
  struct hyd_deferred lacks;
  struct hyd_vis_iter to;
  size_t done;
  hyd_op_written(op); /* and with it *g */
  hyd_vis_seek(&to, &g->to, hyd_arg_word(piece_hi, piece_lo), hyd_arg_word(skip_hi, skip_lo));
  done = scatter_bytes(tok->job, &to, buf, n, &lacks);
  if (hyd_unlikely(done < n)) {
    keep_got(tok, buf, n, done, &to, args, &lacks);
    return;
  }
  end_part(g);
  hyd_op_done(tok->job, op);
}

void hyd_vis_am_init(struct hyd_job *job) {
  hyd_register_internal(job, HYD_H_VIS_PUT, (gex_AM_Fn_t)on_put, "VIS put", HYD_PAYLOAD, 3);
  hyd_register_internal(job, HYD_H_VIS_GET, (gex_AM_Fn_t)on_get, "VIS get", HYD_PAYLOAD, 9);
  hyd_register_internal(job, HYD_H_VIS_GOT, (gex_AM_Fn_t)on_got, "VIS got", HYD_PAYLOAD, 8);
}
