/* SPDX-License-Identifier: BSD-3-Clause
 *
 * map.c: see map.h.
 */
#include "core/mem/map.h"

#include "conduits/dispatch.h"

void hyd_team_copy_maps(struct hyd_team *t) {
  for (gex_Rank_t i = 0; i < t->pub.size; i++) t->maps[i] = t->job->mem.map[t->member[i]];
}

void hyd_team_show_maps(struct hyd_team *t) {
  static const struct hyd_map nowhere = {HYD_NOT_MAPPED, 0, 0};
  if (HYD_DEBUG || hyd_watched(t->job)) { /* the library wants to see every operation */
    t->pub.map = &nowhere;
    t->pub.step = 0;
  } else if (t->member) {
    t->pub.map = t->maps;
    t->pub.step = sizeof *t->maps;
  } else {
    t->pub.map = &t->job->mem.map[t->first];
    t->pub.step = (size_t)(ptrdiff_t)(int32_t)t->stride * sizeof *t->job->mem.map;
  }
}

void hyd_team_maps_changed(struct hyd_job *job) {
  pthread_mutex_lock(&job->threads.lock);
  for (struct hyd_team *t = job->teams.list; t; t = t->next) hyd_team_copy_maps(t);
  pthread_mutex_unlock(&job->threads.lock);
}

/* Memory of fewer bytes than inline code looks at together is not shown to it. */
static int may_be_mapped(const void *here, uintptr_t size) { return here && size >= HYD_RMA_SMALL; }

void hyd_segment_note(struct hyd_job *job, gex_Rank_t peer, void *base, uintptr_t size,
                      void *here) {
  if (hyd_everything(job)) return; /* all memory is reached already */
  job->mem.seginfo[peer] = (gasnet_seginfo_t){.addr = base, .size = size};
  hyd_map_clear(&job->mem.map[peer]);
  if (may_be_mapped(here, size)) job->mem.map[peer] = hyd_map_of((uintptr_t)base, size, here);
  hyd_team_maps_changed(job);
}

void hyd_segment_forget(struct hyd_job *job) {
  if (job->mem.attached) hyd_conduit_detach(job);
  hyd_segment_note(job, job->rank, NULL, 0, NULL);
}
