/* SPDX-License-Identifier: BSD-3-Clause
 *
 * vis_ops.c: see vis_ops.h.
 */
#include "vis_ops.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

const char *const vis_form_name[VIS_FORMS] = {"blocking",    "nb",          "nb-test", "nbi",
                                              "region",      "nb-leaf",     "nb-both", "nbi-leaf",
                                              "region-leaf", "g1-blocking", "g1-nb",   "g1-nbi",
                                              "g1-region"};

enum how { BLOCKING, NB, NBI };

static enum how how_of(enum vis_form form) {
  switch (form) {
  case VIS_BLOCKING:
  case VIS_G1_BLOCKING: return BLOCKING;
  case VIS_NBI:
  case VIS_NBI_LEAF:
  case VIS_REGION:
  case VIS_REGION_LEAF:
  case VIS_G1_NBI:
  case VIS_G1_REGION: return NBI;
  default: return NB;
  }
}

static int is_g1(enum vis_form form) { return form >= VIS_G1_BLOCKING; }
static int is_region(enum vis_form form) {
  return form == VIS_REGION || form == VIS_REGION_LEAF || form == VIS_G1_REGION;
}
static int has_leaf(enum vis_form form) { return form >= VIS_NB_LEAF && form <= VIS_REGION_LEAF; }

static void complain(struct vis_op *op, const char *what) {
  if (!op->bad) op->bad = what;
}

/* --- metadata ------------------------------------------------------------- */

/* The address of a piece without bytes is not to be looked at. */
static void *address(char *window, const struct vis_side *side, size_t i) {
  static void *const nowhere[3] = {0, (void *)(uintptr_t)8, (void *)UINTPTR_MAX};
  return side->len[i] ? window + side->at[i] : nowhere[i % 3];
}

static void fill_vectors(gex_Memvec_t *list, char *window, const struct vis_side *side) {
  size_t i;
  for (i = 0; i < side->count; i++) {
    list[i].gex_addr = address(window, side, i);
    list[i].gex_len = side->len[i];
  }
}

static void fill_addresses(void **list, char *window, const struct vis_side *side) {
  size_t i;
  for (i = 0; i < side->count; i++) list[i] = address(window, side, i);
}

static void new_lists(struct vis_op *op, size_t bytes) {
  op->lists_bytes = bytes;
  op->lists = vis_alloc(bytes);
}

/* To be called when the lists are filled. */
static void keep_lists(struct vis_op *op) {
  op->lists_before = memcpy(vis_alloc(op->lists_bytes), op->lists, op->lists_bytes);
}

static void drop_lists(struct vis_op *op) {
  if (op->lists && memcmp(op->lists, op->lists_before, op->lists_bytes))
    complain(op, "the metadata was changed");
  free(op->lists);
  free(op->lists_before);
  op->lists = op->lists_before = 0;
}

/* --- the calls ------------------------------------------------------------ */

#define ISSUE(family, ...)                                                                         \
  switch (how) {                                                                                   \
  case NB: op->root = family##NB(__VA_ARGS__); break;                                              \
  case NBI: code = family##NBI(__VA_ARGS__); break;                                                \
  default: code = family##Blocking(__VA_ARGS__);                                                   \
  }
#define ISSUE1(family, ...)                                                                        \
  switch (how) {                                                                                   \
  case NB: op->root = family##_nb_bulk(__VA_ARGS__); break;                                        \
  case NBI: family##_nbi_bulk(__VA_ARGS__); break;                                                 \
  default: family##_bulk(__VA_ARGS__);                                                             \
  }

static void issue_vector(struct vis_op *op, enum how how, gex_Flags_t flags) {
  const struct vis_side *ds = &op->shape->dst, *ss = &op->shape->src;
  gex_Memvec_t *d, *s;
  int code = 0;
  new_lists(op, (ds->count + ss->count) * sizeof *d);
  d = op->lists;
  s = d + ds->count;
  fill_vectors(d, op->dst, ds);
  fill_vectors(s, op->src, ss);
  keep_lists(op);
  if (is_g1(op->form)) {
    const gasnet_memvec_t *d1 = (const gasnet_memvec_t *)d, *s1 = (const gasnet_memvec_t *)s;
    if (op->put)
      ISSUE1(gasnet_putv, op->peer, ds->count, d1, ss->count, s1)
    else
      ISSUE1(gasnet_getv, ds->count, d1, op->peer, ss->count, s1)
  } else {
    if (op->put)
      ISSUE(gex_VIS_VectorPut, op->tm, op->peer, ds->count, d, ss->count, s, flags)
    else
      ISSUE(gex_VIS_VectorGet, op->tm, ds->count, d, op->peer, ss->count, s, flags)
  }
  if (code) complain(op, "a vector call did not return 0");
}

static void issue_indexed(struct vis_op *op, enum how how, gex_Flags_t flags) {
  const struct vis_side *ds = &op->shape->dst, *ss = &op->shape->src;
  size_t dn = ds->count, sn = ss->count, dl = dn ? ds->len[0] : 0, sl = sn ? ss->len[0] : 0;
  void **d, **s;
  int code = 0;
  new_lists(op, (dn + sn) * sizeof *d);
  d = op->lists;
  s = d + dn;
  fill_addresses(d, op->dst, ds);
  fill_addresses(s, op->src, ss);
  keep_lists(op);
  if (is_g1(op->form)) {
    if (op->put)
      ISSUE1(gasnet_puti, op->peer, dn, d, dl, sn, s, sl)
    else
      ISSUE1(gasnet_geti, dn, d, dl, op->peer, sn, s, sl)
  } else {
    if (op->put)
      ISSUE(gex_VIS_IndexedPut, op->tm, op->peer, dn, d, dl, sn, s, sl, flags)
    else
      ISSUE(gex_VIS_IndexedGet, op->tm, dn, d, dl, op->peer, sn, s, sl, flags)
  }
  if (code) complain(op, "an indexed call did not return 0");
}

