/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mailbox_test.c: a rank's mailbox (mailbox.h) by itself. Jobs of this process stand in for ranks
 * of a host, and in the last test threads drive them, so that ThreadSanitizer sees all sides.
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

#include "core/am/ring_am.h"
#include "core/am/mailbox.h"

#define RANKS 3u
#define TARGET 0u

static struct hyd_shared *shared;
static struct hyd_job *rank[RANKS];

/* What each rank's handlers have seen. */
static struct {
  unsigned requests, replies;
  uint32_t src, value, arg;
  int answers; /* the request handler replies */
} seen[RANKS];

/* An inline function of the library that is not optimized refers to this one. */
_Noreturn void hyd_fatal_at(const char *file, int line, const char *call, const char *fmt, ...) {
  (void)file, (void)line, (void)call, (void)fmt;
  abort();
}

static int setup(void **state) {
  size_t bytes = hyd_up(sizeof *shared + (RANKS + 8) * sizeof shared->rank[0], 4096);
  (void)state;
  shared = aligned_alloc(4096, bytes);
  memset(shared, 0, bytes);
  memset(seen, 0, sizeof seen);
  for (uint32_t i = 0; i < RANKS; i++) {
    rank[i] = aligned_alloc(4096, hyd_up(sizeof *rank[i], 4096));
    memset(rank[i], 0, sizeof *rank[i]);
    rank[i]->rank = i;
    rank[i]->size = RANKS;
    rank[i]->shared = shared;
    rank[i]->me = &shared->rank[i];
    rank[i]->mailbox.watched = &rank[i]->mailbox.none;
    rank[i]->mailbox.reply_word = hyd_mailbox_word(HYD_MAILBOX_REPLY, i);
    seen[i].answers = 1;
  }
  return 0;
}

static int teardown(void **state) {
  (void)state;
  for (uint32_t i = 0; i < RANKS; i++) free(rank[i]);
  free(shared);
  return 0;
}

static uint32_t state_of(uint32_t target) {
  return atomic_load_explicit(&shared->rank[target].mailbox.seq, memory_order_relaxed) &
         HYD_MAILBOX_STATE;
}

static uint32_t payload_bytes = 6; /* of requests */

static int send_to(uint32_t from, uint32_t to, uint32_t value) {
  gex_AM_Arg_t args[2] = {(gex_AM_Arg_t)~value, 7};
  struct hyd_am m = {
      .category = HYD_AM_MEDIUM, .handler = 200, .nargs = 2, .nbytes = payload_bytes, .args = args};
  unsigned char payload[16] = {1, 2};
  memcpy(payload + 2, &value, 4);
  m.payload = payload;
  return hyd_mailbox_send(rank[from], to, HYD_AM_MEDIUM, &m);
}

static void answer(struct hyd_job *job, uint32_t requester, uint32_t value) {
  gex_AM_Arg_t arg = (gex_AM_Arg_t)(value + 1);
  struct hyd_am m = {.category = HYD_AM_SHORT, .handler = 201, .nargs = 1, .args = &arg};
  if (hyd_mailbox_reply(job, requester, HYD_AM_SHORT, &m) == 0) job->mailbox.open = 0;
}

/* Stands in for the library's: runs the handlers of this test. */
void hyd_am_deliver(struct hyd_job *job, struct hyd_thread *t, gex_Rank_t src,
                    const struct hyd_am *m, int how) {
  uint32_t me = job->rank;
  (void)t;
  seen[me].src = src;
  if (!m->is_request) {
    seen[me].replies++;
    seen[me].arg = (uint32_t)m->args[0];
    assert_int_equal(m->nargs, 1);
    return;
  }
  seen[me].requests++;
  memcpy(&seen[me].value, (const unsigned char *)m->payload + 2, 4);
  assert_int_equal(m->handler, 200);
  assert_int_equal(m->nbytes, payload_bytes);
  assert_int_equal((uint32_t)m->args[0], ~seen[me].value);
  assert_int_equal(m->args[1], 7);
  assert_int_equal(how, HYD_AM_BY_MAILBOX);
  if (seen[me].answers) answer(job, src, seen[me].value);
}
void hyd_ring_bell(struct hyd_rank_shared *r) { (void)r; }

