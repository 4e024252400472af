/* SPDX-License-Identifier: BSD-3-Clause
 *
 * misuse_hsl.c: the sixteen cases of gasnet1-core.md 11.3, by number, and some more.
 */
#include "misuse.h"

static gasnet_hsl_t one = GASNET_HSL_INITIALIZER, two = GASNET_HSL_INITIALIZER;

static void nested_hold(void) { gasnet_hold_interrupts(), gasnet_hold_interrupts(); }
static void resume_alone(void) { gasnet_resume_interrupts(); }
static void init_again(void) { gasnet_hsl_init(&one); }
static void destroy_twice(void) { gasnet_hsl_destroy(&one), gasnet_hsl_destroy(&one); }
static void unlock_unheld(void) { gasnet_hsl_unlock(&one); }
static void out_of_order(void) {
  gasnet_hsl_lock(&one);
  gasnet_hsl_lock(&two);
  gasnet_hsl_unlock(&one);
}
static void lock_again(void) { gasnet_hsl_lock(&one), gasnet_hsl_lock(&one); }
static void trylock_again(void) {
  gasnet_hsl_lock(&one);
  misuse_returned("%d", gasnet_hsl_trylock(&one));
}
static void poll_held(void) { gasnet_hsl_lock(&one), gasnet_AMPoll(); }
static void poll_in_section(void) { gasnet_hold_interrupts(), gasnet_AMPoll(); }
static void hold_fn(gasnet_token_t t) { (void)t, gasnet_hsl_lock(&one); }
static void handler_keeps(void) { misuse_in_request(hold_fn); }
static void reply_held_fn(gasnet_token_t t) {
  gasnet_hsl_lock(&one);
  gasnet_AMReplyShort0(t, H_SHORT);
}
static void reply_held(void) { misuse_in_request(reply_held_fn); }
static void request_held(void) { gasnet_hsl_lock(&one), gasnet_AMRequestShort0(1, H_SHORT); }

/* These are legal, and at most give a warning. */
static void lock_long(void) {
  gasnet_hsl_lock(&one);
  fault_sleep_ms(2000);
  gasnet_hsl_unlock(&one);
  misuse_returned("14");
}
static void trylock_long(void) {
  if (gasnet_hsl_trylock(&one) != GASNET_OK) fault_die("trylock of a free lock");
  fault_sleep_ms(2000);
  gasnet_hsl_unlock(&one);
  misuse_returned("15");
}
static void section_long(void) {
  gasnet_hold_interrupts();
  fault_sleep_ms(2000);
  gasnet_resume_interrupts();
  misuse_returned("16");
}

static void put_held(void) {
  gasnet_hsl_lock(&one);
  gasnet_put(0, misuse_segment(0), misuse_segment(0), 8);
}
static void blockuntil_held(void) {
  gasnet_hsl_lock(&one);
  GASNET_BLOCKUNTIL(fault_opt_int("blocks", 0) != 0);
}
static void barrier_held(void) {
  gasnet_hsl_lock(&one);
  gasnet_barrier_notify(0, GASNET_BARRIERFLAG_ANONYMOUS);
}
static void not_initialised(void) {
  static gasnet_hsl_t zero;
  gasnet_hsl_lock(&zero);
}
static void destroy_held(void) { gasnet_hsl_lock(&one), gasnet_hsl_destroy(&one); }
static void *lock_elsewhere(void *arg) {
  gasnet_hsl_lock(&one);
  return arg;
}
static void unlock_foreign(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, lock_elsewhere, NULL) || pthread_join(t, NULL)) fault_die("thread");
  gasnet_hsl_unlock(&one);
}

/* clang-format off */
const struct misuse misuse_hsl[] = {
    {"hsl-1-nested-hold", nested_hold, 0}, {"hsl-2-resume", resume_alone, 0},
    {"hsl-3-init-again", init_again, 0}, {"hsl-4-destroy-twice", destroy_twice, 0},
    {"hsl-5-unlock", unlock_unheld, 0}, {"hsl-6-order", out_of_order, 0},
    {"hsl-7-recursive", lock_again, 0}, {"hsl-8-trylock", trylock_again, 0},
    {"hsl-9-poll", poll_held, 0}, {"hsl-10-poll-section", poll_in_section, 0},
    {"hsl-11-handler", handler_keeps, 0}, {"hsl-12-reply", reply_held, 0},
    {"hsl-13-request", request_held, 0}, {"hsl-14-lock-long", lock_long, MISUSE_MEET},
    {"hsl-15-trylock-long", trylock_long, MISUSE_MEET},
    {"hsl-16-section-long", section_long, MISUSE_MEET},
    {"hsl-put", put_held, 0}, {"hsl-blockuntil", blockuntil_held, 0},
    {"hsl-barrier", barrier_held, 0}, {"hsl-not-initialised", not_initialised, 0},
    {"hsl-destroy-held", destroy_held, 0}, {"hsl-unlock-foreign", unlock_foreign, 0}, {0}};
