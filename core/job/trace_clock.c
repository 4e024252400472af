/* SPDX-License-Identifier: BSD-3-Clause
 *
 * trace_clock.c: see trace_clock.h. The first rank of each host asks rank 0 for its time, ROUNDS
 * times. For the shortest round trip it assumes that rank 0 answered in the middle, so the error is
 * at most half of the round trip.
 */
#include "core/job/trace_clock.h"

#include "core/am/am.h"
#include "core/am/handlers.h"
#include "core/am/internal_handlers.h"
#include "core/am/wait.h"
#include "core/sys/clock.h"
#include "core/watch/watch.h"

#define ROUNDS 20

static void on_ask(gex_Token_t token, gex_AM_Arg_t at_hi, gex_AM_Arg_t at_lo) {
  uint64_t now = hyd_now_ns();
  gex_AM_Arg_t args[] = {at_hi, at_lo, HYD_ARG_HIGH(now), HYD_ARG_LOW(now)};
  struct hyd_am m = hyd_am_of(0, HYD_AM_SHORT, HYD_H_CLOCK_SAID, 4, args);
  hyd_am_send_reply((struct hyd_token *)token, &m, 0);
}

static void on_said(gex_Token_t token, gex_AM_Arg_t at_hi, gex_AM_Arg_t at_lo, gex_AM_Arg_t now_hi,
                    gex_AM_Arg_t now_lo) {
  struct hyd_watch *watch = &((struct hyd_token *)token)->job->watch;
  uint64_t asked = hyd_arg_word(at_hi, at_lo), trip = hyd_now_ns() - asked;
  if (watch->trips == 0 || trip < watch->trip_ns) {
    watch->trip_ns = trip;
    watch->offset_ns = (int64_t)(hyd_arg_word(now_hi, now_lo) - (asked + trip / 2));
  }
  /* CL1: release, pairs with the acquire of the rank that waits */
  atomic_fetch_add_explicit(&watch->trips, 1, memory_order_release);
}

static void ask_time(struct hyd_job *job, uint32_t before) {
  uint64_t now = hyd_now_ns();
  gex_AM_Arg_t args[] = {HYD_ARG_HIGH(now), HYD_ARG_LOW(now)};
  struct hyd_am m = hyd_am_of(1, HYD_AM_SHORT, HYD_H_CLOCK, 2, args);
  struct hyd_wait w;
  hyd_am_send_request(job, 0, &m, 0);
  hyd_wait_begin(&w, job, HYD_WAIT_SETUP, 0, 0);
  while (atomic_load_explicit(&job->watch.trips, memory_order_acquire) == before)
    hyd_wait_pause(&w); /* CL1 */
  hyd_wait_end(&w);
}

void hyd_trace_clock(struct hyd_job *job) {
  hyd_register_internal(job, HYD_H_CLOCK, (gex_AM_Fn_t)on_ask, "clock", HYD_SHORT, 2);
  hyd_register_internal(job, HYD_H_CLOCK_SAID, (gex_AM_Fn_t)on_said, "clock said", HYD_SHORT, 4);
  if (job->watch.head == NULL || job->rank != job->place.host_first) return;
  if (job->rank != 0) {
    for (uint32_t i = 0; i < ROUNDS; i++) ask_time(job, i);
    hyd_watch_clock(job, job->watch.offset_ns, (job->watch.trip_ns + 1) / 2);
  } else {
    hyd_watch_clock(job, 0, 0);
  }
}
