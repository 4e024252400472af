/* SPDX-License-Identifier: BSD-3-Clause
 *
 * goals.c: `gasnet-bench goals`, behind `make goals`: measures what the goals of the groups need,
 * prints every figure with its goal. What could not be measured is neither met nor missed. Most
 * figures are medians; where time is emulated and noisy, the best batch of all is set against the
 * best of what it is compared with, and the median ratio is shown beside it.
 */
#include "contrib/tools/bench/base/bench.h"

#include <stdlib.h>
#include <string.h>

struct hyd_bn_goal {
  const char *what, *suite, *name;
  long bytes_min, bytes_max;
  int ranks;
  int of; /* RATIO, VALUE or BEST of the headers: the medians of these samples, or the best */
  bool at_most;
  double goal;
  const char *unit;
};

enum { NOT_MEASURED = 77 }; /* status, as of tests that nothing could run for */
enum { OF_VALUE, OF_RATIO, OF_BEST };

#include "goals_ex.h"
#include "goals_firehose.h"
#include "goals_ibv.h"
#include "goals_netvm.h"
#include "goals_smp.h"
#ifdef HYD_BENCH_UDP
#include "goals_udp.h"
#endif
#include "goals_vis.h"

static const struct {
  const char *name;
  const struct hyd_bn_goal *goal;
  size_t n;
} groups[] = {
    {"smp", goals_smp, sizeof goals_smp / sizeof *goals_smp},
    {"vis", goals_vis, sizeof goals_vis / sizeof *goals_vis},
    {"ex", goals_ex, sizeof goals_ex / sizeof *goals_ex},
    {"firehose", goals_firehose, sizeof goals_firehose / sizeof *goals_firehose},
    {"netvm", goals_netvm, sizeof goals_netvm / sizeof *goals_netvm},
    {"ibv", goals_ibv, sizeof goals_ibv / sizeof *goals_ibv},
#ifdef HYD_BENCH_UDP
    {"udp", goals_udp, sizeof goals_udp / sizeof *goals_udp},
#endif
};
#define GROUPS (sizeof groups / sizeof *groups)

struct figure {
  double value, median, p1, p99; /* `value` is what is judged */
  bool measured, met;
};

/* The best batch by the best of those it is compared with. */
static double best(struct hyd_bn_row *r, bool at_most) {
  double percent = at_most ? 0 : 100, against = hyd_bn_pct(&r->against, percent);
  return against > 0 ? hyd_bn_pct(&r->value, percent) / against : 0;
}

static struct figure figure_of(struct hyd_bn_row *r, const struct hyd_bn_goal *g) {
  struct hyd_bn_set *s = g->of == OF_VALUE ? &r->value : &r->ratio;
  struct figure f = {0, hyd_bn_median(s), hyd_bn_pct(s, 1), hyd_bn_pct(s, 99), s->n > 0, false};
  f.value = f.median;
  if (g->of != OF_BEST) return f;
  f.measured = r->value.n && r->against.n;
  if (f.measured) f.value = best(r, g->at_most);
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
    bool worse = g->at_most ? f.value > worst.value : f.value < worst.value;
    if (!worst.measured || worse) worst = f;
  }
  worst.met = worst.measured && (g->at_most ? worst.value <= g->goal : worst.value >= g->goal);
  return worst;
}

static void print_goal(const struct hyd_bn_goal *g, const struct figure *f) {
  char figure[24] = "none", spread[40] = "";
  const char *verdict = !f->measured ? "not measured" : f->met ? "met" : "MISSED";
  if (f->measured) {
    snprintf(figure, sizeof figure, "%.4g", f->value);
    snprintf(spread, sizeof spread, "%.3g .. %.3g", f->p1, f->p99);
  }
  if (f->measured && g->of == OF_BEST) snprintf(spread, sizeof spread, "median %.3g", f->median);
  if (f->measured && f->value >= 1000) snprintf(figure, sizeof figure, "%.0f", f->value);
  printf("%-36s %8s  %s %-5g %-8s %-18s %s\n", g->what, figure, g->at_most ? "<=" : ">=", g->goal,
         g->unit, spread, verdict);
}

static json_t *goal_json(const char *group, const struct hyd_bn_goal *g, const struct figure *f) {
  json_t *o = json_pack("{s:s, s:s, s:s, s:f, s:s, s:b, s:b}", "group", group, "what", g->what,
                        "bound", g->at_most ? "at most" : "at least", "goal", g->goal, "unit",
                        g->unit, "measured", f->measured, "met", f->met);
  if (!f->measured) return o;
  json_object_set_new(o, "figure", json_real(f->value));
  if (g->of == OF_BEST) json_object_set_new(o, "median", json_real(f->median));
  json_object_set_new(o, "p1", json_real(f->p1));
  json_object_set_new(o, "p99", json_real(f->p99));
  return o;
}

static bool listed(const char *list, const char *name) {
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

static void measure(struct hyd_bn *b, const char *list) {
  for (const struct hyd_bn_suite *s = hyd_bn_suites; s->name; s++) {
    bool wanted = false;
    for (size_t i = 0; i < GROUPS; i++)
      for (size_t k = 0; k < groups[i].n && listed(list, groups[i].name); k++)
        wanted |= !strcmp(groups[i].goal[k].suite, s->name);
    if (wanted && !s->run(b)) b->failed = true;
  }
  hyd_bn_progress(b, NULL);
}

struct sums {
  int met, missed, not_measured;
};

static void count(struct sums *n, const struct figure *f) {
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

int hyd_bn_goals(struct hyd_bn *b, const char *list, bool json, const char *json_file) {
  struct sums n = {0, 0, 0};
  if (!*list || !all_known(list)) return 2;
  hyd_bn_others_begin(b);
  measure(b, list);
  hyd_bn_others_end(b);
  json_t *all = json_array();
  if (!json)
    printf("%-36s %8s  %-8s %-8s %-18s\n", "goal", "figure", "goal", "unit", "1st .. 99th pct");
  for (size_t i = 0; i < GROUPS; i++) {
    if (!listed(list, groups[i].name)) continue;
    for (size_t k = 0; k < groups[i].n; k++) {
      struct figure f = judge(b, &groups[i].goal[k]);
      if (!json) print_goal(&groups[i].goal[k], &f);
      json_array_append_new(all, goal_json(groups[i].name, &groups[i].goal[k], &f));
      count(&n, &f);
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
