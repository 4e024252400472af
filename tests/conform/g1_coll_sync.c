/* SPDX-License-Identifier: BSD-3-Clause
 *
 * g1_coll_sync.c: when data of GASNet-1's collectives may move, and when they have moved; handles
 * and aggregation (gasnet1-coll sections 5 and 6).
 */
#include "g1_coll.h"
#include "g1_hsl.h"

enum { IN_MY = GASNET_COLL_IN_MYSYNC, OUT_MY = GASNET_COLL_OUT_MYSYNC };
#define LOCAL_MY (IN_MY | OUT_MY | GASNET_COLL_LOCAL)
#define ALL GASNET_TEAM_ALL

static uint64_t *data(gasnet_node_t node, int local) {
  return (uint64_t *)conform_seg(node) + 512 + 512 * local;
}

static void clear(const struct g1_image *me) {
  if (me->local == 0) {
    memset(conform_seg(gasnet_mynode()), 0, 8 * 2048);
    gasnet_hsl_lock(&g1_bump_lock);
    g1_bump_total = 0;
    gasnet_hsl_unlock(&g1_bump_lock);
  }
  g1_meet();
}

/* One image waits until all others have told it: by messages, beside the collectives. */
static void tell(const struct g1_image *me, gasnet_image_t to) {
  int local;
  g1_bump(g1_node_of(to, &local), me->local);
}
static int64_t told(void) {
  int64_t n;
  gasnet_hsl_lock(&g1_bump_lock);
  n = g1_bump_total;
  gasnet_hsl_unlock(&g1_bump_lock);
  return n;
}
static void hear_all(const struct g1_image *me) {
  conform_wait_until(told() == (int64_t)me->total - 1);
}

/* --- in-flags ------------------------------------------------------------- */

/* One image is late. Until it calls its memory is its own: what it sends is what was there when it
 * called, and nothing comes. */
static void late_one(const struct g1_image *me, gasnet_image_t late, int in_flag) {
  int flags = in_flag | OUT_MY | GASNET_COLL_LOCAL, i_am = me->me == late;
  uint64_t src[64], dst[64], *got = calloc(me->total, sizeof *got), k;
  gasnet_coll_handle_t h[3];
  clear(me);
  for (k = 0; k < 64; k++) src[k] = 1000 + me->me;
  memset(dst, 0x11, sizeof dst);
  if (i_am) {
    src[0] = 9;
    hear_all(me); /* all others have begun all three, and waited */
    CHECK_EQ(conform_not_all(dst, sizeof dst, 0x11), -1);
    CHECK_EQ(conform_not_all(got, sizeof *got, 0), -1);
    src[0] = 1000 + late;
  }
  h[0] = gasnet_coll_broadcast_nb(ALL, dst, late, src, sizeof dst / 2, flags);
  h[1] =
      gasnet_coll_broadcast_nb(ALL, dst + 32, (late + 1) % me->total, src, sizeof dst / 2, flags);
  if (!i_am) {
    g1_sleep_ms(2);
    CHECK_EQ(dst[0], 0x1111111111111111);
    if (in_flag == GASNET_COLL_IN_ALLSYNC) /* no rank's memory */
      CHECK_EQ(conform_not_all(dst, sizeof dst, 0x11), -1);
  } /* what the library writes later is after the looks at it, also for tools: the next call has
       locks */
  h[2] = gasnet_coll_gather_all_nb(ALL, got, src, sizeof *got, flags);
  if (!i_am) tell(me, late);
  gasnet_coll_wait_sync_all(h, 3);
  for (k = 0; k < 64; k++) CHECK_EQ(dst[k], 1000 + (k < 32 ? late : (late + 1) % me->total));
  for (k = 0; k < me->total; k++) CHECK_EQ(got[k], 1000 + k);
  free(got);
  g1_meet();
}

static void my_sync_of(const struct g1_image *me) {
  gasnet_image_t late;
  for (late = 0; late<me->total; late += me->total> 4 ? 3 : 1) late_one(me, late, IN_MY);
}
static void all_sync_of(const struct g1_image *me) {
  gasnet_image_t late;
  for (late = 0; late<me->total; late += me->total> 4 ? 3 : 1)
    late_one(me, late, GASNET_COLL_IN_ALLSYNC);
}
static void test_in_mysync(void) { g1_images(my_sync_of); }
static void test_in_allsync(void) { g1_images(all_sync_of); }

/* --- out-flags ------------------------------------------------------------ */

/* OUT_ALLSYNC: a member that is through finds the data of all in place; a scatter's root would be
 * long before. */
