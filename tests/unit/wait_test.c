/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wait_test.c: the sleeper's protocol (core/am/wait.c, core/shm/bell.c) by itself: jobs of this
 * process stand in for two ranks of a host, and a word in a rank's mailbox for a message. What must
 * hold: a bell that rings after it was armed ends the next sleep, and no wake-up is lost.
 */
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/am/wait.h"
#include "core/base/err.h"
#include "core/shm/bell.h"
#include "core/sys/clock.h"
#include "core/sys/futex.h"
#include "core/sys/run_delay.h"

#include <sys/resource.h>

#define RANKS 2u
#define MESSAGE 2u
#define LONG_NS 150000000u /* a sleep that nothing ends takes 200 ms */

static struct hyd_shared *shared;
static struct hyd_job *rank[RANKS];
static struct hyd_inbox *inboxes;
static struct hyd_line quiet; /* a ring's line that has no message */
static unsigned taken[RANKS];

/* What wait.c and bell.c call. */
struct hyd_job *hyd_the_job;
__thread struct hyd_thread *hyd_the_thread;
struct hyd_thread *hyd_thread_enter(struct hyd_job *job) {
  static __thread struct hyd_thread thread;
  thread.job = job;
  return hyd_the_thread = &thread;
}
void hyd_threads_weigh(struct hyd_job *job) { (void)job; }
void hyd_diag_record_wait(struct hyd_job *job, const struct hyd_wait_record *w) {
  (void)job, (void)w;
}
void hyd_diag_report_hang(struct hyd_job *job, const struct hyd_wait_record *w, uint64_t ns) {
  (void)job, (void)w, (void)ns;
}
_Noreturn void hyd_fatal_at(const char *file, int line, const char *call, const char *fmt, ...) {
  (void)file, (void)line, (void)call, (void)fmt;
  abort();
}
int hyd_paged_is_rung(struct hyd_job *job) { return (void)job, 0; }
int hyd_poll_more(struct hyd_job *job) { return (void)job, 0; }
int hyd_poll_arrived(struct hyd_job *job) {
  /* Acquire: pairs with send(). */
  if (atomic_load_explicit(&job->me->mailbox.seq, memory_order_acquire) != MESSAGE) return 0;
  taken[job->rank]++;
  atomic_store_explicit(&job->me->mailbox.seq, 0, memory_order_relaxed);
  return 1;
}

static void send(struct hyd_job *job, uint32_t to) {
  atomic_store_explicit(&shared->rank[to].mailbox.seq, MESSAGE, memory_order_release);
  hyd_wake(job, &shared->rank[to]);
}

static void make_rank(uint32_t i) {
  struct hyd_job *job = rank[i] = aligned_alloc(4096, hyd_up(sizeof *job, 4096));
  memset(job, 0, sizeof *job);
  job->rank = i;
  job->size = RANKS;
  job->shared = shared;
  job->me = &shared->rank[i];
  job->mailbox.watched = &job->mailbox.none;
  job->mailbox.reply_word = ~0u;
  job->host_inbox = inboxes;
  job->wait.host_cpus = 2;
  job->wait.cores = job->wait.sharers = 1;
  job->wait.mode = GASNET_WAIT_BLOCK;
  job->wait.membarrier = hyd_membarrier_register() == 0;
  hyd_measure_calls(job);
  atomic_store_explicit(&job->rx.request_line, &quiet, memory_order_relaxed);
  atomic_store_explicit(&job->rx.reply_line, &quiet, memory_order_relaxed);
  atomic_store_explicit(&job->rx.request_seq, 1, memory_order_relaxed);
  atomic_store_explicit(&job->rx.reply_seq, 1, memory_order_relaxed);
}

static int setup(void **state) {
  size_t bytes = hyd_up(sizeof *shared + (RANKS + 8) * sizeof shared->rank[0], 4096);
  (void)state;
  shared = aligned_alloc(4096, bytes);
  memset(shared, 0, bytes);
  shared->nranks = RANKS;
  shared->kernel_ranks = RANKS;
  inboxes = aligned_alloc(4096, hyd_up(RANKS * sizeof *inboxes, 4096));
  memset(inboxes, 0, RANKS * sizeof *inboxes);
  memset(taken, 0, sizeof taken);
  for (uint32_t i = 0; i < RANKS; i++) make_rank(i);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  for (uint32_t i = 0; i < RANKS; i++) free(rank[i]);
  free(inboxes);
  free(shared);
  return 0;
}

