/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_reduce.c: reductions with built-in operations: every type, every operation that it has, many
 * counts, to one and to all, in place or not, against a serial oracle (gex-coll-atomics A.5, B.3).
 *
 * Elements and the model are those of tests/oracle/coll.
 */
#include <malloc.h>

#include "gex_teams.h"

#include "../oracle/coll/coll_ops.h"

static struct coll_kind kind_of(enum ad_type type, gex_OP_t op) {
  return (struct coll_kind){type, op, ad_size(type)};
}

static void make_vector(const struct coll_kind *k, gex_Rank_t rank, size_t count, char *p) {
  struct rng r = rng_of(k->op, rank);
  coll_fill(k, p, count, &r);
}

static char *oracle(const struct coll_kind *k, gex_Rank_t ranks, size_t count) {
  char *left = malloc(count * k->size), *right = malloc(count * k->size);
  gex_Rank_t r;
  make_vector(k, 0, count, left);
  for (r = 1; r < ranks; r++) {
    char *next = right;
    make_vector(k, r, count, right);
    coll_combine(k, left, right, count);
    right = left;
    left = next;
  }
  free(right);
  return left;
}

/* --- one reduction -------------------------------------------------------- */

struct job {
  struct coll_kind kind;
  gex_TM_t tm;
  size_t count;
  int to_all, in_place;
  gex_Rank_t root;
  char *in, *out;
  gex_Event_t event;
};

static int has_result(const struct job *j) {
  return j->to_all || gex_TM_QueryRank(j->tm) == j->root;
}

/* Elsewhere than at the root dst is NULL, or src, and ignored (RED-2). */
static void start(struct job *j) {
  const struct coll_kind *k = &j->kind;
  size_t bytes = j->count * k->size;
  j->in = malloc(bytes);
  j->out = j->in_place ? j->in : malloc(bytes);
  make_vector(k, gex_TM_QueryRank(j->tm), j->count, j->in);
  if (!j->in_place) memset(j->out, 0x5a, bytes);
  if (j->to_all)
    j->event =
        gex_Coll_ReduceToAllNB(j->tm, j->out, j->in, coll_dt(k), k->size, j->count, k->op, 0, 0, 0);
  else
    j->event = gex_Coll_ReduceToOneNB(j->tm, j->root, has_result(j) || j->in_place ? j->out : 0,
                                      j->in, coll_dt(k), k->size, j->count, k->op, 0, 0, 0);
  CHECK(j->event != GEX_EVENT_NO_OP);
}

static void finish(struct job *j, const char *want) {
  size_t bytes = j->count * j->kind.size;
  char *mine = malloc(bytes);
  gex_Event_Wait(j->event);
  make_vector(&j->kind, gex_TM_QueryRank(j->tm), j->count, mine);
  if (has_result(j)) CHECK(!memcmp(j->out, want, bytes));
  if (!has_result(j) && !j->in_place) CHECK_EQ(conform_not_all(j->out, bytes, 0x5a), -1);
  if (j->in != j->out || !has_result(j)) CHECK(!memcmp(j->in, mine, bytes)); /* src is const */
  if (j->out != j->in) free(j->out);
  free(j->in);
  free(mine);
}

/* To all and to some root, in place and not, all four at once. */
static void reduce(struct coll_kind kind, gex_TM_t tm, size_t count) {
  struct job jobs[4];
  char *want = oracle(&kind, gex_TM_QuerySize(tm), count);
  int i;
  for (i = 0; i < 4; i++) {
    jobs[i] = (struct job){kind, tm, count, i / 2, i % 2, 0, 0, 0, 0};
    jobs[i].root = (gex_Rank_t)((count + kind.op + (unsigned)i) % gex_TM_QuerySize(tm));
    start(&jobs[i]);
  }
  for (i = 3; i >= 0; i--) finish(&jobs[i], want);
  free(want);
}

/* --- the tests ------------------------------------------------------------ */

static struct gex_teams teams;

/* RED-6: every type with every operation that it has. */
static void test_types(void) {
  static const size_t counts[] = {1, 2, 7, 1000};
  int k, t, o, c;
  gex_teams_make(&teams);
  for (k = 0; k < TEAM_KINDS; k++)
    for (t = 0; t < AD_TYPES; t++)
      for (o = 0; o < COLL_OPS; o++)
        for (c = 0; c < 4 && ad_legal((enum ad_type)t, coll_ops[o]); c++)
          reduce(kind_of((enum ad_type)t, coll_ops[o]), teams.tm[k], counts[c]);
  gex_teams_destroy(&teams);
}

/* RED-5: about the sizes at which the library changes its way, and up to a million elements. */
static void test_counts(void) {
  static const size_t counts[] = {3,    64,    8176,  8177,  8192,   8193,
                                  9000, 16384, 32768, 32769, 100000, 1000000};
  int k, c;
  gex_teams_make(&teams);
  for (k = 0; k < TEAM_KINDS; k++)
    for (c = 0; c < (k ? 9 : 12); c++) /* large ones of the whole job only */
      reduce(kind_of(c % 2 ? AD_U64 : AD_DBL, c % 3 ? GEX_OP_ADD : GEX_OP_MAX), teams.tm[k],
             counts[c]);
  gex_teams_destroy(&teams);
}

