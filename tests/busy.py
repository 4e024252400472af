#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests that depend on time, where time is short: on one core, beside busy processes, in a control group with half a
processor and 1 GB. `make check-busy` calls this in the build tree, which is the current directory.

No test may fail for time alone. Prints a line for each part, the failures, and `N passed, N failed, N skipped`; status
1 if a part failed."""
import argparse
import contextlib
import fnmatch
import os
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "lib"))
import cgroup    # noqa: E402
import verdict   # noqa: E402

CROWD = 40
LIMIT = 1800  # seconds that a part may take
CONFORM = ["bash", "conform/run.sh", "--config", "par-fast-rel", "--ranks", "2", "--extra", "no", "--conduit"]
# name: command below tests/
PARTS = {
    "conform-smp": [*CONFORM, "smp"],
    "conform-udp": [*CONFORM, "udp"],
    "ends": ["bash", "fault/run.sh", "--group", "exits,diag"],
    "stops": ["bash", "fault/run.sh", "--group", "pauses,death"],
    "launch": ["bash", "net/launch/run.sh"],
    "bench": ["bash", "unit/bench_test.sh"],
    "watch": ["python3", "watch/stats_test.py"],
}
WHOLE = {"check": [os.environ.get("MAKE", "make"), "-s", "check"]}


@contextlib.contextmanager
def crowd():
    """Busy processes, each in a session of its own, so that where the kernel shares processors among sessions each has
    as much as a whole job has."""
    # A busy process ends with this one, however this one ends.
    busy = "import os\nparent = os.getppid()\nwhile os.getppid() == parent:\n for i in range(10**6): pass"
    processes = [subprocess.Popen([sys.executable, "-c", busy], start_new_session=True) for _ in range(CROWD)]
    try:
        yield []
    finally:
        for p in processes:
            p.kill()
            p.wait()


@contextlib.contextmanager
def one_core():
    yield ["taskset", "-c", str(min(os.sched_getaffinity(0)))]


@contextlib.contextmanager
def group():
    """None: no control groups can be made here."""
    script = cgroup.script([(cgroup.CPUS, 50000), (cgroup.MEMORY, 1 << 30)])
    yield script and ["bash", "-c", script, "group"]


WAYS = {"one-core": one_core, "crowd": crowd, "group": group}


def run(prefix, words, log):
    """The status of a part, whose processes are one group."""
    with open(log, "wb") as out:
        p = subprocess.Popen([*prefix, *words], stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                             start_new_session=True)
        try:
            return p.wait(LIMIT)
        except subprocess.TimeoutExpired:
            return verdict.TIMED_OUT
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(p.pid, signal.SIGKILL)
            p.wait()


def run_part(way, name, prefix, words):
    """(passed, failed, skipped) of a part, which is shown."""
    if prefix is None:
        print(f"skip {way} {name}: control groups cannot be made here", flush=True)
        return 0, 0, 1
    words = [os.path.join(HERE, w) if w.endswith((".sh", ".py")) else w for w in words]
    log, began = f"busy-{way}-{name}.log", time.monotonic()
    status = run(prefix, words, log)
    with open(log, encoding="utf-8", errors="replace") as f:
        text = f.read()
    sums = verdict.sums(text, status)
    print(f"{'not ok' if sums[1] else 'ok'} {way} {name}: {sums[0]} passed, {sums[1]} failed, {sums[2]} skipped, "
          f"{time.monotonic() - began:.0f} s", flush=True)
    if sums[1]:
        print("\n".join("#   " + line for line in verdict.failures(text)), flush=True)
    return sums


def chosen(table, globs):
    return {name: v for name, v in table.items() if any(fnmatch.fnmatchcase(name, g) for g in globs.split(","))}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ways", default="*", metavar="GLOBS", help="of " + ", ".join(WAYS))
    parser.add_argument("--parts", default="*", metavar="GLOBS", help="of " + ", ".join(PARTS))
    parser.add_argument("--whole", action="store_true", help="the whole suite in place of these parts")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    total = [0, 0, 0]
    for way, surround in chosen(WAYS, options.ways).items():
        for name, words in (WHOLE if options.whole else chosen(PARTS, options.parts)).items():
            with surround() as prefix:
                total = [a + b for a, b in zip(total, run_part(way, name, prefix, words))]
    print(f"{total[0]} passed, {total[1]} failed, {total[2]} skipped")
    return 1 if total[1] else 0 if total[0] else 77


if __name__ == "__main__":
    sys.exit(main())
