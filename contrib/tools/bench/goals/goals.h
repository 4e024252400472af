/* SPDX-License-Identifier: BSD-3-Clause
 *
 * goals.h: what a line of a group of goals says, and the groups, a file each.
 *
 * A goal takes the row of this suite, name and number of ranks, with a size within bytes_min to
 * bytes_max (-1: the row has none). If several rows fit, the worst of them counts. RATIO judges the
 * median of the row's ratio, VALUE that of its value, BEST the best batch of its value by the best
 * of what it is compared with.
 */
#ifndef HYD_BENCH_GOALS_H
#define HYD_BENCH_GOALS_H

#include "contrib/tools/bench/suites/suites.h"

struct hyd_bn_goal {
  const char *what, *suite, *name;
  long bytes_min, bytes_max;
  int ranks;
  enum { RATIO, VALUE, BEST } field;
  enum { AT_LEAST, AT_MOST } bound;
  double goal;
  const char *unit;
};

/* Each ends with a line whose `what` is NULL. */
extern const struct hyd_bn_goal hyd_bn_goals_smp[], hyd_bn_goals_vis[], hyd_bn_goals_ex[],
    hyd_bn_goals_firehose[], hyd_bn_goals_netvm[], hyd_bn_goals_ibv[], hyd_bn_goals_udp[];

/* Runs those of the suites (a NULL name ends them) that the groups' goals need, and prints each
 * figure beside its goal. Exit status. */
int hyd_bn_goals(struct hyd_bn *b, const struct hyd_bn_suite *suites, const char *groups, bool json,
                 const char *json_file);

#endif
