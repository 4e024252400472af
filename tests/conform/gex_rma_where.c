/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_rma_where.c: put and get between all ranks, with every kind of local memory, of zero bytes,
 * onto itself, with assertions, by value, in immediate mode (gex-rma 2, 3; checklist 7, 8, 12).
 */
#include "gex_support.h"

/* To and from every rank of the job, at the very ends of the test memory too. */
static void test_all_ranks(void) {
  gex_Rank_t r, me = conform_rank(), size = conform_size();
  char out[64], in[64];
  for (r = 0; r < size; r++) {
    conform_fill(out, sizeof out, 7000 + 64 * me + r);
    CHECK_EQ(gex_RMA_PutBlocking(conform_tm(), r, gex_slot(r, me), out, sizeof out, 0), 0);
  }
  conform_barrier();
  for (r = 0; r < size; r++)
    CHECK_EQ(conform_differs(gex_slot(me, r), sizeof out, 7000 + 64 * r + me), -1);
  for (r = 0; r < size; r++) { /* what another rank put there */
    gex_Rank_t writer = (me + r + 1) % size;
    CHECK_EQ(gex_RMA_GetBlocking(conform_tm(), in, r, gex_slot(r, writer), sizeof in, 0), 0);
    CHECK_EQ(conform_differs(in, sizeof in, 7000 + 64 * writer + r), -1);
  }
  conform_barrier();
}

static void test_ends(void) {
  gex_Rank_t to = conform_next();
  char out = (char)(conform_rank() + 1), *last = gex_at(to, conform_seg_size() - 1);
  CHECK_EQ(gex_RMA_PutBlocking(conform_tm(), to, last, &out, 1, 0), 0);
  CHECK_EQ(gex_RMA_PutBlocking(conform_tm(), to, gex_at(to, 0), &out, 1, 0), 0);
  conform_barrier();
  CHECK_EQ(*gex_at(conform_rank(), conform_seg_size() - 1), (char)(conform_prev() + 1));
  CHECK_EQ(*gex_at(conform_rank(), 0), (char)(conform_prev() + 1));
  conform_barrier();
}

/* RMA-3, checklist 8: local memory of every kind. */
static const char constant_source[] = "a source in read-only memory, of some length";
static char static_memory[512];
static void check_local(char *local, size_t n) {
  char *area = gex_area(conform_next()) + 1;
  conform_fill(local, n, 31);
  CHECK_EQ(gex_RMA_PutBlocking(conform_tm(), conform_next(), area, local, n, 0), 0);
  memset(local, 0, n);
  CHECK_EQ(gex_RMA_GetBlocking(conform_tm(), local, conform_next(), area, n, 0), 0);
  CHECK_EQ(conform_differs(local, n, 31), -1);
}

static void test_local(void) {
  char stack[512], back[sizeof constant_source];
  char *heap = malloc(512), *area = gex_area(conform_next());
  check_local(stack, sizeof stack);
  check_local(static_memory, sizeof static_memory);
  check_local(heap, 512);
  check_local(gex_at(conform_rank(), AREA_SELF + 4096), 512);
  gex_Event_Wait(gex_RMA_PutNB(conform_tm(), conform_next(), area, constant_source,
                               sizeof constant_source, GEX_EVENT_DEFER, 0));
  gex_Event_Wait(gex_RMA_GetNB(conform_tm(), back, conform_next(), area, sizeof back, 0));
  CHECK_STR(back, constant_source);
  free(heap);
}

