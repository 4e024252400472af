/* SPDX-License-Identifier: BSD-3-Clause
 *
 * result_json.c: all rows as a JSON document, and all samples as records.
 */
#include "output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* Six significant digits are more than was measured. */
static json_t *real(double v) {
  char text[32];
  snprintf(text, sizeof text, "%.6g", v);
  return json_real(strtod(text, NULL));
}

/* The caller knows whether more is better, and says which batch is the best. */
static void add_extremes(json_t *o, struct hyd_bn_row *r) {
  if (!r->against.n) return;
  json_object_set_new(o, "least", real(hyd_bn_pct(&r->value, 0)));
  json_object_set_new(o, "most", real(hyd_bn_pct(&r->value, 100)));
  json_object_set_new(o, "against",
                      json_pack("{s:s, s:o, s:o, s:o}", "of", r->ref, "median",
                                real(hyd_bn_median(&r->against)), "least",
                                real(hyd_bn_pct(&r->against, 0)), "most",
                                real(hyd_bn_pct(&r->against, 100))));
}

static json_t *row_json(struct hyd_bn_row *r) {
  json_t *o = json_object();
  json_object_set_new(o, "suite", json_string(r->suite));
  json_object_set_new(o, "name", json_string(r->name));
  if (r->bytes >= 0) json_object_set_new(o, "bytes", json_integer(r->bytes));
  if (r->ranks) json_object_set_new(o, "ranks", json_integer(r->ranks));
  json_object_set_new(o, "unit", json_string(r->unit));
  json_object_set_new(o, "median", real(hyd_bn_median(&r->value)));
  json_object_set_new(o, "p1", real(hyd_bn_pct(&r->value, 1)));
  json_object_set_new(o, "p99", real(hyd_bn_pct(&r->value, 99)));
  json_object_set_new(o, "samples", json_integer((json_int_t)r->value.n));
  add_extremes(o, r);
  if (!r->ratio.n) return o;
  json_t *q = json_object();
  json_object_set_new(q, "of", json_string(r->ref));
  json_object_set_new(q, "median", real(hyd_bn_median(&r->ratio)));
  json_object_set_new(q, "p1", real(hyd_bn_pct(&r->ratio, 1)));
  json_object_set_new(q, "p99", real(hyd_bn_pct(&r->ratio, 99)));
  json_object_set_new(o, "ratio", q);
  return o;
}

static json_t *cpu_model(void) {
  char line[256];
  FILE *f = fopen("/proc/cpuinfo", "re");
  json_t *found = NULL;
  while (f && !found && fgets(line, sizeof line, f)) {
    char *colon = strchr(line, ':');
    if (strncmp(line, "model name", 10) || !colon) continue;
    colon[strcspn(colon, "\n")] = 0;
    found = json_string(colon + 2);
  }
  if (f) fclose(f);
  return found ? found : json_null();
}

json_t *hyd_bn_to_json(const struct hyd_bn *b) {
  struct utsname u = {0};
  uname(&u);
  json_t *doc = json_object(), *host = json_object(), *rows = json_array();
  json_object_set_new(doc, "program", json_string("gasnet-bench"));
  json_object_set_new(doc, "version", json_string(PACKAGE_VERSION));
  json_object_set_new(doc, "time", json_integer((json_int_t)time(NULL)));
  json_object_set_new(doc, "quick", json_boolean(b->quick));
  json_object_set_new(doc, "complete", json_boolean(!b->failed));
  json_object_set_new(host, "kernel", json_string(u.release));
  json_object_set_new(host, "machine", json_string(u.machine));
  json_object_set_new(host, "cpu", cpu_model());
  json_object_set_new(host, "cores_online", json_integer(sysconf(_SC_NPROCESSORS_ONLN)));
  json_object_set_new(host, "cores_used", json_pack("[i,i]", b->cpu[0], b->cpu[1]));
  json_object_set_new(host, "others_percent", real(b->others));
  json_object_set_new(host, "stolen_percent", real(b->stolen));
  json_object_set_new(doc, "host", host);
  for (size_t i = 0; i < b->rows.n; i++) json_array_append_new(rows, row_json(b->rows.row[i]));
  json_object_set_new(doc, "rows", rows);
  return doc;
}

bool hyd_bn_write_json(json_t *doc, const char *file) {
  bool to_stdout = !strcmp(file, "-");
  FILE *out = to_stdout ? stdout : fopen(file, "we");
  bool ok = out && json_dumpf(doc, out, JSON_INDENT(1) | JSON_REAL_PRECISION(6)) == 0 &&
            fputc('\n', out) != EOF && fflush(out) == 0;
  if (out && !to_stdout && fclose(out)) ok = false;
  int why = errno;
  json_decref(doc);
  errno = why;
  if (!ok) hyd_bn_complain("cannot write %s: %m", to_stdout ? "standard output" : file);
  return ok;
}

/* ---- records ------------------------------------------------------------- */

static json_t *samples(const struct hyd_bn_set *s) {
  json_t *all = json_array();
  for (size_t i = 0; i < s->n; i++) json_array_append_new(all, real(s->v[i]));
  return all;
}

void hyd_bn_print_records(FILE *out, const struct hyd_bn *b) {
  for (size_t i = 0; i < b->rows.n; i++) {
    const struct hyd_bn_row *r = b->rows.row[i];
    json_t *o = json_pack("{s:s, s:s, s:I, s:i, s:s, s:s, s:o, s:o, s:o}", "suite", r->suite,
                          "name", r->name, "bytes", (json_int_t)r->bytes, "ranks", r->ranks, "unit",
                          r->unit, "ref", r->ref, "v", samples(&r->value), "r", samples(&r->ratio),
                          "a", samples(&r->against));
    json_dumpf(o, out, JSON_COMPACT | JSON_REAL_PRECISION(6));
    fputc('\n', out);
    json_decref(o);
  }
}
