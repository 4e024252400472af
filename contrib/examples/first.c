/* SPDX-License-Identifier: BSD-3-Clause
 *
 * first.c: the program of README.md.
 */
#include <gasnetex.h>
int main(int argc, char **argv) {
  gex_Client_t client;
  gex_EP_t ep;
  gex_TM_t team;
  gex_Segment_t segment;
  gex_Client_Init(&client, &ep, &team, "first", &argc, &argv, 0);
  gex_Segment_Attach(&segment, team, 1 << 20);
  printf("rank %u of %u\n", gex_TM_QueryRank(team), gex_TM_QuerySize(team));
  gex_Event_Wait(gex_Coll_BarrierNB(team, 0));
  gasnet_exit(0);
}