/* RMA-7: nothing is looked at, and an event pointer becomes INVALID. */
static void test_zero(void) {
  void *nowhere[] = {0, (void *)8, (void *)~(uintptr_t)0, gex_at(conform_next(), 0)};
  gex_Rank_t to = conform_next();
  gex_TM_t tm = conform_tm();
  int i;
  for (i = 0; i < 4; i++) {
    void *p = nowhere[i], *q = nowhere[3 - i];
    gex_Event_t leaf = GEX_EVENT_NO_OP;
    CHECK_EQ(gex_RMA_PutBlocking(tm, to, p, q, 0, 0), 0);
    CHECK(gex_RMA_PutNB(tm, to, p, q, 0, GEX_EVENT_NOW, 0) == GEX_EVENT_INVALID);
    CHECK(gex_RMA_PutNB(tm, to, p, q, 0, GEX_EVENT_DEFER, 0) == GEX_EVENT_INVALID);
    CHECK(gex_RMA_PutNB(tm, to, p, q, 0, &leaf, 0) == GEX_EVENT_INVALID);
    CHECK(leaf == GEX_EVENT_INVALID); /* AMBIG-R1 */
    CHECK_EQ(gex_RMA_PutNBI(tm, to, p, q, 0, GEX_EVENT_NOW, 0), 0);
    CHECK_EQ(gex_RMA_PutNBI(tm, to, p, q, 0, GEX_EVENT_DEFER, 0), 0);
    CHECK_EQ(gex_RMA_PutNBI(tm, to, p, q, 0, GEX_EVENT_GROUP, 0), 0);
    CHECK_EQ(gex_RMA_GetBlocking(tm, p, to, q, 0, 0), 0);
    CHECK(gex_RMA_GetNB(tm, p, to, q, 0, 0) == GEX_EVENT_INVALID);
    CHECK_EQ(gex_RMA_GetNBI(tm, p, to, q, 0, 0), 0);
  }
  CHECK_EQ(gex_NBI_Test(GEX_EC_ALL, 0), GASNET_OK);
}

/* RMA-6: a copy of bytes onto themselves is harmless. */
static void test_onto_itself(void) {
  char *area = gex_at(conform_rank(), AREA_SELF);
  conform_fill(area, 5000, 12);
  CHECK_EQ(gex_RMA_PutBlocking(conform_tm(), conform_rank(), area, area, 5000, 0), 0);
  CHECK_EQ(gex_RMA_GetBlocking(conform_tm(), area, conform_rank(), area, 5000, 0), 0);
  CHECK_EQ(conform_differs(area, 5000, 12), -1);
}

/* 3.3: assertions about the target. Only true ones may be made. */
static void test_assertions(void) {
  gex_Flags_t flags = 0;
  gex_RankInfo_t *info;
  gex_Rank_t n, i, to = conform_next();
  char out[40], in[40], *area = gex_area(to);
  gex_System_QueryNbrhdInfo(&info, &n, 0);
  for (i = 0; i < n && info[i].gex_jobrank != to;) i++;
  if (to != conform_rank()) flags |= GEX_FLAG_PEER_NEVER_SELF;
  if (i == n) flags |= GEX_FLAG_PEER_NEVER_NBRHD;
  conform_fill(out, sizeof out, 3);
  CHECK_EQ(gex_RMA_PutBlocking(conform_tm(), to, area, out, sizeof out, flags), 0);
  CHECK_EQ(gex_RMA_GetBlocking(conform_tm(), in, to, area, sizeof in, flags), 0);
  CHECK_EQ(conform_differs(in, sizeof in, 3), -1);
  gex_Event_Wait(gex_RMA_PutNB(conform_tm(), to, area + 64, out, sizeof out, GEX_EVENT_NOW, flags));
  memset(in, 0, sizeof in);
  gex_Event_Wait(gex_RMA_GetNB(conform_tm(), in, to, area + 64, sizeof in, flags));
  CHECK_EQ(conform_differs(in, sizeof in, 3), -1);
}

/* SEG-7: in EVERYTHING mode any memory of the peer: its stack, static data, fresh mappings; and
 * more at once than the test memory holds. */
