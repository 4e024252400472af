/* SPDX-License-Identifier: BSD-3-Clause
 *
 * goals_ex.h: what the parts of GASNet-EX beyond messages, put and get must reach on two cores.
 * Lines as in goals_smp.h.
 */
#define AT_MOST true
#define RATIO true

static const struct hyd_bn_goal goals_ex[] = {
    /* what, suite, row, bytes_min, bytes_max, ranks, field, direction, goal, unit */
    {"fetch-add, nb + wait", "ex", "fetch-add, nb + wait", 8, 8, 2, RATIO, AT_MOST, 1.3, "instr"},
    {"fetch-add, nbi", "ex", "fetch-add, nbi", 8, 8, 2, RATIO, AT_MOST, 1.3, "instr"},
    {"fetch-add by both, nb + wait", "ex", "fetch-add, nb + wait, both", 8, 8, 2, RATIO, AT_MOST,
     1.3, "instr"},
    {"fetch-add by both, nbi", "ex", "fetch-add, nbi, both", 8, 8, 2, RATIO, AT_MOST, 1.3, "instr"},
};

#undef AT_MOST
#undef RATIO
