/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_segment.c: the attached segment, endpoint and team queries, translation, queries of bound
 * segments, TM-pairs as values (gex-core 9, 10, 11).
 */
#include "gex_support.h"

#include "start.h"

static int64_t page_rest(const void *p) { return (int64_t)((uintptr_t)p % GASNET_PAGESIZE); }

/* SEG-1, SEG-2, SEG-5, 9.3 */
static void test_own(void) {
  gex_Segment_t seg = conform_segment();
  void *base = gex_Segment_QueryAddr(seg);
  CHECK_EQ(conform_startup.attach_result, GASNET_OK);
  CHECK(seg != GEX_SEGMENT_INVALID);
  CHECK(gex_EP_QuerySegment(conform_ep()) == seg);
  CHECK(gex_Segment_QueryClient(seg) == conform_client());
  CHECK_EQ(gex_Segment_QuerySize(seg), CONFORM_SEG_SIZE);
  CHECK(base && page_rest(base) == 0);
  CHECK(base == conform_seg(conform_rank()));
  CHECK_EQ(conform_startup.hook_calls, 1);
  CHECK(conform_startup.hook_base == base);
  CHECK_EQ(conform_startup.hook_size, CONFORM_SEG_SIZE);
}

/* SEG-7, SEG-8 in EVERYTHING mode. */
static void test_own_everything(void) {
  CHECK(conform_segment() == GEX_SEGMENT_INVALID);
  CHECK(gex_EP_QuerySegment(conform_ep()) == GEX_SEGMENT_INVALID);
  CHECK(conform_startup.max_local == (uintptr_t)-1);
  CHECK(conform_startup.max_global == (uintptr_t)-1);
}

/* SEG-8: the bounds before attach; the global one is the least of the local ones. */
static void test_bounds(void) {
  uintptr_t local = conform_startup.max_local, global = conform_startup.max_global, least = local;
  gex_Rank_t i;
  CHECK(local >= CONFORM_SEG_SIZE);
  CHECK_EQ(local % GASNET_PAGESIZE, 0);
  CHECK_EQ(global % GASNET_PAGESIZE, 0);
  for (i = 0; i < conform_size(); i++)
    gex_tell(i, C_SEGMENT, 0, gex_hi((void *)local), gex_lo((void *)local), gex_hi((void *)global),
             gex_lo((void *)global));
  GEX_TAKE(C_SEGMENT, conform_size());
  for (i = 0; i < conform_size(); i++) {
    uintptr_t theirs = (uintptr_t)gex_ptr(gex_told[i][0], gex_told[i][1]);
    if (theirs < least) least = theirs;
    CHECK((uintptr_t)gex_ptr(gex_told[i][2], gex_told[i][3]) == global);
  }
  CHECK(least == global);
  gex_check_settled(C_SEGMENT);
}

/* 22.5: base and size of every rank, extra entries untouched. */
static void test_seginfo(void) {
  gasnet_seginfo_t *table = calloc(conform_size() + 1, sizeof *table);
  gex_Rank_t i;
  memset(&table[conform_size()], 0x5a, sizeof *table);
  CHECK_EQ(gasnet_getSegmentInfo(table, (int)conform_size() + 1), GASNET_OK);
  CHECK_EQ(conform_not_all(&table[conform_size()], sizeof *table, 0x5a), -1);
  for (i = 0; i < conform_size(); i++) {
    CHECK(table[i].addr == conform_seg(i));
    CHECK_EQ(table[i].size, CONFORM_SEG_SIZE);
  }
  memset(table, 0x5a, sizeof *table * conform_size());
  CHECK_EQ(gasnet_getSegmentInfo(table, 1), GASNET_OK);
  CHECK(table[0].addr == conform_seg(0));
  if (conform_size() > 1) CHECK_EQ(conform_not_all(&table[1], sizeof *table, 0x5a), -1);
  CHECK_EQ(gasnet_getSegmentInfo(table, 0), GASNET_OK);
  gex_System_SetVerboseErrors(0);
  CHECK_EQ(gasnet_getSegmentInfo(table, -1), GASNET_ERR_BAD_ARG);
  gex_System_SetVerboseErrors(1);
  free(table);
}

