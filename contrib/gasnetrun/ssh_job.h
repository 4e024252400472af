/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ssh_job.h: a job over hosts, by ssh or a user's command, from gasnetrun's command line and
 * environment.
 */
#ifndef HYD_GASNETRUN_SSH_JOB_H
#define HYD_GASNETRUN_SSH_JOB_H

#include "contrib/gasnetrun/spawner.h"

/* Starts it, waits for its end. Its exit status; -1 with run->error set if it cannot be started. */
int hyd_ssh_job(struct hyd_run *run, enum hyd_spawner spawner, const char *self,
                const char *program);

/* What of this process's environment goes to other hosts: GASNET_*, the names of -E and those of
 * `usual`, a list with commas. NAME=VALUE, ended by NULL, to be freed as one; NULL: out of
 * memory. */
char **hyd_run_sent(const struct hyd_run *run, const char *usual);

/* A setting that is yes or no: its name and its value, which may be NULL. 0, or -1 with run->error
 * set. */
int hyd_run_yes(struct hyd_run *run, const char *name, const char *value, int *out_p);

#endif
