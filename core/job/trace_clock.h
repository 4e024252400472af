/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace_clock.h: what must be added to the clocks of a traced job's hosts for the time of rank 0.
 */
#ifndef HYD_JOB_TRACE_CLOCK_H
#define HYD_JOB_TRACE_CLOCK_H

#include "core/base/job.h"

/* By all ranks, in init, between two meetings. */
void hyd_trace_clock(struct hyd_job *job);

#endif
