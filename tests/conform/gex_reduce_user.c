/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_reduce_user.c: reductions with the client's operator, commutative or not, on elements of any
 * size (gex-coll-atomics A.5.1).
 *
 * The operator in order is that of tests/oracle/coll. The operator without order joins bytes that
 * carry one bit for each contributor: no bit may come twice.
 */
#include "gex_teams.h"

#include "../oracle/coll/coll_ops.h"

struct context { /* cdata: of each rank its own (USR-3) */
  uint32_t magic;
  size_t size; /* of an element */
  int calls, bad;
};
enum { MAGIC = 0x600df00d };

static void note(struct context *c, const void *left, const void *right, size_t count) {
  const char *a = left, *b = right;
  size_t bytes = count * c->size;
  int bad = c->magic != MAGIC || count == 0 || (a < b + bytes && b < a + bytes);
  if (c->size % 8 == 0) bad |= ((uintptr_t)a | (uintptr_t)b) % 8 != 0; /* USR-5 */
  __atomic_add_fetch(&c->calls, 1, __ATOMIC_RELAXED);
  if (bad) __atomic_add_fetch(&c->bad, 1, __ATOMIC_RELAXED);
}

static struct coll_kind kind_in_order(size_t size) {
  return (struct coll_kind){AD_TYPES, GEX_OP_USER_NC, size};
}

static void in_order(const void *left, void *right, size_t count, const void *cdata) {
  struct context *c = (struct context *)(uintptr_t)cdata;
  struct coll_kind k = kind_in_order(c->size);
  note(c, left, right, count);
  coll_combine(&k, left, right, count);
}

static void any_order(const void *left, void *right, size_t count, const void *cdata) {
  struct context *c = (struct context *)(uintptr_t)cdata;
  const unsigned char *a = left;
  unsigned char *b = right;
  size_t i;
  note(c, left, right, count);
  for (i = 0; i < count * c->size; i++) {
    if (a[i] & b[i]) __atomic_add_fetch(&c->bad, 1, __ATOMIC_RELAXED);
    b[i] |= a[i];
  }
}

/* The same under another address, for every other rank (USR-3). */
static void any_order_too(const void *left, void *right, size_t count, const void *cdata) {
  any_order(left, right, count, cdata);
}

/* --- vectors -------------------------------------------------------------- */

struct shape {
  size_t size, count;
  int ordered;
};

/* In order: p odd, so that nothing is lost. Without order: the rank's bit, of the first 8 ranks. */
static void make(const struct shape *s, gex_Rank_t rank, unsigned char *p) {
  size_t i;
  for (i = 0; i < s->size * s->count; i++) {
    if (!s->ordered)
      p[i] = rank < 8 ? (unsigned char)(1u << rank) : 0;
    else
      p[i] = (unsigned char)((rank * 37 + i * 11) | (i % s->size % 2 ? 0 : 1));
  }
}

static unsigned char *oracle(const struct shape *s, gex_Rank_t ranks) {
  size_t bytes = s->size * s->count, i;
  unsigned char *left = malloc(bytes), *right = malloc(bytes);
  struct coll_kind k = kind_in_order(s->size);
  gex_Rank_t r;
  make(s, 0, left);
  for (r = 1; r < ranks; r++) {
    unsigned char *next = right;
    make(s, r, right);
    if (s->ordered) coll_combine(&k, left, right, s->count);
    for (i = 0; i < bytes && !s->ordered; i++) right[i] |= left[i];
    right = left;
    left = next;
  }
  free(right);
  return left;
}

static void reduce(gex_TM_t tm, const struct shape *s, int to_all, int in_place, gex_Rank_t root) {
  size_t bytes = s->size * s->count;
  gex_Rank_t me = gex_TM_QueryRank(tm), n = gex_TM_QuerySize(tm);
  unsigned char *in = malloc(bytes), *out = in_place ? in : malloc(bytes), *want = oracle(s, n);
  struct context c = {MAGIC, 0, 0, 0};
  gex_OP_t op = s->ordered ? GEX_OP_USER_NC : GEX_OP_USER;
  gex_Coll_ReduceFn_t fn = s->ordered ? in_order : me % 2 ? any_order_too : any_order;
  gex_Event_t event;
  c.size = s->size;
  make(s, me, in);
  if (to_all)
    event = gex_Coll_ReduceToAllNB(tm, out, in, GEX_DT_USER, s->size, s->count, op, fn, &c, 0);
  else
    event =
        gex_Coll_ReduceToOneNB(tm, root, out, in, GEX_DT_USER, s->size, s->count, op, fn, &c, 0);
  gex_Event_Wait(event);
  CHECK_EQ(c.bad, 0);
  if (to_all || me == root) CHECK(!memcmp(out, want, bytes));
  free(in);
  free(want);
  if (out != in) free(out);
}

