/* SPDX-License-Identifier: BSD-3-Clause
 *
 * reduce.h: types of reductions.
 */
#ifndef HYD_ARMCI_REDUCE_H
#define HYD_ARMCI_REDUCE_H
#include "contrib/layers/armci/job.h"

/* MPI's name of a type; *bytes: the size of an element. */
MPI_Datatype hyd_armci_datatype(const char *call, int type, size_t *bytes);

#endif
