/* SPDX-License-Identifier: BSD-3-Clause
 *
 * show_apps.c: figures 9 to 14, of the five applications, by replaying their traces on the paper's
 * cluster. ASYNC and ARDMAR replay traces of runs in which homes do not fault until a page has been
 * fetched; "ARDMAR as in the paper" replays those with HYD_DSM_HOME_PAGES=readonly.
 */
#include <math.h>

#include "contrib/layers/dsm/papers/replay.h"
#include "contrib/layers/dsm/papers/show.h"

enum { APPS = 5, SIZES = 5, KINDS = 3 };
enum { PAPERS_ARDMAR = 2 }; /* after ASYNC and ARDMAR */

static const struct {
  const char *name;
  double paper; /* the paper's ratio of ASYNC's time to ARDMAR's, 16 nodes, the larger size */
} apps[APPS] = {{"radix", 2.25}, {"barnes", 1.73}, {"is", 1.41}, {"fft3d", 1.18}, {"water", 1.02}};
static const uint32_t sizes[SIZES] = {1, 2, 4, 8, 16};
static const char *const kinds[KINDS] = {"ASYNC", "ARDMAR", "ARDMAR, paper's homes"};

static struct replayed result[APPS][SIZES][KINDS];
enum { STOPS = 5 };
static const uint32_t stop_us[STOPS] = {0, 10, 20, 40, 80};
/* The gain of ARDMAR for each extra time of a handler that interrupts a program. */
static double stopped[APPS][STOPS];
static double async_faults[APPS]; /* faults of a node, in a run by ASYNC */

/* Computing times vary from run to run, and nodes wait for each other: so several recordings. */
enum { RECORDED = 3 };
static double again[APPS][RECORDED]; /* the gain of ARDMAR, 16 nodes, for each recording */

static double least_of(const double *x) { return fmin(x[0], fmin(x[1], x[2])); }
static double most_of(const double *x) { return fmax(x[0], fmax(x[1], x[2])); }
static double median_of(const double *x) { return x[0] + x[1] + x[2] - least_of(x) - most_of(x); }

static struct replayed *last(int app, int kind) { return &result[app][SIZES - 1][kind]; }
static double gain(int app, int kind) {
  return kind == ARDMAR ? median_of(again[app])
                        : last(app, ASYNC)->seconds / last(app, kind)->seconds;
}

/* --- replaying -------------------------------------------------------------- */

/* Replays with a cost that the paper leaves out: a handler that interrupts a program takes
 * longer. */
static void replay_stopped(const struct traces *t, int app) {
  for (int i = 0; i < STOPS; i++) {
    struct costs costs = costs_paper;
    struct replayed async, ardmar;
    costs.interrupt = stop_us[i] * 1000u;
    if (replay(t, &costs, ASYNC, &async) == NULL && replay(t, &costs, ARDMAR, &ardmar) == NULL)
      stopped[app][i] = async.seconds / ardmar.seconds;
  }
}

static int replay_one(const char *traces, int app, int size, int kind) {
  struct traces t;
  char dir[4096];
  const char *wrong;
  snprintf(dir, sizeof dir, "%.3900s/%s.%s.%u", traces, apps[app].name,
           kind == PAPERS_ARDMAR ? "readonly" : "tracked", sizes[size]);
  wrong = traces_read(&t, dir);
  if (wrong == NULL)
    wrong = replay(&t, &costs_paper, kind == ASYNC ? ASYNC : ARDMAR, &result[app][size][kind]);
  if (wrong == NULL && size == SIZES - 1 && kind == ARDMAR) replay_stopped(&t, app);
  traces_free(&t);
  if (wrong) fprintf(stderr, "papers: %s: %s\n", apps[app].name, wrong);
  return wrong != NULL;
}

/* Replays TRACES/APPLICATION.tracked.16.1 and .2, besides the recording of which all figures are
 * drawn. */
static int replay_again(const char *traces, int app) {
  again[app][0] = last(app, ASYNC)->seconds / last(app, ARDMAR)->seconds;
  for (int k = 1; k < RECORDED; k++) {
    struct traces t;
    struct replayed async, ardmar;
    char dir[4096];
    const char *wrong;
    snprintf(dir, sizeof dir, "%.3900s/%s.tracked.%u.%d", traces, apps[app].name, sizes[SIZES - 1],
             k);
    wrong = traces_read(&t, dir);
    if (wrong == NULL) wrong = replay(&t, &costs_paper, ASYNC, &async);
    if (wrong == NULL) wrong = replay(&t, &costs_paper, ARDMAR, &ardmar);
    traces_free(&t);
    if (wrong) fprintf(stderr, "papers: %s: %s\n", apps[app].name, wrong);
    if (wrong) return 1;
    again[app][k] = async.seconds / ardmar.seconds;
  }
  return 0;
}

