/* SPDX-License-Identifier: BSD-3-Clause
 *
 * broadcast.c: broadcasts, the exchange of addresses, and the tree of ranks.
 */
#include "contrib/layers/armci/groups.h"
#include "contrib/layers/armci/mpi_wait.h"

/* The rank in `comm` of a member of the group. */
static int rank_in(MPI_Comm comm, const struct armci_group *group, int member) {
  MPI_Group from, to;
  int rank;
  if (comm == group->own) return member;
  MPI_Comm_group(group->own, &from);
  MPI_Comm_group(comm, &to);
  MPI_Group_translate_ranks(from, 1, &member, to, &rank);
  MPI_Group_free(&from);
  MPI_Group_free(&to);
  return rank;
}

static void broadcast(const char *call, struct armci_group *group, int scope, void *buf, int len,
                      int root) {
  MPI_Request request;
  hyd_armci_count(call, len);
  if (root < 0 || root >= group->handle.size)
    hyd_armci_fail(call, "root %d; expected 0 to %d", root, group->handle.size - 1);
  MPI_Comm comm = hyd_armci_scope(call, group, scope);
  if (comm == MPI_COMM_NULL) return;
  if ((root = rank_in(comm, group, root)) < 0)
    hyd_armci_fail(call, "the root is not in the scope; expected one of its ranks");
  MPI_Ibcast(buf, len, MPI_BYTE, root, comm, &request);
  hyd_armci_mpi_wait(&request, MPI_STATUS_IGNORE);
}

void armci_msg_bcast_scope(int scope, void *buf, int len, int root) {
  broadcast("armci_msg_bcast", hyd_armci_group("armci_msg_bcast", NULL), scope, buf, len, root);
}

void armci_msg_bcast(void *buf, int len, int root) {
  armci_msg_bcast_scope(SCOPE_ALL, buf, len, root);
}

void armci_msg_brdcst(void *buf, int len, int root) {
  armci_msg_bcast_scope(SCOPE_ALL, buf, len, root);
}

void armci_msg_group_bcast_scope(int scope, void *buf, int len, int root, ARMCI_Group *g) {
  struct armci_group *group = hyd_armci_group("armci_msg_group_bcast_scope", g);
  hyd_armci_target("armci_msg_group_bcast_scope", root);
  if (group->from_world[root] < 0)
    hyd_armci_fail("armci_msg_group_bcast_scope", "rank %d; expected a member of the group", root);
  broadcast("armci_msg_group_bcast_scope", group, scope, buf, len, group->from_world[root]);
}

/* The first member of this rank's host is the root. */
void armci_msg_clus_brdcst(void *buf, int len) {
  hyd_armci_check_started("armci_msg_clus_brdcst");
  int mine = hyd_armci.target[hyd_armci.rank].domain;
  broadcast("armci_msg_clus_brdcst", hyd_armci.world, SCOPE_NODE, buf, len,
            mine * hyd_armci.domain_size);
}

static void exchange(const char *call, void *ptrs[], int n, struct armci_group *group) {
  if (n != group->handle.size)
    hyd_armci_fail(call, "%d addresses; expected %d", n, group->handle.size);
  void *mine = ptrs[group->handle.rank];
  hyd_armci_allgather(group->own, &mine, sizeof mine, ptrs);
}

void armci_exchange_address(void *ptrs[], int n) {
  exchange("armci_exchange_address", ptrs, n, hyd_armci_group("armci_exchange_address", NULL));
}

void armci_exchange_address_grp(void *ptrs[], int n, ARMCI_Group *g) {
  exchange("armci_exchange_address_grp", ptrs, n, hyd_armci_group("armci_exchange_address_grp", g));
}

void armci_msg_bintree(int scope, int *root, int *up, int *left, int *right) {
  struct armci_group *group = hyd_armci_group("armci_msg_bintree", NULL);
  MPI_Comm comm = hyd_armci_scope("armci_msg_bintree", group, scope);
  int me = 0, n = 1;
  if (comm != MPI_COMM_NULL) {
    MPI_Comm_rank(comm, &me);
    MPI_Comm_size(comm, &n);
  }
  *root = 0;
  *up = me ? (me - 1) / 2 : -1;
  *left = 2 * me + 1 < n ? 2 * me + 1 : -1;
  *right = 2 * me + 2 < n ? 2 * me + 2 : -1;
}
