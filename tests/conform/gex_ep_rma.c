/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_ep_rma.c: publication, and put and get between published endpoints
 * (gex-core 10.3, 10.4, 11.6; gex-rma RMA-1..8).
 *
 * Every rank has a slot in every other's segments, which it alone writes.
 */
#include "gex_ep.h"

enum { LIBRARY, CLIENT, KINDS, SLOT = 160 * KB, ODD = 13 };
static gex_EP_t eps[KINDS];              /* of this rank */
static char *base[KINDS][GEX_MAX_RANKS]; /* of every rank's segments */

/* QBS-1: what a rank published is known, and where. */
static char *bound_base(gex_TM_t pair, gex_Rank_t rank, size_t least) {
  void *owner = 0, *local = 0, *again = 0;
  uintptr_t size = 0;
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(pair, rank, &owner, &local, &size, 0));
  CHECK(size >= least);
  if (size == 0) conform_die(__FILE__, __LINE__, "not published");
  CHECK_EQ(gex_Segment_QueryBound(pair, rank, &again, 0, 0), 0);
  CHECK(again == owner);
  if (rank == conform_rank()) CHECK(local == owner);
  return owner;
}

/* Makes the endpoints of the group and publishes them; 0 = there is no room for them. */
static int set_up(void) {
  size_t bytes = (size_t)SLOT * conform_size();
  gex_Rank_t i;
  int k;
  if (eps[CLIENT] != GEX_EP_INVALID) return 1;
  eps[LIBRARY] = gex_ep_bound(0, bytes);
  eps[CLIENT] = gex_ep_bound((char *)calloc(1, bytes + ODD) + ODD, bytes);
  if (eps[CLIENT] == GEX_EP_INVALID) return 0;
  CHECK_EQ(gex_EP_PublishBoundSegment(conform_tm(), eps, KINDS, 0), GASNET_OK);
  for (k = 0; k < KINDS; k++)
    for (i = 0; i < conform_size(); i++)
      base[k][i] = bound_base(gex_TM_Pair(conform_ep(), gex_EP_QueryIndex(eps[k])), i, bytes);
  return 1;
}

/* --- one put and one get of each form ------------------------------------- */

static void put(int form, gex_TM_t tm, gex_Rank_t rank, char *to, const char *from, size_t n) {
  gex_Event_t leaf = GEX_EVENT_INVALID, ev;
  switch (form) {
  case 0: CHECK_EQ(gex_RMA_PutBlocking(tm, rank, to, from, n, 0), 0); break;
  case 1:
    ev = gex_RMA_PutNB(tm, rank, to, from, n, &leaf, 0);
    gex_Event_Wait(leaf);
    gex_Event_Wait(ev);
    break;
  case 2:
    CHECK_EQ(gex_RMA_PutNBI(tm, rank, to, from, n, GEX_EVENT_DEFER, 0), 0);
    gex_NBI_Wait(GEX_EC_PUT, 0);
    break;
  default:
    gex_NBI_BeginAccessRegion(0);
    gex_RMA_PutNBI(tm, rank, to, from, n, GEX_EVENT_NOW, 0);
    gex_Event_Wait(gex_NBI_EndAccessRegion(0));
  }
}

static void get(int form, gex_TM_t tm, char *to, gex_Rank_t rank, char *from, size_t n) {
  switch (form % 3) {
  case 0: CHECK_EQ(gex_RMA_GetBlocking(tm, to, rank, from, n, 0), 0); break;
  case 1: gex_Event_Wait(gex_RMA_GetNB(tm, to, rank, from, n, 0)); break;
  default: CHECK_EQ(gex_RMA_GetNBI(tm, to, rank, from, n, 0), 0); gex_NBI_Wait(GEX_EC_GET, 0);
  }
}

static size_t some_size(int round) {
  static const size_t sizes[] = {1, 2, 8, 63, 64, 65, 4096, 65000, SLOT};
  return sizes[round % 9];
}

