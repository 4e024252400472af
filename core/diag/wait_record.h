/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wait_record.h: the flight recorder: records where each rank waits, and dumps the records.
 */
#ifndef HYD_DIAG_WAIT_RECORD_H
#define HYD_DIAG_WAIT_RECORD_H

#include "core/diag/dump_signal.h"
#include "core/base/job.h"
#include "core/watch/wait_reason.h"

/* What a rank waits for, and since when. */
struct hyd_wait_record {
  uint64_t start_ns, detail;
  gex_Rank_t peer;
  enum hyd_wait_reason reason;
};

/* Records in shared memory what this rank waits for; w NULL: it does not wait any more. */
void hyd_diag_record_wait(struct hyd_job *job, const struct hyd_wait_record *w);
/* A wait has lasted GASNET_HANG_SECONDS: reports that, and has every rank dumped. */
void hyd_diag_report_hang(struct hyd_job *job, const struct hyd_wait_record *w, uint64_t waited_ns);
/* Prints a line for each rank from shared memory. May be called by any process that maps it. */
void hyd_diag_print_ranks(const struct hyd_shared *shared, int fd);
/* Prints which of these ranks wait for which (wait_graph.h). */
void hyd_diag_print_graph(const struct hyd_shared *shared, FILE *out);
/* Prints a line, with the host's name, for this rank and so many before and after it that share
 * memory with it. Async-signal-safe. */
void hyd_diag_print_places(const struct hyd_job *job, uint32_t before, uint32_t after, int fd);
/* Prints the conduit's description of each peer that this rank waits for. Async-signal-safe. */
void hyd_diag_print_network(struct hyd_job *job, int fd);
/* Requests a dump of the whole job. Async-signal-safe. */
void hyd_diag_request_dump(struct hyd_job *job);

#endif
