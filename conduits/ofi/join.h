/* SPDX-License-Identifier: BSD-3-Clause
 *
 * join.h: how ranks learn of each other (join.c). Collective; in `open`.
 */
#ifndef HYD_OFI_JOIN_H
#define HYD_OFI_JOIN_H

#include "conduits/ofi/state.h"

/* Whether all ranks have come through so far, with the same provider; if not, the same answer at
 * all, for another try. A rank with another provider than rank 0 ends the job. */
int hyd_ofi_join_all_well(struct hyd_ofi *s, int well);
/* Exchanges addresses and keys, and puts all into the address vector. 0, or -1: see `why`. */
int hyd_ofi_join(struct hyd_ofi *s, char *why, size_t size);

#endif
