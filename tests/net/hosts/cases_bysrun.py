# SPDX-License-Identifier: BSD-3-Clause
"""cases_bysrun.py: Slurm's srun starts the ranks (PMI-2, PMIx)."""
import cases_srun
import managers
from cases_srun import start, stop  # noqa: F401  pylint: disable=unused-import


def by(mpi):
    return lambda world, n, *mode, **env: cases_srun.run(world, mpi, n, *mode, **env)


def cases(world):
    for mpi in ["pmi2"] + (["pmix"] if "pmix" in cases_srun.kinds else []):
        for name, fn in managers.cases(world, by(mpi)):
            yield f"{name}-{mpi}", fn
