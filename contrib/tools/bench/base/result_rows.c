/* SPDX-License-Identifier: BSD-3-Clause
 *
 * result_rows.c: the table of results. Rows keep the order in which they were first measured; a row
 * is found by suite, name, size and number of ranks, and samples of several jobs pool in it.
 */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

static void copy_text(char *to, size_t room, const char *from) {
  snprintf(to, room, "%s", from ? from : "");
}

struct hyd_bn_row *hyd_bn_find(const struct hyd_bn_table *t, const char *suite, const char *name,
                               long bytes, int ranks) {
  for (size_t i = 0; i < t->n; i++) {
    struct hyd_bn_row *r = t->row[i];
    if (!strcmp(r->suite, suite) && !strcmp(r->name, name) && r->bytes == bytes &&
        r->ranks == ranks)
      return r;
  }
  return NULL;
}

struct hyd_bn_row *hyd_bn_row(struct hyd_bn_table *t, const char *suite, const char *name,
                              long bytes, int ranks, const char *unit, const char *ref) {
  struct hyd_bn_row *r = hyd_bn_find(t, suite, name, bytes, ranks);
  if (r) return r;
  if (t->n == t->cap) {
    t->cap = t->cap ? 2 * t->cap : 64;
    t->row = realloc(t->row, t->cap * sizeof *t->row);
    if (!t->row) abort();
  }
  r = calloc(1, sizeof *r);
  if (!r) abort();
  copy_text(r->suite, sizeof r->suite, suite);
  copy_text(r->name, sizeof r->name, name);
  copy_text(r->unit, sizeof r->unit, unit);
  copy_text(r->ref, sizeof r->ref, ref);
  r->bytes = bytes;
  r->ranks = ranks;
  t->row[t->n++] = r;
  return r;
}

static void add_array(struct hyd_bn_set *s, const json_t *array) {
  size_t i;
  json_t *x;
  json_array_foreach(array, i, x) hyd_bn_add(s, json_number_value(x));
}

int hyd_bn_take_record(struct hyd_bn_table *t, const char *suite, const json_t *record) {
  const char *name, *unit, *ref = "";
  json_t *v, *r = NULL, *a = NULL;
  json_int_t bytes = -1;
  int ranks = 0;
  if (json_unpack((json_t *)record, "{s:s, s:I, s:i, s:s, s:o, s?s, s?o, s?o}", "name", &name,
                  "bytes", &bytes, "ranks", &ranks, "unit", &unit, "v", &v, "ref", &ref, "r", &r,
                  "a", &a))
    return -1;
  struct hyd_bn_row *row = hyd_bn_row(t, suite, name, (long)bytes, ranks, unit, ref);
  add_array(&row->value, v);
  if (r) add_array(&row->ratio, r);
  if (a) add_array(&row->against, a);
  return 0;
}

void hyd_bn_clear_table(struct hyd_bn_table *t) {
  for (size_t i = 0; i < t->n; i++) {
    hyd_bn_clear(&t->row[i]->value);
    hyd_bn_clear(&t->row[i]->ratio);
    hyd_bn_clear(&t->row[i]->against);
    free(t->row[i]);
  }
  free(t->row);
  *t = (struct hyd_bn_table){0};
}
