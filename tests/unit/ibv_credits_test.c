/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ibv_credits_test.c: flow control of the ibv conduit (conduits/ibv/credits.c) by itself: the two
 * ends of a connection, between which this test carries headers and cells. No device.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "conduits/ibv/buffers.h"
#include "conduits/ibv/credits.h"
#include "conduits/ibv/send_queue.h"

#define ENDS 2
#define WINDOW 16u

/* An end: its state, its connection to the other, and the cell that the other writes. */
static struct end {
  struct hyd_ibv s;
  struct hyd_ibv_conn *c, *conn[ENDS];
  struct hyd_ibv_cell cell[ENDS];
  unsigned writes, grown;
} end[ENDS];
static struct hyd_job *job;

/* What credits.c calls. */
void hyd_ibv_buffers_grow(struct hyd_ibv *s) { ((struct end *)(void *)s)->grown++; }
void hyd_ibv_post(struct hyd_ibv *s, struct hyd_ibv_conn *c, struct ibv_send_wr *wr,
                  enum hyd_ibv_after after, void *what, uint32_t buffer) {
  struct end *e = (struct end *)(void *)s;
  (void)after, (void)what, (void)buffer;
  assert_int_equal(wr->sg_list->length, sizeof(struct hyd_ibv_cell));
  memcpy(&end[c->peer].cell[1 - c->peer], (void *)(uintptr_t)wr->sg_list->addr,
         sizeof(struct hyd_ibv_cell));
  e->writes++;
}

static int setup(void **state) {
  (void)state;
  memset(end, 0, sizeof end);
  job = calloc(1, sizeof *job);
  job->size = ENDS;
  for (uint32_t i = 0; i < ENDS; i++) {
    struct end *e = &end[i];
    e->s.job = job;
    e->s.set.window = WINDOW;
    e->s.set.depth = 64;
    e->s.signals_max = 64;
    e->s.credits.grant_max = 1000;
    e->s.credits.reserve = 1000;
    e->s.bufs.cells.base = (char *)e->cell;
    e->s.bufs.cells.each = sizeof e->cell[0];
    e->c = calloc(1, sizeof *e->c);
    e->c->peer = 1 - i;
    e->c->state = HYD_IBV_READY;
    e->conn[1 - i] = e->c;
    e->s.peers.conn = e->conn;
    hyd_ibv_credits_init(&e->s, e->c);
  }
  return 0;
}

static int teardown(void **state) {
  (void)state;
  for (uint32_t i = 0; i < ENDS; i++) free(end[i].c);
  free(job);
  return 0;
}

static int may(unsigned i, enum hyd_ibv_class class) {
  return hyd_ibv_credits_may(&end[i].s, end[i].c, class);
}

/* The header of a message that is sent now. */
static struct hyd_ibv_header send(unsigned i, enum hyd_ibv_class class) {
  struct hyd_ibv_header h = {.kind = class == HYD_IBV_CONTROLS ? HYD_IBV_CONTROL : HYD_IBV_SHORT,
                             .is_request = class == HYD_IBV_REQUESTS};
  hyd_ibv_credits_tell(end[i].c, &h);
  if (class < HYD_IBV_CLASSES) hyd_ibv_credits_sent(&end[i].s, end[i].c, class);
  return h;
}

static void hear(unsigned i, const struct hyd_ibv_header *h) {
  hyd_ibv_credits_learn(&end[i].s, end[i].c, h);
}
static void deal(unsigned i, const struct hyd_ibv_header *h) {
  hyd_ibv_credits_take(&end[i].s, end[i].c, h);
}
/* Sends a request to the other end, where it is dealt with at once. */
static void request(unsigned i) {
  struct hyd_ibv_header h;
  assert_int_equal(may(i, HYD_IBV_REQUESTS), 1);
  h = send(i, HYD_IBV_REQUESTS);
  hear(1 - i, &h);
  deal(1 - i, &h);
}
/* A reply, which takes no credit, carries counts. */
static void reply(unsigned i) {
  struct hyd_ibv_header h = send(i, HYD_IBV_CLASSES);
  assert_int_equal(h.starved, 0);
  hear(1 - i, &h);
}

static void test_one_at_first(void **state) {
  (void)state;
  assert_int_equal(HYD_IBV_WINDOW, 1);
  assert_int_equal(end[0].s.credits.granted, HYD_IBV_FIRST_GRANT);
  request(0);
  assert_int_equal(may(0, HYD_IBV_REQUESTS), 0);
  assert_int_equal(may(0, HYD_IBV_CONTROLS), 1); /* a class of its own */
  assert_int_equal(may(1, HYD_IBV_REQUESTS), 1);
}