static int count_async(const char *traces, int app) {
  struct traces t;
  char dir[4096];
  const char *wrong;
  double faults = 0;
  snprintf(dir, sizeof dir, "%.3900s/%s.tracked.%u.async", traces, apps[app].name,
           sizes[SIZES - 1]);
  wrong = traces_read(&t, dir);
  if (wrong) fprintf(stderr, "papers: %s: %s\n", apps[app].name, wrong);
  for (uint32_t i = 0; !wrong && i < t.ranks; i++)
    for (size_t e = 0; e < t.of[i].n; e++) faults += t.of[i].event[e].kind == HYD_DSM_E_FAULT;
  async_faults[app] = faults / t.ranks;
  traces_free(&t);
  return wrong != NULL;
}

static int replay_all(const char *traces) {
  int failed = 0;
  for (int a = 0; a < APPS; a++) {
    for (int s = 0; s < SIZES; s++)
      for (int k = 0; k < KINDS; k++)
        if (!failed) failed = replay_one(traces, a, s, k);
    if (!failed) failed = replay_again(traces, a) || count_async(traces, a);
  }
  return failed;
}

/* --- the figures ------------------------------------------------------------ */

static void put_times(FILE *f) {
  printf("\nFigures 9 and 10: seconds, and speed-up over one node\n\n  %-8s %-22s", "", "");
  for (int s = 0; s < SIZES; s++) printf(" %7u n.", sizes[s]);
  printf("   speed-up at 16\n");
  for (int a = 0; a < APPS; a++) {
    for (int k = 0; k < KINDS; k++) {
      printf("  %-8s %-22s", apps[a].name, kinds[k]);
      for (int s = 0; s < SIZES; s++) printf(" %10.3f", result[a][s][k].seconds);
      printf(" %10.2f\n", result[a][0][k].seconds / last(a, k)->seconds);
    }
    for (int s = 0; s < SIZES; s++)
      fprintf(f, "%u %g %g %g %s\n", sizes[s], result[a][s][0].seconds, result[a][s][1].seconds,
              result[a][s][2].seconds, apps[a].name);
    fprintf(f, "\n\n");
  }
}

static void draw_times(const struct papers_options *o) {
  FILE *f = report_data(o, "fig10");
  if (f == NULL) return;
  fprintf(f, "# nodes; seconds: ASYNC, ARDMAR, ARDMAR with the paper's homes; an index for each "
             "application\n");
  put_times(f);
  fclose(f);
  report_plot(o, "fig10",
              "set multiplot layout 1,5\nset grid\nset key bottom left\nset logscale x 2\n"
              "set yrange [0:]\nset xlabel 'nodes'\nn = 'radix barnes is fft3d water'\n"
              "do for [i=0:4] {\nset title word(n, i+1)\nif (i == 0) {set ylabel 's'} else "
              "{unset ylabel}\n"
              "plot data index i using 1:2 with linespoints lc 1 pt 7 title 'ASYNC', \\\n"
              "  '' index i using 1:3 with linespoints lc 2 pt 7 title 'ARDMAR'\n}\n"
              "unset multiplot\n");
}

/* The speed-up relative to the faster protocol on one node, where protocols cost time, too. */
static double speed_up(int app, int kind) {
  double alone = result[app][0][0].seconds;
  for (int k = 1; k < KINDS; k++) alone = fmin(alone, result[app][0][k].seconds);
  return alone / last(app, kind)->seconds;
}
static double of_handlers(int app, int kind) { return last(app, kind)->handler; }
static double of_pages(int app, int kind) { return last(app, kind)->spent[SPENT_PAGE]; }
static double of_faults(int app, int kind) { return last(app, kind)->faults; }

/* A bar for each application and kind, at 16 nodes. */
static void bars(const struct papers_options *o, const char *name, const char *title,
                 const char *unit, double (*value)(int, int)) {
  char commands[1024];
  FILE *f = report_data(o, name);
  if (f == NULL) return;
  fprintf(f, "# %s, 16 nodes; %s: ASYNC, ARDMAR, ARDMAR with the paper's homes\n", title, unit);
  printf("\n%s, 16 nodes (%s)\n\n  %-10s %12s %12s %22s\n", title, unit, "", kinds[0], kinds[1],
         kinds[2]);
  for (int a = 0; a < APPS; a++) {
    printf("  %-10s %12.4g %12.4g %22.4g\n", apps[a].name, value(a, 0), value(a, 1), value(a, 2));
    fprintf(f, "%s %g %g %g\n", apps[a].name, value(a, 0), value(a, 1), value(a, 2));
  }
  fclose(f);
  snprintf(commands, sizeof commands,
           "set grid y\nset style data histograms\nset style fill solid 0.8\nset yrange [0:]\n"
           "set key outside\nset title '%s, 16 nodes'\nset ylabel '%s'\n"
           "plot data using 2:xtic(1) lc 1 title 'ASYNC', '' using 3 lc 2 title 'ARDMAR', \\\n"
           "  '' using 4 lc 3 title 'ARDMAR, homes of the paper'\n",
           title, unit);
  report_plot(o, name, commands);
}

static const char *const parts[SPENT_KINDS] = {"compute", "pages", "locks", "barriers", "other"};

static double total(int app, int kind) {
  double sum = 0;
  for (int p = 0; p < SPENT_KINDS; p++) sum += last(app, kind)->spent[p];
  return sum;
}

