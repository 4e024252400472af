# SPDX-License-Identifier: BSD-3-Clause
"""jobs.py: what every launcher must do: hello, putget and the ways to end of job.c."""
import re
import time

from launchlib import SLOW, need

# Seconds for a job that ends by a rank's word: 1.5 for others to come (GASNET_EXITTIMEOUT), 1 for what was told
# to end, 2 for what the launcher must then kill; and its start.
SOON = 12 * SLOW


def sets(out, word):
    """{rank: ranks that it says share this with it}."""
    found = {}
    for m in re.finditer(r"^rank (\d+) of \d+: host ([\d,]+) memory ([\d,]+)$", out, re.M):
        found[int(m[1])] = [int(r) for r in m[2 if word == "host" else 3].split(",")]
    return found


def hello(go, n, hosts, memory):
    """`hosts` and `memory`: lists of ranks that share them."""
    def fn(world):
        job = world.expect(go(world, n, "hello"), 0, f"^all {n} ranks met$")
        for word, groups in (("host", hosts), ("memory", memory)):
            expected = {r: list(g) for g in groups for r in g}
            got = sets(job.out, word)
            need(got == expected, f"{word}: {got}; expected {expected}; {job.said()}")
    return fn


# What Slurm says on its own: that a step was cancelled; and where /proc cannot be written, that it cannot.
SLURM = re.compile(r"slurmstepd.*: error: (.*CANCELLED AT|failed to open /proc/)")


def said(job):
    """What is on stderr, but for what Slurm has to say of each job that a rank of it ends."""
    return [line for line in job.err.splitlines() if not SLURM.match(line)]


def ends(go, n, status, *words, err=None):
    """status: one, several, or None for any failure. With 0 nothing may be said."""
    good = status if isinstance(status, tuple) else (status,)

    def fn(world):
        began = time.monotonic()
        job = go(world, n, *words)
        got = job.wait()
        took = time.monotonic() - began
        need(got in good if status is not None else got != 0,
             f"status {got}, expected {'a failure' if status is None else good}; {job.said()}")
        need(err is None or re.search(err, job.err, re.M), f"no {err!r} on stderr; {job.said()}")
        need(0 not in good or not said(job), f"it is not quiet; {job.said()}")
        need(took < SOON, f"took {took:.1f} s; expected {SOON} at most; {job.said()}")
    return fn


def putget(go, n):
    return lambda world: world.expect(go(world, n, "putget"), 0, f"^{n} ranks: all bytes are right$")


def exits(go, n, crash=None):
    """crash: what SIGSEGV of a rank gives; None: any failure."""
    for status in (0, 5):
        yield f"exits-{status}", ends(go, n, status, "exits", status)
        yield f"returns-{status}", ends(go, n, status, "returns", status)
        for how in ("barrier", "poll", "traffic"):
            yield f"exit-{status}-{how}", ends(go, n, status, "exit", 1, status, how)
        for how in ("compute", "sleep"):
            yield f"exit-{status}-{how}", ends(go, n, status, "exit", 1, status, how)
    yield "exit-0-of-0-compute", ends(go, n, 0, "exit", 0, 0, "compute")
    yield "return-0-compute", ends(go, n, 0, "return", 1, 0, "compute")
    yield "return-5-barrier", ends(go, n, 5, "return", 1, 5, "barrier")
    yield "crash-barrier", ends(go, n, crash, "crash", 1, "barrier")
    yield "crash-sleep", ends(go, n, crash, "crash", n - 1, "sleep")


FEW = ("exits-0", "returns-5", "exit-0-sleep", "exit-5-barrier", "crash-barrier")


def few(world, cases):
    """Of the ways to end only these, unless the whole is wanted."""
    return [c for c in cases if world.whole or c[0] in FEW]
