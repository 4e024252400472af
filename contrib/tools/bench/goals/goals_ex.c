/* SPDX-License-Identifier: BSD-3-Clause
 *
 * goals_ex.c: what the parts of GASNet-EX beyond messages, put and get must reach on two cores.
 * Lines as in goals.h.
 */
#include "goals.h"

const struct hyd_bn_goal hyd_bn_goals_ex[] = {
    /* what, suite, row, bytes_min, bytes_max, ranks, field, direction, goal, unit */
    {"fetch-add, nb + wait", "ex", "fetch-add, nb + wait", 8, 8, 2, RATIO, AT_MOST, 1.3, "instr"},
    {"fetch-add, nbi", "ex", "fetch-add, nbi", 8, 8, 2, RATIO, AT_MOST, 1.3, "instr"},
    {"fetch-add by both, nb + wait", "ex", "fetch-add, nb + wait, both", 8, 8, 2, RATIO, AT_MOST,
     1.3, "instr"},
    {"fetch-add by both, nbi", "ex", "fetch-add, nbi, both", 8, 8, 2, RATIO, AT_MOST, 1.3, "instr"},
    {"AM Medium negotiated, 4 to 64 KB", "ex", "negotiated Medium bandwidth", 4096, 65536, 2, RATIO,
     AT_LEAST, 1.3, "fixed"},
    {"AM Long negotiated, 4 to 64 KB", "ex", "negotiated Long bandwidth", 4096, 65536, 2, RATIO,
     AT_LEAST, 1.3, "fixed"},
    {"team barrier, 2 ranks", "ex", "barrier of a team", -1, -1, 2, RATIO, AT_MOST, 1.3, "L"},
    {"reduce-to-all 8 B, 2 ranks", "ex", "reduce-to-all", 8, 8, 2, RATIO, AT_MOST, 2, "L"},
    {"reduce-to-all 8 B, 8 on 2 cores", "oversub", "reduce-to-all", 8, 8, 8, RATIO, AT_MOST, 4,
     "S"},
    {"reduce-to-all 2 KB, 2 ranks", "ex", "reduce-to-all, or two calls", 2048, 2048, 2, RATIO,
     AT_MOST, 1.2, "one+bcast"},
    {"reduce-to-all 16 KB, 2 ranks", "ex", "reduce-to-all, or two calls", 16384, 16384, 2, RATIO,
     AT_MOST, 1.2, "one+bcast"},
    {"broadcast 1 MB, 4 ranks on 2 cores", "ex", "broadcast bandwidth per receiver", 1 << 20,
     1 << 20, 4, RATIO, AT_LEAST, 0.7, "memcpy"},
    {"team of 8 made and destroyed", "ex", "team made and destroyed", -1, -1, 8, RATIO, AT_MOST, 4,
     "barriers"},
    {"growth, 9,000 more teams of 8", "ex", "growth by teams after the first tenth", -1, -1, 8,
     VALUE, AT_MOST, 0, "KB"},
    {.what = NULL},
};
