/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sleep_model.c: scenarios of the sleeper's protocol (core/am/wait.c, core/shm/bell.c): W1 to W4.
 * What must hold: none sleeps for good while there is something for it.
 */
#include "core/am/wait.h"
#include "tests/weak/world.h"

#define PAUSES 5u /* arm, sleep, look and arm again, sleep, look */

static void with_fences(void) { world_make(3, 1); }
static void with_membarrier(void) { world_make(3, 0); }

/* One sleeps, one or two send. */
static void sleeps(void) { world.done[0] = world_wait(0, &world.seen[0].requests, PAUSES); }
static void first_sends(void) { world_send_ring(1, 0, 7); }
static void second_sends(void) { world_send_ring(2, 0, 8); }
static void check(void) {
  if (weak_sleeps(0)) weak_fail("a message was lost: its receiver sleeps");
}
static const struct weak_scenario fence = {
    "sleep: one sends, with fences", 2, with_fences, {sleeps, first_sends}, check};
static const struct weak_scenario barrier = {
    "sleep: one sends, with membarrier", 2, with_membarrier, {sleeps, first_sends}, check};

/* Both messages are waited for. */
static void sleeps_for_both(void) {
  struct hyd_wait w;
  hyd_wait_begin(&w, &world.job[0], HYD_WAIT_EVENT, HYD_NO_PEER, 0);
  for (unsigned i = 0; i < 2 * PAUSES && world.seen[0].requests < 2; i++) hyd_wait_pause(&w);
  hyd_wait_end(&w);
}
static const struct weak_scenario both = {
    "sleep: two send, with fences", 3, with_fences, {sleeps_for_both, first_sends, second_sends},
    check};

const struct weak_scenario *const weak_sleep_scenarios[] = {&fence, &barrier, &both, NULL};
