/* SPDX-License-Identifier: BSD-3-Clause
 *
 * smp.c: the conduit of a job on one host. Everything it needs is in the core: the rings reach
 * every rank of the host, also those that GASNET_SUPERNODE_MAXSIZE puts outside the neighbourhood.
 */
#include "conduits/conduit.h"
#include "core/shm/ring.h"

const struct hyd_conduit hyd_conduit_smp = {
    .name = "smp",
    .summary = "processes of one host, by shared memory",
    .max_medium = HYD_RING_MAX_PAYLOAD,
    .max_long = HYD_RING_MAX_PAYLOAD,
    .guarded = HYD_GUARDED_ALL,
    .rings_reach_host = 1,
};