/* The last credit was taken: the window doubles, and the next message from there says so. */
static void test_window_grows(void **state) {
  (void)state;
  for (unsigned window = 1; window < WINDOW; window *= 2) {
    for (unsigned i = 0; i < window; i++) request(0);
    assert_int_equal(may(0, HYD_IBV_REQUESTS), 0);
    assert_int_equal(end[1].c->flow[HYD_IBV_REQUESTS].window, 2 * window);
    reply(1);
    assert_int_equal(end[0].c->flow[HYD_IBV_REQUESTS].limit - end[0].c->flow[HYD_IBV_REQUESTS].sent,
                     2 * window);
  }
  for (unsigned i = 0; i < WINDOW; i++) request(0);
  assert_int_equal(end[1].c->flow[HYD_IBV_REQUESTS].window, WINDOW); /* not beyond its setting */
}

static void test_window_grows_while_buffers_last(void **state) {
  (void)state;
  end[1].s.credits.grant_max = end[1].s.credits.granted;
  request(0);
  reply(1);
  assert_int_equal(end[1].c->flow[HYD_IBV_REQUESTS].window, 1);
  request(0);
  assert_int_equal(may(0, HYD_IBV_REQUESTS), 0);
}

/* A broken peer says that it has dealt with more than was sent, in a message or in its cell. */
static void test_more_than_was_sent(void **state) {
  struct hyd_ibv_header h;
  (void)state;
  request(0);
  h = send(1, HYD_IBV_CLASSES);
  h.credit[HYD_IBV_REQUESTS].taken += 5;
  hear(0, &h);
  atomic_store_explicit(&end[0].cell[1].credit[HYD_IBV_REQUESTS].taken, UINT64_MAX,
                        memory_order_relaxed);
  (void)may(0, HYD_IBV_REQUESTS);
  assert_int_equal(end[0].s.credits.outstanding, 1);
  assert_int_equal(end[0].c->flow[HYD_IBV_REQUESTS].returned, 0);
}

/* A request that is not answered keeps a buffer for its reply. */
static void test_reserve(void **state) {
  (void)state;
  end[0].s.credits.reserve = 3;
  request(0);
  reply(1);
  assert_int_equal(end[0].s.credits.outstanding, 0);
  end[0].c->flow[HYD_IBV_REQUESTS].limit = 100;
  for (int i = 0; i < 3; i++) send(0, HYD_IBV_REQUESTS);
  assert_int_equal(may(0, HYD_IBV_REQUESTS), 0);
  assert_int_equal(may(0, HYD_IBV_CONTROLS), 1);
  /* Relaxed, as the device writes it: two of the three were dealt with. */
  atomic_store_explicit(&end[0].cell[1].credit[HYD_IBV_REQUESTS].taken, 3, memory_order_relaxed);
  assert_int_equal(may(0, HYD_IBV_REQUESTS), 1);
  assert_int_equal(end[0].s.credits.outstanding, 1);
}

/* Messages that overtake others, or cells that were written before: nothing goes back. */
static void test_old_news(void **state) {
  struct hyd_ibv_header old;
  (void)state;
  old = send(1, HYD_IBV_CLASSES);
  request(0);
  reply(1);
  hear(0, &old);
  assert_int_equal(end[0].c->flow[HYD_IBV_REQUESTS].limit, 3);
  assert_int_equal(end[0].c->flow[HYD_IBV_REQUESTS].returned, 1);
}

/* Headers have the low halves of counts, which go beyond 2^32. */
static void test_counts_beyond_32_bits(void **state) {
  const uint64_t at = ((uint64_t)1 << 32) - 3;
  (void)state;
  for (unsigned i = 0; i < ENDS; i++) {
    struct hyd_ibv_flow *f = &end[i].c->flow[HYD_IBV_REQUESTS];
    f->sent = f->taken = f->returned = at;
    f->limit = at + 1;
  }
  for (unsigned i = 0; i < 8; i++) {
    request(0);
    reply(1);
  }
  assert_int_equal(end[0].c->flow[HYD_IBV_REQUESTS].returned, at + 8);
  assert_true(end[0].c->flow[HYD_IBV_REQUESTS].limit > at + 8);
  assert_int_equal(end[0].s.credits.outstanding, 0);
}

