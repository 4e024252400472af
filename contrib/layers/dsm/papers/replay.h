/* SPDX-License-Identifier: BSD-3-Clause
 *
 * replay.h: replays a program's traces (contrib/layers/dsm/trace.h) on the paper's cluster, one
 * rank per node, from the last barrier before the program first reads the clock to the last barrier
 * before it last reads it.
 *
 * Only page fetches differ between the protocols. The rest is as in the paper's programs: diffs are
 * written to the home, whose handler stores them; a lock's home forwards requests to the rank that
 * asked last, which hands the lock over; node 0 keeps barriers, other objects are at the node of
 * their number. Releases do not wait: a fetch waits until the home has the diffs that were sent
 * before.
 */
#ifndef HYD_DSM_PAPERS_REPLAY_H
#define HYD_DSM_PAPERS_REPLAY_H

#include "contrib/layers/dsm/papers/fetch.h"
#include "contrib/layers/dsm/trace.h"

enum spent { SPENT_COMPUTE, SPENT_PAGE, SPENT_LOCK, SPENT_BARRIER, SPENT_OTHER, SPENT_KINDS };

struct trace { /* a rank's events that are replayed */
  struct hyd_dsm_event *event;
  size_t n;
};
struct traces {
  uint32_t ranks, pages;
  struct trace *of;
};

/* Reads DIR/0, DIR/1, ... Returns NULL, or an error message. */
const char *traces_read(struct traces *t, const char *dir);
void traces_free(struct traces *t);

struct replayed {            /* in seconds; except the first, means over the nodes */
  double seconds;            /* time at which the last node ends */
  double spent[SPENT_KINDS]; /* of each node's time */
  double handler;            /* time in handlers, part of the above */
  double busiest;            /* the largest part of a node's time in handlers */
  double faults, fetches, retries, handlers;
};
/* Returns NULL, or an error message: nodes that wait for ever. */
const char *replay(const struct traces *t, const struct costs *costs, enum protocol protocol,
                   struct replayed *out);

#endif
