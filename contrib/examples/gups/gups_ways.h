/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gups_ways.h: the three ways to make updates.
 */
#ifndef GUPS_WAYS_H
#define GUPS_WAYS_H

#include "example.h"
#include "gups_options.h"
#include "gups_table.h"

/* Once, by every rank: handlers, the atomic domain. Lowers o->batch to what fits into a message. */
void gups_ways_open(struct gups_table *t, gex_EP_t ep, struct gups_options *o);
/* Makes this rank's updates in one way; when it returns they are all made. Collective. */
void gups_ways_run(struct gups_table *t, int way, const struct gups_options *o,
                   struct example_bar *bar);
void gups_ways_close(void);

#endif
