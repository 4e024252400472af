# SPDX-License-Identifier: BSD-3-Clause
"""cases_ends.py: how jobs end: by statuses, signals, and the death of any process of theirs. The driver
sees to it that nothing is left."""
import contextlib
import os
import signal
import subprocess
import time

from launchlib import Problem, need, parent_of, state_of, wait_for

H3 = ["-H", "localhost,localhost/a,localhost/b"]
SOON = 5  # seconds from a death to the end of gasnetrun (man gasnetrun: ENDING)


def ends(status, mode, err=None, ranks=4, hosts=H3, **env):
    return lambda w: w.expect(w.gasnetrun("-n", ranks, *hosts, "--", *mode, env=env), status, err=err)


def quickly(world, job, status, err=None):
    began = time.monotonic()
    world.expect(job, status, err=err, limit=20)
    took = time.monotonic() - began
    need(took < SOON, f"took {took:.1f} s; expected {SOON} at most")


def in_peace(world):
    """A rank asks for the end with status 0: the others are ended, and nothing is wrong with that."""
    job = world.expect(world.gasnetrun("-n", 4, *H3, "--", "abort", 0, 0), 0)
    need(not job.err, job.said())


def signalled(sig, mode="sleep", status=None):
    def fn(world):
        job = world.gasnetrun("-n", 3, *H3, "--", mode)
        job.ready(3)
        job.process.send_signal(sig)
        quickly(world, job, status or 128 + sig)
    return fn


def wrapped_crash(world):
    """The process that was started returns 0, or goes on: that its rank has died is seen all the same. Ranks that all
    end so need not say farewell. All at a time, as each takes two seconds."""
    def start(then, *mode):
        wrapper = world.file("bin/" + then.replace(" ", "-"), f'#!/bin/sh\n{world.hello} "$@" | cat\n{then}\n', 0o755)
        return world.start([world.run, "-n", 4, *H3, wrapper, *mode])
    crashing = [start(then, "crash", 1) for then in ("true", "sleep 60")]
    in_peace = [start(then, "exits", 0) for then in ("exit 0", "sleep 2.5")]
    for job in crashing:
        quickly(world, job, 1,
                r"rank 1/4 \(pid \d+ on host localhost\) ended without gasnet_exit .*; 3 of 4 ranks are still there")
    for job in in_peace:
        need(not world.expect(job, 0).err, job.said())


def are_alive(pids):
    """Whether none has ended or is stopped. On a busy machine one that waits is seen running now and then."""
    return all(state_of(p) in "RSD" for p in pids)


def ignored(world):
    """What gasnetrun was started with as ignored stays so (nohup, & in a script): here, in agents, in ranks."""
    name = os.path.join(world.tmp, "status")
    trap = "trap '' HUP INT QUIT TSTP PIPE; exec \"$@\""
    shown = world.start(["sh", "-c", trap, "sh", "grep", "SigIgn", "/proc/self/status"]).wait_text()
    job = world.start(["sh", "-c", trap, "sh", world.run, "-n", 3, *H3, "sh", "-c",
                       f"grep SigIgn /proc/self/status >>{name}; "
                       f"exec {world.hello} sleep"])
    pids = job.ready(3)
    with open(name, encoding="ascii") as f:
        need(f.read() == 3 * shown, "ranks ignore other signals than those that were ignored from the start")
    for sig in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTSTP):
        for pid in [job.process.pid, *world.agents()]:
            os.kill(pid, sig)
    time.sleep(0.3)
    need(job.process.poll() is None and are_alive([job.process.pid, *pids.values()]), job.said())
    job.process.send_signal(signal.SIGTERM)
    quickly(world, job, 143)


def passed_on(world):
    job = world.gasnetrun("-n", 3, *H3, "--", "signal")
    job.ready(3)
    job.process.send_signal(signal.SIGUSR1)
    wait_for(lambda: "got SIGUSR1" in job.out, 10, "rank 0 to get SIGUSR1")
    job.process.send_signal(signal.SIGUSR2)
    world.expect(job, 0)


