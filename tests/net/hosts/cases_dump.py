# SPDX-License-Identifier: BSD-3-Clause
"""cases_dump.py: gasnetrun --dump of jobs over hosts: agents of this host, and one's own command; which process is
asked does not matter, and no job ends by it."""
import os
import re
import shutil
import signal
import time

from cases_custom import EACH
from launchlib import SLOW, need, parent_of, state_of, wait_for

H3 = ["-H", "localhost,localhost/a,localhost/b"]


def begin(world, n, *words, mode=("wait", "barrier"), **more):
    job = world.gasnetrun("-n", n, *(words or H3), "--", *mode, **more)
    return job, job.ready(n)


def ask(world, pid, what):
    """What the job says then, until nothing has come for a while."""
    asked = world.expect(world.start([world.run, "--dump", pid]), 0, rf"asked process \d+ \(.*{what}\) for a dump")
    return asked


def places(job):
    """{rank: pid, host}"""
    return {int(m[1]): (int(m[2]), m[3]) for m in re.finditer(r"^(?:\[\d+\] )?rank (\d+)/\d+ \(pid (\d+) on (\S+)\): ",
                                                              job.err, re.M)}


def backtraces(job):
    return {int(m[1]) for m in re.finditer(r"^(?:\[\d+\] )?rank (\d+)/\d+ \(pid \d+\) backtrace:$", job.err, re.M)}


def end(world, job):
    job.process.terminate()
    world.expect(job, 143, limit=8)


def all_answer(world, job, pids):
    wait_for(lambda: len(places(job)) == len(pids) and backtraces(job) == set(pids), 15,
             f"all of {len(pids)} ranks to say where they are; {job.said()}")
    got = {r: p for r, (p, _) in places(job).items()}
    need(got == pids, f"places say {got}, ranks {pids}")
    need(all(h == os.uname().nodename for _, h in places(job).values()), f"{places(job)}")
    need(len(re.findall(r"waits [\d.]+ s for .*Barrier", job.err)) >= 1, job.said())
    need(all(state_of(p) in "SRD" for p in pids.values()), "a rank did not survive")


def dump(pick, what, n=5, words=(), **more):
    def fn(world):
        job, pids = begin(world, n, *words, **more)
        asked = ask(world, pick(world, job, pids), what)
        # which is missing, of any host
        need(re.search(r"^rank \d is not waiting\n   <- rank", asked.out, re.M), asked.said())
        all_answer(world, job, pids)
        need(len(re.findall("^gasnetrun: where ", job.err, re.M)) == 1 and "does not answer" not in job.err, job.said())
        end(world, job)
    return fn


def labelled(world):
    """Each line of a backtrace has its rank, as those of several hosts come at a time."""
    job, pids = begin(world, 4)
    ask(world, job.process.pid, "launcher")
    all_answer(world, job, pids)
    lines = [line for line in job.err.splitlines() if re.search(r"\(\+0x|#\d+ +0x", line)]
    need(len(lines) >= 4 and all(re.match(r"\[[0-3]\] ", line) for line in lines), job.said())
    end(world, job)


def stopped(world):
    """A rank that is stopped: it is told so, and a neighbour says what it waits for."""
    for which in (0, 1, 3):
        job, pids = begin(world, 4, "-H", "localhost,localhost/a")
        os.kill(pids[which], signal.SIGSTOP)
        wait_for(lambda: state_of(pids[which]) == "T", 5, "the rank to stop")
        ask(world, job.process.pid, "launcher")
        wait_for(lambda: len(places(job)) == 4 and len(backtraces(job)) == 3, 15, f"the others' answers; {job.said()}")
        need(which not in backtraces(job), "a stopped rank has answered")
        need(re.search(rf"host localhost(/a)?: rank {which} \(pid {pids[which]}\) is stopped$", job.err, re.M),
             job.said())
        end(world, job)


def silent_host(world):
    job, pids = begin(world, 3)
    agent = parent_of(pids[1])
    os.kill(agent, signal.SIGSTOP)
    ask(world, job.process.pid, "launcher")
    wait_for(lambda: "does not answer" in job.err and len(backtraces(job)) == 2, 20, f"the other hosts; {job.said()}")
    need(len(re.findall(r"^gasnetrun: host localhost/a \(ranks 1 to 1\) does not answer$", job.err, re.M)) == 1,
         job.said())
    need(set(places(job)) == {0, 2}, f"{places(job)}")
    os.kill(agent, signal.SIGCONT)
    end(world, job)


def no_rank(world):
    """A program that is none of this library's is not sent the signal, of which it would die."""
    job = world.start([world.run, "-n", 2, *H3[:1], "localhost,localhost/a", "/bin/sleep", "50"])
    wait_for(lambda: list(world.ours().values()).count("sleep") == 2, 10, "two of sleep")
    ask(world, job.process.pid, "launcher")
    wait_for(lambda: job.err.count("has not come to gasnet_init, or does not call it") == 2, 10,
             f"words of it; {job.said()}")
    need(list(world.ours().values()).count("sleep") == 2, "sleep was ended")
    end(world, job)


def wrapped(world):
    """A rank below a shell."""
    script = world.file("bin/wrapper", f"#!/bin/sh\n{world.hello} \"$@\"\nexit 0\n", 0o755)
    job = world.start([world.run, "-n", 2, "-H", "localhost,localhost/a", script, "wait", "barrier"])
    pids = job.ready(2)
    time.sleep(0.3 * SLOW)  # it is to wait in the barrier by then
    ask(world, pids[1], "the agent of that rank")
    all_answer(world, job, pids)
    end(world, job)


def manager(world):
    """Under another manager: the ranks of the host."""
    mpiexec = shutil.which("mpiexec.hydra")
    if not mpiexec:
        return
    job = world.start([mpiexec, "-n", 3, world.hello, "wait", "barrier"])
    pids = job.ready(3)
    ask(world, pids[2], "for the ranks of its host")
    wait_for(lambda: "where 3 ranks are" in job.err and backtraces(job) == {0, 1, 2}, 15,
             f"three answers; {job.said()}")
    job.process.terminate()
    job.wait(8)


def cases(_world):
    yield "launcher", dump(lambda w, j, p: j.process.pid, "the job's launcher")
    yield "rank", dump(lambda w, j, p: p[3], "the agent of that rank")
    yield "agent", dump(lambda w, j, p: parent_of(p[2]), "an agent of the job's")
    yield "keeper", dump(lambda w, j, p: parent_of(parent_of(p[2])), "an agent of the job's")
    yield "outside", dump(lambda w, j, p: j.process.pid, "the job's launcher", inside=("timeout", "100"))
    yield "alone", dump(lambda w, j, p: p[0], "the agent of that rank", words=("-c", "udp", *H3),
                        env={"GASNET_SUPERNODE_MAXSIZE": "1"})
    yield "custom", dump(lambda w, j, p: p[1], "the agent of that rank", n=3, words=("-spawner=custom",),
                         env={"GASNET_CSPAWN_CMD": EACH.format("")})
    for fn in (labelled, stopped, silent_host, no_rank, wrapped, manager):
        yield fn.__name__.replace("_", "-"), fn
