/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_team.c: making, using and destroying teams (gex-core 11.1 to 11.4, 11.7).
 *
 * All ranks draw the same random wishes, so each can work out by itself which ranks must be in its
 * new team and in what order.
 */
#include "gex_teams.h"

static struct gex_teams teams;

static gex_Rank_t below(gex_Rank_t n) { return (gex_Rank_t)(conform_rand_common() % n); }

/* --- split ---------------------------------------------------------------- */

struct wish {
  int joins, color, key;
};

/* Jobranks of the team of that color, ascending by key, ties by parent rank. */
static gex_Rank_t expected(gex_TM_t parent, const struct wish *w, int color, gex_Rank_t *members) {
  gex_Rank_t size = gex_TM_QuerySize(parent), order[GEX_MAX_RANKS], n = 0, i, j;
  for (i = 0; i < size; i++) {
    if (!w[i].joins || w[i].color != color) continue;
    for (j = n++; j > 0 && w[order[j - 1]].key > w[i].key; j--) order[j] = order[j - 1];
    order[j] = i;
  }
  for (i = 0; i < n; i++) members[i] = gex_jobrank(parent, order[i]);
  return n;
}

static void split_once(gex_TM_t parent, const struct wish *w) {
  const struct wish *mine = &w[gex_TM_QueryRank(parent)];
  gex_Rank_t members[GEX_MAX_RANKS], n;
  gex_TM_t tm = GEX_TM_INVALID;
  gex_TM_Split(mine->joins ? &tm : 0, parent, mine->color, mine->key, 0, 0, GEX_FLAG_TM_NO_SCRATCH);
  if (!mine->joins) {
    CHECK(tm == GEX_TM_INVALID);
    return;
  }
  n = expected(parent, w, mine->color, members);
  CHECK(tm != GEX_TM_INVALID && tm != parent);
  gex_team_check(tm, members, n);
  CHECK(gex_TM_QueryFlags(tm) & GEX_FLAG_TM_NO_SCRATCH);
  gex_team_traffic(tm);
  gex_team_barrier(tm);
  CHECK_EQ(gex_TM_Destroy(tm, 0, 0), 0);
}

/* TM-1, TM-5, 11.7: colors, keys of either sign with ties, some that do not join; of every team. */
static void test_split(void) {
  static const int extreme[] = {0, INT32_MAX, INT32_MIN, -1, 1};
  struct wish w[GEX_MAX_RANKS];
  gex_Rank_t i;
  int round;
  gex_teams_make(&teams);
  for (round = 0; round < 5 * TEAM_KINDS; round++) {
    gex_TM_t parent = teams.tm[round % TEAM_KINDS];
    for (i = 0; i < conform_size(); i++) { /* as many draws everywhere */
      w[i].joins = below(5) != 0;
      w[i].color = (int)below(3) * (round % 2 ? 1 : INT32_MAX / 2);
      w[i].key = round % 3 ? (int)below(5) - 2 : extreme[below(5)];
    }
    split_once(parent, w);
  }
  gex_teams_destroy(&teams);
  gex_check_settled(C_TEAM);
}

/* The kinds of gex_teams_make are what they are meant to be. */
static void test_kinds(void) {
  gex_Rank_t size = conform_size(), members[GEX_MAX_RANKS], n = 0, i;
  gex_teams_make(&teams);
  for (i = 0; i < size; i++) members[i] = i;
  gex_team_check(teams.tm[TEAM_JOB], members, size);
  if (conform_rank() + 1 < size)
    gex_team_check(teams.tm[TEAM_LISTED], members, size - 1);
  else
    gex_team_check(teams.tm[TEAM_LISTED], members + size - 1, 1);
  gex_team_check(teams.tm[TEAM_SINGLE], members + conform_rank(), 1);
  for (i = 0; i < size; i++) members[i] = size - 1 - i;
  gex_team_check(teams.tm[TEAM_REVERSED], members, size);
  for (i = conform_rank() % 2; i < size; i += 2) members[n++] = i;
  gex_team_check(teams.tm[TEAM_PARITY], members, n);
  gex_teams_destroy(&teams);
}