def suspended(world):
    """^Z stops all ranks, and agents do not take that for the loss of gasnetrun."""
    job = world.gasnetrun("-n", 3, *H3, "--", "sleep", env={"GASNET_SSH_SILENCE": "1"})
    pids = job.ready(3)
    job.process.send_signal(signal.SIGTSTP)
    wait_for(lambda: all(state_of(p) == "T" for p in [job.process.pid, *pids.values()]), 30, "all to stop")
    time.sleep(1.5)
    need(all(state_of(p) == "T" for p in pids.values()), "ranks did not stay stopped")
    job.process.send_signal(signal.SIGCONT)
    wait_for(lambda: all(state_of(p) == "S" for p in pids.values()), 30, "all to go on")
    job.process.send_signal(signal.SIGTERM)
    quickly(world, job, 143)


def silence(world):
    """Agents that hear nothing from above end their ranks."""
    job = world.gasnetrun("-n", 3, *H3, "--", "family", env={"GASNET_SSH_SILENCE": "1"})
    pids = job.ready(3)
    time.sleep(1.5)
    need(are_alive(pids.values()), "ranks ended although gasnetrun was there")
    job.process.send_signal(signal.SIGSTOP)
    wait_for(lambda: not any(n == "pm_hello" for n in world.ours().values()), 30, "ranks to end")
    job.process.send_signal(signal.SIGCONT)
    quickly(world, job, 1)


def kill_rank(world):
    job = world.gasnetrun("-n", 4, *H3, "--", "family")
    pids = job.ready(4)
    os.kill(pids[2], signal.SIGKILL)
    quickly(world, job, 137, r"rank 2/4 \(pid \d+ on host localhost/a\) died of signal 9")


def kill_rank_of_silent_reader(world):
    """What ranks write is not read: a death is noticed all the same."""
    r, w = os.pipe()
    job = world.gasnetrun("-n", 3, *H3, "--", "lines", 1000000, stdout=w)
    os.close(w)
    wait_for(lambda: sum(n == "pm_hello" for n in world.ours().values()) == 3, 10, "three ranks")
    time.sleep(0.5)
    os.kill(max(p for p, n in world.ours().items() if n == "pm_hello"), signal.SIGKILL)
    quickly(world, job, 137, "died of signal 9")
    os.close(r)


def kill_agent(which):
    def fn(world):
        job = world.gasnetrun("-n", 4, *H3, "--", "family")
        job.ready(4)
        agents = world.agents()
        need(len(agents) >= 3, f"agents: {agents}")
        os.kill(agents[which], signal.SIGKILL)
        quickly(world, job, 1, r"host localhost\S*: its agent was lost: .*137")
    return fn


def kill_keeper(world):
    job = world.gasnetrun("-n", 4, *H3, "--", "sleep")
    job.ready(4)
    with open(f"/proc/{job.process.pid}/task/{job.process.pid}/children", encoding="ascii") as f:
        os.kill(int(f.read().split()[1]), signal.SIGKILL)
    quickly(world, job, 1, "its agent was lost")


def stop_agent(world):
    """An agent that does not answer any more does not keep the job from ending."""
    job = world.gasnetrun("-n", 3, *H3, "--", "sleep")
    os.kill(parent_of(job.ready(3)[2]), signal.SIGSTOP)
    job.process.send_signal(signal.SIGTERM)
    began = time.monotonic()
    world.expect(job, 143,
                 err=r"host localhost/b: its agent does not answer 5 s after the job was told to end; it is killed, "
                               r"with its ranks \(ranks 2 to 2\)$", limit=20)
    need(time.monotonic() - began < 12, "took too long")


def stop_agent_in_peace(world):
    """Of a job that would end with 0: it does not, as it is not known what became of a host."""
    job = world.gasnetrun("-n", 3, *H3, "--", "abort", 0, 0, "late")
    os.kill(parent_of(job.ready(3)[2]), signal.SIGSTOP)
    world.expect(job, 1, err="host localhost/b: its agent does not answer", limit=20)


