/* SPDX-License-Identifier: BSD-3-Clause
 *
 * after_end.c: see after_end.h. Destructors of static objects, and exit handlers that were set
 * before init, run after the library's exit handler, while other threads continue. By then a
 * conduit that reaches no rank replaces the closed one. In the thread that runs exit(), a call that
 * needs another rank is an error and ends the process; so does a wait for another rank (wait.c).
 * Another thread may just be late: its messages are dropped, and its waits last until the process
 * ends.
 */
#include "core/exit/after_end.h"

#include <signal.h>
#include <time.h>

#include "conduits/conduit.h"
#include "core/base/err.h"
#include "core/boot/boot.h"
#include "core/am/am.h"
#include "core/env/env.h"
#include "core/exit/job_exit.h"
#include "core/op/op.h"
#include "core/sys/clock.h"

#define BOUND_SECONDS 30u /* unless GASNET_EXITTIMEOUT is set */
#define VAIN_POLLS 1000u  /* polls in the thread that runs exit() that count as an endless loop */
#define WATCH_STACK 65536u
#define LEFT 2 /* value of job->end.closing: this rank has left the job */
#define LOOK_NS 100000000
#define OWN_LOOKS 50u /* looks that the library's part of exit() gets beside the client's */

/* --- the conduit that reaches no rank -------------------------------------- */

static int runs_exit(const struct hyd_job *job) {
  return atomic_load_explicit(&job->end.over, memory_order_acquire) && /* AE2 */
         pthread_equal(job->end.thread, pthread_self());
}

/* The name of the client's call, if the debug library has noted it. */
static const char *call_of(const struct hyd_thread *t) {
  return t && t->place.file ? t->place.call : "exit";
}

static void check_peer(const struct hyd_job *job, uint32_t peer) {
  if (runs_exit(job))
    hyd_fatal(call_of(hyd_the_thread),
              "a call needs rank %u, but this rank has left the job; expected no communication in "
              "destructors of static objects, nor in exit handlers that were set before init",
              peer);
}

static int drop_message(struct hyd_job *job, void *state, uint32_t peer, const struct hyd_am *m) {
  (void)state;
  check_peer(job, peer);
  if (m->local) hyd_op_done(job, m->local);
  return 0;
}

static int drop_put(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src,
                    size_t n, struct hyd_op *op, int stable) {
  (void)state, (void)dest, (void)src, (void)n, (void)stable;
  check_peer(job, peer);
  hyd_op_done(job, op);
  return 0;
}

static int keep_nothing(struct hyd_job *job, void *state, uint32_t peer, struct hyd_op *op) {
  (void)job, (void)state, (void)peer, (void)op;
  return 0;
}

static int drop_get(struct hyd_job *job, void *state, uint32_t peer, void *dest, const void *src,
                    size_t n, struct hyd_op *op) {
  (void)state, (void)dest, (void)src, (void)n, (void)op;
  check_peer(job, peer);
  return 0;
}

static int drop_atomic(struct hyd_job *job, void *state, uint32_t peer, void *addr,
                       const struct hyd_atomic *a, struct hyd_op *op) {
  (void)state, (void)addr, (void)a, (void)op;
  check_peer(job, peer);
  return 0;
}

static int poll_nothing(struct hyd_job *job, void *state, int take_requests) {
  (void)state, (void)take_requests;
  if (!runs_exit(job)) return 0;
  if (job->end.polls++ == 0) job->end.polled_ns = hyd_now_ns();
  if (job->end.polls > VAIN_POLLS && hyd_now_ns() - job->end.polled_ns > job->end.patience_ns)
    hyd_fatal(call_of(hyd_the_thread),
              "a loop polls for what other ranks send, but this rank has left the job");
  return 0;
}

