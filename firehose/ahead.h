/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ahead.h: buckets that are pinned before they are asked for. Buckets are small, which suits transfers to scattered
 * places: no more is pinned than is used. Transfers that go through memory one after another would then miss at each; so
 * misses that follow each other are taken for a stream, and what comes next is asked for beside, twice as much each
 * time. That is a request of its own, for which nobody waits, which takes no precedence, and which is dropped where
 * there is no room or no memory: its size adapts, and what is demanded never pays for it.
 */
#ifndef FH_AHEAD_H
#define FH_AHEAD_H

#include <stdint.h>

#define FH_STREAMS 4 /* that are followed at a time, of each peer, and locally */

struct fh_streams {
  struct fh_stream {
    uint64_t next; /* the bucket with which the stream goes on; 0: none */
    uint64_t window; /* buckets that were asked for ahead, the last time */
    uint64_t age;
  } stream[FH_STREAMS];
  uint64_t misses;
};

/* A miss of [first, last]: how many buckets after `last` are to be asked for, `most` at most. With the lock of the
 * side whose streams they are. */
uint64_t fh_streams_miss(struct fh_streams *s, uint64_t first, uint64_t last, uint64_t most);

#endif
