/* SPDX-License-Identifier: BSD-3-Clause
 *
 * jobs.c: see jobs.h.
 */
#include "tests/sim/jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define STACK ((size_t)256 << 10)
#define NAP 500000u /* ps: first, of a rank that looks again whether there is room; doubles */
#define MOST_NAPS 10u

static struct sim_job *running;

struct sim_job *sim_job_running(void) {
  return running;
}

/* --- taking turns --------------------------------------------------------- */

static void speak_as(struct sim_job *r) {
  running = r;
  hyd_the_job = r->job;
  hyd_the_thread = r->thread;
  hyd_world.tm0 = &r->job->team.pub;
  hyd_world.rank = r->id;
  hyd_world.size = r->job->size;
}

static void resume(struct sim_job *r) {
  r->state = SIM_RUNS;
  speak_as(r);
  swapcontext(&r->all->scheduler, &r->context);
  running = NULL;
}

static void give_way(struct sim_job *r, int state) {
  r->state = state;
  swapcontext(&r->context, &r->all->scheduler);
}

static void set_timer(struct sim_job *r, uint64_t at) {
  if (r->timer && r->timer <= at) return;
  r->timer = at;
  many_wake(&r->all->many, r->id, at);
}

void sim_job_listen(struct sim_job *r, uint64_t until) {
  if (until) set_timer(r, until);
  give_way(r, SIM_LISTENS);
}

void sim_job_compute(struct sim_job *r, uint64_t ps) {
  uint64_t until = many_time(&r->all->many, r->id) + ps;
  while (many_time(&r->all->many, r->id) < until) {
    r->timer = 0; /* whatever else it is to be woken for is in vain */
    set_timer(r, until);
    give_way(r, SIM_COMPUTES);
  }
}

/* --- waiting -------------------------------------------------------------- */

/* It waits for room, of which it is not told. */
static int must_look_again(const struct sim_job *r, const struct hyd_wait *w) {
  return w->at.reason == HYD_WAIT_QUEUE || r->job->rx.parked != NULL ||
         r->job->rx.todo & HYD_TODO_NOW;
}

void __wrap_hyd_wait_pause(struct hyd_wait *w);
void __wrap_hyd_wait_pause(struct hyd_wait *w) {
  struct sim_job *r = running;
  uint64_t nap = (uint64_t)NAP << (r->naps < MOST_NAPS ? r->naps : MOST_NAPS);
  if (hyd_poll(w->job)) {
    r->naps = w->yields = 0;
    return;
  }
  if (!w->yields++) return; /* as wait.c: the caller looks once more before there is a sleep */
  w->yields = 0;
  r->waits_for = w->at.reason;
  if (must_look_again(r, w)) r->naps++;
  sim_job_listen(r, must_look_again(r, w) ? many_time(&r->all->many, r->id) + nap : 0);
  r->waits_for = HYD_WAIT_NONE;
}

/* --- what happens to a rank ----------------------------------------------- */

/* A rank that has ended polls until the others have, too. */
static void look(struct sim_job *r) {
  if (r->state == SIM_LISTENS) resume(r);
  if (r->state != SIM_ENDED) return;
  speak_as(r);
  hyd_poll(r->job);
  running = NULL;
  if (r->job->rx.parked || r->job->rx.todo & HYD_TODO_NOW)
    set_timer(r, many_time(&r->all->many, r->id) + NAP);
}

static void on_wake(struct sim_many *m, uint32_t rank) {
  struct sim_job *r = &((struct sim_jobs *)m->state)->rank[rank];
  r->timer = 0;
  if (r->state == SIM_COMPUTES)
    resume(r);
  else
    look(r);
}

static void on_letter(struct sim_many *m, uint32_t rank, struct many_message *message) {
  struct sim_job *r = &((struct sim_jobs *)m->state)->rank[rank];
  struct sim_letter *l = message->data;
  int way = !l->m.is_request;
  message->data = NULL;
  l->next = NULL;
  *r->end[way] = l;
  r->end[way] = &l->next;
  look(r);
}

/* --- a run ---------------------------------------------------------------- */

static void main_of(unsigned high, unsigned low) {
  struct sim_job *r = (struct sim_job *)((uintptr_t)high << 32 | low);
  sim_job_program(r);
  if (many_time(&r->all->many, r->id) > r->all->ended)
    r->all->ended = many_time(&r->all->many, r->id);
  give_way(r, SIM_ENDED);
}

static void give_stack(struct sim_job *r) {
  void *stack =
      mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (stack == MAP_FAILED) perror("sim-jobs: stack"), exit(99);
  getcontext(&r->context);
  r->context.uc_stack.ss_sp = stack;
  r->context.uc_stack.ss_size = STACK;
  makecontext(&r->context, (void (*)(void))main_of, 2, (unsigned)((uintptr_t)r >> 32),
              (unsigned)(uintptr_t)r);
  r->state = SIM_LISTENS;
}

static void check_end(struct sim_jobs *all) {
  for (uint32_t i = 0; i < all->many.n && !all->many.failed; i++) {
    const struct sim_job *r = &all->rank[i];
    if (r->state == SIM_ENDED) continue;
    many_fail(&all->many, "rank %u waits forever for %s, in step %u (%s)", i,
              hyd_wait_reason_text(r->waits_for), r->step,
              sim_step_name(all->steps.step[r->step].kind));
  }
}

int sim_jobs_run(struct sim_jobs *all) {
  static const struct many_app app = {on_wake, on_letter};
  struct sim_many *m = &all->many;
  m->app = &app;
  m->state = all;
  many_open(m);
  sim_jobs_make(all);
  for (uint32_t i = 0; i < m->n; i++) {
    give_stack(&all->rank[i]);
    many_wake(m, i, many_upto(m, all->steps.delay));
  }
  many_run(m);
  check_end(all);
  return m->failed;
}
