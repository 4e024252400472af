/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stats_file.h: GASNET_STATSFILE.
 */
#ifndef HYD_DIAG_STATS_FILE_H
#define HYD_DIAG_STATS_FILE_H

#include "core/base/job.h"

/* Reads GASNET_STATSFILE; with it on, inline code is shown empty maps, so that the library sees and
 * counts every operation, and production runs pay nothing. */
void hyd_stats_init(struct hyd_job *job);
/* A line of the ways that things went so far, for a dump, if they are counted. */
void hyd_stats_print_ways(struct hyd_job *job, int fd);
/* Writes the counts of this rank, once. A file that cannot be written costs one line on stderr. */
void hyd_stats_write(struct hyd_job *job);

#endif