/* Whether rank shares memory with the caller. */
static int neighbor(gex_Rank_t rank) {
  gex_RankInfo_t *info;
  gex_Rank_t n, i;
  gex_System_QueryNbrhdInfo(&info, &n, 0);
  for (i = 0; i < n; i++)
    if (info[i].gex_jobrank == rank) return 1;
  return 0;
}

static void check_bound(gex_TM_t tm, gex_Rank_t rank) {
  void *owner = &owner, *local = &local;
  uintptr_t size = 1;
  gex_Event_t ev = gex_EP_QueryBoundSegmentNB(tm, rank, &owner, &local, &size, 0);
  CHECK(ev != GEX_EVENT_NO_OP);
  gex_Event_Wait(ev);
  CHECK(owner == conform_seg(rank));
  CHECK_EQ(size, CONFORM_SEG_SIZE);
  if (rank == conform_rank()) CHECK(local == owner);
  CHECK_EQ(local != 0, neighbor(rank)); /* SEG-6 */
  owner = local = &owner;
  size = 1;
  CHECK_EQ(gex_Segment_QueryBound(tm, rank, &owner, &local, &size), 0);
  CHECK(owner == conform_seg(rank));
  CHECK_EQ(size, CONFORM_SEG_SIZE);
  CHECK_EQ(local != 0, neighbor(rank));
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, rank, 0, 0, 0, 0));
  CHECK_EQ(gex_Segment_QueryBound(tm, rank, 0, 0, 0), 0);
  size = 1;
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, rank, 0, 0, &size, 0));
  CHECK_EQ(size, CONFORM_SEG_SIZE);
}

static void check_bound_immediate(gex_TM_t tm, gex_Rank_t rank) {
  void *owner = &owner, *local = &local;
  uintptr_t size = 1;
  gex_Event_t ev = gex_EP_QueryBoundSegmentNB(tm, rank, &owner, &local, &size, GEX_FLAG_IMMEDIATE);
  if (rank == conform_rank()) CHECK(ev == GEX_EVENT_INVALID);
  if (ev == GEX_EVENT_NO_OP) return;
  CHECK(ev == GEX_EVENT_INVALID); /* QBS-2: answered at once, or not at all */
  CHECK(owner == conform_seg(rank));
  CHECK_EQ(size, CONFORM_SEG_SIZE);
  CHECK_EQ(local != 0, neighbor(rank));
}

static void test_bound(void) {
  gex_TM_t pair = gex_TM_Pair(conform_ep(), 0);
  gex_Rank_t i;
  for (i = 0; i < conform_size(); i++) {
    check_bound(conform_tm(), i);
    check_bound(pair, i);
    check_bound_immediate(conform_tm(), i);
    check_bound_immediate(pair, i);
  }
}

/* SEG-6, MM-6: the mapping of a neighbor's segment is the same memory. Each rank writes to the next
 * one's slot through the mapping and reads what the owner wrote there. */
static void test_mapped(void) {
  gex_Rank_t next = conform_next();
  char *mine = gex_slot(conform_rank(), conform_prev()), *there;
  void *owner = 0, *local = 0;
  memset(mine, (int)conform_rank() + 1, 4096);
  memset(mine + 4096, 0, 4096);
  conform_barrier();
  CHECK_EQ(gex_Segment_QueryBound(conform_tm(), next, &owner, &local, 0), 0);
  if (local) {
    there = (char *)local + (gex_slot(next, conform_rank()) - (char *)owner);
    CHECK_EQ(conform_not_all(there, 4096, (int)next + 1), -1);
    conform_fill(there + 4096, 4096, 1000 + conform_rank());
  }
  conform_barrier();
  if (neighbor(conform_prev()))
    CHECK_EQ(conform_differs(mine + 4096, 4096, 1000 + conform_prev()), -1);
  conform_barrier();
}

