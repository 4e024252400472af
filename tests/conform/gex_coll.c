/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_coll.c: barriers and broadcasts on teams of every kind, many collectives at a time, who makes
 * progress when, other threads (gex-coll-atomics A.2 to A.4, A.7).
 */
#include "gex_teams.h"

#include <malloc.h>
#include <unistd.h>

static struct gex_teams teams;

static void on_every_team(void (*body)(gex_TM_t tm)) {
  int k;
  gex_teams_make(&teams);
  for (k = 0; k < TEAM_KINDS; k++) body(teams.tm[k]);
  gex_teams_destroy(&teams);
}

/* --- barrier -------------------------------------------------------------- */

/* Word of `writer`, a rank of the job, at `owner`; for each kind of team its own. */
static volatile int *word(gex_Rank_t owner, gex_Rank_t writer, int kind) {
  return (volatile int *)gex_slot(owner, writer) + kind;
}

static void announce(gex_TM_t tm, int kind, int value) {
  gex_Rank_t r;
  for (r = 0; r < gex_TM_QuerySize(tm); r++)
    gex_RMA_PutBlocking(tm, r, (void *)word(gex_jobrank(tm, r), conform_rank(), kind), &value,
                        sizeof value, 0);
}

static void check_announced(gex_TM_t tm, int kind, int value) {
  gex_Rank_t r;
  for (r = 0; r < gex_TM_QuerySize(tm); r++)
    CHECK(*word(conform_rank(), gex_jobrank(tm, r), kind) >= value);
}

/* BAR-1, BAR-2: a rank that is through finds what all members put before they came; on every team.
 */
static void test_barrier(void) {
  int k, round, base;
  gex_teams_make(&teams);
  for (k = 0; k < TEAM_KINDS; k++) {
    announce(teams.tm[k], k, 0);
    gex_team_barrier(teams.tm[k]);
  }
  conform_barrier();
  for (round = 1; round <= 40; round++)
    for (k = 0; k < TEAM_KINDS; k++) {
      gex_Event_t event;
      if (conform_rand() % 60 == 0) gex_sleep_ms(2);
      announce(teams.tm[k], k, round);
      event = gex_Coll_BarrierNB(teams.tm[k], 0);
      CHECK(event != GEX_EVENT_NO_OP);
      if (round % 2)
        gex_Event_Wait(event);
      else
        conform_wait_until(gex_Event_Test(event) == GASNET_OK);
      check_announced(teams.tm[k], k, round);
    }
  base = 1000;
  conform_barrier();
  for (k = 0; k < TEAM_KINDS; k++) {
    announce(teams.tm[k], k, base);
    gex_Coll_BarrierBlocking(teams.tm[k], 0);
    check_announced(teams.tm[k], k, base);
  }
  conform_barrier();
  gex_teams_destroy(&teams);
}

/* BAR-3: of parents and children, several of each, in flight at once; synced in any order. */
static void test_barriers_overlap(void) {
  enum { DEEP = 4, N = DEEP * TEAM_KINDS };
  gex_Event_t events[N];
  int round, i;
  gex_teams_make(&teams);
  for (round = 0; round < 30; round++) {
    for (i = 0; i < N; i++) {
      int kind = i % TEAM_KINDS;
      if (i < TEAM_KINDS) announce(teams.tm[kind], kind, round);
      events[i] = gex_Coll_BarrierNB(teams.tm[kind], 0);
    }
    for (i = 0; i < N; i++) { /* each in another order */
      int k = (i * 5 + (int)conform_rank() * 3 + round) % N;
      gex_Event_Wait(events[k]);
      check_announced(teams.tm[k % TEAM_KINDS], k % TEAM_KINDS, round);
    }
  }
  gex_teams_destroy(&teams);
}

