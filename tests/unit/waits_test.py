#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""waits_test.py: gasnet-bench waits: what counts as beyond the bound, and that the program prints a line for each cell. How long
anything takes is not asked here."""
import re
import sys

sys.dont_write_bytecode = True
from comparisons import check, end, job, use  # noqa: E402

use("waits")
import waits  # noqa: E402


def cell(spin, block, default):
    return {"spin": spin, "block": block, "spinblock": default}


def test_bound():
    cells = {("barrier", 10): cell((1.0, 10.0), (60.0, 5.0), (1.9, 10.5)), ("barrier", 200): cell((1.0, 200.0), (9.0, 11.0), (9.0, 32.0))}
    check(waits.beyond({(2, 0): cells}) == 1, "1.13 x the sum of spinning is within the bound, 2.05 x that of sleeping is not")
    text = waits.table({(2, 0): cells})
    check(re.search(r"^barrier +10 us +1\.0 +60\.0 +1\.9 +10\.0 +5\.0 +10\.5 +1\.13$", text, re.M) and
          re.search(r"^barrier +200 us .* 2\.05!$", text, re.M), "the table has both, and marks the latter")
    check(not waits.beyond({(2, 0): {("barrier", 10): cell((0.1, 0.2), (0.1, 0.2), (0.5, 0.9))}}),
          "what lasts less than a microsecond is not told apart")


def test_program():
    done = job(3, "waits/waits")
    if done is None:
        return
    rows = re.findall(r"^([\w-]+) (\d+) \d+ \d+$", done.stdout, re.M)
    kinds = {kind for kind, _ in rows}
    check(done.returncode == 0 and len(rows) == 3 * len(kinds) == 12, f"{len(rows)} cells of {len(kinds)} kinds of waits")


test_bound()
test_program()
end()
