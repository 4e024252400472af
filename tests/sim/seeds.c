/* SPDX-License-Identifier: BSD-3-Clause
 *
 * seeds.c: see seeds.h. One process for each job, so that a crash costs no other.
 */
#include "tests/sim/seeds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST_JOBS 64
#define CPU_SECONDS                                                                                \
  400 /* of a processor that a seed may take: long ones take 25, instrumented ten times that */
#define SECONDS 1800 /* that it may take in all, on a busy machine */

struct tally { /* of a process; shared with its parent */
  uint64_t seed, passed, failed;
  struct sim_totals totals;
};

struct options {
  const struct sim_program *program;
  uint64_t seeds, base;
  long jobs;
  int trace, verbose;
};

static void say_again(const struct options *o, uint64_t seed) {
  printf("# again: tests/sim/%s --seed %llu\n", o->program->name, (unsigned long long)seed);
}

static void bound_time(void) {
  setitimer(ITIMER_PROF, &(struct itimerval){.it_value = {CPU_SECONDS, 0}}, NULL);
  alarm(SECONDS);
}

static void run_some(const struct options *o, long job, struct tally *t) {
  for (uint64_t i = (uint64_t)job; i < o->seeds; i += (uint64_t)o->jobs) {
    struct sim_totals totals = {0, 0, 0};
    t->seed = o->base + i;
    bound_time(); /* ends the process: its parent says where it was */
    if (o->program->run(t->seed, o->trace, o->verbose, &totals)) {
      t->failed++;
      say_again(o, t->seed);
    } else {
      t->passed++;
    }
    t->totals.packets += totals.packets;
    t->totals.dropped += totals.dropped;
    t->totals.steps += totals.steps;
    fflush(stdout);
  }
}

/* 0: all came to their end. */
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
    printf("# seed %llu: the simulator died or hung\n", (unsigned long long)tally[j].seed);
    say_again(o, tally[j].seed);
    tally[j].failed++;
    bad = 1;
  }
  return bad;
}

static int usage(const char *name) {
  fprintf(stderr,
          "usage: %s [--seeds N] [--seed-base S] [--seed S] [--jobs J] [--trace] [--verbose]\n",
          name);
  return 2;
}

static int read_options(struct options *o, int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    const char *value = i + 1 < argc ? argv[i + 1] : NULL;
    if (strcmp(argv[i], "--trace") == 0)
      o->trace = 1;
    else if (strcmp(argv[i], "--verbose") == 0)
      o->verbose = 1;
    else if (value == NULL)
      return -1;
    else if (strcmp(argv[i], "--seeds") == 0)
      o->seeds = strtoull(value, NULL, 10), i++;
    else if (strcmp(argv[i], "--seed-base") == 0)
      o->base = strtoull(value, NULL, 10), i++;
    else if (strcmp(argv[i], "--jobs") == 0)
      o->jobs = strtol(value, NULL, 10), i++;
    else if (strcmp(argv[i], "--seed") == 0) {
      o->base = strtoull(value, NULL, 10);
      o->seeds = 1;
      o->verbose = 1;
      i++;
    } else
      return -1;
  }
  return o->jobs < 1 || o->jobs > MOST_JOBS ? -1 : 0;
}

static struct tally sum_of(const struct tally *t, long jobs) {
  struct tally sum = {0};
  for (long j = 0; j < jobs; j++) {
    sum.passed += t[j].passed;
    sum.failed += t[j].failed;
    sum.totals.packets += t[j].totals.packets;
    sum.totals.dropped += t[j].totals.dropped;
  }
  return sum;
}

int sim_seeds_main(const struct sim_program *p, int argc, char **argv) {
  struct options o = {.program = p, .seeds = p->seeds, .base = 1, .jobs = 2};
  struct tally *t, sum;
  int bad;
  if (read_options(&o, argc, argv)) return usage(p->name);
  if (o.seeds < (uint64_t)o.jobs) o.jobs = o.seeds ? (long)o.seeds : 1;
  t = mmap(NULL, MOST_JOBS * sizeof *t, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (t == MAP_FAILED) return 99;
  printf("%s: seeds %llu to %llu\n", p->name, (unsigned long long)o.base,
         (unsigned long long)(o.base + o.seeds - 1));
  bad = run_all(&o, t);
  sum = sum_of(t, o.jobs);
  printf("%llu %s", (unsigned long long)sum.totals.packets, p->what);
  if (sum.totals.dropped) printf(", %llu of them lost", (unsigned long long)sum.totals.dropped);
  printf("\n%llu passed, %llu failed\n", (unsigned long long)sum.passed,
         (unsigned long long)sum.failed);
  return bad || sum.failed != 0;
}