static uint32_t load(const _Atomic uint32_t *word) {
  return atomic_load_explicit(word, memory_order_relaxed);
}

/* Until the bell is armed: the clock is looked at every so often only. */
static void pause_until_armed(struct hyd_wait *w) {
  for (int i = 0; i < 64 && !w->armed; i++) hyd_wait_pause(w);
}

/* Rank 0 waits, and has looked for a message in vain. */
static void arm(struct hyd_wait *w) {
  hyd_wait_begin(w, rank[0], HYD_WAIT_EVENT, 1, 0);
  pause_until_armed(w);
}

static uint64_t pause_ns(struct hyd_wait *w) {
  uint64_t began = hyd_now_ns();
  hyd_wait_pause(w);
  return hyd_now_ns() - began;
}

/* Whether a pause is not slept through, after what `prepare` has done: one of ten, as a process of
 * a busy machine may be kept from running for as long as a sleep takes. */
static int is_short(struct hyd_wait *w, void (*prepare)(struct hyd_wait *w)) {
  for (int i = 0; i < 10; i++) {
    prepare(w);
    if (pause_ns(w) < LONG_NS) return 1;
    hyd_wait_end(w);
  }
  return 0;
}

static void assert_at_rest(void) {
  assert_int_equal(load(&shared->sleepers), 0);
  assert_int_equal(load(&rank[0]->wait.threads), 0);
  assert_int_equal(load(&shared->rank[0].armed), 0);
}

static void test_arms_and_disarms(void **state) {
  struct hyd_wait w;
  (void)state;
  arm(&w);
  assert_int_equal(load(&shared->rank[0].armed), 1);
  assert_int_equal(load(&shared->sleepers), 1);
  assert_int_equal(hyd_has_sleepers(rank[1]), 1);
  hyd_wait_end(&w);
  assert_at_rest();
  assert_int_equal(hyd_has_sleepers(rank[1]), 0);
}

/* Spinning, a wait never arms its bell, so that nothing has to ring. */
static void test_spin(void **state) {
  struct hyd_wait w;
  (void)state;
  rank[0]->wait.mode = GASNET_WAIT_SPIN;
  arm(&w);
  for (int i = 0; i < 500; i++) hyd_wait_pause(&w);
  assert_int_equal(load(&shared->rank[0].armed), 0);
  send(rank[1], 0);
  assert_int_equal(load(&shared->rank[0].bell), 0);
  hyd_wait_pause(&w);
  assert_int_equal(taken[0], 1);
  hyd_wait_end(&w);
}

static void arm_and_send_silently(struct hyd_wait *w) {
  taken[0] = 0;
  arm(w);
  atomic_store_explicit(&shared->rank[0].mailbox.seq, MESSAGE,
                        memory_order_release); /* and no bell */
}

/* The message is looked for once more between arming and sleeping. */
static void test_looks_after_arming(void **state) {
  struct hyd_wait w;
  (void)state;
  assert_true(is_short(&w, arm_and_send_silently));
  assert_int_equal(taken[0], 1);
  assert_int_equal(w.armed, 0);
  hyd_wait_end(&w);
  assert_at_rest();
}

static void arm_and_wake(struct hyd_wait *w) {
  uint32_t bell = load(&shared->rank[0].bell);
  arm(w);
  hyd_wake(rank[1], &shared->rank[0]);
  assert_int_equal(load(&shared->rank[0].bell), bell + 1);
  assert_int_equal(load(&shared->rank[0].armed), 0);
}

/* A bell that rings before the sleep begins keeps it from beginning. */
static void test_rung_before_sleep(void **state) {
  struct hyd_wait w;
  (void)state;
  rank[0]->wait.fence_mode = rank[1]->wait.fence_mode = 1;
  assert_true(is_short(&w, arm_and_wake));
  hyd_wait_end(&w);
}

/* One ring for each arming: the others cost a load. */
static void test_rings_once(void **state) {
  struct hyd_wait w;
  (void)state;
  arm(&w);
  for (int i = 0; i < 5; i++) hyd_wake(rank[1], &shared->rank[0]);
  assert_int_equal(load(&shared->rank[0].bell), 1);
  hyd_rouse(&shared->rank[0]);
  assert_int_equal(load(&shared->rank[0].bell), 2);
  hyd_wait_end(&w);
}

/* Without fences on the producers' side nor membarrier, sleeps are short: they end by themselves.
 */
