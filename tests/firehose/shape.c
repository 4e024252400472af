/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shape.c: how the library does as a whole: threads that compete (contend.h), and many nodes (traces.h), as tables
 * with the goals beside. A goal that is missed is said so, and fails nothing: times are the machine's, too. What fails
 * is a limit exceeded, a request that failed or was stuck, an oracle that can be outdone, too much memory for a peer.
 *
 *   shape [--quick] [--dat FILE] [contend|traces]...
 *
 * --dat: figure 8's points, to be plotted. Where other work keeps the processors busy, threads are woken late; then
 * `chrt --rr 1 shape contend` measures the library.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/firehose/contend.h"
#include "tests/firehose/oracle.h"
#include "tests/firehose/traces.h"

#define LIMIT_S 900
#define RATE_GOAL 0.9     /* of one thread's */
#define FAIRNESS_GOAL 0.9 /* slowest to fastest */
#define MISSES_GOAL 1.15  /* of the oracle's */
#define SILENT_GOAL 64u   /* bytes */
#define SEED 1

struct scale {
  uint32_t rounds;
  double seconds; /* of a round of each point */
  uint32_t cases, nodes, requests[PATTERN_KINDS];
};

static const struct scale full = {5, 0.5, 2000, 1024, {100, 640, 2000}};
static const struct scale quick = {1, 0.05, 200, 64, {500, 640, 500}};

static int passed, failed;

/* NULL: it passed. */
static void report(const char *what, const char *wrong) {
  if (wrong) failed++;
  else passed++;
  if (wrong) printf("not ok %s: %s\n", what, wrong);
  fflush(stdout);
}

static const char *verdict(int met) { return met ? "met" : "MISSED"; }

/* --- threads ----------------------------------------------------------------------------------------------- */

static void print_point(const struct contend_point *p, double one) {
  double ratio = one > 0 ? p->mb_s / one : 0;
  printf("%7u %9.1f %9.3f  %-6s %16.3f  %-6s %8.3f %11.3f\n", p->threads, p->mb_s, ratio, verdict(ratio >= RATE_GOAL),
         p->fairness, verdict(p->fairness >= FAIRNESS_GOAL), p->contended, p->precedence);
}

static void print_points(const struct contend_result *r, const struct scale *s) {
  printf("\nFigure 8: threads of a node put %u KB each to another node, through the firehoses of one put; medians of "
         "%u rounds of %.2f s\n\n",
         CONTEND_PUT / 1024, s->rounds, s->seconds);
  printf("%7s %9s %9s  %-6s %16s  %-6s %8s %11s\n", "threads", "MB/s", "of one's", ">= 0.9", "slowest/fastest",
         ">= 0.9", "put off", "precedence");
  for (int k = 0; k < CONTEND_POINTS; k++) print_point(&r->point[k], r->point[0].mb_s);
}

static void write_points(const struct contend_result *r, const char *path) {
  FILE *f = path ? fopen(path, "we") : NULL;
  if (path && f == NULL) perror(path);
  if (f == NULL) return;
  fprintf(f, "# threads  MB/s  slowest/fastest\n");
  for (int k = 0; k < CONTEND_POINTS; k++)
    fprintf(f, "%u %.3f %.4f\n", r->point[k].threads, r->point[k].mb_s, r->point[k].fairness);
  fclose(f);
}

static void contend(const struct scale *s, const char *dat) {
  struct contend_result r;
  contend_run(s->rounds, s->seconds, &r);
  report("threads that compete", r.wrong ? r.wrong : r.puts == 0 ? "nobody has put anything" : NULL);
  if (r.wrong) return;
  print_points(&r, s);
  write_points(&r, dat);
}

/* --- nodes ------------------------------------------------------------------------------------------------- */

static double of_least(const struct traces_result *r, uint64_t misses) {
  uint64_t least = r->oracle.misses[ORACLE_OPTIMAL];
  return least ? (double)misses / (double)least : 0;
}

