/* SPDX-License-Identifier: BSD-3-Clause
 *
 * jobs.h: many ranks of the real library in one process: each has a struct hyd_job, a conduit to
 * the simulated network (many.h), a thread state, and a stack of its own, on which it runs a
 * program that calls the library as any client does. Where the library would wait (hyd_wait_pause,
 * which the linker leads here), the rank gives way to the others until a message comes to it. One
 * of them runs at a time; hyd_the_job and hyd_the_thread are those of the one that runs.
 *
 *   jobs.c          ranks: running, waiting, what comes
 *   jobs_make.c     bringing up: what core/job/init.c does, without processes and shared memory
 *   jobs_conduit.c  the conduit
 *   jobs_program.c  what the ranks do, and the oracle
 *   jobs_steps.c    which of it, by the seed
 */
#ifndef HYD_SIM_JOBS_H
#define HYD_SIM_JOBS_H

#include <ucontext.h>

#include "core/am/am.h"
#include "core/am/wait.h"
#include "tests/sim/jobs_steps.h"
#include "contrib/tools/sim/many.h"

struct sim_jobs;

struct sim_letter { /* a message on its way */
  struct sim_letter *next;
  uint32_t from;
  struct hyd_am m;
  gex_AM_Arg_t args[HYD_AM_WIRE_ARGS];
  unsigned char payload[] __attribute__((aligned(64)));
};

enum { SIM_RUNS, SIM_LISTENS, SIM_COMPUTES, SIM_ENDED };

struct sim_job {
  struct sim_jobs *all;
  uint32_t id;
  struct hyd_job *job;
  struct hyd_thread *thread;
  ucontext_t context;
  int state;
  uint64_t timer; /* a wake-up is on its way for then; 0: none */
  unsigned naps;  /* in a row, in vain */
  uint32_t step;  /* of its program */
  enum hyd_wait_reason waits_for;
  struct sim_letter *first[2], **end[2]; /* arrived: requests, replies */
  uint32_t coming[2];                    /* those, and on their way */
  uint32_t answered;                     /* of its program's requests */
};

struct sim_jobs {
  struct sim_many many;
  struct sim_steps steps;
  struct sim_job *rank; /* [n] */
  ucontext_t scheduler;
  uint64_t landed; /* the last collective of any rank was over, and the last rank's program, ps */
  uint64_t ended;
  uint32_t *entered; /* [step][n] how many members have begun it, of the team that this rank is
                        first of */
};

/* The whole run, 0 if nothing was wrong. Nothing is given back: call it in a process of its own. */
int sim_jobs_run(struct sim_jobs *all);

/* jobs.c: the rank that runs gives way: until a message comes, or at the latest then (0: no
 * limit). */
void sim_job_listen(struct sim_job *r, uint64_t until);
/* It computes, deaf to messages. */
void sim_job_compute(struct sim_job *r, uint64_t ps);
struct sim_job *sim_job_running(void);

/* jobs_make.c */
void sim_jobs_make(struct sim_jobs *all);

/* jobs_conduit.c */
extern const struct hyd_conduit sim_conduit;

/* jobs_program.c: what a rank does. */
void sim_job_program(struct sim_job *r);
void sim_job_handlers(struct sim_job *r);

#endif