static int take_request(uint32_t i) { return hyd_mailbox_take_request(rank[i], NULL); }
static int take_reply(uint32_t i) { return hyd_mailbox_take_reply(rank[i], NULL); }

static void test_round_trip(void **state) {
  (void)state;
  assert_int_equal(take_request(TARGET), 0);
  assert_int_equal(send_to(1, TARGET, 42), 0);
  assert_int_equal(take_reply(1), 0);
  assert_int_equal(state_of(TARGET), HYD_MAILBOX_REQUEST);
  assert_int_equal(take_request(TARGET), 1);
  assert_int_equal(seen[TARGET].src, 1);
  assert_int_equal(seen[TARGET].value, 42);
  assert_int_equal(take_request(TARGET), 0);
  assert_int_equal(take_reply(1), 1);
  assert_int_equal(seen[1].src, TARGET);
  assert_int_equal(seen[1].arg, 43);
}

/* Arguments follow the payload, whatever its length. */
static void test_payloads_of_each_length(void **state) {
  (void)state;
  for (payload_bytes = 6; payload_bytes <= 16; payload_bytes++) {
    assert_int_equal(send_to(1, TARGET, payload_bytes), 0);
    assert_int_equal(take_request(TARGET), 1);
    assert_int_equal(seen[TARGET].value, payload_bytes);
    assert_int_equal(take_reply(1), 1);
    assert_int_equal(take_reply(1), 0);
  }
  payload_bytes = 6;
}

/* A rank that has taken a reply keeps the mailbox for its next request; the next look gives it
 * back. */
static void test_kept_until_the_next_look(void **state) {
  (void)state;
  send_to(1, TARGET, 1);
  take_request(TARGET);
  take_reply(1);
  assert_int_equal(state_of(TARGET), HYD_MAILBOX_REPLY);
  assert_int_equal(send_to(2, TARGET, 2), HYD_NO_ROOM); /* it is rank 1's */
  assert_int_equal(send_to(1, TARGET, 3), 0);
  take_request(TARGET);
  assert_int_equal(take_reply(1), 1);
  assert_int_equal(take_reply(1), 0);
  assert_int_equal(state_of(TARGET), HYD_MAILBOX_FREE);
  assert_int_equal(seen[1].replies, 2);
}

/* A request to another rank gives the mailbox back, too. */
static void test_another_target(void **state) {
  (void)state;
  send_to(1, TARGET, 1);
  take_request(TARGET);
  take_reply(1);
  assert_int_equal(send_to(1, 2, 5), 0);
  assert_int_equal(state_of(TARGET), HYD_MAILBOX_FREE);
  assert_int_equal(take_request(2), 1);
  assert_int_equal(take_reply(1), 1);
  assert_int_equal(seen[1].src, 2);
}

static void test_one_request_at_a_time(void **state) {
  (void)state;
  assert_int_equal(send_to(1, TARGET, 1), 0);
  assert_int_equal(send_to(1, TARGET, 2), HYD_NO_ROOM);
  assert_int_equal(send_to(2, TARGET, 3), HYD_NO_ROOM);
  assert_int_equal(take_request(TARGET), 1);
  assert_int_equal(seen[TARGET].value, 1);
  assert_int_equal(take_reply(2), 0);
  assert_int_equal(take_reply(1), 1);
}

/* Without a reply the target frees the mailbox, and the sender goes by the rings for a while: twice
 * as long each time, until there is a reply again. */