/* Every root of every team. */
static void test_roots(void) {
  int k;
  gex_teams_make(&teams);
  for (k = 0; k < TEAM_KINDS; k++) {
    gex_TM_t tm = teams.tm[k];
    gex_Rank_t root;
    for (root = 0; root < gex_TM_QuerySize(tm); root++) {
      struct job j = {kind_of(AD_I64, GEX_OP_XOR), tm, 100, 0, (int)root % 2, root, 0, 0, 0};
      char *want = oracle(&j.kind, gex_TM_QuerySize(tm), j.count);
      start(&j);
      finish(&j, want);
      free(want);
    }
  }
  gex_teams_destroy(&teams);
}

/* RED-3: sums that depend on the order are the same each time, and at all members. */
static void test_repeatable(void) {
  enum { COUNT = 500 };
  static double in[COUNT], first[COUNT], again[COUNT], theirs[COUNT];
  int i, round;
  for (i = 0; i < COUNT; i++) in[i] = 1.0 / (1.0 + (double)conform_rank() + i * 0.37) - 0.31;
  for (round = 0; round < 20; round++) {
    gex_Event_Wait(gex_Coll_ReduceToAllNB(conform_tm(), round ? again : first, in, GEX_DT_DBL, 8,
                                          COUNT, GEX_OP_ADD, 0, 0, 0));
    if (round) CHECK(!memcmp(first, again, sizeof first));
  }
  gex_Event_Wait(gex_Coll_BroadcastNB(conform_tm(), 0, theirs, first, sizeof first, 0));
  CHECK(!memcmp(first, theirs, sizeof first));
}

/* A source and a result that are aligned for the type and no more. */
static void test_aligned(void) {
  static int32_t in[64], out[64];
  int shift, i;
  for (shift = 0; shift < 16; shift++) {
    for (i = 0; i < 40; i++) in[shift + i] = i + (int)conform_rank();
    gex_Event_Wait(gex_Coll_ReduceToAllNB(conform_tm(), out + 17 - shift, in + shift, GEX_DT_I32, 4,
                                          40, GEX_OP_MIN, 0, 0, 0));
    for (i = 0; i < 40; i++) CHECK_EQ(out[17 - shift + i], i);
  }
}

/* From the segments of every other rank, in parts and in place, where others may read the source
 * itself: it is the client's again with the event. */
static void test_from_segment(void) {
  enum { COUNT = 50000, ROUNDS = 20 };
  size_t bytes = COUNT * sizeof(uint64_t);
  gex_Rank_t ranks = gex_TM_QuerySize(conform_tm()), me = conform_rank();
  uint64_t *own = malloc(bytes), *out = malloc(bytes);
  uint64_t *in = me % 2 ? own : conform_seg(me), sum = (uint64_t)ranks * (ranks - 1) / 2;
  int round, i;
  for (round = 0; round < ROUNDS; round++) {
    uint64_t *to = round % 3 ? out : in;
    for (i = 0; i < COUNT; i++) in[i] = me + (uint64_t)(i * ROUNDS + round);
    gex_Event_Wait(
        gex_Coll_ReduceToAllNB(conform_tm(), to, in, GEX_DT_U64, 8, COUNT, GEX_OP_ADD, 0, 0, 0));
    for (i = 0; i < COUNT && to[i] == sum + ranks * (uint64_t)(i * ROUNDS + round);) i++;
    CHECK_EQ(i, COUNT);
  }
  conform_barrier();
  free(out);
  free(own);
}

/* --- memory --------------------------------------------------------------- */

#if defined __GLIBC__ && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
static size_t held(void) { return mallinfo2().uordblks; }
#else
static size_t held(void) { return 0; } /* not told */
#endif

/* A reduction that is over has given back what it took: no more is held after hundreds more. */
static void test_memory(void) {
  static double in[500], out[500];
  size_t before = 0;
  int i;
  for (i = 0; i < 400; i++) {
    if (i == 200) before = held();
    gex_Event_Wait(gex_Coll_ReduceToAllNB(conform_tm(), out, in, GEX_DT_DBL, sizeof *in, 500,
                                          GEX_OP_ADD, 0, 0, 0));
  }
  CHECK(held() < before + 16384);
  conform_barrier();
}

const struct conform_test conform_gex_reduce[] = {
    {"gex_reduce_types", "gex-coll-atomics RED-1, RED-2, RED-4, RED-6", test_types, 0},
    {"gex_reduce_counts", "gex-coll-atomics RED-5", test_counts, 0},
    {"gex_reduce_from_segment", "gex-coll-atomics RED-2, COLL-6", test_from_segment, 0},
    {"gex_reduce_roots", "gex-coll-atomics A.5", test_roots, 0},
    {"gex_reduce_repeatable", "gex-coll-atomics RED-3", test_repeatable, 0},
    {"gex_reduce_aligned", "gex-coll-atomics COLL-6", test_aligned, 0},
    {"gex_reduce_memory", "gex-coll-atomics A.5", test_memory, 0},
    {0, 0, 0, 0}};
