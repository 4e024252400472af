/* SPDX-License-Identifier: BSD-3-Clause
 *
 * attend.c: see attend.h.
 */
#include "core/am/attend.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <time.h>

#include "core/sys/clock.h"
#include "core/sys/futex.h"
#include "core/sys/thread_name.h"

/* Between looks while the conduit asks for brisk looks, and for CALM_NS after it last did. */
#define BRISK_NS 300000u
/* The same where ranks outnumber cores: a client that waits for a core does not compute. */
#define BRISK_SHARED_NS 500000u
#define CALM_NS 5000000u
/* Each look takes a core from a rank for 15 us or more (a timer, two switches). So after BUSY looks
 * in a row that found the client polling, twice as much time passes between looks, and so on. */
#define BUSY 8
#define BUSY_DOUBLINGS 2
/* Between the KEEN looks after the client was found to compute: it will do so again. */
#define KEEN_NS 50000u
#define KEEN 16

static int is_away(struct hyd_attend *a) {
  uint64_t polls = atomic_load_explicit(&a->polls, memory_order_relaxed);
  int away = polls == a->seen && !hyd_attend_is_asleep(a);
  a->seen = polls;
  return away;
}

void hyd_attend_nap(uint64_t ns) { nanosleep(&(struct timespec){0, (long)ns}, NULL); }

static uint64_t brisk_ns(const struct hyd_attend *a) {
  unsigned doublings = a->busy / BUSY < BUSY_DOUBLINGS ? a->busy / BUSY : BUSY_DOUBLINGS;
  if (a->keen && !*a->shares_cores) return KEEN_NS;
  return (uint64_t)(*a->shares_cores ? BRISK_SHARED_NS : BRISK_NS) << doublings;
}

/* Sleeps until the next look is due. */
static void rest_until_look(struct hyd_attend *a, uint64_t *brisk_until) {
  uint64_t now = hyd_now_ns();
  if (atomic_exchange_explicit(&a->soon, 0, memory_order_relaxed)) *brisk_until = now + CALM_NS;
  if (now < *brisk_until) {
    hyd_attend_nap(brisk_ns(a));
    if (a->keen) a->keen--;
    return;
  }
  a->keen = 0;
  atomic_store_explicit(&a->rests, 1, memory_order_seq_cst); /* A1 */
  if (!atomic_load_explicit(&a->soon,
                            memory_order_seq_cst)) /* A2: one of A2 and A4 sees the other's store */
    hyd_futex_wait(&a->rests, 1, a->look_ns);
  atomic_store_explicit(&a->rests, 0, memory_order_relaxed);
}

static int finds_client_away(struct hyd_attend *a) {
  if (hyd_attend_has_ended(a)) return 0;
  if (a->hooks->tick) a->hooks->tick(a->state);
  return is_away(a);
}

static void *attend(void *arg) {
  struct hyd_attend *a = arg;
  uint64_t brisk_until = 0;
  prctl(PR_SET_TIMERSLACK, 1000ul); /* this thread's */
  while (!hyd_attend_has_ended(a)) {
    rest_until_look(a, &brisk_until);
    a->busy += a->busy < BUSY * BUSY_DOUBLINGS;
    while (finds_client_away(a)) {
      a->keen = KEEN;
      a->busy = 0;
      a->hooks->serve(a->state);
    }
  }
  return NULL;
}

void hyd_attend_soon(struct hyd_attend *a) {
  if (!a->has_thread || atomic_load_explicit(&a->soon, memory_order_relaxed)) return;
  atomic_store_explicit(&a->soon, 1, memory_order_seq_cst);    /* A3 */
  if (atomic_load_explicit(&a->rests, memory_order_seq_cst) && /* A4 */
      atomic_exchange_explicit(&a->rests, 0, memory_order_relaxed))
    hyd_futex_wake_all(&a->rests);
}

void hyd_attend_init(struct hyd_attend *a, const struct hyd_job *job, int on) {
  a->wanted = on && !(job->client.flags & GEX_FLAG_DEFER_THREADS);
  a->look_ns = HYD_ATTEND_LOOK_NS;
  a->shares_cores = &job->wait.oversubscribed;
  hyd_client_lock_init(&a->lock, job->threads.many, a->wanted, job->wait.membarrier);
}

static int start_thread(struct hyd_attend *a) {
  pthread_attr_t attr;
  pthread_t thread;
  sigset_t all, old;
  int err = pthread_attr_init(&attr);
  if (err) return err;
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &old);
  err = pthread_create(&thread, &attr, attend, a);
  if (err == 0) hyd_name_thread(thread, "attend");
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  pthread_attr_destroy(&attr);
  return err;
}

int hyd_attend_start(struct hyd_attend *a, const struct hyd_attend_hooks *hooks, void *state) {
  int err;
  if (!a->wanted) return 0;
  a->hooks = hooks;
  a->state = state;
  a->has_thread = 1; /* before the thread may need it */
  err = start_thread(a);
  a->has_thread = err == 0;
  return err;
}
