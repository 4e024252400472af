/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_teams.c: makes teams, and checks what can be done through one; no tests of its own.
 */
#include "gex_teams.h"

#include <gasnet_vis.h>

enum { BYTES = 700, HALF = SLOT_BYTES / 2 };

gex_TM_t gex_team_split(gex_TM_t parent, int color, int key) {
  gex_TM_t tm = GEX_TM_INVALID;
  gex_TM_Split(&tm, parent, color, key, 0, 0, GEX_FLAG_TM_NO_SCRATCH);
  CHECK(tm != GEX_TM_INVALID);
  return tm;
}

void gex_team_barrier(gex_TM_t tm) { gex_Event_Wait(gex_Coll_BarrierNB(tm, 0)); }

/* All but the last, and the last. */
static gex_TM_t listed(void) {
  gex_Rank_t me = conform_rank(), last = conform_size() - 1, i;
  gex_EP_Location_t members[GEX_MAX_RANKS];
  gex_Addr_t scratch = gex_at(me, AREA_SELF + AREA_BYTES - SCRATCH_BYTES);
  gex_TM_t tm = GEX_TM_INVALID;
  memset(members, 0, sizeof members);
  for (i = 0; i < last; i++) members[i].gex_rank = i;
  if (me == last) members[0].gex_rank = last;
  gex_TM_Create(&tm, 1, conform_tm(), members, me == last ? 1 : last, &scratch, SCRATCH_BYTES,
                GEX_FLAG_TM_LOCAL_SCRATCH);
  return tm;
}

void gex_teams_make(struct gex_teams *t) {
  int me = (int)conform_rank(), reversed;
  t->tm[TEAM_JOB] = conform_tm();
  t->tm[TEAM_REVERSED] = gex_team_split(conform_tm(), 7, -me);
  t->tm[TEAM_PARITY] = gex_team_split(conform_tm(), me % 2, me);
  t->tm[TEAM_MIXED] = gex_team_split(conform_tm(), 0, (me * 7 + 3) % 5);
  reversed = (int)gex_TM_QueryRank(t->tm[TEAM_REVERSED]);
  t->tm[TEAM_NESTED] = gex_team_split(t->tm[TEAM_REVERSED], reversed < (int)conform_size() / 2,
                                      (reversed * 5 + 2) % 3);
  t->tm[TEAM_LISTED] = listed();
  t->tm[TEAM_SINGLE] = gex_team_split(t->tm[TEAM_NESTED], me, 0);
}

void gex_teams_destroy(struct gex_teams *t) {
  int i;
  for (i = TEAM_KINDS - 1; i > TEAM_JOB; i--) {
    gex_Memvec_t scratch = {0, 0};
    int given = gex_TM_Destroy(t->tm[i], &scratch, 0);
    CHECK_EQ(given != 0, i == TEAM_LISTED);
    if (i != TEAM_LISTED) continue;
    CHECK(scratch.gex_addr == gex_at(conform_rank(), AREA_SELF + AREA_BYTES - SCRATCH_BYTES));
    CHECK_EQ(scratch.gex_len, SCRATCH_BYTES);
  }
}

/* --- what a team is ------------------------------------------------------- */

void gex_team_check(gex_TM_t tm, const gex_Rank_t *members, gex_Rank_t n) {
  gex_Rank_t job[GEX_MAX_RANKS], i;
  if (!CHECK_EQ(gex_TM_QuerySize(tm), n)) return;
  CHECK_EQ(members[gex_TM_QueryRank(tm)], conform_rank());
  CHECK(gex_TM_QueryEP(tm) == conform_ep());
  CHECK(gex_TM_QueryClient(tm) == conform_client());
  CHECK(gex_TM_QueryCData(tm) == 0);
  for (i = 0; i < conform_size(); i++) job[i] = GEX_RANK_INVALID;
  for (i = 0; i < n; i++) {
    gex_EP_Location_t where = gex_TM_TranslateRankToEP(tm, i, 0);
    job[members[i]] = i;
    CHECK_EQ(gex_TM_TranslateRankToJobrank(tm, i), members[i]);
    CHECK_EQ(where.gex_rank, members[i]);
    CHECK_EQ(where.gex_ep_index, 0);
  }
  for (i = 0; i < conform_size(); i++) CHECK_EQ(gex_TM_TranslateJobrankToRank(tm, i), job[i]);
}

