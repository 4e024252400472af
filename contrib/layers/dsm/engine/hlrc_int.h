/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hlrc_int.h: declarations shared by the engine's sources.
 */
#ifndef HYD_DSM_HLRC_INT_H
#define HYD_DSM_HLRC_INT_H

#include "contrib/layers/dsm/engine/hlrc.h"

#define HYD_HLRC_WRITTEN 0x80u /* bit of a page's state: it is in `written` */
#define HYD_HLRC_NO_TWIN UINT32_MAX
#define HYD_HLRC_WATCH_CREDIT 8u
#define HYD_HLRC_CHUNK 1024u /* notices of a log that are read at once */

/* Adjacent pages whose access changes in the same way, by one call of `protect`. */
struct hyd_hlrc_span {
  uint32_t first, n;
  enum hyd_hlrc_access was, now;
};

static inline char *hyd_hlrc_at(const struct hyd_hlrc *e, uint32_t page) {
  return e->mem + (size_t)page * e->c.page_bytes;
}
/* Sets a page's state. No page becomes UNKNOWN again; all pages from `used` on are UNKNOWN. */
static inline void hyd_hlrc_set(struct hyd_hlrc *e, uint32_t page, enum hyd_hlrc_state to) {
  if (page >= e->used) e->used = page + 1;
  e->state[page] = (uint8_t)((e->state[page] & HYD_HLRC_WRITTEN) | to);
}
static inline int hyd_hlrc_is_home(enum hyd_hlrc_state s) { return s >= HYD_HLRC_HOME_OPEN; }

void hyd_hlrc_span_add(struct hyd_hlrc *e, struct hyd_hlrc_span *s, uint32_t page,
                       enum hyd_hlrc_access was, enum hyd_hlrc_access now);
/* Protects the span. Home pages that were to become WATCHED get READ if watching does not pay. */
void hyd_hlrc_span_end(struct hyd_hlrc *e, struct hyd_hlrc_span *s);

/* --- hlrc_watch.c */
/* Watches the pages of the span; 0: not watched, they must fault. */
int hyd_hlrc_watch(struct hyd_hlrc *e, const struct hyd_hlrc_span *s);
/* Adds the watched pages that have been written to this interval's list. */
void hyd_hlrc_take_writes(struct hyd_hlrc *e);

/* Adds the page to this interval's list. */
void hyd_hlrc_note_written(struct hyd_hlrc *e, uint32_t page);
uint32_t hyd_hlrc_twin_take(struct hyd_hlrc *e); /* or HYD_HLRC_NO_TWIN */
/* Starts the diff of a DIRTY page and frees its twin. The caller changes the access. */
void hyd_hlrc_send_diff(struct hyd_hlrc *e, uint32_t page, uint32_t version);
/* Sends the diffs of all DIRTY pages home before the release, and waits until they are stored. */
void hyd_hlrc_flush_all(struct hyd_hlrc *e);
void hyd_hlrc_settle(struct hyd_hlrc *e);
/* Waits until the page's home, this rank or another, has that version. */
void hyd_hlrc_await_version(struct hyd_hlrc *e, uint32_t page, struct hyd_hlrc_need need);
/* Makes this rank the home of a page that was UNKNOWN. */
void hyd_hlrc_become_home(struct hyd_hlrc *e, uint32_t page);
/* Invalidates this rank's copy of the page, unless it is the home. The diff of a DIRTY page is sent
 * home first. */
void hyd_hlrc_drop(struct hyd_hlrc *e, struct hyd_hlrc_span *s, uint32_t page);
/* Finds the home of an UNKNOWN page, whose state becomes INVALID or HOME_*. */
void hyd_hlrc_learn_home(struct hyd_hlrc *e, uint32_t page);

#endif
