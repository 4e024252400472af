/* SPDX-License-Identifier: BSD-3-Clause
 *
 * launch.h: processes that the launcher starts: jobs of workers, foreign load, other programs, an
 * emulated machine; and how much of the cores went to anything else meanwhile.
 */
#ifndef HYD_BENCH_LAUNCH_H
#define HYD_BENCH_LAUNCH_H

#include <sys/types.h>

#include "contrib/tools/bench/base/bench.h"

/* ---- processes (processes.c) --------------------------------------------- */

/* Every process group started here is remembered and killed when gasnet-bench ends or is
 * interrupted; each also dies with its parent and by its own alarm. */
void hyd_bn_proc_setup(void);
/* fork; the child leads its own group, dies with us and after limit_s. 0 in the child, -1
 * failed. */
pid_t hyd_bn_fork(int limit_s);
/* Waits until the leader and all its group have ended; kills them after limit_s. The leader's wait
 * status, or -1 if it had to be killed. */
int hyd_bn_reap(pid_t leader, double limit_s);
void hyd_bn_kill(pid_t leader);

/* `count` processes that only compute, at normal priority, free to run on both cores. */
struct hyd_bn_foreign {
  pid_t pid[16];
  int n;
};
bool hyd_bn_foreign_start(struct hyd_bn_foreign *f, int count, int limit_s);
void hyd_bn_foreign_stop(struct hyd_bn_foreign *f);

/* ---- other load (other_load.c): what else ran on the two cores ----------- */

void hyd_bn_others_begin(const struct hyd_bn *b);
void hyd_bn_others_end(struct hyd_bn *b);
void hyd_bn_others_print(FILE *out, const struct hyd_bn *b); /* only if it matters */

/* ---- jobs of workers (worker_jobs.c) ------------------------------------- */

struct hyd_bn_job {
  const char *worker; /* name in hyd_bn_workers; if another program has it, "PROGRAM/NAME"
                         (hyd_bn_find_program) */
  int ranks;
  int amount;          /* what the worker makes of it: rounds or milliseconds */
  const char *segsize; /* GASNET_MAX_SEGSIZE, or NULL: as it is */
  int limit_s;
  const char *const *env; /* further "NAME=VALUE", ends with NULL; or NULL: none */
};
/* Runs the job to its end. wall_ns_p (may be NULL): from just before fork until every process has
 * been reaped. records_p (may be NULL): array of the workers' records, the caller's to release.
 * False, after a message, if the job failed. */
bool hyd_bn_job_run(const struct hyd_bn_job *job, double *wall_ns_p, json_t **records_p);
/* The same, with the records added to the table under `suite`. */
bool hyd_bn_job_rows(struct hyd_bn *b, const char *suite, const struct hyd_bn_job *job);
/* Where another program of ours is: beside this one, also in a build tree, or among those that are
 * not for users; else its name, for the shell to find, and false. */
bool hyd_bn_find_program(const char *name, char *path, size_t size);

/* ---- RDMA (emulated_machine.c, perftest.c) ------------------------------- */

bool hyd_bn_has_rdma(void); /* this machine has a device */
/* Measures the suite in an emulated machine that has one, and takes its rows. False, after a
 * message: it failed. */
bool hyd_bn_in_machine(struct hyd_bn *b, const char *suite);
/* MB/s of a stream by perftest's program. False, after a message, if it cannot be run. */
bool hyd_bn_perftest(const char *program, int bytes, double *mbs_p);

#endif
