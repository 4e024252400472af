/* SPDX-License-Identifier: BSD-3-Clause
 *
 * levels.c: barriers, broadcasts and reductions, many of them, of the whole job and of a team of it
 * in reverse, from every root and of sizes on both sides of what is done in parts; all results are
 * checked. Collectives and nothing else, so that the statistics say how they went (levels_test.sh).
 */
#include <gasnet_coll.h>
#include <gasnetex.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST ((size_t)40000)

static gex_Client_t client;
static gex_EP_t ep;
static gex_TM_t job;
static int64_t *mine, *result;
static int wrong;

/* Member r's element i. */
static int64_t value(gex_Rank_t r, size_t i) { return (int64_t)(r + 1) * 1000 + (int64_t)i; }

static int64_t sum(gex_Rank_t size, size_t i) {
  return (int64_t)size * (size + 1) / 2 * 1000 + (int64_t)(size * i);
}

static void check(const char *what, size_t i, int64_t want) {
  if (result[i] != want && wrong++ < 5)
    printf("rank %u: %s: element %zu is %lld, not %lld\n", gex_System_QueryJobRank(), what, i,
           (long long)result[i], (long long)want);
}

static void one_round(gex_TM_t tm, gex_Rank_t root, size_t n) {
  gex_Rank_t me = gex_TM_QueryRank(tm), size = gex_TM_QuerySize(tm);
  for (size_t i = 0; i < n; i++) mine[i] = value(me, i);
  gex_Event_Wait(
      gex_Coll_ReduceToOneNB(tm, root, result, mine, GEX_DT_I64, 8, n, GEX_OP_ADD, NULL, NULL, 0));
  for (size_t i = 0; me == root && i < n; i++) check("reduction to one", i, sum(size, i));
  gex_Event_Wait(
      gex_Coll_ReduceToAllNB(tm, result, mine, GEX_DT_I64, 8, n, GEX_OP_ADD, NULL, NULL, 0));
  for (size_t i = 0; i < n; i++) check("reduction to all", i, sum(size, i));
  gex_Event_Wait(gex_Coll_BroadcastNB(tm, root, result, mine, 8 * n, 0));
  for (size_t i = 0; i < n; i++) check("broadcast", i, value(root, i));
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
  gasnet_barrier_notify((int)n, 0);
  if (gasnet_barrier_wait((int)n, 0) != GASNET_OK) wrong++;
}

static void all_rounds(gex_TM_t tm) {
  static const size_t sizes[] = {1, 100, 5000, MOST};
  for (gex_Rank_t root = 0; root < gex_TM_QuerySize(tm); root++)
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) one_round(tm, root, sizes[i]);
}

int main(int argc, char **argv) {
  gex_TM_t back;
  gex_Client_Init(&client, &ep, &job, "levels", &argc, &argv, GEX_FLAG_USES_GASNET1);
  mine = malloc(MOST * sizeof *mine);
  result = malloc(MOST * sizeof *result);
  if (argc > 1) { /* the job's alone, without the messages of a split */
    all_rounds(job);
  } else {
    gex_TM_Split(&back, job, 0, -(int)gex_System_QueryJobRank(), NULL, 0, GEX_FLAG_TM_NO_SCRATCH);
    all_rounds(back);
  }
  if (wrong == 0) printf("rank %u is right\n", gex_System_QueryJobRank());
  fflush(stdout);
  gasnet_exit(wrong != 0);
}
