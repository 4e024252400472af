/* SPDX-License-Identifier: BSD-3-Clause
 *
 * paged_window.h: the window of the transfers of one rank that wait for pages of one rank: 64 at
 * most, since each may need a buffer until its page is present.
 *
 * Transfers have numbers. The window knows which of them are over; its cursor stands before the
 * first that is not. A transfer takes effect for others, in order, when it passes the cursor:
 *
 *      returned         cursor                          cursor + 64
 *         │  over, over   │ waits, over, waits, -, -, ...   │
 *
 *   credits  for each 32 transfers that passed, one acknowledgement lets the sender go on
 *   notes    a transfer's note is given out when the transfer passes: after the data of all earlier
 *            ones
 *
 * While one page-in takes long, 32 to 63 more transfers of that rank come through. The window does
 * no input or output; the caller locks.
 */
#ifndef HYD_EXTENDED_PAGED_WINDOW_H
#define HYD_EXTENDED_PAGED_WINDOW_H

#include <stdint.h>

#define HYD_PAGED_WINDOW 64u
#define HYD_PAGED_CREDITS 32u /* returned by one acknowledgement */

struct hyd_paged_note {
  uint64_t a, b;
};

struct hyd_paged_window {
  uint64_t over, noted; /* bit (number % 64): the transfer is over; it has a note */
  uint32_t cursor, returned;
  uint8_t busy; /* a thread gives out notes */
  struct hyd_paged_note note[HYD_PAGED_WINDOW];
};

/* Whether a number is in the window, and its transfer not over. */
static inline int hyd_paged_window_has(const struct hyd_paged_window *w, uint32_t number) {
  return number - w->cursor < HYD_PAGED_WINDOW && !(w->over >> number % HYD_PAGED_WINDOW & 1);
}
/* Adds a note to a transfer. */
void hyd_paged_window_note(struct hyd_paged_window *w, uint32_t number,
                           const struct hyd_paged_note *note);
/* Ends a transfer; with `refused`, drops its note. */
void hyd_paged_window_over(struct hyd_paged_window *w, uint32_t number, int refused);
/* Moves the cursor on, up to and past the next transfer with a note. Returns 1 if there is one, 0
 * if nothing passes any more. */
int hyd_paged_window_pass(struct hyd_paged_window *w, struct hyd_paged_note *note);
/* Takes the credits that can be returned now, 0 or 32. */
uint32_t hyd_paged_window_credits(struct hyd_paged_window *w);

#endif
