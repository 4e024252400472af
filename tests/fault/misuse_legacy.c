/* SPDX-License-Identifier: BSD-3-Clause
 *
 * misuse_legacy.c: GASNet-1's collectives: start, flags, roots, functions and teams that do not
 * fit. All ranks start the collectives (MISUSE_ALL); rank 0 then makes the wrong call.
 */
#include "misuse.h"

static long in[8], out[8];

enum {
  MY_SYNC = GASNET_COLL_IN_MYSYNC | GASNET_COLL_OUT_MYSYNC,
  LOCAL_MY = MY_SYNC | GASNET_COLL_LOCAL
};

static void keep_right(void *results, size_t result_count, const void *left, size_t left_count,
                       const void *right, size_t elem_size, int flags, int arg) {
  (void)left, (void)left_count, (void)flags, (void)arg;
  memcpy(results, right, result_count * elem_size);
}

/* 1 at rank 0. */
static int started(void) {
  gasnet_coll_fn_entry_t fn = {keep_right, 0};
  gasnet_coll_init(NULL, 0, &fn, 1, 0);
  return gasnet_mynode() == 0;
}

static void broadcast(gasnet_image_t root, size_t n, int flags) {
  gasnet_coll_broadcast_nb(GASNET_TEAM_ALL, out, root, in, n, flags);
}
static void scan(gasnet_coll_fn_handle_t fn, size_t blocks, int flags) {
  gasnet_coll_scan_nb(GASNET_TEAM_ALL, out, blocks, 0, in, 0, 0, 8, 1, fn, 0, LOCAL_MY | flags);
}

static void late(void) { /* two images at rank 0, which was one before */
  gasnet_image_t images[3] = {2, 1, 1};
  broadcast(0, 8, LOCAL_MY);
  if (gasnet_mynode() == 0) gasnet_coll_init(images, 0, NULL, 0, 0);
}
static void init_flags(void) { gasnet_coll_init(NULL, 0, NULL, 0, 4); }
static void init_table(void) { gasnet_coll_init(NULL, 0, NULL, 2, 0); }
static void init_none(void) {
  gasnet_image_t images[3] = {1, 0, 1};
  gasnet_coll_init(images, 0, NULL, 0, 0);
}
static void init_image(void) {
  gasnet_image_t images[3] = {1, 1, 1};
  gasnet_coll_init(images, 2, NULL, 0, 0);
}
static void init_twice(void) {
  if (started()) started();
}
static void no_in(void) {
  if (started()) broadcast(0, 8, GASNET_COLL_OUT_MYSYNC | GASNET_COLL_LOCAL);
}
static void two_outs(void) {
  if (started()) broadcast(0, 8, LOCAL_MY | GASNET_COLL_OUT_ALLSYNC);
}
static void no_mode(void) {
  if (started()) broadcast(0, 8, MY_SYNC);
}
static void nothing(void) {
  if (started()) broadcast(0, 0, LOCAL_MY);
}
static void root(void) {
  if (started()) broadcast(3, 8, LOCAL_MY);
}
static void aggregate(void) {
  if (started())
    gasnet_coll_broadcast(GASNET_TEAM_ALL, out, 0, in, 8, LOCAL_MY | GASNET_COLL_AGGREGATE);
}
static void no_team(void) {
  if (started()) gasnet_coll_broadcast_nb(0, out, 0, in, 8, LOCAL_MY);
}
static void function(void) {
  if (started()) scan(1, 0, GASNET_COLL_INCLUSIVE_SCAN);
}
static void blocks(void) {
  if (started()) scan(0, 8, GASNET_COLL_INCLUSIVE_SCAN);
}
static void two_scans(void) {
  if (started()) scan(0, 0, GASNET_COLL_INCLUSIVE_SCAN | GASNET_COLL_EXCLUSIVE_SCAN);
}
static void in_handler(gasnet_token_t token) {
  (void)token;
  broadcast(9, 8, LOCAL_MY); /* so that a production library ends it as well */
}
static void handler(void) {
  if (started()) misuse_in_request(in_handler);
}
static void split(void) { /* number 1 twice; rank 0 is told so */
  started();
  gasnet_coll_team_split(GASNET_TEAM_ALL, gasnet_mynode() == 2, gasnet_mynode() < 2, NULL);
}
static void split_rank(void) {
  if (started()) gasnet_coll_team_split(GASNET_TEAM_ALL, 0, 3, NULL);
}
static void free_all(void) {
  if (started()) gasnete_coll_team_free(GASNET_TEAM_ALL);
}
static void no_rank(void) {
  if (started()) gasnet_coll_team_rank2node(GASNET_TEAM_ALL, -1);
}
static void no_node(void) {
  if (started()) gasnet_coll_team_node2rank(GASNET_TEAM_ALL, 3);
}
static void no_phase(void) {
  if (started()) gasnet_coll_barrier_wait(GASNET_TEAM_ALL, 0, GASNET_BARRIERFLAG_IMAGES);
}
static void two_phases(void) {
  if (!started()) return;
  gasnet_coll_barrier_notify(GASNET_TEAM_ALL, 0, GASNET_BARRIERFLAG_IMAGES);
  gasnet_coll_barrier_notify(GASNET_TEAM_ALL, 0, GASNET_BARRIERFLAG_IMAGES);
}

/* clang-format off */
const struct misuse misuse_legacy[] = {
    {"legacy-late", late, MISUSE_ALL}, {"legacy-init-flags", init_flags, 0},
    {"legacy-init-table", init_table, 0}, {"legacy-init-none", init_none, 0},
    {"legacy-init-image", init_image, 0}, {"legacy-init-twice", init_twice, MISUSE_ALL},
    {"legacy-no-in", no_in, MISUSE_ALL}, {"legacy-two-outs", two_outs, MISUSE_ALL},
    {"legacy-no-mode", no_mode, MISUSE_ALL}, {"legacy-nothing", nothing, MISUSE_ALL},
    {"legacy-root", root, MISUSE_ALL}, {"legacy-aggregate", aggregate, MISUSE_ALL},
    {"legacy-no-team", no_team, MISUSE_ALL}, {"legacy-function", function, MISUSE_ALL},
    {"legacy-blocks", blocks, MISUSE_ALL}, {"legacy-two-scans", two_scans, MISUSE_ALL},
    {"legacy-handler", handler, MISUSE_ALL}, {"legacy-split", split, MISUSE_ALL},
    {"legacy-split-rank", split_rank, MISUSE_ALL}, {"legacy-free-all", free_all, MISUSE_ALL},
    {"legacy-no-rank", no_rank, MISUSE_ALL}, {"legacy-no-node", no_node, MISUSE_ALL},
    {"legacy-no-phase", no_phase, MISUSE_ALL}, {"legacy-two-phases", two_phases, MISUSE_ALL},
    {0}};
