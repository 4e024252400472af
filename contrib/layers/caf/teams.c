/* SPDX-License-Identifier: BSD-3-Clause
 *
 * teams.c: FORM TEAM, CHANGE TEAM, END TEAM, SYNC TEAM (libcaf.md 3.10). A TYPE(TEAM_TYPE) variable
 * holds the address of a struct caf_team. Teams live until the end of the job, as copies of the
 * variable may.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/caf/entries.h"
#include "contrib/layers/caf/stats.h"
#include "contrib/layers/caf/teams.h"

enum { INITIAL_NUMBER = -1 };

static void fail_no_memory(void) {
  hyd_caf_fail(&(struct caf_status){0}, GFC_STAT_ALLOCATION, "FORM TEAM: not enough memory");
}

struct caf_team *hyd_caf_live_team(const void *handle) {
  struct caf_team *t = hyd_caf.teams;
  while (t && t != handle) t = t->next;
  return t;
}

/* Fills in a team whose two GASNet-EX teams exist. */
static void complete_team(struct caf_team *team, struct caf_team *parent, int number) {
  int failure;
  team->parent = parent;
  team->level = parent ? parent->level + 1 : 0;
  team->number = number;
  team->size = gex_TM_QuerySize(team->barriers);
  team->me = gex_TM_QueryRank(team->barriers);
  team->jobrank = malloc(team->size * sizeof *team->jobrank);
  if (team->jobrank == NULL) fail_no_memory();
  for (uint32_t i = 0; i < team->size; i++)
    team->jobrank[i] = gex_TM_TranslateRankToJobrank(team->barriers, i);
  team->next = hyd_caf.teams;
  hyd_caf.teams = team;
  team->control = hyd_caf_coarray(team, (2 * (size_t)team->size + 2) * sizeof(uint64_t),
                                  GFC_COARRAY_STATIC, &failure);
  if (team->control == NULL) fail_no_memory();
  team->ended =
      (_Atomic uint64_t *)(void *)(team->control->here + 2 * team->size * sizeof(uint64_t));
}

void hyd_caf_initial_team(void) {
  struct caf_team *team = calloc(1, sizeof *team);
  if (team == NULL) fail_no_memory();
  team->barriers = hyd_caf.all;
  gex_TM_Split(&team->data, hyd_caf.all, 0, 0, NULL, 0, GEX_FLAG_TM_NO_SCRATCH);
  complete_team(team, NULL, INITIAL_NUMBER);
  hyd_caf.initial = hyd_caf.current = team;
}

/* Members that have ended do not become members of the new team, but their processes take part in
 * the splits (ending.c). index: the image index wanted in the new team; 0: the order of the current
 * team. */
void hyd_caf_form_team(int number, void **handle, int index, const struct caf_status *status) {
  struct caf_team *parent = hyd_caf.current, *team = calloc(1, sizeof *team);
  if (team == NULL) fail_no_memory();
  if (number < 1) {
    hyd_caf_fail(status, GFC_STAT_ERROR, "FORM TEAM: team number %d; expected a positive number",
                 number);
    free(team);
    return;
  }
  hyd_caf_complete_puts();
  hyd_caf_announce_split(parent, parent->barrier_count + 1);
  int gone = hyd_caf_barrier(parent);
  int key = index ? index - 1 : (int)parent->me;
  gex_TM_Split(&team->barriers, parent->barriers, number, key, NULL, 0, GEX_FLAG_TM_NO_SCRATCH);
  gex_TM_Split(&team->data, parent->barriers, number, key, NULL, 0, GEX_FLAG_TM_NO_SCRATCH);
  complete_team(team, parent, number);
  *handle = team;
  /* GCC 9 to 15 cannot pass STAT=, so images continue without the failed ones. */
  if (gone == CAF_FAILED && !CAF_GCC16 && status->stat == NULL) gone = 0;
  hyd_caf_report(status, gone, "FORM TEAM");
}

static struct caf_team *expect_team(const void *handle, const char *statement,
                                    const struct caf_status *status) {
  struct caf_team *team = hyd_caf_live_team(handle);
  if (team == NULL)
    hyd_caf_fail(status, GFC_STAT_ERROR, "%s: the team variable was not formed", statement);
  return team;
}

void hyd_caf_change_team(const void *handle, const struct caf_status *status) {
  struct caf_team *team = expect_team(handle, "CHANGE TEAM", status);
  if (team == NULL) return;
  if (team->parent != hyd_caf.current) {
    hyd_caf_fail(status, GFC_STAT_ERROR, "CHANGE TEAM: team %d was not formed by the current team",
                 team->number);
    return;
  }
  hyd_caf_complete_puts();
  int gone = hyd_caf_barrier(team);
  hyd_caf.current = team;
  hyd_caf_report(status, gone, "CHANGE TEAM");
}

void hyd_caf_end_team(const struct caf_status *status) {
  struct caf_team *team = hyd_caf.current;
  if (team->parent == NULL) {
    hyd_caf_fail(status, GFC_STAT_ERROR, "END TEAM: the initial team is current");
    return;
  }
  hyd_caf_complete_puts();
  int gone = hyd_caf_barrier(team);
  hyd_caf_release_team(team); /* frees coarrays that were allocated in the construct */
  hyd_caf.current = team->parent;
  hyd_caf_report(status, gone, "END TEAM");
}

void hyd_caf_sync_team(const void *handle, const struct caf_status *status) {
  struct caf_team *team = expect_team(handle, "SYNC TEAM", status);
  if (team == NULL) return;
  hyd_caf_complete_puts();
  hyd_caf_report(status, hyd_caf_barrier(team), "SYNC TEAM");
}
