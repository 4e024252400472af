/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ssh_job.h: a job over hosts, by ssh or a command of the person's own, from gasnetrun's command
 * line and environment.
 */
#ifndef HYD_SSH_JOB_H
#define HYD_SSH_JOB_H

#include "contrib/gasnetrun/spawner.h"

/* Starts it, waits for its end. Its exit status; -1 with run->error set if it cannot be started. */
int hyd_ssh_job(struct hyd_run *run, enum hyd_spawner spawner, const char *self,
                const char *program);

/* What of this process's environment goes to other hosts: GASNET_*, the names of -E and those of
 * `usual`, a list with commas. NAME=VALUE, ended by NULL, to be freed as one; NULL: out of
 * memory. */
char **hyd_run_sent(const struct hyd_run *run, const char *usual);

#endif
