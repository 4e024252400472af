/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_order.c: what is visible when: put then message, long payloads, a third rank's get, stores of
 * the owner, conflicting accesses (gex-rma 5, gex-core 16; checklist 10).
 */
#include "gex_support.h"

/* short (offset, bytes, seed, counter): the target looks at its own memory with plain loads. */
static void order_handler(gex_Token_t token, gex_AM_Arg_t offset, gex_AM_Arg_t n, gex_AM_Arg_t seed,
                          gex_AM_Arg_t counter) {
  (void)token;
  CHECK_EQ(conform_differs(gex_at(conform_rank(), (size_t)offset), (size_t)n, (uint32_t)seed), -1);
  conform_add(&gex_count[counter], 1);
}

static void complete_put(int form, gex_Rank_t to, char *dest, const char *src, size_t n) {
  gex_TM_t tm = conform_tm();
  switch (form % 4) {
  case 0: gex_RMA_PutBlocking(tm, to, dest, src, n, 0); break;
  case 1: gex_Event_Wait(gex_RMA_PutNB(tm, to, dest, src, n, GEX_EVENT_DEFER, 0)); break;
  case 2:
    gex_RMA_PutNBI(tm, to, dest, src, n, GEX_EVENT_DEFER, 0);
    gex_NBI_Wait(GEX_EC_PUT, 0);
    break;
  default:
    gex_NBI_BeginAccessRegion(0);
    gex_RMA_PutNBI(tm, to, dest, src, n, GEX_EVENT_NOW, 0);
    gex_Event_Wait(gex_NBI_EndAccessRegion(0));
    break;
  }
}

/* MM-5, AMV-3: a completed put is there when the message that follows it is handled. */
static void test_put_then_am(void) {
  enum { N = 400, BYTES = 4000 };
  static char src[BYTES];
  gex_Rank_t to = conform_next();
  size_t area = to == conform_rank() ? AREA_SELF : AREA_PREV;
  int i;
  for (i = 0; i < N; i++) {
    size_t n = 1 + conform_rand() % (BYTES - 1), offset = area + (size_t)i * BYTES;
    uint32_t seed = (uint32_t)conform_rand();
    conform_fill(src, n, seed);
    complete_put(i, to, gex_at(to, offset), src, n);
    CHECK_EQ(gex_AM_RequestShort4(conform_tm(), to, H_ORDER, 0, (gex_AM_Arg_t)offset,
                                  (gex_AM_Arg_t)n, (gex_AM_Arg_t)seed, C_ORDER),
             0);
  }
  GEX_TAKE(C_ORDER, N);
  gex_check_settled(C_ORDER);
}

/* MM-5, by value, after many puts whose completion is waited for at once. */
static void test_nbi_then_am(void) {
  enum { N = 300, BYTES = 1000 };
  static char src[N][BYTES];
  gex_Rank_t to = conform_next();
  size_t area = to == conform_rank() ? AREA_SELF : AREA_PREV;
  int i, round;
  for (round = 0; round < 3; round++) {
    for (i = 0; i < N; i++) {
      conform_fill(src[i], BYTES, (uint64_t)(round * N + i));
      gex_RMA_PutNBI(conform_tm(), to, gex_at(to, area + (size_t)i * BYTES), src[i], BYTES,
                     GEX_EVENT_DEFER, 0);
    }
    gex_NBI_Wait(GEX_EC_PUT, 0);
    for (i = 0; i < N; i++)
      CHECK_EQ(gex_AM_RequestShort4(conform_tm(), to, H_ORDER, 0,
                                    (gex_AM_Arg_t)(area + (size_t)i * BYTES), BYTES, round * N + i,
                                    C_ORDER),
               0);
    GEX_TAKE(C_ORDER, N);
    conform_barrier();
  }
  gex_check_settled(C_ORDER);
}

/* 3: once a put is complete, any rank's later get sees it. Prev tells us what it put at next. */
static void test_third_rank(void) {
  enum { ROUNDS = 60, BYTES = 3000 };
  static char buf[BYTES];
  gex_Rank_t at = conform_next(), from = conform_prev();
  /* rank r puts at r + 1 and tells r + 2, which gets from r + 1 */
  gex_Rank_t told = (conform_rank() + 2) % conform_size();
  gex_Rank_t teller = (conform_rank() + conform_size() - 2) % conform_size();
  int i;
  for (i = 0; i < ROUNDS; i++) {
    conform_fill(buf, BYTES, (uint64_t)(1000 * conform_rank()) + (uint64_t)i);
    complete_put(i, at, gex_slot(at, conform_rank()), buf, BYTES);
    gex_tell(told, C_ORDER, 0, i, 0, 0, 0);
    GEX_TAKE(C_ORDER, 1);
    CHECK_EQ(gex_told[teller][0], i);
    memset(buf, 0, BYTES);
    gex_RMA_GetBlocking(conform_tm(), buf, from, gex_slot(from, teller), BYTES, 0);
    CHECK_EQ(conform_differs(buf, BYTES, (uint64_t)(1000 * teller) + (uint64_t)i), -1);
    conform_barrier();
  }
  gex_check_settled(C_ORDER);
}

