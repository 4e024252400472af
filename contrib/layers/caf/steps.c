/* SPDX-License-Identifier: BSD-3-Clause
 *
 * steps.c: the collective steps of a team: barriers, which the processes of ended images enter as
 * well, and collectives on data, which are abandoned when a member has ended without taking part.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/caf/caf.h"

int hyd_caf_barrier(struct caf_team *team) {
  if (!hyd_caf.handles_quit) hyd_caf_handle_quit();
  team->barrier_count++;
  gex_Event_Wait(gex_Coll_BarrierNB(team->barriers, 0));
  return hyd_caf_any_ended(team) ? hyd_caf_absent(team, true, team->barrier_count) : 0;
}

int hyd_caf_data_gone(struct caf_team *team) {
  if (!hyd_caf_any_ended(team)) return 0;
  int gone = hyd_caf_absent(team, false, team->data_count + 1);
  if (gone) team->broken = true;
  return gone;
}

struct step {
  struct caf_team *team;
  gex_Event_t event;
  bool done;
  int gone;
};

/* Tests whether the step is over: complete, or abandoned. */
static bool test_step(struct step *s) {
  s->done = s->done || gex_Event_Test(s->event) == GASNET_OK;
  if (!s->done && hyd_caf_any_ended(s->team))
    s->gone = hyd_caf_absent(s->team, false, s->team->data_count);
  return s->done || s->gone;
}

int hyd_caf_data_step(struct caf_team *team, gex_Event_t event) {
  struct step s = {.team = team, .event = event};
  team->data_count++;
  CAF_AWAIT(test_step(&s));
  if (s.gone) team->broken = true;
  return s.gone;
}

int hyd_caf_max(struct caf_team *team, uint64_t *words, size_t n) {
  if (team->size == 1) return 0;
  int gone = hyd_caf_data_gone(team);
  if (gone) return gone;
  /* Memory of this step alone: if the step is abandoned, it is never freed, as other members may
   * still write to it. */
  uint64_t *work = malloc(n * sizeof *work);
  if (work == NULL) hyd_caf_fail(&(struct caf_status){0}, GFC_STAT_ALLOCATION, "not enough memory");
  memcpy(work, words, n * sizeof *work);
  gone =
      hyd_caf_data_step(team, gex_Coll_ReduceToAllNB(team->data, work, work, GEX_DT_U64,
                                                     sizeof *work, n, GEX_OP_MAX, NULL, NULL, 0));
  if (gone) return gone;
  memcpy(words, work, n * sizeof *work);
  free(work);
  return 0;
}