def paused_machine(world):
    """All of a job stands still for a while at its end, as where others take all the time: that is no silence."""
    job = world.gasnetrun("-n", 3, *H3, "--", "stubborn")
    job.ready(3)
    job.process.send_signal(signal.SIGTERM)
    time.sleep(1.5)
    all_ranks = world.ours()
    for sig, pause in ((signal.SIGSTOP, 6), (signal.SIGCONT, 0)):
        for pid in all_ranks:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, sig)
        time.sleep(pause)
    world.expect(job, 143, limit=20)
    need("does not answer" not in job.err, job.said())


def full_pipe():
    """The end to write to of a pipe that takes nothing more, and the other."""
    r, w = os.pipe()
    os.set_blocking(w, False)
    try:
        while True:
            os.write(w, b"x" * 4096)
    except BlockingIOError:
        os.set_blocking(w, True)
    return r, w


def unread(stream, act, status):
    """A stream of gasnetrun's is not read: the job ends all the same, and gasnetrun when it is told to."""
    def fn(world):
        r, w = full_pipe()
        words = [world.run, "-n", "2", "-H", "localhost,localhost/a", world.hello]
        process = subprocess.Popen(words + (["sleep"] if act == "rank" else ["lines", "300"]),
                                   env=world.environment({}),
                                   stdin=subprocess.DEVNULL,
                                   **{"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL,
                                      stream: w}, start_new_session=True)
        os.close(w)
        try:
            if act == "rank":
                wait_for(lambda: sum(n == "pm_hello" for n in world.ours().values()) == 2, 10, "two ranks")
                time.sleep(0.3)
                os.kill(max(p for p, n in world.ours().items() if n == "pm_hello"), signal.SIGKILL)
            else:
                time.sleep(1)
                process.terminate()
            got = process.wait(SOON + 3)
            need(got == status, f"status {got}, expected {status}")
        except subprocess.TimeoutExpired:
            raise Problem("gasnetrun does not end") from None
        finally:
            process.kill()
            process.wait()
            os.close(r)
    return fn


def kill_root(mode):
    def fn(world):
        job = world.gasnetrun("-n", 4, *H3, "--", mode)
        job.ready(4)
        job.process.kill()
        job.process.wait()
    return fn


def orphans(world):
    world.expect(world.gasnetrun("-n", 3, *H3, "--", "orphan"), 0)


def missing_program(world):
    job = world.start([world.run, "-n", 2] + H3 + ["./pm_hello"], cwd=world.bin,
                      env={"GASNET_SSH_REMOTE_PATH": world.tmp})
    world.expect(job, 127, err=r"host localhost\S*: rank \d: cannot run ./pm_hello: no such program there")


def bad_format(world):
    path = world.file("bin/garbage", "\x7fELF nothing", 0o755)
    world.expect(world.start([world.run, "-n", 1, "-H", "localhost", path]), 126, err="cannot run|Exec format")


def of_library(world, *words, **env):
    """A job of four ranks that share no memory, of tests/fault/exits.c."""
    program = os.path.join(world.build, "tests/fault/exits-par-rel")
    need(os.path.exists(program), f"{program} is not built")
    return world.start([world.run, "-c", "udp", "-n", 4, *H3, program, *words],
                       env={"GASNET_SUPERNODE_MAXSIZE": "1", **env})


def names_beginner(act, status):
    """Ranks that follow may be gone first: the one that began is named all the same, and no other."""
    def fn(world):
        places = ((1, "localhost"), (3, "localhost/b"))
        jobs = [of_library(world, f"who={who}", f"act={act}", f"code={status}", "others=barrier") for who, _ in places]
        for job, (who, host) in zip(jobs, places):
            world.expect(job, status,
                         err=rf"^gasnetrun: rank {who}/4 \(pid \d+ on host {host}\) ended with status {status};")
            need(job.err.count("ended with status") == 1, job.said())
    return fn


LATE = """#!/bin/sh
for last; do :; done
sh -c "$last" | python3 -uc 'import os, time
while b := os.read(0, 65536): time.sleep(0.1); os.write(1, b)'
"""


