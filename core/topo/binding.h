/* SPDX-License-Identifier: BSD-3-Clause
 *
 * binding.h: ranks to cores, by hwloc, when there are enough cores.
 */
#ifndef HYD_TOPO_BINDING_H
#define HYD_TOPO_BINDING_H

#include <stdint.h>

struct hyd_env;
struct hyd_bind_plan;

/* Where each of nranks goes; NULL: nowhere in particular (switched off, or fewer cores than ranks).
 * Reads the topology once, before the ranks are forked. */
struct hyd_bind_plan *hyd_bind_plan(struct hyd_env *env, uint32_t nranks);
/* Binds the calling process as planned for `rank`, and drops its copy of the plan. */
void hyd_bind_apply(struct hyd_bind_plan *plan, uint32_t rank);
/* CPUs that this process may use at a time: its affinity, or fewer by the quota of its control
 * group. */
unsigned hyd_bind_cpus(void);
/* The group of this process's session, where the scheduler shares the processors out to sessions
 * (sched(7), "autogroup"): a yield gives them to no session outside. 0: it does not. */
long hyd_bind_group(void);

#endif
