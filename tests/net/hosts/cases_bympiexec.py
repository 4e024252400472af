# SPDX-License-Identifier: BSD-3-Clause
"""cases_bympiexec.py: MPICH's mpiexec starts the ranks (PMI-1)."""
import cases_mpiexec
import managers
from cases_mpiexec import start  # noqa: F401  pylint: disable=unused-import


def cases(world):
    return managers.cases(world, cases_mpiexec.run)
