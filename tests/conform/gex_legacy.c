/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_legacy.c: GASNet-1 and EX calls in one program (gex-core 22): the objects are the same,
 * events and implicit operations may be begun by one interface and synced by the other, messages of
 * one reach handlers of the other.
 */
#include "gex_support.h"

/* 22.1: the legacy names are the EX types. */
#define IS(type, expr) _Static_assert(_Generic((expr), type : 1, default : 0), #expr " is " #type)
IS(gex_Rank_t, (gasnet_node_t)0);
IS(gex_Token_t, (gasnet_token_t)0);
IS(gex_AM_Index_t, (gasnet_handler_t)0);
IS(gex_AM_Arg_t, (gasnet_handlerarg_t)0);
IS(gex_RMA_Value_t, (gasnet_register_value_t)0);
IS(gex_Event_t, (gasnet_handle_t)0);
_Static_assert(sizeof(gasnet_hsl_t) == sizeof(gex_HSL_t), "one kind of lock");
_Static_assert(SIZEOF_GASNET_REGISTER_VALUE_T == SIZEOF_GEX_RMA_VALUE_T, "one kind of value");

enum { BYTES = 3000 };
static char out[BYTES], in[BYTES];
static char *there(void) { return gex_area(conform_next()); }

static void test_objects(void) {
  gex_Client_t client = GEX_CLIENT_INVALID;
  gex_EP_t ep = GEX_EP_INVALID;
  gex_TM_t tm = GEX_TM_INVALID;
  gex_Segment_t segment = GEX_SEGMENT_INVALID;
  gasnet_QueryGexObjects(&client, &ep, &tm, &segment);
  CHECK(client == conform_client() && ep == conform_ep() && tm == conform_tm());
  CHECK(segment == conform_segment());
  gasnet_QueryGexObjects(0, 0, 0, 0);
  tm = GEX_TM_INVALID;
  gasnet_QueryGexObjects(0, 0, &tm, 0);
  CHECK(tm == conform_tm());
  CHECK_EQ(gasnet_mynode(), gex_System_QueryJobRank());
  CHECK_EQ(gasnet_nodes(), gex_System_QueryJobSize());
  CHECK_EQ(gasneti_mynode, gasnet_mynode());
}

static void test_limits(void) {
  size_t req = gex_AM_LUBRequestMedium(), rep = gex_AM_LUBReplyMedium();
  CHECK_EQ(gasnet_AMMaxMedium(), req < rep ? req : rep);
  CHECK_EQ(gasnet_AMMaxLongRequest(), gex_AM_LUBRequestLong());
  CHECK_EQ(gasnet_AMMaxLongReply(), gex_AM_LUBReplyLong());
  CHECK_EQ(gasnet_AMMaxArgs(), gex_AM_MaxArgs());
}

/* 22.3: begun by one interface, synced by the other. */
static void test_events(void) {
  gex_TM_t tm = conform_tm();
  gex_Rank_t to = conform_next();
  gasnet_handle_t both[2];
  conform_fill(out, BYTES, 1);
  gex_Event_Wait(gasnet_put_nb(to, there(), out, BYTES));
  gasnet_wait_syncnb(gex_RMA_GetNB(tm, in, to, there(), BYTES, 0));
  CHECK_EQ(conform_differs(in, BYTES, 1), -1);
  conform_fill(out, BYTES, 2);
  both[0] = gex_RMA_PutNB(tm, to, there(), out, BYTES / 2, GEX_EVENT_DEFER, 0);
  both[1] = gasnet_put_nb_bulk(to, there() + BYTES / 2, out + BYTES / 2, BYTES / 2);
  gasnet_wait_syncnb_all(both, 2);
  CHECK(both[0] == GASNET_INVALID_HANDLE && both[1] == GASNET_INVALID_HANDLE);
  both[0] = gasnet_get_nb(in, to, there(), BYTES / 2);
  both[1] = gex_RMA_GetNB(tm, in + BYTES / 2, to, there() + BYTES / 2, BYTES / 2, 0);
  while (gasnet_try_syncnb_all(both, 2) == GASNET_ERR_NOT_READY) continue;
  CHECK_EQ(conform_differs(in, BYTES, 2), -1);
  both[0] = gasnet_put_nb_val(to, there(), 12345, 8);
  conform_wait_until(gex_Event_Test(both[0]) == GASNET_OK);
  CHECK_EQ(gex_RMA_GetBlockingVal(tm, to, there(), 8, 0), 12345);
  gex_RMA_GetBlocking(tm, in, to, there(), 2, 0);
  CHECK_EQ(gasnet_wait_syncnb_valget(gasnet_get_nb_val(to, there(), 2)), conform_number_at(in, 2));
  conform_barrier();
}

