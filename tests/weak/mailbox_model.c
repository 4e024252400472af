/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mailbox_model.c: scenarios of core/am/mailbox.h: X1 to X6, as core/am/poll.c uses it. What must
 * hold: requests and replies are whole, a mailbox that was freed is written only when it has been
 * read.
 */
#include "tests/weak/world.h"

#include "core/am/mailbox.h"

static void set_up(void) {
  world_make(3, 1);
  world.answers = 1;
}
static void set_up_silent(void) { world_make(3, 1); }
static void target_polls(void) { world_poll(0, 2); }

/* Requests of one rank; the second is sent in a mailbox that it kept, or after it gave it back. */
static void requests_twice(void) {
  world_send_box(1, 0, 7);
  world_poll(1, 1);
  world_send_box(1, 0, 8);
}
static void requests_after_release(void) {
  world_send_box(1, 0, 7);
  world_poll(1, 2);
  world_send_box(1, 0, 8);
}

static void check(void) {
  if (world.seen[0].requests > 2 || world.seen[1].replies > 2) weak_fail("a message came twice");
}
static const struct weak_scenario keeps = {"mailbox: a request in a kept mailbox", 2,    0, set_up,
                                           {requests_twice, target_polls},         check};
static const struct weak_scenario gives_back = {
    "mailbox: a request, the mailbox given back, a request",
    2,
    0,
    set_up,
    {requests_after_release, target_polls},
    check};

/* Requests of two ranks: the second finds the mailbox freed by the first, or by the target. */
static void first_requests(void) {
  world_send_box(1, 0, 7);
  world_poll(1, 2);
}
static void second_requests(void) { world_send_box(2, 0, 8); }
static const struct weak_scenario two = {
    "mailbox: two ranks use it, with replies",       3,    0, set_up,
    {first_requests, second_requests, target_polls}, check};
static void first_requests_only(void) { world_send_box(1, 0, 7); }
static const struct weak_scenario silent = {
    "mailbox: two ranks use it, without replies",         3,    0, set_up_silent,
    {first_requests_only, second_requests, target_polls}, check};

const struct weak_scenario *const weak_mailbox_scenarios[] = {&keeps, &gives_back, &two, &silent,
                                                              NULL};