/* COLL-9: the named barriers may be used between collectives of TM0. */
static void test_named_between(void) {
  int i;
  for (i = 0; i < 20; i++) {
    int value = i;
    gex_Event_Wait(gex_Coll_BroadcastNB(conform_tm(), 0, &value, &value, sizeof value, 0));
    gasnet_barrier_notify(i, 0);
    CHECK_EQ(gasnet_barrier_wait(i, 0), GASNET_OK);
    gex_team_barrier(conform_tm());
  }
}

/* --- broadcast ------------------------------------------------------------ */

enum { GUARD = 64 };

/* In place at the root, or not; src is NULL elsewhere. */
static void broadcast(gex_TM_t tm, gex_Rank_t root, size_t n, int in_place) {
  uint64_t seed = (uint64_t)gex_jobrank(tm, root) * 131 + n;
  int is_root = gex_TM_QueryRank(tm) == root;
  char *buf = malloc(n + 2 * GUARD), *dst = buf + GUARD, *src = 0, *copy = 0;
  gex_Event_t event;
  memset(buf, 0x5a, n + 2 * GUARD);
  if (is_root && in_place) conform_fill(src = dst, n, seed);
  if (is_root && !in_place) conform_fill(src = copy = malloc(n + 1), n, seed);
  event = gex_Coll_BroadcastNB(tm, root, dst, src, n, 0);
  CHECK(event != GEX_EVENT_NO_OP);
  gex_Event_Wait(event);
  if (copy) memset(copy, 0xee, n); /* COLL-4: mine again */
  CHECK_EQ(conform_differs(dst, n, seed), -1);
  CHECK_EQ(conform_not_all(buf, GUARD, 0x5a), -1);
  CHECK_EQ(conform_not_all(dst + n, GUARD, 0x5a), -1);
  free(buf);
  free(copy);
}

static void broadcast_small(gex_TM_t tm) {
  static const size_t sizes[] = {0,   1,    2,    3,     7,     8,     64,    65,
                                 511, 1000, 4096, 65000, 65536, 65537, 131072};
  gex_Rank_t root;
  size_t i;
  for (root = 0; root < gex_TM_QuerySize(tm); root++)
    for (i = 0; i < sizeof sizes / sizeof *sizes; i++) broadcast(tm, root, sizes[i], (int)i % 2);
}
static void test_broadcast(void) { on_every_team(broadcast_small); }

/* BC-2: what is cut in pieces, and what is only sent when it is called for. */
static void broadcast_large(gex_TM_t tm) {
  static const size_t sizes[] = {262144, 262145, 200000, 1000003};
  gex_Rank_t n = gex_TM_QuerySize(tm);
  size_t i, kinds = tm == conform_tm() ? sizeof sizes / sizeof *sizes : 2;
  for (i = 0; i < kinds; i++) {
    broadcast(tm, 0, sizes[i], 0);
    broadcast(tm, n - 1, sizes[i], 1);
    broadcast(tm, n / 2, sizes[i], 0);
  }
}
static void test_broadcast_large(void) {
  on_every_team(broadcast_large);
  broadcast(conform_tm(), conform_size() / 2, 9 * (size_t)MB + 11, 0);
}

/* Broadcasts of `kinds` sizes in turn, to members that are late at times. */
static void broadcast_ahead(gex_TM_t tm, const size_t *sizes, int kinds, int calls) {
  char *buf = malloc(300001);
  gex_Rank_t me = gex_TM_QueryRank(tm);
  for (int i = 0; i < calls; i++) {
    size_t n = sizes[(i * 7 + i / kinds) % kinds];
    if (me == 0) conform_fill(buf, n, (uint64_t)i);
    if (me && i % 50 == 17) usleep(500 * me);
    gex_Event_Wait(gex_Coll_BroadcastNB(tm, 0, buf, buf, n, 0));
    if (me) CHECK_EQ(conform_differs(buf, n, (uint64_t)i), -1);
  }
  free(buf);
}

/* COLL-4: a root that has returned may change what it sent, and send more, however late the others
 * are. It may be further ahead with small data alone. */