static void test_naps_without_membarrier(void **state) {
  struct hyd_wait w;
  (void)state;
  rank[0]->wait.membarrier = 0;
  assert_true(is_short(&w, arm));
  assert_int_equal(w.timed, 1);
  hyd_wait_end(&w);
}

/* Only the bell ends a sleep where producers fence. */
static void test_sleeps_with_fences(void **state) {
  struct hyd_wait w;
  (void)state;
  rank[0]->wait.fence_mode = 1;
  arm(&w);
  assert_int_equal(w.timed, 0);
  assert_true(pause_ns(&w) >= LONG_NS);
  assert_int_equal(w.naps, 1);
  hyd_wait_end(&w);
  assert_at_rest();
}

/* A sender without room in a ring is counted there while it sleeps, and no longer. */
static void test_waits_for_room(void **state) {
  struct hyd_wait w;
  (void)state;
  hyd_wait_begin(&w, rank[0], HYD_WAIT_EVENT, 1, 0);
  w.wants = 2; /* rank 1's requests */
  atomic_store_explicit(&rank[0]->rx.parked_for, 1, memory_order_relaxed);
  pause_until_armed(&w);
  assert_int_equal(load(&inboxes[1].request.space_waiters), 1);
  assert_int_equal(load(&inboxes[0].reply.space_waiters), 1);
  assert_int_equal(load(&shared->rank[0].wants), 2);
  assert_int_equal(load(&shared->rank[0].wants_reply), 1);
  hyd_wait_end(&w);
  assert_int_equal(load(&inboxes[1].request.space_waiters), 0);
  assert_int_equal(load(&inboxes[0].reply.space_waiters), 0);
}

static unsigned haste(void) {
  return atomic_load_explicit(&rank[0]->wait.haste, memory_order_relaxed);
}

/* A rank that sleeps for long each time spins less, and more again when waits are short. */
static void test_haste(void **state) {
  struct hyd_wait w;
  (void)state;
  rank[0]->wait.fence_mode = 1;
  arm(&w);
  hyd_wait_pause(&w); /* sleeps */
  hyd_wait_end(&w);
  assert_int_equal(haste(), 1);
  /* Short is what ends within three wake-ups, also where this machine is busy. */
  atomic_store_explicit(&rank[0]->wait.wake_ns, 1000000000, memory_order_relaxed);
  arm(&w);
  send(rank[1], 0);
  hyd_wait_pause(&w);
  hyd_wait_end(&w);
  assert_int_equal(haste(), 0);
}

/* Where ranks share a core, a wait is short that lasts no longer than a turn of each. */
static void test_haste_of_sharers(void **state) {
  struct hyd_wait w;
  (void)state;
  rank[0]->wait.fence_mode = 1;
  rank[0]->wait.sharers = 1000000; /* turns for minutes */
  arm(&w);
  hyd_wait_pause(&w); /* sleeps for as long as in test_haste */
  hyd_wait_end(&w);
  assert_int_equal(haste(), 0);
}

/* Spins until the bell is armed; for how long. */
static uint64_t spin_ns(struct hyd_wait *w) {
  uint64_t began = hyd_now_ns();
  rank[0]->wait.sharers = 1000000; /* this machine may be crowded */
  rank[0]->wait.mode = GASNET_WAIT_SPINBLOCK;
  hyd_wait_begin(w, rank[0], HYD_WAIT_EVENT, 1, 0);
  while (!w->armed) hyd_wait_pause(w);
  return hyd_now_ns() - began;
}

/* Where a wake-up takes long, spinning pays for as long. */
static void test_spins_for_a_wake_up(void **state) {
  struct hyd_wait w;
  (void)state;
  rank[0]->wait.fence_mode = 1;
  atomic_store_explicit(&rank[0]->wait.wake_ns, 20000000, memory_order_relaxed);
  assert_true(spin_ns(&w) >= 20000000);
  hyd_wait_end(&w);
}

/* What does not come while a thread spins, and as soon as it sleeps, needs this core: less
 * spinning. */
static void test_spins_in_the_way(void **state) {
  struct hyd_wait w;
  (void)state;
  rank[0]->wait.fence_mode = 1;
  for (unsigned i = 1; i <= 3; i++) {
    spin_ns(&w);
    w.spun_us = UINT16_MAX; /* longer than any sleep that is about to end */
    hyd_rouse(rank[0]->me);
    hyd_wait_pause(&w); /* sleeps, and is woken */
    hyd_wait_end(&w);
    assert_int_equal(haste(), i);
  }
}

