/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rma_am.c: put, get and memset by active messages. A transfer is cut into fragments of a medium's
 * size; each is one request and its reply, and one part of the op. Sources are copied when a
 * fragment is sent, so a put is locally complete when all its fragments are. Addresses travel as
 * two words, and may be of device memory at either end.
 */
#include "core/am/am.h"
#include "core/base/err.h"
#include "core/mem/kind.h"
#include "core/am/handlers.h"
#include "core/am/internal_handlers.h"
#include "core/am/deferred.h"
#include "core/am/grants.h"
#include "extended/rma/rma.h"

/* Bytes of a device, which its driver copies to where they travel from. */
struct fetch {
  struct hyd_job *job;
  const void *from;
  size_t n;
};

static void fetch_from_device(void *arg, void *where) {
  const struct fetch *f = arg;
  hyd_copy(f->job, where, f->from, f->n);
}

static int has_devices(struct hyd_job *job) {
  return hyd_unlikely(atomic_load_explicit(&job->mem.device_segments, memory_order_relaxed) != 0);
}

/* Makes a message, a medium if it has a payload. */
static struct hyd_am message_of(struct fetch *f, int is_request, uint8_t handler,
                                const gex_AM_Arg_t *args, uint8_t nargs) {
  struct hyd_am m =
      hyd_am_of(is_request, f->n ? HYD_AM_MEDIUM : HYD_AM_SHORT, handler, nargs, args);
  m.payload = (void *)(uintptr_t)f->from;
  m.nbytes = f->n;
  if (f->n && has_devices(f->job)) {
    m.fill = fetch_from_device;
    m.fill_arg = f;
  }
  return m;
}

void hyd_ref_send(struct hyd_job *job, gex_Rank_t peer, uint8_t handler, const void *payload,
                  size_t n, const gex_AM_Arg_t *args, uint8_t nargs) {
  struct fetch f = {job, payload, n};
  struct hyd_am m = message_of(&f, 1, handler, args, nargs);
  hyd_am_send_request(job, peer, &m, 0);
}

void hyd_ref_answer(gex_Token_t token, uint8_t handler, const void *payload, size_t n,
                    const gex_AM_Arg_t *args, uint8_t nargs) {
  struct fetch f = {((struct hyd_token *)token)->job, payload, n};
  struct hyd_am m = message_of(&f, 0, handler, args, nargs);
  hyd_am_send_reply((struct hyd_token *)token, &m, 0);
}

static void on_ack(gex_Token_t token, gex_AM_Arg_t op_hi, gex_AM_Arg_t op_lo) {
  hyd_op_done(((struct hyd_token *)token)->job, hyd_arg_pointer(op_hi, op_lo));
}

/* --- handlers ------------------------------------------------------------- */

static void acknowledge(gex_Token_t token, gex_AM_Arg_t op_hi, gex_AM_Arg_t op_lo) {
  gex_AM_Arg_t args[] = {op_hi, op_lo};
  hyd_ref_answer(token, HYD_H_ACK, NULL, 0, args, 2);
}

static void on_put(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t dest_hi,
                   gex_AM_Arg_t dest_lo, gex_AM_Arg_t op_hi, gex_AM_Arg_t op_lo) {
  struct hyd_token *tok = (struct hyd_token *)token;
  hyd_copy(tok->job, hyd_arg_pointer(dest_hi, dest_lo), buf, n);
  hyd_put_done();
  acknowledge(token, op_hi, op_lo);
}

static void on_get(gex_Token_t token, gex_AM_Arg_t src_hi, gex_AM_Arg_t src_lo, gex_AM_Arg_t n,
                   gex_AM_Arg_t dest_hi, gex_AM_Arg_t dest_lo, gex_AM_Arg_t op_hi,
                   gex_AM_Arg_t op_lo) {
  gex_AM_Arg_t args[] = {dest_hi, dest_lo, op_hi, op_lo};
  hyd_ref_answer(token, HYD_H_GOT, hyd_arg_pointer(src_hi, src_lo), (uint32_t)n, args, 4);
}

static void on_got(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t dest_hi,
                   gex_AM_Arg_t dest_lo, gex_AM_Arg_t op_hi, gex_AM_Arg_t op_lo) {
  struct hyd_token *tok = (struct hyd_token *)token;
  struct hyd_op *op = hyd_arg_pointer(op_hi, op_lo);
  hyd_op_written(op);
  if (hyd_land_for(tok->job, hyd_arg_pointer(dest_hi, dest_lo), buf, n, tok->src, op))
    hyd_op_done(tok->job, op);
}

/* A memset that waits for guarded memory. */
struct fill {
  struct hyd_deferred w;
  int value;
  gex_AM_Arg_t op[2];
};

