#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""waits_test.py: gasnet-bench waits: what counts as beyond the bound, and that the program prints a line for each cell.
How long anything takes is not asked here."""
import re
import sys

sys.dont_write_bytecode = True
from comparisons import check, end, job, use  # noqa: E402

use("waits")
import waits  # noqa: E402


def cell(spin, block, default):
    return {"spin": spin, "block": block, "spinblock": default}


def test_bound():
    cells = {("barrier", 10): cell((1.0, 10.0), (60.0, 5.0), (1.9, 10.5)),
             ("barrier", 200): cell((1.0, 200.0), (9.0, 11.0), (9.0, 32.0))}
    check(waits.beyond({(2, 0): cells}) == 1,
          "1.13 x the sum of spinning is within the bound, 2.05 x that of sleeping is not")
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
    check(done.returncode == 0 and len(rows) == 3 * len(kinds) == 12,
          f"{len(rows)} cells of {len(kinds)} kinds of waits")


def test_threads_bound():
    got = {1: (20.0, 20.0), 2: (59.0, 10.0), 4: (61.0, 9.0)}
    check(waits.threads_beyond(got) == 1, "a round of 61 us is more than 3 x one of 20, 59 are not")
    check(re.search(r"^ +2 +59\.0 +10\.0 +2\.95\n +4 +61\.0 +9\.0 +3\.05!$", waits.threads_table(got), re.M),
          "the table marks the one")


def test_threads():
    """Threads that poll in vain give way: a round takes each of 2 ranks tens of microseconds of processor time; 12 ms
    if they did not."""
    done = job(2, "waits/threads")
    if done is None:
        return
    figures = done.stdout.split()
    check(done.returncode == 0 and len(figures) == 2 and 0 < float(figures[1]) < 1.5e6,
          f"a round of polling threads takes less than 1.5 ms of processor time: {done.stdout.strip()} ns")


test_bound()
test_program()
test_threads_bound()
test_threads()
end()
