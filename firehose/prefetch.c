/* SPDX-License-Identifier: BSD-3-Clause
 *
 * prefetch.c: see prefetch.h. The first miss of a stream only records it, in place of the stream
 * that was used longest ago.
 */
#include "firehose/prefetch.h"

static struct hyd_fh_stream *oldest(struct hyd_fh_streams *s) {
  struct hyd_fh_stream *best = &s->stream[0];
  for (int i = 1; i < FH_STREAMS; i++)
    if (s->stream[i].age < best->age) best = &s->stream[i];
  return best;
}

/* The stream whose last window holds the request, or ends where the request begins; NULL: none. */
static struct hyd_fh_stream *that_goes_on(struct hyd_fh_streams *s, uint64_t first, uint64_t last) {
  for (int i = 0; i < FH_STREAMS; i++) {
    struct hyd_fh_stream *t = &s->stream[i];
    if (t->next && first <= t->next && last >= t->next - t->window) return t;
  }
  return 0;
}

uint64_t hyd_fh_streams_see(struct hyd_fh_streams *s, uint64_t first, uint64_t last, int miss,
                            uint64_t most, uint64_t *from) {
  struct hyd_fh_stream *t = that_goes_on(s, first, last);
  uint64_t n = last - first + 1, window;
  s->seen++;
  if (t == 0) {
    if (miss) *oldest(s) = (struct hyd_fh_stream){last + 1, 0, s->seen};
    return 0;
  }
  if (miss && last < t->next) t->next = last + 1; /* the window was dropped, or has been given up */
  *from = last >= t->next ? last + 1 : t->next;
  window = 2 * (t->window ? t->window : n);
  while (window > most && window > n)
    window /= 2; /* remains a multiple of the request, if possible */
  if (window > most) window = 0;
  *t = (struct hyd_fh_stream){*from + window, window, s->seen};
  return window;
}
