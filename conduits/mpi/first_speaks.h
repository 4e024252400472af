/* SPDX-License-Identifier: BSD-3-Clause
 *
 * first_speaks.h: one rank reports an error that all ranks have.
 */
#ifndef HYD_MPI_FIRST_SPEAKS_H
#define HYD_MPI_FIRST_SPEAKS_H

#include <unistd.h>

#include "core/base/err.h"

/* Returns in the first rank, which then reports the error and ends, so that the launcher ends the
 * others. Another rank waits for that, and ends by itself if it does not happen. */
static inline void hyd_mpi_first_speaks(int is_first) {
  if (is_first) return;
  sleep(2);
  _exit(HYD_STATUS_REFUSED);
}

#endif
