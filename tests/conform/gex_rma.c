/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_rma.c: put and get in every form, to self and to a peer, of many sizes and alignments
 * (gex-rma 1, 2, 3; checklist 1, 2, 9).
 *
 * A put goes between two guards in memory that only this rank writes; then all of it is read back.
 * A put's source is overwritten at the first moment the form allows it.
 */
#include "gex_support.h"

enum { GUARD = 32 };
enum put_form {
  PUT_BLOCKING,
  PUT_NB_NOW,
  PUT_NB_DEFER,
  PUT_NB_LEAF,
  PUT_NB_LEAF_LATE, /* leaf and root waited for together, root first */
  PUT_NBI_NOW,
  PUT_NBI_DEFER,
  PUT_NBI_GROUP,
  PUT_REGION,
  PUT_FORMS
};
enum get_form { GET_BLOCKING, GET_NB, GET_NB_POLL, GET_NBI, GET_REGION, GET_FORMS };

static void put_leaf(gex_TM_t tm, gex_Rank_t to, void *dest, char *src, size_t n, int late) {
  gex_Event_t both[2] = {GEX_EVENT_NO_OP, GEX_EVENT_NO_OP};
  both[0] = gex_RMA_PutNB(tm, to, dest, src, n, &both[1], 0);
  CHECK(both[0] != GEX_EVENT_NO_OP);
  if (n == 0) both[1] = GEX_EVENT_INVALID; /* what becomes of it then: gex_rma_zero */
  CHECK(both[1] != GEX_EVENT_NO_OP);       /* LC-2 */
  if (both[0] == GEX_EVENT_INVALID) CHECK(both[1] == GEX_EVENT_INVALID); /* LC-4 */
  if (late) {
    gex_Event_WaitAll(both, 2, 0);
    CHECK(both[0] == GEX_EVENT_INVALID && both[1] == GEX_EVENT_INVALID);
    memset(src, 0xee, n);
  } else {
    gex_Event_Wait(both[1]);
    memset(src, 0xee, n);
    gex_Event_Wait(both[0]);
  }
}

/* Does one put of n bytes, leaves the source overwritten and the put complete. */
static void do_put(enum put_form form, gex_TM_t tm, gex_Rank_t to, void *dest, char *src,
                   size_t n) {
  gex_Event_t event = GEX_EVENT_INVALID;
  switch (form) {
  case PUT_BLOCKING: CHECK_EQ(gex_RMA_PutBlocking(tm, to, dest, src, n, 0), 0); break;
  case PUT_NB_NOW: event = gex_RMA_PutNB(tm, to, dest, src, n, GEX_EVENT_NOW, 0); break;
  case PUT_NB_DEFER: gex_Event_Wait(gex_RMA_PutNB(tm, to, dest, src, n, GEX_EVENT_DEFER, 0)); break;
  case PUT_NB_LEAF: put_leaf(tm, to, dest, src, n, 0); break;
  case PUT_NB_LEAF_LATE: put_leaf(tm, to, dest, src, n, 1); break;
  case PUT_NBI_NOW: CHECK_EQ(gex_RMA_PutNBI(tm, to, dest, src, n, GEX_EVENT_NOW, 0), 0); break;
  case PUT_NBI_DEFER:
    CHECK_EQ(gex_RMA_PutNBI(tm, to, dest, src, n, GEX_EVENT_DEFER, 0), 0);
    gex_NBI_Wait(GEX_EC_PUT, 0);
    break;
  case PUT_NBI_GROUP:
    CHECK_EQ(gex_RMA_PutNBI(tm, to, dest, src, n, GEX_EVENT_GROUP, 0), 0);
    gex_NBI_Wait(GEX_EC_LC, 0);
    break;
  default:
    gex_NBI_BeginAccessRegion(0);
    CHECK_EQ(gex_RMA_PutNBI(tm, to, dest, src, n, GEX_EVENT_GROUP, 0), 0);
    gex_Event_Wait(gex_NBI_EndAccessRegion(0));
    break;
  }
  memset(src, 0xee, n);
  CHECK(event != GEX_EVENT_NO_OP);
  gex_Event_Wait(event);
  gex_NBI_Wait(GEX_EC_PUT, 0);
}

static void do_get(enum get_form form, gex_TM_t tm, void *dest, gex_Rank_t from, void *src,
                   size_t n) {
  gex_Event_t event;
  switch (form) {
  case GET_BLOCKING: CHECK_EQ(gex_RMA_GetBlocking(tm, dest, from, src, n, 0), 0); break;
  case GET_NB: gex_Event_Wait(gex_RMA_GetNB(tm, dest, from, src, n, 0)); break;
  case GET_NB_POLL:
    event = gex_RMA_GetNB(tm, dest, from, src, n, 0);
    CHECK(event != GEX_EVENT_NO_OP);
    conform_wait_until(gex_Event_Test(event) == GASNET_OK);
    break;
  case GET_NBI:
    CHECK_EQ(gex_RMA_GetNBI(tm, dest, from, src, n, 0), 0);
    gex_NBI_Wait(GEX_EC_GET, 0);
    break;
  default:
    gex_NBI_BeginAccessRegion(0);
    CHECK_EQ(gex_RMA_GetNBI(tm, dest, from, src, n, 0), 0);
    gex_Event_Wait(gex_NBI_EndAccessRegion(0));
    break;
  }
}

