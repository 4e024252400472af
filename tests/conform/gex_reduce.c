/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_reduce.c: reductions with built-in operations: every type, every operation that it has, many
 * counts, to one and to all, in place or not, against a serial oracle (gex-coll-atomics A.5, B.3).
 *
 * Floating-point values are small integers, so that sums and products are exact in any order.
 */
#include "gex_teams.h"

struct type {
  gex_DT_t dt;
  size_t size;
  int is_fp;
  void (*make)(void *p, uint64_t random);
  void (*apply)(void *left, const void *right, gex_OP_t op);
};

/* W: the type that sums and products are made in, as integers wrap (RED-4). */
#define TYPE(t, T, W, bitwise)                                                                     \
  static void apply_##t(void *left, const void *right, gex_OP_t op) {                              \
    T a, b;                                                                                        \
    memcpy(&a, left, sizeof a);                                                                    \
    memcpy(&b, right, sizeof b);                                                                   \
    if (op == GEX_OP_ADD) a = (T)((W)a + (W)b);                                                    \
    if (op == GEX_OP_MULT) a = (T)((W)a * (W)b);                                                   \
    if (op == GEX_OP_MIN) a = a < b ? a : b;                                                       \
    if (op == GEX_OP_MAX) a = a > b ? a : b;                                                       \
    bitwise;                                                                                       \
    memcpy(left, &a, sizeof a);                                                                    \
  }
#define BITWISE                                                                                    \
  if (op == GEX_OP_AND) a &= b;                                                                    \
  if (op == GEX_OP_OR) a |= b;                                                                     \
  if (op == GEX_OP_XOR) a ^= b
TYPE(i32, int32_t, uint32_t, BITWISE)
TYPE(u32, uint32_t, uint32_t, BITWISE)
TYPE(i64, int64_t, uint64_t, BITWISE)
TYPE(u64, uint64_t, uint64_t, BITWISE)
TYPE(flt, float, float, (void)0)
TYPE(dbl, double, double, (void)0)

static int small(uint64_t random) {
  return (random & 64 ? -1 : 1) * (1 + (int)(random % 3));
}
static void make_4(void *p, uint64_t random) { memcpy(p, &random, 4); }
static void make_8(void *p, uint64_t random) { memcpy(p, &random, 8); }
static void make_flt(void *p, uint64_t random) {
  float f = (float)small(random);
  memcpy(p, &f, sizeof f);
}
static void make_dbl(void *p, uint64_t random) {
  double d = small(random);
  memcpy(p, &d, sizeof d);
}

static const struct type types[] = {
    {GEX_DT_I32, 4, 0, make_4, apply_i32},   {GEX_DT_U32, 4, 0, make_4, apply_u32},
    {GEX_DT_I64, 8, 0, make_8, apply_i64},   {GEX_DT_U64, 8, 0, make_8, apply_u64},
    {GEX_DT_FLT, 4, 1, make_flt, apply_flt}, {GEX_DT_DBL, 8, 1, make_dbl, apply_dbl}};
enum { TYPES = sizeof types / sizeof *types };
static const gex_OP_t ops[] = {GEX_OP_ADD, GEX_OP_MULT, GEX_OP_MIN, GEX_OP_MAX,
                               GEX_OP_AND, GEX_OP_OR,   GEX_OP_XOR};
enum { OPS = sizeof ops / sizeof *ops, FP_OPS = 4 };

