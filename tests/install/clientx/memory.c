/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory.c: every rank writes to its neighbour's segment and reads it back.
 */
#include "client.h"

int ring_of_puts(struct client *c) {
  int mine = 1000 + (int)c->rank, back = 0, found;
  void *base, *own = gex_Segment_QueryAddr(c->segment);
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(c->tm, c->next, &base, NULL, NULL, 0));
  gex_Event_Wait(gex_RMA_PutNB(c->tm, c->next, base, &mine, sizeof mine, GEX_EVENT_DEFER, 0));
  gex_RMA_GetBlocking(c->tm, &back, c->next, base, sizeof back, 0);
  gex_Event_Wait(gex_Coll_BarrierNB(c->tm, 0));
  memcpy(&found, own, sizeof found);
  return back != mine || found != 1000 + (int)c->last;
}
