# SPDX-License-Identifier: BSD-3-Clause
"""faults.py: what ends a job that has not come to its end, on any hosts. `go(world, n, *words, **env)` starts job.c."""
import re
import signal
import time

from launchlib import SLOW, need

SOON = 5 * SLOW         # seconds from a death that is seen at once to the end (man gasnetrun: ENDING)
SILENT = int(3 * SLOW)  # what silence is allowed below
LIMITS = {"GASNET_REQUESTTIMEOUT_MAX": str(SILENT * 1000000), "GASNET_SSH_SILENCE": str(SILENT)}


def job_that(go, world, how, **env):
    """A job of four whose ranks do that, and their pids."""
    job = go(world, 4, "wait", how, **env)
    pids = job.ready(4)
    time.sleep(0.3 * SLOW)
    return job, pids


def ends(job, limit, statuses, reason):
    began = time.monotonic()
    status = job.wait(limit + 15)
    took = time.monotonic() - began
    need(status in statuses, f"status {status}, expected {statuses}; {job.said()}")
    need(re.search(reason, job.err), f"no {reason!r} on stderr; {job.said()}")
    need(took < limit, f"took {took:.1f} s, expected {limit} at most; {job.said()}")


def kill_rank(go, kill, how, reason):
    """`kill(world, rank, pid, signal)`, as the rank may be on another host; `reason` that is to be said."""
    def fn(world):
        job, pids = job_that(go, world, how)
        kill(world, 2, pids[2], signal.SIGKILL)
        ends(job, SOON, (137,), reason)
    return fn


def stop_rank(go, kill, reason):
    """A peer has something on the way to it, and gives it up; ending the job ends it, too."""
    def fn(world):
        job, pids = job_that(go, world, "traffic", **LIMITS)
        kill(world, 2, pids[2], signal.SIGSTOP)
        ends(job, SILENT + SOON, (134,), reason)
    return fn


def go_on(go, kill):
    """One that is stopped for less is waited for."""
    def fn(world):
        job, pids = job_that(go, world, "traffic", **LIMITS)
        kill(world, 2, pids[2], signal.SIGSTOP)
        time.sleep(SILENT / 2)
        kill(world, 2, pids[2], signal.SIGCONT)
        time.sleep(SILENT)
        need(job.process.poll() is None, f"it ended; {job.said()}")
        job.process.terminate()
        ends(job, SOON, (143,), "")
    return fn
