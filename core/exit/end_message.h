/* SPDX-License-Identifier: BSD-3-Clause
 *
 * end_message.h: messages between hosts that the job ends.
 */
#ifndef HYD_EXIT_END_MESSAGE_H
#define HYD_EXIT_END_MESSAGE_H

#include "core/base/job.h"

/* To be called once leaders of hosts can exchange messages (host_leaders.h). */
void hyd_end_message_init(struct hyd_job *job);
/* By any rank: sends the exit word `word` to the leaders of other hosts, from host *told on, as far
 * as there is room. 1: all leaders have answered, and end their hosts. */
int hyd_end_message_tell(struct hyd_job *job, uint64_t word, uint32_t *told);

#endif