/* Everything of a strided EX call lies in one block, which is overwritten when it has returned. */
static void issue_strided(struct vis_op *op, enum how how, gex_Flags_t flags) {
  const struct vis_shape *p = op->shape;
  size_t n = p->levels, each = n * sizeof(ptrdiff_t), *count = vis_alloc(3 * each);
  ptrdiff_t *dstr = (ptrdiff_t *)(count + n), *sstr = dstr + n;
  char *d = op->dst + p->dst.start, *s = op->src + p->src.start;
  int code = 0;
  if (n) {
    memcpy(count, p->count, each);
    memcpy(dstr, p->dst.stride, each);
    memcpy(sstr, p->src.stride, each);
  }
  if (op->put)
    ISSUE(gex_VIS_StridedPut, op->tm, op->peer, d, dstr, s, sstr, p->elemsz, count, n, flags)
  else
    ISSUE(gex_VIS_StridedGet, op->tm, d, dstr, op->peer, s, sstr, p->elemsz, count, n, flags)
  memset(count, 0xff, 3 * each);
  free(count);
  if (code) complain(op, "a strided call did not return 0");
}

/* gasnet1-vis section 5: here the metadata stays until the operation is synced. */
static void issue_strided1(struct vis_op *op, enum how how) {
  const struct vis_shape *p = op->shape;
  size_t n = p->levels, *count, *dstr, *sstr;
  char *d = op->dst + p->dst.start, *s = op->src + p->src.start;
  new_lists(op, (3 * n + 1) * sizeof *count);
  count = op->lists;
  dstr = count + n + 1;
  sstr = dstr + n;
  count[0] = p->elemsz;
  if (n) {
    memcpy(count + 1, p->count, n * sizeof *count);
    memcpy(dstr, p->dst.stride, n * sizeof *dstr);
    memcpy(sstr, p->src.stride, n * sizeof *sstr);
  }
  keep_lists(op);
  if (op->put)
    ISSUE1(gasnet_puts, op->peer, d, dstr, s, sstr, count, n)
  else
    ISSUE1(gasnet_gets, d, dstr, op->peer, s, sstr, count, n)
}

/* --- initiation and completion -------------------------------------------- */

void vis_op_start(struct vis_op *op) {
  enum how how = how_of(op->form);
  gex_Flags_t flags = op->flags | (has_leaf(op->form) ? GEX_FLAG_ENABLE_LEAF_LC : 0);
  op->root = op->leaf = GEX_EVENT_INVALID;
  op->lists = op->lists_before = 0;
  op->bad = 0;
  if (is_region(op->form)) gex_NBI_BeginAccessRegion(0);
  if (op->shape->kind == VIS_VECTOR)
    issue_vector(op, how, flags);
  else if (op->shape->kind == VIS_INDEXED)
    issue_indexed(op, how, flags);
  else if (is_g1(op->form))
    issue_strided1(op, how);
  else
    issue_strided(op, how, flags);
  if (is_region(op->form)) op->root = gex_NBI_EndAccessRegion(0);
  if (op->root == GEX_EVENT_NO_OP) { /* only IMMEDIATE may give it */
    complain(op, "GEX_EVENT_NO_OP was returned");
    op->root = GEX_EVENT_INVALID;
  }
  if (op->form == VIS_NB_LEAF || op->form == VIS_NB_BOTH || op->form == VIS_REGION_LEAF)
    op->leaf = gex_Event_QueryLeaf(op->root, GEX_EC_LC);
  if (op->leaf == GEX_EVENT_NO_OP) {
    complain(op, "the leaf is GEX_EVENT_NO_OP");
    op->leaf = GEX_EVENT_INVALID;
  }
}

int vis_op_local(struct vis_op *op) {
  if (!op->put || op->outside) return 0;
  switch (op->form) {
  case VIS_BLOCKING:
  case VIS_G1_BLOCKING: return 1;
  case VIS_NB_LEAF:
  case VIS_REGION_LEAF:
    gex_Event_Wait(op->leaf);
    op->leaf = GEX_EVENT_INVALID;
    return 1;
  case VIS_NBI_LEAF: gex_NBI_Wait(GEX_EC_LC, 0); return 1;
  default: return 0;
  }
}

static void poll_for(gex_Event_t event) {
  int tries;
  for (tries = 1; gex_Event_Test(event) != GASNET_OK; tries++) {
    gasnet_AMPoll();
    if (tries % 64 == 0) sched_yield();
  }
}

/* The root first, to be taken back before its leaf is looked at (EV-7). */
static void wait_both(struct vis_op *op) {
  gex_Event_t both[2] = {op->root, op->leaf};
  gex_Event_WaitAll(both, 2, 0);
  if (both[0] != GEX_EVENT_INVALID || both[1] != GEX_EVENT_INVALID)
    complain(op, "WaitAll left an event");
}

void vis_op_finish(struct vis_op *op) {
  if (!op->outside) {
    switch (op->form) {
    case VIS_NBI:
    case VIS_NBI_LEAF:
    case VIS_G1_NBI: gex_NBI_Wait(op->put ? GEX_EC_PUT : GEX_EC_GET, 0); break;
    case VIS_NB_TEST: poll_for(op->root); break;
    case VIS_NB_BOTH: wait_both(op); break;
    default: gex_Event_Wait(op->root); break;
    }
  }
  drop_lists(op);
}
