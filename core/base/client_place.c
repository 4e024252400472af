/* SPDX-License-Identifier: BSD-3-Clause
 *
 * client_place.c: the checking library around calls of the client (hyd_srcloc.h). It notes their
 * places, and checks that the job has started and that no more threads call than the client has
 * said.
 *
 * In a client compiled for SEQ, only the thread that called init may call. For PARSYNC, one thread
 * at a time may, which is inside from the begin of its outermost call to the end. Calls without a
 * place (hyd_check_call) are checked against those that have one.
 */
#include "core/base/call_context.h"
#include "core/base/err.h"
#include "core/base/job.h"

enum { SEQ = 1, PARSYNC = 2 };

void hyd_srcloc(const char *call, const char *file, int line) {
  struct hyd_thread *t = hyd_the_job && hyd_the_job->ready ? hyd_self(hyd_the_job) : NULL;
  if (t == NULL) return;
  t->place = (struct hyd_call_place){call, file, line};
  if (t->places++ == 0) t->outermost = t->place;
}

static void forget_place(void) {
  struct hyd_thread *t = hyd_the_thread;
  if (t == NULL || t->places == 0) return;
  t->place = --t->places ? t->outermost : (struct hyd_call_place){.file = NULL};
}

void hyd_srcloc_started(const char *call, const char *file, int line) {
  if (hyd_unlikely(hyd_the_job == NULL))
    hyd_fatal_at(file, line, call, "called before gex_Client_Init or gasnet_init");
}

static HYD_COLD __attribute__((noreturn)) void two_at_once(const struct hyd_inside *in,
                                                           const char *call) {
  hyd_fatal(call,
            "called while another thread is in %s at %s:%d; expected one at a time in a client "
            "that was compiled "
            "with GASNET_PARSYNC (or GASNET_PAR)",
            in->call, in->file, in->line);
}

void hyd_check_thread(const char *call) {
  struct hyd_job *job = hyd_the_job;
  const struct hyd_thread *t = hyd_self(job), *other;
  if (job->threads.mode == SEQ && job->threads.only && t != job->threads.only)
    hyd_fatal(call, "called by another thread than the one that called init; expected that one in "
                    "a client that was "
                    "compiled with GASNET_SEQ (or GASNET_PARSYNC, GASNET_PAR)");
  if (job->threads.mode != PARSYNC) return;
  other = atomic_load_explicit(&job->threads.inside.thread,
                               memory_order_acquire); /* pairs with go_in: its place is shown */
  if (other && other != t) two_at_once(&job->threads.inside, call);
}

/* Enters the thread; returns 1, for hyd_srcloc_leave. */
static int go_in(struct hyd_inside *in, struct hyd_thread *t) {
  struct hyd_thread *outside = NULL;
  if (atomic_load_explicit(&in->thread, memory_order_relaxed) != t) {
    /* The acquire pairs with the release in hyd_srcloc_leave of another thread. */
    if (!atomic_compare_exchange_strong_explicit(&in->thread, &outside, t, memory_order_acq_rel,
                                                 memory_order_acquire))
      two_at_once(in, t->place.call);
    in->call = t->place.call;
    in->file = t->place.file;
    in->line = t->place.line;
  }
  in->depth++;
  return 1;
}

int hyd_srcloc_enter(const char *call, const char *file, int line) {
  struct hyd_job *job = hyd_the_job;
  hyd_srcloc_started(call, file, line);
  if (!job->ready)
    return 0; /* init is not over, or a child that the client has forked, of which each call
               * tells */
  hyd_srcloc(call, file, line);
  hyd_check_thread(call);
  return job->threads.mode == PARSYNC ? go_in(&job->threads.inside, hyd_self(job)) : 0;
}

void hyd_srcloc_leave(const int *entered) {
  struct hyd_inside *in = hyd_the_job ? &hyd_the_job->threads.inside : NULL;
  forget_place();
  if (*entered && --in->depth == 0)
    atomic_store_explicit(&in->thread, NULL, memory_order_release); /* pairs with go_in */
}
