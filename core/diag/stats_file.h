/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stats_file.h: statistics (GASNET_STATSFILE).
 */
#ifndef HYD_DIAG_STATS_FILE_H
#define HYD_DIAG_STATS_FILE_H

#include "core/base/job.h"

/* Reads GASNET_STATSFILE. If it is set inline code sees empty maps, so that the library counts
 * every operation; if it is not set counting costs nothing. */
void hyd_stats_init(struct hyd_job *job);
/* For a dump: prints a line with the ways that operations have taken so far, if they are counted.
 */
void hyd_stats_print_ways(struct hyd_job *job, int fd);
/* Writes the counts of this rank, once. If the file cannot be written prints a line to stderr. */
void hyd_stats_write(struct hyd_job *job);

#endif