enum { HUGE_BYTES = 16 * MB };
static void test_anywhere(void) {
  char on_stack[100], *huge = malloc(HUGE_BYTES), *mine = malloc(HUGE_BYTES);
  char *places[3] = {on_stack, static_memory, huge};
  size_t lengths[3] = {sizeof on_stack, sizeof static_memory, HUGE_BYTES};
  gex_Rank_t to = conform_next();
  int i;
  for (i = 0; i < 3; i++) {
    char *there;
    gex_tell(conform_prev(), C_RMA, 0, gex_hi(places[i]), gex_lo(places[i]), 0, 0);
    GEX_TAKE(C_RMA, 1);
    there = gex_ptr(gex_told[to][0], gex_told[to][1]);
    conform_fill(mine, lengths[i], 40 + conform_rank());
    CHECK_EQ(gex_RMA_PutBlocking(conform_tm(), to, there, mine, lengths[i], 0), 0);
    conform_barrier();
    CHECK_EQ(conform_differs(places[i], lengths[i], 40 + conform_prev()), -1);
    memset(mine, 0, lengths[i]);
    gex_Event_Wait(gex_RMA_GetNB(conform_tm(), mine, to, there, lengths[i], 0));
    CHECK_EQ(conform_differs(mine, lengths[i], 40 + conform_rank()), -1);
    conform_barrier();
  }
  free(mine);
  free(huge);
}

enum { VAL_BLOCKING, VAL_NB, VAL_NBI, VAL_REGION, VAL_FORMS };
static void put_value(int form, gex_TM_t tm, gex_Rank_t to, void *dest, gex_RMA_Value_t v,
                      size_t n) {
  switch (form) {
  case VAL_BLOCKING: CHECK_EQ(gex_RMA_PutBlockingVal(tm, to, dest, v, n, 0), 0); break;
  case VAL_NB: gex_Event_Wait(gex_RMA_PutNBVal(tm, to, dest, v, n, 0)); break;
  case VAL_NBI:
    CHECK_EQ(gex_RMA_PutNBIVal(tm, to, dest, v, n, 0), 0);
    gex_NBI_Wait(GEX_EC_PUT, 0); /* VAL-3 */
    break;
  default:
    gex_NBI_BeginAccessRegion(0);
    CHECK_EQ(gex_RMA_PutNBIVal(tm, to, dest, v, n, 0), 0);
    gex_Event_Wait(gex_NBI_EndAccessRegion(0));
    break;
  }
}

/* VAL-1: n low-order bytes and no neighbor; zero-extended on the way back. */
static void check_value(int form, gex_TM_t tm, gex_Rank_t to, gex_RMA_Value_t v, size_t n,
                        size_t off) {
  unsigned char around[32];
  char *area = gex_area(to);
  gex_RMA_Value_t low = n == 8 ? v : v & (((gex_RMA_Value_t)1 << (8 * n)) - 1);
  memset(around, 0x5a, sizeof around);
  CHECK_EQ(gex_RMA_PutBlocking(tm, to, area, around, sizeof around, 0), 0);
  put_value(form, tm, to, area + 8 + off, v, n);
  CHECK_EQ(gex_RMA_GetBlockingVal(tm, to, area + 8 + off, n, 0), low);
  CHECK_EQ(gex_RMA_GetBlockingVal(tm, to, area + 8 + off, n, GEX_FLAG_IMMEDIATE), low);
  CHECK_EQ(gex_RMA_GetBlocking(tm, around, to, area, sizeof around, 0), 0);
  CHECK_EQ(conform_number_at(around + 8 + off, n), low);
  CHECK_EQ(conform_not_all(around, 8 + off, 0x5a), -1);
  CHECK_EQ(conform_not_all(around + 8 + off + n, sizeof around - 8 - off - n, 0x5a), -1);
}

static void test_value(void) {
  static const gex_RMA_Value_t values[] = {
      0, ~(gex_RMA_Value_t)0, 0x8182838485868788u, 0x0102030405060708u, 0x8000000000000000u, 0x80u};
  gex_TM_t tms[2] = {conform_tm(), gex_TM_Pair(conform_ep(), 0)};
  gex_Rank_t targets[2] = {conform_next(), conform_rank()};
  size_t n, v;
  int t, form;
  for (t = 0; t < 4; t++)
    for (form = 0; form < VAL_FORMS; form++)
      for (n = 1; n <= 8; n++)
        for (v = 0; v < sizeof values / sizeof *values; v++)
          check_value(form, tms[t / 2], targets[t % 2], values[v], n, (n + v) % 8);
}

