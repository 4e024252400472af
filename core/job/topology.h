/* SPDX-License-Identifier: BSD-3-Clause
 *
 * topology.h: the group of ranks that share memory with this one (topology.c).
 */
#ifndef HYD_JOB_TOPOLOGY_H
#define HYD_JOB_TOPOLOGY_H

#include "core/base/job.h"

/* Decides which ranks share memory with this one, by GASNET_SUPERNODE_MAXSIZE. */
void hyd_nbrhd_init(struct hyd_job *job);
/* The first rank of a rank's neighbourhood, on any host. */
gex_Rank_t hyd_nbrhd_of(const struct hyd_job *job, gex_Rank_t rank);
/* Returns the number of neighbourhoods; writes their first ranks, in order, to `firsts` unless it
 * is NULL. */
gex_Rank_t hyd_nbrhds(const struct hyd_job *job, gex_Rank_t *firsts);
/* tools_hooks.c: connects the tools library with the job: environment, fatal errors, reports. */
void hyd_tools_attach(struct hyd_job *job);

#endif
