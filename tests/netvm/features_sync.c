/* SPDX-License-Identifier: BSD-3-Clause
 *
 * features_sync.c: F15, F16: atomics, locks, queues, semaphores, monitors, channels.
 */
#include "features.h"

#include <sched.h>

/* Objects lie in rank 0's first page; what they protect, elsewhere. */
enum { LOCK = 0, QUEUE = 32, SEMAPHORE = 64, FULL = 96, ROOM = 128, COUNTER = 10 * PAGE };

static void clear(void) {
  if (ft_me == 0) {
    memset(ft_arena, 0, PAGE);
    for (unsigned i = 0; i < 3; i++) memset(ft_arena + COUNTER + i * PAGE, 0, PAGE);
  }
  ft_barrier();
}

static uint32_t read_word(uint64_t at) {
  uint32_t v = 0;
  OK(hyd_nv_readF(ft_seg[0], at, &v, 4));
  return v;
}
static void write_word(uint64_t at, uint32_t v) { OK(hyd_nv_writeF(ft_seg[0], at, &v, 4)); }

/* --- atomics --------------------------------------------------------------------------------- */

static uint64_t word_of(unsigned i) { return (uint64_t)(i % PAGES) * PAGE + 40; }

void f15_atomics(void) {
  unsigned words = 3 * RESIDENT; /* many are absent */
  uint32_t old, won = 0, mine;
  for (unsigned i = 0; i < words; i++) *(volatile uint32_t *)(ft_arena + word_of(i)) = 0;
  ft_barrier();
  for (unsigned i = 0; i < ft_rounds; i++) {
    OK(hyd_nv_incr(ft_seg[0], word_of(i * 7 % words), NULL));
    OK(hyd_nv_incr(ft_seg[0], word_of(i * 7 % words), &old));
    OK(hyd_nv_decr(ft_seg[0], word_of(i * 7 % words), &old));
    CHECK(old > 0);
  }
  ft_barrier();
  if (ft_me == 0) {
    uint32_t sum = 0;
    for (unsigned i = 0; i < words; i++) sum += *(volatile uint32_t *)(ft_arena + word_of(i));
    CHECK(sum == ft_rounds * ft_ranks);
  }
  clear();
  OK(hyd_nv_testandset(ft_seg[0], COUNTER, &old));
  if (old == 0) OK(hyd_nv_incr(ft_seg[0], COUNTER + 4, NULL)); /* one rank alone */
  for (unsigned i = 0; i < ft_rounds; i++) {
    do {
      mine = read_word(COUNTER + 8);
      OK(hyd_nv_cswap(ft_seg[0], COUNTER + 8, mine, mine + 1, &old));
    } while (old != mine);
    won++;
  }
  OK(hyd_nv_swap(ft_seg[0], COUNTER + 12, ft_me + 1, &old));
  CHECK(old <= ft_ranks && old != ft_me + 1);
  ft_barrier();
  CHECK(read_word(COUNTER) == 1 && read_word(COUNTER + 4) == 1);
  CHECK(read_word(COUNTER + 8) == won * ft_ranks);
}

/* --- locks ----------------------------------------------------------------------------------- */

/* The holder finds what the last one has written, to a page that is mostly absent. */
static uint64_t record_of(uint32_t n) { return (uint64_t)(40 + n * 7 % (PAGES - 40)) * PAGE + 80; }

static void next_record(void) {
  uint32_t n = read_word(COUNTER);
  if (n) CHECK(read_word(record_of(n)) == n);
  write_word(record_of(n + 1), n + 1);
  write_word(COUNTER, n + 1);
}

/* Two locks of two ranks' memory, held together in order. */
void f15_locks(void) {
  gex_Rank_t last = ft_ranks - 1;
  uint64_t second = last ? LOCK : 8; /* of another rank at the same offset */
  clear();
  if (ft_me == last) memset(ft_arena + second, 0, 4);
  ft_barrier();
  for (unsigned i = 0; i < ft_rounds; i++) {
    OK(hyd_nv_acquire(ft_seg[0], LOCK));
    if (i % 2) OK(hyd_nv_acquire(ft_seg[last], second));
    next_record();
    if (i % 2) OK(hyd_nv_release(ft_seg[last], second));
    OK(hyd_nv_release(ft_seg[0], LOCK));
  }
  ft_barrier();
  CHECK(read_word(COUNTER) == ft_rounds * ft_ranks);
  CHECK(read_word(LOCK) == 0);
}

/* --- queues ---------------------------------------------------------------------------------- */

static void wait_for_word(uint64_t at, uint32_t value) {
  while (*(volatile uint32_t *)(ft_arena + at) < value) hyd_nv_poll();
}

