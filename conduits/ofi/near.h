/* SPDX-License-Identifier: BSD-3-Clause
 *
 * near.h: which of several cards is for this rank (near.c).
 */
#ifndef HYD_OFI_NEAR_H
#define HYD_OFI_NEAR_H

#include "conduits/ofi/choice.h"
#include "conduits/ofi/state.h"
#include "core/topo/locality.h"

/* Wishes for cards that are near to this rank, and of those as near, for the one whose turn it is.
 * Every rank of the host must call it; the list may be empty. */
void hyd_ofi_wish_near(const struct hyd_ofi *s, struct fi_info *list, struct hyd_place *here,
                       struct hyd_ofi_wish *w);
/* GASNET_OFI_DEVICE, or what it is for this part of the machine. */
const char *hyd_ofi_device(const struct hyd_ofi *s);

#endif