def names_beginner_late(world):
    """What the agent of the rank that began says comes later than the end of a rank that leaves with it."""
    program = os.path.join(world.build, "tests/fault/exits-par-rel")
    job = world.start([world.run, "-c", "udp", "-n", 2, "-H", "localhost,alpha", program, "who=1", "act=cexit",
                       "code=7", "others=leave"],
                      env={"GASNET_SSH_CMD": world.file("bin/late", LATE, 0o755)})
    world.expect(job, 7, err=r"^gasnetrun: rank 1/2 \(pid \d+ on host alpha\) ended with status 7;")
    need(job.err.count("ended with status") == 1, job.said())


def reason_first(world):
    """What a rank says of its end is shown before what gasnetrun says of it."""
    job = world.expect(of_library(world, "who=2", "act=fatal", "others=barrier"), 134, err="died of signal 6")
    need(0 <= job.err.find("the end of rank 2") < job.err.find("died of signal 6"), job.said())


def child_of_rank(world):
    """A program that a rank starts is a job of its own, with the rank's environment and not its connection."""
    job = of_library(world, "who=all", "act=child", "code=4")
    world.expect(job, 4, err=r"ended with status 4")
    need("FATAL" not in job.err, job.said())


def stopped_rank(world):
    """Its peers take it for dead; that it was stopped is said."""
    job = of_library(world, "act=none", "others=traffic", FAULT_READY="1", GASNET_REQUESTTIMEOUT_MAX="1000000")
    os.kill(job.ready(4)[2], signal.SIGSTOP)
    world.expect(job, 134, limit=40,
                 err=r"no answer from rank 2 .*: it is stopped .*\n(.*\n)*gasnetrun: host localhost/a: "
                 r"rank 2 \(pid \d+\) was stopped")


def cases(world):
    yield "exit-5", ends(5, ["exit", 2, 5], r"rank 2/4 \(pid \d+ on host localhost/a\) ended with status 5")
    yield "exit-0-all", ends(0, ["exits", 0])
    yield "exit-7-all", ends(7, ["exits", 7])
    yield "crash", ends(139, ["crash", 3], r"rank 3/4 \(pid \d+ on host localhost/b\) died of signal 11")
    yield "abort", ends(33, ["abort", 1, 33],
                        "rank 1/4 .on host localhost. asked for the end of the job, with status 33")
    yield "abort-0", in_peace
    if os.path.isdir(os.path.join(world.build, "udp-conduit")):
        yield "names-beginner-exit", names_beginner("cexit", 7)
        yield "names-beginner-gasnet-exit", names_beginner("exit", 5)
        yield "names-beginner-late", names_beginner_late
        yield "reason-first", reason_first
        yield "child-of-rank", child_of_rank
        yield "stopped-rank", stopped_rank
    yield "leave", ends(1, ["leave", 1], r"rank 1/4 \(pid \d+ on host localhost\) ended without gasnet_exit|1 of 4 "
                                         r"have ended|ranks wait")
    yield "wrapped-crash", wrapped_crash
    yield "wrong-directory", ends(1, [], "directory /nonexistent/d: No such file",
                                  GASNET_SSH_REMOTE_PATH="/nonexistent/d")
    for sig in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
        yield sig.name, signalled(sig)
    yield "ignored", ignored
    yield "SIGTERM-stubborn", signalled(signal.SIGTERM, "stubborn")
    yield "SIGTERM-family", signalled(signal.SIGTERM, "family")
    yield "SIGUSR", passed_on
    yield "suspended", suspended
    yield "silence", silence
    yield "kill-rank", kill_rank
    yield "kill-rank-of-silent-reader", kill_rank_of_silent_reader
    yield "kill-agent-first", kill_agent(0)
    yield "kill-agent-last", kill_agent(-1)
    yield "kill-keeper", kill_keeper
    yield "stop-agent", stop_agent
    yield "stop-agent-in-peace", stop_agent_in_peace
    yield "paused-machine", paused_machine
    yield "unread-stderr", unread("stderr", "rank", 137)
    yield "unread-stdout", unread("stdout", "TERM", 143)
    for mode in ("sleep", "stubborn", "family"):
        yield "kill-gasnetrun-" + mode, kill_root(mode)
    yield "orphans", orphans
    yield "missing-program", missing_program
    yield "bad-format", bad_format
