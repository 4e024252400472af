# SPDX-License-Identifier: BSD-3-Clause
"""inside.py: runs the groups on the machine where it is: an emulated one, or with HYD_IBV_NATIVE=1 a real one."""
import os
import sys

sys.dont_write_bytecode = True
here = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [here] + [os.path.join(os.path.dirname(here), d) for d in ("hosts", "launch")]
import driver  # noqa: E402

GROUPS = ("one", "ends", "memlock", "ports", "torture", "two", "loss", "link", "cm", "dsm", "netvm", "ofi")
sys.exit(driver.main(GROUPS, (), ["tests/net/ibv/.libs/job"]))
