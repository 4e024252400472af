/* SPDX-License-Identifier: BSD-3-Clause
 *
 * looked_at.c: a job that top_test.py looks at while it runs, until it is ended. `barrier`: all but
 * the last rank wait in a barrier, the last computes. `wait`: rank 1 puts 4 KB to rank 2 as soon as
 * that has been stopped in the barrier (rank 1's process waits for a line on stdin of rank 0, which
 * tells it by a message). `talk`: each rank sends messages to the next, 100 at a time. `inline`:
 * each puts words to the next, through another team, adds to one of its words, and polls.
 * `collect`: two broadcasts of rank 0's, of SMALL and of LARGE bytes; then it ends.
 */
#include <gasnetex.h>
#include <gasnet_coll.h>
#include <gasnet_ratomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { H_GO = 150, H_COUNT };
#define BYTES 4096
#define SMALL 1000
#define LARGE 1000000
static gex_TM_t tm;
static gex_Rank_t me, ranks;
static volatile int go, came;
static char here[BYTES];

static void on_go(gex_Token_t t) { (void)t, go = 1; }
static void on_count(gex_Token_t t, void *buf, size_t n) { (void)t, (void)buf, (void)n, came++; }

static void compute(void) {
  for (volatile unsigned long i = 0;; i++) usleep(i % 1000 ? 0 : 1000);
}

static void wait_for_stopped(gex_Segment_t segment) {
  void *base;
  (void)segment;
  if (me == 0) {
    char line[8];
    (void)!fgets(line, sizeof line, stdin);
    gex_AM_RequestShort(tm, 1, H_GO, 0);
  }
  if (me != 1) return;
  GASNET_BLOCKUNTIL(go);
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, 2, &base, NULL, NULL, 0));
  gex_RMA_PutBlocking(tm, 2, base, here, BYTES, 0);
}

static void talk(void) {
  for (int sent = 0;; sent += 100) {
    for (int i = 0; i < 100; i++)
      gex_AM_RequestMedium(tm, (me + 1) % ranks, H_COUNT, here, 64, GEX_EVENT_NOW, 0);
    GASNET_BLOCKUNTIL(came >= sent);
    usleep(1000);
  }
}

static void put_words(void) {
  void *base;
  gex_AD_t ad;
  gex_TM_t turned;   /* the last rank is its first */
  uint64_t word = 1; /* of 8 bytes, and numbers of 4 */
  gex_Rank_t next = (me + 1) % ranks;
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, next, &base, NULL, NULL, 0));
  gex_TM_Split(&turned, tm, 0, (int)(ranks - me), NULL, 0, GEX_FLAG_TM_NO_SCRATCH);
  gex_AD_Create(&ad, tm, GEX_DT_U32, GEX_OP_ADD, 0);
  for (;;) {
    for (int i = 0; i < 50; i++) {
      gex_RMA_PutBlocking(turned, ranks - 1 - next, base, &word, sizeof word, 0);
      gex_Event_Wait(gex_AD_OpNB_U32(ad, NULL, next, (uint32_t *)base + 2, GEX_OP_ADD, 1, 0, 0));
    }
    gasnet_AMPoll();
    usleep(1000);
  }
}

static void collect(void) {
  char *buf = calloc(1, LARGE);
  gex_Event_Wait(gex_Coll_BroadcastNB(tm, 0, buf, buf, SMALL, 0));
  gex_Event_Wait(gex_Coll_BroadcastNB(tm, 0, buf, buf, LARGE, 0));
  free(buf);
}

int main(int argc, char **argv) {
  gex_AM_Entry_t table[] = {{H_GO, (gex_AM_Fn_t)on_go, GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_SHORT, 0,
                             NULL, "go"},
                            {H_COUNT, (gex_AM_Fn_t)on_count,
                             GEX_FLAG_AM_REQUEST | GEX_FLAG_AM_MEDIUM, 0, NULL, "count"}};
  const char *mode = argc > 1 ? argv[1] : "barrier";
  gex_Segment_t segment;
  gex_Client_t client;
  gex_EP_t ep;
  gex_Client_Init(&client, &ep, &tm, "looked_at", &argc, &argv, 0);
  gex_Segment_Attach(&segment, tm, 1 << 16);
  gex_EP_RegisterHandlers(ep, table, 2);
  me = gex_TM_QueryRank(tm);
  ranks = gex_TM_QuerySize(tm);
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
  printf("ready %u %d\n", me, (int)getpid());
  fflush(stdout);
  if (strcmp(mode, "collect") == 0) collect();
  if (strcmp(mode, "talk") == 0) talk();
  if (strcmp(mode, "inline") == 0) put_words();
  if (strcmp(mode, "wait") == 0) wait_for_stopped(segment);
  if (strcmp(mode, "barrier") == 0 && me == ranks - 1) compute();
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
  gasnet_exit(0);
}
