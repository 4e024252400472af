/* SPDX-License-Identifier: BSD-3-Clause
 *
 * places.h: the state of a host's ranks, read from shared memory: for dumps, and for gasnetrun top,
 * which reads it as another process (contrib/tools/gasnetrun/rows.h).
 */
#ifndef HYD_DIAG_PLACES_H
#define HYD_DIAG_PLACES_H

#include "core/shm/layout.h"

#define HYD_PLACE_MISSING 8u

struct hyd_place {
  uint32_t rank, size; /* of the job */
  int32_t pid;
  uint32_t state, reason; /* enum hyd_rank_state; enum hyd_wait_reason, HYD_WAIT_NONE: no wait */
  uint32_t peer;          /* the peer that the rank waits for, or HYD_NO_PEER */
  uint64_t waited_ns, detail;
  uint32_t outstanding, oldest_peer, oldest_kind, oldest_bytes; /* struct hyd_recorder */
  /* Barriers that the rank has notified, and barriers of all ranks without a name that it has
   * entered. */
  uint32_t notified;
  uint64_t entered;
  uint32_t missing[HYD_PLACE_MISSING],
      nmissing; /* ranks of this host that have not come to the barrier */
  uint64_t moves, bytes;
  uint32_t counts; /* enum hyd_counts: whether moves and bytes are counted */
};

/* Reads the state of the host's i-th rank; `sh` may be a copy up to hyd_inbox_offset.
 * Async-signal-safe. */
void hyd_place_of(const struct hyd_shared *sh, uint32_t i, uint64_t now_ns, struct hyd_place *p);
/* Whether rank q has not come to the barrier that rank p waits in. */
int hyd_place_is_missing(const struct hyd_place *p, const struct hyd_place *q);
/* Writes the oldest operation as text, "put of 4 KB" or "atomic"; empty if it is not known. */
void hyd_place_op_text(const struct hyd_place *p, char *text, size_t size);

#endif
