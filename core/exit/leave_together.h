/* SPDX-License-Identifier: BSD-3-Clause
 *
 * leave_together.h: the last things a rank does for the others. Where its ranks were forked, a
 * supervisor sees to the end of the job (supervisor.c); where a process manager has started them,
 * they do it themselves.
 */
#ifndef HYD_EXIT_LEAVE_TOGETHER_H
#define HYD_EXIT_LEAVE_TOGETHER_H

#include "core/base/job.h"

/* Waits for the other ranks to leave, too, as long as they are given; then ends the job. Not for a
 * rank that leaves alone (GASNET_CATCH_EXIT=0). Client's handlers run no more. */
void hyd_leave_together(struct hyd_job *job);
/* Nothing more will be asked of conduit and launcher. The process is to end with that status; -1:
 * it is not known here. */
void hyd_leave(struct hyd_job *job, int status);

#endif
