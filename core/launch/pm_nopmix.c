/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pm_nopmix.c: in a build without <pmix.h>, in the place of pm_pmix.c. A manager that speaks only PMIx
 * is still recognised, so that the job ends with a word rather than as many jobs of one.
 */
#include <stdlib.h>

#include "core/launch/pm.h"

static int detect(void) {
  return getenv("PMIX_RANK") && getenv("PMIX_NAMESPACE") && !getenv("PMI_FD") && !getenv("PMI_PORT");
}

static int refuse(struct hyd_pm *pm) {
  return hyd_pm_fail(
      pm, "PMIx: this build lacks it, but the process was started under it (PMIX_RANK is "
          "set); expected a build that found pmix.h (libpmix-dev), or gasnetrun, mpiexec of MPICH, "
          "srun --mpi=pmi2");
}

const struct hyd_pm_ops hyd_pm_pmix = {"PMIx", detect, refuse, NULL, NULL, NULL, NULL, NULL};
