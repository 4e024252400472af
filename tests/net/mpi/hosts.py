#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""hosts.py openmpi|mpich RANKS PROGRAM ARGUMENTS...: so many ranks of it, each on a host of its own (network
namespaces, two joined by a cable, more by a bridge; root only), started by that MPI as `gasnet-bench peers` does. Ranks
of one host would share memory. The job's status; 77: there can be no such hosts here."""
import os
import subprocess
import sys
import tempfile
import types

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../contrib/tools/bench/peers"))
sys.dont_write_bytecode = True
from links import Link, Refused  # noqa: E402
from peers import LINK, ByMPICH, ByOpenMPI  # noqa: E402


def main():
    build, ranks = os.environ.get("abs_top_builddir", os.getcwd()), int(sys.argv[2])
    with tempfile.TemporaryDirectory(prefix="mpihosts.") as work:
        mpi = {"openmpi": ByOpenMPI, "mpich": ByMPICH}[sys.argv[1]](
            types.SimpleNamespace(work=work, gasnetrun=os.path.join(build, "gasnetrun")))
        mpi.program, settings = sys.argv[3], mpi.settings
        mpi.settings = lambda way, link: {**settings(way, link), "GASNET_SUPERNODE_MAXSIZE": "0",
                                          "GASNET_MPI_COUNTS": "1"}
        try:
            link = Link(work, ranks)
        except Refused as why:
            print(f"skip: {why}")
            return 77
        try:
            [(words, env)] = mpi.commands(LINK, ranks, link)
            return subprocess.run(words + sys.argv[4:], env={**os.environ, **env}, stdin=subprocess.DEVNULL,
                                  check=False).returncode
        finally:
            link.close()


sys.exit(main())