/* gasnet_getNodeInfo's offset leads to the same mapping (22.5). */
static void test_offset(void) {
#ifdef GASNET_PSHM
  gasnet_nodeinfo_t *table = calloc(conform_size(), sizeof *table);
  gex_Rank_t i;
  CHECK_EQ(gasnet_getNodeInfo(table, (int)conform_size()), GASNET_OK);
  for (i = 0; i < conform_size(); i++) {
    void *owner = 0, *local = 0;
    gex_Segment_QueryBound(conform_tm(), i, &owner, &local, 0);
    if (local) CHECK((uintptr_t)owner + table[i].offset == (uintptr_t)local);
  }
  free(table);
#endif
}

/* 11.7 on the primordial team, where a rank is a jobrank. */
static void test_translate(void) {
  gex_Rank_t i;
  for (i = 0; i < conform_size(); i++) {
    gex_EP_Location_t where = gex_TM_TranslateRankToEP(conform_tm(), i, 0);
    CHECK_EQ(gex_TM_TranslateRankToJobrank(conform_tm(), i), i);
    CHECK_EQ(gex_TM_TranslateJobrankToRank(conform_tm(), i), i);
    CHECK_EQ(where.gex_rank, i);
    CHECK_EQ(where.gex_ep_index, 0);
  }
}

/* EP-1, EP-2: bad capabilities are refused; more endpoints than GASNET_MAXEPS too. */
static void test_ep_create(void) {
  gex_EP_t ep = (gex_EP_t)(void *)&ep;
  const gex_EP_t before = ep;
  int result;
  gex_System_SetVerboseErrors(0);
  CHECK_EQ(gex_EP_Create(&ep, conform_client(), 0, 0), GASNET_ERR_BAD_ARG);
  CHECK(ep == before);
  CHECK_EQ(gex_EP_Create(&ep, conform_client(), 1u << 30, 0), GASNET_ERR_BAD_ARG);
  CHECK(ep == before);
  if (GASNET_MAXEPS == 1) {
    result = gex_EP_Create(&ep, conform_client(), GEX_EP_CAPABILITY_RMA, 0);
    CHECK_EQ(result, GASNET_ERR_RESOURCE);
    CHECK(ep == before);
  }
  gex_System_SetVerboseErrors(1);
}

/* PAIR-1, PAIR-2: equal iff the arguments are; never a team, never 0. */
static void test_pair_values(void) {
  static gex_TM_t seen[4096];
  int i, step = 1;
  for (i = 0; i < 4096; i++) seen[i] = gex_TM_Pair(conform_ep(), (gex_EP_Index_t)i);
  for (i = 0; i < 4096; i++) {
    CHECK(seen[i] == gex_TM_Pair(conform_ep(), (gex_EP_Index_t)i));
    CHECK(seen[i] != GEX_TM_INVALID);
    CHECK(seen[i] != conform_tm());
  }
  for (step = 1; step < 4096; step <<= 1) /* indices that differ in one bit, and neighbors */
    for (i = 0; i + step < 4096; i++) CHECK(seen[i] != seen[i + step]);
}

const struct conform_test conform_gex_segment[] = {
    {"gex_segment_own", "gex-core SEG-1, SEG-2, SEG-5, 9.3", test_own, CONFORM_FAST_ONLY},
    {"gex_segment_everything", "gex-core SEG-7, SEG-8", test_own_everything,
     CONFORM_EVERYTHING_ONLY},
    {"gex_segment_bounds", "gex-core SEG-8", test_bounds, CONFORM_FAST_ONLY},
    {"gex_segment_seginfo", "gex-core 22.5", test_seginfo, CONFORM_FAST_ONLY},
    {"gex_segment_bound", "gex-core QBS-1, QBS-2, QBS-3, PAIR-3", test_bound, CONFORM_FAST_ONLY},
    {"gex_segment_mapped", "gex-core SEG-6, gex-rma MM-6", test_mapped, CONFORM_FAST_ONLY},
    {"gex_segment_offset", "gex-core 22.5", test_offset, CONFORM_FAST_ONLY},
    {"gex_tm_translate", "gex-core 11.7", test_translate, 0},
    {"gex_ep_create", "gex-core EP-1, EP-2", test_ep_create, 0},
    {"gex_pair_values", "gex-core PAIR-1, PAIR-2", test_pair_values, 0},
    {0, 0, 0, 0}};
