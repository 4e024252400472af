/* SPDX-License-Identifier: BSD-3-Clause
 *
 * map.h: which memory of its peers this process reaches by loads and stores, and which segments the
 * primordial endpoints are bound to.
 */
#ifndef HYD_MEM_MAP_H
#define HYD_MEM_MAP_H

#include "core/base/job.h"

#define HYD_NOT_MAPPED ((uintptr_t)1 << 63) /* a map's `lo` that no address reaches */

/* Sets a map to that of memory which is not mapped. */
static inline void hyd_map_clear(struct hyd_map *m) { *m = (struct hyd_map){HYD_NOT_MAPPED, 0, 0}; }
/* The map of `size` bytes that their owner has at `there` and this process at `here`. */
static inline struct hyd_map hyd_map_of(uintptr_t there, uintptr_t size, const void *here) {
  return (struct hyd_map){there, size - HYD_RMA_SMALL, (uintptr_t)here};
}
/* Where [addr, addr+n) of the map's owner lies in this process, or NULL. */
HYD_HOT_INLINE void *hyd_map_at(const struct hyd_map *m, const void *addr, size_t n) {
  uintptr_t off = (uintptr_t)addr - m->lo, size = m->lim + HYD_RMA_SMALL;
  return n <= size && off <= size - n ? (void *)(m->base + off) : NULL;
}

/* The same for the primordial segment of `peer`; also where inline code is shown empty maps. */
HYD_HOT_INLINE void *hyd_local(const struct hyd_job *job, gex_Rank_t peer, const void *addr,
                               size_t n) {
  return hyd_map_at(&job->mem.map[peer], addr, n);
}

/* Whether [addr, addr+n), not empty, lies in the peer's segment, or is any memory at all in
 * EVERYTHING. */
HYD_HOT_INLINE int hyd_in_segment(const struct hyd_job *job, gex_Rank_t peer, const void *addr,
                                  size_t n) {
  const gasnet_seginfo_t *seg;
  uintptr_t off;
  if (hyd_unlikely(hyd_everything(job))) return addr != NULL;
  seg = &job->mem.seginfo[peer];
  off = (uintptr_t)addr - (uintptr_t)seg->addr;
  return n <= seg->size && off <= seg->size - n;
}

/* Fills the maps of a team, if it has its own (team_members.c). Under job->threads.lock. */
void hyd_team_copy_maps(struct hyd_team *t);
/* Shows inline code the team's maps, or empty maps where the library must see every operation. */
void hyd_team_show_maps(struct hyd_team *t);
/* Makes the empty maps that hyd_maps_show may show. Returns 0, or -1: out of memory. */
int hyd_maps_may_hide(struct hyd_job *job);
/* Shows inline code the maps of all teams anew, when the library begins or ends to see every
 * operation. Under job->threads.lock. */
void hyd_maps_show(struct hyd_job *job);
/* Copies job->mem.map, which has changed, to the maps of teams. */
void hyd_team_maps_changed(struct hyd_job *job);

/* Notes the segment to which a rank's primordial endpoint is bound. here: where it is mapped in
 * this process, or NULL. Returns 0, or -1: out of memory. */
int hyd_segment_note(struct hyd_job *job, gex_Rank_t peer, void *base, uintptr_t size, void *here);
/* Called before the segment of this rank's primordial endpoint is destroyed. */
void hyd_segment_forget(struct hyd_job *job);

#endif
