/* SPDX-License-Identifier: BSD-3-Clause
 *
 * offers.h: what libfabric offers (offers.c), by the hints of contrib/spec/ofi.md 1.2.
 */
#ifndef HYD_OFI_OFFERS_H
#define HYD_OFI_OFFERS_H

#include "conduits/ofi/choice.h"
#include "conduits/ofi/state.h"

/* The version that is asked for; 0: the library is too old. */
uint32_t hyd_ofi_version(void);
/* All that may do; freed by fi_freeinfo. NULL: see `why`. */
struct fi_info *hyd_ofi_offers(const struct hyd_ofi_wish *w, char *why, size_t size);
#define HYD_OFI_ORDER (FI_ORDER_SAS | FI_ORDER_SAW)
/* Messages come in order, and after what was written before them. */
static inline int hyd_ofi_has_order(const struct fi_info *i) {
  return (i->tx_attr->msg_order & i->rx_attr->msg_order & HYD_OFI_ORDER) == HYD_OFI_ORDER;
}
/* The entry that was chosen, with as much order as its provider has, and with atomics if the user
 * wants them (1) or the provider deserves them (-1): a new one. */
struct fi_info *hyd_ofi_offer_best(const struct fi_info *chosen, const struct hyd_ofi_wish *w,
                                   int atomics);
/* conduit.probe */
int hyd_ofi_probe(char *why, size_t size);

#endif
