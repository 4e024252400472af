/* SPDX-License-Identifier: BSD-3-Clause
 *
 * packet_test.c: what conduits share of messages (core/am/packet.h, credits.h): headers that are
 * not those of messages, destinations outside of the segment, and credits between two ranks, in any
 * order.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/am/credits.h"
#include "core/am/packet.h"

#define RANKS 4
#define SEGMENT 4096

static struct hyd_map map[RANKS];
static char segment[SEGMENT];
static struct hyd_job *job;
static char elsewhere[64];

/* hyd_fatal: does not return to where it was called. */
static jmp_buf fatal;
void hyd_fatal_at(const char *file, int line, const char *call, const char *fmt, ...) {
  (void)file, (void)line, (void)fmt;
  assert_string_equal(call, "test");
  longjmp(fatal, 1);
}

static int setup(void **state) {
  (void)state;
  job = calloc(1, sizeof *job);
  if (job == NULL) return -1;
  job->rank = 2;
  job->size = RANKS;
  for (int i = 0; i < RANKS; i++) hyd_map_clear(&map[i]);
  /* Peers know the segment by other addresses, as other processes have it elsewhere. */
  map[2] = hyd_map_of(0x10000, SEGMENT, segment);
  job->mem.map = map;
  memset(segment, 0, sizeof segment);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  free(job);
  return 0;
}

/* --- packets -------------------------------------------------------------- */

static const gex_AM_Arg_t args[HYD_AM_WIRE_ARGS] = {1, 2, 3, 4, 5, 6, 7, 8};

static void test_there_and_back(void **state) {
  _Alignas(HYD_PACKET_ALIGN) char wire[512];
  (void)state;
  for (unsigned nargs = 0; nargs <= HYD_AM_WIRE_ARGS; nargs++) {
    struct hyd_am sent = {.category = HYD_AM_MEDIUM,
                          .is_request = 1,
                          .handler = 200,
                          .nargs = (uint8_t)nargs,
                          .args = args,
                          .nbytes = 5,
                          .payload = "hello"};
    struct {
      uint64_t own;
      struct hyd_packet p;
    } head = {4711, hyd_packet_of(job, &sent)}, in;
    char *payload;
    struct hyd_am got;
    memset(wire, 0x55, sizeof wire);
    payload = hyd_packet_write(wire, &head, sizeof head, &sent);
    hyd_am_copy_payload(&sent, payload);
    assert_int_equal((uintptr_t)payload % HYD_PACKET_ALIGN, 0);
    for (char *pad = wire + sizeof head + 4 * nargs; pad < payload; pad++)
      assert_int_equal(*pad, 0); /* nothing of this process's memory */
    memcpy(&in, wire, sizeof in);
    assert_int_equal(in.own, 4711);
    assert_int_equal(in.p.src, 2);
    assert_true(hyd_packet_is_plausible(&in.p, RANKS, 5));
    got = hyd_packet_unpack(job, "test", &in.p, wire + sizeof in, payload);
    assert_int_equal(got.category, HYD_AM_MEDIUM);
    assert_int_equal(got.is_request, 1);
    assert_int_equal(got.handler, 200);
    assert_int_equal(got.nargs, nargs);
    assert_memory_equal(got.args, args, 4 * nargs);
    assert_int_equal(got.nbytes, 5);
    assert_memory_equal(got.payload, "hello", 5);
  }
}

static void test_implausible(void **state) {
  const struct hyd_packet good = {.src = RANKS - 1,
                                  .nbytes = 100,
                                  .kind = HYD_AM_MEDIUM,
                                  .is_request = 1,
                                  .nargs = HYD_AM_WIRE_ARGS};
  struct hyd_packet p = good;
  (void)state;
  assert_true(hyd_packet_is_plausible(&p, RANKS, 100));
  p.src = RANKS;
  assert_false(hyd_packet_is_plausible(&p, RANKS, 100));
  p = good, p.nbytes = 101;
  assert_false(hyd_packet_is_plausible(&p, RANKS, 100));
  p = good, p.nargs++;
  assert_false(hyd_packet_is_plausible(&p, RANKS, 100));
  p = good, p.is_request = 2;
  assert_false(hyd_packet_is_plausible(&p, RANKS, 100));
  p = good, p.kind = HYD_AM_SHORT;
  assert_false(hyd_packet_is_plausible(&p, RANKS, 100));
  p.nbytes = 0;
  assert_true(hyd_packet_is_plausible(&p, RANKS, 100));
}

/* Whether a long of rank 1 may go there: its place, or NULL. */
static void *place(uint64_t dest, size_t n) {
  if (setjmp(fatal)) return NULL;
  return hyd_packet_place(job, "test", 1, dest, n);
}

