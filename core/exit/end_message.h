/* SPDX-License-Identifier: BSD-3-Clause
 *
 * end_message.h: how the hosts of a job tell each other that the job ends.
 */
#ifndef HYD_EXIT_END_MESSAGE_H
#define HYD_EXIT_END_MESSAGE_H

#include "core/base/job.h"

/* When the heads of hosts can exchange messages (host_leaders.h). */
void hyd_end_message_init(struct hyd_job *job);
/* By any rank: the job ends now, as the exit word has it; to the heads of all other hosts from
 * *told on, as far as they can be told now. 1: all have answered, and see to the end of their
 * hosts. */
int hyd_end_message_tell(struct hyd_job *job, uint64_t word, uint32_t *told);

#endif
