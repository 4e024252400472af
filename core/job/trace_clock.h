/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace_clock.h: in a traced job: the differences between the hosts' clocks and rank 0's.
 */
#ifndef HYD_JOB_TRACE_CLOCK_H
#define HYD_JOB_TRACE_CLOCK_H

#include "core/base/job.h"

/* Collective, in init, between two barriers. */
void hyd_trace_clock(struct hyd_job *job);

#endif
