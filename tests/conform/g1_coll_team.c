/* SPDX-License-Identifier: BSD-3-Clause
 *
 * g1_coll_team.c: teams of GASNet-1's collectives and their barriers (gasnet1-coll section 8).
 */
#include "g1_coll.h"

#define LOCAL_MY (GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC | GASNET_COLL_LOCAL)
enum { ANONYMOUS = GASNET_BARRIERFLAG_ANONYMOUS, MISMATCH = GASNET_BARRIERFLAG_MISMATCH };

static gasnet_node_t me(void) { return gasnet_mynode(); }
static gasnet_node_t nodes(void) { return gasnet_nodes(); }

/* Made by one thread of each node, used by all its images: even and odd nodes, the latter
 * backwards; and rows of three. */
static gasnet_team_handle_t parity, rows;

static gasnet_node_t evens(void) { return (nodes() + 1) / 2; }
static gasnet_node_t parity_size(void) { return me() % 2 ? nodes() / 2 : evens(); }
static gasnet_node_t parity_node(gasnet_node_t rank) {
  return me() % 2 ? 2 * (parity_size() - 1 - rank) + 1 : 2 * rank;
}
static gasnet_node_t parity_rank(gasnet_node_t node) {
  return me() % 2 ? parity_size() - 1 - node / 2 : node / 2;
}

static void split(void) {
  gasnet_seginfo_t scratch = {0, 0};
  parity = gasnet_coll_team_split(GASNET_TEAM_ALL, me() % 2, parity_rank(me()), &scratch);
  rows = gasnet_coll_team_split(GASNET_TEAM_ALL, 10 + me() / 3, me() % 3, 0);
}

static void mapping(void) { /* K32, K35 */
  gasnet_node_t i;
  CHECK_EQ(gasnet_coll_team_size(GASNET_TEAM_ALL), nodes());
  for (i = 0; i < nodes(); i++) {
    CHECK_EQ(gasnet_coll_team_rank2node(GASNET_TEAM_ALL, (int)i), i);
    CHECK_EQ(gasnete_coll_team_node2rank(GASNET_TEAM_ALL, i), i);
  }
  CHECK_EQ(gasnet_coll_team_size(parity), parity_size());
  for (i = 0; i < parity_size(); i++) {
    CHECK_EQ(gasnete_coll_team_rank2node(parity, (int)i), parity_node(i));
    CHECK_EQ(gasnet_coll_team_node2rank(parity, parity_node(i)), i);
  }
  CHECK_EQ(gasnete_coll_team_size(rows), nodes() - me() / 3 * 3 < 3 ? nodes() % 3 : 3);
  CHECK_EQ(gasnet_coll_team_rank2node(rows, 0), me() / 3 * 3);
}

/* Images before a member of the team of even or of odd nodes. */
static gasnet_image_t images_before(gasnet_node_t rank) {
  gasnet_image_t sum = 0;
  gasnet_node_t i;
  for (i = 0; i < rank; i++) sum += (gasnet_image_t)g1_images_of(parity_node(i));
  return sum;
}

static void collectives(const struct g1_image *im) {
  gasnet_image_t total = images_before(parity_size()), i;
  gasnet_image_t mine = images_before(parity_rank(me())) + (gasnet_image_t)im->local;
  uint32_t *got = malloc(2 * total * sizeof *got), *src = got + total, value;
  gasnet_image_t root;
  for (root = 0; root < total; root++) {
    value = root == mine ? 500 + root : 0;
    gasnet_coll_broadcast(parity, &value, root, &value, sizeof value, LOCAL_MY);
    CHECK_EQ(value, 500 + root);
    for (i = 0; i < total; i++) src[i] = mine * 100 + i;
    gasnet_coll_gather(parity, root, got, src, sizeof *src, LOCAL_MY);
    for (i = 0; i < total && root == mine; i++) CHECK_EQ(got[i], i * 100);
  }
  gasnet_coll_exchange(parity, got, src, sizeof *src, LOCAL_MY);
  for (i = 0; i < total; i++) CHECK_EQ(got[i], i * 100 + mine);
  free(got);
}

/* K16, K37: on two teams and on all, under way together. */
static void together(const struct g1_image *im) {
  int64_t in[3], out[3] = {-1, -1, -1};
  gasnet_coll_handle_t h[3];
  gasnet_team_handle_t teams[3];
  int round, k;
  teams[0] = rows, teams[1] = GASNET_TEAM_ALL, teams[2] = parity;
  for (round = 0; round < 10; round++) {
    for (k = 0; k < 3; k++) {
      in[k] = 1;
      h[k] = gasnet_coll_scan_nb(teams[k], &out[k], 0, 0, &in[k], 0, 0, 8, 1, G1_REDUCE_INT, G1_SUM,
                                 LOCAL_MY | GASNET_COLL_INCLUSIVE_SCAN);
    }
    for (k = 0; k < 3; k++) gasnet_coll_wait_sync(h[(k + (int)im->me) % 3]);
    CHECK_EQ(out[1], im->me + 1);
    CHECK_EQ(out[2], images_before(parity_rank(me())) + (gasnet_image_t)im->local + 1);
  }
}