static void put_parts(FILE *f, int app, int kind) {
  const struct replayed *r = last(app, kind);
  printf("  %-8s %-22s", apps[app].name, kinds[kind]);
  fprintf(f, "%s-%s", apps[app].name, kind == ASYNC ? "async" : "ardmar");
  for (int p = 0; p < SPENT_KINDS; p++) {
    printf(" %9.4f", r->spent[p]);
    fprintf(f, " %g", r->spent[p]);
  }
  printf("\n");
  fprintf(f, " %g\n", total(app, ASYNC));
}

static void draw_parts(const struct papers_options *o) {
  FILE *f = report_data(o, "fig11");
  if (f == NULL) return;
  printf("\nFigure 11: where a node's time goes, 16 nodes (s)\n\n  %-8s %-22s", "", "");
  for (int p = 0; p < SPENT_KINDS; p++) printf(" %9s", parts[p]);
  printf("\n");
  for (int a = 0; a < APPS; a++) {
    put_parts(f, a, ASYNC);
    put_parts(f, a, ARDMAR);
  }
  fclose(f);
  report_plot(
      o, "fig11",
      "set grid y\nset style data histograms\nset style histogram rowstacked\n"
      "set style fill solid 0.8\nset boxwidth 0.7\nset yrange [0:]\nset xtics rotate by -35\n"
      "set title \"Figure 11: where a node's time goes, 16 nodes\"\nset ylabel \"of ASYNC's "
      "time\"\nset key outside\n"
      "plot data using ($2/$7):xtic(1) title 'compute', '' using ($3/$7) title 'pages', "
      "\\\n  '' using ($4/$7) title 'locks', '' using ($5/$7) title 'barriers', "
      "'' using ($6/$7) title 'other'\n");
}

/* Prints where the gains come from. */
static void reasons(void) {
  printf(
      "\nA node of 16: pages fetched, the time of each, and handlers' part of the node's time\n\n"
      "  %-8s %9s %11s %11s %14s %14s\n",
      "", "fetches", "ASYNC, us", "ARDMAR, us", "ASYNC, mean", "busiest node");
  for (int a = 0; a < APPS; a++) {
    const struct replayed *async = last(a, ASYNC), *ardmar = last(a, ARDMAR);
    printf("  %-8s %9.0f %11.1f %11.1f %12.0f %% %12.0f %%\n", apps[a].name, async->fetches,
           1e6 * async->spent[SPENT_PAGE] / async->fetches,
           1e6 * ardmar->spent[SPENT_PAGE] / ardmar->fetches, 100 * async->handler / async->seconds,
           100 * async->busiest);
  }
  printf("\nGains if a handler that interrupts a program takes this many us longer\n\n  %-8s", "");
  for (int i = 0; i < STOPS; i++) printf(" %6u", stop_us[i]);
  printf(" %8s\n", "paper");
  for (int a = 0; a < APPS; a++) {
    printf("  %-8s", apps[a].name);
    for (int i = 0; i < STOPS; i++) printf(" %6.2f", stopped[a][i]);
    printf(" %8.2f\n", apps[a].paper);
  }
}

/* --- the paper's numbers ----------------------------------------------------- */

static void gains(void) {
  char what[80], paper[40];
  for (int a = 0; a < APPS; a++) {
    snprintf(what, sizeof what, "%s, ASYNC : ARDMAR", apps[a].name);
    snprintf(paper, sizeof paper, "%.2f", apps[a].paper);
    report_fact(what, paper, "%.2f (%.2f to %.2f; %.2f, paper's homes)", gain(a, ARDMAR),
                least_of(again[a]), most_of(again[a]), gain(a, PAPERS_ARDMAR));
  }
  for (int a = 0; a + 1 < APPS; a++) {
    double more = gain(a, ARDMAR), less = gain(a + 1, ARDMAR);
    snprintf(what, sizeof what, "%s gains more than %s", apps[a].name, apps[a + 1].name);
    report_goal(what, "yes", more > less, "%.3f, %.3f", more, less);
  }
}

static void fault_ratios(void) {
  char what[80];
  for (int a = 0; a < APPS; a++) {
    double ratio = last(a, ARDMAR)->faults / async_faults[a];
    snprintf(what, sizeof what, "%s, page faults ARDMAR : ASYNC", apps[a].name);
    report_goal(what, "<= 1.02 (the goal)", ratio <= 1.02, "%.3f (%.3f, paper's homes)", ratio,
                last(a, PAPERS_ARDMAR)->faults / async_faults[a]);
  }
}

int show_applications(const struct papers_options *o, const char *traces) {
  if (replay_all(traces)) return 1;
  draw_times(o);
  bars(o, "fig9", "Figure 9: speed-up", "times", speed_up);
  draw_parts(o);
  bars(o, "fig12", "Figure 12: time in handlers", "s of a node", of_handlers);
  bars(o, "fig13", "Figure 13: time of page fetches", "s of a node", of_pages);
  bars(o, "fig14", "Figure 14: page faults", "of a node", of_faults);
  reasons();
  report_goals();
  gains();
  fault_ratios();
  return 0;
}
