# SPDX-License-Identifier: BSD-3-Clause
"""cases_link.py: two hosts, and the interface of this one goes down: for a moment, which a job outlives, and for good."""
import time

import faults
import machines
from launchlib import need
from machines import emulated as start  # noqa: F401  pylint: disable=unused-import
from machines import nothing_left
from nets import say
from parts import TWO

MOMENT = 1  # second, of the devices' patience of several


def link(state):
    say("ip", "link", "set", "eth0", state)


def down_and_up(world):
    """The job goes on, and ends when told."""
    job, _ = faults.job_that(TWO.go, world, "traffic")
    link("down")
    time.sleep(MOMENT)
    link("up")
    time.sleep(4 * MOMENT)
    need(job.process.poll() is None, f"it ended; {job.said()}")
    job.process.terminate()
    faults.ends(job, faults.SOON, (143,), "")
    machines.TWO.go(world, 2, "hello").wait()


def stays_down(world):
    """Somebody gives up the other host, and says so; what is beyond ends by itself."""
    job, _ = faults.job_that(TWO.go, world, "traffic", **faults.LIMITS)
    link("down")
    try:
        faults.ends(job, 4 * faults.SILENT + faults.SOON, (1, 134), r"(?i)rank \d|its agent was lost|port .*down")
    finally:
        link("up")


def cases(world):
    yield "down-and-up", nothing_left(down_and_up)
    yield "stays-down", nothing_left(stays_down)
