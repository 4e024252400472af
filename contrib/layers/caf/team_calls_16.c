/* SPDX-License-Identifier: BSD-3-Clause
 *
 * team_calls_16.c: the statements on teams as GCC 16 calls them (libcaf.md 4.4).
 */
#include "contrib/layers/caf/stats.h"
#include "contrib/layers/caf/teams.h"

CAF_EXPORT void _gfortran_caf_form_team(int number, void **team, int *new_index, int *stat,
                                        char *errmsg, size_t len);
CAF_EXPORT void _gfortran_caf_change_team(void *team, int *stat, char *errmsg, size_t len);
CAF_EXPORT void _gfortran_caf_end_team(int *stat, char *errmsg, size_t len);
CAF_EXPORT void _gfortran_caf_sync_team(void *team, int *stat, char *errmsg, size_t len);

void _gfortran_caf_form_team(int number, void **team, int *new_index, int *stat, char *errmsg,
                             size_t len) {
  struct caf_status status = {stat, errmsg, len};
  CAF_BEGIN(since);
  hyd_caf_start();
  hyd_caf_form_team(number, team, new_index ? *new_index : 0, &status);
  CAF_STAT_END(CAF_K_TEAM, since, 0);
}

void _gfortran_caf_change_team(void *team, int *stat, char *errmsg, size_t len) {
  struct caf_status status = {stat, errmsg, len};
  CAF_BEGIN(since);
  hyd_caf_change_team(team, &status);
  CAF_STAT_END(CAF_K_TEAM, since, 0);
}

void _gfortran_caf_end_team(int *stat, char *errmsg, size_t len) {
  struct caf_status status = {stat, errmsg, len};
  CAF_BEGIN(since);
  hyd_caf_end_team(&status);
  CAF_STAT_END(CAF_K_TEAM, since, 0);
}

void _gfortran_caf_sync_team(void *team, int *stat, char *errmsg, size_t len) {
  struct caf_status status = {stat, errmsg, len};
  CAF_BEGIN(since);
  hyd_caf_sync_team(team, &status);
  CAF_STAT_END(CAF_K_TEAM, since, 0);
}
