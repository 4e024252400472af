/* SPDX-License-Identifier: BSD-3-Clause
 *
 * limits.h: how long messages may be.
 */
#ifndef HYD_AM_LIMITS_H
#define HYD_AM_LIMITS_H

#include "conduits/conduit.h"
#include "core/base/core.h"

/* What every conduit that this client may come to use can do, whatever the job will be like. */
struct hyd_limits hyd_limits_early(const struct hyd_client_cfg *client);
/* Sets the job's. Once the conduit is open. */
void hyd_limits_init(struct hyd_job *job);
/* Says so if they are less than what the client could hear before init. */
void hyd_limits_compare(struct hyd_job *job, const struct hyd_client_cfg *client);

#endif
