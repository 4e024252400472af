/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench.h: what the launcher's rooms share: the table of results, the options, and what is said to
 * the user meanwhile. The launcher starts jobs of this very program; their ranks are "workers",
 * which hand raw samples back, one JSON object a line, and the launcher turns them into rows of
 * median, 1st and 99th percentile.
 */
#ifndef HYD_BENCH_H
#define HYD_BENCH_H

#include <jansson.h>

#include "samples.h"

/* ---- the table of results (result_rows.c) -------------------------------- */

/* One measured thing. `ref` names what the ratio set is relative to; "" if there is none. */
struct hyd_bn_row {
  char suite[16], name[64], unit[12], ref[16];
  long bytes; /* size of the operation; -1 where it has none */
  int ranks;
  struct hyd_bn_set value, ratio;
  struct hyd_bn_set against; /* samples of `ref` itself, in the row's unit; or none */
};
struct hyd_bn_table {
  struct hyd_bn_row **row;
  size_t n, cap;
};
/* The row with this key, made if need be; samples added to it pool with those already there. */
struct hyd_bn_row *hyd_bn_row(struct hyd_bn_table *t, const char *suite, const char *name,
                              long bytes, int ranks, const char *unit, const char *ref);
struct hyd_bn_row *hyd_bn_find(const struct hyd_bn_table *t, const char *suite, const char *name,
                               long bytes, int ranks);
/* Adds the record that a worker wrote:
 * {"name","bytes","ranks","unit","v":[..],"ref","r":[..],"a":[..]}; of these "v" is the row's
 * value, "r" its ratio, "a" its against. */
int hyd_bn_take_record(struct hyd_bn_table *t, const char *suite, const json_t *record);
/* Frees all rows; the table is empty afterwards. */
void hyd_bn_clear_table(struct hyd_bn_table *t);

/* ---- options and context ------------------------------------------------- */

struct hyd_bn {
  double others, stolen; /* percent of the cores that others and the hypervisor took */
  struct hyd_bn_table rows;
  bool quick, progress, failed;
  int cpu[2]; /* the two cores everything runs on; equal when the machine has but one */
};
/* Iterations or seconds, cut down by --quick. */
static inline int hyd_bn_scaled(const struct hyd_bn *b, int full) {
  return b->quick ? (full + 3) / 4 : full;
}

/* ---- what is said to the user on standard error (console.c) -------------- */

void hyd_bn_progress(const struct hyd_bn *b, const char *what); /* NULL: wipe the line */
void hyd_bn_complain(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
