/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hlrc_int.h: what the files of the engine know of each other.
 */
#ifndef HYD_DSM_HLRC_INT_H
#define HYD_DSM_HLRC_INT_H

#include "contrib/layers/dsm/engine/hlrc.h"

#define HYD_HLRC_WRITTEN 0x80u /* bit of a page's state: it is in `written` */
#define HYD_HLRC_NO_TWIN UINT32_MAX
#define HYD_HLRC_WATCH_CREDIT 8u
#define HYD_HLRC_CHUNK 1024u /* notices of a log that are read at a time */

/* Pages that lie one after another and whose access changes in the same way: one `protect`. */
struct hyd_hlrc_span {
  uint32_t first, n;
  enum hyd_hlrc_access was, now;
};

static inline char *hyd_hlrc_at(const struct hyd_hlrc *e, uint32_t page) {
  return e->mem + (size_t)page * e->c.page_bytes;
}
/* A page never becomes UNKNOWN again: pages from `used` on are. */
static inline void hyd_hlrc_set(struct hyd_hlrc *e, uint32_t page, enum hyd_hlrc_state to) {
  if (page >= e->used) e->used = page + 1;
  e->state[page] = (uint8_t)((e->state[page] & HYD_HLRC_WRITTEN) | to);
}
static inline int hyd_hlrc_is_home(enum hyd_hlrc_state s) { return s >= HYD_HLRC_HOME_OPEN; }

void hyd_hlrc_span_add(struct hyd_hlrc *e, struct hyd_hlrc_span *s, uint32_t page,
                       enum hyd_hlrc_access was, enum hyd_hlrc_access now);
/* Home pages that are to be WATCHED and are not worth it get READ. */
void hyd_hlrc_span_end(struct hyd_hlrc *e, struct hyd_hlrc_span *s);

/* --- hlrc_watch.c */
/* Watches the pages of the span; 0: they are to fault. */
int hyd_hlrc_watch(struct hyd_hlrc *e, const struct hyd_hlrc_span *s);
/* Pages that were written while they were watched get a notice at this release. */
void hyd_hlrc_take_writes(struct hyd_hlrc *e);

/* The page is in the list of this interval. */
void hyd_hlrc_note_written(struct hyd_hlrc *e, uint32_t page);
uint32_t hyd_hlrc_twin_take(struct hyd_hlrc *e); /* or HYD_HLRC_NO_TWIN */
/* Starts the diff of a DIRTY page and frees its twin; the access is the caller's affair. */
void hyd_hlrc_send_diff(struct hyd_hlrc *e, uint32_t page, uint32_t version);
/* Sends all DIRTY pages home before their release, and waits for it. */
void hyd_hlrc_flush_all(struct hyd_hlrc *e);
void hyd_hlrc_settle(struct hyd_hlrc *e);
/* Waits until the page's home, this rank or another, has that version. */
void hyd_hlrc_await_version(struct hyd_hlrc *e, uint32_t page, struct hyd_hlrc_need need);
/* This rank is the home of the page, which was UNKNOWN. */
void hyd_hlrc_become_home(struct hyd_hlrc *e, uint32_t page);
/* Gives up this rank's copy of the page, unless it is the home; what is dirty goes home first. */
void hyd_hlrc_drop(struct hyd_hlrc *e, struct hyd_hlrc_span *s, uint32_t page);
/* Finds the home of a page that is UNKNOWN; afterwards it is INVALID, or HOME_*. */
void hyd_hlrc_learn_home(struct hyd_hlrc *e, uint32_t page);

#endif
