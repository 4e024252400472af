/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gups_main.c: start the job, make the updates in each way and check them, let rank 0 report.
 */
#include "example_job.h"
#include "gups_ways.h"

#include <stdio.h>
#include <stdlib.h>

struct outcome {
  double seconds;
  uint64_t wrong; /* words */
};

/* ---- one way ------------------------------------------------------------- */

static struct outcome try_way(struct gups_table *t, int way, const struct gups_options *o) {
  struct example_bar bar = {"gups", o->progress, example_now(), 0};
  struct outcome r;
  gups_table_reset(t);
  gups_barrier(t);
  double start = example_now();
  gups_ways_run(t, way, o, &bar);
  r.seconds = gups_max(t, example_now() - start);
  example_bar_done(&bar, gups_way_name[way]);
  r.wrong = gups_table_check(t);
  return r;
}

/* ---- report -------------------------------------------------------------- */

static int acceptable(const struct gups_table *t, int way, uint64_t wrong) {
  return way == GUPS_PUTGET ? wrong <= t->words / 100 : wrong == 0;
}

static void report_head(const struct gups_table *t, const struct gups_options *o) {
  double mb = (double)t->words * sizeof *t->mine / (1 << 20);
  printf("%llu words (%.1f MB) on %u %s, %llu updates in batches of %llu\n",
         (unsigned long long)t->words, mb, t->ranks, t->ranks == 1 ? "rank" : "ranks",
         (unsigned long long)(t->updates * t->ranks), (unsigned long long)o->batch);
  printf("%-10s %10s %12s %14s %12s\n", "way", "seconds", "GUP/s", "ns/update/rank", "wrong words");
}

static void report_way(const struct gups_table *t, int way, const struct outcome *r) {
  double all = (double)t->updates * t->ranks;
  printf("%-10s %10.6f %12.6f %14.1f %12llu%s\n", gups_way_name[way], r->seconds,
         all / r->seconds * 1e-9, r->seconds / (double)t->updates * 1e9,
         (unsigned long long)r->wrong, acceptable(t, way, r->wrong) ? "" : "  FAILED");
}

static void finish(int failed) {
  if (fflush(stdout) != 0 || ferror(stdout))
    example_fail("gups", 1, "the result could not be written to standard output");
  if (failed) example_fail("gups", 1, "the check failed: updates were lost or wrong");
}

/* ---- the job ------------------------------------------------------------- */

static void prepare(struct gups_options *o, gex_TM_t tm, int argc, char **argv) {
  gex_Rank_t rank = gex_TM_QueryRank(tm);
  char error[EXAMPLE_ERROR_TEXT];
  if (gups_options_parse(o, argc, argv, error) != 0) example_fail_all("gups", rank, 2, error);
  if (!o->help) return;
  if (rank == 0) gups_options_usage(stdout);
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
  gasnet_exit(0);
}

int main(int argc, char **argv) {
  struct gups_options options;
  static struct gups_table table;
  gex_Client_t client;
  gex_EP_t ep;
  gex_TM_t tm;
  int failed = 0, code = gex_Client_Init(&client, &ep, &tm, "GUPS", &argc, &argv, 0);
  if (code != GASNET_OK) {
    fprintf(stderr, "gups: the job cannot start: %s\n", gasnet_ErrorDesc(code));
    return 1;
  }
  prepare(&options, tm, argc, argv);
  gups_table_open(&table, tm, UINT64_C(1) << options.log2_words, options.per_word);
  gups_ways_open(&table, ep, &options);
  if (table.rank == 0) report_head(&table, &options);
  for (int way = 0; way < GUPS_WAYS; way++) {
    if (!options.way[way]) continue;
    struct outcome r = try_way(&table, way, &options);
    if (table.rank == 0) report_way(&table, way, &r);
    failed |= !acceptable(&table, way, r.wrong);
  }
  gups_ways_close();
  if (table.rank == 0) finish(failed);
  gups_barrier(&table);
  gasnet_exit(failed);
}
