/* SPDX-License-Identifier: BSD-3-Clause
 *
 * oracle.c: random collectives on random teams against a serial model.
 *
 * Each seed is a batch. All ranks make some teams, a few for each thread, of members and in orders
 * that the seed says (teams.h). Then every thread begins reductions, broadcasts and barriers on its
 * own teams (task.h), in an order that all members share, some in flight at a time, and completes
 * them in an order of its own. Every byte of what they read and write, and around it, must be as it
 * should. --spoil falsifies a byte of the first result of each rank's batch.
 */
#include "task.h"

#include <sched.h>
#include <stdlib.h>

enum { TEAMS = 14, FLIGHT = 8, MOST_TASKS = 24 };

/* The test memory of a rank: words of barriers, and a room for each place in flight. */
struct memory {
  uint64_t entered[ORACLE_THREADS][MOST_TASKS];
  unsigned char room[][TASK_ROOM]; /* [thread * FLIGHT + place] */
};

struct worker {
  int thread, good, spoil;
  struct rng own; /* of this rank and thread */
  struct coll_team team[TEAMS];
  int teams;
  struct task task[FLIGHT];
  int busy[FLIGHT];
};

static struct worker worker[ORACLE_THREADS];
static uint64_t seed;  /* of the batch */
static gex_AD_t words; /* of barriers */

static size_t memory_needed(void) {
  return sizeof(struct memory) + (size_t)oracle.threads * FLIGHT * TASK_ROOM;
}

/* --- one at a time -------------------------------------------------------- */

static void judge(struct worker *w, struct task *t) {
  char text[200];
  const char *wrong;
  long at;
  if (w->spoil && t->src.bytes) {
    t->src.want[0] ^= 1;
    w->spoil = 0;
  }
  wrong = task_end(t, &at);
  if (!wrong) return;
  task_describe(t, text, sizeof text);
  oracle_complain(seed, w->thread, "%s: %s %ld", text, wrong, at);
  w->good = 0;
}

/* Waits in one of several ways. */
static void land(struct worker *w, int place) {
  struct task *t = &w->task[place];
  if (!w->busy[place]) return;
  w->busy[place] = 0;
  switch (rng_below(&w->own, 4)) {
  case 0:
    while (gex_Event_Test(t->event) == GASNET_ERR_NOT_READY) {
      gasnet_AMPoll();
      sched_yield();
    }
    break;
  case 1: gex_Event_WaitSome(&t->event, 1, 0); break;
  default: gex_Event_Wait(t->event);
  }
  judge(w, t);
}

/* All that are in flight, in an order of this rank; sometimes they are waited for together. */
static void land_all(struct worker *w) {
  gex_Event_t events[FLIGHT];
  int i, together = rng_below(&w->own, 3) == 0, from = (int)rng_below(&w->own, FLIGHT);
  for (i = 0; i < FLIGHT; i++) events[i] = w->busy[i] ? w->task[i].event : GEX_EVENT_INVALID;
  if (together) {
    gex_Event_WaitAll(events, FLIGHT, 0);
    for (i = 0; i < FLIGHT; i++) w->task[i].event = GEX_EVENT_INVALID;
  }
  for (i = 0; i < FLIGHT; i++) land(w, (from + 3 * i) % FLIGHT);
}

/* --- a thread's tasks ----------------------------------------------------- */

static unsigned char *room(int thread, int place) {
  struct memory *m = oracle.mem[oracle.me];
  return m->room[thread * FLIGHT + place];
}

static void take_off(struct worker *w, int number, const struct coll_team *team,
                     struct rng *common) {
  int place = (int)rng_below(&w->own, FLIGHT);
  struct task *t = &w->task[place];
  land(w, place);
  t->number = number;
  t->team = team;
  t->words = words;
  t->entered_at = offsetof(struct memory, entered) +
                  ((size_t)w->thread * MOST_TASKS + (size_t)number) * sizeof(uint64_t);
  t->entered_as = seed + 1;
  task_choose(t, team->size, common);
  task_begin(t, room(w->thread, place), &w->own);
  w->busy[place] = 1;
}

static void run_thread(int thread) {
  struct worker *w = &worker[thread];
  struct rng common = rng_of(seed, (uint64_t)thread);
  int i, tasks = (int)rng_between(&common, 1, MOST_TASKS), rush = (int)rng_below(&common, 4);
  for (i = 0; i < tasks; i++) {
    const struct coll_team *team = &w->team[rng_below(&common, (size_t)w->teams)];
    struct rng of_task = {rng_next(&common)};
    if (team->tm == GEX_TM_INVALID) continue;
    take_off(w, i, team, &of_task);
    while (rng_below(&w->own, 2 + 2 * (size_t)rush) == 0) land(w, (int)rng_below(&w->own, FLIGHT));
    if (rng_below(&w->own, 6) == 0) gasnet_AMPoll();
  }
  land_all(w);
}

/* --- one batch ------------------------------------------------------------ */

/* The first team of the first thread is the whole job; a few have more than there are slots
 * for. */
static void make_teams(struct worker *w, struct rng *common) {
  const char *wrong;
  int i;
  w->teams = rng_below(common, 8) ? (int)rng_between(common, 1, 4) : TEAMS;
  for (i = 0; i < w->teams; i++) {
    struct coll_team whole, *t = &w->team[i];
    size_t parent = rng_below(common, (size_t)i + 1);
    coll_team_whole(&whole);
    if (i == 0 && w->thread == 0)
      *t = whole;
    else
      coll_team_make(t, parent == (size_t)i ? &whole : &w->team[parent], common);
    if (t->tm == GEX_TM_INVALID || !(wrong = coll_team_wrong(t))) continue;
    oracle_complain(seed, w->thread, "team %d: wrong %s", i, wrong);
    w->good = 0;
  }
}

static void destroy_teams(struct worker *w, gex_Flags_t flags) {
  int i;
  for (i = w->teams - 1; i >= 0; i--)
    if (w->team[i].tm != GEX_TM_INVALID && w->team[i].tm != oracle.tm0)
      gex_TM_Destroy(w->team[i].tm, 0, flags);
}

static int run_batch(int thread, uint64_t this_seed) {
  struct rng common = rng_of(this_seed, 1000);
  int i, good = 1;
  (void)thread;
  seed = this_seed;
  for (i = 0; i < oracle.threads; i++) {
    worker[i].thread = i;
    worker[i].good = 1;
    worker[i].spoil = oracle.spoil;
    worker[i].own = rng_of(seed, 1001 + (uint64_t)oracle.me * ORACLE_THREADS + (uint64_t)i);
    make_teams(&worker[i], &common);
  }
  oracle_threads(run_thread);
  oracle_barrier();
  for (i = oracle.threads - 1; i >= 0; i--) {
    destroy_teams(&worker[i], rng_below(&common, 2) ? GEX_FLAG_GLOBALLY_QUIESCED : 0);
    good &= worker[i].good;
  }
  return good;
}

static void run(void) {
  if (oracle.size > COLL_MOST_RANKS) abort();
  gex_AD_Create(&words, oracle.tm0, GEX_DT_U64, GEX_OP_SET | GEX_OP_GET, 0);
  oracle_each_seed(0, run_batch);
  gex_AD_Destroy(words);
}

const struct oracle_test oracle_test = {0, memory_needed, run};