static void run_ahead(gex_TM_t tm) {
  static const size_t sizes[] = {8, 48, 49, 4096, 8, 4097, 70000, 3, 262144, 262144, 9, 300001};
  static const size_t small[] = {4096, 8, 49, 1000, 48};
  broadcast_ahead(tm, sizes, sizeof sizes / sizeof *sizes, 240);
  broadcast_ahead(tm, small, sizeof small / sizeof *small, 300);
}
static void test_run_ahead(void) { on_every_team(run_ahead); }

/* BC-4: each member's block to all, as a gather to all. */
static void gather_all(gex_TM_t tm) {
  static const size_t sizes[] = {1, 8, 3000, 300000};
  gex_Rank_t n = gex_TM_QuerySize(tm), me = gex_TM_QueryRank(tm), r;
  gex_Event_t events[GEX_MAX_RANKS];
  size_t i;
  for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    size_t bytes = sizes[i];
    char *all = malloc(n * bytes), *mine = malloc(bytes);
    conform_fill(mine, bytes, me + i);
    for (r = 0; r < n; r++)
      events[r] = gex_Coll_BroadcastNB(tm, r, all + r * bytes, mine, bytes, 0);
    gex_Event_WaitAll(events, n, 0);
    for (r = 0; r < n; r++) CHECK_EQ(conform_differs(all + r * bytes, bytes, r + i), -1);
    free(all);
    free(mine);
  }
}
static void test_gather_all(void) { on_every_team(gather_all); }

/* COLL-6: from and to the segment, the stack, and memory that cannot be written. */
static void test_places(void) {
  static const char fixed[] = "twelve bytes";
  char stack[sizeof fixed];
  gex_Rank_t root;
  for (root = 0; root < conform_size(); root++) {
    char *seg = gex_at(conform_rank(), AREA_SELF);
    memset(stack, 0, sizeof stack);
    gex_Event_Wait(gex_Coll_BroadcastNB(conform_tm(), root, stack, fixed, sizeof fixed, 0));
    CHECK(!memcmp(stack, fixed, sizeof fixed));
    memset(seg, 0, sizeof fixed);
    gex_Event_Wait(gex_Coll_BroadcastNB(conform_tm(), root, seg, stack, sizeof fixed, 0));
    CHECK(!memcmp(seg, fixed, sizeof fixed));
  }
}

/* What is sent for longer than a message takes, into segments: four broadcasts and a reduction in
 * place at once; each source is written to as soon as its event is done. */
enum { LANES = 4, LANE = 512 * KB };
static void lanes(gex_TM_t tm, size_t n) {
  gex_Rank_t size = gex_TM_QuerySize(tm), me = gex_TM_QueryRank(tm);
  char *at = gex_at(conform_rank(), AREA_SELF), *sums = at + LANES * LANE;
  gex_Event_t events[LANES + 1];
  uint32_t *words = (uint32_t *)sums, i;
  memset(at, 0x5a, LANES * LANE);
  for (i = 0; i < n / 4; i++) words[i] = i * (me + 1);
  for (i = 0; i < LANES; i++)
    if (i % size == me) conform_fill(at + i * LANE + GUARD, n, i + n);
  events[LANES] =
      gex_Coll_ReduceToAllNB(tm, words, words, GEX_DT_U32, 4, n / 4, GEX_OP_ADD, 0, 0, 0);
  for (i = 0; i < LANES; i++)
    events[i] =
        gex_Coll_BroadcastNB(tm, i % size, at + i * LANE + GUARD, at + i * LANE + GUARD, n, 0);
  for (i = 0; i < LANES; i++) {
    gex_Event_Wait(events[i]);
    CHECK_EQ(conform_differs(at + i * LANE + GUARD, n, i + n), -1);
    CHECK_EQ(conform_not_all(at + i * LANE, GUARD, 0x5a), -1);
    CHECK_EQ(conform_not_all(at + i * LANE + GUARD + n, GUARD, 0x5a), -1);
    memset(at + i * LANE + GUARD, 0xee, n); /* COLL-4: mine again */
  }
  gex_Event_Wait(events[LANES]);
  for (i = 0; i < n / 4 && words[i] == i * (size * (size + 1) / 2); i++) continue;
  CHECK_EQ(i, n / 4);
  memset(sums, 0xee, n);
}
static void into_segments(gex_TM_t tm) {
  static const size_t sizes[] = {65536, 65540, 131076, 262148, 500000};
  size_t i, kinds = tm == conform_tm() ? sizeof sizes / sizeof *sizes : 2;
  for (i = 0; i < kinds; i++) lanes(tm, sizes[i]);
}
static void test_into_segments(void) { on_every_team(into_segments); }

