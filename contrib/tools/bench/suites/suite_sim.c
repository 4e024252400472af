/* SPDX-License-Identifier: BSD-3-Clause
 *
 * suite_sim.c: what cannot be measured on two cores: a barrier and a start-up of 65,536 ranks, by
 * gasnet-sim, which runs the library's engines on virtual time.
 */
#include "suites.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define RANKS 65536

static json_t *simulate(void) {
  char path[PATH_MAX], command[PATH_MAX + 100];
  json_error_t why;
  hyd_bn_find_program("gasnet-sim", path, sizeof path);
  snprintf(command, sizeof command, "'%s' --op barrier,startup --ranks %d --json", path, RANKS);
  FILE *f = popen(command, "re");
  if (f == NULL) {
    hyd_bn_complain("udp: cannot run %s: %s", path, strerror(errno));
    return NULL;
  }
  json_t *said = json_loadf(f, 0, &why);
  if (pclose(f) == 0 && said) return said;
  hyd_bn_complain("udp: %s failed, or said what is no JSON; expected gasnet-sim(1)", command);
  json_decref(said);
  return NULL;
}

static bool add_row(struct hyd_bn *b, const json_t *row) {
  const char *op = json_string_value(json_object_get(row, "op"));
  double rounds = json_number_value(json_object_get(row, "rounds"));
  double limit = json_number_value(json_object_get(row, "rounds_limit"));
  double table = json_number_value(json_object_get(row, "table_bytes_per_host"));
  char name[64];
  if (op == NULL || limit <= 0) return false;
  snprintf(name, sizeof name, "simulated %s, rounds", op);
  struct hyd_bn_row *r = hyd_bn_row(&b->rows, "udp", name, -1, RANKS, "rounds", "2 log2 N");
  hyd_bn_add(&r->value, rounds);
  hyd_bn_add(&r->ratio, rounds / limit);
  if (table > 0) {
    r = hyd_bn_row(&b->rows, "udp", "addresses per host, for each rank", -1, RANKS, "B", "");
    hyd_bn_add(&r->value, table / RANKS);
  }
  return true;
}

bool hyd_bn_suite_sim(struct hyd_bn *b) {
  json_t *said = simulate(), *row;
  size_t i, n = 0;
  if (said == NULL) return false;
  json_array_foreach(json_object_get(said, "rows"), i, row) n += add_row(b, row);
  json_decref(said);
  if (n != 2) hyd_bn_complain("udp: gasnet-sim gave %zu rows; expected barrier and startup", n);
  return n == 2;
}