static void test_rests(void **state) {
  uint32_t rest = 1;
  (void)state;
  seen[TARGET].answers = 0;
  for (int turn = 0; turn < 10; turn++) {
    assert_int_equal(send_to(1, TARGET, 1), 0);
    assert_int_equal(take_request(TARGET), 1);
    assert_int_equal(state_of(TARGET), HYD_MAILBOX_FREE);
    assert_int_equal(send_to(1, TARGET, 2), HYD_NO_ROOM); /* sees that nothing came back */
    for (uint32_t i = 0; i < rest; i++) assert_int_equal(send_to(1, TARGET, 3), HYD_NO_ROOM);
    if (rest < 1u << HYD_MAILBOX_REST) rest *= 2;
  }
  seen[TARGET].answers = 1;
  assert_int_equal(send_to(1, TARGET, 4), 0);
  take_request(TARGET);
  assert_int_equal(take_reply(1), 1);
  assert_int_equal(rank[1]->mailbox.misses, 0);
}

static int fits(uint32_t category, uint32_t nbytes, uint32_t nargs) {
  struct hyd_am m = {.nbytes = nbytes, .nargs = (uint8_t)nargs};
  return hyd_mailbox_fits(category, &m);
}

static void test_what_fits(void **state) {
  struct hyd_am built = {.pool = 1};
  (void)state;
  assert_true(fits(HYD_AM_SHORT, 0, HYD_LINE_DATA / 4));
  assert_false(fits(HYD_AM_SHORT, 0, HYD_LINE_DATA / 4 + 1));
  assert_true(fits(HYD_AM_MEDIUM, HYD_LINE_DATA, 0));
  assert_false(fits(HYD_AM_MEDIUM, HYD_LINE_DATA + 1, 0));
  assert_true(fits(HYD_AM_MEDIUM, HYD_LINE_DATA - 7, 1)); /* padded to words */
  assert_false(fits(HYD_AM_MEDIUM, HYD_LINE_DATA - 3, 1));
  assert_false(fits(HYD_AM_LONG, 0, 0));
  assert_false(hyd_mailbox_fits(HYD_AM_MEDIUM, &built));
}

/* --- with threads ------------------------------------------------------------ */

#define REQUESTS 500u
static _Atomic unsigned finished;

/* Each request by the mailbox gets its own reply; the others would go by the rings. */
static void *request(void *arg) {
  uint32_t me = (uint32_t)(uintptr_t)arg, sent = 0;
  for (uint32_t i = 0; sent < REQUESTS; i++) {
    if (send_to(me, TARGET, i)) {
      take_reply(me); /* gives back what it keeps */
      sched_yield();
      continue;
    }
    sent++;
    while (!take_reply(me)) sched_yield();
    if (seen[me].arg != i + 1) abort();
  }
  take_reply(me);
  if (seen[me].replies != sent) abort();
  atomic_fetch_add_explicit(&finished, 1, memory_order_relaxed);
  return NULL;
}

static void test_threads(void **state) {
  pthread_t thread[RANKS];
  (void)state;
  atomic_store_explicit(&finished, 0, memory_order_relaxed);
  for (uint32_t i = 1; i < RANKS; i++)
    pthread_create(&thread[i], NULL, request, (void *)(uintptr_t)i);
  while (atomic_load_explicit(&finished, memory_order_relaxed) < RANKS - 1)
    if (!take_request(TARGET)) sched_yield();
  for (uint32_t i = 1; i < RANKS; i++) pthread_join(thread[i], NULL);
  assert_int_equal(seen[TARGET].requests, seen[1].replies + seen[2].replies);
  assert_int_equal(state_of(TARGET), HYD_MAILBOX_FREE);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(test_round_trip),
    TEST(test_payloads_of_each_length),
    TEST(test_kept_until_the_next_look),
    TEST(test_another_target),
    TEST(test_one_request_at_a_time),
    TEST(test_rests),
    TEST(test_what_fits),
    TEST(test_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