/* --- what goes through it ------------------------------------------------- */

static void check_bound(gex_TM_t tm, gex_Rank_t r) {
  void *owner = 0, *local = 0, *owner2 = 0;
  uintptr_t n = 0;
  if (CONFORM_EVERYTHING) return;
  CHECK_EQ(gex_Segment_QueryBound(tm, r, &owner, &local, &n), 0);
  CHECK(owner == conform_seg(gex_jobrank(tm, r)) && n >= conform_seg_size());
  gex_Event_Wait(gex_EP_QueryBoundSegmentNB(tm, r, &owner2, 0, 0, 0));
  CHECK(owner2 == owner);
  if (gex_jobrank(tm, r) == conform_rank()) CHECK(local == owner);
}

static void transfers(gex_TM_t tm, gex_Rank_t r) {
  gex_Rank_t peer = gex_jobrank(tm, r);
  char *there = gex_slot(peer, conform_rank()), out[BYTES], in[BYTES];
  size_t words[1] = {BYTES / 2};
  ptrdiff_t one[1] = {1}, two[1] = {2};
  uint64_t seed = conform_rand();
  conform_fill(out, BYTES, seed);
  CHECK_EQ(gex_RMA_PutBlocking(tm, r, there, out, BYTES, 0), 0);
  gex_Event_Wait(gex_RMA_GetNB(tm, in, r, there, BYTES, 0));
  CHECK_EQ(conform_differs(in, BYTES, seed), -1);
  gex_RMA_PutNBI(tm, r, there + BYTES, out, BYTES, GEX_EVENT_NOW, 0);
  gex_NBI_Wait(GEX_EC_PUT, 0);
  memset(in, 0, BYTES);
  CHECK_EQ(gex_RMA_GetBlocking(tm, in, r, there + BYTES, BYTES, 0), 0);
  CHECK_EQ(conform_differs(in, BYTES, seed), -1);
  CHECK_EQ(gex_RMA_PutBlockingVal(tm, r, there + 8, seed, 8, 0), 0);
  CHECK_EQ((int64_t)gex_RMA_GetBlockingVal(tm, r, there + 8, 8, 0), (int64_t)seed);
  gex_VIS_StridedPutBlocking(tm, r, there, two, out, one, 1, words, 1, 0);
  memset(in, 0, BYTES);
  gex_VIS_StridedGetBlocking(tm, in, one, r, there, two, 1, words, 1, 0);
  CHECK_EQ(conform_differs(in, BYTES / 2, seed), -1);
}

static void messages(gex_TM_t tm, gex_Rank_t r) {
  char *there = gex_slot(gex_jobrank(tm, r), conform_rank()) + HALF, out[BYTES];
  conform_fill(out, BYTES, 77);
  CHECK_EQ(gex_AM_RequestShort1(tm, r, H_PING, 0, C_TEAM), 0);
  CHECK_EQ(gex_AM_RequestMedium2(tm, r, H_DATA, out, BYTES, GEX_EVENT_NOW, 0, 77, C_TEAM), 0);
  CHECK_EQ(gex_AM_RequestLong2(tm, r, H_DATA, out, BYTES, there, GEX_EVENT_NOW, 0, 77, C_TEAM), 0);
  CHECK(gex_AM_MaxRequestMedium(tm, r, GEX_EVENT_NOW, 0, 2) >= 512);
}

void gex_team_traffic(gex_TM_t tm) {
  gex_Rank_t n = gex_TM_QuerySize(tm), r;
  for (r = 0; r < n; r++) {
    check_bound(tm, r);
    transfers(tm, r);
    messages(tm, r);
  }
  GEX_TAKE(C_TEAM, 3 * n);
}

const struct conform_test conform_gex_teams[] = {{0, 0, 0, 0}};
