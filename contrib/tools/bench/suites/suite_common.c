/* SPDX-License-Identifier: BSD-3-Clause
 *
 * suite_common.c: what suites of several kinds need: the cores they run on, rows relative to a
 * reference, growth by ranks.
 */
#include "suites.h"

bool hyd_bn_two_cores(const struct hyd_bn *b, const char *suite) {
  if (b->cpu[0] != b->cpu[1]) return true;
  hyd_bn_complain("%s: needs two cores, this machine or cpuset has one", suite);
  return false;
}

bool hyd_bn_take_relative(struct hyd_bn *b, const char *suite, json_t *records, double reference,
                          const char *ref) {
  size_t i, j;
  json_t *record, *x;
  bool ok = json_array_size(records) > 0;
  json_array_foreach(records, i, record) {
    json_t *r = json_array();
    json_array_foreach(json_object_get(record, "v"), j, x)
        json_array_append_new(r, json_real(json_number_value(x) / reference));
    json_object_set_new(record, "r", r);
    json_object_set_new(record, "ref", json_string(ref));
    ok &= !hyd_bn_take_record(&b->rows, suite, record);
  }
  json_decref(records);
  if (!ok) hyd_bn_complain("%s: a job sent no results, or malformed ones", suite);
  return ok;
}

bool hyd_bn_add_growth(struct hyd_bn *b, const char *suite, const char *of, int few, int many,
                       const char *name, const char *unit) {
  struct hyd_bn_row *less = hyd_bn_find(&b->rows, suite, of, -1, few);
  struct hyd_bn_row *more = hyd_bn_find(&b->rows, suite, of, -1, many);
  if (!less || !more) return false;
  double growth = hyd_bn_median(&more->value) - hyd_bn_median(&less->value);
  hyd_bn_add(&hyd_bn_row(&b->rows, suite, name, -1, many, unit, "")->value, growth / (many - few));
  return true;
}
