/* SPDX-License-Identifier: BSD-3-Clause
 *
 * attach.h: primordial segments: their sizes, their memory, and the maps of peers' segments.
 */
#ifndef HYD_JOB_ATTACH_H
#define HYD_JOB_ATTACH_H

#include "core/base/job.h"

/* In init: computes the limit of this process's segment, and gives every rank an empty map. */
void hyd_segment_init(struct hyd_job *job);
/* Makes and maps the segments of all ranks. Collective. Returns a GASNet error code. */
int hyd_segment_attach(struct hyd_job *job, const char *call, uintptr_t size);

/* Has the conduit attach, once the segments of all ranks are known to all, by attach or by
 * publication. Collective over the job. */
void hyd_segment_open_all(struct hyd_job *job, const char *call);

#endif