/* Puts to (rank) at `there`, SLOT bytes, and gets it back. */
static void there_and_back(gex_TM_t tm, gex_Rank_t rank, char *there, int round) {
  size_t n = some_size(round), at = round % 2 ? SLOT - n : (SLOT - n) / 3;
  char *from = malloc(n), *back = malloc(n);
  conform_fill(from, n, (uint64_t)round * 1000 + conform_rank());
  memset(back, 0, n);
  put(round % 4, tm, rank, there + at, from, n);
  get(round / 4, tm, back, rank, there + at, n);
  CHECK_EQ(conform_differs(back, n, (uint64_t)round * 1000 + conform_rank()), -1);
  free(from);
  free(back);
}

static gex_TM_t pair(gex_EP_t from, int kind) {
  return gex_TM_Pair(from, gex_EP_QueryIndex(eps[kind]));
}

/* RMA-1, RMA-2, RMA-3, RMA-5: all forms and sizes, to all ranks and the caller's own, from the
 * primordial endpoint and from others, whose own binding does not matter. */
static void test_traffic(void) {
  gex_Rank_t i;
  int k, round;
  if (!set_up()) return;
  for (k = 0; k < KINDS; k++)
    for (i = 0; i < conform_size(); i++)
      for (round = 0; round < 36; round++) {
        gex_EP_t from = round % 3 ? eps[round % 3 - 1] : conform_ep();
        there_and_back(pair(from, k), i, base[k][i] + (size_t)SLOT * conform_rank(), round);
      }
}

/* The owner sees what was put, and others get what it stored. */
static void test_seen(void) {
  gex_Rank_t i;
  int k;
  char *buf;
  if (!set_up()) return;
  buf = malloc(SLOT);
  for (k = 0; k < KINDS; k++) {
    conform_barrier();
    for (i = 0; i < conform_size(); i++) {
      conform_fill(buf, SLOT, 7000u + conform_rank() * 10u + (unsigned)k);
      put((int)i % 4, pair(conform_ep(), k), i, base[k][i] + (size_t)SLOT * conform_rank(), buf,
          SLOT);
    }
    conform_barrier();
    for (i = 0; i < conform_size(); i++)
      CHECK_EQ(conform_differs(base[k][conform_rank()] + (size_t)SLOT * i, SLOT,
                               7000u + i * 10u + (unsigned)k),
               -1);
    conform_barrier();
    conform_fill(base[k][conform_rank()], (size_t)SLOT * conform_size(), 8000u + conform_rank());
    conform_barrier();
    for (i = 0; i < conform_size(); i++) {
      get((int)i, pair(eps[1 - k], k), buf, i, base[k][i], SLOT);
      CHECK_EQ(conform_differs(buf, SLOT, 8000u + i), -1);
    }
  }
  conform_barrier();
  free(buf);
}

/* VAL-1: value forms, at the very ends of the segment. */
static void test_values(void) {
  gex_Rank_t next = conform_next();
  size_t n;
  int k, form;
  if (!set_up()) return;
  conform_barrier();
  for (k = 0; k < KINDS; k++)
    for (n = 1; n <= 8; n++)
      for (form = 0; form < 6; form++) {
        char *there = base[k][next] + (form % 2 ? (size_t)SLOT * conform_size() - n : 0);
        uint64_t value = conform_rand(), mask = n == 8 ? ~(uint64_t)0 : ((uint64_t)1 << 8 * n) - 1;
        gex_TM_t tm = pair(form < 3 ? conform_ep() : eps[k], k);
        if (form / 2 == 0) CHECK_EQ(gex_RMA_PutBlockingVal(tm, next, there, value, n, 0), 0);
        if (form / 2 == 1) gex_Event_Wait(gex_RMA_PutNBVal(tm, next, there, value, n, 0));
        if (form / 2 == 2) {
          CHECK_EQ(gex_RMA_PutNBIVal(tm, next, there, value, n, 0), 0);
          gex_NBI_Wait(GEX_EC_PUT, 0);
        }
        CHECK(gex_RMA_GetBlockingVal(tm, next, there, n, 0) == (value & mask));
      }
  conform_barrier();
}

