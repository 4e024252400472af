/* SPDX-License-Identifier: BSD-3-Clause
 *
 * probe.c: gasnet-probe, the job that gasnetrun doctor runs to see whether jobs run. Ends with 0 if
 * what each of its ranks put at the next one arrived there.
 */
#define GASNET_SEQ 1
#include <gasnetex.h>

int main(void) {
  gex_Client_t client;
  gex_EP_t ep;
  gex_TM_t tm;
  gex_Segment_t segment;
  gex_Rank_t peer;
  uint64_t mine, got = 0;
  void *base;
  if (gex_Client_Init(&client, &ep, &tm, "doctor", NULL, NULL, 0)) return 1;
  if (gex_Segment_Attach(&segment, tm, 1 << 20)) return 1;
  peer = (gex_TM_QueryRank(tm) + 1) % gex_TM_QuerySize(tm);
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, peer, &base, NULL, NULL, 0));
  mine = 4711 + gex_TM_QueryRank(tm);
  gex_RMA_PutBlocking(tm, peer, base, &mine, sizeof mine, 0);
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
  gex_RMA_GetBlocking(tm, &got, peer, base, sizeof got, 0);
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
  gasnet_exit(got == mine ? 0 : 1);
  return 1;
}