void hyd_after_end_init(struct hyd_job *job) {
  struct hyd_conduit *none = malloc(sizeof *none);
  if (none == NULL) hyd_fatal("gex_Client_Init", "out of memory");
  *none = *hyd_conduit_of(job);
  none->ops.am_send = drop_message;
  none->ops.poll = poll_nothing;
  none->ops.sleep = NULL;
  none->ops.at_once_most = 0;
  if (none->ops.put) none->ops.put = drop_put;
  if (none->ops.keep) none->ops.keep = keep_nothing;
  if (none->ops.get) none->ops.get = drop_get;
  if (none->ops.atomic) none->ops.atomic = drop_atomic;
  job->end.none = none;
}

void hyd_after_end_closing(struct hyd_job *job) {
  atomic_store_explicit(&job->end.closing, 1, memory_order_relaxed);
}

void hyd_after_end_left(struct hyd_job *job) {
  atomic_store_explicit(&job->end.closing, LEFT, memory_order_relaxed);
}

void hyd_after_end_closed(struct hyd_job *job) {
  job->end.thread = pthread_self();
  job->end.patience_ns = hyd_leave_patience(job->env, job->size, 0);
  atomic_store_explicit(&job->end.over, 1, memory_order_release); /* AE1 */
  atomic_store_explicit(&job->net.conduit, job->end.none, memory_order_relaxed);
}

/* --- how long exit() may take ---------------------------------------------- */

struct bound {
  struct hyd_job *job;
  int code;
  uint32_t looks; /* for what comes after the library's part of exit() */
};

static int has_left(const struct hyd_job *job) {
  return atomic_load_explicit(&job->end.closing, memory_order_relaxed) == LEFT;
}

/* Until the library's part of exit() has ended, or so many looks have been in vain. Files that are
 * saved may take any time. */
static void watch_library(const struct hyd_job *job, uint32_t looks) {
  while (looks && !has_left(job)) {
    nanosleep(&(struct timespec){0, LOOK_NS}, NULL);
    if (!atomic_load_explicit(&job->end.saving, memory_order_relaxed)) looks--;
  }
}

/* Ends the process if exit() takes too long: the library's part may, if exit() was called in a
 * signal's handler that has interrupted the library, and then handlers and destructors of the
 * client. Counts its own wake-ups rather than time, so that time in a debugger does not count. */
static void *watch_exit(void *arg) {
  const struct bound *b = arg;
  const char *what = "its exit handlers and destructors have not ended";
  char text[200];
  int n;
  watch_library(b->job, b->looks + OWN_LOOKS);
  if (!has_left(b->job))
    what = "exit(), perhaps in a signal's handler, has not left the job";
  else
    for (uint32_t i = 0; i < b->looks; i++) nanosleep(&(struct timespec){0, LOOK_NS}, NULL);
  n = snprintf(text, sizeof text,
               "WARNING: rank %u/%u: %s after %.1f s (GASNET_EXITTIMEOUT): the process ends\n",
               b->job->rank, b->job->size, what, b->looks / 10.0);
  if (write(STDERR_FILENO, text, (size_t)n) < 0) n = 0;
  hyd_exit_now(NULL, b->code); /* flushes the streams */
}

static uint32_t count_looks(struct hyd_env *env) {
  double seconds = hyd_env_dbl(env, HYD_ENV_EXITTIMEOUT);
  if (seconds <= 0) seconds = BOUND_SECONDS;
  return seconds < 1e8 ? (uint32_t)(10 * seconds) + 1 : UINT32_MAX;
}

void hyd_after_end_bound(struct hyd_job *job, int code) {
  struct bound *b = malloc(sizeof *b);
  sigset_t all, before;
  pthread_attr_t attr;
  pthread_t thread;
  if (b == NULL) return;
  *b = (struct bound){job, code == HYD_CODE_UNKNOWN ? HYD_STATUS_REFUSED : code & 0xff,
                      count_looks(job->env)};
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_init(&attr);
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attr, WATCH_STACK);
  if (pthread_create(&thread, &attr, watch_exit, b)) free(b);
  pthread_attr_destroy(&attr);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}
