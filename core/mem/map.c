/* SPDX-License-Identifier: BSD-3-Clause
 *
 * map.c: see map.h.
 */
#include "core/mem/map.h"

#include "conduits/dispatch.h"
#include "core/mem/endpoint.h"

void hyd_team_copy_maps(struct hyd_team *t) {
  if (t->member == NULL) return;
  for (gex_Rank_t i = 0; i < t->pub.size; i++) t->maps[i] = t->job->mem.map[t->member[i]];
}

/* --- what inline code is shown -------------------------------------------- */

static int hides_maps(const struct hyd_job *job) { return HYD_DEBUG || hyd_watched(job); }

int hyd_maps_may_hide(struct hyd_job *job) {
  struct hyd_map *nowhere = job->mem.nowhere ? NULL : malloc(job->size * sizeof *nowhere);
  if (job->mem.nowhere) return 0;
  if (nowhere == NULL) return -1;
  for (gex_Rank_t i = 0; i < job->size; i++) hyd_map_clear(&nowhere[i]);
  job->mem.nowhere = nowhere;
  return 0;
}

static const struct hyd_map *map_of(const struct hyd_team *t) {
  const struct hyd_map *all = hides_maps(t->job) ? t->job->mem.nowhere : t->job->mem.map;
  if (t->member == NULL) return &all[t->first];
  return hides_maps(t->job) ? all : t->maps;
}

/* Shows inline code the team's map. The step does not change, so that a thread in inline code sees
 * the old map or the new one. */
static void show_map(struct hyd_team *t) { HYD_RELAXED_SET(t->pub.map, map_of(t)); }

void hyd_team_show_maps(struct hyd_team *t) {
  t->pub.step =
      t->member ? sizeof *t->maps : (size_t)(ptrdiff_t)(int32_t)t->stride * sizeof *t->job->mem.map;
  show_map(t);
}

void hyd_maps_show(struct hyd_job *job) {
  show_map(&job->team);
  HYD_RELAXED_SET(job->pair.pub.map, job->team.pub.map);
  for (struct hyd_team *t = job->teams.list; t; t = t->next) show_map(t);
  if (job->hooks.maps_shown) job->hooks.maps_shown(job);
}

/* --- what there is -------------------------------------------------------- */

void hyd_team_maps_changed(struct hyd_job *job) {
  pthread_mutex_lock(&job->threads.lock);
  for (struct hyd_team *t = job->teams.list; t; t = t->next) hyd_team_copy_maps(t);
  pthread_mutex_unlock(&job->threads.lock);
}

/* Whether memory is shown to inline code, which reads HYD_RMA_SMALL bytes at a time. */
static int may_be_mapped(const void *here, uintptr_t size) { return here && size >= HYD_RMA_SMALL; }

/* Notes a segment in EVERYTHING, where all memory is reached anyway: for queries. */
static int note_in_everything(struct hyd_job *job, gex_Rank_t peer, void *base, uintptr_t size,
                              void *here) {
  struct hyd_bound *b = hyd_bound_table(job, 0);
  if (b == NULL) return -1;
  b[peer] = (struct hyd_bound){.base = base, .size = size};
  hyd_map_clear(&b[peer].map);
  if (here) b[peer].map = hyd_map_of((uintptr_t)base, size, here);
  return 0;
}

int hyd_segment_note(struct hyd_job *job, gex_Rank_t peer, void *base, uintptr_t size, void *here) {
  if (hyd_everything(job)) return note_in_everything(job, peer, base, size, here);
  job->mem.seginfo[peer] = (gasnet_seginfo_t){.addr = base, .size = size};
  hyd_map_clear(&job->mem.map[peer]);
  if (may_be_mapped(here, size)) job->mem.map[peer] = hyd_map_of((uintptr_t)base, size, here);
  hyd_team_maps_changed(job);
  return 0;
}

void hyd_segment_forget(struct hyd_job *job) {
  if (job->mem.attached) hyd_conduit_detach(job);
  /* This cannot fail: the entry exists since the segment was bound. */
  (void)hyd_segment_note(job, job->rank, NULL, 0, NULL);
}
