/* SPDX-License-Identifier: BSD-3-Clause
 *
 * wait_record.h: the flight recorder: where every rank waits, and the dump of it.
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

/* Notes in the shared area what this rank waits for; w NULL: nothing any more. */
void hyd_diag_record_wait(struct hyd_job *job, const struct hyd_wait_record *w);
/* A wait passed GASNET_HANG_SECONDS: says so and has every rank dumped. */
void hyd_diag_report_hang(struct hyd_job *job, const struct hyd_wait_record *w, uint64_t waited_ns);
/* Prints one line for each rank from the shared area. Any process that maps it. */
void hyd_diag_print_ranks(const struct hyd_shared *shared, int fd);
/* Which of these wait for which (wait_graph.h). */
void hyd_diag_print_graph(const struct hyd_shared *shared, FILE *out);
/* One line, with the host's name, for this rank and so many before and after it, as far as it
 * shares memory with them. Async-signal-safe. */
void hyd_diag_print_places(const struct hyd_job *job, uint32_t before, uint32_t after, int fd);
/* What the conduit knows about the peers that this rank waits for: a line for each.
 * Async-signal-safe. */
void hyd_diag_print_network(struct hyd_job *job, int fd);
/* Asks for a dump of the whole job. Async-signal-safe. */
void hyd_diag_request_dump(struct hyd_job *job);

#endif
