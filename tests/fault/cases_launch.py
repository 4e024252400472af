# SPDX-License-Identifier: BSD-3-Clause
"""cases_launch.py: ends, dumps and bad counts by way of gasnetrun, where that is built."""
import os
import re
import signal
import subprocess

from faultlib import Case, Problem, wait_for

RUN = "../../gasnetrun"


def through(name, n, status, *args, program="exits-par-rel", **more):
    return Case(f"{name}/{n}", RUN, ["-n", n, "{where}/" + program] + list(args), ranks=n, status=status,
                env={"GASNET_PSHM_NODES": None}, **more)


def ends():
    yield through("exit-0", 4, 0, "who=all")
    yield through("exit-5", 2, 5, "code=5")
    yield through("exit-5", 1, 5, "code=5")
    yield through("segv", 2, 139, "act=segv", out=[1], err=["SIGSEGV"])
    yield through("kill9", 2, 137, "act=none", out=[],
                  drive=lambda job: os.kill(job.pid, signal.SIGKILL))
    yield through("kill9-rank", 2, 137, "act=none", out=[0], err=["SIGKILL"],
                  drive=lambda job: job.kill_rank(1, signal.SIGKILL))
    for sig in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        yield through(sig.name, 2, 128 + sig, "act=none", err=[],
                      drive=lambda job, s=sig: os.kill(job.pid, s))


def dumps():
    """gasnetrun --dump of the launcher's process, and of a rank's."""
    for what in ("job", "rank"):
        def drive(job, what=what):
            pid = job.pid if what == "job" else job.pids[1]
            done = subprocess.run([job.process.args[0], "--dump", str(pid)], stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True, timeout=60, check=False)
            if done.returncode:
                raise Problem(f"gasnetrun --dump: {done.returncode}, {done.stderr}")
            wait_for(lambda: len(re.findall(r"^rank \d/3 .*backtrace:$", job.stderr, re.M)) == 3, 60,
                     "three backtraces")
            job.go()
        yield through(f"dump-{what}", 3, 0, "do=barrier", program="waits-rel", drive=drive,
                      err=[r"where 3 ranks are"] + [rf"^rank {r}/3 \(pid \d+\): " for r in range(3)],
                      never=["FATAL"])


def counts():
    for n in ("0", "-1", "1000000000", "four", "2x", ""):
        def check(job):
            lines = job.stderr.splitlines()
            return [] if job.status and len(lines) == 1 else [f"status {job.status}, {len(lines)} lines"]
        yield Case(f"n={n}", RUN, ["-n", n, "{where}/exits-par-rel", "who=all"], status=None, out=[],
                   env={"GASNET_PSHM_NODES": None}, err=["-n"], check=check)


def cases(_have):
    for group in (ends, dumps, counts):
        yield from group()
