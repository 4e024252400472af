/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hyd_coll_tuning.h: the calls by which GASNet-1 clients tune collectives (gasnet1-coll.md section
 * 9). There is nothing to tune here: they check their team and change nothing. Not for direct
 * inclusion: gasnet_coll.h brings it. From any thread.
 */
#ifndef HYD_COLL_TUNING_H
#define HYD_COLL_TUNING_H

#include "hyd_coll_gasnet1.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  GASNET_COLL_BROADCAST_OP = 0,
  GASNET_COLL_BROADCASTM_OP,
  GASNET_COLL_SCATTER_OP,
  GASNET_COLL_SCATTERM_OP,
  GASNET_COLL_GATHER_OP,
  GASNET_COLL_GATHERM_OP,
  GASNET_COLL_GATHER_ALL_OP,
  GASNET_COLL_GATHER_ALLM_OP,
  GASNET_COLL_EXCHANGE_OP,
  GASNET_COLL_EXCHANGEM_OP,
  GASNET_COLL_REDUCE_OP,
  GASNET_COLL_REDUCEM_OP,
  GASNET_COLL_NUM_COLL_OPTYPES
} gasnet_coll_optype_t;

typedef enum {
  GASNET_COLL_PIPE_SEG_SIZE,
  GASNET_COLL_DISSEM_RADIX,
  GASNET_COLL_TREE_TYPE,
  GASNET_COLL_NUM_PARAM_TYPES
} gasnet_coll_tuning_param_type_t;

typedef void (*gasnet_coll_overlap_sample_work_t)(void *arg);

typedef struct {
  uint8_t **dst, **src;
  gasnet_image_t rootimg;
  size_t src_blksz, src_offset, elem_size, nbytes, dist;
  gasnet_coll_fn_handle_t func;
  int func_arg;
} gasnet_coll_args_t;
/* file may be NULL. Nothing is read or written. */
#define GASNET_COLL_ARGS_INITIALIZER                                                               \
  { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0 }
void gasnet_coll_loadTuningState(char *file, gasnet_team_handle_t team);
void gasnet_coll_dumpTuningState(char *file, gasnet_team_handle_t team);
void gasnet_coll_dumpProfile(char *file, gasnet_team_handle_t team);
/* Tries nothing; sets the outputs that are not NULL to 0, 0, NULL and NULL. */
void gasnet_coll_tune_generic_op(gasnet_team_handle_t team, gasnet_coll_optype_t op,
                                 gasnet_coll_args_t args, int flags,
                                 gasnet_coll_overlap_sample_work_t fn, void *work_arg,
                                 uint32_t *best_alg, uint32_t *num_params, uint32_t **best_param,
                                 char **best_tree);
int gasnet_coll_get_num_tree_classes(gasnet_team_handle_t team,
                                     gasnet_coll_optype_t optype); /* 1 */
void gasnet_coll_set_tree_kind(gasnet_team_handle_t team, int type, int fanout,
                               gasnet_coll_optype_t optype);
void gasnet_coll_set_dissem_limit(gasnet_team_handle_t team, size_t limit,
                                  gasnet_coll_optype_t optype);

#ifdef __cplusplus
}
#endif

#endif
