/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fetch.h: how a page is fetched from its home: ASYNC (the paper's figure 5) and ARDMAR (figure 6).
 */
#ifndef HYD_DSM_PAPERS_FETCH_H
#define HYD_DSM_PAPERS_FETCH_H

#include "contrib/layers/dsm/papers/cluster.h"

#define FETCH_KNOWN UINT32_MAX

enum protocol { ASYNC, ARDMAR };

struct fetch { /* a node has one at a time */
  enum protocol protocol;
  uint32_t node, home;
  uint32_t asked; /* the default home, if this node does not know the home; else FETCH_KNOWN */
  /* At the home: number of diffs of this page that are sent and not yet stored; NULL: none ever. */
  const uint32_t *under_way;
  struct step *then;
  uint64_t retries;
  /* Private. */
  struct message request, forwarded, page, control;
  struct step posted, forward, page_out, control_out, controlled, read, swapped;
};

/* Finds the home if it is not known; then fetches the page unless this node is the home. */
void fetch_begin(struct cluster *c, struct fetch *f);

/* Microseconds per page if `nodes` - 1 nodes read `pages` pages of node 0 at once (figure 8). */
double fetch_contended(const struct costs *costs, enum protocol protocol, uint32_t nodes,
                       uint32_t pages);

#endif
