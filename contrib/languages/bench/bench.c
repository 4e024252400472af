/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench.c: a put of 8 bytes and the round trip of a short message to the last rank, in
 * nanoseconds: what the other languages' programs of this folder are compared with. Prints `put8
 * NS` and `round-trip NS`, the best of several goes.
 */
#include <gasnetex.h>
#include <gasnet_tools.h>
#include <stdio.h>

enum { PING = GEX_AM_INDEX_BASE, PONG, GOES = 100, PUTS = 5000, TRIPS = 200 };

static volatile int pongs;

static void ping(gex_Token_t token, gex_AM_Arg_t a) { gex_AM_ReplyShort1(token, PONG, 0, a); }
static void pong(gex_Token_t token, gex_AM_Arg_t a) {
  (void)token;
  pongs += a;
}

static double put8(gex_TM_t tm, gex_Rank_t peer, uint64_t *there) {
  uint64_t from = gasnett_ticks_now();
  for (uint64_t i = 0; i < PUTS; i++) {
    uint64_t value = i;
    gex_RMA_PutBlocking(tm, peer, there, &value, 8, 0);
  }
  return (double)gasnett_ticks_to_ns(gasnett_ticks_now() - from) / PUTS;
}
static double round_trip(gex_TM_t tm, gex_Rank_t peer) {
  uint64_t from = gasnett_ticks_now();
  pongs = 0;
  for (int i = 1; i <= TRIPS; i++) {
    gex_AM_RequestShort1(tm, peer, PING, 0, 1);
    GASNET_BLOCKUNTIL(pongs == i);
  }
  return (double)gasnett_ticks_to_ns(gasnett_ticks_now() - from) / TRIPS;
}

int main(int argc, char **argv) {
  gex_AM_Entry_t table[] = {{PING, ping, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 1, NULL, "ping"},
                            {PONG, pong, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REPLY, 1, NULL, "pong"}};
  gex_Client_t client;
  gex_EP_t ep;
  gex_TM_t tm;
  gex_Segment_t segment;
  gex_Rank_t peer;
  void *there;
  uintptr_t size;
  double best[2] = {1e12, 1e12};
  gex_Client_Init(&client, &ep, &tm, "bench", &argc, &argv, 0);
  peer = gex_TM_QuerySize(tm) - 1;
  gex_EP_RegisterHandlers(ep, table, 2);
  gex_Segment_Attach(&segment, tm, 1 << 16);
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, peer, &there, NULL, &size, 0));
  for (int i = 0; gex_TM_QueryRank(tm) == 0 && i < GOES; i++) {
    double put = put8(tm, peer, there), trip = round_trip(tm, peer);
    if (put < best[0]) best[0] = put;
    if (trip < best[1]) best[1] = trip;
  }
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
  if (gex_TM_QueryRank(tm) == 0) printf("put8 %.2f\nround-trip %.1f\n", best[0], best[1]);
  gasnet_exit(0);
}
