/* SPDX-License-Identifier: BSD-3-Clause
 *
 * prefetch.h: pinning in advance ("ahead"). Buckets are small, which suits transfers to scattered
 * places, as no more is pinned than is used; but transfers through consecutive memory would miss at
 * each bucket. So consecutive misses are a *stream*, and the buckets that come next, its *window*,
 * are requested as well, twice as many each time. The next window is requested when the first
 * bucket of the last one is used: so one is being pinned while the other is in use. This is a
 * request of its own: no thread waits for it, it takes no precedence, and it is dropped if there is
 * no room or no memory. (Local memory is pinned in the call that missed.)
 */
#ifndef HYD_FIREHOSE_PREFETCH_H
#define HYD_FIREHOSE_PREFETCH_H

#include <stdint.h>

#define FH_STREAMS 4 /* streams that are followed at a time: of each peer, and of local memory */

struct hyd_fh_streams {
  struct hyd_fh_stream {
    uint64_t next;   /* the bucket after the last window; 0: there is no stream */
    uint64_t window; /* buckets of the last window */
    uint64_t age;
  } stream[FH_STREAMS];
  uint64_t seen;
};

/* Notes a miss of [first, last], or (miss = 0) the first use of a range that was requested in
 * advance. Returns how many buckets are to be requested in advance now, `most` at most, beginning
 * at *from. With the lock of the streams' side. */
uint64_t hyd_fh_streams_see(struct hyd_fh_streams *s, uint64_t first, uint64_t last, int miss,
                            uint64_t most, uint64_t *from);

#endif
