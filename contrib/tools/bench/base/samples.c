/* SPDX-License-Identifier: BSD-3-Clause
 *
 * samples.c: sets of samples. A set is an array that grows; a percentile sorts it once and picks
 * the nearest rank, without interpolation, so that what is printed was measured.
 */
#include "samples.h"

#include <stdlib.h>
#include <string.h>

void hyd_bn_add(struct hyd_bn_set *s, double value) {
  if (s->n == s->cap) {
    size_t cap = s->cap ? 2 * s->cap : 64;
    double *v = realloc(s->v, cap * sizeof *v);
    if (!v) abort();
    s->v = v;
    s->cap = cap;
  }
  s->v[s->n++] = value;
  s->sorted = false;
}

void hyd_bn_add_all(struct hyd_bn_set *s, const double *v, size_t n) {
  for (size_t i = 0; i < n; i++) hyd_bn_add(s, v[i]);
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double hyd_bn_pct(struct hyd_bn_set *s, double percent) {
  if (!s->n) return 0;
  if (!s->sorted) qsort(s->v, s->n, sizeof *s->v, ascending);
  s->sorted = true;
  size_t i = (size_t)(percent / 100 * (double)(s->n - 1) + 0.5);
  return s->v[i < s->n ? i : s->n - 1];
}

double hyd_bn_median(struct hyd_bn_set *s) { return hyd_bn_pct(s, 50); }

void hyd_bn_clear(struct hyd_bn_set *s) {
  free(s->v);
  memset(s, 0, sizeof *s);
}
