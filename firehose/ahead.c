/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ahead.c: see ahead.h. Hits are not seen, so the next miss of a stream is expected where its window ends. The first
 * miss of a stream only makes it known, in place of the one that is silent for longest.
 */
#include "firehose/ahead.h"

static struct fh_stream *oldest(struct fh_streams *s) {
  struct fh_stream *best = &s->stream[0];
  for (int i = 1; i < FH_STREAMS; i++)
    if (s->stream[i].age < best->age) best = &s->stream[i];
  return best;
}

static struct fh_stream *that_goes_on(struct fh_streams *s, uint64_t first, uint64_t last) {
  for (int i = 0; i < FH_STREAMS; i++)
    if (s->stream[i].next && first <= s->stream[i].next && s->stream[i].next <= last) return &s->stream[i];
  return 0;
}

uint64_t fh_streams_miss(struct fh_streams *s, uint64_t first, uint64_t last, uint64_t most) {
  struct fh_stream *t = that_goes_on(s, first, last);
  uint64_t n = last - first + 1, window = 0;
  if (t) {
    window = 2 * (t->window ? t->window : n);
    while (window > most && window > n) window /= 2; /* stays a multiple of what is asked for, if it can */
    if (window > most) window = 0;
  } else {
    t = oldest(s);
  }
  *t = (struct fh_stream){last + 1 + window, window, ++s->misses};
  return window;
}