/* Most of a large broadcast waits at its root for late members, and fills no memory there. */
static size_t allocated(void) {
  struct mallinfo2 m = mallinfo2();
  return m.uordblks + m.hblkhd;
}
static void test_late(void) {
  enum { BYTES = 250000, MS = 40 };
  char *buf = malloc(BYTES);
  int i, is_root = conform_rank() == 0;
  size_t before;
  gex_team_barrier(conform_tm());
  before = allocated();
  if (is_root) conform_fill(buf, BYTES, 5);
  for (i = 0; i < MS && !is_root; i++) {
    gex_sleep_ms(1);
    gasnet_AMPoll();
  }
  CHECK(allocated() < before + BYTES / 2);
  gex_Event_Wait(gex_Coll_BroadcastNB(conform_tm(), 0, buf, buf, BYTES, 0));
  CHECK_EQ(conform_differs(buf, BYTES, 5), -1);
  free(buf);
}

/* --- many at a time ------------------------------------------------------- */

enum { FLIGHT = 64, ELEMENTS = 3 };
struct one {
  gex_TM_t tm;
  int number;
  int64_t in[ELEMENTS], out[ELEMENTS];
};

static int64_t contribution(const struct one *o, gex_Rank_t rank, int i) {
  return (int64_t)rank * 1000 + o->number * 7 + i;
}

static gex_Event_t start_one(struct one *o) {
  gex_Rank_t n = gex_TM_QuerySize(o->tm), root = (gex_Rank_t)o->number % n;
  size_t i;
  for (i = 0; i < ELEMENTS; i++) o->in[i] = contribution(o, gex_TM_QueryRank(o->tm), (int)i);
  memset(o->out, 0xff, sizeof o->out);
  switch (o->number % 4) {
  case 0: return gex_Coll_BarrierNB(o->tm, 0);
  case 1: return gex_Coll_BroadcastNB(o->tm, root, o->out, o->in, sizeof o->in, 0);
  case 2:
    return gex_Coll_ReduceToAllNB(o->tm, o->out, o->in, GEX_DT_I64, 8, ELEMENTS, GEX_OP_ADD, 0, 0,
                                  0);
  default:
    return gex_Coll_ReduceToOneNB(o->tm, root, o->out, o->in, GEX_DT_I64, 8, ELEMENTS, GEX_OP_MAX,
                                  0, 0, 0);
  }
}

static void check_one(const struct one *o) {
  gex_Rank_t n = gex_TM_QuerySize(o->tm), root = (gex_Rank_t)o->number % n, r;
  int kind = o->number % 4, i;
  for (i = 0; kind && i < ELEMENTS; i++) {
    int64_t want = 0;
    for (r = 0; r < n && kind == 2; r++) want += contribution(o, r, i);
    if (kind == 1) want = contribution(o, root, i);
    if (kind == 3) want = contribution(o, n - 1, i);
    if (kind != 3 || gex_TM_QueryRank(o->tm) == root) CHECK_EQ(o->out[i], want);
  }
}