/* PAIR-3, RMA-1: from another endpoint to the primordial one of any rank. */
static void test_to_primordial(void) {
  gex_Rank_t i;
  int round;
  gex_TM_t tm;
  if (!set_up()) return;
  tm = gex_TM_Pair(eps[CLIENT], 0);
  for (i = 0; i < conform_size(); i++) {
    void *owner = 0;
    if (!CONFORM_EVERYTHING) {
      CHECK_EQ(gex_Segment_QueryBound(tm, i, &owner, 0, 0), 0);
      CHECK(owner == conform_seg(i));
    }
    for (round = 0; round < 18; round++) {
      char *slot = gex_slot(i, conform_rank()), buf[64], back[64];
      conform_fill(buf, 64, 100u + (unsigned)round);
      put(round % 4, tm, i, slot + round, buf, 64);
      get(round, tm, back, i, slot + round, 64);
      CHECK_EQ(conform_differs(back, 64, 100u + (unsigned)round), -1);
    }
  }
  conform_barrier();
}

/* RMA-7: nothing to do is done, wherever. */
static void test_empty(void) {
  gex_Event_t leaf = GEX_EVENT_NO_OP;
  gex_TM_t tm;
  if (!set_up()) return;
  tm = pair(eps[0], CLIENT);
  CHECK_EQ(gex_RMA_PutBlocking(tm, conform_next(), 0, 0, 0, 0), 0);
  CHECK(gex_RMA_PutNB(tm, conform_next(), 0, 0, 0, &leaf, 0) == GEX_EVENT_INVALID);
  CHECK(leaf == GEX_EVENT_INVALID);
  CHECK_EQ(gex_RMA_GetBlocking(tm, 0, conform_next(), 0, 0, 0), 0);
}

/* IMM-1..3, RMA flags: accepted; what does not happen is said. */
static void test_flags(void) {
  char *there, back[8];
  gex_Event_t ev;
  int i = 0;
  if (!set_up()) return;
  there = base[CLIENT][conform_next()] + (size_t)SLOT * conform_rank();
  while (gex_RMA_PutBlocking(pair(conform_ep(), CLIENT), conform_next(), there, "abcdefg", 8,
                             GEX_FLAG_IMMEDIATE))
    conform_try_pause(i++);
  while ((ev = gex_RMA_GetNB(pair(conform_ep(), CLIENT), back, conform_next(), there, 8,
                             GEX_FLAG_IMMEDIATE)) == GEX_EVENT_NO_OP)
    conform_try_pause(i++);
  gex_Event_Wait(ev);
  CHECK_STR(back, "abcdefg");
}

/* Where a neighbor's memory is mapped here it is the same memory (10.4). */
static void test_mapped(void) {
  gex_Rank_t next = conform_next();
  void *owner = 0, *local = 0;
  int k;
  if (!set_up()) return;
  for (k = 0; k < KINDS; k++) {
    memset(base[k][conform_rank()], 0x40 + k + (int)conform_rank(), 4096);
    conform_barrier();
    CHECK_EQ(gex_Segment_QueryBound(pair(conform_ep(), k), next, &owner, &local, 0), 0);
    if (local) CHECK_EQ(conform_not_all(local, 4096, 0x40 + k + (int)next), -1);
    conform_barrier();
  }
}

static void thread_traffic(int i, void *arg) {
  char *there = *(char **)arg + (size_t)i * 32 * KB, *from = malloc(32 * KB),
       *back = malloc(32 * KB);
  int round;
  for (round = 0; round < 40; round++) {
    size_t n = 1 + (size_t)(round * 811) % (32 * KB);
    conform_fill(from, n, (uint64_t)(i * 100 + round));
    put(round % 4, pair(round % 2 ? conform_ep() : eps[0], CLIENT), conform_next(), there, from, n);
    get(round, pair(conform_ep(), CLIENT), back, conform_next(), there, n);
    CHECK_EQ(conform_differs(back, n, (uint64_t)(i * 100 + round)), -1);
  }
  free(from);
  free(back);
}

