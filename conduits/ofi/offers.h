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
/* The entry that was chosen, with as much order, and with atomics if they are wanted, as its
 * provider has: a new one. */
struct fi_info *hyd_ofi_offer_best(const struct fi_info *chosen, const struct hyd_ofi_wish *w,
                                   int atomics);
/* conduit.probe */
int hyd_ofi_probe(char *why, size_t size);

#endif
