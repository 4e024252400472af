# SPDX-License-Identifier: BSD-3-Clause
"""run.py: the groups of the tests of the launchers."""
import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import driver  # noqa: E402

SERVERS = ("ssh", "mpirun", "mpiexec", "srun")
sys.exit(driver.main(("hosts", "local", "ends", "fake", "stdin", "template", "custom") + SERVERS, [SERVERS],
                     ["tests/net/launch/pm_hello"]))
