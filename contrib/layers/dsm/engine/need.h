/* SPDX-License-Identifier: BSD-3-Clause
 *
 * need.h: with versions, the notices received whose diffs may not be stored yet. A release begins
 * when the diffs of the writer's release before it are stored. So only the newest notices of each
 * writer are kept, those of the last release that this rank knows; older ones are void, and their
 * memory is reused.
 */
#ifndef HYD_DSM_NEED_H
#define HYD_DSM_NEED_H

#include <stdint.h>

struct hyd_hlrc_need { /* a page is new enough if it has this version of the writer, or a later one
                        */
  uint32_t writer, version;
};

struct hyd_hlrc_note { /* a notice that has been received and kept */
  uint32_t page, writer, version;
  uint32_t next; /* number of the next note in the list, + 1 */
};

struct hyd_hlrc_needs {
  struct hyd_hlrc_note *note;
  uint32_t *list;  /* by page % lists: number of its first note, + 1 */
  uint64_t *since; /* by writer: notices before this position are void */
  uint32_t room, lists, used, free;
  uint64_t passed; /* positions that `since` has advanced since all lists were cleaned */
};

/* The version of a page that belongs to the writer's notice at this position. */
static inline uint32_t hyd_hlrc_version(uint64_t position) { return (uint32_t)(position + 1); }

/* Makes the writer's notices before this position void. */
void hyd_hlrc_need_since(struct hyd_hlrc_needs *n, uint32_t writer, uint64_t position);
/* Records a need. 0: out of room; the caller must wait for the version at once. */
int hyd_hlrc_need_add(struct hyd_hlrc_needs *n, uint32_t page, uint32_t writer, uint64_t position);
/* Collects the page's needs, at most one for each writer; returns how many. */
uint32_t hyd_hlrc_need_of(struct hyd_hlrc_needs *n, uint32_t page, struct hyd_hlrc_need *need);
int hyd_hlrc_need_has(struct hyd_hlrc_needs *n, uint32_t page);

#endif
