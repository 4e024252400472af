/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coll_tuning.c: GASNet-1's calls that tune collectives: there is nothing to tune
 * (hyd_coll_tuning.h).
 */
#include "extended/coll_images.h"

#include "hyd_coll_tuning.h"

void gasnet_coll_loadTuningState(char *file, gasnet_team_handle_t team) {
  (void)file;
  hyd_images_team(team, "gasnet_coll_loadTuningState");
}

void gasnet_coll_dumpTuningState(char *file, gasnet_team_handle_t team) {
  (void)file;
  hyd_images_team(team, "gasnet_coll_dumpTuningState");
}

void gasnet_coll_dumpProfile(char *file, gasnet_team_handle_t team) {
  (void)file;
  hyd_images_team(team, "gasnet_coll_dumpProfile");
}

void gasnet_coll_tune_generic_op(gasnet_team_handle_t team, gasnet_coll_optype_t op,
                                 gasnet_coll_args_t args, int flags,
                                 gasnet_coll_overlap_sample_work_t fn, void *work_arg,
                                 uint32_t *best_alg, uint32_t *num_params, uint32_t **best_param,
                                 char **best_tree) {
  (void)op;
  (void)args;
  (void)flags;
  (void)fn;
  (void)work_arg;
  hyd_images_team(team, "gasnet_coll_tune_generic_op");
  if (best_alg) *best_alg = 0;
  if (num_params) *num_params = 0;
  if (best_param) *best_param = NULL;
  if (best_tree) *best_tree = NULL;
}

int gasnet_coll_get_num_tree_classes(gasnet_team_handle_t team, gasnet_coll_optype_t optype) {
  (void)optype;
  hyd_images_team(team, "gasnet_coll_get_num_tree_classes");
  return 1;
}

void gasnet_coll_set_tree_kind(gasnet_team_handle_t team, int type, int fanout,
                               gasnet_coll_optype_t optype) {
  (void)type;
  (void)fanout;
  (void)optype;
  hyd_images_team(team, "gasnet_coll_set_tree_kind");
}

void gasnet_coll_set_dissem_limit(gasnet_team_handle_t team, size_t limit,
                                  gasnet_coll_optype_t optype) {
  (void)limit;
  (void)optype;
  hyd_images_team(team, "gasnet_coll_set_dissem_limit");
}
