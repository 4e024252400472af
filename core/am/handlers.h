/* SPDX-License-Identifier: BSD-3-Clause
 *
 * handlers.h: handler registration.
 */
#ifndef HYD_AM_HANDLERS_H
#define HYD_AM_HANDLERS_H

#include "core/base/job.h"

/* gasnet_attach's table; code of the API. */
int hyd_register_legacy(struct hyd_job *job, gasnet_handlerentry_t *table, int numentries);
/* A handler of the library's own, at an index below GEX_AM_INDEX_BASE. */
void hyd_register_internal(struct hyd_job *job, gex_AM_Index_t index, gex_AM_Fn_t fn,
                           const char *name);
/* HYD_H_ENDPOINT: messages between endpoints that are not both primordial. During init. */
void hyd_register_endpoint_messages(struct hyd_job *job);

#endif
