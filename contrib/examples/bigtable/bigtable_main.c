/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bigtable_main.c: start the job, fill the table, read it, let rank 0 report.
 */
#include "bigtable_table.h"
#include "example_job.h"

#include <gasnet_coll.h>
#include <stdlib.h>

struct outcome {
  double fill, read;    /* seconds */
  uint64_t wrong, used; /* keys; slots */
  uint64_t page_ins, evictions;
};

static void barrier(const struct bigtable *t) { gex_Event_Wait(gex_Coll_BarrierNB(t->tm, 0)); }

static uint64_t sum(const struct bigtable *t, uint64_t mine) {
  uint64_t all = 0;
  gex_Event_Wait(
      gex_Coll_ReduceToAllNB(t->tm, &all, &mine, GEX_DT_U64, 8, 1, GEX_OP_ADD, NULL, NULL, 0));
  return all;
}

static double seconds_since(const struct bigtable *t, double start) {
  barrier(t);
  return example_now() - start;
}

static struct outcome fill_and_read(struct bigtable *t, const struct bigtable_options *o) {
  struct example_bar bar = {"bigtable", o->progress, example_now(), 0};
  struct hyd_paged_counts c;
  struct outcome r;
  double start = example_now();
  bigtable_fill(t, o, &bar);
  r.fill = seconds_since(t, start);
  start = example_now();
  r.wrong = bigtable_read(t, o, &bar);
  r.read = seconds_since(t, start);
  if (t->rank == 0) example_bar_done(&bar, "done   ");
  hyd_paged_query(t->segment, &c);
  r.page_ins = sum(t, c.page_ins);
  r.evictions = sum(t, c.evictions);
  r.used = sum(t, bigtable_count(t));
  r.wrong = sum(t, r.wrong);
  return r;
}

static void report(const struct bigtable *t, const struct bigtable_options *o,
                   const struct outcome *r) {
  double keys = (double)t->keys * t->ranks;
  printf("%llu keys in %.0f MB on %u %s, %llu %% of it resident\n",
         (unsigned long long)(t->keys * t->ranks), (double)o->mb * t->ranks, t->ranks,
         t->ranks == 1 ? "rank" : "ranks", (unsigned long long)o->resident);
  printf("%-6s %10s %12s\n", "", "seconds", "1000 keys/s");
  printf("%-6s %10.3f %12.1f\n%-6s %10.3f %12.1f\n", "fill", r->fill, keys / r->fill / 1000, "read",
         r->read, keys / r->read / 1000);
  printf("pages brought in: %llu, evicted: %llu; keys wrong or missing: %llu%s\n",
         (unsigned long long)r->page_ins, (unsigned long long)r->evictions,
         (unsigned long long)r->wrong, r->wrong ? "  FAILED" : "");
}

static int has_failed(const struct bigtable *t, const struct outcome *r) {
  return r->wrong || r->used != t->keys * t->ranks;
}

static void finish(int failed) {
  if (fflush(stdout) != 0 || ferror(stdout))
    example_fail("bigtable", 1, "the result could not be written to standard output");
  if (failed) example_fail("bigtable", 1, "the check failed: keys are missing or wrong");
}

static void prepare(struct bigtable_options *o, gex_TM_t tm, int argc, char **argv) {
  gex_Rank_t rank = gex_TM_QueryRank(tm);
  char error[EXAMPLE_ERROR_TEXT];
  if (bigtable_options_parse(o, argc, argv, error) != 0)
    example_fail_all("bigtable", rank, 2, error);
  if (!o->help) return;
  if (rank == 0) bigtable_options_usage(stdout);
  gex_Event_Wait(gex_Coll_BarrierNB(tm, 0));
  gasnet_exit(0);
}

int main(int argc, char **argv) {
  struct bigtable_options options;
  static struct bigtable table;
  struct outcome r;
  gex_Client_t client;
  gex_EP_t ep;
  gex_TM_t tm;
  int failed, code = gex_Client_Init(&client, &ep, &tm, "BIGTABLE", &argc, &argv, 0);
  if (code != GASNET_OK) {
    fprintf(stderr, "bigtable: the job cannot start: %s\n", gasnet_ErrorDesc(code));
    return 1;
  }
  prepare(&options, tm, argc, argv);
  bigtable_open(&table, client, ep, tm, &options);
  r = fill_and_read(&table, &options);
  failed = has_failed(&table, &r);
  if (table.rank == 0) report(&table, &options, &r);
  if (table.rank == 0) finish(failed);
  barrier(&table);
  gasnet_exit(failed);
}
