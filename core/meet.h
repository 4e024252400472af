/* SPDX-License-Identifier: BSD-3-Clause
 *
 * meet.h: the barrier of the library itself, during init and attach, over the page that the launcher
 * shared.
 */
#ifndef HYD_MEET_H
#define HYD_MEET_H

#include "core/job.h"

/* Returns when every rank has called it as often as this one. Polls meanwhile. */
void hyd_meet(struct hyd_job *job);

#endif
