/* SPDX-License-Identifier: BSD-3-Clause
 *
 * paged_window_test.c: the window of transfers that wait for pages (extended/paged/paged_window.h):
 * random orders of ends, of which the notes come in the order of their numbers, and none before all
 * that went before it is over; and how many come through while one waits.
 */
#include "extended/paged/paged_window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MUST(cond)                                                                                 \
  do {                                                                                             \
    if (!(cond)) {                                                                                 \
      fprintf(stderr, "seed %llu: %s:%d: %s\n", (unsigned long long)seed, __FILE__, __LINE__,      \
              #cond);                                                                              \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

static uint64_t seed, state;
static uint32_t dice(uint32_t sides) { /* splitmix64 */
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return (uint32_t)((z ^ z >> 31) % sides);
}

enum { MANY = 1000 };

/* The sender: what it has sent and was given back; the model: what is over. */
static void random_ends(uint32_t first) {
  struct hyd_paged_window w = {.cursor = first, .returned = first};
  unsigned char over[MANY] = {0}, noted[MANY] = {0}, refused[MANY] = {0};
  uint32_t sent = 0, acked = 0, ended = 0, next_note = 0, passed = 0;
  struct hyd_paged_note note;
  while (ended < MANY) {
    uint32_t i;
    if (sent < MANY && sent - acked < HYD_PAGED_WINDOW && dice(3)) {
      MUST(hyd_paged_window_has(&w, first + sent));
      if ((noted[sent] = dice(3) == 0) != 0)
        hyd_paged_window_note(&w, first + sent, &(struct hyd_paged_note){sent, ~(uint64_t)sent});
      sent++;
      continue;
    }
    if (sent == ended) {
      MUST(sent - acked < HYD_PAGED_WINDOW || sent == MANY);
      continue;
    }
    do i = acked + dice(sent - acked);
    while (over[i]);
    over[i] = 1;
    refused[i] = dice(10) == 0;
    ended++;
    MUST(hyd_paged_window_has(&w, first + i));
    hyd_paged_window_over(&w, first + i, refused[i]);
    MUST(!hyd_paged_window_has(&w, first + i));
    while (hyd_paged_window_pass(&w, &note)) {
      while (!noted[next_note] || refused[next_note]) MUST(over[next_note++]);
      MUST(note.a == next_note && note.b == ~(uint64_t)next_note && over[next_note]);
      next_note++;
    }
    while (passed < MANY && over[passed]) passed++;
    MUST(w.cursor == first + passed);
    i = hyd_paged_window_credits(&w);
    MUST(i == 0 || (i == HYD_PAGED_CREDITS && passed - acked >= HYD_PAGED_CREDITS));
    acked += i;
    MUST(passed - acked < HYD_PAGED_CREDITS + (i ? HYD_PAGED_CREDITS : 0));
  }
  for (; next_note < MANY; next_note++) MUST(!noted[next_note] || refused[next_note]);
  MUST(!hyd_paged_window_has(&w, first + MANY + HYD_PAGED_WINDOW));
}

/* How many follow one that waits, where so many were over before it. */
static uint32_t come_through(uint32_t before) {
  struct hyd_paged_window w = {.cursor = 0};
  struct hyd_paged_note note;
  uint32_t sent = 0, acked = 0;
  for (; sent - acked < HYD_PAGED_WINDOW; sent++) {
    if (sent != before) hyd_paged_window_over(&w, sent, 0);
    MUST(!hyd_paged_window_pass(&w, &note));
    acked += hyd_paged_window_credits(&w);
  }
  return sent - before - 1;
}

int main(void) {
  uint32_t least = ~0u, most = 0;
  for (seed = 1; seed <= 300; seed++) {
    state = seed * 0x2545f4914f6cdd1du;
    random_ends(seed % 2 ? 0 : (uint32_t)-500); /* also where numbers wrap */
  }
  for (uint32_t i = 0; i < 200; i++) {
    uint32_t n = come_through(i);
    if (n < least) least = n;
    if (n > most) most = n;
  }
  MUST(least == 32 && most == 63);
  printf("%u to %u transfers come through while one waits\n", least, most);
  return 0;
}
