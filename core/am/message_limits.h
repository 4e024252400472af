/* SPDX-License-Identifier: BSD-3-Clause
 *
 * message_limits.h: how long messages may be.
 */
#ifndef HYD_AM_MESSAGE_LIMITS_H
#define HYD_AM_MESSAGE_LIMITS_H

#include "conduits/conduit.h"
#include "core/base/core.h"

/* The limits that every conduit keeps which this client may come to use. */
struct hyd_limits hyd_limits_early(const struct hyd_client_cfg *client);
/* Sets the job's limits. After the conduit is open. */
void hyd_limits_init(struct hyd_job *job);
/* Warns if the job's limits are less than hyd_limits_early, which the client may have asked for. */
void hyd_limits_compare(struct hyd_job *job, const struct hyd_client_cfg *client);

#endif
