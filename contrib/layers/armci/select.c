/* SPDX-License-Identifier: BSD-3-Clause
 *
 * select.c: the record with the largest or smallest value of all members. They exchange their
 * values; the first member with the best one sends its record to all.
 */
#include <stdlib.h>

#include "contrib/layers/armci/groups.h"
#include "contrib/layers/armci/mpi_wait.h"
#include "contrib/layers/armci/reduce.h"

struct candidate {
  int64_t competes;
  char value[8];
};

/* Whether a's value is less than b's. */
static bool is_less(const struct candidate *a, const struct candidate *b, int type) {
  const void *x = a->value, *y = b->value;
  switch (type) {
  case ARMCI_INT: return *(const int *)x < *(const int *)y;
  case ARMCI_LONG: return *(const long *)x < *(const long *)y;
  case ARMCI_LONG_LONG: return *(const long long *)x < *(const long long *)y;
  case ARMCI_FLOAT: return *(const float *)x < *(const float *)y;
  default: return *(const double *)x < *(const double *)y;
  }
}

/* Returns the rank of the first of the best candidates; -1: no rank competes. */
static int find_winner(const struct candidate *all, int n, int type, bool largest) {
  int best = -1;
  for (int i = 0; i < n; i++) {
    if (!all[i].competes) continue;
    if (best < 0 ||
        (largest ? is_less(&all[best], &all[i], type) : is_less(&all[i], &all[best], type)))
      best = i;
  }
  return best;
}

static void send_record(MPI_Comm comm, void *x, int n, int winner) {
  MPI_Request request;
  MPI_Ibcast(x, n, MPI_BYTE, winner, comm, &request);
  hyd_armci_mpi_wait(&request, MPI_STATUS_IGNORE);
}

void armci_msg_sel_scope(int scope, void *x, int n, char *op, int type, int contribute) {
  static const char call[] = "armci_msg_sel";
  struct armci_group *group = hyd_armci_group(call, NULL);
  struct candidate mine = {.competes = contribute != 0}, *all;
  bool largest = strncmp(op, "max", 3) == 0;
  size_t bytes;
  int size, winner;
  hyd_armci_datatype(call, type, &bytes);
  if (!largest && strncmp(op, "min", 3))
    hyd_armci_fail(call, "operation \"%.20s\"; expected max or min", op);
  if (n < (int)bytes) hyd_armci_fail(call, "a record of %d bytes; expected %zu at least", n, bytes);
  MPI_Comm comm = hyd_armci_scope(call, group, scope);
  if (comm == MPI_COMM_NULL) return;
  MPI_Comm_size(comm, &size);
  if ((all = calloc((size_t)size, sizeof *all)) == NULL)
    hyd_armci_fail(call, "out of memory for %d members", size);
  memcpy(mine.value, x, bytes);
  hyd_armci_allgather(comm, &mine, sizeof mine, all);
  winner = find_winner(all, size, type, largest);
  free(all);
  if (winner >= 0) send_record(comm, x, n, winner);
}

void armci_msg_sel(void *x, int n, char *op, int type, int contribute) {
  armci_msg_sel_scope(SCOPE_ALL, x, n, op, type, contribute);
}
