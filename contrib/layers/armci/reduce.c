/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reduce.c: reductions of ints, longs, long longs, floats and doubles.
 */
#include "contrib/layers/armci/reduce.h"

#include <math.h>
#include <stdlib.h>

#include "contrib/layers/armci/groups.h"
#include "contrib/layers/armci/mpi_wait.h"

MPI_Datatype hyd_armci_datatype(const char *call, int type, size_t *bytes) {
  switch (type) {
  case ARMCI_INT: *bytes = sizeof(int); return MPI_INT;
  case ARMCI_LONG: *bytes = sizeof(long); return MPI_LONG;
  case ARMCI_LONG_LONG: *bytes = sizeof(long long); return MPI_LONG_LONG;
  case ARMCI_FLOAT: *bytes = sizeof(float); return MPI_FLOAT;
  case ARMCI_DOUBLE: *bytes = sizeof(double); return MPI_DOUBLE;
  default: hyd_armci_fail(call, "type %d; expected one of ARMCI_INT to ARMCI_DOUBLE", type);
  }
}

struct operation {
  const char *name;
  MPI_Op op;
  bool of_absolutes; /* it combines the elements' absolute values */
  bool of_integers;  /* it takes no floating-point numbers */
};

static bool begins(const char *text, const char *with) {
  return strncmp(text, with, strlen(with)) == 0;
}

/* A name is recognised by its beginning, so no name comes after one that begins it. */
static struct operation find_operation(const char *call, const char *name) {
  const struct operation known[] = {
      {"absmax", MPI_MAX, true, false}, {"absmin", MPI_MIN, true, false},
      {"+", MPI_SUM, false, false},     {"*", MPI_PROD, false, false},
      {"max", MPI_MAX, false, false},   {"min", MPI_MIN, false, false},
      {"or", MPI_BOR, false, true},     {"&&", MPI_LAND, false, true},
      {"land", MPI_LAND, false, true},  {"||", MPI_LOR, false, true},
      {"lor", MPI_LOR, false, true},    {"&", MPI_BAND, false, true},
      {"band", MPI_BAND, false, true},  {"|", MPI_BOR, false, true},
      {"bor", MPI_BOR, false, true}};
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
    if (begins(name, known[i].name)) return known[i];
  hyd_armci_fail(call,
                 "operation \"%.20s\"; expected + * max min absmax absmin or && || & | land lor "
                 "band bor",
                 name);
}

static void make_absolute(void *x, int n, int type) {
  for (int i = 0; i < n; i++) switch (type) {
    case ARMCI_INT: ((int *)x)[i] = abs(((int *)x)[i]); break;
    case ARMCI_LONG: ((long *)x)[i] = labs(((long *)x)[i]); break;
    case ARMCI_LONG_LONG: ((long long *)x)[i] = llabs(((long long *)x)[i]); break;
    case ARMCI_FLOAT: ((float *)x)[i] = fabsf(((float *)x)[i]); break;
    default: ((double *)x)[i] = fabs(((double *)x)[i]);
    }
}

static void combine(const char *call, struct armci_group *group, int scope, void *x, int n,
                    const char *name, int type) {
  size_t bytes;
  MPI_Datatype datatype = hyd_armci_datatype(call, type, &bytes);
  struct operation operation = find_operation(call, name);
  MPI_Request request;
  hyd_armci_count(call, n);
  if (operation.of_integers && (type == ARMCI_FLOAT || type == ARMCI_DOUBLE))
    hyd_armci_fail(call, "operation \"%.20s\" of floating-point numbers; expected integers", name);
  MPI_Comm comm = hyd_armci_scope(call, group, scope);
  if (comm == MPI_COMM_NULL) return;
  if (operation.of_absolutes) make_absolute(x, n, type);
  MPI_Iallreduce(MPI_IN_PLACE, x, n, datatype, operation.op, comm, &request);
  hyd_armci_mpi_wait(&request, MPI_STATUS_IGNORE);
}

void armci_msg_group_gop_scope(int scope, void *x, int n, char *op, int type, ARMCI_Group *g) {
  combine("armci_msg_group_gop_scope", hyd_armci_group("armci_msg_group_gop_scope", g), scope, x, n,
          op, type);
}

void armci_msg_gop_scope(int scope, void *x, int n, char *op, int type) {
  combine("armci_msg_gop_scope", hyd_armci_group("armci_msg_gop_scope", NULL), scope, x, n, op,
          type);
}

void armci_msg_reduce_scope(int scope, void *x, int n, char *op, int type) {
  armci_msg_gop_scope(scope, x, n, op, type);
}

void armci_msg_reduce(void *x, int n, char *op, int type) {
  armci_msg_gop_scope(SCOPE_ALL, x, n, op, type);
}

static void combine_host(void *x, int n, char *op, int type) {
  hyd_armci_check_started("armci_msg_clus_gop");
  combine("armci_msg_clus_gop", hyd_armci.world, SCOPE_NODE, x, n, op, type);
}

/* The calls of each type. */
#define GOP(letter, type, value)                                                                   \
  void armci_msg_##letter##gop(type *x, int n, char *op) {                                         \
    armci_msg_gop_scope(SCOPE_ALL, x, n, op, value);                                               \
  }                                                                                                \
  void armci_msg_group_##letter##gop(type *x, int n, char *op, ARMCI_Group *g) {                   \
    armci_msg_group_gop_scope(SCOPE_ALL, x, n, op, value, g);                                      \
  }                                                                                                \
  void armci_msg_clus_##letter##gop(type *x, int n, char *op) { combine_host(x, n, op, value); }
GOP(i, int, ARMCI_INT)
GOP(l, long, ARMCI_LONG)
GOP(ll, long long, ARMCI_LONG_LONG)
GOP(f, float, ARMCI_FLOAT)
GOP(d, double, ARMCI_DOUBLE)
