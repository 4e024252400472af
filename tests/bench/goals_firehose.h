/* SPDX-License-Identifier: BSD-3-Clause
 *
 * goals_firehose.h: what firehose's tables must reach: the first rows of the table of the issue "Firehose". Lines as
 * in goals_smp.h.
 */
#define AT_MOST true
#define AT_LEAST false
#define RATIO true
#define VALUE false

static const struct hyd_bn_goal goals_firehose[] = {
    /* what, suite, row, bytes_min, bytes_max, ranks, field, direction, goal, unit */
    {"remote hit", "firehose", "remote hit", 8, 8, 0, RATIO, AT_MOST, 4, "adds"},
    {"remote hits of 2 threads", "firehose", "remote hits, 2 threads", 8, 8, 0, RATIO, AT_LEAST, 1.7, "x one"},
    {"local hit", "firehose", "local hit", 8, 8, 0, RATIO, AT_MOST, 3, "adds"},
    {"memory per silent peer", "firehose", "per silent peer of 1023", -1, -1, 0, VALUE, AT_MOST, 64, "B"},
};

#undef AT_MOST
#undef AT_LEAST
#undef RATIO
#undef VALUE
