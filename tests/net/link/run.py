# SPDX-License-Identifier: BSD-3-Clause
"""run.py: the groups of the tests of bad networks; see run.sh for its options."""
import os
import sys

sys.dont_write_bytecode = True
here = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [here] + [os.path.join(os.path.dirname(here), other) for other in ("launch", "hosts")]
import driver  # noqa: E402

GROUPS = ("size", "few", "path", "route")
sys.exit(driver.main(GROUPS, [[group] for group in GROUPS[1:]], ["tests/net/link/traffic"]))
