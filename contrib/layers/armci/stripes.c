/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stripes.c: see stripes.h.
 */
#include "contrib/layers/armci/stripes.h"

#include "contrib/layers/armci/pause.h"

enum { LOOKS = 1000 /* before a waiting process yields */ };

/* The locks of stripes low to high - 1 are, in the order of their words, the words 0 to tail - 1
 * and first to end - 1: the stripes may go on at the first word. */
struct words {
  unsigned tail, first, end;
};

static struct words words_of(uintptr_t low, uintptr_t high) {
  unsigned first = (unsigned)(low % ARMCI_STRIPES), n = (unsigned)(high - low);
  if (high - low >= ARMCI_STRIPES) return (struct words){0, 0, ARMCI_STRIPES};
  if (first + n <= ARMCI_STRIPES) return (struct words){0, first, first + n};
  return (struct words){first + n - ARMCI_STRIPES, first, ARMCI_STRIPES};
}

/* Pairs with the release in `open_range`. */
static bool try_word(struct armci_head *head, unsigned i) {
  return atomic_exchange_explicit(&head->stripe[i].taken, 1, memory_order_acquire) == 0;
}

static void wait_word(struct armci_head *head, unsigned i) {
  struct armci_pause pause = {0};
  unsigned looks = 0;
  while (!try_word(head, i))
    while (atomic_load_explicit(&head->stripe[i].taken, memory_order_relaxed))
      if (++looks > LOOKS) hyd_armci_pause(&pause);
}

static void open_range(struct armci_head *head, unsigned first, unsigned end) {
  for (unsigned i = first; i < end; i++)
    atomic_store_explicit(&head->stripe[i].taken, 0, memory_order_release); /* see try_word */
}

void hyd_armci_stripes_release(struct armci_stripes *s) {
  struct words w = words_of(s->low, s->high);
  open_range(s->head, 0, w.tail);
  open_range(s->head, w.first, w.end);
  s->low = s->high = 0;
}

static void set_range(struct armci_stripes *s, uintptr_t at, size_t bytes) {
  s->low = at >> ARMCI_STRIPE_SHIFT;
  s->high = ((at + bytes - 1) >> ARMCI_STRIPE_SHIFT) + 1;
}

void hyd_armci_stripes_take(struct armci_stripes *s, uintptr_t at, size_t bytes) {
  if (s->high != s->low) hyd_armci_stripes_release(s);
  set_range(s, at, bytes);
  struct words w = words_of(s->low, s->high);
  for (unsigned i = 0; i < w.tail; i++) wait_word(s->head, i);
  for (unsigned i = w.first; i < w.end; i++) wait_word(s->head, i);
}

/* Takes words first to end - 1, or none. */
static bool try_range(struct armci_head *head, unsigned first, unsigned end) {
  for (unsigned i = first; i < end; i++)
    if (!try_word(head, i)) {
      open_range(head, first, i);
      return false;
    }
  return true;
}

bool hyd_armci_stripes_try(struct armci_stripes *s, uintptr_t at, size_t bytes) {
  if (s->high != s->low) hyd_armci_stripes_release(s);
  set_range(s, at, bytes);
  struct words w = words_of(s->low, s->high);
  if (try_range(s->head, 0, w.tail)) {
    if (try_range(s->head, w.first, w.end)) return true;
    open_range(s->head, 0, w.tail);
  }
  s->low = s->high = 0;
  return false;
}