static void test_implicit(void) {
  gex_TM_t tm = conform_tm();
  gex_Rank_t to = conform_next();
  conform_fill(out, BYTES, 3);
  gasnet_put_nbi(to, there(), out, 1000);
  gasnet_put_nbi_bulk(to, there() + 1000, out + 1000, 1000);
  gex_RMA_PutNBI(tm, to, there() + 2000, out + 2000, 1000, GEX_EVENT_NOW, 0);
  gex_NBI_Wait(GEX_EC_PUT, 0);
  gasnet_get_nbi(in, to, there(), 1500);
  gex_RMA_GetNBI(tm, in + 1500, to, there() + 1500, 1500, 0);
  gasnet_wait_syncnbi_gets();
  CHECK_EQ(conform_differs(in, BYTES, 3), -1);
  gasnet_put_nbi_val(to, there(), 7, 4);
  gex_RMA_PutNBIVal(tm, to, there() + 4, 8, 4, 0);
  gasnet_wait_syncnbi_puts();
  CHECK_EQ(gasnet_get_val(to, there(), 4), 7);
  CHECK_EQ(gasnet_get_val(to, there() + 4, 4), 8);
  gasnet_begin_nbi_accessregion();
  gex_RMA_PutNBI(tm, to, there(), out, 500, GEX_EVENT_DEFER, 0);
  gasnet_put_nbi_bulk(to, there() + 500, out + 500, 500);
  gex_Event_Wait(gex_NBI_EndAccessRegion(0));
  gex_NBI_BeginAccessRegion(0);
  gasnet_get_nbi_bulk(in, to, there(), 1000);
  gasnet_wait_syncnb(gasnet_end_nbi_accessregion());
  CHECK_EQ(conform_differs(in, 1000, 3), -1);
  CHECK_EQ(gex_NBI_Test(GEX_EC_ALL, 0), GASNET_OK);
  conform_barrier();
}

/* Remote memset completes like a put; its implicit form is of that category. */
static void check_set(size_t offset, size_t n, int value) {
  memset(in, 0x77, BYTES);
  gex_RMA_GetBlocking(conform_tm(), in, conform_next(), there(), BYTES, 0);
  CHECK_EQ(conform_not_all(in, offset, 0x11), -1);
  CHECK_EQ(conform_not_all(in + offset, n, value), -1);
  CHECK_EQ(conform_not_all(in + offset + n, BYTES - offset - n, 0x11), -1);
}

static void test_memset(void) {
  gex_Rank_t to = conform_next();
  gasnet_memset(to, there(), 0x11, BYTES);
  gasnet_memset(to, there() + 3, 0xab, 1001);
  check_set(3, 1001, 0xab);
  gasnet_memset(to, there(), 0x11, BYTES);
  gex_Event_Wait(gasnet_memset_nb(to, there() + 17, -1, 1));
  check_set(17, 1, 0xff);
  gasnet_memset(to, there(), 0x11, BYTES);
  gasnet_memset_nbi(to, there() + 100, 0, 2000);
  gex_NBI_Wait(GEX_EC_PUT, 0);
  check_set(100, 2000, 0);
  gasnet_memset_nbi(to, there(), 0x11, BYTES);
  gasnet_begin_nbi_accessregion();
  gasnet_wait_syncnb(gasnet_end_nbi_accessregion());
  gasnet_wait_syncnbi_puts();
  gasnet_memset(to, there(), 0x55, 0);
  check_set(0, 0, 0);
  conform_barrier();
}

/* Messages of one interface reach handlers registered with the other, and replies too. */
static void legacy_handler(gex_Token_t token, gex_AM_Arg_t a, gex_AM_Arg_t b) {
  gasnet_node_t from = GEX_RANK_INVALID;
  CHECK_EQ(gasnet_AMGetMsgSource(token, &from), GASNET_OK);
  CHECK_EQ(from, gex_source(token));
  if (a % 2)
    CHECK_EQ(gasnet_AMReplyShort1(token, H_BUMP, b), GASNET_OK);
  else
    CHECK_EQ(gex_AM_ReplyShort1(token, H_BUMP, 0, b), 0);
}