/* One by one, or all at once and once more; none is lost. */
static void remove_all(int one_by_one) {
  wait_for_word(COUNTER, ft_ranks - 1);
  for (gex_Rank_t r = 0; r < ft_ranks; r++) {
    OK(hyd_nv_removeQ(ft_seg[0], QUEUE));
    if (one_by_one && r + 1 < ft_ranks) wait_for_word(COUNTER + 4, r + 1);
  }
}

/* Under a lock, so that each rank knows its place. */
static void stand_and_wait(int one_by_one) {
  uint32_t place, turn;
  OK(hyd_nv_acquire(ft_seg[0], LOCK));
  OK(hyd_nv_insertQ(ft_seg[0], QUEUE));
  OK(hyd_nv_incr(ft_seg[0], COUNTER, &place));
  OK(hyd_nv_release(ft_seg[0], LOCK));
  OK(hyd_nv_waitQ(ft_seg[0], QUEUE));
  OK(hyd_nv_incr(ft_seg[0], COUNTER + 4, &turn));
  CHECK(turn < ft_ranks && (!one_by_one || turn == place));
}

void f15_queues(void) {
  clear();
  for (unsigned i = 0; i < ft_rounds / 4 + 2; i++) {
    if (ft_me == 0) OK(hyd_nv_initQ(ft_seg[0], QUEUE, 0));
    if (ft_me == 0) memset(ft_arena + COUNTER, 0, 8);
    ft_barrier();
    if (ft_me == 0)
      remove_all(i % 2);
    else
      stand_and_wait(i % 2);
    ft_barrier();
    CHECK(read_word(COUNTER + 4) == ft_ranks - 1);
    ft_barrier();
  }
}

/* At most two ranks at a time; then as many signals as waits, of different ranks. */
/* What a rank has written to absent pages before it signals is seen by the one that waited. */
static void signalled_data(void) {
  const unsigned first = 20, pages = 20;
  uint64_t word;
  for (unsigned i = 0; i < 3; i++) {
    if (ft_me == 0) {
      for (unsigned k = 0; k < pages; k++) memset(ft_arena + (first + k) * PAGE, 0, 8);
      ft_evict(first, pages);
    }
    ft_barrier();
    if (ft_me == 1)
      for (unsigned k = 0; k < pages; k++) {
        word = 1 + k;
        OK(hyd_nv_write(ft_seg[0], (first + k) * PAGE, &word, sizeof word));
        OK(hyd_nv_Ssignal(ft_seg[0], FULL));
        OK(hyd_nv_flushW());
      }
    for (unsigned k = 0; ft_me == 0 && ft_ranks > 1 && k < pages; k++) {
      OK(hyd_nv_Swait(ft_seg[0], FULL));
      CHECK(*(volatile uint64_t *)(ft_arena + (first + k) * PAGE) == 1 + k);
    }
    ft_barrier();
  }
}

void f15_semaphores(void) {
  uint32_t inside;
  clear();
  if (ft_me == 0) OK(hyd_nv_initQ(ft_seg[0], SEMAPHORE, 2));
  if (ft_me == 0) OK(hyd_nv_initQ(ft_seg[0], FULL, 0));
  ft_barrier();
  for (unsigned i = 0; i < ft_rounds; i++) {
    OK(hyd_nv_Swait(ft_seg[0], SEMAPHORE));
    OK(hyd_nv_incr(ft_seg[0], COUNTER, &inside));
    CHECK(inside < 2);
    OK(hyd_nv_decr(ft_seg[0], COUNTER, NULL));
    OK(hyd_nv_Ssignal(ft_seg[0], SEMAPHORE));
  }
  for (unsigned i = 0; i < ft_rounds; i++) {
    OK(hyd_nv_Ssignal(ft_seg[0], FULL));
    if ((i + ft_me) % 2) hyd_nv_poll();
    OK(hyd_nv_Swait(ft_seg[0], FULL));
  }
  ft_barrier();
  signalled_data();
  if (ft_me == 0) {
    const struct hyd_paged_queue *q = (const struct hyd_paged_queue *)(ft_arena + SEMAPHORE);
    CHECK(q[0].count == 2 && q[0].waiting == 0 && q[0].promised == 0);
    CHECK(q[1].count == 0 && q[1].waiting == 0 && q[1].promised == 0);
  }
}

/* A buffer of two places: even ranks put, odd ones take; of one rank nothing. */
static void put_or_take(int puts, uint32_t room) {
  OK(hyd_nv_mbegin(ft_seg[0], LOCK));
  while (read_word(COUNTER) == (puts ? room : 0))
    OK(hyd_nv_cvwait(ft_seg[0], LOCK, puts ? ROOM : FULL));
  write_word(COUNTER, read_word(COUNTER) + (puts ? 1 : UINT32_MAX));
  write_word(COUNTER + PAGE, read_word(COUNTER + PAGE) + 1);
  OK(hyd_nv_cvsignal(ft_seg[0], LOCK, puts ? FULL : ROOM));
  OK(hyd_nv_mend(ft_seg[0], LOCK));
}