static void check_put(enum put_form form, gex_TM_t tm, gex_Rank_t to, size_t n, size_t to_off,
                      size_t from_off, char *scratch) {
  char *area = gex_area(to), *src = scratch + from_off;
  size_t all = n + 2 * GUARD + to_off;
  uint64_t seed = conform_rand();
  memset(scratch, 0x5a, all);
  CHECK_EQ(gex_RMA_PutBlocking(tm, to, area, scratch, all, 0), 0);
  conform_fill(src, n, seed);
  do_put(form, tm, to, area + GUARD + to_off, src, n);
  memset(scratch, 0x11, all);
  CHECK_EQ(gex_RMA_GetBlocking(tm, scratch, to, area, all, 0), 0);
  CHECK_EQ(conform_not_all(scratch, GUARD + to_off, 0x5a), -1);
  CHECK_EQ(conform_differs(scratch + GUARD + to_off, n, seed), -1);
  CHECK_EQ(conform_not_all(scratch + GUARD + to_off + n, GUARD, 0x5a), -1);
}

static void check_get(enum get_form form, gex_TM_t tm, gex_Rank_t from, size_t n, size_t to_off,
                      size_t from_off, char *scratch) {
  char *area = gex_area(from) + from_off, *dest = scratch + GUARD + to_off;
  uint64_t seed = conform_rand();
  conform_fill(scratch, n, seed);
  CHECK_EQ(gex_RMA_PutBlocking(tm, from, area, scratch, n, 0), 0);
  memset(scratch, 0x5a, n + 2 * GUARD + to_off);
  do_get(form, tm, dest, from, area, n);
  CHECK_EQ(conform_not_all(scratch, GUARD + to_off, 0x5a), -1);
  CHECK_EQ(conform_differs(dest, n, seed), -1);
  CHECK_EQ(conform_not_all(dest + n, GUARD, 0x5a), -1);
}

static const size_t sizes[] = {0,   1,    2,    3,    4,    5,    6,    7,    8,     9,    15,
                               16,  17,   31,   32,   63,   64,   65,   127,  128,   511,  512,
                               777, 1023, 1024, 2047, 4095, 4096, 4097, 8191, 16384, 65537};
enum { SIZES = sizeof sizes / sizeof *sizes };

static void put_all(gex_TM_t tm) {
  gex_Rank_t targets[2] = {conform_next(), conform_rank()};
  char *scratch = malloc(2 * MB);
  int t, form, i;
  for (t = 0; t < 2; t++)
    for (form = 0; form < PUT_FORMS; form++) {
      for (i = 0; i < SIZES; i++)
        check_put((enum put_form)form, tm, targets[t], sizes[i], conform_rand() % 9,
                  conform_rand() % 9, scratch);
      check_put((enum put_form)form, tm, targets[t], MB, (size_t)form % 2, (size_t)form % 3,
                scratch);
    }
  free(scratch);
}

static void get_all(gex_TM_t tm) {
  gex_Rank_t targets[2] = {conform_next(), conform_rank()};
  char *scratch = malloc(2 * MB);
  int t, form, i;
  for (t = 0; t < 2; t++)
    for (form = 0; form < GET_FORMS; form++) {
      for (i = 0; i < SIZES; i++)
        check_get((enum get_form)form, tm, targets[t], sizes[i], conform_rand() % 9,
                  conform_rand() % 9, scratch);
      check_get((enum get_form)form, tm, targets[t], MB, (size_t)form % 2, (size_t)form % 3,
                scratch);
    }
  free(scratch);
}

static void test_put(void) { put_all(conform_tm()); }
static void test_get(void) { get_all(conform_tm()); }
/* PAIR-4: through a TM-pair everything is the same. */
static void test_pair_put(void) { put_all(gex_TM_Pair(conform_ep(), 0)); }
static void test_pair_get(void) { get_all(gex_TM_Pair(conform_ep(), 0)); }

