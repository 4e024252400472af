/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ahead.c: a loop that gets one element, or one small piece, after another from an image whose
 * memory is not mapped. Each get must have its data when it returns, so each would cost a round
 * trip: once three gets have the same distance, the third fetches the next ones, too.
 *
 * Prefetched data are valid within a segment, in which other images may not change data that this
 * one reads. Each piece is handed out once, so that a program which polls a location sees it
 * change. Every call of the library but a put or a get discards them (CAF_BEGIN), and so does a put
 * of this image to these bytes.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/caf/caf.h"

enum { FIRST_WINDOW = 8, MOST_BYTES = 8192, PIECE_BYTES = 512, PATIENCE = 16 };

static struct {
  /* the pattern: pieces of n bytes, the last one got, and its distance from the one before */
  uint32_t rank;
  size_t n;
  char *last;
  ptrdiff_t step;
  int streak; /* gets in a row with this distance */
  size_t window;
  /* pieces `next` to `have` - 1 are in `data`; the remote row begins at `first` */
  char *first, *data;
  size_t next, have;
} ahead;

/* If pieces are left unused, this pattern must go on longer before the next prefetch; a new pattern
 * need not. */
void hyd_caf_forget_ahead(void) {
  if (ahead.next < ahead.have) ahead.streak = -PATIENCE;
  ahead.next = ahead.have = 0;
  hyd_caf.ahead = false;
}

void hyd_caf_forget_ahead_of(uint32_t rank, const char *low, const char *high) {
  if (!hyd_caf.ahead || rank != ahead.rank) return;
  const char *one = ahead.first + ahead.step * (ptrdiff_t)ahead.next,
             *other = ahead.first + ahead.step * (ptrdiff_t)(ahead.have - 1);
  if (high <= (one < other ? one : other) || low >= (one < other ? other : one) + ahead.n) return;
  hyd_caf_forget_ahead();
}

/* Records a get; true: it continues the pattern. */
static bool follow_pattern(uint32_t rank, char *from, size_t n) {
  ptrdiff_t step = from - ahead.last;
  bool same_row = rank == ahead.rank && n == ahead.n && step != 0;
  bool same = same_row && step == ahead.step;
  if (!same) {
    hyd_caf_forget_ahead();
    ahead.streak = 0;
    ahead.window = FIRST_WINDOW;
    ahead.step = same_row ? step : 0;
  }
  ahead.rank = rank;
  ahead.n = n;
  ahead.last = from;
  ahead.streak += ahead.step != 0;
  return same;
}

/* The number of pieces, from this one on, that lie in the image's segment. */
static size_t pieces_left(uint32_t rank, const char *from, size_t n) {
  const struct caf_segment *s = &hyd_caf.segment[rank];
  size_t distance = (size_t)(ahead.step < 0 ? -ahead.step : ahead.step);
  size_t room =
      ahead.step < 0 ? (size_t)(from - s->owner) : (size_t)(s->owner + s->size - from) - n;
  return 1 + room / distance;
}

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/* Fetches the pieces of the window. */
static bool fetch_window(uint32_t rank, char *from, size_t n) {
  size_t count = smaller(smaller(ahead.window, MOST_BYTES / n), pieces_left(rank, from, n));
  if (count < 2) return false;
  if (ahead.data == NULL && (ahead.data = malloc(MOST_BYTES)) == NULL) return false;
  if (ahead.step == (ptrdiff_t)n) {
    hyd_caf_get_now(rank, ahead.data, from, count * n);
  } else {
    struct caf_section row = {.base = from, .elem = {n, GFC_DERIVED, 0}};
    hyd_caf_section_add(&row, count, ahead.step, NULL);
    hyd_caf_get_section(rank, ahead.data, &row);
  }
  ahead.first = from;
  ahead.next = 0;
  ahead.have = count;
  if (ahead.window < MOST_BYTES) ahead.window *= 2;
  return true;
}

bool hyd_caf_get_ahead(uint32_t rank, void *to, char *from, size_t n) {
  if (n > PIECE_BYTES || n == 0) return false;
  bool expected = follow_pattern(rank, from, n);
  if (!(expected && ahead.next < ahead.have) && !(ahead.streak >= 2 && fetch_window(rank, from, n)))
    return false;
  memcpy(to, ahead.data + ahead.next++ * n, n);
  hyd_caf.ahead = ahead.next < ahead.have;
  return true;
}