static void test_places(void **state) {
  uint64_t there = (uintptr_t)elsewhere;
  (void)state;
  assert_ptr_equal(place(0x10000, SEGMENT), segment);
  assert_ptr_equal(place(0x10000 + SEGMENT - 1, 1), segment + SEGMENT - 1);
  assert_null(place(0x10000 + SEGMENT - 1, 2));
  assert_null(place(0xffff, 2));
  assert_null(place(0x10000, SEGMENT + 1));
  assert_null(place(0x10000, SIZE_MAX));
  assert_null(place(UINT64_MAX, 2));
  assert_ptr_equal(place(7, 0), (void *)7); /* no byte of it is written */
  assert_null(place(there, 64));
  assert_int_not_equal(hyd_landing_open(job, elsewhere, 64), 0);
  assert_ptr_equal(place(there, 64), elsewhere);
  assert_null(place(there + 1, 64));
}

/* Segments of other endpoints: of the host's memory, as long as they are there. */
static void test_endpoints(void **state) {
  static char memory[128];
  static struct hyd_kind *const device = (struct hyd_kind *)memory;
  struct hyd_segment s = {.base = memory, .size = 100};
  struct hyd_ep unbound = {.index = 1}, bound = {.index = 2, .segment = &s};
  uint64_t there = (uintptr_t)memory;
  (void)state;
  job->mem.eps[0] = &job->ep;
  job->mem.eps[1] = &unbound;
  job->mem.eps[2] = &bound;
  atomic_store(&job->mem.neps, 2);
  assert_null(place(there, 100));
  atomic_store(&job->mem.neps, 3);
  assert_ptr_equal(place(there, 100), memory);
  assert_ptr_equal(place(there + 99, 1), memory + 99);
  assert_null(place(there + 99, 2));
  assert_null(place(there - 1, 2));
  assert_null(place(there, 101));
  s.kind = device;
  assert_null(place(there, 100));
  s.kind = NULL;
  s.base = NULL;
  s.size = 0;
  assert_null(place(there, 1));
  atomic_store(&job->mem.neps, 0);
}

/* The payload of a long is put in its place, unless it is there already. */
static void test_longs(void **state) {
  struct hyd_packet p = {.dest = 0x10010, .src = 1, .nbytes = 3, .kind = HYD_AM_LONG};
  struct hyd_am m;
  (void)state;
  m = hyd_packet_unpack(job, "test", &p, args, "abc");
  assert_ptr_equal(m.dest, segment + 16);
  assert_ptr_equal(m.payload, m.dest);
  assert_memory_equal(m.dest, "abc", 4);
  p.kind = HYD_AM_LONG + 1; /* of a conduit's, whose payload was written before */
  m = hyd_packet_unpack(job, "test", &p, args, NULL);
  assert_int_equal(m.category, HYD_AM_LONG);
  assert_ptr_equal(m.payload, segment + 16);
  assert_memory_equal(m.dest, "abc", 4);
}

/* --- credits -------------------------------------------------------------- */

#define WINDOW 8u

/* Two ranks: what each knows of the other, and what is on the way to it. */
static struct end {
  struct hyd_credits c;
  struct hyd_owed *owing;
  struct {
    uint32_t taken;
    int is_request;
  } way[64];
  unsigned first, n, alone; /* alone: messages for credits alone */
  int full;                 /* has no room for those */
} end[2];

static int fresh(void **state) {
  (void)state;
  memset(end, 0, sizeof end);
  return 0;
}

static void send(unsigned i, int is_request) {
  struct end *to = &end[1 - i];
  to->way[(to->first + to->n) % 64].taken = end[i].c.told = end[i].c.taken;
  to->way[(to->first + to->n++) % 64].is_request = is_request;
  end[i].c.sent += is_request != 0;
}

static void receive(unsigned i) {
  unsigned at = end[i].first++ % 64;
  end[i].n--;
  assert_int_equal(hyd_credits_learn(&end[i].c, end[i].way[at].taken), 0);
  if (end[i].way[at].is_request) hyd_credits_take(&end[i].c, WINDOW / 2, &end[i].owing, 1 - i);
}

static int pay(void *state, uint32_t peer) {
  struct end *e = state;
  assert_ptr_equal(e, &end[1 - peer]);
  if (!hyd_credits_are_urgent(&e->c, WINDOW / 2)) return 0;
  if (e->full) return 1;
  e->alone++;
  send(1 - peer, 0);
  return 0;
}
static void pay_all(unsigned i) { hyd_owed_pay(&end[i].owing, pay, &end[i]); }

static int may(unsigned i) { return hyd_credits_may(&end[i].c, WINDOW); }
static void request(unsigned i) {
  assert_true(may(i));
  send(i, 1);
  receive(1 - i);
}

