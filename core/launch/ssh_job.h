/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ssh_job.h: a job over hosts from gasnetrun's command line and environment.
 */
#ifndef HYD_SSH_JOB_H
#define HYD_SSH_JOB_H

#include "core/launch/run.h"

/* Whether the ssh launcher is to start this job. 1, 0, or -1 with run->error set: no such spawner. */
int hyd_ssh_wanted(struct hyd_run *run);
/* Starts it, waits for its end. Its exit status; -1 with run->error set if it cannot be started. */
int hyd_ssh_job(struct hyd_run *run, const char *self, const char *program);

#endif