/* --- two ranks that share a core ---------------------------------------------- */

static _Atomic int over;

/* Rank 1, which sends whenever it runs and rank 0 has taken what was sent. */
static void *send_when_run(void *arg) {
  (void)arg;
  while (!atomic_load_explicit(&over, memory_order_relaxed)) {
    if (atomic_load_explicit(&shared->rank[0].mailbox.seq, memory_order_relaxed) != MESSAGE)
      send(rank[1], 0);
    sched_yield();
  }
  return NULL;
}

/* Pauses until a message has come that was not there at the beginning. What it has learnt of other
 * programs of this machine is forgotten. */
static unsigned count_pauses(void) {
  struct hyd_wait w;
  unsigned before = taken[0], n = 0;
  atomic_store_explicit(&rank[0]->wait.suspicion, 0, memory_order_relaxed);
  atomic_store_explicit(&rank[0]->wait.foreign_until_ns, 0, memory_order_relaxed);
  atomic_store_explicit(&rank[0]->wait.haste, 0, memory_order_relaxed);
  hyd_wait_begin(&w, rank[0], HYD_WAIT_EVENT, 1, 0);
  for (; taken[0] == before; n++) hyd_wait_pause(&w);
  hyd_wait_end(&w);
  return n;
}

static void stay_on_this_core(void) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  pthread_setaffinity_np(pthread_self(), sizeof one, &one);
}

/* A rank that shares its core with the one that it waits for learns to yield as soon as it has
 * found nothing. */
static void test_yields_soon(void **state) {
  uint64_t until = hyd_now_ns() + 20000000000u;
  cpu_set_t before;
  pthread_t other;
  unsigned row = 0;
  (void)state;
  pthread_getaffinity_np(pthread_self(), sizeof before, &before);
  stay_on_this_core(); /* and so does the thread that it starts */
  rank[0]->wait.mode = GASNET_WAIT_SPINBLOCK;
  rank[0]->wait.fence_mode = rank[1]->wait.fence_mode = rank[0]->wait.yields_help = 1;
  rank[0]->wait.sharers = 1000000; /* no time that this machine takes is a round */
  atomic_store_explicit(&over, 0, memory_order_relaxed);
  assert_int_equal(pthread_create(&other, NULL, send_when_run, NULL), 0);
  while (row < 5 && hyd_now_ns() < until) row = count_pauses() <= 4 ? row + 1 : 0;
  atomic_store_explicit(&over, 1, memory_order_relaxed);
  pthread_join(other, NULL);
  pthread_setaffinity_np(pthread_self(), sizeof before, &before);
  assert_int_equal(row, 5);
}

/* A yield by which no other thread ran, as on a machine that is idle. */
static int has_own_core(void) {
  uint64_t began = hyd_now_ns();
  sched_yield();
  return hyd_now_ns() - began < rank[0]->wait.vain_yield_ns;
}

static long count_switches(void) {
  struct rusage u;
  getrusage(RUSAGE_THREAD, &u);
  return u.ru_nvcsw + u.ru_nivcsw;
}

/* A yield that lets no other thread run is taken for one, however long the kernel takes for a call.
 */
static void test_vain_yield_is_known(void **state) {
  uint64_t until = hyd_now_ns() + 2000000000u, least = UINT64_MAX, began, took;
  (void)state;
  for (int i = 0; i < 1000 && hyd_now_ns() < until; i++) {
    long switches = count_switches();
    began = hyd_now_ns();
    sched_yield();
    took = hyd_now_ns() - began;
    if (count_switches() == switches && took < least) least = took;
  }
  if (least == UINT64_MAX) skip(); /* this machine is busy with something else */
  assert_true(least <= rank[0]->wait.vain_yield_ns);
}

/* Once yields are in vain, a rank spins for longer and longer before it yields. */
static void test_spins_again(void **state) {
  uint64_t until = hyd_now_ns() + 2000000000u;
  struct hyd_wait w;
  unsigned alone = 0;
  (void)state;
  rank[0]->wait.mode = GASNET_WAIT_SPINBLOCK;
  rank[0]->wait.yields_help = 1;
  rank[0]->wait.sharers = 1000000;
  atomic_store_explicit(&rank[0]->wait.yield_after_ns, 50, memory_order_relaxed);
  for (; alone < 100 && hyd_now_ns() < until; alone += (unsigned)has_own_core()) {
    hyd_wait_begin(&w, rank[0], HYD_WAIT_EVENT, 1, 0);
    for (int i = 0; i < 4; i++) hyd_wait_pause(&w);
    hyd_wait_end(&w);
  }
  if (alone < 100) skip(); /* this machine is busy with something else */
  assert_true(load(&rank[0]->wait.yield_after_ns) > 50);
}

