#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""caf.py: a Fortran program with coarrays (bench.f90) by Hydrant, and by OpenCoarrays over Open MPI and over MPICH,
where they are installed, in the same run. All but the libraries is what `gasnet-bench peers` does (peers.py)."""
import argparse
import os
import shutil
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../peers"))
import peers  # noqa: E402

SOURCES = ("ops.f90", "scalars.f90", "bench.f90")


def fortran(compiler, options, name):
    """The compiler's words; its modules go to a folder of their own."""
    modules = os.path.join(options.work, name + ".modules")
    os.makedirs(modules, exist_ok=True)
    return (*compiler, "-cpp", "-J", modules)


class Hydrant(peers.Hydrant):
    folder, sources = HERE, SOURCES

    def compile(self):
        self.compiler = fortran((self.options.hydrant_caf,), self.options, "hydrant")
        return peers.Library.compile(self)


class OverOpenMPI(peers.OpenMPI):
    name, packages, folder, sources = "OpenCoarrays (Open MPI)", "libcoarrays-openmpi-dev", HERE, SOURCES

    def compile(self):
        self.compiler = fortran(("caf.openmpi",), self.options, "openmpi")
        return super().compile()


class OverMPICH(peers.MPICH):
    """Image 2 waits for ever in EVENT WAIT, over MPICH as Debian 12 has it: without that row."""
    name, packages, folder, sources = "OpenCoarrays (MPICH)", "libcoarrays-mpich-dev", HERE, SOURCES

    def compile(self):
        self.compiler = fortran(("caf.mpich",), self.options, "mpich")
        return super().compile()

    def commands(self, way, ranks, link):
        return [(words + ["no-events"], env) for words, env in super().commands(way, ranks, link)]


LIBRARIES = [Hydrant, OverOpenMPI, OverMPICH]


def parser():
    p = peers.parser("caf", "Measures coarray Fortran by Hydrant beside OpenCoarrays "
                     "over the MPI libraries that are installed.",
                     "2,8")
    p.add_argument("--hydrant-caf", default=shutil.which("hydrant-caf") or "hydrant-caf", help=argparse.SUPPRESS)
    return p


if __name__ == "__main__":
    sys.exit(peers.compare(peers.parse(parser()), LIBRARIES))
