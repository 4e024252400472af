/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sleep_model.c: scenarios of the sleeper's protocol (core/am/wait_sleep.c, core/shm/bell.c): W1 to W4.
 * What must hold: no thread sleeps for good while there is something for it.
 */
#include "core/am/wait.h"
#include "tests/weak/world.h"

#define ONE_SLEEP 2u  /* arm, sleep */
#define TWO_SLEEPS 4u /* ... look and arm again, sleep */

static void with_fences(void) { world_make(3, 1); }
static void with_membarrier(void) { world_make(3, 0); }

/* --- a message, by the ring -------------------------------------------------------- */

static int has_request(void) { return world.seen[0].requests != 0; }
static void waits_for_request(void) { world_wait(0, has_request, TWO_SLEEPS); }
static void sends(void) { world_send_ring(1, 0, 7); }
static void check(void) {
  if (weak_sleeps(0)) weak_fail("a message was lost: its receiver sleeps");
}
static const struct weak_scenario fence = {"sleep: one sends, with fences", 2,    0, with_fences,
                                           {waits_for_request, sends},      check};
static const struct weak_scenario barrier = {
    "sleep: one sends, with membarrier", 2, 0, with_membarrier, {waits_for_request, sends}, check};

/* --- two flags, each raised by a rank ------------------------------------------------ */

static int is_up(unsigned i) {
  return (int)atomic_load_explicit(&world.flag[i], memory_order_acquire); /* of raise_flag() */
}
static int second_is_up(void) { return is_up(1); }
static int both_are_up(void) { return is_up(0) && is_up(1); }
static void raise_flag(unsigned rank, unsigned i) {
  atomic_store_explicit(&world.flag[i], 1, memory_order_release); /* is_up() */
  hyd_wake(&world.job[rank], hyd_rank_at(&world.job[rank], 0));
}
static void raises_first(void) { raise_flag(1, 0); }
static void raises_second(void) { raise_flag(2, 1); }
/* A rank with one thread waits for both. */
static void waits_for_both(void) { world_wait(0, both_are_up, 2 * TWO_SLEEPS); }
static const struct weak_scenario two_raise = {
    "sleep: two raise flags, one waits for both, with fences",
    3,
    1,
    with_fences,
    {waits_for_both, raises_first, raises_second},
    check};
static const struct weak_scenario two_raise_barrier = {
    "sleep: two raise flags, one waits for both, with membarrier",
    3,
    1,
    with_membarrier,
    {waits_for_both, raises_first, raises_second},
    check};

/* Two threads of a rank: one arms the bell, the other waits for a flag. A rank rings the bell for
 * something else, and then raises the flag. */
static void have_threads(void) {
  struct hyd_job *job = &world.job[0];
  job->threads.many = 1;
  job->wait.cores = 2;
  weak_hint(&job->wait.threads);
  weak_hint(&job->wait.spinners);
  weak_hint(&job->shared->sleepers);
}
static void threads_with_fences(void) {
  with_fences();
  have_threads();
}
static void threads_with_membarrier(void) {
  with_membarrier();
  have_threads();
}
static int never(void) { return 0; }
static void arms(void) { world_wait(0, never, ONE_SLEEP - 1); }
static void waits_for_second(void) { world_wait(0, second_is_up, ONE_SLEEP); }
static void rings_and_raises(void) {
  hyd_wake(&world.job[1], hyd_rank_at(&world.job[1], 0));
  raise_flag(1, 1);
}
static void check_threads(void) {
  if (weak_sleeps(1)) weak_fail("a wake-up was lost: a thread sleeps");
}
static const struct weak_scenario threads = {"sleep: two threads, with fences",
                                             3,
                                             1,
                                             threads_with_fences,
                                             {arms, waits_for_second, rings_and_raises},
                                             check_threads};
static const struct weak_scenario threads_barrier = {"sleep: two threads, with membarrier",
                                                     3,
                                                     1,
                                                     threads_with_membarrier,
                                                     {arms, waits_for_second, raises_second},
                                                     check_threads};

const struct weak_scenario *const weak_sleep_scenarios[] = {&fence,     &barrier,
                                                            &two_raise, &two_raise_barrier,
                                                            &threads,   &threads_barrier,
                                                            NULL};
