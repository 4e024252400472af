/* SPDX-License-Identifier: BSD-3-Clause
 *
 * binding.h: binds ranks to cores, by hwloc, if there are enough cores.
 */
#ifndef HYD_TOPO_BINDING_H
#define HYD_TOPO_BINDING_H

#include <stdint.h>

struct hyd_env;
struct hyd_bind_plan;

/* Plans the cores of nranks ranks, before they are forked. NULL: ranks are not to be bound, or
 * outnumber the cores. */
struct hyd_bind_plan *hyd_bind_plan(struct hyd_env *env, uint32_t nranks);
/* Binds this process as planned for `rank`, and frees its copy of the plan. */
void hyd_bind_apply(struct hyd_bind_plan *plan, uint32_t rank);
/* The number of CPUs that this process may use at a time, by its affinity and its control group's
 * quota. */
unsigned hyd_bind_cpus(void);
/* The group of processes among which the scheduler divides this process's share of a processor:
 * sched_yield does not give a processor to other groups. It is the control group (negative), or, in
 * the root control group, the session where the scheduler divides processors among sessions
 * (sched(7), "autogroup"). 0: neither. */
long hyd_bind_group(void);

#endif
