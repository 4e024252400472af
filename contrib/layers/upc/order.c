/* SPDX-License-Identifier: BSD-3-Clause
 *
 * order.c: puts in flight and fences. Puts to memory that is not mapped are in flight until a fence
 * or an access of the same bytes (libupc.md 6.1).
 */
#include "contrib/layers/upc/order.h"

#include "contrib/layers/common/puts.h"
#include "contrib/layers/upc/entries.h"
#include "contrib/layers/upc/stats.h"

int hyd_upc_attention;

enum { PUTS = 1, POLLS = 2 };
static struct hyd_puts in_flight = HYD_PUTS_INITIALIZER;

void hyd_upc_poll_at_fences(void) { hyd_upc_attention |= POLLS; }

void hyd_upc_complete_puts(void) {
  if (!(hyd_upc_attention & PUTS)) return;
  gex_NBI_Wait(GEX_EC_PUT, 0);
  hyd_puts_forget(&in_flight);
  hyd_upc_attention &= ~PUTS;
  hyd_upc_count(UPC_N_WAIT, 0);
}

void hyd_upc_complete_puts_of(uint32_t thread, const char *low, size_t n) {
  if ((hyd_upc_attention & PUTS) && hyd_puts_conflict(&in_flight, thread, low, low + n))
    hyd_upc_complete_puts();
}

void hyd_upc_announce_put(uint32_t thread, const char *low, size_t n) {
  hyd_upc_complete_puts_of(thread, low, n);
  if (!hyd_puts_add(&in_flight, thread, low, low + n)) {
    hyd_upc_complete_puts();
    hyd_puts_add(&in_flight, thread, low, low + n);
  }
  hyd_upc_attention |= PUTS;
}

void hyd_upc_attend(void) {
  hyd_upc_complete_puts();
  if (hyd_upc_attention & POLLS) gasnet_AMPoll();
}

void __upc_fence(void) { hyd_upc_fence(); }

void upc_poll(void) { gasnet_AMPoll(); }
