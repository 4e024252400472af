/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_ad.c: every type, every legal operation, in every form (gex-coll-atomics B, C.3; checklist
 * 1), and the helpers of the gex_ad_* groups.
 */
#include "gex_ad.h"

void gad_open(gex_AD_t ad[AD_TYPES]) {
  int t;
  for (t = 0; t < AD_TYPES; t++)
    gex_AD_Create(&ad[t], conform_tm(), ad_dt((enum ad_type)t), ad_all((enum ad_type)t), 0);
}

void gad_close(gex_AD_t ad[AD_TYPES]) {
  int t;
  conform_barrier();
  for (t = 0; t < AD_TYPES; t++) gex_AD_Destroy(ad[t]);
}

gex_EC_t gad_category(gex_OP_t op) {
  return op == GEX_OP_SET ? GEX_EC_PUT : op == GEX_OP_GET ? GEX_EC_GET : GEX_EC_RMW;
}

static int nbi_done(gex_OP_t op) { return gex_NBI_Test(gad_category(op), 0) == GASNET_OK; }

void gad_do(const struct ad_call *c, enum gad_form form) {
  gex_Event_t event[2] = {GEX_EVENT_INVALID, GEX_EVENT_INVALID};
  if (form == GAD_REGION) gex_NBI_BeginAccessRegion(0);
  if (form >= GAD_NBI)
    CHECK_EQ(ad_nbi(c), 0);
  else
    event[1] = ad_nb(c);
  CHECK(event[1] != GEX_EVENT_NO_OP);
  switch (form) {
  case GAD_NB: gex_Event_Wait(event[1]); break;
  case GAD_NB_TEST: conform_wait_until(gex_Event_Test(event[1]) == GASNET_OK); break;
  case GAD_NB_ALL: gex_Event_WaitAll(event, 2, 0); break;
  case GAD_NBI: gex_NBI_Wait(gad_category(c->op), 0); break;
  case GAD_NBI_TEST: conform_wait_until(nbi_done(c->op)); break;
  default: gex_Event_Wait(gex_NBI_EndAccessRegion(0)); break;
  }
}

uint64_t gad_fetch(gex_AD_t ad, gex_Rank_t rank, void *addr, gex_OP_t op, uint64_t a, uint64_t b,
                   gex_Flags_t flags) {
  uint64_t old = 0;
  gex_Event_Wait(gex_AD_OpNB_U64(ad, &old, rank, addr, op, a, b, flags));
  return old;
}

void gad_apply(gex_AD_t ad, gex_Rank_t rank, void *addr, gex_OP_t op, uint64_t a, uint64_t b,
               gex_Flags_t flags) {
  gex_Event_Wait(gex_AD_OpNB_U64(ad, 0, rank, addr, op, a, b, flags));
}

void gad_set_words(int n, uint64_t value) {
  int i;
  for (i = 0; i < n; i++) *gad_word(conform_rank(), i) = value;
  conform_barrier();
}

/* --- one operation between guards ----------------------------------------- */

enum { BEFORE = 24, WINDOW = 64 };

static void fail(const struct ad_call *c, enum gad_form form, const char *what, uint64_t old,
                 uint64_t got, uint64_t want) {
  char text[240];
  snprintf(text, sizeof text,
           "%s %s at rank %u, form %d, constant %d: value %" PRIx64 ", operands %" PRIx64
           ", %" PRIx64 ": %s %" PRIx64 ", expected %" PRIx64,
           ad_type_name[c->type], ad_op_name(c->op), (unsigned)c->rank, (int)form, c->constant, old,
           c->a, c->b, what, got, want);
  conform_fail(__FILE__, __LINE__, text);
}

/* The number lies in a window of the target, the result in one here; the rest of both must stay. An
 * operation that does not fetch is given a place for its result, or NULL, by turns. */
