/* SPDX-License-Identifier: BSD-3-Clause
 *
 * unwatched.c: for tests that link a few files of the library: their jobs are not watched, so none
 * of these is called.
 */
#include <stdlib.h>

#include "core/watch/watch.h"

uint64_t hyd_watch_ticks(void) { abort(); }
void hyd_watch_span(struct hyd_job *job, uint64_t begin, enum hyd_event_kind kind, gex_Rank_t peer,
                    uint64_t bytes, uint32_t sub, uint32_t id) {
  (void)job, (void)begin, (void)kind, (void)peer, (void)bytes, (void)sub, (void)id;
  abort();
}
void hyd_watch_wait_begin(struct hyd_job *job, uint32_t reason, gex_Rank_t peer) {
  (void)job, (void)reason, (void)peer;
  abort();
}
void hyd_watch_wait_end(struct hyd_job *job) {
  (void)job;
  abort();
}
void hyd_watch_op_begin(struct hyd_job *job, const void *op, enum hyd_event_kind kind,
                        gex_Rank_t peer, uint64_t bytes) {
  (void)job, (void)op, (void)kind, (void)peer, (void)bytes;
  abort();
}
void hyd_watch_op_end(struct hyd_job *job, const void *op) {
  (void)job, (void)op;
  abort();
}