static void test_traffic(void) {
  int k, round;
  gex_teams_make(&teams);
  for (round = 0; round < 3; round++)
    for (k = 0; k < TEAM_KINDS; k++) gex_team_traffic(teams.tm[k]);
  conform_barrier();
  gex_teams_destroy(&teams);
  gex_check_settled(C_TEAM);
}

/* TM-5: a member that is through uses the team at once, while others sleep before the call or
 * after. */
static void test_at_once(void) {
  int round;
  for (round = 0; round < 8; round++) {
    gex_Rank_t late = below(conform_size());
    gex_TM_t tm;
    gex_Event_t event;
    if (conform_rank() == late && round % 2) gex_sleep_ms(20);
    tm =
        gex_team_split(conform_tm(), 0, round % 3 ? (int)conform_rank() % 3 : -(int)conform_rank());
    if (conform_rank() == late && round % 2 == 0) gex_sleep_ms(20);
    event = gex_Coll_BarrierNB(tm, 0);
    gex_team_traffic(tm);
    gex_Event_Wait(event);
    gex_TM_Destroy(tm, 0, 0);
  }
  gex_check_settled(C_TEAM);
}

/* --- create --------------------------------------------------------------- */

/* Deals the parent's members, in random order, to some lists; what is left joins none. Returns
 * which list has me, or -1. */
static int deal(gex_TM_t parent, gex_Rank_t *deck, size_t *begin, size_t lists) {
  gex_Rank_t size = gex_TM_QuerySize(parent), i;
  size_t list, at = 0;
  int mine = -1;
  for (i = 0; i < size; i++) deck[i] = i;
  for (i = 0; i < conform_size(); i++) {
    gex_Rank_t j = below(size), k = deck[i % size];
    deck[i % size] = deck[j];
    deck[j] = k;
  }
  for (list = 0; list < lists; list++) {
    begin[list] = at;
    at += 1 + below(conform_size());
    if (at > size) at = size;
    for (i = (gex_Rank_t)begin[list]; i < at; i++)
      if (deck[i] == gex_TM_QueryRank(parent)) mine = (int)list;
  }
  begin[lists] = at;
  return mine;
}

enum { MODES = 4 };
static const gex_Flags_t modes[MODES] = {GEX_FLAG_TM_NO_SCRATCH, GEX_FLAG_TM_LOCAL_SCRATCH,
                                         GEX_FLAG_TM_GLOBAL_SCRATCH, GEX_FLAG_TM_SYMMETRIC_SCRATCH};

/* Scratch memory for one mode: what Create is given, and what is this rank's in it. */
static void *scratch_for(gex_Flags_t mode, const gex_Rank_t *members, size_t n, gex_Addr_t *addrs) {
  size_t i;
  if (mode == GEX_FLAG_TM_NO_SCRATCH) return 0;
  addrs[0] = gex_scratch(0);
  for (i = 0; mode == GEX_FLAG_TM_GLOBAL_SCRATCH && i < n; i++)
    addrs[i] = gex_at(members[i], AREA_SELF);
  return gex_scratch(0);
}

static void check_destroy(gex_TM_t tm, const void *scratch, gex_Flags_t flags) {
  gex_Memvec_t back = {&back, 4711};
  CHECK_EQ(gex_TM_Destroy(tm, &back, flags) != 0, scratch != 0);
  CHECK(back.gex_addr == (scratch ? scratch : (void *)&back));
  CHECK_EQ(back.gex_len, scratch ? SCRATCH_BYTES : 4711);
}

