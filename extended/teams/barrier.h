/* SPDX-License-Identifier: BSD-3-Clause
 *
 * barrier.h: barriers of the whole job.
 */
#ifndef HYD_EXTENDED_BARRIER_H
#define HYD_EXTENDED_BARRIER_H

#include "core/base/job.h"

/* Enters the unnamed barrier of a team; returns its event, or INVALID if it is complete. */
gex_Event_t hyd_barrier_nb(struct hyd_team *team);

/* barrier_am.c: barriers of ranks that do not all share memory. This rank's arrival in `phase`, or
 * its count of unnamed barriers, is in shared memory already. */
void hyd_barrier_am_init(struct hyd_job *job);
void hyd_barrier_am_arrive(struct hyd_job *job, uint32_t phase);
int hyd_barrier_am_done(struct hyd_job *job, uint32_t phase, struct hyd_consensus *c);
void hyd_barrier_am_nb_enter(struct hyd_job *job, uint64_t count);
int hyd_barrier_am_nb_reached(struct hyd_job *job, uint64_t count);

#endif
