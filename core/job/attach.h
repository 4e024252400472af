/* SPDX-License-Identifier: BSD-3-Clause
 *
 * attach.h: the primordial segment: sizes, reservation, and the maps of the peers; segments of the
 * client, also in its place.
 */
#ifndef HYD_JOB_ATTACH_H
#define HYD_JOB_ATTACH_H

#include "core/base/job.h"

/* Works out how large a segment of this process may be, and gives every rank an empty map. During
 * init. */
void hyd_segment_init(struct hyd_job *job);
/* Makes and maps the segments of all ranks. Collective; code of the API. */
int hyd_segment_attach(struct hyd_job *job, const char *call, uintptr_t size);

/* After the segments of all ranks became known to all, by attach or by publication: the conduit's
 * own part of it. Collective over the job. */
void hyd_segment_open_all(struct hyd_job *job, const char *call);

#endif