static void create_once(gex_TM_t parent, gex_Flags_t mode, int by_jobrank) {
  gex_EP_Location_t args[GEX_MAX_RANKS];
  gex_Rank_t deck[GEX_MAX_RANKS], members[GEX_MAX_RANKS];
  gex_Addr_t addrs[GEX_MAX_RANKS];
  size_t begin[4], n = 0, i;
  gex_TM_t tm = GEX_TM_INVALID;
  int mine = deal(parent, deck, begin, 3);
  gex_Flags_t flags = mode | (by_jobrank ? GEX_FLAG_RANK_IS_JOBRANK : 0);
  void *scratch;
  if (mine < 0) {
    gex_TM_Create(0, 0, parent, 0, 0, 0, 0, flags);
    return;
  }
  memset(args, 0, sizeof args);
  for (i = begin[mine]; i < begin[mine + 1]; i++) {
    members[n] = gex_jobrank(parent, deck[i]);
    args[n].gex_rank = by_jobrank ? members[n] : deck[i];
    n++;
  }
  scratch = scratch_for(mode, members, n, addrs);
  gex_TM_Create(&tm, 1, parent, args, n, scratch ? addrs : 0, scratch ? SCRATCH_BYTES : 0, flags);
  gex_team_check(tm, members, (gex_Rank_t)n);
  gex_team_traffic(tm);
  gex_team_barrier(tm);
  check_destroy(tm, scratch, n % 2 ? GEX_FLAG_GLOBALLY_QUIESCED : 0);
}

/* Whether one address can be all members' scratch. */
static int symmetric_segments(void) {
  gex_Rank_t i;
  for (i = 0; i < conform_size(); i++)
    if (conform_seg(i) != conform_seg(0)) return 0;
  return 1;
}

static void test_create(void) {
  int round;
  gex_teams_make(&teams);
  for (round = 0; round < 4 * TEAM_KINDS; round++) {
    gex_TM_t parent = teams.tm[round % TEAM_KINDS];
    gex_Flags_t mode = modes[round % MODES];
    if (mode == GEX_FLAG_TM_SYMMETRIC_SCRATCH && !symmetric_segments())
      mode = GEX_FLAG_TM_LOCAL_SCRATCH;
    create_once(parent, mode, round / 2 % 2);
  }
  gex_teams_destroy(&teams);
  gex_check_settled(C_TEAM);
}

/* TM-8: of a list of one, itself, in each mode; symmetric is one address then. */
static void test_create_alone(void) {
  gex_EP_Location_t self = {0, 0};
  gex_Rank_t me = conform_rank();
  int i;
  self.gex_rank = me;
  for (i = 0; i < MODES; i++) {
    gex_Addr_t addr = gex_scratch(0);
    gex_TM_t tm = GEX_TM_INVALID;
    gex_TM_Create(&tm, 1, conform_tm(), &self, 1, &addr, SCRATCH_BYTES, modes[i]);
    gex_team_check(tm, &me, 1);
    gex_team_traffic(tm);
    check_destroy(tm, i ? addr : 0, 0);
  }
  gex_check_settled(C_TEAM);
}

/* --- scratch and flags ---------------------------------------------------- */

/* TM-3, TM-15: what was given comes back, but not through NULL; the two flags of Destroy. */
static void test_scratch(void) {
  int i;
  for (i = 0; i < 8; i++) {
    char *scratch = gex_scratch(i);
    gex_TM_t tm = GEX_TM_INVALID;
    gex_Flags_t quiet = i % 2 ? GEX_FLAG_GLOBALLY_QUIESCED : 0;
    gex_TM_Split(&tm, conform_tm(), (int)conform_rank() % 2, 0, scratch, SCRATCH_BYTES, 0);
    CHECK(!(gex_TM_QueryFlags(tm) & GEX_FLAG_TM_NO_SCRATCH));
    gex_team_traffic(tm);
    gex_team_barrier(tm);
    if (i < 4)
      check_destroy(tm, scratch, quiet);
    else
      CHECK_EQ(gex_TM_Destroy(tm, 0, quiet), 0);
  }
  gex_check_settled(C_TEAM);
}