static void reduce_all_ways(gex_TM_t tm, const struct shape *s) {
  gex_Rank_t n = gex_TM_QuerySize(tm);
  int in_place;
  for (in_place = 0; in_place < 2; in_place++) {
    reduce(tm, s, 1, in_place, 0);
    reduce(tm, s, 0, in_place, (gex_Rank_t)(s->size + s->count) % n);
    reduce(tm, s, 0, in_place, n - 1);
  }
}

/* --- the tests ------------------------------------------------------------ */

static struct gex_teams teams;

static void every_shape(int ordered) {
  static const size_t sizes[] = {1, 2, 3, 8, 24, 100, 32768, 40000};
  static const size_t counts[] = {1, 2, 5, 300};
  struct shape s;
  int k, i, c;
  s.ordered = ordered;
  gex_teams_make(&teams);
  for (k = 0; k < TEAM_KINDS; k++)
    for (i = 0; i < 8; i++)
      for (c = 0; c < (i < 6 ? 4 : k == 0); c++) { /* large ones of the whole job only */
        s.size = sizes[i];
        s.count = counts[c];
        reduce_all_ways(teams.tm[k], &s);
      }
  gex_teams_destroy(&teams);
}

static void test_user(void) { every_shape(0); }
static void test_in_order(void) { every_shape(1); }

/* USR-6: every root; the tree's top is another member then. */
static void test_in_order_roots(void) {
  const struct shape s = {24, 50, 1}, big = {24, 11000, 1}; /* above 256 KB */
  int k;
  gex_teams_make(&teams);
  for (k = 0; k < TEAM_KINDS; k++) {
    gex_Rank_t root;
    for (root = 0; root < gex_TM_QuerySize(teams.tm[k]); root++)
      reduce(teams.tm[k], &s, 0, (int)root % 2, root);
    reduce(teams.tm[k], &big, 0, 0, gex_TM_QuerySize(teams.tm[k]) / 2);
    reduce(teams.tm[k], &big, 1, 1, 0);
  }
  gex_teams_destroy(&teams);
}

/* USR-7: a client's operator on a built-in type; no cdata. */
static void larger(const void *left, void *right, size_t count, const void *cdata) {
  const double *a = left;
  double *b = right;
  size_t i;
  if (cdata || (uintptr_t)left % 8 || (uintptr_t)right % 8) abort();
  for (i = 0; i < count; i++)
    if (a[i] > b[i]) b[i] = a[i];
}
static void builtin_type(gex_OP_t op) {
  static double in[300], out[300];
  int i;
  for (i = 0; i < 300; i++) in[i] = (double)((conform_rank() + (unsigned)i) % conform_size());
  gex_Event_Wait(
      gex_Coll_ReduceToAllNB(conform_tm(), out, in, GEX_DT_DBL, 8, 300, op, larger, 0, 0));
  for (i = 0; i < 300; i++) CHECK(out[i] == (double)(conform_size() - 1));
  gex_Event_Wait(
      gex_Coll_ReduceToOneNB(conform_tm(), 0, in, in, GEX_DT_DBL, 8, 300, op, larger, 0, 0));
  if (conform_rank() == 0) CHECK(!memcmp(in, out, sizeof in));
}
static void test_builtin_type(void) { builtin_type(GEX_OP_USER); }
static void test_builtin_in_order(void) { builtin_type(GEX_OP_USER_NC); }

/* USR-4, C8: restricted context: identity, handler-safe locks, and atomics are allowed. */
static gex_HSL_t lock = GEX_HSL_INITIALIZER;
static int locked_calls;
static void with_lock(const void *left, void *right, size_t count, const void *cdata) {
  size_t i;
  (void)cdata;
  gex_HSL_Lock(&lock);
  locked_calls += gex_System_QueryJobSize() > 0;
  for (i = 0; i < count; i++) ((int64_t *)right)[i] += ((const int64_t *)left)[i];
  gex_HSL_Unlock(&lock);
}
static void test_lock(void) {
  int64_t in[10], out[10], i, n = conform_size();
  int round;
  for (round = 0; round < 20; round++) {
    for (i = 0; i < 10; i++) in[i] = i + conform_rank();
    gex_Event_Wait(gex_Coll_ReduceToAllNB(conform_tm(), out, in, GEX_DT_USER, 8, 10, GEX_OP_USER,
                                          with_lock, 0, 0));
    for (i = 0; i < 10; i++) CHECK_EQ(out[i], n * i + n * (n - 1) / 2);
  }
}

const struct conform_test conform_gex_reduce_user[] = {
    {"gex_reduce_user", "gex-coll-atomics USR-1..5, RED-5", test_user, 0},
    {"gex_reduce_in_order", "gex-coll-atomics USR-6", test_in_order, 0},
    {"gex_reduce_in_order_roots", "gex-coll-atomics USR-6", test_in_order_roots, 0},
    {"gex_reduce_builtin_type", "gex-coll-atomics USR-7, USR-3", test_builtin_type, 0},
    {"gex_reduce_builtin_in_order", "gex-coll-atomics USR-7, USR-6", test_builtin_in_order, 0},
    {"gex_reduce_lock", "gex-coll-atomics USR-4, C8", test_lock, 0},
    {0, 0, 0, 0}};
