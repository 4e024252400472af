/* SPDX-License-Identifier: BSD-3-Clause
 *
 * worker_list.c: what gasnet-bench itself can be started to do in a job.
 */
#include "worker_list.h"

#include "contrib/layers/netvm/bench/work_netvm.h"
#include "contrib/tools/bench/workers/udp/work_udp.h"

const struct hyd_bn_worker hyd_bn_workers[] = {
    {"am", hyd_bw_am, NULL},
    {"rma", hyd_bw_rma, NULL},
    {"vis", hyd_bw_vis, NULL},
    {"vis-am", hyd_bw_vis_am, NULL},
    {"ad", hyd_bw_ad, NULL},
    {"npam", hyd_bw_npam, NULL},
    {"coll", hyd_bw_coll, NULL},
    {"crowd-coll", hyd_bw_crowd_coll, NULL},
    {"broadcast", hyd_bw_broadcast, NULL},
    {"teams", hyd_bw_teams, NULL},
    {"barrier", hyd_bw_barrier, NULL},
    {"crowd-barrier", hyd_bw_crowd_barrier, NULL},
    {"crowd-am", hyd_bw_crowd_am, NULL},
    {"hello", hyd_bw_hello, NULL},
    {"idle", hyd_bw_idle, NULL},
    {"waits", hyd_bw_waits, NULL},
    {"reserve", hyd_bw_reserve, NULL},
    {"memory", hyd_bw_memory, NULL},
    {"forks", NULL, hyd_bw_forks},
    {"netvm", hyd_bw_netvm, NULL},
    {"netvm-pinned", hyd_bw_netvm_pinned, NULL},
    {"netvm-disk", hyd_bw_netvm_disk, NULL},
    {"netvm-slow", hyd_bw_netvm_slow, NULL},
    {"netvm-absent", hyd_bw_netvm_absent, NULL},
    {"netvm-start", hyd_bw_netvm_start, NULL},
    {"netvm-table", NULL, hyd_bw_netvm_table},
#ifdef HYD_BENCH_UDP
    {"udp", hyd_bw_udp, NULL},
    {"udp-loss", hyd_bw_udp_loss, NULL},
    {"udp-seldom", hyd_bw_udp_seldom, NULL},
    {"udp-seldom-usual", hyd_bw_udp_seldom_usual, NULL},
    {"udp-lc", hyd_bw_udp_lc, NULL},
    {"udp-coll", hyd_bw_udp_coll, NULL},
    {"udp-memory", hyd_bw_udp_memory, NULL},
    {"udp-active", hyd_bw_udp_active, NULL},
    {"udp-engine", NULL, hyd_bw_udp_engine},
#endif
    {NULL, NULL, NULL},
};