static void start_flight(struct one *all, gex_Event_t *events, int round) {
  int i;
  for (i = 0; i < FLIGHT; i++) {
    all[i].tm = teams.tm[i % TEAM_KINDS];
    all[i].number = i + round;
    events[i] = start_one(&all[i]);
    CHECK(events[i] != GEX_EVENT_NO_OP);
  }
}

/* COLL-2, COLL-5: 64 of all kinds on all teams; synced in an order of one's own. */
static void test_mixed(void) {
  static struct one all[FLIGHT];
  gex_Event_t events[FLIGHT];
  int round, i;
  gex_teams_make(&teams);
  for (round = 0; round < 40; round++) {
    start_flight(all, events, round);
    if (round % 2) {
      gex_Event_WaitAll(events, FLIGHT, 0);
    } else {
      for (i = FLIGHT - 1; i >= 0; i--)
        gex_Event_Wait(events[(i * 11 + (int)conform_rank() * 5) % FLIGHT]);
    }
    for (i = 0; i < FLIGHT; i++) check_one(&all[i]);
  }
  gex_teams_destroy(&teams);
}

/* COLL-5: starting never waits, even if no other member comes for a while; large ones among them.
 */
static void test_start_alone(void) {
  enum { N = 200, BIG = 400000 };
  gex_Rank_t early = (gex_Rank_t)(conform_rand_common() % conform_size());
  int64_t in[N], out[N], i;
  gex_Event_t events[N + 1];
  char *big = calloc(1, BIG);
  conform_set(&gex_count[C_COLL], 0);
  conform_barrier();
  if (conform_rank() != early)
    conform_wait_until(conform_get(&gex_count[C_COLL]) == 1); /* and only then begin */
  for (i = 0; i < N; i++) {
    in[i] = conform_rank() + i;
    events[i] = gex_Coll_ReduceToAllNB(conform_tm(), &out[i], &in[i], GEX_DT_I64, 8, 1, GEX_OP_MAX,
                                       0, 0, 0);
  }
  if (conform_rank() == early) conform_fill(big, BIG, 9);
  events[N] = gex_Coll_BroadcastNB(conform_tm(), early, big, big, BIG, 0);
  if (conform_rank() == early) {
    gex_Rank_t r;
    for (r = 0; r < conform_size(); r++)
      if (r != early) gex_AM_RequestShort1(conform_tm(), r, H_BUMP, 0, C_COLL);
  }
  gex_Event_WaitAll(events, N + 1, 0);
  for (i = 0; i < N; i++) CHECK_EQ(out[i], conform_size() - 1 + i);
  CHECK_EQ(conform_differs(big, BIG, 9), -1);
  free(big);
  conform_barrier();
  conform_set(&gex_count[C_COLL], 0);
  conform_barrier();
}

/* COLL-7: a rank that has begun its part and now only polls does not hold up the others. */
static void test_only_polls(void) {
  static struct one all[FLIGHT];
  gex_Event_t events[FLIGHT];
  gex_Rank_t polling, n = conform_size();
  int i;
  gex_teams_make(&teams);
  for (polling = 0; polling < n; polling++) {
    conform_barrier();
    start_flight(all, events, (int)polling);
    if (conform_rank() == polling) { /* conform_wait_until polls */
      GEX_TAKE(C_COLL, n - 1);
      gex_Event_WaitAll(events, FLIGHT, 0);
    } else {
      gex_Event_WaitAll(events, FLIGHT, 0);
      gex_AM_RequestShort1(conform_tm(), polling, H_BUMP, 0, C_COLL);
    }
    for (i = 0; i < FLIGHT; i++) check_one(&all[i]);
  }
  gex_teams_destroy(&teams);
  gex_check_settled(C_COLL);
}

