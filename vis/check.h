/* SPDX-License-Identifier: BSD-3-Clause
 *
 * check.h: what the checking library asks of metadata; each failure is fatal and names the entry.
 */
#ifndef HYD_VIS_CHECK_H
#define HYD_VIS_CHECK_H

#include "vis/plan.h"

/* Lists: NULL with a count, sizes that differ, pieces outside the remote segment, NULL pieces,
 * destinations that overlap. */
void hyd_vis_check_lists(struct hyd_job *job, const struct hyd_vis_call *c);
/* Strided: before anything is made of it. */
void hyd_vis_check_strided(const char *call, size_t len, const ptrdiff_t *dst_stride,
                           const ptrdiff_t *src_stride, const size_t *n, size_t levels);
/* Of every build: fatal unless the remote side lies in its segment. */
void hyd_vis_check_extent(struct hyd_job *job, const struct hyd_vis_call *c);
/* After it was folded: overlapping destinations, NULL. */
void hyd_vis_check_shape(const char *call, const struct hyd_vis_shape *s);

#endif
