/* SPDX-License-Identifier: BSD-3-Clause
 *
 * prefetch.h: buckets that are pinned before they are asked for. Buckets are small, which suits
 * transfers to scattered places: no more is pinned than is used. A sequence of transfers through
 * memory would then miss at each bucket. So misses that follow each other are taken for a stream,
 * and the buckets that come next, its window, are asked for as well, twice as many each time. The
 * next window is asked for when the first bucket of the last one is used, so that one is pinned
 * while the other is in use. That is a request of its own, for which no thread waits, which takes
 * no precedence, and which is dropped where there is no room or no memory. (Local memory is pinned
 * in the call that missed.)
 */
#ifndef HYD_FIREHOSE_PREFETCH_H
#define HYD_FIREHOSE_PREFETCH_H

#include <stdint.h>

#define FH_STREAMS 4 /* that are followed at a time, of each peer, and locally */

struct hyd_fh_streams {
  struct hyd_fh_stream {
    uint64_t next;   /* the bucket after the last window; 0: there is no stream */
    uint64_t window; /* its buckets */
    uint64_t age;
  } stream[FH_STREAMS];
  uint64_t seen;
};

/* [first, last] was missed, or (miss = 0) it is used for the first time since it was asked for
 * ahead: how many buckets are to be asked for now, `most` at most, and *from where on. With the
 * lock of the side whose streams they are. */
uint64_t hyd_fh_streams_see(struct hyd_fh_streams *s, uint64_t first, uint64_t last, int miss,
                            uint64_t most, uint64_t *from);

#endif
