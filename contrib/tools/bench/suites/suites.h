/* SPDX-License-Identifier: BSD-3-Clause
 *
 * suites.h: the suites. Each measures and adds rows; false: something failed and was reported.
 */
#ifndef HYD_BENCH_SUITES_H
#define HYD_BENCH_SUITES_H

#include "contrib/tools/bench/launch/launch.h"

struct hyd_bn_suite {
  const char *name, *what;
  bool (*run)(struct hyd_bn *b);
  bool of_all; /* a part of `all`; else only measured when named */
};

bool hyd_bn_suite_limits(struct hyd_bn *b);
bool hyd_bn_suite_clocks(struct hyd_bn *b);
/* suite_two_ranks.c: two ranks on two cores */
bool hyd_bn_suite_am(struct hyd_bn *b);
bool hyd_bn_suite_rma(struct hyd_bn *b);
bool hyd_bn_suite_vis(struct hyd_bn *b);
bool hyd_bn_suite_ex(struct hyd_bn *b);
bool hyd_bn_suite_barrier(struct hyd_bn *b);
bool hyd_bn_suite_bind(struct hyd_bn *b);
/* suite_crowd.c: more ranks, or other processes, than cores */
bool hyd_bn_suite_oversub(struct hyd_bn *b);
bool hyd_bn_suite_load(struct hyd_bn *b);
/* suite_whole_job.c: what a job costs besides its messages */
bool hyd_bn_suite_start(struct hyd_bn *b);
bool hyd_bn_suite_idle(struct hyd_bn *b);
bool hyd_bn_suite_reserve(struct hyd_bn *b);
bool hyd_bn_suite_memory(struct hyd_bn *b);
bool hyd_bn_suite_firehose(struct hyd_bn *b);
bool hyd_bn_suite_papers(struct hyd_bn *b);
bool hyd_bn_suite_netvm(struct hyd_bn *b); /* also rows of suite `netvm-udp` */
bool hyd_bn_suite_udp(struct hyd_bn *b);   /* in builds with the udp conduit */
bool hyd_bn_suite_sim(struct hyd_bn *b);   /* a part of it */
bool hyd_bn_suite_ibv(struct hyd_bn *b);
bool hyd_bn_suite_ibv_pinning(struct hyd_bn *b);

/* What several suites need (suite_common.c). */

/* False, after a message: the machine has one core. */
bool hyd_bn_two_cores(const struct hyd_bn *b, const char *suite);
/* Adds a job's records, with ratios to `reference` under the name `ref`. Takes the records over. */
bool hyd_bn_take_relative(struct hyd_bn *b, const char *suite, json_t *records, double reference,
                          const char *ref);
/* Adds the row `name`: by how much the medians of row `of` grow from `few` ranks to `many`, for
 * each rank more. False: one of them was not measured. */
bool hyd_bn_add_growth(struct hyd_bn *b, const char *suite, const char *of, int few, int many,
                       const char *name, const char *unit);
/* S: the round trip of a futex between two processes on one core, in ns (suite_limits.c). */
bool hyd_bn_measure_switch(const struct hyd_bn *b, double seconds, struct hyd_bn_set *out);

#endif
