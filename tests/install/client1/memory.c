/* SPDX-License-Identifier: BSD-3-Clause
 *
 * memory.c: every rank writes to its neighbour's segment and reads it back.
 */
#include "client.h"

int ring_of_puts(void) {
  gasnet_node_t next = (gasnet_node_t)((gasnet_mynode() + 1) % gasnet_nodes());
  gasnet_node_t last = (gasnet_node_t)((gasnet_mynode() + gasnet_nodes() - 1) % gasnet_nodes());
  gasnet_seginfo_t *segments = malloc(gasnet_nodes() * sizeof *segments);
  int mine = 1000 + (int)gasnet_mynode(), back = 0, found;
  CHECK(gasnet_getSegmentInfo(segments, (int)gasnet_nodes()));
  barrier();
  gasnet_put(next, segments[next].addr, &mine, sizeof mine);
  gasnet_get(&back, next, segments[next].addr, sizeof back);
  barrier();
  memcpy(&found, segments[gasnet_mynode()].addr, sizeof found);
  free(segments);
  return back != mine || found != 1000 + (int)last;
}
