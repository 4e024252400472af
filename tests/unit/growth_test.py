#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""growth_test.py: gasnet-bench growth: the line through costs, the report's errors, and that its program prints what is
compared. How long anything takes is not asked here."""
import re
import sys

sys.dont_write_bytecode = True
from comparisons import check, end, job, use  # noqa: E402

use("growth")
import growth  # noqa: E402


def test_report():
    first, each = growth.line_through([(16, 50.0), (64, 146.0), (256, 530.0)])
    check(abs(first - 18) < 1e-6 and abs(each - 2) < 1e-9, "the line through points of a line")
    text = growth.report([("barrier", 8, 200.0, 150.0)], (2.0, 5.0), {"smp": [(16, 2048.0, 0.5), (64, 4096.0, 2.0)]})
    check(re.search(r"^barrier +8 +200\.0 +150\.0 +-25%$", text, re.M), "an error is in parts of what was measured")
    check(re.search(r"^smp +31250 us for each rank", text, re.M), "a rank's cost is the slope")


def test_program():
    done = job(3, "growth/growth", "ops")
    if done is None:
        return
    names = re.findall(r"^([\w+-]+) \d+$", done.stdout, re.M)
    check(done.returncode == 0 and sorted(names) == sorted(("memory", *growth.OPS)),
          f"the program prints {', '.join(names)}")


test_report()
test_program()
end()