/* Constant sizes take a path of their own in an inline implementation. */
#define CONSTANT(n)                                                                                \
  do {                                                                                             \
    unsigned char bytes[n];                                                                        \
    conform_fill(bytes, n, 100 + n);                                                               \
    CHECK_EQ(gex_RMA_PutBlocking(conform_tm(), to, area + n % 7, bytes, n, 0), 0);                 \
    memset(bytes, 0, n);                                                                           \
    CHECK_EQ(gex_RMA_GetBlocking(conform_tm(), bytes, to, area + n % 7, n, 0), 0);                 \
    CHECK_EQ(conform_differs(bytes, n, 100 + n), -1);                                              \
    gex_Event_Wait(gex_RMA_PutNB(conform_tm(), to, area + n, bytes, n, GEX_EVENT_DEFER, 0));       \
    memset(bytes, 0, n);                                                                           \
    gex_Event_Wait(gex_RMA_GetNB(conform_tm(), bytes, to, area + n, n, 0));                        \
    CHECK_EQ(conform_differs(bytes, n, 100 + n), -1);                                              \
  } while (0)
static void test_constant(void) {
  gex_Rank_t targets[2] = {conform_next(), conform_rank()}, to;
  int t;
  for (t = 0; t < 2; t++) {
    char *area = gex_area(to = targets[t]);
    CONSTANT(1);
    CONSTANT(2);
    CONSTANT(3);
    CONSTANT(4);
    CONSTANT(7);
    CONSTANT(8);
    CONSTANT(12);
    CONSTANT(16);
    CONSTANT(24);
    CONSTANT(32);
    CONSTANT(64);
    CONSTANT(256);
    CONSTANT(4096);
    CONSTANT(4097);
    CONSTANT(10000);
  }
}

/* --- several puts whose source is wanted back ------------------------------ */

enum { PUTS = 6, PUT_BYTES = 300000 };

/* Starts a put in one of three forms, waits until its source is free, and overwrites that. */
static gex_Event_t put_and_overwrite(int form, gex_Rank_t to, void *dest, char *src, size_t n) {
  gex_Event_t local = GEX_EVENT_INVALID, root = GEX_EVENT_INVALID, queried;
  if (form == 0) root = gex_RMA_PutNB(conform_tm(), to, dest, src, n, GEX_EVENT_NOW, 0);
  if (form == 1) root = gex_RMA_PutNB(conform_tm(), to, dest, src, n, &local, 0);
  if (form == 2) CHECK_EQ(gex_RMA_PutNBI(conform_tm(), to, dest, src, n, GEX_EVENT_GROUP, 0), 0);
  if (form == 1) { /* QL-1, QL-3 */
    queried = gex_Event_QueryLeaf(root, GEX_EC_LC);
    CHECK(queried == local || queried == GEX_EVENT_INVALID || local == GEX_EVENT_INVALID);
    gex_Event_Wait(local);
    CHECK(gex_Event_QueryLeaf(root, GEX_EC_LC) == GEX_EVENT_INVALID);
  }
  if (form == 2) gex_NBI_Wait(GEX_EC_LC, 0);
  memset(src, 0xee, n);
  return root;
}

/* Puts follow each other from the same source, while those before are on their way. */
static void test_source(void) {
  char *src = malloc(PUT_BYTES), *back = malloc(PUT_BYTES), *area = gex_area(conform_next());
  gex_Event_t root[PUTS];
  for (int form = 0; form < 4; form++) { /* 3: each in turn */
    uint64_t seed = conform_rand();
    for (uint64_t i = 0; i < PUTS; i++) {
      size_t n = PUT_BYTES >> i % 3;
      conform_fill(src, n, seed + i);
      root[i] = put_and_overwrite(form < 3 ? form : (int)(i % 3), conform_next(),
                                  area + i * PUT_BYTES, src, n);
    }
    gex_Event_WaitAll(root, PUTS, 0);
    gex_NBI_Wait(GEX_EC_PUT, 0);
    for (uint64_t i = 0; i < PUTS; i++) {
      size_t n = PUT_BYTES >> i % 3;
      gex_RMA_GetBlocking(conform_tm(), back, conform_next(), area + i * PUT_BYTES, n, 0);
      CHECK_EQ(conform_differs(back, n, seed + i), -1);
    }
  }
  free(src);
  free(back);
}

const struct conform_test conform_gex_rma[] = {
    {"gex_rma_put", "gex-rma 1, 3.1, RMA-1, RMA-2, RMA-5, LC-1, LC-2, LC-4", test_put, 0},
    {"gex_rma_get", "gex-rma 1, RMA-1, RMA-2, RMA-5", test_get, 0},
    {"gex_rma_pair_put", "gex-core PAIR-3, PAIR-4, gex-rma RMA-1", test_pair_put, 0},
    {"gex_rma_pair_get", "gex-core PAIR-3, PAIR-4, gex-rma RMA-1", test_pair_get, 0},
    {"gex_rma_constant", "gex-rma RMA-5", test_constant, 0},
    {"gex_rma_source", "gex-rma 3.1, LC-1, QL-1, QL-3, EC-2", test_source, 0},
    {0, 0, 0, 0}};
