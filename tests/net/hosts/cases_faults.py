# SPDX-License-Identifier: BSD-3-Clause
"""cases_faults.py: what ends a job over four hosts that has not come to its end: the reason is said, in time, and
nothing is left on any host."""
import os
import signal

import faults
from faults import LIMITS, SILENT, SOON, ends
from launchlib import need
from nets import start, stop  # noqa: F401  pylint: disable=unused-import


def go(world, n, *words, **env):
    return world.nets.run(n, "--", *words, env=env)


def kill(_world, _rank, pid, number):
    os.kill(pid, number)


def job_that(world, how, **env):
    return faults.job_that(go, world, how, **env)


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
    died = r"rank 2/4 \(pid \d+ on host 10\.213\.76\.3\) died of signal 9"
    yield "kill-rank-barrier", faults.kill_rank(go, kill, "barrier", died)
    yield "kill-rank-traffic", faults.kill_rank(go, kill, "traffic", died)
    yield "stop-rank", faults.stop_rank(
        go, kill, r"no answer from rank 2 at 10\.213\.76\.3:\d+ for 3\.\d s .GASNET_REQUESTTIMEOUT_MAX")
    yield "stop-and-go-on", faults.go_on(go, kill)
    yield "kill-gasnetrun-barrier", kill_gasnetrun("barrier")
    yield "kill-gasnetrun-compute", kill_gasnetrun("compute")
    yield "kill-link", kill_link
    yield "cut-barrier", cut("barrier", True)
    yield "cut-traffic", cut("traffic", True)
    yield "cut-at-switch", cut("traffic", False)