/* TM-2, TM-11: sizes, one for each prospective team; nothing is written. A team with that size. */
static void test_sizes(void) {
  const gex_Flags_t query = GEX_FLAG_TM_SCRATCH_SIZE_RECOMMENDED;
  int color = (int)conform_rank() % 2, joins = conform_rank() != 0 || conform_size() == 1;
  gex_EP_Location_t all[GEX_MAX_RANKS];
  gex_TM_t tm = GEX_TM_INVALID;
  size_t n = gex_TM_Split(&tm, conform_tm(), color, 0, 0, 0, query), made;
  gex_Rank_t i;
  CHECK(tm == GEX_TM_INVALID && n > 0);
  CHECK_EQ(gex_TM_Split(joins ? &tm : 0, conform_tm(), 0, 0, 0, 0, query) > 0, joins);
  memset(all, 0, sizeof all);
  for (i = 0; i < conform_size(); i++) all[i].gex_rank = i;
  made = gex_TM_Create(0, 1, conform_tm(), all, conform_size(), 0, 0,
                       query | GEX_FLAG_TM_LOCAL_SCRATCH);
  CHECK(made > 0);
  gex_tell(0, C_TEAM, 0, (gex_AM_Arg_t)n, (gex_AM_Arg_t)made, 0, 0);
  if (conform_rank() == 0) {
    GEX_TAKE(C_TEAM, conform_size());
    for (i = 0; i < conform_size(); i++) CHECK_EQ(gex_told[i][1], made);
    for (i = 0; i < conform_size(); i += 2) CHECK_EQ(gex_told[i][0], n);
  }
  if (n > AREA_BYTES) return;
  gex_TM_Split(&tm, conform_tm(), color, 0, gex_scratch(0), n, 0);
  gex_team_barrier(tm);
  CHECK(gex_TM_Destroy(tm, 0, 0) == 0);
}

static void test_cdata(void) {
  int i, marks[TEAM_KINDS];
  gex_teams_make(&teams);
  for (i = 1; i < TEAM_KINDS; i++) CHECK(gex_TM_QueryCData(teams.tm[i]) == 0);
  for (i = 1; i < TEAM_KINDS; i++) gex_TM_SetCData(teams.tm[i], &marks[i]);
  for (i = 1; i < TEAM_KINDS; i++) CHECK(gex_TM_QueryCData(teams.tm[i]) == &marks[i]);
  for (i = 1; i < TEAM_KINDS; i++)
    CHECK_EQ((gex_TM_QueryFlags(teams.tm[i]) & GEX_FLAG_TM_NO_SCRATCH) != 0, i != TEAM_LISTED);
  gex_teams_destroy(&teams);
}

/* PAIR-2: a team is never a pair. */
static void test_pair(void) {
  int i;
  gex_teams_make(&teams);
  for (i = 0; i < TEAM_KINDS; i++) CHECK(teams.tm[i] != gex_TM_Pair(conform_ep(), 0));
  gex_teams_destroy(&teams);
}

/* --- destroy -------------------------------------------------------------- */

/* TM-13: operations between two members may outlive the team. */
static void test_outstanding(void) {
  enum { BYTES = 300000 };
  char *out = malloc(BYTES), *in = malloc(BYTES), *there = gex_area(conform_next());
  gex_TM_t tm = gex_team_split(conform_tm(), 0, -(int)conform_rank());
  gex_Rank_t r = gex_TM_TranslateJobrankToRank(tm, conform_next());
  gex_Event_t put, lc;
  conform_fill(out, BYTES, 3);
  put = gex_RMA_PutNB(tm, r, there, out, BYTES, &lc, 0);
  gex_TM_Destroy(tm, 0, 0);
  gex_Event_Wait(lc);
  gex_Event_Wait(put);
  gex_RMA_GetBlocking(conform_tm(), in, conform_next(), there, BYTES, 0);
  CHECK_EQ(conform_differs(in, BYTES, 3), -1);
  free(out);
  free(in);
}

