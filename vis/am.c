/* SPDX-License-Identifier: BSD-3-Clause
 *
 * am.c: see vis.h.
 */
#include "vis/vis.h"

#include "core/am/am.h"
#include "core/base/err.h"
#include "core/am/handlers.h"
#include "core/am/internal_handlers.h"
#include "vis/fragment.h"

/* This rank's memory, as others may use it. */
static struct hyd_vis_view window(const struct hyd_job *job) {
  const gasnet_seginfo_t *mine = &job->mem.seginfo[job->rank];
  if (hyd_everything(job)) return HYD_VIS_HERE;
  return (struct hyd_vis_view){(uintptr_t)mine->addr, mine->size, (uintptr_t)mine->addr};
}

static HYD_COLD void refuse(const struct hyd_token *tok, const char *what) {
  hyd_fatal("gex_VIS", "%s of rank %u names bytes outside of this rank's segment, or is malformed",
            what, tok->src);
}

/* --- put ------------------------------------------------------------------ */

struct put_part { /* what fills a message */
  struct hyd_vis_fragment f;
  struct hyd_vis_iter data;
};

static void fill_put(void *arg, void *where) {
  const struct put_part *p = arg;
  struct hyd_vis_iter data = p->data;
  hyd_vis_describe(&p->f, where);
  hyd_vis_gather((char *)where + p->f.described, &data, p->f.bytes);
}

void hyd_vis_am_put(struct hyd_job *job, gex_Rank_t peer, const struct hyd_vis_side *dst,
                    const struct hyd_vis_side *src, size_t bytes, struct hyd_op *op) {
  const gex_AM_Arg_t args[] = {HYD_ARG_HIGH(op), HYD_ARG_LOW(op)};
  struct hyd_am m = hyd_am_of(1, HYD_AM_MEDIUM, HYD_H_VIS_PUT, 2, args);
  struct hyd_vis_iter to;
  struct put_part part;
  m.fill = fill_put;
  m.fill_arg = &part;
  hyd_vis_seek(&to, dst, 0, 0);
  hyd_vis_seek(&part.data, src, 0, 0);
  while (bytes) {
    hyd_vis_cut(&part.f, &to, bytes, job->net.max_medium, 1);
    m.nbytes = part.f.described + part.f.bytes;
    hyd_op_add(op, 1);
    hyd_am_send_request(job, peer, &m, 0);
    hyd_vis_skip(&part.data, part.f.bytes);
    bytes -= part.f.bytes;
  }
}

