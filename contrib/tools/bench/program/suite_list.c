/* SPDX-License-Identifier: BSD-3-Clause
 *
 * suite_list.c: the suites by name, in the order in which `all` runs them.
 */
#include "suite_list.h"

const struct hyd_bn_suite hyd_bn_suites[] = {
    {"limits", "the machine's own: L, S, C, memcpy by size", hyd_bn_suite_limits, true},
    {"clocks", "reading the time: gasnett_ticks_now, clock_gettime", hyd_bn_suite_clocks, true},
    {"am", "active messages between 2 ranks: round trip, rate, bandwidth", hyd_bn_suite_am, true},
    {"rma", "put and get between 2 ranks: latency, bandwidth", hyd_bn_suite_rma, true},
    {"vis", "vector, indexed, strided between 2 ranks, against loops by hand", hyd_bn_suite_vis,
     true},
    {"ex", "atomics, negotiated messages, collectives, teams", hyd_bn_suite_ex, true},
    {"barrier", "barriers of 2 ranks on 2 cores, and of 4 and 8", hyd_bn_suite_barrier, true},
    {"oversub", "8 ranks on 2 idle cores", hyd_bn_suite_oversub, true},
    {"load", "the same with 4 foreign processes computing", hyd_bn_suite_load, true},
    {"start", "64 ranks: hello, barrier, exit", hyd_bn_suite_start, true},
    {"idle", "processor time of a rank that waits", hyd_bn_suite_idle, true},
    {"bind", "the messages of am with ranks bound to cores, and not", hyd_bn_suite_bind, false},
    {"reserve", "start of a job with 64 GB segments", hyd_bn_suite_reserve, true},
    {"memory", "resident memory per rank, 64 ranks", hyd_bn_suite_memory, true},
    {"firehose", "hits in firehose's tables, against atomic additions", hyd_bn_suite_firehose,
     true},
    {"papers", "the figures of the papers on Firehose, most of them on virtual time",
     hyd_bn_suite_papers, true},
    {"netvm", "network virtual memory: paged and pinned, notifications, locks, queues",
     hyd_bn_suite_netvm, false},
#ifdef HYD_BENCH_UDP
    {"udp", "datagrams between 2 ranks, against raw sockets; loss, memory", hyd_bn_suite_udp, true},
#endif
    {"ibv", "verbs between 2 ranks, against raw verbs and perftest; counts", hyd_bn_suite_ibv,
     false},
    {"ibv-pinning", "ways to pin memory, over verbs", hyd_bn_suite_ibv_pinning, false},
    {NULL, NULL, NULL, false},
};
