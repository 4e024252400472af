# SPDX-License-Identifier: BSD-3-Clause
"""comparisons.py: what the tests of gasnet-bench's comparisons share: where their parts are, verdicts, and a job of a
program."""
import os
import subprocess
import sys

BENCH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../contrib/tools/bench")
BUILD = os.environ.get("abs_top_builddir", os.getcwd())
failed = 0


def use(name):
    """Makes the modules of the comparison NAME, a folder of contrib/tools/bench, importable."""
    sys.path.insert(0, os.path.join(BENCH, name))


def check(good, what):
    global failed
    failed += not good
    print(("ok - " if good else "not ok - ") + what)


def job(ranks, program, *words):
    """The finished job, or None: trees of sanitizers build what tests need, not what is installed."""
    path = os.path.join(BUILD, "contrib/tools/bench", program)
    if not os.path.exists(path):
        print(f"ok - # skip: {path} is not built")
        return None
    return subprocess.run([os.path.join(BUILD, "gasnetrun"), "-n", str(ranks), path, *words], capture_output=True,
                          text=True,
                          timeout=300, check=False, env={**os.environ, "GASNET_QUIET": "1"})


def end():
    sys.exit(failed != 0)