/* The owner's plain stores before a message are seen by a get after it (same host; a barrier of the
 * handler's effect through the counter orders them). */
static void test_owner_stores(void) {
  enum { ROUNDS = 60, BYTES = 2000 };
  char *mine = gex_at(conform_rank(), AREA_SELF), in[BYTES];
  gex_Rank_t owner = conform_prev();
  int i;
  for (i = 0; i < ROUNDS; i++) {
    conform_fill(mine, BYTES, (uint64_t)(500 * conform_rank()) + (uint64_t)i);
    gex_tell(conform_next(), C_ORDER, 0, i, 0, 0, 0);
    GEX_TAKE(C_ORDER, 1);
    if (i % 2)
      gex_RMA_GetBlocking(conform_tm(), in, owner, gex_at(owner, AREA_SELF), BYTES, 0);
    else
      gex_Event_Wait(gex_RMA_GetNB(conform_tm(), in, owner, gex_at(owner, AREA_SELF), BYTES, 0));
    CHECK_EQ(conform_differs(in, BYTES, (uint64_t)(500 * owner) + (uint64_t)i), -1);
    conform_barrier();
  }
  gex_check_settled(C_ORDER);
}

/* AMV-2: the payload of a long message is there, whole, when its handler runs; the handler's own
 * rank may be reached by several at once. */
static void test_long_whole(void) {
  enum { ROUNDS = 40 };
  size_t most = gex_AM_LUBRequestLong() < SLOT_BYTES ? gex_AM_LUBRequestLong() : SLOT_BYTES;
  char *buf = malloc(most);
  gex_Rank_t r;
  int i;
  for (i = 0; i < ROUNDS; i++) {
    size_t n = i ? 1 + conform_rand() % (most - 1) : most;
    conform_fill(buf, n, (uint64_t)i);
    for (r = 0; r < conform_size(); r++)
      CHECK_EQ(gex_AM_RequestLong2(conform_tm(), r, H_DATA, buf, n, gex_slot(r, conform_rank()),
                                   GEX_EVENT_NOW, 0, i, C_ORDER),
               0);
    GEX_TAKE(C_ORDER, conform_size());
    conform_barrier();
  }
  free(buf);
  gex_check_settled(C_ORDER);
}

/* MM-1, MM-2: conflicting puts of one byte leave one of the values; no order, no crash. */
static void test_conflict(void) {
  char *there = gex_slot(0, 0), value = (char)(conform_rank() + 1), seen;
  gex_Event_t events[50];
  int i;
  conform_barrier();
  for (i = 0; i < 50; i++)
    events[i] = gex_RMA_PutNB(conform_tm(), 0, there, &value, 1, GEX_EVENT_NOW, 0);
  gex_Event_WaitAll(events, 50, 0);
  conform_barrier();
  gex_RMA_GetBlocking(conform_tm(), &seen, 0, there, 1, 0);
  CHECK(seen >= 1 && (gex_Rank_t)seen <= conform_size());
  conform_barrier();
}

/* MM-1: an operation begun after another's completion was observed happens after it. */
static void test_after_completion(void) {
  uint64_t i, back;
  char *there = gex_area(conform_next());
  for (i = 1; i <= 500; i++) {
    complete_put((int)i, conform_next(), there, (const char *)&i, sizeof i);
    if (i % 2)
      gex_RMA_GetBlocking(conform_tm(), &back, conform_next(), there, sizeof back, 0);
    else
      back = gex_RMA_GetBlockingVal(conform_tm(), conform_next(), there, 8, 0);
    CHECK_EQ(back, i);
  }
  conform_barrier();
}

gex_AM_Entry_t conform_gex_order_handlers[] = {{H_ORDER, (gex_AM_Fn_t)order_handler,
                                                GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 4, 0,
                                                "order"},
                                               {0, 0, 0, 0, 0, 0}};

const struct conform_test conform_gex_order[] = {
    {"gex_order_put_am", "gex-rma MM-5, gex-core AMV-3", test_put_then_am, 0},
    {"gex_order_nbi_am", "gex-rma MM-5, gex-core AMV-3", test_nbi_then_am, 0},
    {"gex_order_third_rank", "gex-rma 3", test_third_rank, CONFORM_NEEDS_3},
    {"gex_order_owner_stores", "gex-rma MM-4, MM-6", test_owner_stores, 0},
    {"gex_order_long", "gex-core AMV-2", test_long_whole, 0},
    {"gex_order_conflict", "gex-rma MM-1, MM-2", test_conflict, 0},
    {"gex_order_after", "gex-rma MM-1", test_after_completion, 0},
    {0, 0, 0, 0}};