static void team_barriers(void) { /* 8.1 */
  gasnet_node_t i;
  int id = 0;
  for (i = 0; i < parity_size(); i++) {
    int named = parity_rank(me()) == i;
    gasnet_coll_barrier_notify(parity, 70 + (int)i, named ? 0 : ANONYMOUS);
    CHECK_EQ(gasnet_coll_barrier_wait(parity, 70 + (int)i, 0), GASNET_OK);
    CHECK_EQ(gasnet_coll_barrier_result(parity, &id), 0);
    CHECK_EQ(id, 70 + i);
    gasnet_coll_barrier_notify(parity, 3, named ? MISMATCH : 0);
    conform_wait_until((id = gasnet_coll_barrier_try(parity, 3, 0)) != GASNET_ERR_NOT_READY);
    CHECK_EQ(id, GASNET_ERR_BARRIER_MISMATCH);
  }
  if (parity_size() > 1)
    CHECK_EQ(gasnet_coll_barrier(parity, (int)me(), 0), GASNET_ERR_BARRIER_MISMATCH);
  CHECK_EQ(gasnet_coll_barrier(parity, 0, ANONYMOUS), GASNET_OK);
  CHECK(gasnet_coll_barrier_result(parity, &id) != 0);
  gasnet_coll_barrier_notify(rows, 1, ANONYMOUS); /* of two teams at a time */
  CHECK_EQ(gasnet_coll_barrier(parity, 6, 0), GASNET_OK);
  CHECK_EQ(gasnet_coll_barrier_wait(rows, 2, ANONYMOUS), GASNET_OK);
}

/* A barrier of a team is one: the last to come has not come before. */
static void barrier_waits(void) {
  uint64_t one = 1, *here = conform_seg(me());
  gasnet_node_t i;
  memset(here, 0, 8 * nodes());
  CHECK_EQ(gasnet_coll_barrier(parity, 0, ANONYMOUS), GASNET_OK);
  if (parity_rank(me()) == parity_size() - 1) g1_sleep_ms(5);
  for (i = 0; i < parity_size(); i++)
    gasnet_put(parity_node(i), (uint64_t *)conform_seg(parity_node(i)) + me(), &one, sizeof one);
  CHECK_EQ(gasnet_coll_barrier(parity, 0, ANONYMOUS), GASNET_OK);
  for (i = 0; i < parity_size(); i++)
    CHECK_EQ(__atomic_load_n(here + parity_node(i), __ATOMIC_ACQUIRE), 1);
}

static void teams_of(const struct g1_image *im) {
  if (im->local == 0) {
    split();
    mapping();
    team_barriers();
    barrier_waits();
  }
  g1_meet();
  collectives(im);
  together(im);
  CHECK_EQ(gasnet_coll_barrier(parity, 4, GASNET_BARRIERFLAG_IMAGES), GASNET_OK);
  g1_meet();
  if (im->local) return;
  gasnete_coll_team_free(rows);
  gasnete_coll_team_free(parity);
}
static void test_teams(void) { g1_images(teams_of); }

/* A team of a team. */
static void nested_of(const struct g1_image *im) {
  gasnete_coll_team_t inner;
  uint32_t value = me();
  if (im->local) return;
  split();
  inner = gasnet_coll_team_split(parity, parity_rank(me()) / 2, parity_rank(me()) % 2, 0);
  gasnet_coll_broadcast(inner, &value, 0, &value, sizeof value, LOCAL_MY | GASNET_COLL_NO_IMAGES);
  CHECK_EQ(value, parity_node(parity_rank(me()) / 2 * 2));
  gasnet_coll_barrier(inner, 0, ANONYMOUS);
  gasnete_coll_team_free(inner);
  gasnete_coll_team_free(rows);
  gasnete_coll_team_free(parity);
}
static void test_nested(void) { g1_images(nested_of); }

const struct conform_test conform_g1_coll_team[] = {
    {"g1_coll_teams", "gasnet1-coll 8, K16, K32 to K37", test_teams, 0},
    {"g1_coll_team_nested", "gasnet1-coll K32", test_nested, 0},
    {0, 0, 0, 0}};
