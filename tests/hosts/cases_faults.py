# SPDX-License-Identifier: BSD-3-Clause
"""cases_faults.py: what ends a job over four hosts that has not come to its end: the reason is said, in time, and
nothing is left on any host."""
import os
import re
import signal
import time

from launchlib import need
from nets import start, stop  # noqa: F401  pylint: disable=unused-import

SOON = 5    # seconds from a death that is seen at once to the end (man gasnetrun: ENDING)
SILENT = 3  # what silence is allowed below
LIMITS = {"GASNET_REQUESTTIMEOUT_MAX": str(SILENT * 1000000), "GASNET_SSH_SILENCE": str(SILENT)}


def job_that(world, how, **env):
    """A job of four whose ranks do that, and their pids."""
    job = world.nets.run(4, "--", "wait", how, env=env)
    pids = job.ready(4)
    time.sleep(0.3)
    return job, pids


def ends(job, limit, statuses, reason):
    began = time.monotonic()
    status = job.wait(limit + 15)
    took = time.monotonic() - began
    need(status in statuses, f"status {status}, expected {statuses}; {job.said()}")
    need(re.search(reason, job.err), f"no {reason!r} on stderr; {job.said()}")
    need(took < limit, f"took {took:.1f} s, expected {limit} at most; {job.said()}")


def kill_rank(how):
    def fn(world):
        job, pids = job_that(world, how)
        os.kill(pids[2], signal.SIGKILL)
        ends(job, SOON, (137,), r"rank 2/4 \(pid \d+ on host 10\.213\.76\.3\) died of signal 9")
    return fn


def stop_rank(world):
    """Somebody has something on the way to it, and gives it up; ending the job ends it, too."""
    job, pids = job_that(world, "traffic", **LIMITS)
    os.kill(pids[2], signal.SIGSTOP)
    ends(job, SILENT + SOON, (134,), r"no answer from rank 2 at 10\.213\.76\.3:\d+ for 3\.\d s .GASNET_REQUESTTIMEOUT_MAX")


def go_on(world):
    """One that is stopped for less is waited for."""
    job, pids = job_that(world, "traffic", **LIMITS)
    os.kill(pids[2], signal.SIGSTOP)
    time.sleep(SILENT - 1.5)
    os.kill(pids[2], signal.SIGCONT)
    time.sleep(SILENT)
    need(job.process.poll() is None, f"it ended; {job.said()}")
    job.process.terminate()
    ends(job, SOON, (143,), "")


def kill_gasnetrun(how):
    def fn(world):
        job, _ = job_that(world, how)
        job.process.kill()
        job.process.wait()  # the driver sees to it that nothing is left
    return fn


def kill_link(world):
    job, _ = job_that(world, "traffic")
    os.kill(sorted(p for p, n in world.ours().items() if n == "ssh")[1], signal.SIGKILL)
    ends(job, SOON, (1,), r"host 10\.213\.76\.\d: its agent was lost: .*ssh was ended by signal 9")


def cut(how, at_host):
    """A host's interface goes down, at its side or the switch's: ssh notices, or the ranks do; beyond it the agent."""
    def fn(world):
        options = "-o ServerAliveInterval=1 -o ServerAliveCountMax=2 " + world.nets.env["GASNET_SSH_OPTIONS"]
        job, _ = job_that(world, how, GASNET_SSH_OPTIONS=options, **LIMITS)
        net, link = (world.nets.net[1], "eth0") if at_host else (world.nets.hub, "port1")
        net.say("ip", "link", "set", link, "down")
        try:
            ends(job, SILENT + 4 + SOON, (1, 134), r"10\.213\.76\.2: its agent was lost|no answer from rank")
            left = world.leftovers()
            need(not left, f"beyond the cut: {left}")
        finally:
            net.say("ip", "link", "set", link, "up")
            world.nets.await_sshd(world.nets.hosts[1])
    return fn


def cases(_world):
    yield "kill-rank-barrier", kill_rank("barrier")
    yield "kill-rank-traffic", kill_rank("traffic")
    yield "stop-rank", stop_rank
    yield "stop-and-go-on", go_on
    yield "kill-gasnetrun-barrier", kill_gasnetrun("barrier")
    yield "kill-gasnetrun-compute", kill_gasnetrun("compute")
    yield "kill-link", kill_link
    yield "cut-barrier", cut("barrier", True)
    yield "cut-traffic", cut("traffic", True)
    yield "cut-at-switch", cut("traffic", False)
