/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ring_test.c: the message ring by itself: threads stand in for ranks, so that ThreadSanitizer sees
 * both sides. Each message carries its producer, a serial number and a payload made from them; the
 * consumer checks that every producer's messages arrive once, in order and whole.
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

#include "core/shm/ring.h"

static struct hyd_ring *new_ring(void) {
  struct hyd_ring *r = aligned_alloc(4096, (sizeof *r + 4095) / 4096 * 4096);
  assert_non_null(r);
  memset(r, 0, sizeof *r);
  return r;
}

static unsigned char byte_of(uint32_t who, uint32_t serial, uint32_t i) {
  return (unsigned char)(who * 31 + serial * 7 + i);
}

/* 0 = sent, -1 = full. */
static int send_one(struct hyd_ring *r, _Atomic uint64_t *seen, uint32_t who, uint32_t serial,
                    uint32_t nbytes) {
  uint32_t nblocks = (nbytes + HYD_BLOCK - 1) / HYD_BLOCK, nlines = 1 + (serial & 1);
  struct hyd_ring_claim c;
  struct hyd_line *line;
  unsigned char *pay;
  if (hyd_ring_claim(r, seen, nlines, nblocks, &c)) return -1;
  line = hyd_ring_line(r, c.line);
  pay = hyd_ring_payload(r, c.block);
  for (uint32_t i = 0; i < nbytes; i++) pay[i] = byte_of(who, serial, i);
  line->src = who;
  line->nbytes = nbytes;
  line->lines = (uint8_t)nlines;
  memcpy(line->data, &serial, sizeof serial);
  memcpy(line->data + 4, &c.block, sizeof c.block);
  memcpy(line->data + 8, &c.end, sizeof c.end);
  if (nlines == 2) memset(hyd_ring_line(r, c.line + 1)->data, (int)serial, 48);
  hyd_ring_publish(r, c.line, nlines);
  return 0;
}

struct reader {
  uint32_t line, block, next[8], received;
};

/* Takes one message if there is one; checks it. */
static int take_one(struct hyd_ring *r, struct reader *in) {
  struct hyd_line *line = hyd_ring_line(r, in->line);
  uint32_t serial, block, end;
  const unsigned char *pay;
  if (!hyd_ring_arrived(r, in->line)) return 0;
  memcpy(&serial, line->data, sizeof serial);
  memcpy(&block, line->data + 4, sizeof block);
  memcpy(&end, line->data + 8, sizeof end);
  assert_int_equal(serial, in->next[line->src]++);
  pay = hyd_ring_payload(r, block);
  for (uint32_t i = 0; i < line->nbytes; i++)
    if (pay[i] != byte_of(line->src, serial, i)) fail_msg("payload byte %u of %u", i, serial);
  if (line->lines == 2)
    assert_int_equal(hyd_ring_line(r, in->line + 1)->data[47], (unsigned char)serial);
  in->block = end;
  in->line += line->lines;
  in->received++;
  return 1;
}

static void full_ring_refuses_and_recovers(void **state) {
  struct hyd_ring *r = new_ring();
  _Atomic uint64_t seen = 0;
  struct reader in = {0};
  uint32_t sent = 0;
  (void)state;
  while (send_one(r, &seen, 0, sent, 100) == 0) sent++;
  assert_in_range(sent, HYD_RING_LINES / 2, HYD_RING_LINES);
  while (take_one(r, &in)) continue;
  assert_int_equal(in.received, sent);
  assert_int_equal(send_one(r, &seen, 0, sent, 100), -1); /* not freed yet */
  hyd_ring_free(r, in.line, in.block);
  assert_int_equal(send_one(r, &seen, 0, sent, 100), 0);
  assert_int_equal(take_one(r, &in), 1);
  free(r);
}

static void biggest_payload_never_wraps(void **state) {
  struct hyd_ring *r = new_ring();
  _Atomic uint64_t seen = 0;
  struct reader in = {0};
  (void)state;
  for (uint32_t i = 0; i < 100; i++) {
    assert_int_equal(send_one(r, &seen, 0, i, i % 3 ? HYD_RING_MAX_PAYLOAD : 64), 0);
    assert_int_equal(take_one(r, &in), 1);
    hyd_ring_free(r, in.line, in.block);
  }
  free(r);
}

#define PRODUCERS 4u
#define MESSAGES 30000u

struct producer {
  struct hyd_ring *ring;
  _Atomic uint64_t seen;
  uint32_t who;
};

static void *produce(void *arg) {
  struct producer *p = arg;
  for (uint32_t i = 0; i < MESSAGES; i++)
    while (send_one(p->ring, &p->seen, p->who, i, (i * 37 + p->who) % 300)) sched_yield();
  return NULL;
}

static void many_producers_one_consumer(void **state) {
  struct hyd_ring *r = new_ring();
  struct producer p[PRODUCERS];
  pthread_t t[PRODUCERS];
  struct reader in = {0};
  (void)state;
  for (uint32_t i = 0; i < PRODUCERS; i++) {
    p[i].ring = r;
    p[i].who = i;
    atomic_init(&p[i].seen, 0);
    assert_int_equal(pthread_create(&t[i], NULL, produce, &p[i]), 0);
  }
  while (in.received < PRODUCERS * MESSAGES) {
    if (!take_one(r, &in)) sched_yield();
    if (in.received % 64 == 0) hyd_ring_free(r, in.line, in.block);
  }
  for (uint32_t i = 0; i < PRODUCERS; i++) {
    pthread_join(t[i], NULL);
    assert_int_equal(in.next[i], MESSAGES);
  }
  free(r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(full_ring_refuses_and_recovers),
      cmocka_unit_test(biggest_payload_never_wraps),
      cmocka_unit_test(many_producers_one_consumer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
