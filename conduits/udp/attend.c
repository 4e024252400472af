/* SPDX-License-Identifier: BSD-3-Clause
 *
 * attend.c: the thread that keeps the engine going while the client is away. It looks now and then
 * whether the client has polled since it last looked; while it has not, the thread waits at the
 * socket and does what polls do, but for handlers, whose messages are kept for the client. Peers
 * then do not take this rank for dead, and puts and gets go on,
 * however long it computes.
 *
 * It takes no signals, and is never inside the engine while a handler runs in the midst of a
 * delivery.
 */
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>

#include "conduits/udp/udp_int.h"
#include "core/sys/clock.h"
#include "core/sys/futex.h"

#define LOOK_NS 50000000u /* between looks, and longest wait at the socket */
#define BRISK_NS 300000u  /* between looks while messages are held back, or bulk moves, ... */
#define CALM_NS 5000000u  /* ... and for so long after the last of that */
/* between looks of those after the client was found away meanwhile: it will be again */
#define KEEN_NS 50000u
#define KEEN 16 /* so many */

struct udp_attendant {
  struct udp_state *s;
  pthread_t thread;
  _Atomic int ended; /* relaxed: seen soon enough */
  _Atomic int soon;  /* looks are to be brisk; relaxed: it is looked at often */
  unsigned keen;     /* looks that are KEEN_NS apart, of those to come */
  /* futex: 1 while looks are rare. The thread that makes it 0 wakes this one */
  _Atomic uint32_t asleep;
};

static int is_away(struct udp_state *s, uint64_t *seen) {
  uint64_t polls = atomic_load_explicit(&s->polls, memory_order_relaxed);
  int away = polls == *seen && !atomic_load_explicit(&s->waits, memory_order_relaxed);
  *seen = polls;
  return away;
}

static void nap(long ns) { nanosleep(&(struct timespec){0, ns}, NULL); }

static void wait_at_socket(struct udp_state *s) {
  struct pollfd f = {hyd_udp_socket_fd(s->socket), POLLIN, 0};
  struct timespec t = {0, LOOK_NS};
  uint64_t now = hyd_now_ns(), timer;
  if (hyd_client_lock_try(&s->lock)) {
    nap(KEEN_NS);
    return;
  }
  timer = hyd_udp_proto_timer(s->proto);
  if (s->in_handler) f.events = 0;
  hyd_client_lock_give_back(&s->lock);
  if (timer < now + LOOK_NS) t.tv_nsec = timer > now ? (long)(timer - now) : 0;
  if (f.events)
    hyd_udp_wait_at_socket(s, &f, &t);
  else
    nap(BRISK_NS);
}

/* Never waits for the lock: its holder does what is due. */
static void stand_in(struct udp_attendant *a) {
  struct udp_state *s = a->s;
  if (hyd_client_lock_try(&s->lock)) return;
  if (!s->in_handler && !s->closing && !atomic_load_explicit(&a->ended, memory_order_relaxed)) {
    s->attending = s->take_requests = 1;
    s->now = hyd_now_ns();
    hyd_udp_progress(s);
    s->attending = 0;
  }
  hyd_client_lock_give_back(&s->lock);
}

/* Until the next look. */
static void rest(struct udp_attendant *a, uint64_t *brisk_until) {
  uint64_t now = hyd_now_ns();
  if (atomic_exchange_explicit(&a->soon, 0, memory_order_relaxed)) *brisk_until = now + CALM_NS;
  if (now < *brisk_until) {
    nap(a->keen ? KEEN_NS : BRISK_NS);
    if (a->keen) a->keen--;
    return;
  }
  a->keen = 0;
  atomic_store_explicit(&a->asleep, 1, memory_order_seq_cst); /* A1 */
  if (!atomic_load_explicit(&a->soon,
                            memory_order_seq_cst)) /* A2: one of A2 and A4 sees the other's store */
    hyd_futex_wait(&a->asleep, 1, LOOK_NS);
  atomic_store_explicit(&a->asleep, 0, memory_order_relaxed);
}

static int has_ended(struct udp_attendant *a) {
  return atomic_load_explicit(&a->ended, memory_order_relaxed);
}

/* Once the client is found away, the thread stays until the client polls. */
static void *attend(void *arg) {
  struct udp_attendant *a = arg;
  uint64_t seen = 0, brisk_until = 0;
  prctl(PR_SET_TIMERSLACK, 1000ul); /* this thread's */
  while (!has_ended(a)) {
    rest(a, &brisk_until);
    while (is_away(a->s, &seen) && !has_ended(a)) {
      a->keen = KEEN;
      stand_in(a);
      wait_at_socket(a->s);
    }
  }
  return NULL;
}

void hyd_udp_attend_soon(struct udp_attendant *a) {
  if (atomic_load_explicit(&a->soon, memory_order_relaxed)) return;
  atomic_store_explicit(&a->soon, 1, memory_order_seq_cst);     /* A3 */
  if (atomic_load_explicit(&a->asleep, memory_order_seq_cst) && /* A4 */
      atomic_exchange_explicit(&a->asleep, 0, memory_order_relaxed))
    hyd_futex_wake_all(&a->asleep);
}

struct udp_attendant *hyd_udp_attend(struct udp_state *s) {
  struct udp_attendant *a = calloc(1, sizeof *a);
  pthread_attr_t attr;
  sigset_t all, old;
  int err;
  if (a == NULL || pthread_attr_init(&attr)) {
    free(a);
    return NULL;
  }
  a->s = s;
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &old);
  err = pthread_create(&a->thread, &attr, attend, a);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  pthread_attr_destroy(&attr);
  if (err == 0) return a;
  free(a);
  return NULL;
}

/* The thread may be in the midst of something; the next holder of the lock finds that it has ended
 * that. */
void hyd_udp_attend_end(struct udp_attendant *a) {
  atomic_store_explicit(&a->ended, 1, memory_order_relaxed);
}
