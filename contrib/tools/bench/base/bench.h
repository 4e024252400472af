/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bench.h: what the parts of gasnet-bench share: sample sets, result rows, options, and the parts'
 * entry points. The launcher (main.c) starts jobs of this very program; their ranks are "workers"
 * (work*.c) which hand raw samples back, one JSON object a line, and the launcher turns them into
 * rows of median, 1st and 99th percentile.
 */
#ifndef HYD_BENCH_H
#define HYD_BENCH_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>

/* ---- time ---------------------------------------------------------------- */

static inline double hyd_bn_now(void) { /* nanoseconds */
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* ---- samples (stats.c) --------------------------------------------------- */

struct hyd_bn_set {
  double *v;
  size_t n, cap;
  bool sorted;
};
void hyd_bn_add(struct hyd_bn_set *s, double value);
void hyd_bn_add_all(struct hyd_bn_set *s, const double *v, size_t n);
/* Percentile (0..100) of the set, which it sorts; 0 of an empty set. */
double hyd_bn_pct(struct hyd_bn_set *s, double percent);
double hyd_bn_median(struct hyd_bn_set *s);
void hyd_bn_clear(struct hyd_bn_set *s);

/* ---- rows (rows.c) ------------------------------------------------------- */

/* One measured thing. `ref` names what the ratio set is relative to; "" if there is none. */
struct hyd_bn_row {
  char suite[16], name[64], unit[12], ref[16];
  long bytes; /* size of the operation; -1 where it has none */
  int ranks;
  struct hyd_bn_set value, ratio;
  struct hyd_bn_set against; /* samples of `ref` itself, in the row's unit; or none */
};
struct hyd_bn_table {
  struct hyd_bn_row **row;
  size_t n, cap;
};
/* The row with this key, made if need be; samples added to it pool with those already there. */
struct hyd_bn_row *hyd_bn_row(struct hyd_bn_table *t, const char *suite, const char *name,
                              long bytes, int ranks, const char *unit, const char *ref);
struct hyd_bn_row *hyd_bn_find(const struct hyd_bn_table *t, const char *suite, const char *name,
                               long bytes, int ranks);
/* Adds the record that a worker wrote:
 * {"name","bytes","ranks","unit","v":[..],"ref","r":[..],"a":[..]}; of these "v" is the row's
 * value, "r" its ratio, "a" its against. */
int hyd_bn_take_record(struct hyd_bn_table *t, const char *suite, const json_t *record);

/* ---- options and context ------------------------------------------------- */

struct hyd_bn {
  double others, stolen; /* percent of the cores that others and the hypervisor took */
  struct hyd_bn_table rows;
  bool quick, progress, failed;
  int cpu[2]; /* the two cores everything runs on; equal when the machine has but one */
};
/* Iterations or seconds, cut down by --quick. */
static inline int hyd_bn_scaled(const struct hyd_bn *b, int full) {
  return b->quick ? (full + 3) / 4 : full;
}
void hyd_bn_progress(const struct hyd_bn *b, const char *what); /* NULL: wipe the line */
void hyd_bn_complain(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* ---- suites: each measures and adds rows; false: something failed and was reported --- */

struct hyd_bn_suite {
  const char *name, *what;
  bool (*run)(struct hyd_bn *b);
  bool of_all; /* a part of `all`; else only measured when named */
};
extern const struct hyd_bn_suite hyd_bn_suites[]; /* ends with a NULL name */
bool hyd_bn_suite_limits(struct hyd_bn *b);
bool hyd_bn_suite_am(struct hyd_bn *b);
bool hyd_bn_suite_rma(struct hyd_bn *b);
bool hyd_bn_suite_vis(struct hyd_bn *b);
bool hyd_bn_suite_ex(struct hyd_bn *b);
bool hyd_bn_suite_barrier(struct hyd_bn *b);
bool hyd_bn_suite_oversub(struct hyd_bn *b);
bool hyd_bn_suite_load(struct hyd_bn *b);
bool hyd_bn_suite_start(struct hyd_bn *b);
bool hyd_bn_suite_idle(struct hyd_bn *b);
bool hyd_bn_suite_clocks(struct hyd_bn *b);
bool hyd_bn_suite_bind(struct hyd_bn *b);
bool hyd_bn_suite_reserve(struct hyd_bn *b);
bool hyd_bn_suite_memory(struct hyd_bn *b);
bool hyd_bn_suite_firehose(struct hyd_bn *b);
bool hyd_bn_suite_papers(struct hyd_bn *b);
bool hyd_bn_suite_netvm(struct hyd_bn *b); /* also rows of suite `netvm-udp` */
bool hyd_bn_suite_udp(struct hyd_bn *b);   /* in builds with the udp conduit */
bool hyd_bn_suite_sim(struct hyd_bn *b);   /* a part of it */
bool hyd_bn_suite_ibv(struct hyd_bn *b);   /* */
bool hyd_bn_suite_ibv_pinning(struct hyd_bn *b);
bool hyd_bn_two_cores(const struct hyd_bn *b, const char *suite); /* false, after a message: one */

/* ---- limits of the machine (limits.c): samples in ns (bandwidth: MB/s); false if impossible - */

bool hyd_bn_measure_line(const struct hyd_bn *b, int windows, struct hyd_bn_set *out);
bool hyd_bn_measure_switch(const struct hyd_bn *b, double seconds, struct hyd_bn_set *out);
bool hyd_bn_measure_copy4k(const struct hyd_bn *b, int rounds, struct hyd_bn_set *out);

/* ---- processes (proc.c) -------------------------------------------------- */

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
void hyd_bn_pin(int cpu); /* this process to one core (pin.c) */

/* `count` processes that only compute, at normal priority, free to run on both cores. */
struct hyd_bn_foreign {
  pid_t pid[16];
  int n;
};
bool hyd_bn_foreign_start(struct hyd_bn_foreign *f, int count, int limit_s);
void hyd_bn_foreign_stop(struct hyd_bn_foreign *f);

/* ---- others (others.c): what else ran on the two cores meanwhile --------- */

void hyd_bn_others_begin(const struct hyd_bn *b);
void hyd_bn_others_end(struct hyd_bn *b);
void hyd_bn_others_print(FILE *out, const struct hyd_bn *b); /* only if it matters */

/* ---- jobs (jobs.c) ------------------------------------------------------- */

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
/* Adds a job's records, with ratios to `reference` under the name `ref`. Takes the records over. */
bool hyd_bn_take_relative(struct hyd_bn *b, const char *suite, json_t *records, double reference,
                          const char *ref);
/* Entry of a process that job_run started; argv: program "--worker" name amount. */
int hyd_bn_worker_main(int argc, char **argv);
/* Where another program of ours is: beside this one, also in a build tree, or among those that are
 * not for users; else its name, for the shell to find, and false. */
bool hyd_bn_find_program(const char *name, char *path, size_t size);

/* ---- RDMA (machine.c, perftest.c) ---------------------------------------- */

bool hyd_bn_has_rdma(void); /* this machine has a device */
/* Measures the suite in an emulated machine that has one, and takes its rows. False, after a
 * message: it failed. */
bool hyd_bn_in_machine(struct hyd_bn *b, const char *suite);
/* MB/s of a stream by perftest's program. False, after a message, if it cannot be run. */
bool hyd_bn_perftest(const char *program, int bytes, double *mbs_p);

/* ---- output (report.c, plot.c, goals.c) ---------------------------------- */

void hyd_bn_print(FILE *out, const struct hyd_bn *b, bool brief);
json_t *hyd_bn_to_json(const struct hyd_bn *b);
void hyd_bn_print_records(FILE *out,
                          const struct hyd_bn *b); /* as workers do, for hyd_bn_take_record */
bool hyd_bn_plot(const struct hyd_bn *b, const char *file);
/* Runs the suites that the groups' goals need, prints each figure beside its goal. Exit status. */
int hyd_bn_goals(struct hyd_bn *b, const char *groups, bool json, const char *json_file);
bool hyd_bn_write_json(json_t *doc, const char *file); /* "-": standard output; takes doc over */

#endif
