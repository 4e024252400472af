/* SPDX-License-Identifier: BSD-3-Clause
 *
 * paged_window.h: transfers of one rank that one rank's pages may hold up: 64 at most, since each
 * may need a buffer until its page is there. They have numbers; the window knows which are over,
 * and its cursor is before the first that is not. What passes the cursor has happened in order:
 *
 *      returned         cursor                          cursor + 64
 *         │  over, over   │ waits, over, waits, -, -, ...   │
 *
 *   credits  for each 32 that passed, one acknowledgement lets the sender go on
 *   notes    of a transfer are given out when it passes: after the data of all earlier ones
 *
 * With one page-in held up, 32 to 63 more transfers of that rank come through. No input or output;
 * the caller locks.
 */
#ifndef HYD_EXTENDED_PAGED_WINDOW_H
#define HYD_EXTENDED_PAGED_WINDOW_H

#include <stdint.h>

#define HYD_PAGED_WINDOW 64u
#define HYD_PAGED_CREDITS 32u /* that one acknowledgement returns */

struct hyd_paged_note {
  uint64_t a, b;
};

struct hyd_paged_window {
  uint64_t over, noted; /* bit number % 64 */
  uint32_t cursor, returned;
  uint8_t busy; /* a thread gives out notes */
  struct hyd_paged_note note[HYD_PAGED_WINDOW];
};

/* Whether a number is the window's: not yet over, and not beyond. */
static inline int hyd_paged_window_has(const struct hyd_paged_window *w, uint32_t number) {
  return number - w->cursor < HYD_PAGED_WINDOW && !(w->over >> number % HYD_PAGED_WINDOW & 1);
}
/* The transfer has a note. */
void hyd_paged_window_note(struct hyd_paged_window *w, uint32_t number,
                           const struct hyd_paged_note *note);
/* It is over; with `refused` its note is dropped. */
void hyd_paged_window_over(struct hyd_paged_window *w, uint32_t number, int refused);
/* Moves the cursor on, up to and with the next note. 1: there is one; 0: nothing passes any more.
 */
int hyd_paged_window_pass(struct hyd_paged_window *w, struct hyd_paged_note *note);
/* How many credits go back now: 0 or 32. */
uint32_t hyd_paged_window_credits(struct hyd_paged_window *w);

#endif
