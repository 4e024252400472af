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
/* The first ranks of all neighbourhoods, in order, to `firsts` unless it is NULL; how many. */
gex_Rank_t hyd_nbrhds(const struct hyd_job *job, gex_Rank_t *firsts);
/* Tells the tools library about the job: environment, fatal errors, reporting. tools_hooks.c */
void hyd_tools_attach(struct hyd_job *job);

#endif