/* THR-1 */
static void test_threads(void) {
  char *there;
  if (!set_up()) return;
  there = base[CLIENT][conform_next()] + (size_t)SLOT * conform_rank();
  conform_threads(4, thread_traffic, &there);
}

/* --- publication ---------------------------------------------------------- */

/* EP-7: callers bring none, some and many; those without a segment are passed over; publishing
 * again is allowed. Segments as small as a byte. */
static void test_publish(void) {
  static char small[3][40];
  gex_EP_t mine[4];
  gex_Rank_t next = conform_next();
  size_t n = conform_rank() % 4, i;
  gex_TM_t tm;
  for (i = 0; i < 3; i++) mine[i] = gex_ep_bound(small[i], i == 2 ? 1 : sizeof small[i]);
  mine[3] = gex_ep_new(); /* not bound */
  if (mine[3] == GEX_EP_INVALID) return;
  CHECK_EQ(gex_EP_PublishBoundSegment(conform_tm(), 0, 0, 0), GASNET_OK);
  CHECK_EQ(gex_EP_PublishBoundSegment(conform_tm(), n ? mine + 4 - n : 0, n, 0), GASNET_OK);
  for (i = 0; i < 3; i++) {
    uintptr_t size = 1;
    tm = gex_TM_Pair(conform_ep(), gex_EP_QueryIndex(mine[i]));
    if (4 - i > next % 4) continue; /* not published: may fail */
    CHECK_EQ(gex_Segment_QueryBound(tm, next, 0, 0, &size), 0);
    CHECK_EQ(size, i == 2 ? 1 : sizeof small[i]);
  }
  CHECK_EQ(gex_EP_PublishBoundSegment(conform_tm(), mine, 4, 0), GASNET_OK);
  for (i = 0; i < 3; i++) {
    size_t size = i == 2 ? 1 : sizeof small[i];
    char buf[40], *there;
    tm = gex_TM_Pair(mine[1], gex_EP_QueryIndex(mine[i]));
    there = bound_base(tm, next, size);
    conform_fill(buf, size, 300u + conform_rank());
    put((int)i, tm, next, there, buf, size);
    put((int)i, tm, next, there + size - 1, buf + size - 1, 1);
  }
  conform_barrier();
  for (i = 0; i < 3; i++)
    CHECK_EQ(conform_differs(small[i], i == 2 ? 1 : sizeof small[i], 300u + conform_prev()), -1);
  conform_barrier();
}

/* EP-7: over a part of the job; what was published stays so when the team is gone. */
static void test_subteam(void) {
  gex_EP_t ep = gex_ep_bound(0, 4096);
  gex_TM_t tm = GEX_TM_INVALID, pair;
  gex_Rank_t members, i;
  if (ep == GEX_EP_INVALID) return;
  pair = gex_TM_Pair(conform_ep(), gex_EP_QueryIndex(ep));
  gex_TM_Split(&tm, conform_tm(), (int)conform_rank() % 2, -(int)conform_rank(), 0, 0,
               GEX_FLAG_TM_NO_SCRATCH);
  CHECK_EQ(gex_EP_PublishBoundSegment(tm, &ep, 1, 0), GASNET_OK);
  members = gex_TM_QuerySize(tm);
  gex_TM_Destroy(tm, 0, 0);
  for (i = conform_rank() % 2; i < conform_size(); i += 2, members--) {
    char *there = bound_base(pair, i, 4096);
    gex_RMA_PutBlockingVal(pair, i, there + 8 * conform_rank(), conform_rank() + 5, 8, 0);
    CHECK_EQ(gex_RMA_GetBlockingVal(pair, i, there + 8 * conform_rank(), 8, 0), conform_rank() + 5);
  }
  CHECK_EQ(members, 0);
  conform_barrier();
}

