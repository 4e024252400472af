# SPDX-License-Identifier: BSD-3-Clause
"""cases_link.py: two hosts. The way between them is cut for a moment, which a job outlives, or for good; or this host's
interface goes down, which ends the job with a reason (rxe fails at once then), and up again, for the next one."""
import re
import time

import faults
import jobs
from launchlib import need, wait_for
from machines import emulated, nothing_left
from nets import say
from parts import TWO

MOMENT = 1  # second, of the devices' patience of several
# rxe (6.12) may keep a process that ends for 50 seconds for each object whose packets the interface, being down, holds.
KERNEL = 3 * 50
REASON = r"(?i)rank \d|its agent was lost|port .*down"


def netem(verb, lost):
    say("tc", "qdisc", verb, "dev", "eth0", "root", "netem", "loss", lost)


def start(world):
    """While one queueing discipline takes another's place, packets are refused instead of lost, and rxe (6.12) ends a
    queue pair then (hw_counters/send_err): so there is one from the beginning, which changes."""
    word = emulated(world)
    if word is None:
        netem("replace", "0%")
        world.has_netem = True
    return word


def stop(world):
    if hasattr(world, "has_netem"):
        say("tc", "qdisc", "del", "dev", "eth0", "root")


def cut():
    netem("change", "100%")


def mend():
    netem("change", "0%")


def down():
    say("ip", "link", "set", "eth0", "down")


def up():
    say("ip", "link", "set", "eth0", "up")


def for_a_moment(world):
    """The job goes on, and ends when told."""
    job, _ = faults.job_that(TWO.go, world, "traffic")
    cut()
    time.sleep(MOMENT)
    mend()
    time.sleep(4 * MOMENT)
    need(job.process.poll() is None, f"it ended; {job.said()}")
    job.process.terminate()
    faults.ends(job, faults.SOON, (143,), "")


def for_good(spoil, repair, more=0):
    """A rank gives up the other host, and says so, in time; what is beyond ends by itself; then all is well for another
    job. `more`: seconds that the kernel may take to let the processes go."""
    def fn(world):
        job, _ = faults.job_that(TWO.go, world, "traffic", **faults.LIMITS)
        spoil()
        limit = 4 * faults.SILENT + faults.SOON
        try:
            wait_for(lambda: re.search(REASON, job.err) or job.process.poll() is not None, limit, "a reason")
            faults.ends(job, limit + more, (1, 134), REASON)
        finally:
            repair()
        jobs.putget(TWO.go, 2)(world)
    return fn


def cases(world):
    if world.whole:
        yield "cut-for-a-moment", nothing_left(for_a_moment)
        yield "cut", nothing_left(for_good(cut, mend))
    yield "down-and-up", nothing_left(for_good(down, up, KERNEL))
