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

/* Creates a segment and binds it to a new endpoint; checks both. address 0: the library's. */
gex_EP_t gex_ep_bound(void *address, size_t length);

/* A new endpoint with these capabilities and handlers, and a published segment: of the library's
 * memory on even ranks, of the program's, which no peer can map, on odd ones. GEX_EP_INVALID: the
 * implementation does not have these capabilities, and the test is skipped. Collective; a
 * barrier must follow before messages are sent. */
gex_EP_t gex_ep_capable(gex_EP_Capabilities_t capabilities, size_t length, gex_AM_Entry_t *table,
                        size_t entries);

/* Where the segment of rank's endpoint with the index of `ep` is, in that rank. */
char *gex_ep_base(gex_EP_t ep, gex_Rank_t rank);

#endif
