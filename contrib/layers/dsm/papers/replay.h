/* SPDX-License-Identifier: BSD-3-Clause
 *
 * replay.h: traces of a program (contrib/layers/dsm/trace.h) replayed on the paper's cluster, one
 * rank a node, from the last barrier before the program first reads the clock to the last before it
 * last does.
 *
 * Page fetches are by the protocol. All else is alike in both, as in the paper's programs: diffs
 * are written to the home, whose handler stores them; a lock's home forwards requests to the rank
 * that asked last, which hands over; barriers are kept by node 0, other objects by the node of
 * their number. Releases do not wait: a fetch waits until the home has the diffs that were sent
 * before.
 */
#ifndef HYD_DSM_PAPERS_REPLAY_H
#define HYD_DSM_PAPERS_REPLAY_H

#include "contrib/layers/dsm/papers/fetch.h"
#include "contrib/layers/dsm/trace.h"

enum spent { SPENT_COMPUTE, SPENT_PAGE, SPENT_LOCK, SPENT_BARRIER, SPENT_OTHER, SPENT_KINDS };

struct trace { /* of a rank; only what is replayed */
  struct hyd_dsm_event *event;
  size_t n;
};
struct traces {
  uint32_t ranks, pages;
  struct trace *of;
};

/* DIR/0, DIR/1, ... NULL, or what was wrong. */
const char *traces_read(struct traces *t, const char *dir);
void traces_free(struct traces *t);

struct replayed {            /* means of the nodes but for the first; seconds */
  double seconds;            /* until the last node has ended */
  double spent[SPENT_KINDS]; /* of each node's time */
  double handler;            /* in handlers, within the above */
  double busiest;            /* of the node with most: the part of its time in handlers */
  double faults, fetches, retries, handlers;
};
/* NULL, or what was wrong: nodes that wait for ever. */
const char *replay(const struct traces *t, const struct costs *costs, enum protocol protocol,
                   struct replayed *out);

#endif
