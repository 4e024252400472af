# SPDX-License-Identifier: BSD-3-Clause
"""cases_bympirun.py: Open MPI's mpirun starts the ranks (PMIx)."""
import cases_mpirun
import managers
from cases_mpirun import start  # noqa: F401  pylint: disable=unused-import


def cases(world):
    return managers.cases(world, cases_mpirun.run)
