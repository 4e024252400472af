/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hello.c: does in C over the library what a UPC program that says hello does: goals.py compares
 * the times from start to end.
 */
#include <gasnetex.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  gex_Client_t client;
  gex_EP_t ep;
  gex_TM_t all;
  gex_Segment_t segment;
  gex_Client_Init(&client, &ep, &all, "HELLO", &argc, &argv, 0);
  size_t size = gasnet_getMaxGlobalSegmentSize(), most = (size_t)16 << 30;
  gex_Segment_Attach(&segment, all, size < most ? size : most);
  gex_Rank_t me = gex_TM_QueryRank(all), n = gex_TM_QuerySize(all);
  int *seen = (int *)gex_Segment_QueryAddr(segment);
  for (gex_Rank_t i = 0; i < n; i++) {
    void *owner, *mapped;
    uintptr_t bytes;
    gex_Event_Wait(gex_EP_QueryBoundSegmentNB(all, i, &owner, &mapped, &bytes, 0));
  }
  *seen = (int)me + 1;
  printf("hello from %u of %u\n", me, n);
  fflush(stdout);
  gex_Event_Wait(gex_Coll_BarrierNB(all, 0));
  gex_Event_Wait(gex_Coll_BarrierNB(all, 0));
  gasnet_exit(0);
  return 0;
}
