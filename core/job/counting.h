/* SPDX-License-Identifier: BSD-3-Clause
 *
 * counting.h: counts operations while gasnetrun top runs, in a job that nothing else watches.
 */
#ifndef HYD_JOB_COUNTING_H
#define HYD_JOB_COUNTING_H

#include "core/base/job.h"

void hyd_counting_init(struct hyd_job *job);

#endif
