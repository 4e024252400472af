/* SPDX-License-Identifier: BSD-3-Clause
 *
 * main.c: starts, runs both rings, and ends with the status given as first argument.
 */
#include "client.h"

int main(int argc, char **argv) {
  struct client c;
  int bad;
  CHECK(gex_Client_Init(&c.client, &c.ep, &c.tm, "clientx", &argc, &argv, 0));
  CHECK(gex_Segment_Attach(&c.segment, c.tm, 1 << 20));
  c.rank = gex_TM_QueryRank(c.tm);
  c.size = gex_TM_QuerySize(c.tm);
  c.next = (c.rank + 1) % c.size;
  c.last = (c.rank + c.size - 1) % c.size;
  register_handlers(&c);
  gex_Event_Wait(gex_Coll_BarrierNB(c.tm, 0));
  bad = ring_of_messages(&c) | ring_of_puts(&c);
  gex_Event_Wait(gex_Coll_BarrierNB(c.tm, 0));
  if (c.rank == 0 && !bad) printf("clientx: %u ranks agree\n", (unsigned)c.size);
  gex_Event_Wait(gex_Coll_BarrierNB(c.tm, 0));
  gasnet_exit(bad ? 4 : argc > 1 ? atoi(argv[1]) : 0);
  return 5;
}
