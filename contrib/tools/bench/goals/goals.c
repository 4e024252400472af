/* SPDX-License-Identifier: BSD-3-Clause
 *
 * goals.c: `gasnet-bench goals`, behind `make goals`: measures what the goals of the groups need,
 * prints every figure with its goal. What could not be measured is neither met nor missed. Most
 * figures are medians; where time is emulated and noisy, the best batch of all is set against the
 * best of what it is compared with, and the median ratio is shown beside it.
 */
#include "goals.h"

#include <string.h>

#include "contrib/tools/bench/output/output.h"

enum { NOT_MEASURED = 77 }; /* status, as of tests that nothing could run for */

static const struct {
  const char *name;
  const struct hyd_bn_goal *goals;
} groups[] = {
    {"smp", hyd_bn_goals_smp},           {"vis", hyd_bn_goals_vis},     {"ex", hyd_bn_goals_ex},
    {"firehose", hyd_bn_goals_firehose}, {"netvm", hyd_bn_goals_netvm}, {"ibv", hyd_bn_goals_ibv},
#ifdef HYD_BENCH_UDP
    {"udp", hyd_bn_goals_udp},
#endif
};
#define GROUPS (sizeof groups / sizeof *groups)

struct figure {
  double value, median, p1, p99; /* `value` is what is judged */
  bool measured, met;
};

/* The best batch by the best of those it is compared with. */
static double best_batch(struct hyd_bn_row *r, int bound) {
  double percent = bound == AT_MOST ? 0 : 100, against = hyd_bn_pct(&r->against, percent);
  return against > 0 ? hyd_bn_pct(&r->value, percent) / against : 0;
}

static struct figure figure_of(struct hyd_bn_row *r, const struct hyd_bn_goal *g) {
  struct hyd_bn_set *s = g->field == VALUE ? &r->value : &r->ratio;
  struct figure f = {0, hyd_bn_median(s), hyd_bn_pct(s, 1), hyd_bn_pct(s, 99), s->n > 0, false};
  f.value = f.median;
  if (g->field != BEST) return f;
  f.measured = r->value.n && r->against.n;
  if (f.measured) f.value = best_batch(r, g->bound);
  return f;
}

static struct figure judge(const struct hyd_bn *b, const struct hyd_bn_goal *g) {
  struct figure worst = {0};
  for (size_t i = 0; i < b->rows.n; i++) {
    struct hyd_bn_row *r = b->rows.row[i];
    if (strcmp(r->suite, g->suite) || strcmp(r->name, g->name) || r->ranks != g->ranks ||
        r->bytes < g->bytes_min || r->bytes > g->bytes_max)
      continue;
    struct figure f = figure_of(r, g);
    if (!f.measured) continue;
    bool worse = g->bound == AT_MOST ? f.value > worst.value : f.value < worst.value;
    if (!worst.measured || worse) worst = f;
  }
  worst.met =
      worst.measured && (g->bound == AT_MOST ? worst.value <= g->goal : worst.value >= g->goal);
  return worst;
}

static void print_goal(const struct hyd_bn_goal *g, const struct figure *f) {
  char figure[24] = "none", spread[40] = "";
  const char *verdict = !f->measured ? "not measured" : f->met ? "met" : "MISSED";
  if (f->measured) {
    snprintf(figure, sizeof figure, "%.4g", f->value);
    snprintf(spread, sizeof spread, "%.3g .. %.3g", f->p1, f->p99);
  }
  if (f->measured && g->field == BEST) snprintf(spread, sizeof spread, "median %.3g", f->median);
  if (f->measured && f->value >= 1000) snprintf(figure, sizeof figure, "%.0f", f->value);
  printf("%-36s %8s  %s %-5g %-8s %-18s %s\n", g->what, figure,
         g->bound == AT_MOST ? "<=" : ">=", g->goal, g->unit, spread, verdict);
}

static json_t *goal_json(const char *group, const struct hyd_bn_goal *g, const struct figure *f) {
  json_t *o = json_pack("{s:s, s:s, s:s, s:f, s:s, s:b, s:b}", "group", group, "what", g->what,
                        "bound", g->bound == AT_MOST ? "at most" : "at least", "goal", g->goal,
                        "unit", g->unit, "measured", f->measured, "met", f->met);
  if (!f->measured) return o;
  json_object_set_new(o, "figure", json_real(f->value));
  if (g->field == BEST) json_object_set_new(o, "median", json_real(f->median));
  json_object_set_new(o, "p1", json_real(f->p1));
  json_object_set_new(o, "p99", json_real(f->p99));
  return o;
}

