/* SPDX-License-Identifier: BSD-3-Clause
 *
 * groups.h: the library's record of a group. An ARMCI_Group is a value that programs copy; its
 * grp_to_abs points to to_world in the record, by which the library finds the record.
 */
#ifndef HYD_ARMCI_GROUPS_H
#define HYD_ARMCI_GROUPS_H
#include "contrib/layers/armci/job.h"

struct armci_group {
  ARMCI_Group handle; /* what programs get */
  MPI_Comm own;       /* a copy of handle.comm for the library's messages */
  MPI_Comm scope[3];  /* by SCOPE_NODE, SCOPE_MASTERS; made when first used */
  int id;             /* from 1; other ranks number their groups differently */
  int *from_world;    /* [size of the world]: the member's rank, or -1 */
  int to_world[];     /* [size] */
};

/* The record of a group that this rank belongs to; others are an error. NULL: the default group. */
struct armci_group *hyd_armci_group(const char *call, const ARMCI_Group *handle);

/* Makes the record of the members of `comm`, which becomes the group's. Collective over `comm`. */
struct armci_group *hyd_armci_group_make(MPI_Comm comm, MPI_Comm world);
void hyd_armci_group_free(struct armci_group *group);

/* The communicator of a scope, and this rank's place in it; MPI_COMM_NULL: it has none. */
MPI_Comm hyd_armci_scope(const char *call, struct armci_group *group, int scope);

/* A barrier of the members. What they freed before may be used again after it. */
void hyd_armci_group_barrier(struct armci_group *group);

#endif
