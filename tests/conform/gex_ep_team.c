/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_ep_team.c: teams with members that are not primordial endpoints (gex-core 11.3). They can
 * put, get and be asked; a process may be in one several times. Messages: gex_ep_am.c.
 */
#include "gex_ep.h"

enum { WORDS = 2 * GEX_MAX_RANKS, BYTES = 8 * WORDS, ROUNDS = 100 };
static gex_EP_t ep;           /* of this rank, bound to a segment of BYTES */
static gex_EP_Index_t number; /* the same at all ranks */

static int set_up(void) {
  if (ep != GEX_EP_INVALID) return 1;
  ep = gex_ep_bound(0, BYTES);
  if (ep == GEX_EP_INVALID) return 0;
  number = gex_EP_QueryIndex(ep);
  CHECK_EQ(gex_EP_PublishBoundSegment(conform_tm(), &ep, 1, 0), GASNET_OK);
  return 1;
}

/* Two members of each rank, ranks in reverse: the new endpoint, then the primordial one. */
static size_t all_members(gex_EP_Location_t *list) {
  gex_Rank_t n = conform_size(), i;
  for (i = 0; i < n; i++) {
    list[2 * i].gex_rank = list[2 * i + 1].gex_rank = n - 1 - i;
    list[2 * i].gex_ep_index = number;
    list[2 * i + 1].gex_ep_index = 0;
  }
  return 2 * n;
}

static void create(gex_TM_t *tms, size_t handles, gex_EP_Location_t *list, size_t n) {
  gex_TM_Create(tms, handles, conform_tm(), list, n, 0, 0,
                GEX_FLAG_TM_NO_SCRATCH | GEX_FLAG_RANK_IS_JOBRANK);
}

/* TM-8, TM-9: which member has which rank. */
static void test_queries(void) {
  gex_EP_Location_t list[2 * GEX_MAX_RANKS], at;
  gex_Rank_t mine = 2 * (conform_size() - 1 - conform_rank()), i;
  gex_TM_t tm[2] = {GEX_TM_INVALID, GEX_TM_INVALID};
  int k, mark[2];
  if (!set_up()) return;
  create(tm, 2, list, all_members(list));
  CHECK(tm[0] != GEX_TM_INVALID && tm[1] != GEX_TM_INVALID && tm[0] != tm[1]);
  CHECK(gex_TM_QueryEP(tm[0]) == ep && gex_TM_QueryEP(tm[1]) == conform_ep());
  for (k = 0; k < 2; k++) {
    CHECK_EQ(gex_TM_QueryRank(tm[k]), mine + k);
    CHECK_EQ(gex_TM_QuerySize(tm[k]), 2 * conform_size());
    CHECK(gex_TM_QueryClient(tm[k]) == conform_client());
    CHECK(gex_TM_QueryCData(tm[k]) == 0);
    gex_TM_SetCData(tm[k], &mark[k]);
  }
  for (k = 0; k < 2; k++) CHECK(gex_TM_QueryCData(tm[k]) == &mark[k]);
  for (i = 0; i < 2 * conform_size(); i++) {
    at = gex_TM_TranslateRankToEP(tm[i % 2], i, 0);
    CHECK_EQ(at.gex_rank, list[i].gex_rank);
    CHECK_EQ(at.gex_ep_index, list[i].gex_ep_index);
    CHECK_EQ(gex_TM_TranslateRankToJobrank(tm[0], i), list[i].gex_rank);
  }
  CHECK_EQ(gex_TM_TranslateJobrankToRank(tm[1], conform_rank()), mine);
  CHECK_EQ(gex_TM_Destroy(tm[1], 0, 0), 0);
  CHECK_EQ(gex_TM_Destroy(tm[0], 0, 0), 0);
}

/* Where the word that (rank, handle k) writes at member `to` is. */
static char *word(gex_TM_t tm, gex_Rank_t to, gex_Rank_t jobrank, int primordial, gex_Rank_t writer,
                  int k) {
  gex_TM_t pair = gex_TM_Pair(conform_ep(), number);
  void *base = 0, *same = 0;
  uintptr_t size = 0;
  if (primordial) return gex_slot(jobrank, writer) + 8 * k;
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, to, &base, 0, &size, 0));
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(pair, jobrank, &same, 0, 0, 0));
  CHECK(base == same);
  CHECK(size >= BYTES);
  return (char *)base + 8 * (2 * writer + k);
}

static uint64_t value(gex_Rank_t writer, int k, gex_Rank_t to) {
  return 1000000u * (writer + 1) + 1000 * k + to;
}