static void test_window(void **state) {
  (void)state;
  assert_int_equal(hyd_credits_window(16, 1 << 20, 1 << 10, 4), 16);
  assert_int_equal(hyd_credits_window(16, 1 << 20, 1 << 10, 256), 4);
  assert_int_equal(hyd_credits_window(16, 1 << 20, 1 << 10, 4096), 1); /* never none */
  for (unsigned i = 0; i < WINDOW; i++) request(0);
  assert_false(may(0));
  assert_true(may(1));
}

/* Half a window is dealt with, and no message has carried it. */
static void test_owed(void **state) {
  (void)state;
  for (unsigned i = 0; i < WINDOW / 2 - 1; i++) request(0);
  assert_null(end[1].owing);
  request(0);
  assert_non_null(end[1].owing);
  end[1].full = 1;
  pay_all(1);
  assert_non_null(end[1].owing);
  assert_int_equal(end[1].alone, 0);
  end[1].full = 0;
  pay_all(1);
  assert_null(end[1].owing);
  assert_int_equal(end[1].alone, 1);
  receive(0);
  assert_int_equal(hyd_credits_out(&end[0].c), 0);
}

static void test_carried(void **state) {
  (void)state;
  for (unsigned i = 0; i < WINDOW / 2; i++) request(0);
  send(1, 0);
  pay_all(1);
  assert_null(end[1].owing);
  assert_int_equal(end[1].alone, 0);
}

static void test_false_news(void **state) {
  struct hyd_credits c = {.sent = 2, .returned = UINT32_MAX}; /* three are out */
  (void)state;
  assert_int_equal(hyd_credits_learn(&c, 3), -1);
  assert_int_equal(c.returned, UINT32_MAX);
  assert_int_equal(hyd_credits_learn(&c, UINT32_MAX - 5), 0); /* overtaken */
  assert_int_equal(c.returned, UINT32_MAX);
  assert_int_equal(hyd_credits_learn(&c, 1), 0);
  assert_int_equal(hyd_credits_out(&c), 1);
}

static int order[4], norder, owed_still;
static int note(void *state, uint32_t peer) {
  (void)state;
  order[norder++] = (int)peer;
  return (int)peer == owed_still;
}

/* Each is told once, and one that cannot be is left. */
static void test_list(void **state) {
  struct hyd_owed o[3] = {{NULL, 0, 0}}, *list = NULL;
  (void)state;
  for (uint32_t i = 0; i < 3; i++) hyd_owe(&list, &o[i], i);
  hyd_owe(&list, &o[0], 0);
  owed_still = 1;
  hyd_owed_pay(&list, note, NULL);
  assert_int_equal(norder, 3);
  assert_ptr_equal(list, &o[1]);
  assert_null(list->next);
  owed_still = -1;
  hyd_owed_pay(&list, note, NULL);
  assert_int_equal(norder, 4);
  assert_int_equal(order[3], 1);
  assert_null(list);
}

/* No rank has more requests out than the window, and none waits for ever. */
static void test_any_order(void **state) {
  unsigned sent[2] = {0}, steps = 0;
  (void)state;
  srand(7);
  for (unsigned i = 0; i < 2; i++)
    end[i].c = (struct hyd_credits){UINT32_MAX - 9,
                                    UINT32_MAX - 9,
                                    UINT32_MAX - 9,
                                    UINT32_MAX - 9,
                                    {NULL, 0, 0}}; /* counts wrap */
  while (sent[0] < 3000 || sent[1] < 3000) {
    unsigned i = (unsigned)rand() % 2;
    assert_true(steps++ < 1000000);
    if (sent[i] < 3000 && end[1 - i].n < 48 && may(i) && rand() % 2) {
      send(i, 1);
      sent[i]++;
    } else if (end[i].n && rand() % 2) {
      receive(i);
    } else if (end[1 - i].n < 60) {
      pay_all(i);
    }
    assert_true(end[0].c.sent - end[1].c.taken <= WINDOW);
    assert_true(end[1].c.sent - end[0].c.taken <= WINDOW);
  }
  assert_true(end[0].alone && end[1].alone);
}

#define IN_JOB(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
#define FRESH(f) cmocka_unit_test_setup(f, fresh)
int main(void) {
  const struct CMUnitTest tests[] = {IN_JOB(test_there_and_back),
                                     IN_JOB(test_implausible),
                                     IN_JOB(test_places),
                                     IN_JOB(test_endpoints),
                                     IN_JOB(test_longs),
                                     FRESH(test_window),
                                     FRESH(test_owed),
                                     FRESH(test_carried),
                                     FRESH(test_false_news),
                                     FRESH(test_list),
                                     FRESH(test_any_order)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