static bool is_listed(const char *list, const char *name) {
  size_t n = strlen(name);
  for (const char *at = list; (at = strstr(at, name)); at += n)
    if ((at == list || at[-1] == ',') && (at[n] == 0 || at[n] == ',')) return true;
  return false;
}

/* Every name in the list must be a group: prints the first that is not. */
static bool all_known(const char *list) {
  while (*list) {
    size_t n = strcspn(list, ","), i = 0;
    while (i < GROUPS && (strlen(groups[i].name) != n || strncmp(groups[i].name, list, n))) i++;
    if (i == GROUPS) {
      hyd_bn_complain("no group of goals is called '%.*s'; there are:", (int)n, list);
      for (i = 0; i < GROUPS; i++) fprintf(stderr, "  %s\n", groups[i].name);
      return false;
    }
    list += n + (list[n] == ',');
  }
  return true;
}

/* Whether a goal of the groups in the list takes a row of the suite. */
static bool is_needed(const char *suite, const char *list) {
  for (size_t i = 0; i < GROUPS; i++) {
    if (!is_listed(list, groups[i].name)) continue;
    for (const struct hyd_bn_goal *g = groups[i].goals; g->what; g++)
      if (!strcmp(g->suite, suite)) return true;
  }
  return false;
}

static void measure_groups(struct hyd_bn *b, const struct hyd_bn_suite *suites, const char *list) {
  for (const struct hyd_bn_suite *s = suites; s->name; s++)
    if (is_needed(s->name, list) && !s->run(b)) b->failed = true;
  hyd_bn_progress(b, NULL);
}

struct sums {
  int met, missed, not_measured;
};

static void count_figure(struct sums *n, const struct figure *f) {
  if (!f->measured)
    n->not_measured++;
  else if (f->met)
    n->met++;
  else
    n->missed++;
}

/* A suite may fail and have measured all the same. */
static int status_of(const struct hyd_bn *b, const struct sums *n) {
  if (n->missed) return 1;
  if (n->not_measured) return NOT_MEASURED;
  return b->failed ? 1 : 0;
}

static void print_sums(const struct hyd_bn *b, const struct sums *n) {
  printf("%d met, %d missed", n->met, n->missed);
  if (n->not_measured) printf(", %d not measured", n->not_measured);
  printf("\n");
  hyd_bn_others_print(stdout, b);
}

/* Figures of two makes of processor are not to be mixed up. */
static void print_machine(const json_t *host) {
  const char *cpu = json_string_value(json_object_get(host, "cpu"));
  printf("on %s, %d cores, Linux %s\n", cpu ? cpu : "an unknown processor",
         (int)json_integer_value(json_object_get(host, "cores_online")),
         json_string_value(json_object_get(host, "kernel")));
}

int hyd_bn_goals(struct hyd_bn *b, const struct hyd_bn_suite *suites, const char *list, bool json,
                 const char *json_file) {
  struct sums n = {0, 0, 0};
  if (!*list || !all_known(list)) return 2;
  hyd_bn_others_begin(b);
  measure_groups(b, suites, list);
  hyd_bn_others_end(b);
  json_t *all = json_array();
  if (!json)
    printf("%-36s %8s  %-8s %-8s %-18s\n", "goal", "figure", "goal", "unit", "1st .. 99th pct");
  for (size_t i = 0; i < GROUPS; i++) {
    if (!is_listed(list, groups[i].name)) continue;
    for (const struct hyd_bn_goal *g = groups[i].goals; g->what; g++) {
      struct figure f = judge(b, g);
      if (!json) print_goal(g, &f);
      json_array_append_new(all, goal_json(groups[i].name, g, &f));
      count_figure(&n, &f);
    }
  }
  if (!json) print_sums(b, &n);
  json_t *doc = hyd_bn_to_json(b);
  if (!json) print_machine(json_object_get(doc, "host"));
  json_object_set_new(doc, "goals", all);
  json_object_set_new(doc, "met", json_integer(n.met));
  json_object_set_new(doc, "missed", json_integer(n.missed));
  json_object_set_new(doc, "not_measured", json_integer(n.not_measured));
  if (!json_file)
    json_decref(doc);
  else if (!hyd_bn_write_json(doc, json_file))
    return 2;
  return status_of(b, &n);
}