static void check_one(struct ad_call *c, enum gad_form form, uint64_t old) {
  size_t size = ad_size(c->type);
  char *there = gex_area(c->rank);
  unsigned char window[WINDOW], result[WINDOW];
  uint64_t want = ad_model(c->type, c->op, old, c->a, c->b), got;
  static int turn;
  memset(window, 0x5a, sizeof window);
  memset(result, 0xa5, sizeof result);
  conform_set_number(window + BEFORE, size, old);
  gex_RMA_PutBlocking(conform_tm(), c->rank, there, window, sizeof window, 0);
  c->addr = there + BEFORE;
  c->result = ad_fetches(c->op) || turn++ / 2 % 2 ? result + BEFORE : 0;
  gad_do(c, form);
  gex_RMA_GetBlocking(conform_tm(), window, c->rank, there, sizeof window, 0);
  got = conform_number_at(window + BEFORE, size);
  if (got != want) fail(c, form, "new value", old, got, want);
  got = conform_number_at(result + BEFORE, size);
  if (ad_fetches(c->op) && got != old) fail(c, form, "result", old, got, old);
  if (ad_fetches(c->op)) memset(result + BEFORE, 0xa5, size);
  CHECK_EQ(conform_not_all(result, sizeof result, 0xa5), -1);
  CHECK_EQ(conform_not_all(window, BEFORE, 0x5a), -1);
  CHECK_EQ(conform_not_all(window + BEFORE + size, WINDOW - BEFORE - size, 0x5a), -1);
}

/* The values of a type that are worth trying: small ones, the ends, bit patterns. */
static const uint64_t int_values[] = {0,
                                      1,
                                      2,
                                      7,
                                      ~(uint64_t)0,
                                      ~(uint64_t)1,
                                      0x8000000080000000u,
                                      0x7fffffff7fffffffu,
                                      0x0123456789abcdefu,
                                      0xfedcba9876543210u};
static const double fp_values[] = {0.0,  1.0,    -1.0,        2.5, -3.25,
                                   1e30, -1e-30, 123456789.0, 0.1, -0.0};
enum { VALUES = 10 };

static uint64_t value(enum ad_type t, int i) {
  float f = (float)fp_values[i];
  if (!ad_is_fp(t)) return ad_size(t) == 4 ? (uint32_t)int_values[i] : int_values[i];
  return t == AD_FLT ? conform_number_at(&f, 4) : conform_number_at(&fp_values[i], 8);
}

/* Each rank tries its share of what there is to try; all of it is tried by some rank. */
static int is_mine(int i) { return i % (int)conform_size() == (int)conform_rank(); }

/* Pairs of the value there and the operand: each with several others, and with itself (CAS). */
static void check_type(enum ad_type t, gex_AD_t ad, int constant) {
  int i, v, w;
  for (i = 0; i < AD_OPS; i++) {
    if (!ad_legal(t, ad_ops[i].op)) continue;
    for (v = 0; v < VALUES; v++)
      for (w = 0; w < 3; w++) {
        struct ad_call c = {.ad = ad, .type = t, .op = ad_ops[i].op, .constant = constant};
        enum gad_form form = (enum gad_form)((i + v + w) % GAD_FORMS);
        if (!is_mine(v + w)) continue;
        c.a = value(t, (v + w * (i + 1)) % VALUES); /* w == 0: the value that is there */
        c.b = value(t, (v + w + 3) % VALUES);
        c.rank = conform_next();
        check_one(&c, form, value(t, v));
        c.rank = conform_rank();
        check_one(&c, form, value(t, v));
      }
  }
}

static void test_variable(void) {
  gex_AD_t ad[AD_TYPES];
  int t;
  gad_open(ad);
  for (t = 0; t < AD_TYPES; t++) check_type((enum ad_type)t, ad[t], 0);
  gad_close(ad);
}

static void test_constant(void) {
  gex_AD_t ad[AD_TYPES];
  int t;
  gad_open(ad);
  for (t = 0; t < AD_TYPES; t++) check_type((enum ad_type)t, ad[t], 1);
  gad_close(ad);
}

