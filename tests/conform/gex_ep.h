/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gex_ep.h: endpoints for the gex_ep_* groups. They cannot be destroyed, so each test that binds
 * one takes new ones; a build with GASNET_MAXEPS 1 skips those tests.
 */
#ifndef GEX_EP_H
#define GEX_EP_H

#include "gex_support.h"

/* One more endpoint, checked to have the next index; every rank makes as many. GEX_EP_INVALID:
 * there are no more, and the test is skipped. */
gex_EP_t gex_ep_new(void);

/* The same with these capabilities, which an implementation may not give: GEX_EP_INVALID then, too.
 */
gex_EP_t gex_ep_capable(gex_EP_Capabilities_t capabilities);

/* Creates a segment and binds it to a new endpoint; checks both. address 0: the library's. */
gex_EP_t gex_ep_bound(void *address, size_t length);

#endif
