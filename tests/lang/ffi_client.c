/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ffi_client.c: a program that knows the library by gasnet_ffi.h alone: a call of each kind, in the
 * threading mode that its argument says (1, 2, 3).
 */
#include <gasnet_ffi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HELLO = 200, WORDS, BACK, SEGMENT = 1 << 20 };

static gex_TM_t tm;
static gex_Rank_t me, ranks;
static int backs, hellos;
static gex_HSL_t lock;

#define CHECK(c)                                                                                   \
  do {                                                                                             \
    if (!(c)) printf("%s:%d: rank %u: not so: %s\n", __FILE__, __LINE__, me, #c), gasnet_exit(1);  \
  } while (0)

static void back(gex_Token_t token, gex_AM_Arg_t a) {
  (void)token;
  CHECK(a == 7);
  gex_HSL_Lock(&lock);
  backs++;
  gex_HSL_Unlock(&lock);
}
static void hello(gex_Token_t token, gex_AM_Arg_t a, gex_AM_Arg_t b) {
  gex_AM_Arg_t seven = 7;
  CHECK(a == 1 && b == -2);
  hellos++;
  CHECK(gex_AM_ReplyShort(token, BACK, 0, 1, &seven) == 0);
}
static void words(gex_Token_t token, void *buf, size_t n, gex_AM_Arg_t a) {
  gex_Token_Info_t info;
  CHECK(gex_Token_Info(token, &info, GEX_TI_SRCRANK) & GEX_TI_SRCRANK);
  CHECK(info.gex_srcrank == (me + ranks - 1) % ranks && a == 5 && n == 6 && !strcmp(buf, "words"));
  CHECK(gex_AM_ReplyShort1(token, BACK, 0, 7) == 0);
}
static int has_backs(void *wanted) { return backs == *(int *)wanted; }

static void messages(gex_Rank_t next) {
  gex_AM_Arg_t args[] = {1, -2}, five = 5;
  int wanted = 4;
  CHECK(gex_AM_RequestShort(tm, next, HELLO, 0, 2, args) == 0);
  CHECK(gex_AM_RequestShort2(tm, next, HELLO, 0, 1, -2) == 0);
  CHECK(gex_AM_RequestMedium(tm, next, WORDS, "words", 6, (gex_Event_t *)GEX_EVENT_NOW, 0, 1,
                             &five) == 0);
  CHECK(gasnet_AMRequestMedium1(next, WORDS, "words", 6, 5) == 0);
  gasnet_ffi_blockuntil(has_backs, &wanted);
}

static void memory(gex_Rank_t next, uint64_t *there, uint64_t *mine) {
  uint64_t value = 1000 + me, got = 0;
  gex_AD_t ad;
  gex_Event_t e = gex_RMA_PutNB(tm, next, there, &value, 8, (gex_Event_t *)GEX_EVENT_NOW, 0);
  gex_Event_Wait(e);
  CHECK(gex_RMA_GetBlocking(tm, &got, next, there, 8, 0) == 0 && got == value);
  gasnet_put_bulk(next, there + 1, &value, 8);
  CHECK(gasnet_get_val(next, there + 1, 8) == value);
  CHECK(gex_VIS_IndexedPutBlocking(tm, next, 1, (void *const[]){there + 2}, 8, 1,
                                   (void *const[]){&value}, 8, 0) == 0);
  gex_AD_Create(&ad, tm, GEX_DT_U64, GEX_OP_FADD, 0);
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
  CHECK(mine[0] == 1000 + (me + ranks - 1) % ranks && mine[1] == mine[0] && mine[2] == mine[0]);
  gex_Event_Wait(gex_AD_OpNB_U64(ad, &got, next, there + 3, GEX_OP_FADD, 3, 0, 0));
  CHECK(got == 0);
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
  CHECK(mine[3] == 3);
  gex_AD_Destroy(ad);
}

static void tools(void) {
  gasnett_mutex_t m;
  gasnett_atomic_t a;
  gasnett_mutex_init(&m);
  gasnett_mutex_lock(&m);
  CHECK(gasnett_mutex_trylock(&m) != 0);
  gasnett_mutex_unlock(&m);
  gasnett_atomic_set(&a, 3, 0);
  CHECK(gasnett_atomic_add(&a, 4, 0) == 7 && gasnett_atomic_decrement_and_test(&a, 0) == 0);
  CHECK(gasnett_ticks_to_ns(gasnett_ticks_now()) > 0);
  CHECK(gasnet_ffi_query("GASNET_PAGESIZE") >= 4096 && gasnet_ffi_query("none") == 0);
  CHECK(GEX_OP_TO_FETCHING(GEX_OP_ADD) == GEX_OP_FADD);
}

int main(int argc, char **argv) {
  gex_AM_Entry_t table[] = {
      {HELLO, (gex_AM_Fn_t)hello, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 2, NULL, "hello"},
      {WORDS, (gex_AM_Fn_t)words, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST, 1, NULL, "words"},
      {BACK, (gex_AM_Fn_t)back, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REPLY, 1, NULL, "back"}};
  int threads = argc > 1 ? atoi(argv[1]) : 0;
  gex_Client_t client;
  gex_EP_t ep;
  gex_Segment_t segment;
  void *there;
  uintptr_t size;
  if (gex_Client_Init(&client, &ep, &tm, "ffi", &argc, &argv, GEX_FLAG_USES_GASNET1, threads))
    return 3;
  me = gex_TM_QueryRank(tm), ranks = gex_TM_QuerySize(tm);
  CHECK((gex_System_QueryMaxThreads() == 1) == (threads == GASNET_FFI_SEQ));
  gex_HSL_Init(&lock);
  CHECK(gex_EP_RegisterHandlers(ep, table, 3) == 0);
  CHECK(gex_Segment_Attach(&segment, tm, SEGMENT) == 0);
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, (me + 1) % ranks, &there, NULL, &size, 0));
  CHECK(size >= SEGMENT);
  messages((me + 1) % ranks);
  memory((me + 1) % ranks, there, gex_Segment_QueryAddr(segment));
  tools();
  CHECK(hellos == 2);
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
  if (me == 0) printf("passed\n");
  gasnet_exit(0);
}