static void print_counts(const struct traces_result *r, const struct scale *s) {
  printf("\nTraces of %u nodes, and the least misses on the same firehoses\n\n", s->nodes);
  printf("%-18s %9s %11s %9s %9s %9s %14s %8s %13s  %s\n", "", "requests", "first uses", "least", "misses", "messages",
         "pinned/limit", "lent", "B/silent node", "<= 64");
  for (int k = 0; k < PATTERN_KINDS; k++, r++)
    printf("%-18s %9llu %11llu %9llu %9llu %9llu %7llu/%-6llu %8llu %13zu  %s\n", pattern_name(r->kind),
           (unsigned long long)r->requests, (unsigned long long)r->oracle.first_uses,
           (unsigned long long)r->oracle.misses[ORACLE_OPTIMAL], (unsigned long long)r->misses,
           (unsigned long long)r->messages, (unsigned long long)r->most_pinned, (unsigned long long)r->limit,
           (unsigned long long)r->lent, r->silent_bytes,
           r->silent_pairs ? verdict(r->silent_bytes <= SILENT_GOAL) : "there is none");
}

/* The goal is the hot-spot's. */
static const char *within(const struct traces_result *r, double ratio) {
  return r->kind == PATTERN_HOT_SPOT ? verdict(ratio <= MISSES_GOAL) : "";
}

static void print_ratios(const struct traces_result *r) {
  printf("\nMisses by the least misses, and what other policies would have; the cost of all puts by that of the "
         "least\n\n");
  printf("%-18s %9s  %-7s %9s %9s %9s %9s  %s\n", "", "misses", "<= 1.15", "LRU", "LFU", "popular", "cost", "<= 1.15");
  for (int k = 0; k < PATTERN_KINDS; k++, r++) {
    double misses = of_least(r, r->misses), cost = r->oracle_us > 0 ? r->cost_us / r->oracle_us : 0;
    printf("%-18s %9.3f  %-7s %9.3f %9.3f %9.3f %9.3f  %s\n", pattern_name(r->kind), misses, within(r, misses),
           of_least(r, r->oracle.misses[ORACLE_RECENT]), of_least(r, r->oracle.misses[ORACLE_FREQUENT]),
           of_least(r, r->oracle.misses[ORACLE_POPULAR]), cost, within(r, cost));
  }
}

static const char *wrong_of(const struct traces_result *r) {
  if (r->wrong) return r->wrong;
  if (r->most_pinned > r->limit) return "more is pinned than M + MAXVICTIM";
  if (r->misses < r->oracle.misses[ORACLE_OPTIMAL]) return "it has fewer misses than is possible";
  return r->silent_bytes > SILENT_GOAL ? "a silent peer takes too much memory" : NULL;
}

static void traces(const struct scale *s) {
  struct traces_result r[PATTERN_KINDS];
  report("the oracle", oracle_check(SEED, s->cases) ? "there are fewer misses than its least" : NULL);
  for (int k = 0; k < PATTERN_KINDS; k++) {
    traces_run((enum pattern_kind)k, s->nodes, s->requests[k], SEED, &r[k]);
    report(pattern_name((enum pattern_kind)k), wrong_of(&r[k]));
  }
  print_counts(r, s);
  print_ratios(r);
}

/* --- all --------------------------------------------------------------------------------------------------- */

static int usage(const char *name) {
  fprintf(stderr, "usage: %s [--quick] [--dat FILE] [contend|traces]...\n", name);
  return 2;
}

int main(int argc, char **argv) {
  const struct scale *s = &full;
  const char *dat = NULL;
  int want_contend = 0, want_traces = 0;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "--quick") == 0) s = &quick;
    else if (strcmp(argv[i], "--dat") == 0 && i + 1 < argc) dat = argv[++i];
    else if (strcmp(argv[i], "contend") == 0) want_contend = 1;
    else if (strcmp(argv[i], "traces") == 0) want_traces = 1;
    else return usage(argv[0]);
  }
  if (!want_contend && !want_traces) want_contend = want_traces = 1;
  alarm(LIMIT_S); /* whatever is stuck */
  if (want_contend) contend(s, dat);
  if (want_traces) traces(s);
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
