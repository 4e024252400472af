/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_vis.c: see gex_vis.h; no tests of its own.
 */
#include "gex_vis.h"

struct rng vis_test_rng(void) {
  struct rng r = {conform_rand()};
  return r;
}

void vis_in_turns(void (*body)(void)) {
  int phase;
  for (phase = 0; phase < 2; phase++) {
    conform_barrier();
    if ((int)(conform_rank() % 2) == phase)
      body();
    else
      gex_sleep_ms(8);
  }
  conform_barrier();
}

/* What went wrong, with the operation, so that it can be told from the others of its test. */
static void fail(const struct vis_op *op, const char *what, long at) {
  char text[200];
  snprintf(text, sizeof text, "%s %s, form %s, peer %u, %zu bytes: %s %ld",
           vis_kind_name[op->shape->kind], op->put ? "put" : "get", vis_form_name[op->form],
           (unsigned)op->peer, op->shape->total, what, at);
  conform_fail(__FILE__, __LINE__, text);
}

void vis_fill(struct vis_slot *slot, char *there) {
  struct vis_op *op = &slot->op;
  size_t to_bytes = slot->shape.dst.window, from_bytes = slot->shape.src.window;
  char *to = vis_alloc(to_bytes), *from = vis_alloc(from_bytes);
  struct rng rng = vis_test_rng();
  op->shape = &slot->shape;
  rng_bytes(to, to_bytes, &rng);
  rng_bytes(from, from_bytes, &rng);
  slot->want = memcpy(vis_alloc(to_bytes), to, to_bytes);
  vis_expect(&slot->shape, slot->want, (unsigned char *)from);
  gex_RMA_PutBlocking(op->tm, op->peer, there, op->put ? to : from, op->put ? to_bytes : from_bytes,
                      0);
  slot->there = there;
  slot->here = op->put ? from : to;
  op->dst = op->put ? there : to;
  op->src = op->put ? from : there;
  free(op->put ? to : from);
}

void vis_spoil(struct vis_slot *slot) {
  if (slot->op.put) memset(slot->here, 0xee, slot->shape.src.window);
}

void vis_verify(struct vis_slot *slot) {
  const struct vis_op *op = &slot->op;
  size_t n = slot->shape.dst.window, k;
  unsigned char *have = vis_alloc(n);
  if (op->put)
    gex_RMA_GetBlocking(op->tm, have, op->peer, slot->there, n, 0);
  else
    memcpy(have, slot->here, n);
  if (op->bad) fail(op, op->bad, 0);
  if (memcmp(have, slot->want, n)) {
    for (k = 0; have[k] == slot->want[k];) k++;
    fail(op, "first wrong byte at offset", (long)k);
  }
  free(have);
  free(slot->here);
  free(slot->want);
}

void vis_check_one(const struct vis_shape *s, enum vis_form form, int put, gex_TM_t tm,
                   gex_Rank_t peer, size_t offset) {
  struct vis_slot slot = {.shape = *s, .op = {.form = form, .put = put, .tm = tm, .peer = peer}};
  CHECK(offset + (put ? s->dst.window : s->src.window) <= AREA_BYTES);
  vis_fill(&slot, gex_area(peer) + offset);
  vis_op_start(&slot.op);
  if (vis_op_local(&slot.op)) vis_spoil(&slot);
  vis_op_finish(&slot.op);
  vis_verify(&slot);
}

static gex_TM_t team(int i) { return i ? gex_TM_Pair(conform_ep(), 0) : conform_tm(); }

void vis_check(const struct vis_shape *s) {
  gex_Rank_t peer[2] = {conform_next(), conform_rank()};
  int p, t, form;
  for (p = 0; p < 2; p++)
    for (t = 0; t < 2; t++) {
      for (form = 0; form < VIS_PUT_FORMS; form++)
        vis_check_one(s, (enum vis_form)form, 1, team(t), peer[p], (size_t)form);
      for (form = 0; form < VIS_GET_FORMS; form++)
        vis_check_one(s, (enum vis_form)form, 0, team(t), peer[p], (size_t)form);
    }
}

void vis_check_in_turn(const struct vis_shape *s) {
  static int turn;
  int n = turn++;
  gex_Rank_t self = conform_rank(), next = conform_next();
  vis_check_one(s, (enum vis_form)(n % VIS_PUT_FORMS), 1, team(n / 2 % 2), next, (size_t)(n % 9));
  vis_check_one(s, (enum vis_form)(n % VIS_GET_FORMS), 0, team(n / 3 % 2), next, (size_t)(n % 7));
  vis_check_one(s, (enum vis_form)(n / 2 % VIS_PUT_FORMS), 1, team(n % 2), self, 0);
  vis_check_one(s, (enum vis_form)(n / 2 % VIS_GET_FORMS), 0, team(n % 3 == 0), self, 0);
}

void vis_check_g1(const struct vis_shape *s) {
  int form;
  for (form = VIS_G1_BLOCKING; form < VIS_FORMS; form++) {
    vis_check_one(s, (enum vis_form)form, 1, conform_tm(), conform_next(), (size_t)form);
    vis_check_one(s, (enum vis_form)form, 0, conform_tm(), conform_next(), (size_t)form);
    vis_check_one(s, (enum vis_form)form, 1, conform_tm(), conform_rank(), 0);
    vis_check_one(s, (enum vis_form)form, 0, conform_tm(), conform_rank(), 0);
  }
}

const struct conform_test conform_gex_vis[] = {{0, 0, 0, 0}};