static int step_fill(struct hyd_job *job, struct hyd_deferred *w) {
  size_t n = w->left, now = hyd_fill(job, w->at, ((struct fill *)w)->value, n, w);
  if (now == n) w->left = 0;
  return now == n;
}

static void over_fill(struct hyd_job *job, struct hyd_deferred *w) {
  hyd_put_done();
  hyd_ref_send(job, w->initiator, HYD_H_ACK, NULL, 0, ((struct fill *)w)->op, 2);
  free(w);
}

static void on_memset(gex_Token_t token, gex_AM_Arg_t dest_hi, gex_AM_Arg_t dest_lo,
                      gex_AM_Arg_t n_hi, gex_AM_Arg_t n_lo, gex_AM_Arg_t val, gex_AM_Arg_t op_hi,
                      gex_AM_Arg_t op_lo) {
  struct hyd_token *tok = (struct hyd_token *)token;
  size_t n = hyd_arg_word(n_hi, n_lo);
  struct fill here = {.value = val, .op = {op_hi, op_lo}}, *f;
  if (hyd_fill(tok->job, hyd_arg_pointer(dest_hi, dest_lo), val, n, &here.w) == n) {
    hyd_put_done();
    acknowledge(token, op_hi, op_lo);
    return;
  }
  if ((f = malloc(sizeof *f)) == NULL) hyd_fatal("gasnet_memset", "out of memory");
  *f = here;
  f->w.step = step_fill;
  f->w.over = over_fill;
  hyd_deferred_keep(tok->job, &f->w, tok->src, HYD_DEFERRED_BY_GRANT);
}

void hyd_ref_rma_init(struct hyd_job *job) {
  job->net.by_messages = hyd_ref_move;
  hyd_register_internal(job, HYD_H_PUT, (gex_AM_Fn_t)on_put, "put", HYD_PAYLOAD, 4);
  hyd_register_internal(job, HYD_H_GET, (gex_AM_Fn_t)on_get, "get", HYD_SHORT, 7);
  hyd_register_internal(job, HYD_H_GOT, (gex_AM_Fn_t)on_got, "got", HYD_PAYLOAD, 4);
  hyd_register_internal(job, HYD_H_MEMSET, (gex_AM_Fn_t)on_memset, "memset", HYD_SHORT, 7);
  hyd_register_internal(job, HYD_H_ACK, (gex_AM_Fn_t)on_ack, "ack", HYD_SHORT, 2);
}

/* --- initiation ----------------------------------------------------------- */

static void put_part(struct hyd_job *job, gex_Rank_t peer, char *to, const char *from, size_t n,
                     struct hyd_op *op) {
  gex_AM_Arg_t args[] = {HYD_ARG_HIGH(to), HYD_ARG_LOW(to), HYD_ARG_HIGH(op), HYD_ARG_LOW(op)};
  hyd_ref_send(job, peer, HYD_H_PUT, from, n, args, 4);
}

static void get_part(struct hyd_job *job, gex_Rank_t peer, char *to, const char *from, size_t n,
                     struct hyd_op *op) {
  gex_AM_Arg_t args[] = {HYD_ARG_HIGH(from), HYD_ARG_LOW(from), (gex_AM_Arg_t)n, HYD_ARG_HIGH(to),
                         HYD_ARG_LOW(to),    HYD_ARG_HIGH(op),  HYD_ARG_LOW(op)};
  hyd_ref_send(job, peer, HYD_H_GET, NULL, 0, args, 7);
}

void hyd_ref_move(struct hyd_job *job, gex_Rank_t peer, int is_put, void *remote, void *local,
                  size_t n, struct hyd_op *op) {
  for (size_t at = 0, part; at < n; at += part) {
    part = n - at < job->net.max_medium ? n - at : job->net.max_medium;
    hyd_op_add(op, 1);
    if (is_put)
      put_part(job, peer, (char *)remote + at, (char *)local + at, part, op);
    else
      get_part(job, peer, (char *)local + at, (char *)remote + at, part, op);
  }
}

void hyd_ref_memset(struct hyd_job *job, const struct hyd_route *r, void *dest, int val, size_t n,
                    struct hyd_op *op) {
  const void *size = (const void *)(uintptr_t)n;
  gex_AM_Arg_t args[] = {
      HYD_ARG_HIGH(dest), HYD_ARG_LOW(dest), HYD_ARG_HIGH(size), HYD_ARG_LOW(size), val,
      HYD_ARG_HIGH(op),   HYD_ARG_LOW(op)};
  if (hyd_unlikely(r->guarded != NULL)) {
    hyd_guarded_check_write(r->guarded, r->peer, "gasnet_memset");
    (void)hyd_grant_take(job, r->peer, 0);
  }
  hyd_op_add(op, 1);
  hyd_ref_send(job, r->peer, HYD_H_MEMSET, NULL, 0, args, 7);
}