/* AMBIG-M8: one segment at several endpoints; the attached one at an endpoint of the client's. */
static void test_shared(void) {
  gex_EP_t two[2] = {gex_ep_bound(0, 4096), gex_ep_new()}, third = gex_ep_new();
  gex_Rank_t next = conform_next();
  gex_TM_t tm[2];
  char *there;
  if (third == GEX_EP_INVALID) return;
  CHECK_EQ(gex_EP_BindSegment(two[1], gex_EP_QuerySegment(two[0]), 0), GASNET_OK);
  CHECK_EQ(gex_EP_PublishBoundSegment(conform_tm(), two, 2, 0), GASNET_OK);
  tm[0] = gex_TM_Pair(conform_ep(), gex_EP_QueryIndex(two[0]));
  tm[1] = gex_TM_Pair(conform_ep(), gex_EP_QueryIndex(two[1]));
  there = bound_base(tm[0], next, 4096);
  CHECK(bound_base(tm[1], next, 4096) == there);
  gex_RMA_PutBlockingVal(tm[0], next, there, 4711 + conform_rank(), 8, 0);
  CHECK_EQ(gex_RMA_GetBlockingVal(tm[1], next, there, 8, 0), 4711 + conform_rank());
  conform_barrier();
  if (CONFORM_EVERYTHING) return;
  CHECK_EQ(gex_EP_BindSegment(third, conform_segment(), 0), GASNET_OK);
  CHECK_EQ(gex_EP_PublishBoundSegment(conform_tm(), &third, 1, 0), GASNET_OK);
  tm[0] = gex_TM_Pair(two[0], gex_EP_QueryIndex(third));
  CHECK(bound_base(tm[0], next, conform_seg_size()) == conform_seg(next));
  gex_RMA_PutBlockingVal(tm[0], next, gex_slot(next, conform_rank()), 99, 8, 0);
  CHECK_EQ(gex_RMA_GetBlockingVal(conform_tm(), next, gex_slot(next, conform_rank()), 8, 0), 99);
  conform_barrier();
}

/* SEG-12: after destruction the endpoint leads nowhere, and the rest goes on. */
static void test_destroyed(void) {
  gex_EP_t ep = gex_ep_bound(0, 4096);
  uintptr_t size = 1;
  gex_TM_t tm;
  if (ep == GEX_EP_INVALID) return;
  tm = gex_TM_Pair(conform_ep(), gex_EP_QueryIndex(ep));
  CHECK_EQ(gex_EP_PublishBoundSegment(conform_tm(), &ep, 1, 0), GASNET_OK);
  gex_RMA_PutBlockingVal(tm, conform_next(), bound_base(tm, conform_next(), 8), 1, 8, 0);
  conform_barrier();
  gex_Segment_Destroy(gex_EP_QuerySegment(ep), 0);
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, conform_rank(), 0, 0, &size, 0));
  CHECK_EQ(size, 0);
  CHECK_EQ(gex_EP_PublishBoundSegment(conform_tm(), &ep, 1, 0), GASNET_OK);
  conform_barrier();
}

const struct conform_test conform_gex_ep_rma[] = {
    {"gex_ep_traffic", "gex-rma RMA-1, RMA-2, RMA-3, RMA-5, gex-memkinds 4", test_traffic, 0},
    {"gex_ep_seen", "gex-rma RMA-2, gex-core EP-7", test_seen, 0},
    {"gex_ep_values", "gex-rma VAL-1", test_values, 0},
    {"gex_ep_to_primordial", "gex-core PAIR-3, gex-rma RMA-1", test_to_primordial, 0},
    {"gex_ep_empty", "gex-rma RMA-7", test_empty, 0},
    {"gex_ep_flags", "gex-rma 3.3", test_flags, 0},
    {"gex_ep_mapped", "gex-core 10.4", test_mapped, 0},
    {"gex_ep_threads", "gex-core THR-1", test_threads, CONFORM_PAR_ONLY},
    {"gex_ep_publish", "gex-core EP-7, gex-memkinds 7.4", test_publish, 0},
    {"gex_ep_subteam", "gex-core EP-7", test_subteam, 0},
    {"gex_ep_shared", "gex-memkinds M8", test_shared, 0},
    {"gex_ep_destroyed", "gex-core SEG-12", test_destroyed, 0},
    {0, 0, 0, 0}};
