/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tools_hooks.c: connects gasnet_tools.h with the job: variables come from the job's environment,
 * and a fatal error names the rank and ends the job.
 */
#include "core/diag/backtrace.h"
#include "core/env/env.h"
#include "core/base/err.h"
#include "core/exit/job_exit.h"
#include "core/job/topology.h"
#include "core/tools/tools_int.h"

static char *job_getenv(const char *name) { return gasnet_getenv(name); }

static void job_prefix(char *buf, size_t n) {
  char host[64] = "?";
  gethostname(host, sizeof host - 1);
  snprintf(buf, n, "rank %u/%u on %s", hyd_world.rank, hyd_world.size, host);
}

static void job_fatal(int status) { hyd_exit_record(hyd_the_job, status); }

static int job_verbose(void) {
  return hyd_the_job && hyd_the_job->rank == 0 &&
         hyd_env_bool(hyd_the_job->env, HYD_ENV_VERBOSEENV);
}

static void job_env_changed(const char *name, const char *value) {
  if (hyd_the_job) hyd_env_set(hyd_the_job->env, name, value);
}

/* Prints the backtrace of a fatal error, on the ranks of GASNET_BACKTRACE_NODES. */
static int job_backtrace(int fd) {
  struct hyd_job *job = hyd_the_job;
  if (job == NULL || job->pid != getpid()) return gasnett_print_backtrace(fd);
  return job->trace.here ? hyd_backtrace_print(job, fd) : -1;
}

static const struct hyd_tools_hooks hooks = {job_getenv,  job_prefix,      job_fatal,
                                             job_verbose, job_env_changed, job_backtrace};

void hyd_tools_attach(struct hyd_job *job) {
  (void)job;
  hyd_tools_set_hooks(&hooks);
}
