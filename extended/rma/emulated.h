/* SPDX-License-Identifier: BSD-3-Clause
 *
 * emulated.h: what is done by active messages that a user might think the network does: said once,
 * with GASNET_VERBOSEENV.
 */
#ifndef HYD_EXTENDED_EMULATED_H
#define HYD_EXTENDED_EMULATED_H

#include "core/base/job.h"

/* Puts and gets, by a conduit without them. */
void hyd_tell_emulated_rma(struct hyd_job *job);
/* Atomics of a domain that some rank's memory is not mapped of; conduit_has_some: that conduit has
 * atomics, but not these. */
void hyd_tell_emulated_atomics(struct hyd_job *job, int conduit_has_some);

#endif
