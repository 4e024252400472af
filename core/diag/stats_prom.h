/* SPDX-License-Identifier: BSD-3-Clause
 *
 * stats_prom.h: statistics for Prometheus, by node_exporter's textfile collector.
 */
#ifndef HYD_DIAG_STATS_PROM_H
#define HYD_DIAG_STATS_PROM_H

#include "core/base/job.h"

/* Whether the value of GASNET_STATSFILE names such a file. */
int hyd_prom_is_name(const char *file);
/* Starts the thread that writes job->stats.file, under job->stats.lock. */
void hyd_prom_start(struct hyd_job *job);
/* Writes the file. 0, or an errno value. */
int hyd_prom_save(struct hyd_job *job, const char *file);

/* stats_file.c: whether the values of a count are bytes. */
int hyd_stats_has_bytes(int count);

#endif