/* What no message carries is written where the peer may be waiting for it. */
static void test_pay(void **state) {
  (void)state;
  request(0);
  assert_int_equal(may(0, HYD_IBV_REQUESTS), 0);
  assert_int_equal(hyd_ibv_credits_is_written(&end[0].s, end[0].c), 0);
  hyd_ibv_credits_pay(&end[1].s, 0);
  assert_int_equal(end[1].writes, 1);
  assert_int_equal(hyd_ibv_credits_is_written(&end[0].s, end[0].c), 1);
  assert_int_equal(may(0, HYD_IBV_REQUESTS), 1);
  assert_int_equal(end[0].s.credits.outstanding, 0);
  hyd_ibv_credits_pay(&end[1].s, 1); /* nothing is owed any more */
  assert_int_equal(end[1].writes, 1);
  assert_null(end[1].s.credits.owing);
}

/* Where less than half is used up it can wait, to be carried by a message. */
static void test_no_haste(void **state) {
  (void)state;
  end[1].c->flow[HYD_IBV_REQUESTS].window = WINDOW;
  reply(1);
  for (unsigned i = 0; i < WINDOW / 2 - 1; i++) request(0);
  hyd_ibv_credits_pay(&end[1].s, 0);
  assert_int_equal(end[1].writes, 0);
  request(0);
  hyd_ibv_credits_pay(&end[1].s, 0);
  assert_int_equal(end[1].writes, 1);
  request(0);
  hyd_ibv_credits_pay(&end[1].s, 1);
  assert_int_equal(end[1].writes, 2);
  request(0);
  reply(1);
  hyd_ibv_credits_pay(&end[1].s, 1); /* a reply has carried it */
  assert_int_equal(end[1].writes, 2);
}

/* Without room in the send queue, or a connection, it is owed until there is. */
static void test_paid_later(void **state) {
  (void)state;
  request(0);
  end[1].c->posted = end[1].s.set.depth;
  hyd_ibv_credits_pay(&end[1].s, 1);
  assert_int_equal(end[1].writes, 0);
  end[1].c->posted = 0;
  end[1].c->state = 0;
  hyd_ibv_credits_pay(&end[1].s, 1);
  assert_int_equal(end[1].writes, 0);
  end[1].c->state = HYD_IBV_READY;
  hyd_ibv_credits_pay(&end[1].s, 1);
  assert_int_equal(end[1].writes, 1);
}

/* --- any order: no message without a buffer, no end that waits for ever ----------------------- */

#define MESSAGES 4000u
static struct {
  struct hyd_ibv_header h[64];
  unsigned first, n;
} way[ENDS]; /* what is on the way to each end */

static unsigned unused_credits(unsigned i, int class) {
  const struct hyd_ibv_flow *f = &end[i].c->flow[class];
  return (unsigned)(end[1 - i].c->flow[class].sent - f->taken);
}

static void step(unsigned i, unsigned *sent) {
  enum hyd_ibv_class class = rand() % 4 ? HYD_IBV_REQUESTS : HYD_IBV_CONTROLS;
  unsigned to = 1 - i;
  if (rand() % 2 && way[to].n < 64 && *sent < MESSAGES && may(i, class)) {
    way[to].h[(way[to].first + way[to].n++) % 64] = send(i, class);
    ++*sent;
  } else if (way[i].n && rand() % 3) {
    struct hyd_ibv_header h = way[i].h[way[i].first++ % 64];
    way[i].n--;
    hear(i, &h);
    deal(i, &h);
  } else if (rand() % 8 == 0) {
    hyd_ibv_credits_pay(&end[i].s, rand() % 4 == 0);
  }
}

static void test_any_order(void **state) {
  unsigned sent[ENDS] = {0};
  (void)state;
  srand(11);
  memset(way, 0, sizeof way);
  for (unsigned turn = 0; sent[0] < MESSAGES || sent[1] < MESSAGES; turn++) {
    assert_true(turn < 200 * MESSAGES);
    step(turn % 2, &sent[turn % 2]);
    for (int class = 0; class < HYD_IBV_CLASSES; class ++)
      for (unsigned i = 0; i < ENDS; i++)
        assert_true(unused_credits(i, class) <= end[i].c->flow[class].window);
  }
  assert_true(end[0].writes > 0 && end[1].writes > 0);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(test_one_at_first),
    TEST(test_window_grows),
    TEST(test_window_grows_while_buffers_last),
    TEST(test_more_than_was_sent),
    TEST(test_reserve),
    TEST(test_old_news),
    TEST(test_counts_beyond_32_bits),
    TEST(test_pay),
    TEST(test_no_haste),
    TEST(test_paid_later),
    TEST(test_any_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
