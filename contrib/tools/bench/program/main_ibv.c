/* SPDX-License-Identifier: BSD-3-Clause
 *
 * main_ibv.c: gasnet-bench-ibv and gasnet-bench-ibv-everything: ranks of the jobs of
 * gasnet-bench's suites ibv and ibv-pinning, in segment mode FAST and EVERYTHING. Programs of their
 * own, so that gasnet-bench itself runs where there is no libibverbs, and because the segment mode
 * is compiled in.
 */
#include "contrib/tools/bench/workers/ibv/work_ibv.h"

static const struct hyd_bn_worker workers[] = {
#ifdef GASNET_SEGMENT_EVERYTHING
    {"ibv-any", hyd_bw_ibv_any, NULL},
    {"ibv-miss", hyd_bw_ibv_miss, NULL},
    {"ibv-pinning", hyd_bw_ibv_pinning, NULL},
#else
    {"ibv", hyd_bw_ibv, NULL},
    {"ibv-bulk", hyd_bw_ibv_bulk, NULL},
    {"ibv-any", hyd_bw_ibv_any, NULL},
    {"ibv-counts", hyd_bw_ibv_counts, NULL},
    {"ibv-memory", hyd_bw_ibv_memory, NULL},
#endif
    {NULL, NULL, NULL},
};

int main(int argc, char **argv) { return hyd_bn_worker_main(workers, argc, argv); }
