# SPDX-License-Identifier: BSD-3-Clause
"""run.py: the groups of the tests of jobs over hosts; see run.sh for its options."""
import os
import sys

sys.dont_write_bytecode = True
here = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [here, os.path.join(os.path.dirname(here), "launch")]
import driver  # noqa: E402

LAUNCHERS = ("byssh", "bycustom", "dump", "bympirun", "bympiexec", "bysrun")
sys.exit(driver.main(("nets", "addresses", "faults", "programs") + LAUNCHERS, [LAUNCHERS], ["tests/net/hosts/job"]))