/* The others go on with messages and transfers while collectives of megabytes are under way. */
static void test_with_traffic(void) {
  enum { BYTES = 2 * MB };
  char *buf = malloc(BYTES);
  gex_Rank_t root;
  for (root = 0; root < conform_size() && root < 4; root++) {
    gex_Event_t event;
    if (conform_rank() == root) conform_fill(buf, BYTES, root);
    event = gex_Coll_BroadcastNB(conform_tm(), root, buf, buf, BYTES, 0);
    gex_team_traffic(conform_tm());
    gex_Event_Wait(event);
    CHECK_EQ(conform_differs(buf, BYTES, root), -1);
  }
  free(buf);
  gex_check_settled(C_TEAM);
}

/* --- threads -------------------------------------------------------------- */

/* COLL-3, COLL-4: begun by one thread, synced by another, which may read dst. */
static struct one passed[FLIGHT];
static gex_Event_t passed_events[FLIGHT];
static conform_count_t begun;
static void sync_elsewhere(int i, void *arg) {
  int round, k;
  (void)arg;
  for (round = 1; round <= 20; round++) {
    if (i == 0) {
      start_flight(passed, passed_events, round);
      conform_set(&begun, round);
      conform_wait_until(conform_get(&begun) == -round);
    } else {
      conform_wait_until(conform_get(&begun) == round);
      gex_Event_WaitAll(passed_events, FLIGHT, 0);
      for (k = 0; k < FLIGHT; k++) check_one(&passed[k]);
      conform_set(&begun, -round);
    }
  }
}
static void test_other_thread(void) {
  gex_teams_make(&teams);
  conform_set(&begun, 0);
  conform_threads(2, sync_elsewhere, 0);
  gex_teams_destroy(&teams);
}

/* A thread for each kind of team, all at once. */
static void team_of_thread(int i, void *arg) {
  struct one o = {0};
  (void)arg;
  o.tm = teams.tm[i];
  for (o.number = 0; o.number < 200; o.number++) {
    gex_Event_Wait(start_one(&o));
    check_one(&o);
  }
}
static void test_threads(void) {
  gex_teams_make(&teams);
  conform_threads(TEAM_KINDS, team_of_thread, 0);
  gex_teams_destroy(&teams);
}

const struct conform_test conform_gex_coll[] = {
    {"gex_coll_barrier", "gex-coll-atomics BAR-1, BAR-2", test_barrier, 0},
    {"gex_coll_barriers_overlap", "gex-coll-atomics BAR-3, COLL-2", test_barriers_overlap, 0},
    {"gex_coll_named_between", "gex-coll-atomics COLL-9", test_named_between, 0},
    {"gex_coll_broadcast", "gex-coll-atomics BC-1..3, A.4", test_broadcast, 0},
    {"gex_coll_broadcast_large", "gex-coll-atomics BC-2", test_broadcast_large, 0},
    {"gex_coll_run_ahead", "gex-coll-atomics COLL-4", test_run_ahead, 0},
    {"gex_coll_gather_all", "gex-coll-atomics BC-4", test_gather_all, 0},
    {"gex_coll_places", "gex-coll-atomics COLL-6", test_places, 0},
    {"gex_coll_into_segments", "gex-coll-atomics COLL-4, COLL-6", test_into_segments, 0},
    {"gex_coll_late", "gex-coll-atomics COLL-5", test_late, 0},
    {"gex_coll_mixed", "gex-coll-atomics COLL-2, COLL-8", test_mixed, 0},
    {"gex_coll_start_alone", "gex-coll-atomics COLL-5", test_start_alone, 0},
    {"gex_coll_only_polls", "gex-coll-atomics COLL-7", test_only_polls, 0},
    {"gex_coll_with_traffic", "gex-coll-atomics COLL-5, COLL-7", test_with_traffic, 0},
    {"gex_coll_other_thread", "gex-coll-atomics COLL-3, COLL-4", test_other_thread,
     CONFORM_PAR_ONLY},
    {"gex_coll_threads", "gex-coll-atomics COLL-2", test_threads, CONFORM_PAR_ONLY},
    {0, 0, 0, 0}};
