/* SPDX-License-Identifier: BSD-3-Clause
 *
 * spans.c: see spans.h. In order, and never two that touch.
 */
#include "contrib/tools/sim/spans.h"

#include "contrib/tools/sim/events.h"

#include <stdlib.h>
#include <string.h>

/* How many begin before or at it. */
static uint32_t count_until(const struct spans *s, uint32_t from) {
  uint32_t i = s->n;
  while (i > 0 && s->at[i - 1].from > from) i--;
  return i;
}

static void insert(struct spans *s, uint32_t i, uint32_t from, uint32_t to) {
  if (s->n == s->room) {
    s->room = s->room ? 2 * s->room : 1;
    s->at = sim_realloc(s->at, s->room * sizeof *s->at);
  }
  memmove(&s->at[i + 1], &s->at[i], (s->n++ - i) * sizeof *s->at);
  s->at[i] = (struct span){from, to};
}

static void drop(struct spans *s, uint32_t i) {
  memmove(&s->at[i], &s->at[i + 1], (--s->n - i) * sizeof *s->at);
}

int spans_add(struct spans *s, uint32_t from, uint32_t to) {
  uint32_t i = count_until(s, from);
  if (from == to) return 0;
  if ((i > 0 && s->at[i - 1].to > from) || (i < s->n && s->at[i].from < to)) return -1;
  if (i > 0 && s->at[i - 1].to == from)
    s->at[--i].to = to;
  else
    insert(s, i, from, to);
  if (i + 1 < s->n && s->at[i + 1].from == to) {
    s->at[i].to = s->at[i + 1].to;
    drop(s, i + 1);
  }
  return 0;
}

int spans_have(const struct spans *s, uint32_t from, uint32_t to) {
  uint32_t i = count_until(s, from);
  return from == to || (i > 0 && s->at[i - 1].to >= to);
}

void spans_free(struct spans *s) { free(s->at); }
