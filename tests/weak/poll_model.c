/* SPDX-License-Identifier: BSD-3-Clause
 *
 * poll_model.c: scenarios of core/am/poll.c with several threads (P1, P2; T1, T2), of the space
 * that it gives back, of the pool of buffers (core/shm/send_pool.h: PL1, PL2), and of meetings
 * (core/oob/oob.c: M1, M2; the last arrival wakes).
 */
#include "tests/weak/world.h"

#include "core/oob/oob.h"

/* --- two threads of a rank poll, another rank sends ------------------------------------ */

/* Without the fences of producers, which would order much. */
static void with_threads(void) {
  world_make(2, 0);
  world.job[0].threads.many = 1;
  weak_hint(&world.job[0].wait.threads);
}
static void polls(void) { world_poll(0, 1); }
static void sends_twice(void) {
  world_send_ring(1, 0, 7);
  world_send_ring(1, 0, 8);
}
static void check_order(void) {
  if (world.seen[0].requests > 2) weak_fail("a message came twice");
}
static const struct weak_scenario lock = {"poll: two threads poll",    3,          0, with_threads,
                                          {polls, polls, sends_twice}, check_order};

/* --- one of them asks for progress, which the other makes ----------------------------------- */

static int asked; /* a plain note for what makes progress */
static int progress(struct hyd_job *job) {
  (void)job;
  if (asked != 1) weak_fail("progress came before its request");
  return 0;
}
static void with_progress(void) {
  with_threads();
  world.job[0].rx.progress[0] = progress;
  asked = 0;
  weak_share(&asked, sizeof asked);
}
static void asks(void) {
  asked = 1;
  hyd_poll_todo(&world.job[0]);
}
static const struct weak_scenario todo = {
    "poll: a thread asks, another makes progress", 2, 0, with_progress, {asks, polls}, check_order};

/* --- a rank sleeps for want of space in another's ring ------------------------------------ */

/* The ring has one message that can be taken, and is full. */
static void full_ring(void) {
  struct hyd_ring *ring;
  world_make(2, 1);
  ring = &hyd_inbox_at(&world.job[0], 0)->request;
  world_send_ring(1, 0, 6);
  atomic_init(&ring->tail, hyd_ring_pack(HYD_RING_LINES, 0));
}
static void sends_when_it_can(void) {
  struct hyd_wait w;
  hyd_wait_begin(&w, &world.job[1], HYD_WAIT_QUEUE, 0, 0);
  for (unsigned i = 0; world_send_ring(1, 0, 7) && i < 4; i++) {
    w.wants = 1;
    hyd_wait_pause(&w);
  }
  hyd_wait_end(&w);
}
static void takes(void) { world_poll(0, 1); }
static void check_space(void) {
  if (weak_sleeps(0)) weak_fail("a wake-up was lost: the sender sleeps although there is space");
}
static const struct weak_scenario space = {"poll: a sender sleeps for want of space",
                                           2,
                                           0,
                                           full_ring,
                                           {sends_when_it_can, takes},
                                           check_space};

/* --- a buffer of a pool is used again --------------------------------------------------- */

static struct {
  struct hyd_pool pool;
  _Atomic uint32_t given; /* the reader's buffer */
} here;

static void one_buffer(void) {
  memset(&here, 0, sizeof here);
  atomic_init(&here.pool.busy, 0xfffe);
  weak_share(&here, sizeof here);
}
static void fills(void) {
  unsigned n = hyd_pool_take(&here.pool);
  if (n == 0) return;
  hyd_pool_buffer(&here.pool, n)[0] = 7;
  atomic_store_explicit(&here.given, n, memory_order_release); /* reads() */
}
static void fills_twice(void) {
  fills();
  fills();
}
static void reads(void) {
  unsigned n = atomic_load_explicit(&here.given, memory_order_acquire); /* fills() */
  if (n == 0) return;
  if (hyd_pool_buffer(&here.pool, n)[0] != 7) weak_fail("a torn payload");
  hyd_pool_free(&here.pool, n);
}
static void nothing(void) {}
static const struct weak_scenario pool = {"pool: a buffer is used again", 2,      0, one_buffer,
                                          {fills_twice, reads},           nothing};

/* --- ranks meet ------------------------------------------------------------------------- */

/* What a rank wrote before it came the others read after; none sleeps when all are there. */
static unsigned char wrote[2];
static void with_fences(void) {
  world_make(2, 1);
  weak_share(wrote, sizeof wrote);
}
static void meets(void) {
  wrote[weak_self()] = 1;
  hyd_oob_barrier_host(&world.job[weak_self()]);
  if (wrote[1 - weak_self()] != 1) weak_fail("a rank left before the other came");
}
static void check_meeting(void) {
  if (weak_sleeps(0) || weak_sleeps(1)) weak_fail("a wake-up was lost: a rank sleeps");
}
static const struct weak_scenario meeting = {
    "meeting: two ranks", 2, 0, with_fences, {meets, meets}, check_meeting};

/* The last two of three ranks arrive as in oob.c, without fences of their own; the third sleeps.
 * One of them has to see that all are there. */
static struct { unsigned char all_came; } saw[2];
static int has_come(unsigned rank) {
  return atomic_load_explicit(&world.job[0].shared->rank[rank].meetings, memory_order_acquire) == 1;
}
static void one_sleeps(void) {
  world_make(3, 0);
  atomic_init(&world.job[0].shared->sleepers, 1);
  memset(saw, 0, sizeof saw);
  weak_share(saw, sizeof saw);
}
static void arrives(void) {
  struct hyd_job *job = &world.job[weak_self()];
  atomic_store_explicit(&job->me->meetings, 1, memory_order_release);
  if (hyd_has_sleepers(job) && has_come(0) && has_come(1)) saw[weak_self()].all_came = 1;
}
static void check_sight(void) {
  if (!saw[0].all_came && !saw[1].all_came) weak_fail("neither of the last two saw the other");
}
static const struct weak_scenario last_two = {"meeting: the last two of three, with membarrier",
                                              2,
                                              0,
                                              one_sleeps,
                                              {arrives, arrives},
                                              check_sight};

const struct weak_scenario *const weak_poll_scenarios[] = {&lock,    &todo,     &space, &pool,
                                                           &meeting, &last_two, NULL};