/* --- a crowded core ----------------------------------------------------------- */

#define AWAY_NS 100000000u

/* As if this thread had not run since it last looked at the clock, and been ready for so long. */
static void lose_core(uint64_t ready_ns) {
  struct hyd_run_times t = hyd_run_times();
  struct hyd_vain *v = &hyd_self(rank[0])->vain;
  v->looked_ns = hyd_now_ns() - AWAY_NS;
  v->ran_ns = t.ran_ns;
  v->delay_ns = t.delay_ns - ready_ns;
}

static int is_crowded(void) {
  return atomic_load_explicit(&rank[0]->wait.crowded_until_ns, memory_order_relaxed) >
         hyd_now_ns() + AWAY_NS;
}

static void wait_after_loss(uint64_t ready_ns, struct hyd_wait *w) {
  rank[0]->wait.mode = GASNET_WAIT_SPINBLOCK;
  rank[0]->wait.fence_mode = 1;
  hyd_wait_begin(w, rank[0], HYD_WAIT_EVENT, 1, 0);
  for (int i = 0; i < 32; i++) hyd_wait_pause(w); /* it has looked at the clock */
  lose_core(ready_ns);
  for (int i = 0; i < 32; i++) hyd_wait_pause(w);
}

/* A thread that was ready and did not run believes that many share its core. From then on it sleeps
 * as soon as it has found nothing. */
static void test_crowded(void **state) {
  struct hyd_wait w;
  (void)state;
  if (hyd_run_times().ran_ns == 0) skip(); /* the kernel keeps no account */
  wait_after_loss(AWAY_NS, &w);
  assert_true(is_crowded());
  assert_int_equal(w.armed, 1);
  hyd_wait_end(&w);
  rank[0]->wait.oversubscribed = rank[0]->wait.yields_help = 1;
  hyd_wait_begin(&w, rank[0], HYD_WAIT_EVENT, 1, 0);
  hyd_wait_pause(&w);
  assert_int_equal(w.armed, 1);
  assert_int_equal(w.yields, 0);
  hyd_wait_end(&w);
  assert_at_rest();
}

/* One that did something else meanwhile does not. */
static void test_not_crowded(void **state) {
  struct hyd_wait w;
  (void)state;
  wait_after_loss(0, &w);
  assert_false(is_crowded());
  hyd_wait_end(&w);
}

static long sleeps(void) {
  struct rusage u;
  getrusage(RUSAGE_THREAD, &u);
  return u.ru_nvcsw;
}

/* A client that polls in a loop yields where threads share cores, naps where the core is crowded,
 * and else does neither. */
static void test_polls_give_way(void **state) {
  long before = sleeps();
  (void)state;
  rank[0]->wait.sharers = 1000000; /* no time that this machine takes is a round */
  rank[0]->wait.yields_help = 1;
  hyd_give_way_or_nap(rank[0]);
  assert_int_equal(hyd_shares_core(rank[0]), 0);
  atomic_store_explicit(&rank[0]->wait.polls_yield, 1, memory_order_relaxed);
  hyd_give_way_or_nap(rank[0]);
  assert_int_equal(hyd_shares_core(rank[0]), 1);
  assert_int_equal(sleeps(), before);
  atomic_store_explicit(&rank[0]->wait.polls_yield, 0, memory_order_relaxed);
  atomic_store_explicit(&rank[0]->wait.crowded_until_ns, UINT64_MAX, memory_order_relaxed);
  hyd_give_way_or_nap(rank[0]);
  assert_int_equal(hyd_shares_core(rank[0]), 1);
  assert_true(sleeps() > before);
}

/* Naps of a client that polls, on a crowded core. */
static void nap(void) {
  atomic_store_explicit(&rank[0]->wait.crowded_until_ns, UINT64_MAX, memory_order_relaxed);
  hyd_give_way_or_nap(rank[0]);
}

static void *send_to_sleeper(void *arg) {
  uint64_t until = hyd_now_ns() + 10000000000u;
  (void)arg;
  while (!load(&shared->rank[0].armed) && hyd_now_ns() < until) sched_yield();
  send(rank[1], 0);
  return NULL;
}

