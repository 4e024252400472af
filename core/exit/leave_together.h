/* SPDX-License-Identifier: BSD-3-Clause
 *
 * leave_together.h: the end of a rank. If ranks were forked, a supervisor ends the job
 * (supervisor.c); if a process manager has started them, the ranks end the job themselves,
 * together.
 */
#ifndef HYD_EXIT_LEAVE_TOGETHER_H
#define HYD_EXIT_LEAVE_TOGETHER_H

#include "core/base/job.h"

/* Waits until all ranks leave, or the time for that is up, which ends the job. Not for a rank that
 * leaves alone (GASNET_CATCH_EXIT=0). The client's handlers do not run any more. */
void hyd_leave_together(struct hyd_job *job);
/* Closes the conduit and the connection to the launcher. status: the exit status of this process;
 * -1: not known. */
void hyd_leave(struct hyd_job *job, int status);

#endif
