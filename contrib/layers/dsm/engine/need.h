/* SPDX-License-Identifier: BSD-3-Clause
 *
 * need.h: with versions: which diffs this rank has notices of that may not be stored yet. A release
 * begins when the diffs of the one before are stored. So of each writer only the notices since the
 * release before its last that this rank knows of are kept; older ones are void, and their memory
 * is used again.
 */
#ifndef HYD_DSM_NEED_H
#define HYD_DSM_NEED_H

#include <stdint.h>

struct hyd_hlrc_need { /* a page is new enough with this version of the writer's, or a later one */
  uint32_t writer, version;
};

struct hyd_hlrc_note { /* a notice that is kept */
  uint32_t page, writer, version;
  uint32_t next; /* of the same list, + 1 */
};

struct hyd_hlrc_needs {
  struct hyd_hlrc_note *note;
  uint32_t *list;  /* by page % lists: its first note, + 1 */
  uint64_t *since; /* by writer: notices before this position are void */
  uint32_t room, lists, used, free;
  uint64_t passed; /* by `since`: positions since all lists were looked through */
};

/* The version that a writer's notice at that position gives the page. */
static inline uint32_t hyd_hlrc_version(uint64_t position) { return (uint32_t)(position + 1); }

/* Notices of the writer before this position are void. */
void hyd_hlrc_need_since(struct hyd_hlrc_needs *n, uint32_t writer, uint64_t position);
/* 0: there is no room; the version is to be awaited at once. */
int hyd_hlrc_need_add(struct hyd_hlrc_needs *n, uint32_t page, uint32_t writer, uint64_t position);
/* What the page needs, at most one entry for each writer; how many. */
uint32_t hyd_hlrc_need_of(struct hyd_hlrc_needs *n, uint32_t page, struct hyd_hlrc_need *need);
int hyd_hlrc_need_has(struct hyd_hlrc_needs *n, uint32_t page);

#endif
