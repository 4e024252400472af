/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ring_model.c: scenarios of core/shm/ring.h: R1 to R4. What must hold: a message that has arrived
 * is whole, lines and payload are written again only when they have been read.
 */
#include "core/shm/ring.h"

#include "tests/weak/world.h"

static struct {
  struct hyd_ring ring;
  _Atomic uint64_t seen[2]; /* of two processes that send */
  unsigned received;
} here;

static void put(_Atomic uint64_t *seen, uint32_t serial, uint32_t nlines) {
  struct hyd_ring_claim c;
  struct hyd_line *line;
  if (hyd_ring_claim(&here.ring, seen, nlines, 1, &c)) return;
  line = hyd_ring_line(&here.ring, c.line);
  line->lines = (uint8_t)nlines;
  line->src = serial;
  memcpy(line->data, &c.block, 4);
  memcpy(hyd_ring_payload(&here.ring, c.block), &serial, 4);
  if (nlines == 2) hyd_ring_line(&here.ring, c.line + 1)->data[0] = (unsigned char)serial;
  hyd_ring_publish(&here.ring, c.line, nlines);
}

/* The lines of the message, or 0. */
static uint32_t take(uint32_t pos) {
  struct hyd_line *line = hyd_ring_line(&here.ring, pos);
  uint32_t block, serial;
  if (!hyd_ring_arrived(&here.ring, pos)) return 0;
  memcpy(&block, line->data, 4);
  memcpy(&serial, hyd_ring_payload(&here.ring, block), 4);
  if (serial != line->src ||
      (line->lines == 2 && hyd_ring_line(&here.ring, pos + 1)->data[0] != (unsigned char)serial))
    weak_fail("a torn message");
  here.received++;
  return line->lines;
}

static void set_up(void) {
  memset(&here, 0, sizeof here);
  weak_share(&here, sizeof here);
}
static void nothing(void) {}

/* Two ranks send, one receives. */
static void first_sends(void) { put(&here.seen[0], 7, 2); }
static void second_sends(void) { put(&here.seen[1], 9, 1); }
static void receives(void) {
  uint32_t pos = 0;
  for (int i = 0; i < 3; i++) pos += take(pos);
}
static const struct weak_scenario publish = {
    "ring: two send, one receives", 3, 0, set_up, {first_sends, second_sends, receives}, nothing};

/* The ring is full, with two messages to take; what sends has to wait until they are freed. */
static void set_up_full(void) {
  set_up();
  for (uint32_t i = 0; i < HYD_RING_LINES; i++) put(&here.seen[0], i, 1);
}
static void frees(void) {
  for (uint32_t pos = 0; pos < 2; pos++) {
    if (take(pos) != 1) weak_fail("a message is missing");
    hyd_ring_free(&here.ring, pos + 1, pos + 1);
  }
}
static void sends_twice(void) {
  put(&here.seen[0], 7, 1);
  put(&here.seen[0], 8, 1);
}
static const struct weak_scenario again = {
    "ring: a full ring is written again", 2, 0, set_up_full, {sends_twice, frees}, nothing};

/* Two threads of one process share the copy of the head: the second may rely on what the first saw.
 */
static void sends_once(void) { put(&here.seen[0], 7 + (uint32_t)weak_self(), 1); }
static const struct weak_scenario copy_of_head = {"ring: a thread takes the space that another saw",
                                                  3,
                                                  0,
                                                  set_up_full,
                                                  {sends_once, sends_once, frees},
                                                  nothing};

const struct weak_scenario *const weak_ring_scenarios[] = {&publish, &again, &copy_of_head, NULL};
