/* SPDX-License-Identifier: BSD-3-Clause
 *
 * goals_firehose.c: what firehose's tables must reach: the table of the issue "Firehose", and what
 * the papers show. Lines as in goals.h.
 */
#include "goals.h"

const struct hyd_bn_goal hyd_bn_goals_firehose[] = {
    /* what, suite, row, bytes_min, bytes_max, ranks, field, direction, goal, unit */
    {"remote hit", "firehose", "remote hit", 8, 8, 0, RATIO, AT_MOST, 4, "adds"},
    {"remote hits of 2 threads", "firehose", "remote hits, 2 threads", 8, 8, 0, RATIO, AT_LEAST,
     1.7, "x one"},
    {"local hit", "firehose", "local hit", 8, 8, 0, RATIO, AT_MOST, 3, "adds"},
    {"memory per silent peer", "firehose", "per silent peer of 1023", -1, -1, 0, VALUE, AT_MOST, 64,
     "B"},
    {"figure 3: firehose at M", "papers", "figure 3, at M", -1, -1, 0, VALUE, AT_LEAST, 0.98,
     "pin-all"},
    {"figure 3: meets with-unpin beyond", "papers", "figure 3, beyond", -1, -1, 0, VALUE, AT_LEAST,
     0.85, "firehose"},
    {"Cannon: hits", "papers", "Cannon, hits", -1, -1, 0, VALUE, AT_LEAST, 99.8, "%"},
    {"bitonic sort: hits", "papers", "bitonic sort, hits", -1, -1, 0, VALUE, AT_LEAST, 99.98, "%"},
    {"figure 7: fewer misses if shared", "papers", "figure 7, fewer misses", -1, -1, 0, VALUE,
     AT_LEAST, 35, "%"},
    {"figure 8: rate to 16 threads", "papers", "figure 8, to 16 threads", -1, -1, 0, VALUE,
     AT_LEAST, 0.9, "of one"},
    {"figure 8: slowest thread", "papers", "figure 8, slowest", -1, -1, 0, VALUE, AT_LEAST, 0.9,
     "fastest"},
    {"1,024 nodes: most pinned", "papers", "most pinned, all traces", -1, -1, 0, VALUE, AT_MOST, 1,
     "limit"},
    {"1,024 nodes: hot-spot, misses", "papers", "hot-spot, misses", -1, -1, 0, VALUE, AT_MOST, 1.15,
     "oracle"},
    {"1,024 nodes: hot-spot, time", "papers", "hot-spot, time", -1, -1, 0, VALUE, AT_MOST, 1.15,
     "oracle"},
    {"bulk and scattered by one setting", "papers", "one setting, worst trace", -1, -1, 0, VALUE,
     AT_MOST, 1.1, "best"},
    {.what = NULL},
};
