/* SPDX-License-Identifier: BSD-3-Clause
 *
 * traced.c: a job whose operations are known, for trace_test.py. After them: `end` ends; `hang` has
 * rank 1 wait in a barrier that rank 0 does not enter, which says "ready" and sleeps; `many N`
 * sends N messages more.
 */
#include <gasnetex.h>
#include <gasnet_ratomic.h>
#include <gasnet_coll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { H_ECHO = 150, H_ECHOED, H_BULK };
static volatile int echoed;

static void echo(gex_Token_t t, gex_AM_Arg_t n) { gex_AM_ReplyShort(t, H_ECHOED, 0, n); }
static void on_echoed(gex_Token_t t, gex_AM_Arg_t n) { (void)t, (void)n, echoed++; }
static void bulk(gex_Token_t t, void *buf, size_t n) { (void)t, (void)buf, (void)n; }

static gex_TM_t tm;
static gex_Rank_t to;
static char *there, here[4096];

static void check(int bad, const char *what) {
  if (!bad) return;
  fprintf(stderr, "%s failed\n", what);
  gasnet_exit(1);
}

static void transfers(void) {
  gex_Event_t ev[2];
  for (int i = 0; i < 3; i++) gex_RMA_PutBlocking(tm, to, there, here, 8, 0);
  for (int i = 0; i < 2; i++) gex_RMA_GetBlocking(tm, here, to, there, 100, 0);
  for (int i = 0; i < 2; i++)
    ev[i] = gex_RMA_PutNB(tm, to, there + 2048, here, 1000, GEX_EVENT_DEFER, 0);
  for (int i = 0; i < 2; i++) gex_Event_Wait(ev[i]);
  gex_RMA_PutBlockingVal(tm, to, there, 1, 4, 0);
  (void)gex_RMA_GetBlockingVal(tm, to, there, 2, 0);
}

static void messages(int n) {
  for (int i = 0; i < n; i++) gex_AM_RequestShort(tm, to, H_ECHO, 0, i);
  for (int i = 0; i < 4; i++) gex_AM_RequestMedium(tm, to, H_BULK, here, 64, GEX_EVENT_NOW, 0);
  gex_AM_RequestLong(tm, to, H_BULK, here, 1000, there + 2048, GEX_EVENT_NOW, 0);
  GASNET_BLOCKUNTIL(echoed == n);
}

static void atomics(void) {
  uint64_t old;
  gex_AD_t ad;
  gex_AD_Create(&ad, tm, GEX_DT_U64, GEX_OP_FADD, 0);
  for (int i = 0; i < 3; i++)
    gex_Event_Wait(gex_AD_OpNB_U64(ad, &old, to, there + 3072, GEX_OP_FADD, 1, 0, 0));
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
  gex_AD_Destroy(ad);
}

static void barrier(void) {
  gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
  check(gasnet_barrier_wait(0, GASNET_BARRIERFLAG_ANONYMOUS) != GASNET_OK, "barrier");
}

int main(int argc, char **argv) {
  static gex_AM_Entry_t table[] = {
      {H_ECHO, (gex_AM_Fn_t)echo, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 1, NULL, "echo"},
      {H_ECHOED, (gex_AM_Fn_t)on_echoed, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REPLY, 1, NULL, "echoed"},
      {H_BULK, (gex_AM_Fn_t)bulk, GEX_FLAG_AM_MEDLONG | GEX_FLAG_AM_REQUEST, 0, NULL, "bulk"}};
  gex_Client_t client;
  gex_EP_t ep;
  gex_Segment_t segment;
  void *base;
  check(gex_Client_Init(&client, &ep, &tm, "traced", &argc, &argv, 0), "init");
  check(gex_EP_RegisterHandlers(ep, table, 3), "handlers");
  check(gex_Segment_Attach(&segment, tm, 1 << 16), "attach");
  to = (gex_TM_QueryRank(tm) + 1) % gex_TM_QuerySize(tm);
  gex_EP_QueryBoundSegmentNB(tm, to, &base, NULL, NULL, 0);
  there = base;
  barrier();
  transfers();
  messages(argc > 2 ? atoi(argv[2]) : 5);
  atomics();
  barrier();
  if (argc > 1 && strcmp(argv[1], "hang") == 0) {
    if (gex_TM_QueryRank(tm) == 0) {
      printf("ready\n");
      fflush(stdout);
      sleep(300);
    }
    barrier();
  }
  gasnet_exit(0);
}
