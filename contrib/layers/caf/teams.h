/* SPDX-License-Identifier: BSD-3-Clause
 *
 * teams.h: making and finding teams.
 */
#ifndef HYD_CAF_TEAMS_H
#define HYD_CAF_TEAMS_H
#include "contrib/layers/caf/caf.h"

void hyd_caf_initial_team(void);
/* The team of a handle that the program holds; NULL if the handle is not a team. */
struct caf_team *hyd_caf_live_team(const void *handle);

/* The statements; their entry points are in team_calls.c, or for GCC 16 in team_calls_16.c. */
void hyd_caf_form_team(int number, void **handle, int index, const struct caf_status *status);
void hyd_caf_change_team(const void *handle, const struct caf_status *status);
void hyd_caf_end_team(const struct caf_status *status);
void hyd_caf_sync_team(const void *handle, const struct caf_status *status);

#endif