/* Many one after the other; then many at a time, of one another, destroyed in another order. */
static void test_many(void) {
  enum { MOST = 300 };
  static gex_TM_t tm[MOST];
  int n = conform_size() > 4 ? 60 : MOST, i, size;
  for (i = 0; i < n; i++) {
    gex_TM_t one = gex_team_split(conform_tm(), i % 3 ? 0 : (int)conform_rank() % 2,
                                  i % 2 ? (int)conform_rank() : -(int)conform_rank());
    if (i % 4 == 0) gex_team_barrier(one);
    gex_TM_Destroy(one, 0, 0);
  }
  for (i = 0; i < n; i++)
    tm[i] = gex_team_split(i < 3 ? conform_tm() : tm[i / 3 * 2], 0,
                           (int)conform_rank() * (i * 7 % 5 - 2));
  size = (int)conform_size();
  for (i = 0; i < n; i++) { /* 37 and n have no common divisor */
    gex_TM_t one = tm[i * 37 % n];
    int rank = (int)conform_rank(), sum = -1;
    gex_Event_Wait(gex_Coll_ReduceToAllNB(one, &sum, &rank, GEX_DT_I32, 4, 1, GEX_OP_ADD, 0, 0, 0));
    CHECK_EQ(sum, size * (size - 1) / 2);
    gex_TM_Destroy(one, 0, 0);
  }
}

/* Teams that share members but not parents, made by different threads at a time. */
static gex_TM_t parent_of_thread[3];
static void split_in_thread(int i, void *arg) {
  int *bad = arg, round;
  for (round = 0; round < 200; round++) {
    int rank = (int)gex_TM_QueryRank(parent_of_thread[i]), got = -1, want = i * 1000 + round;
    gex_TM_t tm = GEX_TM_INVALID;
    gex_TM_Split(&tm, parent_of_thread[i], 0, 0, 0, 0, GEX_FLAG_TM_NO_SCRATCH);
    gex_Event_Wait(gex_Coll_BroadcastNB(tm, gex_TM_QuerySize(tm) - 1, &got, &want, sizeof got, 0));
    if (got != want || (int)gex_TM_QueryRank(tm) != rank)
      __atomic_add_fetch(bad, 1, __ATOMIC_RELAXED);
    gex_TM_Destroy(tm, 0, 0);
  }
}
static void test_threads(void) {
  int i, bad = 0;
  for (i = 0; i < 3; i++)
    parent_of_thread[i] = gex_team_split(conform_tm(), 0, (int)conform_rank());
  conform_threads(3, split_in_thread, &bad);
  CHECK_EQ(bad, 0);
  for (i = 0; i < 3; i++) gex_TM_Destroy(parent_of_thread[i], 0, 0);
}

const struct conform_test conform_gex_team[] = {
    {"gex_team_kinds", "gex-core 11.1, 11.7, TM-1", test_kinds, 0},
    {"gex_team_split", "gex-core TM-1, TM-5, 11.7", test_split, 0},
    {"gex_team_traffic", "gex-core 11, QBS-1, gex-rma, gex-vis through teams", test_traffic, 0},
    {"gex_team_at_once", "gex-core TM-5, TM-12", test_at_once, 0},
    {"gex_team_create", "gex-core TM-7..10, TM-12", test_create, 0},
    {"gex_team_create_alone", "gex-core TM-8, TM-10", test_create_alone, 0},
    {"gex_team_scratch", "gex-core TM-3, TM-14, TM-15", test_scratch, 0},
    {"gex_team_sizes", "gex-core TM-2, TM-11", test_sizes, 0},
    {"gex_team_cdata", "gex-core 7.3, 11.1", test_cdata, 0},
    {"gex_team_pair", "gex-core PAIR-2", test_pair, 0},
    {"gex_team_outstanding", "gex-core TM-13", test_outstanding, 0},
    {"gex_team_many", "gex-core TM-5, TM-13", test_many, 0},
    {"gex_team_threads", "gex-core 7.1, 21", test_threads, CONFORM_PAR_ONLY},
    {0, 0, 0, 0}};
