/* SPDX-License-Identifier: BSD-3-Clause
 *
 * first_speaks.h: what is wrong with all ranks is said by one.
 */
#ifndef HYD_MPI_FIRST_SPEAKS_H
#define HYD_MPI_FIRST_SPEAKS_H

#include <unistd.h>

#include "core/base/err.h"

/* Returns in the first rank, whose end the launcher sees; the others are ended by it meanwhile, or
 * end. */
static inline void hyd_mpi_first_speaks(int is_first) {
  if (is_first) return;
  sleep(2);
  _exit(HYD_STATUS_REFUSED);
}

#endif
