/* SPDX-License-Identifier: BSD-3-Clause
 *
 * team_calls.c: the statements on teams as GCC 9 to 15 call them.
 */
#include "contrib/layers/caf/entries.h"
#include "contrib/layers/caf/stats.h"
#include "contrib/layers/caf/teams.h"

static const struct caf_status no_status = {0};

void _gfortran_caf_form_team(int number, void **team, int unused) {
  CAF_BEGIN(since);
  (void)unused;
  hyd_caf_start();
  hyd_caf_form_team(number, team, 0, &no_status);
  CAF_STAT_END(CAF_K_TEAM, since, 0);
}

void _gfortran_caf_change_team(void **team, int unused) {
  CAF_BEGIN(since);
  (void)unused;
  hyd_caf_change_team(*team, &no_status);
  CAF_STAT_END(CAF_K_TEAM, since, 0);
}

void _gfortran_caf_end_team(int *unused) {
  CAF_BEGIN(since);
  (void)unused;
  hyd_caf_end_team(&no_status);
  CAF_STAT_END(CAF_K_TEAM, since, 0);
}

void _gfortran_caf_sync_team(void **team, int unused) {
  CAF_BEGIN(since);
  (void)unused;
  hyd_caf_sync_team(*team, &no_status);
  CAF_STAT_END(CAF_K_TEAM, since, 0);
}
