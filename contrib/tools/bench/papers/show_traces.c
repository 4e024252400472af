/* SPDX-License-Identifier: BSD-3-Clause
 *
 * show_traces.c: traces of many nodes (contrib/tools/sim/firehose/traces.h) as tables and a plot.
 * The papers have no such figure: what they promise is that the limits hold and that misses are
 * few, and the oracle says how few they can be.
 */
#include <errno.h>

#include "contrib/tools/sim/firehose/traces.h"
#include "contrib/tools/bench/papers/report.h"

#define MISSES_GOAL 1.15 /* of the oracle's */
#define ORACLE_CASES 2000
#define ORACLE_SEED 1

/* --- the tables ----------------------------------------------------------- */

static void counts(const struct traces_result *r) {
  printf("\n  %-18s %9s %11s %9s %9s %9s %14s %8s %13s\n", "", "requests", "first uses", "least",
         "misses", "messages", "pinned/limit", "lent", "B/silent node");
  for (int k = 0; k < PATTERN_KINDS; k++, r++) {
    printf("  %-18s %9llu %11llu %9llu %9llu %9llu %7llu/%-6llu %8llu", pattern_name(r->kind),
           (unsigned long long)r->requests, (unsigned long long)r->oracle.first_uses,
           (unsigned long long)r->oracle.misses[ORACLE_OPTIMAL], (unsigned long long)r->misses,
           (unsigned long long)r->messages, (unsigned long long)r->most_pinned,
           (unsigned long long)r->limit, (unsigned long long)r->lent);
    report_cell(r->silent_pairs ? (double)r->silent_bytes : -1, 13, 0);
    printf("\n");
  }
}

/* Misses by the least misses: here, and by other policies. */
#define COLUMNS 4
static const char *const column[COLUMNS] = {"here", "LRU", "LFU", "popular"};

static double ratio(const struct traces_result *r, int c) {
  const uint64_t misses[COLUMNS] = {r->misses, r->oracle.misses[ORACLE_RECENT],
                                    r->oracle.misses[ORACLE_FREQUENT],
                                    r->oracle.misses[ORACLE_POPULAR]};
  return traces_of_least(r, misses[c]);
}

static void ratios(const struct traces_result *r) {
  printf("\n  Misses by the least misses, and what other policies would have; the time of all puts "
         "by that of the\n"
         "  least\n  %-18s",
         "");
  for (int c = 0; c < COLUMNS; c++) printf(" %9s", column[c]);
  printf(" %9s\n", "time");
  for (int k = 0; k < PATTERN_KINDS; k++, r++) {
    printf("  %-18s", pattern_name(r->kind));
    for (int c = 0; c < COLUMNS; c++) report_cell(ratio(r, c), 9, 3);
    report_cell(traces_cost(r), 9, 3);
    printf("\n");
  }
}

/* --- the plot ------------------------------------------------------------- */

static void put_data(FILE *f, const struct traces_result *r) {
  fprintf(f, "\"%s\"", pattern_name(r->kind));
  for (int c = 0; c < COLUMNS; c++) fprintf(f, " %g", ratio(r, c));
  fprintf(f, " %g %g ", traces_cost(r), 100 * traces_pinned(r));
  fprintf(f, r->silent_pairs ? "%zu\n" : "-\n", r->silent_bytes);
}

static const char panels[] =
    "set multiplot layout 1,3\nset style data histogram\nset style fill solid 0.7\nset grid y\nset "
    "key left top\n"
    "set xtics rotate by -15\nset datafile missing '-'\nset title 'misses'\nset ylabel 'of the "
    "least possible'\n"
    "set yrange [0.9:1.5]\nset arrow 1 from graph 0, first goal to graph 1, first goal nohead dt "
    "2\n"
    "plot data using 2:xtic(1) title 'here', '' using 3 title 'LRU', '' using 4 title 'LFU', \\\n"
    "  '' using 5 title 'popular', NaN with lines lc 8 dt 2 title sprintf('goal: %g', goal)\n"
    "set title 'most pinned on a node'\nset ylabel '% of M + MAXVICTIM'\nset yrange [0:130]\n"
    "set arrow 1 from graph 0, first 100 to graph 1, first 100\n"
    "plot data using 7:xtic(1) title 'here', NaN with lines lc 8 dt 2 title 'limit'\n"
    "set title 'memory for a silent peer'\nset ylabel 'bytes'\nset yrange [0:80]\n"
    "set arrow 1 from graph 0, first silent to graph 1, first silent\n"
    "plot data using 8:xtic(1) title 'here', NaN with lines lc 8 dt 2 title 'goal'\nunset "
    "multiplot\n";

static void draw_traces(const struct papers_options *o, const struct traces_result *r) {
  FILE *f = report_data(o, "traces");
  char commands[2048];
  if (f == NULL) return;
  fprintf(f, "# misses by the least: here, LRU, LFU, popular; time by that of the least misses; "
             "most pinned, %% of\n"
             "# the limit; bytes for a silent peer (-: there is none)\n");
  for (int k = 0; k < PATTERN_KINDS; k++) put_data(f, &r[k]);
  fclose(f);
  snprintf(commands, sizeof commands, "goal = %g\nsilent = %u\n%s", MISSES_GOAL, TRACES_SILENT_MOST,
           panels);
  report_plot(o, "traces", commands);
}

/* --- goals ---------------------------------------------------------------- */

static void judge_goals(const struct traces_result *r) {
  const struct traces_result *hot = &r[PATTERN_HOT_SPOT];
  double misses = traces_of_least(hot, hot->misses), most = 0;
  size_t silent = 0;
  for (int k = 0; k < PATTERN_KINDS; k++) {
    if (traces_pinned(&r[k]) > most) most = traces_pinned(&r[k]);
    if (r[k].silent_bytes > silent) silent = r[k].silent_bytes;
  }
  report_goals();
  report_goal("most pinned on a node, all traces", "M + MAXVICTIM at most", most <= 1,
              "%.1f %% of that", 100 * most);
  report_goal("hot-spot: misses, of the least", "(goal: 1.15)", misses <= MISSES_GOAL, "%.3f",
              misses);
  report_goal("hot-spot: time, of that of the least", "(goal: 1.15)",
              traces_cost(hot) <= MISSES_GOAL, "%.3f", traces_cost(hot));
  report_goal("bytes for a silent peer, at most", "(goal: 64)", silent <= TRACES_SILENT_MOST, "%zu",
              silent);
}

/* --- the figure ----------------------------------------------------------- */

int papers_show_traces(const struct papers_options *o) {
  struct traces_result r[PATTERN_KINDS];
  if (oracle_check(ORACLE_SEED, ORACLE_CASES))
    return papers_wrong = "there are fewer misses than the oracle's", EPROTO;
  for (int k = 0; k < PATTERN_KINDS; k++)
    if (traces_run((enum pattern_kind)k, o->quick, &r[k])) return papers_wrong = r[k].wrong, EPROTO;
  printf("  %u nodes, each with 4 firehoses for each other node; 'least': an oracle that knows the "
         "trace, on the same\n"
         "  firehoses, which a search of all ways confirms on %u short traces.\n",
         r[0].nodes, ORACLE_CASES);
  counts(r);
  ratios(r);
  draw_traces(o, r);
  judge_goals(r);
  return 0;
}