static void out_all_of(const struct g1_image *me) {
  int flags = IN_MY | GASNET_COLL_OUT_ALLSYNC | GASNET_COLL_LOCAL, round, local;
  uint64_t *src = malloc(me->total * 64 * sizeof *src), got[64];
  gasnet_image_t i, k, root;
  for (round = 0; round < 4; round++) {
    root = (gasnet_image_t)round % me->total;
    clear(me);
    for (i = 0; i < me->total * 64; i++) src[i] = (uint64_t)round * 1000 + i / 64;
    if (me->me == (root + 1) % me->total) g1_sleep_ms(3);
    gasnet_coll_scatter(ALL, data(gasnet_mynode(), me->local), root, src, 64 * sizeof *src, flags);
    for (i = 0; i < me->total; i++) {
      gasnet_node_t node = g1_node_of(i, &local);
      gasnet_get(got, node, data(node, local), sizeof got);
      for (k = 0; k < 64; k++) CHECK_EQ(got[k], (uint64_t)round * 1000 + i);
    }
    g1_meet();
  }
  free(src);
}
static void test_out_allsync(void) { g1_images(out_all_of); }

/* OUT_MYSYNC: what one's own part needed is one's own again. */
static void out_my_of(const struct g1_image *me) {
  uint64_t value, *got = malloc(2 * me->total * sizeof *got), *src = got + me->total;
  gasnet_image_t i;
  int round;
  for (round = 0; round < 30; round++) {
    for (i = 0; i < me->total; i++) src[i] = (uint64_t)round * 64 + me->me;
    gasnet_coll_exchange(ALL, got, src, sizeof *got, LOCAL_MY);
    for (i = 0; i < me->total; i++) src[i] = 0xdead;
    for (i = 0; i < me->total; i++) CHECK_EQ(got[i], (uint64_t)round * 64 + i);
    value = me->me == 0 ? (uint64_t)round : 0;
    gasnet_coll_broadcast(ALL, &value, 0, &value, sizeof value, LOCAL_MY);
    CHECK_EQ(value, round);
    value = 0xdead;
  }
  free(got);
  g1_meet();
}
static void test_out_mysync(void) { g1_images(out_my_of); }

/* --- handles -------------------------------------------------------------- */

static void no_handles_of(const struct g1_image *me) { /* K19 */
  gasnet_coll_handle_t none[3] = {0, 0, 0};
  (void)me;
  gasnet_coll_wait_sync(GASNET_COLL_INVALID_HANDLE);
  gasnet_coll_wait_sync_some(none, 3);
  gasnet_coll_wait_sync_all(none, 3);
  gasnet_coll_wait_sync_all(none, 0);
  gasnet_coll_wait_sync_some(0, 0);
  CHECK_EQ(gasnet_coll_try_sync(GASNET_COLL_INVALID_HANDLE), GASNET_OK);
  CHECK_EQ(gasnet_coll_try_sync_some(none, 3), GASNET_OK);
  CHECK_EQ(gasnet_coll_try_sync_all(none, 3), GASNET_OK);
  CHECK_EQ(gasnet_coll_try_sync_all(0, 0), GASNET_OK);
}
static void test_no_handles(void) { g1_images(no_handles_of); }

/* A handle that cannot be done: its root has not called. */
static void pending_of(const struct g1_image *me) {
  gasnet_coll_handle_t h[2] = {0, 0};
  uint64_t value = me->me;
  clear(me);
  if (me->me == 0) hear_all(me);
  h[1] = gasnet_coll_broadcast_nb(ALL, &value, 0, &value, sizeof value, LOCAL_MY);
  if (me->me) {
    CHECK(h[1] != GASNET_COLL_INVALID_HANDLE);
    CHECK_EQ(gasnet_coll_try_sync(h[1]), GASNET_ERR_NOT_READY);
    CHECK_EQ(gasnet_coll_try_sync_some(h, 2), GASNET_ERR_NOT_READY);
    CHECK_EQ(gasnet_coll_try_sync_all(h, 2), GASNET_ERR_NOT_READY);
    CHECK(h[1] != GASNET_COLL_INVALID_HANDLE);
    tell(me, 0);
  }
  gasnet_coll_wait_sync_some(h, 2);
  CHECK(h[1] == GASNET_COLL_INVALID_HANDLE);
  CHECK_EQ(value, 0);
  g1_meet();
}
static void test_pending(void) { g1_images(pending_of); }

