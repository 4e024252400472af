/* SPDX-License-Identifier: BSD-3-Clause
 *
 * paged_window.c: see paged_window.h.
 */
#include "extended/paged/paged_window.h"

static uint64_t bit_of(uint32_t number) { return (uint64_t)1 << number % HYD_PAGED_WINDOW; }

void hyd_paged_window_note(struct hyd_paged_window *w, uint32_t number,
                           const struct hyd_paged_note *note) {
  w->note[number % HYD_PAGED_WINDOW] = *note;
  w->noted |= bit_of(number);
}

void hyd_paged_window_over(struct hyd_paged_window *w, uint32_t number, int refused) {
  w->over |= bit_of(number);
  if (refused) w->noted &= ~bit_of(number);
}

int hyd_paged_window_pass(struct hyd_paged_window *w, struct hyd_paged_note *note) {
  while (w->over & bit_of(w->cursor)) {
    uint64_t bit = bit_of(w->cursor);
    int has_note = (w->noted & bit) != 0;
    *note = w->note[w->cursor % HYD_PAGED_WINDOW];
    w->over &= ~bit;
    w->noted &= ~bit;
    w->cursor++;
    if (has_note) return 1;
  }
  return 0;
}

uint32_t hyd_paged_window_credits(struct hyd_paged_window *w) {
  if (w->cursor - w->returned < HYD_PAGED_CREDITS) return 0;
  w->returned += HYD_PAGED_CREDITS;
  return HYD_PAGED_CREDITS;
}
