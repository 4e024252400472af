// SPDX-License-Identifier: BSD-3-Clause
//
// realm.cc: a client in C++ that takes only -I flags from us, chooses the mode itself, defines the
// conduit again, and ends up in a shared object (client-usage.md BLD-4).
#ifndef GASNET_PAR
#define GASNET_PAR
#endif
#include <gasnetex.h>
#include <gasnet_tools.h>

extern "C" int realm_main(int argc, char **argv) {
  gex_Client_t client;
  gex_EP_t ep;
  gex_TM_t tm;
  gex_Segment_t segment;
  static_assert(sizeof(gex_Event_t) == sizeof(uintptr_t), "handles are pointers");
  static_assert(GASNET_CONDUIT_SMP == 1, "the conduit of the -I");
  if (gex_Client_Init(&client, &ep, &tm, "realm-gex", &argc, &argv, 0) != GASNET_OK) return 3;
  if (gex_Segment_Attach(&segment, tm, 1 << 16) != GASNET_OK) return 4;
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
  if (gex_TM_QueryRank(tm) == 0) printf("realm: %u ranks agree\n", (unsigned)gex_TM_QuerySize(tm));
  gasnet_exit(0);
  return 5;
}
