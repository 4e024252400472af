/* SPDX-License-Identifier: BSD-3-Clause
 *
 * numbers.c: see planner.h.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/tools/sim/planner/planner.h"

struct unit {
  const char *name;
  double is;
};

/* A number from 0 to `most` of the units, and one of the units; the first if there is none. */
static int parse_measure(const char *text, const struct unit *units, double most, double *value) {
  char *end;
  double v = strtod(text, &end);
  if (end == text || !(v >= 0)) return -1;
  for (const struct unit *u = units; u->name; u++)
    if (strcmp(end, u->name) == 0 || (u == units && *end == 0)) {
      *value = v * u->is;
      return *value <= most ? 0 : -1;
    }
  return -1;
}

int plan_time(const char *text, uint64_t *ps) {
  static const struct unit units[] = {{"us", 1e6}, {"ps", 1},   {"ns", 1e3},
                                      {"ms", 1e9}, {"s", 1e12}, {NULL, 0}};
  double v;
  if (parse_measure(text, units, 1e14, &v)) return -1;
  *ps = (uint64_t)(v + 0.5);
  return 0;
}

static int rate(const char *text, uint64_t *ps) {
  static const struct unit units[] = {
      {"Gbit/s", 1e9 / 8}, {"Mbit/s", 1e6 / 8}, {"GB/s", 1e9}, {"MB/s", 1e6}, {NULL, 0}};
  double v;
  if (text[strspn(text, "0123456789.")] == 0 || parse_measure(text, units, 1e15, &v) || v < 1e3)
    return -1;
  *ps = (uint64_t)(1e12 / v + 0.5);
  return 0;
}

int plan_time_of_byte(const char *text, uint64_t *ps) {
  static const struct unit units[] = {{"ns/B", 1e3}, {"ns", 1e3}, {"ps/B", 1}, {"ps", 1},
                                      {"us/B", 1e6}, {"us", 1e6}, {NULL, 0}};
  double v;
  if (rate(text, ps) == 0) return 0;
  if (parse_measure(text, units, 1e9, &v)) return -1;
  *ps = (uint64_t)(v + 0.5);
  return 0;
}

int plan_size(const char *text, size_t *bytes) {
  static const struct unit units[] = {{"B", 1},         {"K", 1024},     {"KB", 1000},
                                      {"M", 1 << 20},   {"MB", 1000000}, {"KiB", 1024},
                                      {"MiB", 1 << 20}, {NULL, 0}};
  double v;
  if (parse_measure(text, units, 1e9, &v)) return -1;
  *bytes = (size_t)v;
  return 0;
}

/* --- ranks ---------------------------------------------------------------- */

static int add_ranks(struct plan *p, unsigned long n) {
  if (n < 1 || n > PLAN_MOST_RANKS || p->nranks == PLAN_SIZES) return -1;
  p->ranks[p->nranks++] = (uint32_t)n;
  return 0;
}

/* From one to the other in doublings; the last is always among them. */
static int add_range(struct plan *p, unsigned long from, unsigned long to) {
  if (from < 1 || from > to || to > PLAN_MOST_RANKS) return -1;
  for (unsigned long n = from; n < to; n *= 2)
    if (add_ranks(p, n)) return -1;
  return add_ranks(p, to);
}

int plan_ranks(const char *text, struct plan *p) {
  p->nranks = 0;
  for (;;) {
    char *end;
    unsigned long from = strtoul(text, &end, 10), to = from;
    if (end == text || *text == '-') return -1;
    if (strncmp(end, "..", 2) == 0) {
      text = end + 2;
      to = strtoul(text, &end, 10);
      if (end == text) return -1;
    }
    if (add_range(p, from, to)) return -1;
    if (*end == 0) return 0;
    if (*end != ',') return -1;
    text = end + 1;
  }
}