static void legacy_medium_handler(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t seed) {
  CHECK_EQ(conform_differs(buf, n, (uint32_t)seed), -1);
  if (gex_is_long(token))
    CHECK_EQ(gasnet_AMReplyLong2(token, H_DATA, buf, n, gex_slot(gex_source(token), conform_rank()),
                                 seed, C_LEGACY),
             GASNET_OK);
  else
    CHECK_EQ(gasnet_AMReplyMedium2(token, H_DATA, buf, n, seed, C_LEGACY), GASNET_OK);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpointer-to-int-cast" /* what clients do, and live with */
static void test_messages(void) {
  gex_Rank_t to = conform_next();
  char *slot = gex_slot(to, conform_rank()) + SLOT_BYTES / 2;
  enum { ENUMERATED = 4 };
  size_t wide = C_LEGACY;
  conform_fill(out, BYTES, 6);
  CHECK_EQ(gasnet_AMRequestShort2(to, H_LEGACY, ENUMERATED, wide), GASNET_OK); /* converted */
  CHECK_EQ(gasnet_AMRequestShort2(to, H_LEGACY, 3, (void *)wide), GASNET_OK);
  CHECK_EQ(gex_AM_RequestShort2(conform_tm(), to, H_LEGACY, 0, 5, C_LEGACY), 0);
  CHECK_EQ(gasnet_AMRequestShort(to, H_LEGACY, 2, 6, C_LEGACY), GASNET_OK);
  CHECK_EQ(gasnet_AMRequestMedium1(to, H_LEGACY_MED, out, BYTES, 6), GASNET_OK);
  CHECK_EQ(gasnet_AMRequestMedium(to, H_LEGACY_MED, out, BYTES, 1, 6), GASNET_OK);
  GEX_TAKE(C_LEGACY, 6);
  CHECK_EQ(gasnet_AMRequestLong1(to, H_LEGACY_MED, out, BYTES, slot, 6), GASNET_OK);
  GEX_TAKE(C_LEGACY, 1);
  CHECK_EQ(gasnet_AMRequestLongAsync1(to, H_LEGACY_MED, out, BYTES, slot, 6), GASNET_OK);
  GEX_TAKE(C_LEGACY, 1);
  gex_check_settled(C_LEGACY);
}

#pragma GCC diagnostic pop

/* Locks are one kind under two names. */
static void test_locks(void) {
  gasnet_hsl_t lock = GASNET_HSL_INITIALIZER;
  gex_HSL_Lock(&lock);
  gasnet_hsl_unlock(&lock);
  gasnet_hsl_lock(&lock);
  gex_HSL_Unlock(&lock);
  CHECK_EQ(gasnet_hsl_trylock(&lock), GASNET_OK);
  gasnet_hsl_unlock(&lock);
  gasnet_hsl_destroy(&lock);
  gasnet_hsl_init(&lock);
  gex_HSL_Destroy(&lock);
}

/* 22.5: named barriers between barriers of the team. */
static void test_barriers(void) {
  int i, id = -1;
  for (i = 0; i < 20; i++) {
    conform_barrier();
    gasnet_barrier_notify(i, 0);
    CHECK_EQ(gasnet_barrier_wait(i, 0), GASNET_OK);
    CHECK_EQ(gasnet_barrier_result(&id), 0);
    CHECK_EQ(id, i);
    gex_Event_Wait(gex_Coll_BarrierNB(conform_tm(), 0));
    CHECK_EQ(gasnet_barrier(0, GASNET_BARRIERFLAG_UNNAMED), GASNET_OK);
    CHECK(gasnet_barrier_result(&id) != 0);
    gasnet_barrier_notify(i, GASNET_BARRIERFLAG_ANONYMOUS);
    conform_wait_until(gasnet_barrier_try(i, GASNET_BARRIERFLAG_ANONYMOUS) == GASNET_OK);
    gex_Coll_BarrierBlocking(conform_tm(), 0);
  }
}

gex_AM_Entry_t conform_gex_legacy_handlers[] = {CONFORM_ENTRY(H_LEGACY, legacy_handler,
                                                              GEX_FLAG_AM_SHORT, 2),
                                                {H_LEGACY_MED, (gex_AM_Fn_t)legacy_medium_handler,
                                                 GEX_FLAG_AM_MEDLONG | GEX_FLAG_AM_REQUEST, 1, 0,
                                                 "legacy_medium"},
                                                {0, 0, 0, 0, 0, 0}};

const struct conform_test conform_gex_legacy[] = {
    {"gex_legacy_objects", "gex-core 22.1, 22.2", test_objects, 0},
    {"gex_legacy_limits", "gex-core 22.3", test_limits, 0},
    {"gex_legacy_events", "gex-core 22.3", test_events, 0},
    {"gex_legacy_implicit", "gex-core 22.3, gex-rma 4.3", test_implicit, 0},
    {"gex_legacy_memset", "gex-core 22.3, gex-rma 4.3", test_memset, 0},
    {"gex_legacy_messages", "gex-core 22.3", test_messages, 0},
    {"gex_legacy_locks", "gex-core 22.1", test_locks, 0},
    {"gex_legacy_barriers", "gex-core 22.5", test_barriers, 0},
    {0, 0, 0, 0}};
