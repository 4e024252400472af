/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sim_models.c: what the planner runs does what the library does: barriers and collectives of the
 * real library (jobs.h) and those of many_apps.h take, for the same ranks and network, as many
 * messages, bytes and time. Prints `N passed, N failed`.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/sim/jobs.h"
#include "contrib/tools/sim/many_apps.h"
#include "contrib/tools/sim/udp_bytes.h"

#define MTU 1472u
#define SECOND 1000000000000u /* ps */

struct cost {
  uint64_t messages, bytes, time;
};

static const struct many_loggp nets[] = {{10000000, 1000000, 100000, 800},
                                         {1000000, 300000, 400000, 80}};

static size_t wire(const struct many_collective *what, size_t bytes) {
  return udp_bytes(what->mtu, UDP_MEDIUM, 6, bytes);
}

static struct cost cost_of(const struct sim_many *m, uint64_t time) {
  return (struct cost){m->messages, m->bytes, time};
}

/* --- the library ---------------------------------------------------------- */

/* A job of one collective, or none, and the barrier at its end. */
static void run_job(const struct many_loggp *net, uint32_t n, const struct sim_step *step,
                    struct cost *cost) {
  struct sim_jobs *all = calloc(1, sizeof *all);
  if (all == NULL) _exit(99);
  all->steps = (struct sim_steps){.seed = 1, .n = n, .room = 1000000, .unchecked = 1};
  if (step) {
    all->steps.steps = 1;
    all->steps.step[0] = *step;
    all->steps.rest = SECOND; /* the barrier at the end is not in the way */
  }
  all->many = (struct sim_many){.seed = 1, .n = n, .net = *net};
  if (sim_jobs_run(all)) _exit(1);
  *cost = cost_of(&all->many, step ? all->landed : all->ended);
  _exit(0);
}

static struct cost of_library(const struct many_loggp *net, uint32_t n,
                              const struct sim_step *step) {
  struct cost *shared =
      mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  struct cost cost;
  pid_t child;
  int status = 1;
  if (shared == MAP_FAILED) exit(99);
  fflush(stdout);
  if ((child = fork()) == 0) run_job(net, n, step, shared);
  if (child > 0) waitpid(child, &status, 0);
  cost = *shared;
  munmap(shared, sizeof *shared);
  return status ? (struct cost){0, 0, 0} : cost;
}

/* --- the model ------------------------------------------------------------ */

static struct cost of_barrier(const struct many_loggp *net, uint32_t n) {
  const struct many_barriers what = {.phases = 1,
                                     .window = 1,
                                     .bytes = udp_bytes(MTU, UDP_SHORT, 4, 0)};
  struct sim_many m = {.seed = 1, .n = n, .net = *net};
  struct many_result result;
  struct cost cost;
  many_barriers(&m, &what, &result);
  cost = cost_of(&m, result.ended);
  many_close(&m);
  return cost;
}

static struct cost of_model(const struct many_loggp *net, uint32_t n, const struct sim_step *step) {
  static const enum many_coll_kind kind[SIM_DO_KINDS] = {
      [SIM_BROADCAST] = MANY_BROADCAST, [SIM_TO_ONE] = MANY_REDUCE, [SIM_TO_ALL] = MANY_REDUCE_ALL};
  const struct cost barrier = of_barrier(net, n);
  const size_t bytes = step ? step->size * (step->kind == SIM_BROADCAST ? 1 : sizeof(uint64_t)) : 0;
  struct many_collective what = {.net = HYD_COLL_NETWORK, .bytes = bytes, .wire = wire, .mtu = MTU};
  struct sim_many m = {.seed = 1, .n = n, .net = *net};
  struct many_result result;
  struct cost cost;
  if (step == NULL) return barrier;
  what.kind = kind[step->kind];
  many_collectives(&m, &what, &result);
  cost = cost_of(&m, result.ended);
  many_close(&m);
  cost.messages += barrier.messages;
  cost.bytes += barrier.bytes;
  return cost;
}

/* --- both ----------------------------------------------------------------- */

static int differ(const struct many_loggp *net, uint32_t n, const struct sim_step *step) {
  const struct cost a = of_library(net, n, step), b = of_model(net, n, step);
  if (memcmp(&a, &b, sizeof a) == 0) return 0;
  printf("not ok - %s %u, %u ranks: the library takes %llu messages, %llu bytes, %.3f us; the "
         "model %llu, %llu, "
         "%.3f\n",
         step ? sim_step_name(step->kind) : "barrier", step ? step->size : 0, n,
         (unsigned long long)a.messages, (unsigned long long)a.bytes, (double)a.time / 1e6,
         (unsigned long long)b.messages, (unsigned long long)b.bytes, (double)b.time / 1e6);
  return 1;
}

int main(void) {
  static const uint32_t ranks[] = {1, 2, 3, 4, 7, 8, 13, 16, 31, 64, 100};
  static const enum sim_kind kinds[] = {SIM_BROADCAST, SIM_TO_ONE, SIM_TO_ALL};
  static const uint32_t sizes[] = {1, 100, 9000, 40000};
  int passed = 0, failed = 0;
  for (unsigned w = 0; w < sizeof nets / sizeof *nets; w++)
    for (unsigned i = 0; i < sizeof ranks / sizeof *ranks; i++) {
      int bad = differ(&nets[w], ranks[i], NULL);
      for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {
          uint32_t size = kinds[k] == SIM_BROADCAST ? 8 * sizes[s] : sizes[s];
          const struct sim_step step = {.kind = kinds[k], .size = size, .root = 0, .id_of = -1};
          bad += differ(&nets[w], ranks[i], &step);
        }
      failed += bad != 0;
      passed += bad == 0;
    }
  printf("%d passed, %d failed\n", passed, failed);
  return failed != 0;
}
