/* SPDX-License-Identifier: BSD-3-Clause
 *
 * groups.c: groups, and their communicators.
 */
#include "contrib/layers/armci/groups.h"

#include <stdlib.h>

#include "contrib/layers/armci/armcix.h"
#include "contrib/layers/armci/memory.h"
#include "contrib/layers/armci/mpi_wait.h"

MPI_Comm ARMCI_COMM_WORLD = MPI_COMM_NULL;

static struct armci_group *record_of(const ARMCI_Group *handle) {
  return (struct armci_group *)(void *)((char *)handle->grp_to_abs -
                                        offsetof(struct armci_group, to_world));
}

struct armci_group *hyd_armci_group(const char *call, const ARMCI_Group *handle) {
  hyd_armci_check_started(call);
  if (handle == NULL) return hyd_armci.standard;
  if (handle->grp_to_abs == NULL || handle->rank < 0)
    hyd_armci_fail(call, "this rank is not in the group; expected a member");
  return record_of(handle);
}

static void number_members(struct armci_group *group, MPI_Comm world) {
  MPI_Group members, all;
  int n = group->handle.size, *own = calloc((size_t)n, sizeof *own);
  if (own == NULL) hyd_armci_fail("ARMCI_Group_create", "out of memory for %d members", n);
  for (int i = 0; i < n; i++) own[i] = i;
  MPI_Comm_group(group->own, &members);
  MPI_Comm_group(world, &all);
  MPI_Group_translate_ranks(members, n, own, all, group->to_world);
  MPI_Group_free(&members);
  MPI_Group_free(&all);
  free(own);
}

struct armci_group *hyd_armci_group_make(MPI_Comm comm, MPI_Comm world) {
  static int last_id;
  int n, world_size;
  MPI_Comm_size(comm, &n);
  MPI_Comm_size(world, &world_size);
  struct armci_group *group = calloc(1, sizeof *group + (size_t)n * sizeof(int));
  int *from_world = malloc((size_t)world_size * sizeof *from_world);
  if (group == NULL || from_world == NULL)
    hyd_armci_fail("ARMCI_Group_create", "out of memory for %d members", n);
  group->handle = (ARMCI_Group){comm, MPI_COMM_NULL, group->to_world, from_world, 0, n};
  MPI_Comm_rank(comm, &group->handle.rank);
  MPI_Comm_dup(comm, &group->own);
  group->from_world = from_world;
  group->id = ++last_id;
  number_members(group, world);
  for (int i = 0; i < world_size; i++) from_world[i] = -1;
  for (int i = 0; i < n; i++) from_world[group->to_world[i]] = i;
  for (int i = 0; i < 3; i++) group->scope[i] = MPI_COMM_NULL;
  return group;
}

void hyd_armci_group_free(struct armci_group *group) {
  for (int i = 0; i < 3; i++)
    if (group->scope[i] != MPI_COMM_NULL) MPI_Comm_free(&group->scope[i]);
  MPI_Comm_free(&group->own);
  MPI_Comm_free(&group->handle.comm);
  free(group->from_world);
  free(group);
}

/* --- scopes --------------------------------------------------------------- */

/* Whether member i belongs to the scope. */
static bool is_in_scope(const struct armci_group *group, int scope, int i) {
  int domain = hyd_armci.target[group->to_world[i]].domain;
  if (scope == SCOPE_NODE) return domain == hyd_armci.target[hyd_armci.rank].domain;
  for (int j = 0; j < i; j++)
    if (hyd_armci.target[group->to_world[j]].domain == domain) return false;
  return true;
}

static void make_scope(struct armci_group *group, int scope) {
  MPI_Group all, some;
  int n = 0, *list = calloc((size_t)group->handle.size, sizeof *list);
  if (list == NULL) hyd_armci_fail("ARMCI", "out of memory for %d members", group->handle.size);
  for (int i = 0; i < group->handle.size; i++)
    if (is_in_scope(group, scope, i)) list[n++] = i;
  MPI_Comm_group(group->own, &all);
  MPI_Group_incl(all, n, list, &some);
  MPI_Comm_create_group(group->own, some, scope, &group->scope[scope]);
  MPI_Group_free(&all);
  MPI_Group_free(&some);
  free(list);
}

