/* SPDX-License-Identifier: BSD-3-Clause
 *
 * images.c: THIS_IMAGE, NUM_IMAGES and the states of images (libcaf.md 3.2). An argument may be a
 * number of levels (GCC 9 to 15) or a team (GCC 16), which is the address of a live team.
 */
#include <stdlib.h>
#include <string.h>

#include "contrib/layers/caf/entries.h"
#include "contrib/layers/caf/teams.h"

/* The team meant by the argument. If the argument is an int, only the low half of the register is
 * defined. */
static struct caf_team *which(intptr_t distance_or_team) {
  struct caf_team *team = hyd_caf_live_team((void *)distance_or_team);
  if (team) return team;
  team = hyd_caf.current;
  for (int levels = (int)distance_or_team; levels > 0 && team->parent; levels--)
    team = team->parent;
  return team;
}

int _gfortran_caf_this_image(intptr_t distance_or_team) {
  hyd_caf_start();
  return (int)which(distance_or_team)->me + 1;
}

static int failed_members(const struct caf_team *team) {
  int n = 0;
  for (uint32_t i = 0; i < team->size; i++) n += hyd_caf_member_state(team, i) == CAF_FAILED;
  return n;
}

int _gfortran_caf_num_images(intptr_t distance_or_team, intptr_t failed_or_number) {
  hyd_caf_start();
  const struct caf_team *team = which(distance_or_team);
  int failed = (int)failed_or_number;
  if (failed == 1) return failed_members(team);
  if (failed == 0 && !CAF_GCC16) return (int)team->size - failed_members(team);
  return (int)team->size;
}

static int status_code(int state) {
  return state == CAF_STOPPED  ? GFC_STAT_STOPPED_IMAGE
         : state == CAF_FAILED ? GFC_STAT_FAILED_IMAGE
                               : 0;
}

int _gfortran_caf_image_status(int image, intptr_t team_address) {
  hyd_caf_start();
  void **handle = (void **)team_address;
  bool none = team_address == 0 || (int)team_address == -1;
  const struct caf_team *team = none ? hyd_caf.current : hyd_caf_live_team(*handle);
  gasnet_AMPoll();
  if (team == NULL || image < 1 || (uint32_t)image > team->size) {
    hyd_caf_fail(&(struct caf_status){0}, GFC_STAT_ERROR,
                 "IMAGE_STATUS: image %d; expected 1 to %u", image, team ? team->size : 0);
    return 0;
  }
  return status_code(hyd_caf_member_state(team, (uint32_t)image - 1));
}

static void store(char *to, int kind, int64_t value) { memcpy(to, &value, (size_t)kind); }

/* Makes the list in memory from malloc, which the caller frees. The caller's bounds begin at 0. */
static void list_images(struct gfc_desc *result, void *team_address, const int *kind_p, int state) {
  hyd_caf_start();
  int kind = kind_p ? *kind_p : 4;
  const struct caf_team *team =
      team_address ? hyd_caf_live_team(*(void **)team_address) : hyd_caf.current;
  ptrdiff_t n = 0;
  gasnet_AMPoll();
  if (team == NULL) team = hyd_caf.current;
  char *list = malloc(team->size * (size_t)kind + 1);
  if (list == NULL)
    hyd_caf_fail(&(struct caf_status){0}, GFC_STAT_ALLOCATION,
                 "not enough memory for a list of images");
  for (uint32_t i = 0; i < team->size; i++)
    if (hyd_caf_member_state(team, i) == state) store(list + n++ * kind, kind, (int64_t)i + 1);
  result->base = list;
  result->offset = 0;
  result->elem_len = (size_t)kind;
  result->version = 0;
  result->rank = 1;
  result->type = GFC_INTEGER;
  result->attribute = 0;
  result->span = kind;
  result->dim[0] = (struct gfc_dim){1, 0, n - 1};
}

void _gfortran_caf_failed_images(struct gfc_desc *result, void *team, int *kind) {
  list_images(result, team, kind, CAF_FAILED);
}

void _gfortran_caf_stopped_images(struct gfc_desc *result, void *team, int *kind) {
  list_images(result, team, kind, CAF_STOPPED);
}

int _gfortran_caf_team_number(void *handle) {
  hyd_caf_start();
  const struct caf_team *team = handle ? hyd_caf_live_team(handle) : hyd_caf.current;
  if (team == NULL) {
    hyd_caf_fail(&(struct caf_status){0}, GFC_STAT_ERROR,
                 "TEAM_NUMBER: the team variable was not formed");
    return 0;
  }
  return team->number;
}

/* GCC 16: INITIAL_TEAM 0, PARENT_TEAM 1, CURRENT_TEAM 2. */
void *_gfortran_caf_get_team(int *level) {
  hyd_caf_start();
  if (level == NULL || *level == 2) return hyd_caf.current;
  if (*level == 0) return hyd_caf.initial;
  return hyd_caf.current->parent ? hyd_caf.current->parent : hyd_caf.current;
}