void f15_monitors(void) {
  unsigned pairs = ft_ranks / 2;
  clear();
  if (ft_me == 0) OK(hyd_nv_initQ(ft_seg[0], FULL, 0));
  if (ft_me == 0) OK(hyd_nv_initQ(ft_seg[0], ROOM, 0));
  ft_barrier();
  for (unsigned i = 0; i < ft_rounds && ft_me < 2 * pairs; i++) put_or_take(ft_me % 2 == 0, 2);
  ft_barrier();
  CHECK(read_word(COUNTER) == 0 && read_word(COUNTER + PAGE) == 2 * pairs * ft_rounds);
}

/* --- channels -------------------------------------------------------------------------------- */

#define LARGEST (2 * PAGE + 100)

/* All small ones, and others. */
static size_t length_of(unsigned i) { return i % 2 ? i * 37 % LARGEST : 40 + i / 2 % 20; }

/* The one before is still there until the call. */
static void check_message(hyd_nv_channel_t in, unsigned i) {
  static void *msg;
  static size_t n;
  gex_Rank_t from = (ft_me + ft_ranks - 1) % ft_ranks;
  if (i) sched_yield();
  if (i) CHECK(ft_filled(msg, n, i - 1 + from));
  OK(hyd_nv_recv(in, &msg, &n, HYD_NV_FOREVER));
  CHECK(n == length_of(i));
  CHECK(msg && ft_filled(msg, n, i + from));
}

/* From each rank to the next, or only from even ones; the memory begins at page 50, and comes and
 * goes. In a circle a rank receives so early that it never waits for itself. */
static void exchange(hyd_nv_channel_t in, hyd_nv_channel_t to, unsigned messages, unsigned ahead) {
  static char out[LARGEST];
  unsigned received = 0;
  for (unsigned i = 0; to && i < messages; i++) {
    size_t n = length_of(i);
    ft_fill(out, n, i + ft_me);
    if (in && i >= ahead) check_message(in, received++);
    OK(hyd_nv_send(to, out, n));
  }
  while (in && received < messages) check_message(in, received++);
}

static void messages_in(uint32_t slots, int circle) {
  hyd_nv_channel_t in = 0, to = 0;
  void *msg;
  size_t n;
  OK(hyd_nv_unexport(ft_seg[ft_me]));
  if (circle || ft_me % 2)
    OK(hyd_nv_channelReceiver(500, ft_arena + 50 * PAGE, slots, LARGEST, &in));
  ft_barrier();
  if (circle || (ft_me % 2 == 0 && ft_me + 1 < ft_ranks))
    OK(hyd_nv_channelSender(ft_next(), 500, &to));
  exchange(in, to, ft_rounds, slots / 2 > 3 ? slots / 2 - 2 : 1);
  if (in) CHECK(hyd_nv_recv(in, &msg, &n, 0) == HYD_NV_TIMEOUT);
  ft_barrier();
  if (to) OK(hyd_nv_channelClose(to));
  if (in) OK(hyd_nv_channelClose(in));
  OK(hyd_nv_export(1, ft_arena, (size_t)PAGES * PAGE, &ft_seg[ft_me]));
  ft_barrier();
  for (gex_Rank_t r = 0; r < ft_ranks; r++) {
    if (r == ft_me) continue;
    OK(hyd_nv_unimport(ft_seg[r]));
    OK(hyd_nv_import(r, 1, &ft_seg[r]));
  }
  ft_barrier();
}

/* As many messages as there are slots need no receiver. */
static void fill_slots(void) {
  enum { SLOTS = 5 };
  hyd_nv_channel_t in = 0, to = 0;
  void *msg;
  size_t n;
  OK(hyd_nv_unexport(ft_seg[ft_me]));
  OK(hyd_nv_channelReceiver(501, ft_arena + 50 * PAGE, SLOTS, sizeof(unsigned), &in));
  OK(hyd_nv_channelSender(ft_me, 501, &to));
  for (unsigned i = 0; i < SLOTS; i++) OK(hyd_nv_send(to, &i, sizeof i));
  for (unsigned i = 0; i < SLOTS; i++) {
    OK(hyd_nv_recv(in, &msg, &n, HYD_NV_FOREVER));
    CHECK(n == sizeof i && *(unsigned *)msg == i);
  }
  OK(hyd_nv_channelClose(to));
  OK(hyd_nv_channelClose(in));
  OK(hyd_nv_export(1, ft_arena, (size_t)PAGES * PAGE, &ft_seg[ft_me]));
}

void f16_channels(void) {
  fill_slots();
  messages_in(2, 0);
  messages_in(3, 0);
  messages_in(4, 1);
  messages_in(HYD_NV_SLOTS, 1);
}
