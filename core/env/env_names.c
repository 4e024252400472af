/* SPDX-License-Identifier: BSD-3-Clause
 *
 * env_names.c: the names of GASNET_ variables, and suggestions for misspelt ones.
 *
 * The distance of two names is the number of letters to replace, to remove, to insert, or to
 * exchange with a neighbour (optimal string alignment), without regard to case. A suggestion has a
 * distance of at most MOST; of 1 for a name of up to SHORT letters, as a short name is close to
 * more names.
 */
#include "core/env/env.h"

#include <ctype.h>
#include <string.h>

#define PREFIX "GASNET_"
#define MOST 2u
#define SHORT 5u
#define LONGEST 63u /* most letters of a variable's name */

static const char *const names[] = {
#define HYD_ENV(id, k, d, h) PREFIX #id,
#include "core/env/env.def"
#undef HYD_ENV
#define HYD_KNOWN(name) PREFIX #name,
#include "core/env/env_known.def"
#undef HYD_KNOWN
};
#define NAMES (sizeof names / sizeof names[0])

static int is_named(const char *known, const char *name, size_t len) {
  size_t n = strlen(known);
  return known[n - 1] == '_' ? len > n && strncmp(known, name, n) == 0
                             : len == n && strncmp(known, name, n) == 0;
}

int hyd_env_is_known(const char *name, size_t len) {
  for (size_t i = 0; i < NAMES; i++)
    if (is_named(names[i], name, len)) return 1;
  return 0;
}

static unsigned smaller_of(unsigned a, unsigned b) { return a < b ? a : b; }

static int same(char a, char b) { return toupper((unsigned char)a) == toupper((unsigned char)b); }

static int exchanged(const char *a, const char *b) { return same(a[0], b[1]) && same(a[1], b[0]); }

/* The edit distance of a[0..n) and b[0..m), m at most LONGEST. Three rows of the usual table are
 * enough: a row is for a prefix of a. */
static unsigned distance(const char *a, size_t n, const char *b, size_t m) {
  unsigned row[3][LONGEST + 1], *before = row[0], *last = row[1], *now = row[2];
  for (size_t j = 0; j <= m; j++) last[j] = (unsigned)j;
  for (size_t i = 1; i <= n; i++) {
    now[0] = (unsigned)i;
    for (size_t j = 1; j <= m; j++) {
      now[j] =
          smaller_of(smaller_of(last[j], now[j - 1]) + 1, last[j - 1] + !same(a[i - 1], b[j - 1]));
      if (i > 1 && j > 1 && exchanged(&a[i - 2], &b[j - 2]))
        now[j] = smaller_of(now[j], before[j - 2] + 1);
    }
    unsigned *spare = before;
    before = last;
    last = now;
    now = spare;
  }
  return last[m];
}

/* The distance of a name from a known one; more than MOST: no suggestion. */
static unsigned distance_from(const char *name, size_t len, const char *known) {
  size_t skip = strlen(PREFIX), n = strlen(known);
  unsigned d;
  if (known[n - 1] == '_' || n > LONGEST || len > n + MOST || n > len + MOST) return MOST + 1;
  d = distance(name + skip, len - skip, known + skip, n - skip);
  return n - skip <= SHORT && d > 1 ? MOST + 1 : d;
}

const char *hyd_env_nearest(const char *name, size_t len) {
  unsigned best = MOST + 1;
  const char *nearest = NULL;
  if (len <= strlen(PREFIX) || strncmp(name, PREFIX, strlen(PREFIX)) != 0 ||
      hyd_env_is_known(name, len))
    return NULL;
  for (size_t i = 0; i < NAMES; i++) {
    unsigned d = distance_from(name, len, names[i]);
    if (d < best) {
      best = d;
      nearest = names[i];
    }
  }
  return nearest;
}
