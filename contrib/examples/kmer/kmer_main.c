/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kmer_main.c: start the job, count, let rank 0 report. Every rank reads the whole input; see
 * kmer_split.h for which rank counts what.
 */
#include "example.h"
#include "kmer_dist.h"
#include "kmer_options.h"
#include "kmer_serial.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct run {
  struct kmer_dist dist;
  struct kmer_options options;
  struct kmer_result result;
  uint64_t letters; /* of the current record */
  struct example_bar bar;
};

/* ---- progress bar -------------------------------------------------------- */

static const char *bar_text(const struct run *run) {
  static char text[40];
  snprintf(text, sizeof text, "%.0f million bases", (double)run->result.bases / 1e6);
  return text;
}

static void on_progress(void *ctx, uint64_t done) {
  struct run *run = ctx;
  uint64_t all = run->result.bytes;
  example_bar_show(&run->bar, all ? (double)done / (double)all : 1, bar_text(run));
}

/* ---- counting ------------------------------------------------------------ */

static void end_of_record(struct run *run) {
  unsigned k = run->options.k;
  if (run->letters >= k) run->result.windows += run->letters - k + 1;
  run->letters = 0;
}

static void on_record(void *ctx) {
  struct run *run = ctx;
  end_of_record(run);
  run->result.records++;
  kmer_dist_record(&run->dist);
}

static void on_bases(void *ctx, const unsigned char *text, size_t n) {
  struct run *run = ctx;
  run->result.bases += n;
  run->letters += n;
  kmer_dist_bases(&run->dist, text, n);
}

static void count_files(struct run *run) {
  struct kmer_visitor v = {on_record, on_bases, NULL, run};
  char error[KMER_ERROR_TEXT];
  gex_Rank_t hosts;
  if (run->dist.rank == 0) v.progress = on_progress;
  run->bar = (struct example_bar){"kmer", run->options.progress, example_now(), 0};
  if (kmer_files_read(run->options.file, run->options.files, &v, error) != 0)
    kmer_dist_fail(&run->dist, error);
  end_of_record(run);
  kmer_dist_finish(&run->dist, &run->result.all);
  run->result.seconds = example_now() - run->bar.began;
  example_bar_done(&run->bar, bar_text(run));
  gex_System_QueryMyPosition(NULL, NULL, &hosts, NULL);
  run->result.k = run->options.k;
  run->result.ranks = run->dist.ranks;
  run->result.hosts = hosts;
  run->result.files = (unsigned)run->options.files;
}

/* ---- report -------------------------------------------------------------- */

/* Counts of the most frequent k-mers and of the queries, from their owners. */
static void read_back(struct run *run) {
  struct kmer_result *r = &run->result;
  for (int i = 0; i < KMER_TOP && r->all.top[i].key; i++)
    r->all.top[i].count = kmer_dist_count(&run->dist, r->all.top[i].key - 1);
  r->queries = run->options.queries;
  r->query_text = run->options.query_text;
  for (int i = 0; i < r->queries; i++)
    r->query_count[i] = kmer_dist_count(&run->dist, run->options.query[i]);
}

/* Ends the job if the counts are not those of the serial count. */
static void check_serially(struct run *run) {
  const struct kmer_options *o = &run->options;
  uint64_t distinct = run->result.all.distinct, n = 0;
  struct kmer_slot *serial = NULL, *got = kmer_dist_read_all(&run->dist, distinct);
  char text[KMER_ERROR_TEXT];
  if (!got) kmer_dist_fail(&run->dist, "--check: no memory for the counts on rank 0");
  if (kmer_serial_count(o->file, o->files, o->k, &serial, &n, text) != 0)
    kmer_dist_fail(&run->dist, text);
  if (!kmer_list_compare(got, distinct, serial, n, o->k, text, sizeof text))
    kmer_dist_fail(&run->dist, text);
  free(got);
  free(serial);
}

static void report(struct run *run) {
  int json = run->options.json, check = run->options.check;
  read_back(run);
  if (!json) kmer_print_text(stdout, &run->result);
  fflush(stdout);
  if (check) check_serially(run);
  if (json) kmer_print_json(stdout, &run->result, check ? "agrees" : NULL);
  if (check && !json) printf("agrees with the serial count\n");
  if (fflush(stdout) != 0 || ferror(stdout))
    kmer_dist_fail(&run->dist, "the result could not be written to standard output");
}

/* The command line. */
static void prepare(struct run *run, gex_TM_t tm, int argc, char **argv) {
  gex_Rank_t rank = gex_TM_QueryRank(tm);
  char error[KMER_ERROR_TEXT];
  if (kmer_options_parse(&run->options, argc, argv, error) != 0) kmer_dist_fail_all(rank, 2, error);
  if (run->options.help) {
    if (rank == 0) kmer_options_usage(stdout);
    gex_Coll_BarrierBlocking(tm, 0);
    gasnet_exit(0);
  }
}

int main(int argc, char **argv) {
  static struct run run;
  char error[KMER_ERROR_TEXT];
  gex_Client_t client;
  gex_EP_t ep;
  gex_TM_t tm;
  int code = gex_Client_Init(&client, &ep, &tm, "KMER", &argc, &argv, 0);
  if (code != GASNET_OK) {
    fprintf(stderr, "kmer: the job cannot start: %s\n", gasnet_ErrorDesc(code));
    return 1;
  }
  prepare(&run, tm, argc, argv);
  kmer_dist_open(&run.dist, ep, tm, run.options.k, run.options.memory_mb);
  if (kmer_files_look(run.options.file, run.options.files, &run.result.bytes, error) != 0)
    kmer_dist_fail(&run.dist, error);
  count_files(&run);
  if (run.dist.rank == 0) report(&run);
  kmer_dist_close(&run.dist);
}