static uint64_t mix(uint64_t x) { /* any bits that look random */
  x = (x + 0x9e3779b97f4a7c15u) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

static void make_vector(const struct type *t, gex_OP_t op, gex_Rank_t rank, size_t count, char *p) {
  size_t i;
  for (i = 0; i < count; i++)
    t->make(p + i * t->size, mix((uint64_t)rank << 40 ^ (uint64_t)op << 24 ^ i));
}

static char *oracle(const struct type *t, gex_OP_t op, gex_Rank_t ranks, size_t count) {
  char *sum = malloc(count * t->size), *next = malloc(count * t->size);
  gex_Rank_t r;
  size_t i;
  make_vector(t, op, 0, count, sum);
  for (r = 1; r < ranks; r++) {
    make_vector(t, op, r, count, next);
    for (i = 0; i < count; i++) t->apply(sum + i * t->size, next + i * t->size, op);
  }
  free(next);
  return sum;
}

/* --- one reduction ---------------------------------------------------------------------------- */

struct job {
  const struct type *type;
  gex_OP_t op;
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
  const struct type *t = j->type;
  size_t bytes = j->count * t->size;
  j->in = malloc(bytes);
  j->out = j->in_place ? j->in : malloc(bytes);
  make_vector(t, j->op, gex_TM_QueryRank(j->tm), j->count, j->in);
  if (!j->in_place) memset(j->out, 0x5a, bytes);
  if (j->to_all)
    j->event = gex_Coll_ReduceToAllNB(j->tm, j->out, j->in, t->dt, t->size, j->count, j->op, 0, 0,
                                      0);
  else
    j->event = gex_Coll_ReduceToOneNB(j->tm, j->root, has_result(j) || j->in_place ? j->out : 0,
                                      j->in, t->dt, t->size, j->count, j->op, 0, 0, 0);
  CHECK(j->event != GEX_EVENT_NO_OP);
}

static void finish(struct job *j, const char *want) {
  size_t bytes = j->count * j->type->size;
  char *mine = malloc(bytes);
  gex_Event_Wait(j->event);
  make_vector(j->type, j->op, gex_TM_QueryRank(j->tm), j->count, mine);
  if (has_result(j)) CHECK(!memcmp(j->out, want, bytes));
  if (!has_result(j) && !j->in_place) CHECK_EQ(conform_not_all(j->out, bytes, 0x5a), -1);
  if (j->in != j->out || !has_result(j)) CHECK(!memcmp(j->in, mine, bytes)); /* src is const */
  if (j->out != j->in) free(j->out);
  free(j->in);
  free(mine);
}

/* To all and to some root, in place and not, all four at once. */
static void reduce(const struct type *t, gex_OP_t op, gex_TM_t tm, size_t count) {
  struct job jobs[4];
  char *want = oracle(t, op, gex_TM_QuerySize(tm), count);
  int i;
  for (i = 0; i < 4; i++) {
    jobs[i] = (struct job){t, op, tm, count, i / 2, i % 2, 0, 0, 0, 0};
    jobs[i].root = (gex_Rank_t)((count + op + (unsigned)i) % gex_TM_QuerySize(tm));
    start(&jobs[i]);
  }
  for (i = 3; i >= 0; i--) finish(&jobs[i], want);
  free(want);
}

/* --- the tests -------------------------------------------------------------------------------- */

static struct gex_teams teams;

/* RED-6: every type with every operation that it has. */
static void test_types(void) {
  static const size_t counts[] = {1, 2, 7, 1000};
  int k, t, o, c;
  gex_teams_make(&teams);
  for (k = 0; k < TEAM_KINDS; k++)
    for (t = 0; t < TYPES; t++)
      for (o = 0; o < (types[t].is_fp ? FP_OPS : OPS); o++)
        for (c = 0; c < 4; c++) reduce(&types[t], ops[o], teams.tm[k], counts[c]);
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
      reduce(&types[c % 2 ? 3 : 5], c % 3 ? GEX_OP_ADD : GEX_OP_MAX, teams.tm[k], counts[c]);
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
      struct job j = {&types[2], GEX_OP_XOR, tm, 100, 0, (int)root % 2, root, 0, 0, 0};
      char *want = oracle(j.type, j.op, gex_TM_QuerySize(tm), j.count);
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

const struct conform_test conform_gex_reduce[] = {
    {"gex_reduce_types", "gex-coll-atomics RED-1, RED-2, RED-4, RED-6", test_types, 0},
    {"gex_reduce_counts", "gex-coll-atomics RED-5", test_counts, 0},
    {"gex_reduce_roots", "gex-coll-atomics A.5", test_roots, 0},
    {"gex_reduce_repeatable", "gex-coll-atomics RED-3", test_repeatable, 0},
    {"gex_reduce_aligned", "gex-coll-atomics COLL-6", test_aligned, 0},
    {0, 0, 0, 0}};
