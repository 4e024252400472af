/* SPDX-License-Identifier: BSD-3-Clause
 *
 * settings.h: what the environment sets (settings.c).
 */
#ifndef HYD_OFI_SETTINGS_H
#define HYD_OFI_SETTINGS_H

#include "conduits/ofi/state.h"

#define HYD_OFI_WORKS 1024u /* operations under way at most */

/* Before the first call of libfabric: what providers want of the environment, where the user has
 * said nothing. */
void hyd_ofi_settings_defaults(const struct hyd_ofi *s);
/* Makes mediums fit into messages of so many bytes. 0, or -1: see `why`. */
int hyd_ofi_settings_fit(struct hyd_ofi_settings *set, size_t message, char *why, size_t size);
void hyd_ofi_settings_read(struct hyd_ofi *s);

#endif