MPI_Comm hyd_armci_scope(const char *call, struct armci_group *group, int scope) {
  if (scope == SCOPE_ALL) return group->own;
  if (scope != SCOPE_NODE && scope != SCOPE_MASTERS)
    hyd_armci_fail(call, "scope %d; expected SCOPE_ALL, SCOPE_NODE or SCOPE_MASTERS", scope);
  if (group->scope[scope] == MPI_COMM_NULL && is_in_scope(group, scope, group->handle.rank))
    make_scope(group, scope);
  return group->scope[scope];
}

/* --- the calls ------------------------------------------------------------ */

static const ARMCI_Group no_group = {MPI_COMM_NULL, MPI_COMM_NULL, NULL, NULL, -1, 0};

static void hand_out(MPI_Comm comm, ARMCI_Group *out) {
  *out =
      comm == MPI_COMM_NULL ? no_group : hyd_armci_group_make(comm, hyd_armci.world->own)->handle;
}

static void create_group(const char *call, int n, int *pids, ARMCI_Group *out,
                         ARMCI_Group *parent) {
  struct armci_group *from = hyd_armci_group(call, parent);
  MPI_Group all, some;
  MPI_Comm comm;
  if (n < 0 || n > from->handle.size)
    hyd_armci_fail(call, "%d members; expected 0 to %d", n, from->handle.size);
  for (int i = 0; i < n; i++)
    if (pids[i] < 0 || pids[i] >= from->handle.size)
      hyd_armci_fail(call, "member %d; expected 0 to %d", pids[i], from->handle.size - 1);
  MPI_Comm_group(from->own, &all);
  MPI_Group_incl(all, n, pids, &some);
  MPI_Comm_create(from->own, some, &comm);
  MPI_Group_free(&all);
  MPI_Group_free(&some);
  hand_out(comm, out);
}

void ARMCI_Group_create_child(int n, int *pids, ARMCI_Group *out, ARMCI_Group *parent) {
  create_group("ARMCI_Group_create_child", n, pids, out, parent);
}

void ARMCI_Group_create(int n, int *pids, ARMCI_Group *out) {
  create_group("ARMCI_Group_create", n, pids, out, NULL);
}

int ARMCIX_Group_split(ARMCI_Group *parent, int color, int key, ARMCI_Group *out) {
  MPI_Comm comm;
  MPI_Comm_split(hyd_armci_group("ARMCIX_Group_split", parent)->own, color, key, &comm);
  hand_out(comm, out);
  return 0;
}

int ARMCIX_Group_dup(ARMCI_Group *parent, ARMCI_Group *out) {
  MPI_Comm comm;
  MPI_Comm_dup(hyd_armci_group("ARMCIX_Group_dup", parent)->own, &comm);
  hand_out(comm, out);
  return 0;
}

void ARMCI_Group_free(ARMCI_Group *g) {
  if (g->grp_to_abs == NULL) return;
  struct armci_group *group = hyd_armci_group("ARMCI_Group_free", g);
  if (group == hyd_armci.world) return;
  if (group == hyd_armci.standard) hyd_armci.standard = hyd_armci.world;
  hyd_armci_group_barrier(group); /* frees what its members have freed */
  hyd_armci_group_free(group);
  *g = no_group;
}

int ARMCI_Group_rank(ARMCI_Group *g, int *rank) {
  *rank = g->rank;
  return g->rank < 0;
}

void ARMCI_Group_size(ARMCI_Group *g, int *size) { *size = g->size; }

int ARMCI_Absolute_id(ARMCI_Group *g, int rank) {
  if (g->grp_to_abs == NULL || rank < 0 || rank >= g->size)
    hyd_armci_fail("ARMCI_Absolute_id", "member %d; expected 0 to %d", rank, g->size - 1);
  return g->grp_to_abs[rank];
}

void ARMCI_Group_set_default(ARMCI_Group *g) {
  hyd_armci.standard = hyd_armci_group("ARMCI_Group_set_default", g);
}

void ARMCI_Group_get_default(ARMCI_Group *out) {
  *out = hyd_armci_group("ARMCI_Group_get_default", NULL)->handle;
}

void ARMCI_Group_get_world(ARMCI_Group *out) {
  hyd_armci_check_started("ARMCI_Group_get_world");
  *out = hyd_armci.world->handle;
}

MPI_Comm armci_group_comm(ARMCI_Group *g) { return g->comm; }

void ARMCIX_Get_world_comm(MPI_Comm *comm) {
  hyd_armci_check_started("ARMCIX_Get_world_comm");
  *comm = hyd_armci.world->handle.comm;
}
