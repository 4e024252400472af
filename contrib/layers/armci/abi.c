/* SPDX-License-Identifier: BSD-3-Clause
 *
 * abi.c: asserts the binary interface that Debian's libga.a was compiled against.
 */
#include "contrib/layers/armci/armci.h"

_Static_assert(sizeof(armci_hdl_t) == 8 && _Alignof(armci_hdl_t) == 4, "a handle has 8 bytes");
_Static_assert(sizeof(ARMCI_Group) == (sizeof(MPI_Comm) == 8 ? 40 : 32), "of Open MPI, or MPICH");
_Static_assert(offsetof(ARMCI_Group, comm) == 0, "GA reads the communicator");
_Static_assert(offsetof(ARMCI_Group, rank) == 2 * sizeof(MPI_Comm) + 16, "after two pointers");
_Static_assert(offsetof(armci_giov_t, bytes) == 16 && offsetof(armci_giov_t, ptr_array_len) == 20,
               "the order of the specification");
_Static_assert(sizeof(armci_size_t) == 8, "a long");
_Static_assert(ARMCI_FETCH_AND_ADD == 0 && ARMCI_FETCH_AND_ADD_LONG == 1 && ARMCI_SWAP == 2 &&
                   ARMCI_SWAP_LONG == 3,
               "operations");
_Static_assert(ARMCI_ACC_INT == 0 && ARMCI_ACC_LNG == 1 && ARMCI_ACC_FLT == 2 &&
                   ARMCI_ACC_DBL == 3 && ARMCI_ACC_CPL == 4 && ARMCI_ACC_DCP == 5,
               "types of accumulates");
_Static_assert(ARMCI_INT == 0 && ARMCI_LONG == 1 && ARMCI_LONG_LONG == 2 && ARMCI_FLOAT == 3 &&
                   ARMCI_DOUBLE == 4,
               "types of reductions");
_Static_assert(SCOPE_ALL == 0 && SCOPE_NODE == 1 && SCOPE_MASTERS == 2, "scopes");
