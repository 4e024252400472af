/* SPDX-License-Identifier: BSD-3-Clause
 *
 * emulated.h: notes, printed once with GASNET_VERBOSEENV, on operations that go by active messages
 * although a user might think that the network does them.
 */
#ifndef HYD_EXTENDED_EMULATED_H
#define HYD_EXTENDED_EMULATED_H

#include "core/base/job.h"

/* Notes that puts or gets go by messages, if the conduit has none. */
void hyd_tell_emulated_rma(struct hyd_job *job);
/* Notes that atomics of a domain go by messages to ranks whose memory is not mapped.
 * conduit_has_some: the conduit has atomics, but not those of this domain. */
void hyd_tell_emulated_atomics(struct hyd_job *job, int conduit_has_some);

#endif
