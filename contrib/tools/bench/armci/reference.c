/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reference.c [network]: the calls of GASNet-EX that goals of ARMCI are compared with, at rank 0 of
 * 2, as lines NAME polling NANOSECONDS.
 */
#include <gasnetex.h>
#include <gasnet_coll.h>
#include <gasnet_ratomic.h>
#include <string.h>

#include "measure.h"

enum { BIG = 65536 };

static gex_TM_t team;
static gex_AD_t longs;
static char *remote_mem, source[BIG] __attribute__((aligned(64)));
static volatile int answered;

static void handle_request(gex_Token_t token, void *data, size_t n) {
  (void)data;
  (void)n;
  gex_AM_ReplyShort(token, 201, 0);
}
static void handle_reply(gex_Token_t token) {
  (void)token;
  answered++;
}

static void put_8(void) { gex_RMA_PutBlocking(team, 1, remote_mem, source, 8, 0); }
static void get_8(void) { gex_RMA_GetBlocking(team, source, 1, remote_mem, 8, 0); }
static void put_64k(void) { gex_RMA_PutBlocking(team, 1, remote_mem, source, BIG, 0); }
static void get_64k(void) { gex_RMA_GetBlocking(team, source, 1, remote_mem, BIG, 0); }
static void fetch_add(void) {
  int64_t old;
  gex_Event_Wait(gex_AD_OpNB_I64(longs, &old, 1, remote_mem, GEX_OP_FADD, 1, 0, 0));
}

/* A round trip of `bytes` bytes in messages as large as they may be. */
static void round_trip(size_t bytes) {
  size_t most = gex_AM_MaxRequestMedium(team, 1, GEX_EVENT_NOW, 0, 0);
  int wanted = 0;
  answered = 0;
  for (size_t done = 0; done < bytes; done += most, wanted++)
    gex_AM_RequestMedium(team, 1, 200, source, bytes - done < most ? bytes - done : most,
                         GEX_EVENT_NOW, 0);
  GASNET_BLOCKUNTIL(answered == wanted);
}
static void medium_8(void) { round_trip(8); }
static void medium_64k(void) { round_trip(BIG); }

static const struct {
  const char *name;
  void (*operation)(void);
} rows[] = {{"gex-put-8", put_8},          {"gex-get-8", get_8},         {"gex-put-64k", put_64k},
            {"gex-get-64k", get_64k},      {"gex-fetch-add", fetch_add}, {"gex-medium-8", medium_8},
            {"gex-medium-64k", medium_64k}};

int main(int argc, char **argv) {
  gex_AM_Entry_t table[] = {{200, (gex_AM_Fn_t)handle_request,
                             GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST, 0, NULL, "r"},
                            {201, (gex_AM_Fn_t)handle_reply, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REPLY,
                             0, NULL, "a"}};
  double seconds = argc > 1 ? 0.15 : 0.05;
  gex_Client_t client;
  gex_EP_t ep;
  gex_Segment_t segment;
  void *owner;
  gex_Client_Init(&client, &ep, &team, "reference", &argc, &argv, 0);
  gex_EP_RegisterHandlers(ep, table, 2);
  gex_Segment_Attach(&segment, team, 1 << 20);
  gex_AD_Create(&longs, team, GEX_DT_I64, GEX_OP_FADD, 0);
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(team, 1, &owner, NULL, NULL, 0));
  remote_mem = owner;
  gex_Event_Wait(gex_Coll_BarrierNB(team, 0));
  for (size_t i = 0; gex_TM_QueryRank(team) == 0 && i < sizeof rows / sizeof rows[0]; i++)
    printf("%s polling %.1f\n", rows[i].name, measure(rows[i].operation, seconds));
  gex_Event_Wait(gex_Coll_BarrierNB(team, 0));
  double t = now_ns();
  for (int i = 0; i < 2000; i++) gex_Event_Wait(gex_Coll_BarrierNB(team, 0));
  if (gex_TM_QueryRank(team) == 0) printf("gex-barrier polling %.1f\n", (now_ns() - t) / 2000);
  fflush(stdout);
  gasnet_exit(0);
}
