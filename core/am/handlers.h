/* SPDX-License-Identifier: BSD-3-Clause
 *
 * handlers.h: handler registration.
 */
#ifndef HYD_AM_HANDLERS_H
#define HYD_AM_HANDLERS_H

#include "core/base/job.h"

/* Registers the table of gasnet_attach; returns a GASNET_* code. */
int hyd_register_legacy(struct hyd_job *job, gasnet_handlerentry_t *table, int numentries);
/* Registers a handler of the library, at an index below GEX_AM_INDEX_BASE: for messages of so many
 * arguments, Shorts, or such with a payload. */
#define HYD_SHORT (GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQREP)
#define HYD_PAYLOAD (GEX_FLAG_AM_MEDLONG | GEX_FLAG_AM_REQREP)
void hyd_register_internal(struct hyd_job *job, gex_AM_Index_t index, gex_AM_Fn_t fn,
                           const char *name, gex_Flags_t form, unsigned nargs);
/* Registers HYD_H_ENDPOINT, for messages between endpoints that are not both primordial. In init.
 */
void hyd_register_endpoint_messages(struct hyd_job *job);

#endif