/* A message that comes during a nap rings the bell. */
static void test_naps_are_rung(void **state) {
  pthread_t sender;
  uint64_t until = hyd_now_ns() + 12000000000u;
  (void)state;
  rank[0]->wait.fence_mode = rank[1]->wait.fence_mode = 1;
  assert_int_equal(pthread_create(&sender, NULL, send_to_sleeper, NULL), 0);
  while (hyd_is_quiet(rank[0]) && hyd_now_ns() < until) nap();
  pthread_join(sender, NULL);
  assert_int_equal(load(&shared->rank[0].bell), 1);
  assert_at_rest();
}

/* A message that came before is not slept over. */
static void test_looks_before_nap(void **state) {
  long before = sleeps();
  (void)state;
  rank[0]->wait.fence_mode = 1;
  atomic_store_explicit(&shared->rank[0].mailbox.seq, MESSAGE, memory_order_release);
  nap();
  assert_int_equal(sleeps(), before);
  assert_at_rest();
}

/* Naps that nothing ends become longer, up to a bound. */
static void test_naps_grow(void **state) {
  struct hyd_vain *v = &hyd_self(rank[0])->vain;
  (void)state;
  rank[0]->wait.fence_mode = 1;
  v->naps = 0;
  for (unsigned i = 0; i < 5; i++) {
    assert_int_equal(v->naps, i < 2 ? i : 2);
    nap();
  }
  assert_at_rest();
}

/* Within a handler a nap is short, and does not touch the bell. */
static void test_naps_in_handlers(void **state) {
  struct hyd_thread *t = hyd_self(rank[0]);
  long before = sleeps();
  (void)state;
  t->in_request = 1;
  t->vain.naps = 0;
  nap();
  t->in_request = 0;
  assert_true(sleeps() > before);
  assert_int_equal(t->vain.naps, 0);
  assert_int_equal(atomic_load_explicit(&rank[0]->wait.sleeps, memory_order_relaxed), 0);
}

/* --- no wake-up is lost ------------------------------------------------------- */

#define TURNS 1000u
static unsigned late[RANKS];

/* Sends to the other rank, and waits for its answer. */
static void *play(void *arg) {
  struct hyd_job *job = arg;
  uint32_t me = job->rank;
  for (unsigned i = 1; i <= TURNS; i++) {
    uint64_t began = hyd_now_ns();
    struct hyd_wait w;
    if (me == 0) send(job, 1);
    hyd_wait_begin(&w, job, HYD_WAIT_EVENT, 1 - me, 0);
    while (taken[me] < i) hyd_wait_pause(&w);
    hyd_wait_end(&w);
    if (hyd_now_ns() - began > LONG_NS) late[me]++;
    if (me == 1) send(job, 0);
  }
  return NULL;
}

static void play_both(void) {
  pthread_t thread;
  late[0] = late[1] = 0;
  pthread_create(&thread, NULL, play, rank[1]);
  play(rank[0]);
  pthread_join(thread, NULL);
  assert_int_equal(taken[0], TURNS);
  assert_int_equal(taken[1], TURNS);
  assert_true(late[0] + late[1] < TURNS / 100); /* a busy machine is late, too */
  assert_at_rest();
}

static void test_none_lost_with_fences(void **state) {
  (void)state;
  rank[0]->wait.fence_mode = rank[1]->wait.fence_mode = 1;
  play_both();
}

static void test_none_lost_with_membarrier(void **state) {
  (void)state;
  if (!rank[0]->wait.membarrier) skip();
  play_both();
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(test_arms_and_disarms),
    TEST(test_spin),
    TEST(test_looks_after_arming),
    TEST(test_rung_before_sleep),
    TEST(test_rings_once),
    TEST(test_naps_without_membarrier),
    TEST(test_sleeps_with_fences),
    TEST(test_waits_for_room),
    TEST(test_haste),
    TEST(test_haste_of_sharers),
    TEST(test_spins_for_a_wake_up),
    TEST(test_spins_in_the_way),
    TEST(test_yields_soon),
    TEST(test_vain_yield_is_known),
    TEST(test_spins_again),
    TEST(test_crowded),
    TEST(test_not_crowded),
    TEST(test_polls_give_way),
    TEST(test_naps_are_rung),
    TEST(test_looks_before_nap),
    TEST(test_naps_grow),
    TEST(test_naps_in_handlers),
    TEST(test_none_lost_with_fences),
    TEST(test_none_lost_with_membarrier),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
