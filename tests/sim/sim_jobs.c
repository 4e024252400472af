/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sim_jobs.c: jobs of up to 1024 ranks of the real library, in one process on virtual time, by
 * seeds (options: seeds.h): active messages and their flow control, barriers, collectives, teams.
 * Each seed has a process of its own, because the library gives nothing back before a process ends.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/sim/jobs.h"
#include "tests/sim/seeds.h"

static int simulate(uint64_t seed, int trace, int verbose, struct sim_totals *t) {
  struct sim_jobs *all = calloc(1, sizeof *all);
  int failed;
  if (all == NULL) return 1;
  sim_steps_choose(&all->steps, seed);
  if (verbose) sim_steps_print(&all->steps);
  all->many = (struct sim_many){.seed = seed,
                                .n = all->steps.n,
                                .net = all->steps.net,
                                .luck = all->steps.luck,
                                .trace = trace};
  failed = sim_jobs_run(all);
  *t = (struct sim_totals){all->many.messages, 0, all->many.steps};
  if (failed && !verbose) sim_steps_print(&all->steps);
  fflush(stdout);
  return failed;
}

static int run(uint64_t seed, int trace, int verbose, struct sim_totals *t) {
  struct sim_totals *shared =
      mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  int status = 1;
  pid_t child;
  if (shared == MAP_FAILED) return 1;
  fflush(stdout);
  if ((child = fork()) == 0) {
    alarm(100); /* which a fork ends */
    _exit(simulate(seed, trace, verbose, shared));
  }
  if (child > 0) waitpid(child, &status, 0);
  if (WIFSIGNALED(status))
    printf("# seed %llu: ended by signal %d\n", (unsigned long long)seed, WTERMSIG(status));
  *t = *shared;
  munmap(shared, sizeof *shared);
  return status != 0;
}

int main(int argc, char **argv) {
  const struct sim_program p = {.name = "sim-jobs", .what = "messages", .run = run, .seeds = 100};
  return sim_seeds_main(&p, argc, argv);
}