/* Every form, and every order, with each operation. */
static void test_forms(void) {
  static const gex_Flags_t orders[4] = {0, GEX_FLAG_AD_REL, GEX_FLAG_AD_ACQ,
                                        GEX_FLAG_AD_REL | GEX_FLAG_AD_ACQ};
  gex_AD_t ad[AD_TYPES];
  int t, i, form, o;
  gad_open(ad);
  for (t = 0; t < AD_TYPES; t++)
    for (i = 0; i < AD_OPS; i++)
      for (form = 0; form < GAD_FORMS && ad_legal((enum ad_type)t, ad_ops[i].op); form++)
        for (o = 0; o < 4; o++) {
          struct ad_call c = {.ad = ad[t],
                              .type = (enum ad_type)t,
                              .op = ad_ops[i].op,
                              .constant = (form + o) % 2,
                              .flags = orders[o]};
          if (!is_mine(form + o / 2)) continue;
          c.rank = o % 2 ? conform_rank() : conform_next();
          c.a = value(c.type, form);
          c.b = value(c.type, form + 3);
          check_one(&c, (enum gad_form)form, value(c.type, o));
        }
  gad_close(ad);
}

/* ADO-6: NaN and the two zeros are moved as they are, and may be compared as bits. */
static void test_fp_bits(void) {
  static const uint64_t bits[AD_TYPES][4] = {[AD_FLT] = {0x7fc12345u, 0xffc00001u, 0x80000000u,
                                                         0x7f800000u},
                                             [AD_DBL] = {0x7ff8123456789abcu, 0xfff8000000000001u,
                                                         0x8000000000000000u, 0x7ff0000000000000u}};
  static const gex_OP_t ops[] = {GEX_OP_SET, GEX_OP_SWAP, GEX_OP_GET};
  gex_AD_t ad[AD_TYPES];
  int t, i, k, form;
  gad_open(ad);
  for (t = AD_FLT; t <= AD_DBL; t++)
    for (i = 0; i < 4; i++)
      for (k = 0; k < 3; k++)
        for (form = 0; form < GAD_FORMS; form++) {
          struct ad_call c = {.ad = ad[t],
                              .type = (enum ad_type)t,
                              .op = ops[k],
                              .constant = form % 2,
                              .a = bits[t][i],
                              .rank = conform_next()};
          check_one(&c, (enum gad_form)form, bits[t][(i + k) % 4]);
        }
  gad_close(ad);
}

/* ADO-3: at any multiple of the size, also at both ends of the segment; ADO-4: result anywhere. */
static void test_places(void) {
  static uint32_t in_data;
  gex_AD_t ad[AD_TYPES];
  uint32_t on_stack = 0, *on_heap = malloc(4);
  uint32_t *in_segment = (uint32_t *)(void *)gex_at(conform_rank(), AREA_SELF);
  size_t ends[3] = {0, 4, conform_seg_size() - 4};
  uint32_t *results[4] = {&in_data, &on_stack, on_heap, in_segment};
  int i, k;
  gad_open(ad);
  for (i = 0; i < 3; i++)
    for (k = 0; k < 4; k++) {
      struct ad_call c = {.ad = ad[AD_U32],
                          .type = AD_U32,
                          .op = GEX_OP_SWAP,
                          .constant = k % 2,
                          .rank = conform_next(),
                          .addr = gex_at(conform_next(), ends[i]),
                          .a = (uint32_t)(100 * i + k),
                          .result = results[k]};
      gad_do(&c, GAD_NB);
      if (k) CHECK_EQ(*results[k], 100 * i + k - 1);
    }
  free(on_heap);
  gad_close(ad);
}

const struct conform_test conform_gex_ad[] = {
    {"gex_ad_variable", "gex-coll-atomics B.2, B.3, ADO-1, ADO-4, ADO-5", test_variable, 0},
    {"gex_ad_constant", "gex-coll-atomics B.2, B.3, ADO-1, ADO-4, ADO-5", test_constant, 0},
    {"gex_ad_forms", "gex-coll-atomics ADO-7, ADO-9, ADO-10", test_forms, 0},
    {"gex_ad_fp_bits", "gex-coll-atomics ADO-6", test_fp_bits, 0},
    {"gex_ad_places", "gex-coll-atomics ADO-3, ADO-4", test_places, 0},
    {0, 0, 0, 0}};
