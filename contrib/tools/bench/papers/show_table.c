/* SPDX-License-Identifier: BSD-3-Clause
 *
 * show_table.c: the slides' table of applications, beside ours. Their programs compute for about a
 * millisecond between two puts, ours much less; so what is compared is how much longer a strategy's
 * run takes than firehose's, for each of the puts of a node.
 */
#include "contrib/tools/bench/papers/report.h"

#define SLIDES_NODES 2

struct slide {
  const char *name, *title;
  double puts, hits;            /* of all nodes, millions; % */
  double seconds[3], put_us[3]; /* by strategy: the first three; 0: not said */
  double hit_us, miss_us;
};
static const struct slide slides[] = {
    {"Cannon",
     "Cannon's matrix multiplication, 2 x 2 nodes, blocks of 64 x 64, puts of rows",
     1.5,
     99.8,
     {781, 797, 5460},
     {0, 34, 5141},
     14,
     46},
    {"bitonic",
     "Bitonic sort, 4 nodes of 8,192 keys, puts of 256 B",
     2.1,
     99.98,
     {255, 289, 4740},
     {0, 33, 522},
     15,
     54},
};

/* us */
static double slide_more(const struct slide *s, int of) {
  return (s->seconds[of] - s->seconds[0]) / (s->puts / SLIDES_NODES);
}

/* --- the table ------------------------------------------------------------ */

static void slide_cell(double value) {
  if (value > 0)
    report_cell(value, 9, 0);
  else
    printf(" %9s", "");
}

static void line(const struct slide *s, const struct papers_kernel *k, int of) {
  const struct papers_run *r = &k->run[of];
  printf("  %-10s", fh_strategy_name((enum fh_strategy)of));
  if (r->status) {
    printf(" cannot have so much memory\n");
    return;
  }
  report_cell(r->seconds, 9, 3);
  report_cell(r->put_us, 9, 1);
  slide_cell(of < 3 ? s->put_us[of] : 0);
  printf(" %9.1f", papers_more_us(k, (enum fh_strategy)of));
  slide_cell(of < 3 ? slide_more(s, of) : 0);
  printf("\n");
}

static void print_table(const struct slide *s, const struct papers_kernel *k) {
  printf("\n  %s\n  %llu puts (slides: %.1f million); results are as computed serially\n", s->title,
         (unsigned long long)k->run[0].puts, s->puts);
  printf("  %-10s %9s %9s %9s %9s %9s\n", "", "s", "us a put", "slides", "us more", "slides");
  for (int i = 0; i < PAPERS_STRATEGIES; i++) line(s, k, i);
}

/* --- the plot ------------------------------------------------------------- */

static void draw_kernel(const struct papers_options *o, const struct papers_kernel *k) {
  FILE *f = report_data(o, "table");
  if (f == NULL) return;
  fprintf(f, "# us more than firehose, for each put of a node: rendezvous: here, slides; unpin: "
             "here, slides\n");
  for (int i = 0; i < 2; i++)
    fprintf(f, "%s %g %g %g %g\n", slides[i].name, papers_more_us(&k[i], FH_STRATEGY_RENDEZVOUS),
            slide_more(&slides[i], 1), papers_more_us(&k[i], FH_STRATEGY_UNPIN),
            slide_more(&slides[i], 2));
  fclose(f);
  report_plot(o, "table",
              "set style data histograms\nset style fill solid 0.6\nset logscale y\nset yrange "
              "[1:]\nset grid y\n"
              "set ylabel 'µs more than firehose, a put'\nset key outside right\n"
              "plot data using 2:xtic(1) lc 2 title 'rendezvous', '' using 3 lc 2 fs pattern 4 "
              "title 'slides', \\\n"
              "  '' using 4 lc 3 fs solid 0.6 title 'unpin', '' using 5 lc 3 fs pattern 4 title "
              "'slides'\n");
}

/* --- what the slides say -------------------------------------------------- */

static void judge_goals(const struct slide *s, const struct papers_kernel *k, int quick) {
  const struct papers_run *r = k->run;
  int ordered = r[0].seconds < r[1].seconds && r[1].seconds < r[2].seconds;
  char paper[3][40];
  snprintf(paper[0], sizeof paper[0], "%g %%", s->hits);
  snprintf(paper[1], sizeof paper[1], "%g us", s->hit_us);
  snprintf(paper[2], sizeof paper[2], "%g us (few pins)", s->miss_us);
  report_goals();
  if (quick)
    report_fact("hits (of few puts)", paper[0], "%.3f %%", 100 * r->hits);
  else
    report_goal("hits", paper[0], 100 * r->hits >= s->hits, "%.3f %%", 100 * r->hits);
  report_goal("run time: firehose < no unpin < with unpin", "yes", ordered, "%s",
              ordered ? "yes" : "no");
  report_fact("a hit takes", paper[1], "%.1f us", r->hit_us);
  report_fact("a miss takes", paper[2], "%.1f us (all pin)", r->miss_us);
  report_fact("with buckets asked for ahead: hits", "", "%.3f %%", 100 * k->ahead.hits);
}

int papers_show_table(const struct papers_options *o) {
  struct papers_kernel k[2];
  int rc = papers_cannon(&k[0], &cost_myrinet, o->quick);
  if (rc == 0) rc = papers_bitonic(&k[1], &cost_myrinet, o->quick);
  if (rc) return rc;
  printf("  The cost of messages is derived from the slides' 34 us of rendezvous and 14 us of a "
         "hit (cost.c), so that\n"
         "  those two agree by themselves. 'us more': than firehose, in all of the run, for each "
         "put of a node.\n");
  for (int i = 0; i < 2; i++) {
    print_table(&slides[i], &k[i]);
    judge_goals(&slides[i], &k[i], o->quick);
  }
  draw_kernel(o, k);
  return 0;
}