static void on_put(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t op_hi, gex_AM_Arg_t op_lo) {
  struct hyd_token *tok = (struct hyd_token *)token;
  gex_AM_Arg_t args[] = {op_hi, op_lo};
  struct hyd_am ack = hyd_am_of(0, HYD_AM_SHORT, HYD_H_ACK, 2, args);
  struct hyd_vis_view mine = window(tok->job);
  struct hyd_vis_side to;
  struct hyd_vis_iter it;
  size_t bytes, described;
  if (!hyd_vis_parse(buf, n, &mine, &to, &it, &bytes, &described) || bytes != n - described)
    refuse(tok, "a put");
  hyd_vis_scatter(&it, (const char *)buf + described, bytes);
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

/* G1: release of a part pairs with G2, the acquire of the thread that finds that it was the last.
 */
static void part_done(struct get_state *g) {
  if (atomic_fetch_sub_explicit(&g->parts, 1, memory_order_acq_rel) == 1) free(g); /* G1, G2 */
}

static void fill_description(void *arg, void *where) { hyd_vis_describe(arg, where); }

static void ask(struct hyd_job *job, gex_Rank_t peer, struct hyd_vis_fragment *f,
                const struct hyd_vis_iter *to, struct get_state *g, struct hyd_op *op) {
  size_t piece = hyd_vis_piece(to), skipped = hyd_vis_skipped(to);
  const gex_AM_Arg_t args[] = {HYD_ARG_HIGH(op),      HYD_ARG_LOW(op),     HYD_ARG_HIGH(g),
                               HYD_ARG_LOW(g),        HYD_ARG_HIGH(piece), HYD_ARG_LOW(piece),
                               HYD_ARG_HIGH(skipped), HYD_ARG_LOW(skipped)};
  struct hyd_am m = hyd_am_of(1, HYD_AM_MEDIUM, HYD_H_VIS_GET, 8, args);
  m.fill = fill_description;
  m.fill_arg = f;
  m.nbytes = f->described;
  atomic_fetch_add_explicit(&g->parts, 1, memory_order_relaxed);
  hyd_op_add(op, 1);
  hyd_am_send_request(job, peer, &m, 0);
}

void hyd_vis_am_get(struct hyd_job *job, gex_Rank_t peer, const struct hyd_vis_side *dst,
                    const struct hyd_vis_side *src, size_t bytes, struct hyd_op *op) {
  struct get_state *g = new_get(dst);
  struct hyd_vis_iter from, to;
  struct hyd_vis_fragment f;
  hyd_vis_seek(&from, src, 0, 0);
  hyd_vis_seek(&to, &g->to, 0, 0);
  while (bytes) {
    hyd_vis_cut(&f, &from, bytes, job->net.max_medium, 0);
    ask(job, peer, &f, &to, g, op);
    hyd_vis_skip(&to, f.bytes);
    bytes -= f.bytes;
  }
  part_done(g);
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

static void on_get(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t op_hi, gex_AM_Arg_t op_lo,
                   gex_AM_Arg_t g_hi, gex_AM_Arg_t g_lo, gex_AM_Arg_t piece_hi,
                   gex_AM_Arg_t piece_lo, gex_AM_Arg_t skip_hi, gex_AM_Arg_t skip_lo) {
  struct hyd_token *tok = (struct hyd_token *)token;
  gex_AM_Arg_t args[] = {op_hi, op_lo, g_hi, g_lo, piece_hi, piece_lo, skip_hi, skip_lo};
  struct hyd_am m = hyd_am_of(0, HYD_AM_MEDIUM, HYD_H_VIS_GOT, 8, args);
  struct hyd_vis_view mine = window(tok->job);
  struct hyd_vis_side from;
  struct answer a;
  size_t described;
  if (!hyd_vis_parse(buf, n, &mine, &from, &a.from, &a.bytes, &described) || described != n ||
      a.bytes > tok->job->net.max_medium)
    refuse(tok, "a get");
  m.fill = fill_answer;
  m.fill_arg = &a;
  m.nbytes = a.bytes;
  hyd_am_send_reply(tok, &m, 0);
}

static void on_got(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t op_hi, gex_AM_Arg_t op_lo,
                   gex_AM_Arg_t g_hi, gex_AM_Arg_t g_lo, gex_AM_Arg_t piece_hi,
                   gex_AM_Arg_t piece_lo, gex_AM_Arg_t skip_hi, gex_AM_Arg_t skip_lo) {
  struct hyd_op *op = hyd_arg_pointer(op_hi, op_lo);
  struct get_state *g = hyd_arg_pointer(g_hi, g_lo);
  struct hyd_vis_iter to;
  hyd_op_written(op); /* and with it *g */
  hyd_vis_seek(&to, &g->to, hyd_arg_word(piece_hi, piece_lo), hyd_arg_word(skip_hi, skip_lo));
  hyd_vis_scatter(&to, buf, n);
  part_done(g);
  hyd_op_done(((struct hyd_token *)token)->job, op);
}

void hyd_vis_am_init(struct hyd_job *job) {
  hyd_register_internal(job, HYD_H_VIS_PUT, (gex_AM_Fn_t)on_put, "VIS put");
  hyd_register_internal(job, HYD_H_VIS_GET, (gex_AM_Fn_t)on_get, "VIS get");
  hyd_register_internal(job, HYD_H_VIS_GOT, (gex_AM_Fn_t)on_got, "VIS got");
}
