/* SPDX-License-Identifier: BSD-3-Clause
 *
 * goals_smp.h: what one host must reach on two cores: the table of the issue "One host, end to
 * end", a line for each figure. goals.c includes it; a later group of goals is another such file.
 *
 * A goal takes the row of this suite, name and number of ranks, with a size within bytes_min to
 * bytes_max (-1: the row has none). If several rows fit, the worst of them counts. RATIO judges the
 * row's ratio, VALUE its value, both by the median.
 */
#define AT_MOST true
#define AT_LEAST false
#define RATIO OF_RATIO
#define VALUE OF_VALUE

static const struct hyd_bn_goal goals_smp[] = {
    /* what, suite, row, bytes_min, bytes_max, ranks, field, direction, goal, unit */
    {"AM Short round trip", "am", "Short round trip", -1, -1, 2, RATIO, AT_MOST, 2.0, "L"},
    {"AM Medium 8 B round trip", "am", "Medium round trip", 8, 8, 2, RATIO, AT_MOST, 2.2, "L"},
    {"AM Medium 4 KB both ways", "am", "Medium round trip, bounded", 4096, 4096, 2, RATIO, AT_MOST,
     1, "2.2L+2C"},
    {"AM Medium 4 KB both ways, and read", "am", "Medium, read, bounded", 4096, 4096, 2, RATIO,
     AT_MOST, 1, "2.2L+2C"},
    {"AM Short flood", "am", "Short flood", -1, -1, 2, RATIO, AT_LEAST, 5, "per L"},
    {"put 8 B, blocking", "rma", "put, blocking", 8, 8, 2, RATIO, AT_MOST, 1.5, "copy"},
    {"put 8 B, nb + wait", "rma", "put, nb + wait", 8, 8, 2, RATIO, AT_MOST, 1.5, "copy"},
    {"put 8 B, nbi", "rma", "put, nbi", 8, 8, 2, RATIO, AT_MOST, 1.5, "copy"},
    {"get 8 B, blocking", "rma", "get, blocking", 8, 8, 2, RATIO, AT_MOST, 1.5, "copy"},
    {"get 8 B, nb + wait", "rma", "get, nb + wait", 8, 8, 2, RATIO, AT_MOST, 1.5, "copy"},
    {"get 8 B, nbi", "rma", "get, nbi", 8, 8, 2, RATIO, AT_MOST, 1.5, "copy"},
    {"put >= 1 MB", "rma", "put bandwidth", 1 << 20, 1 << 30, 2, RATIO, AT_LEAST, 0.95, "memcpy"},
    {"get >= 1 MB", "rma", "get bandwidth", 1 << 20, 1 << 30, 2, RATIO, AT_LEAST, 0.95, "memcpy"},
    {"AM Long >= 1 MB", "am", "Long bandwidth", 1 << 20, 1 << 30, 2, RATIO, AT_LEAST, 0.95,
     "memcpy"},
    {"barrier, 2 ranks, anonymous", "barrier", "barrier, anonymous", -1, -1, 2, RATIO, AT_MOST, 1.2,
     "L"},
    {"barrier, 2 ranks, named", "barrier", "barrier, named", -1, -1, 2, RATIO, AT_MOST, 1.2, "L"},
    {"barrier, 2 ranks, BarrierNB", "barrier", "gex_Coll_BarrierNB + wait", -1, -1, 2, RATIO,
     AT_MOST, 1.2, "L"},
    {"8 ranks on 2 cores: barrier", "oversub", "barrier, anonymous", -1, -1, 8, RATIO, AT_MOST, 1.5,
     "S"},
    {"8 ranks on 2 cores: barrier, named", "oversub", "barrier, named", -1, -1, 8, RATIO, AT_MOST,
     1.5, "S"},
    {"8 ranks on 2 cores: BarrierNB", "oversub", "gex_Coll_BarrierNB + wait", -1, -1, 8, RATIO,
     AT_MOST, 1.5, "S"},
    {"8 ranks on 2 cores: AM to neighbour", "oversub", "Short round trip to the next", -1, -1, 8,
     RATIO, AT_MOST, 3, "S"},
    {"4 foreign: barrier of 8", "load", "barrier, anonymous", -1, -1, 8, RATIO, AT_MOST, 20, "S"},
    {"4 foreign: barrier of 8, named", "load", "barrier, named", -1, -1, 8, RATIO, AT_MOST, 20,
     "S"},
    {"4 foreign: BarrierNB of 8", "load", "gex_Coll_BarrierNB + wait", -1, -1, 8, RATIO, AT_MOST,
     20, "S"},
    {"4 foreign: AM round trip of 2", "load", "Short round trip to the next", -1, -1, 2, RATIO,
     AT_MOST, 10, "S"},
    {"64 ranks: hello, barrier, exit", "start", "hello, barrier, exit", -1, -1, 64, RATIO, AT_MOST,
     3, "forks"},
    {"CPU while waiting 1 s, barrier", "idle", "waiting 1 s in a barrier", -1, -1, 2, VALUE,
     AT_MOST, 20, "ms"},
    {"CPU while waiting 1 s, event", "idle", "waiting 1 s for an event", -1, -1, 2, VALUE, AT_MOST,
     20, "ms"},
    {"CPU while waiting 1 s, message", "idle", "waiting 1 s for a message", -1, -1, 2, VALUE,
     AT_MOST, 20, "ms"},
    {"4 ranks reserving 64 GB each", "reserve", "start to end, 64 GB each", -1, -1, 4, RATIO,
     AT_MOST, 1.1, "x 64 MB"},
    {"resident per rank of 64", "memory", "resident (Rss)", -1, -1, 64, VALUE, AT_MOST, 3072, "KB"},
    {"of which per silent peer", "memory", "resident per silent peer", -1, -1, 64, VALUE, AT_MOST,
     4, "KB"},
};

#undef AT_MOST
#undef AT_LEAST
#undef RATIO
#undef VALUE
