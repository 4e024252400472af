/* SPDX-License-Identifier: BSD-3-Clause
 *
 * need.c: see need.h. Notes are in a hash table by page; void notes are removed whenever a list is
 * searched.
 */
#include <stddef.h>

#include "contrib/layers/dsm/engine/need.h"

/* Versions wrap around; void notes are removed before their versions would compare as new again. */
#define PASSED_MOST ((uint64_t)1 << 30)

static int is_void(const struct hyd_hlrc_needs *n, const struct hyd_hlrc_note *note) {
  return (int32_t)(note->version - hyd_hlrc_version(n->since[note->writer])) < 0;
}

/* Removes void notes from the list. Returns the page's note of the writer, or NULL. */
static struct hyd_hlrc_note *clean(struct hyd_hlrc_needs *n, uint32_t *list, uint32_t page,
                                   uint32_t writer) {
  struct hyd_hlrc_note *found = NULL;
  while (*list) {
    uint32_t here = *list;
    struct hyd_hlrc_note *note = &n->note[here - 1];
    if (is_void(n, note)) {
      *list = note->next;
      note->next = n->free;
      n->free = here;
      continue;
    }
    if (note->page == page && note->writer == writer) found = note;
    list = &note->next;
  }
  return found;
}

static void clean_all(struct hyd_hlrc_needs *n) {
  n->passed = 0;
  for (uint32_t i = 0; i < n->lists; i++) clean(n, &n->list[i], 0, 0);
}

/* Takes a free note; returns its number, + 1, or 0. */
static uint32_t take_note(struct hyd_hlrc_needs *n) {
  uint32_t here;
  if (n->free == 0 && n->used == n->room && n->passed) clean_all(n);
  here = n->free;
  if (here) {
    n->free = n->note[here - 1].next;
    return here;
  }
  return n->used < n->room ? ++n->used : 0;
}

void hyd_hlrc_need_since(struct hyd_hlrc_needs *n, uint32_t writer, uint64_t position) {
  n->passed += position - n->since[writer];
  n->since[writer] = position;
  if (n->passed >= PASSED_MOST) clean_all(n);
}

int hyd_hlrc_need_add(struct hyd_hlrc_needs *n, uint32_t page, uint32_t writer, uint64_t position) {
  uint32_t *list = &n->list[page % n->lists], here;
  struct hyd_hlrc_note *note = clean(n, list, page, writer);
  if (note) {
    note->version = hyd_hlrc_version(position);
    return 1;
  }
  here = take_note(n);
  if (here == 0) return 0;
  n->note[here - 1] = (struct hyd_hlrc_note){page, writer, hyd_hlrc_version(position), *list};
  *list = here;
  return 1;
}

uint32_t hyd_hlrc_need_of(struct hyd_hlrc_needs *n, uint32_t page, struct hyd_hlrc_need *need) {
  uint32_t *list = &n->list[page % n->lists], found = 0;
  clean(n, list, page, 0);
  for (uint32_t i = *list; i; i = n->note[i - 1].next)
    if (n->note[i - 1].page == page)
      need[found++] = (struct hyd_hlrc_need){n->note[i - 1].writer, n->note[i - 1].version};
  return found;
}

int hyd_hlrc_need_has(struct hyd_hlrc_needs *n, uint32_t page) {
  uint32_t i = n->list[page % n->lists];
  while (i && (n->note[i - 1].page != page || is_void(n, &n->note[i - 1]))) i = n->note[i - 1].next;
  return i != 0;
}
