/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sim_udp.c: the udp conduit's protocol engine on a simulated network, by seeds.
 *
 *   sim-udp [--seeds N] [--seed-base S] [--seed S] [--jobs J] [--trace] [--verbose]
 *     --seeds N       how many (default: SIM_SEEDS of the environment, else 1000)
 *     --seed-base S   the first of them (default: 1)
 *     --seed S        this one alone, with its settings
 *     --jobs J        processes at a time (default: 2)
 *     --trace         every event of them, a line each
 *
 * A seed decides everything. Prints each that fails, what was wrong, its settings, and
 * `N passed, N failed`.
 */
#include "tests/sim/run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_JOBS 64
#define SECONDS 120 /* that a seed may take */

struct tally { /* of a process; shared with its parent */
  uint64_t seed, passed, failed;
  struct sim_totals totals;
};

struct options {
  uint64_t seeds, base;
  long jobs;
  int trace, verbose;
};

static void run_some(const struct options *o, long job, struct tally *t) {
  for (uint64_t i = (uint64_t)job; i < o->seeds; i += (uint64_t)o->jobs) {
    struct sim_totals totals = {0, 0, 0};
    t->seed = o->base + i;
    alarm(SECONDS); /* ends the process: its parent says where it was */
    if (sim_run(t->seed, o->trace, o->verbose, &totals)) t->failed++;
    else t->passed++;
    t->totals.packets += totals.packets;
    t->totals.dropped += totals.dropped;
    t->totals.steps += totals.steps;
    fflush(stdout);
  }
}

/* One process for each job, so that a crash costs no other. 0: all came to their end. */
static int run_all(const struct options *o, struct tally *tally) {
  pid_t pid[MOST_JOBS];
  int bad = 0, status;
  for (long j = 0; j < o->jobs; j++) {
    fflush(stdout);
    if ((pid[j] = fork()) == 0) {
      run_some(o, j, &tally[j]);
      exit(0); /* LeakSanitizer looks then */
    }
  }
  for (long j = 0; j < o->jobs; j++) {
    if (pid[j] > 0 && waitpid(pid[j], &status, 0) == pid[j] && status == 0) continue;
    printf("# seed %llu: the simulator died or hung (again: --seed %llu)\n",
           (unsigned long long)tally[j].seed, (unsigned long long)tally[j].seed);
    tally[j].failed++;
    bad = 1;
  }
  return bad;
}

static int usage(void) {
  fprintf(stderr, "usage: sim-udp [--seeds N] [--seed-base S] [--seed S] [--jobs J] [--trace] [--verbose]\n");
  return 2;
}

static int read_options(struct options *o, int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    const char *value = i + 1 < argc ? argv[i + 1] : NULL;
    if (strcmp(argv[i], "--trace") == 0) o->trace = 1;
    else if (strcmp(argv[i], "--verbose") == 0) o->verbose = 1;
    else if (value == NULL) return -1;
    else if (strcmp(argv[i], "--seeds") == 0) o->seeds = strtoull(value, NULL, 10), i++;
    else if (strcmp(argv[i], "--seed-base") == 0) o->base = strtoull(value, NULL, 10), i++;
    else if (strcmp(argv[i], "--jobs") == 0) o->jobs = strtol(value, NULL, 10), i++;
    else if (strcmp(argv[i], "--seed") == 0) {
      o->base = strtoull(value, NULL, 10);
      o->seeds = 1;
      o->verbose = 1;
      i++;
    } else return -1;
  }
  return o->jobs < 1 || o->jobs > MOST_JOBS ? -1 : 0;
}

int main(int argc, char **argv) {
  const char *wanted = getenv("SIM_SEEDS");
  struct options o = {.seeds = wanted ? strtoull(wanted, NULL, 10) : 1000, .base = 1, .jobs = 2};
  struct tally *t, sum = {0};
  int bad;
  if (read_options(&o, argc, argv)) return usage();
  if (o.seeds < (uint64_t)o.jobs) o.jobs = o.seeds ? (long)o.seeds : 1;
  t = mmap(NULL, MOST_JOBS * sizeof *t, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (t == MAP_FAILED) return 99;
  printf("seeds %llu to %llu\n", (unsigned long long)o.base, (unsigned long long)(o.base + o.seeds - 1));
  bad = run_all(&o, t);
  for (long j = 0; j < o.jobs; j++) {
    sum.passed += t[j].passed;
    sum.failed += t[j].failed;
    sum.totals.packets += t[j].totals.packets;
    sum.totals.dropped += t[j].totals.dropped;
  }
  printf("%llu datagrams, %llu of them lost\n", (unsigned long long)sum.totals.packets,
         (unsigned long long)sum.totals.dropped);
  printf("%llu passed, %llu failed\n", (unsigned long long)sum.passed, (unsigned long long)sum.failed);
  return bad || sum.failed != 0;
}
