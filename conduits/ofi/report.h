/* SPDX-License-Identifier: BSD-3-Clause
 *
 * report.h: what the conduit says of itself to people (report.c).
 */
#ifndef HYD_OFI_REPORT_H
#define HYD_OFI_REPORT_H

#include "conduits/ofi/choice.h"
#include "conduits/ofi/state.h"

/* With GASNET_OFI_LIST_DEVICES: what libfabric offers, best first, and what of it is left out. */
void hyd_ofi_report_offers(const struct hyd_ofi *s, struct fi_info *list,
                           const struct hyd_ofi_wish *w);
/* The same for what is used; also rank 0 with GASNET_VERBOSEENV. */
void hyd_ofi_report_choice(const struct hyd_ofi *s);
/* With GASNET_OFI_COUNTS: at the end. */
void hyd_ofi_report_counts(const struct hyd_ofi *s);
/* conduit.describe */
int hyd_ofi_describe(struct hyd_job *job, void *state, uint32_t peer, char *line, size_t size);

#endif
