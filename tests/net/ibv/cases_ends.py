# SPDX-License-Identifier: BSD-3-Clause
"""cases_ends.py: what ends a job on one host before its time: a rank that dies or falls silent, and ways to exit."""
import faults
import jobs
from parts import ONE


def cases(world):
    for how in ("barrier", "traffic"):
        yield f"kill-rank-{how}", faults.kill_rank(ONE.go, ONE.kill, how,
                                                   r"rank 2/4 \(pid \d+[^)]*\) died of (signal 9|SIGKILL)")
    yield "stop-rank", faults.stop_rank(ONE.go, ONE.kill, r"rank 2 gives no sign of life for \d+ s: it is stopped")
    if world.whole:
        yield "stop-and-go-on", faults.go_on(ONE.go, ONE.kill)
    yield from jobs.few(world, jobs.exits(ONE.go, 4, crash=139))