/* K18, K20: many at a time, synchronised in an order of one's own. */
static void many_of(const struct g1_image *me) {
  enum { N = 1201 }; /* a prime: any step goes through all */
  gasnet_coll_handle_t *h = malloc(N * sizeof *h);
  uint32_t *value = malloc(N * sizeof *value), step = 7 + 31 * me->me, k, i;
  for (k = 0; k < N; k++) {
    value[k] = k % me->total == me->me ? k * 3 + 1 : 0;
    h[k] =
        gasnet_coll_broadcast_nb(ALL, &value[k], k % me->total, &value[k], sizeof *value, LOCAL_MY);
  }
  for (k = 0, i = me->me; k < N; k++, i = (i + step) % N) {
    if (k % 4 == 3)
      conform_wait_until(gasnet_coll_try_sync_some(&h[i], 1) == GASNET_OK);
    else if (k % 4 == 2)
      conform_wait_until(gasnet_coll_try_sync_all(&h[i], 1) == GASNET_OK);
    else
      gasnet_coll_wait_sync(h[i]);
    h[i] = GASNET_COLL_INVALID_HANDLE;
    CHECK_EQ(value[i], i * 3 + 1);
  }
  free(value);
  free(h);
  g1_meet();
}
static void test_many(void) { g1_images(many_of); }

/* --- aggregation ---------------------------------------------------------- */

static void aggregate_of(const struct g1_image *me) { /* K22 */
  enum { N = 20 };
  uint32_t src[N], *dst = malloc(N * me->total * sizeof *dst), round, k, i;
  gasnet_coll_handle_t h;
  for (round = 0; round < 5; round++) {
    memset(dst, 0xee, N * me->total * sizeof *dst);
    for (k = 0; k < N; k++) src[k] = round * 10000 + k * 100 + me->me;
    for (k = 0; k + 1 < N; k++)
      gasnet_coll_gather_all_nb(ALL, dst + k * me->total, &src[k], sizeof *src,
                                LOCAL_MY | GASNET_COLL_AGGREGATE);
    if (round % 2) {
      h = gasnet_coll_gather_all_nb(ALL, dst + k * me->total, &src[k], sizeof *src, LOCAL_MY);
      gasnet_coll_wait_sync(h);
    } else {
      gasnet_coll_gather_all(ALL, dst + k * me->total, &src[k], sizeof *src, LOCAL_MY);
    }
    for (k = 0; k < N; k++)
      for (i = 0; i < me->total; i++) CHECK_EQ(dst[k * me->total + i], round * 10000 + k * 100 + i);
  }
  free(dst);
  g1_meet();
}
static void test_aggregate(void) { g1_images(aggregate_of); }

/* The handle that closes an aggregate covers its first member: which cannot be done yet. */
static void covers_of(const struct g1_image *me) {
  uint64_t a = 0, b = 0;
  gasnet_coll_handle_t h;
  clear(me);
  if (me->me == 0) {
    a = b = 5;
    hear_all(me);
  }
  gasnet_coll_broadcast_nb(ALL, &a, 0, &a, sizeof a, LOCAL_MY | GASNET_COLL_AGGREGATE);
  h = gasnet_coll_gather_nb(ALL, me->total - 1, g1_dst[me->local].bytes, &b, sizeof b, LOCAL_MY);
  if (me->me) {
    CHECK_EQ(gasnet_coll_try_sync(h), GASNET_ERR_NOT_READY);
    tell(me, 0);
  }
  gasnet_coll_wait_sync(h);
  CHECK_EQ(a, 5);
  g1_meet();
}
static void test_covers(void) { g1_images(covers_of); }

const struct conform_test conform_g1_coll_sync[] = {
    {"g1_coll_in_mysync", "gasnet1-coll 5 IN_MYSYNC", test_in_mysync, CONFORM_NEEDS_2},
    {"g1_coll_in_allsync", "gasnet1-coll 5 IN_ALLSYNC", test_in_allsync, CONFORM_NEEDS_2},
    {"g1_coll_out_allsync", "gasnet1-coll 5 OUT_ALLSYNC", test_out_allsync, 0},
    {"g1_coll_out_mysync", "gasnet1-coll 5 OUT_MYSYNC", test_out_mysync, 0},
    {"g1_coll_no_handles", "gasnet1-coll K19", test_no_handles, 0},
    {"g1_coll_pending", "gasnet1-coll K19, K20", test_pending, CONFORM_NEEDS_2},
    {"g1_coll_many", "gasnet1-coll K18, K20", test_many, 0},
    {"g1_coll_aggregate", "gasnet1-coll K22", test_aggregate, 0},
    {"g1_coll_aggregate_covers", "gasnet1-coll K22", test_covers, CONFORM_NEEDS_2},
    {0, 0, 0, 0}};