/* RMA-1, RMA-2: each handle puts to every member, and gets it back. */
static void test_traffic(void) {
  gex_EP_Location_t list[2 * GEX_MAX_RANKS];
  gex_TM_t tm[2];
  gex_Rank_t i, n = 2 * conform_size(), me = conform_rank();
  int k;
  if (!set_up()) return;
  create(tm, 2, list, all_members(list));
  for (k = 0; k < 2; k++)
    for (i = 0; i < n; i++) {
      uint64_t v = value(me, k, i), got = 0;
      char *there = word(tm[k], i, list[i].gex_rank, i % 2, me, k);
      CHECK_EQ(gex_RMA_PutBlocking(tm[k], i, there, &v, 8, 0), 0);
      gex_Event_Wait(gex_RMA_GetNB(tm[k], &got, i, there, 8, 0));
      CHECK_EQ(got, v);
      CHECK_EQ(gex_RMA_GetBlockingVal(tm[k], i, there, 8, 0), v);
    }
  conform_barrier();
  for (k = 0; k < 2; k++)
    for (i = 0; i < conform_size(); i++) {
      gex_Rank_t own = 2 * (conform_size() - 1 - me);
      CHECK_EQ(*(uint64_t *)(void *)word(tm[0], own, me, 0, i, k), value(i, k, own));
      CHECK_EQ(*(uint64_t *)(void *)word(tm[0], own + 1, me, 1, i, k), value(i, k, own + 1));
    }
  conform_barrier();
  gex_TM_Destroy(tm[0], 0, 0);
  gex_TM_Destroy(tm[1], 0, 0);
}

/* TM-7: some join, by one endpoint each, and not the parent's; the others only take part. */
static void test_some(void) {
  gex_EP_Location_t list[GEX_MAX_RANKS];
  gex_Rank_t i, n = 0, me = 0;
  gex_TM_t tm = GEX_TM_INVALID;
  if (!set_up()) return;
  for (i = conform_size() > 1; i < conform_size(); i += 2) {
    if (i == conform_rank()) me = n;
    list[n].gex_rank = i;
    list[n++].gex_ep_index = number;
  }
  if (conform_size() > 1 && conform_rank() % 2 == 0) {
    create(0, 0, 0, 0);
  } else if (conform_size() == 1 || conform_rank() % 2) {
    gex_Rank_t next = (me + 1) % n;
    char *there;
    create(&tm, 1, list, n);
    CHECK_EQ(gex_TM_QueryRank(tm), me);
    CHECK_EQ(gex_TM_QuerySize(tm), n);
    there = word(tm, next, list[next].gex_rank, 0, conform_rank(), 1);
    gex_RMA_PutBlockingVal(tm, next, there, 77 + me, 8, 0);
    CHECK_EQ(gex_RMA_GetBlockingVal(tm, next, there, 8, 0), 77 + me);
    gex_TM_Destroy(tm, 0, 0);
  }
  conform_barrier();
}

/* TM-10, TM-15: scratch memory lies in the endpoint's segment and comes back. */
static void test_scratch(void) {
  gex_EP_Location_t me;
  gex_Memvec_t back = {0, 0};
  gex_Addr_t base;
  uintptr_t size;
  void *owner = 0;
  gex_TM_t tm;
  if (!set_up()) return;
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(gex_TM_Pair(conform_ep(), number), conform_rank(),
                                            &owner, 0, &size, 0));
  base = owner;
  me.gex_rank = conform_rank();
  me.gex_ep_index = number;
  gex_TM_Create(&tm, 1, conform_tm(), &me, 1, &base, 512, GEX_FLAG_TM_LOCAL_SCRATCH);
  CHECK_EQ(gex_TM_Destroy(tm, &back, GEX_FLAG_GLOBALLY_QUIESCED), 1);
  CHECK(back.gex_addr == owner);
  CHECK_EQ(back.gex_len, 512);
  conform_barrier();
}

/* They can be made again and again. */
static void test_many(void) {
  gex_EP_Location_t list[2 * GEX_MAX_RANKS];
  gex_TM_t tm[2], first = GEX_TM_INVALID;
  int i;
  if (!set_up()) return;
  for (i = 0; i < ROUNDS; i++) {
    create(tm, 2, list, all_members(list));
    if (i == 0) first = tm[0];
    CHECK(tm[0] == first); /* nothing is used up */
    gex_TM_Destroy(tm[0], 0, i % 2 ? GEX_FLAG_GLOBALLY_QUIESCED : 0);
    gex_TM_Destroy(tm[1], 0, i % 2 ? GEX_FLAG_GLOBALLY_QUIESCED : 0);
  }
  conform_barrier();
}

const struct conform_test conform_gex_ep_team[] = {
    {"gex_ep_team_queries", "gex-core TM-8, TM-9", test_queries, 0},
    {"gex_ep_team_traffic", "gex-core TM-9, gex-rma RMA-1, RMA-2", test_traffic, 0},
    {"gex_ep_team_some", "gex-core TM-7, TM-9", test_some, 0},
    {"gex_ep_team_scratch", "gex-core TM-10, TM-15", test_scratch, 0},
    {"gex_ep_team_many", "gex-core TM-13", test_many, 0},
    {0, 0, 0, 0}};