/* Immediate mode: tried at first, then insisted on; what was not done is recognisable as such. */
static gex_Event_t insist_put(gex_Rank_t to, void *dest, const void *src, size_t n) {
  gex_Event_t event;
  int tries;
  for (tries = 0; tries < 100; tries++) {
    event = gex_RMA_PutNB(conform_tm(), to, dest, src, n, GEX_EVENT_DEFER, GEX_FLAG_IMMEDIATE);
    if (event != GEX_EVENT_NO_OP) return event;
    gasnet_AMPoll();
  }
  return gex_RMA_PutNB(conform_tm(), to, dest, src, n, GEX_EVENT_DEFER, 0);
}

static void test_immediate(void) {
  enum { OPS = 400, BYTES = 2000 };
  static gex_Event_t events[OPS];
  char *out = malloc(OPS * BYTES), *in = malloc(OPS * BYTES);
  gex_Rank_t to = conform_next();
  char *area = gex_area(to);
  int i;
  conform_fill(out, OPS * BYTES, 88);
  for (i = 0; i < OPS; i++) events[i] = insist_put(to, area + i * BYTES, out + i * BYTES, BYTES);
  gex_Event_WaitAll(events, OPS, 0);
  for (i = 0; i < OPS; i++) {
    int done = 1;
    if (i % 2)
      done = gex_RMA_GetNBI(conform_tm(), in + i * BYTES, to, area + i * BYTES, BYTES,
                            GEX_FLAG_IMMEDIATE) == 0;
    else
      events[i] = gex_RMA_GetNB(conform_tm(), in + i * BYTES, to, area + i * BYTES, BYTES,
                                GEX_FLAG_IMMEDIATE);
    if (!done || events[i] == GEX_EVENT_NO_OP)
      events[i] = gex_RMA_GetNB(conform_tm(), in + i * BYTES, to, area + i * BYTES, BYTES, 0);
  }
  gex_Event_WaitAll(events, OPS, 0);
  gex_NBI_Wait(GEX_EC_GET, 0);
  CHECK_EQ(conform_differs(in, OPS * BYTES, 88), -1);
  if (gex_RMA_PutBlocking(conform_tm(), to, area, in + 100, 100, GEX_FLAG_IMMEDIATE))
    gex_RMA_PutBlocking(conform_tm(), to, area, in + 100, 100, 0);
  if (gex_RMA_PutBlockingVal(conform_tm(), to, area, 7, 8, GEX_FLAG_IMMEDIATE))
    gex_RMA_PutBlockingVal(conform_tm(), to, area, 7, 8, 0);
  CHECK_EQ(gex_RMA_GetBlockingVal(conform_tm(), to, area, 8, GEX_FLAG_IMMEDIATE), 7);
  free(in);
  free(out);
}

const struct conform_test conform_gex_rma_where[] = {
    {"gex_rma_all_ranks", "gex-rma RMA-1, RMA-2", test_all_ranks, 0},
    {"gex_rma_ends", "gex-rma RMA-2", test_ends, 0},
    {"gex_rma_local", "gex-rma RMA-3", test_local, 0},
    {"gex_rma_zero", "gex-rma RMA-7, AMBIG-R1", test_zero, 0},
    {"gex_rma_onto_itself", "gex-rma RMA-6", test_onto_itself, 0},
    {"gex_rma_assertions", "gex-rma 3.3", test_assertions, 0},
    {"gex_rma_anywhere", "gex-core SEG-7, gex-rma RMA-5", test_anywhere, CONFORM_EVERYTHING_ONLY},
    {"gex_rma_value", "gex-rma VAL-1, VAL-3, AMBIG-R2", test_value, 0},
    {"gex_rma_immediate", "gex-core IMM-1, IMM-2, gex-rma 3", test_immediate, 0},
    {0, 0, 0, 0}};
