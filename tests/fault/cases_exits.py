# SPDX-License-Identifier: BSD-3-Clause
"""cases_exits.py: everything that ends a job (gasnet1-core.md C7.28 to C7.32, C7.34; gex-core.md EXIT-1,
EXIT-2)."""
import os
import signal
import time

from faultlib import CONDUIT, NO_UDP, Case, Problem, alive, wait_for

PROGRAMS = {"rel": "exits-par-rel", "dbg": "exits-par-dbg", "seq": "exits-seq-rel"}


def exits(name, n, status, *args, variant="rel", **more):
    suffix = "" if variant == "rel" else "-" + variant
    return Case(f"{name}{suffix}/{n}", PROGRAMS[variant], list(args), ranks=n, status=status, **more)


def leavers(n, who):
    """Ranks that do not crash."""
    return [r for r in range(n) if r != (n - 1 if who == "last" else int(who))]


# --- the numbered scenarios -----------------------------------------------------------------------

def together():
    """(1), (2): all ranks leave with the same status, and there is no noise."""
    for n in (1, 2, 4):
        for act in ("exit", "return", "cexit"):
            for code in (0, 7):
                yield exits(f"all-{act}-{code}", n, code, "who=all", f"act={act}", f"code={code}")
    yield exits("all-exit-0", 2, 0, "who=all", variant="dbg")
    yield exits("all-return-7", 2, 7, "who=all", "act=return", "code=7", variant="dbg")
    yield exits("all-exit-7", 4, 7, "who=all", "code=7", variant="seq")
    for code in (255, 259, -1):
        yield exits(f"all-exit-{code}", 2, code & 255, "who=all", f"code={code}")
    yield exits("all-different", 4, {1, 2, 3, 4}, "who=all", "code=1", "spread=1")
    yield exits("all-different-or-0", 4, {1, 2, 3}, "who=all", "code=0", "spread=1")


SHORT_GRACE = {"GASNET_EXITTIMEOUT_MIN": "0.2", "GASNET_EXITTIMEOUT_FACTOR": "0"}  # for ranks that do not come


def one_leaves():
    """(3), (5), (8), (9): one rank leaves, the others do something else."""
    for others in ("barrier", "blockuntil", "spin", "sleep", "poll", "traffic"):
        for code in (0, 5):
            yield exits(f"one-exit-{code}-{others}", 2, code, "who=last", f"code={code}",
                        f"others={others}", env={} if others == "barrier" else SHORT_GRACE)
    for others in ("barrier", "spin", "traffic"):
        yield exits(f"one-exit-5-{others}", 4, 5, "who=0", "code=5", f"others={others}")
        yield exits(f"one-return-6-{others}", 2, 6, "act=return", "code=6", f"others={others}")
    yield exits("one-return-0-barrier", 4, 0, "who=last", "act=return", "code=0", env=SHORT_GRACE)
    yield exits("one-return-0-spin", 4, 0, "act=return", "code=0", "others=spin", env=SHORT_GRACE)
    yield exits("one-cexit-6-barrier", 2, 6, "act=cexit", "code=6")
    yield exits("one-cexit-minus-1-barrier", 2, 255, "act=cexit", "code=-1")
    yield exits("one-exit-5-barrier", 4, 5, "code=5", variant="seq")
    yield exits("one-exit-5-spin", 4, 5, "code=5", "others=spin", variant="seq")
    yield exits("one-exit-5-barrier", 2, 5, "code=5", variant="dbg")
    yield exits("one-exit-5-traffic", 2, 5, "code=5", "others=traffic", variant="dbg")


def beginner_is_named():
    """By the supervisor, although ranks that follow may be gone first."""
    loud = {"GASNET_QUIET": "0"}
    for act in ("exit", "cexit", "_exit"):
        yield exits(f"named-{act}-7", 4, 7, "who=2", f"act={act}", "code=7", env=loud,
                    err=[r"^\*\*\* rank 2/4 \(pid \d+\) ended with status 7; ending the job$"],
                    out=leavers(4, 2) if act == "_exit" else "all",
                    check=lambda job: one_line(job, "ended with status"))
    yield exits("named-not-0", 4, 0, "who=2", "act=exit", env={**loud, **SHORT_GRACE}, err=[],
                never=["ending the job"])


def by_quit_handler():
    """(4): SIGINT reaches the client's SIGQUIT handler, which chooses the status."""
    for n in (1, 2, 4):
        yield exits("int-handler-9", n, 9, "act=raise", f"sig={signal.SIGINT:d}", "handler=1", "code=9")
    yield exits("term-handler-9-spin", 2, 9, "who=last", "act=raise", f"sig={signal.SIGTERM:d}",
                "handler=1", "code=9", "others=spin")
    yield exits("handler-everywhere", 2, 9, "code=9", "handler=1", "others=spin")
    for sig in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE, signal.SIGQUIT):
        for n in (1, 2):
            yield exits(f"raise-{sig.name}", n, 128 + sig, "act=raise", f"sig={sig:d}",
                        err=[rf"Caught a signal: {sig.name}\({sig:d}\) on rank 0/{n}"],
                        never=["FATAL", "fatal signal"])


def around_attach():
    """(6), (7)."""
    for n in (1, 2, 4):
        yield exits("preattach-all", n, 4, "who=all", "when=preattach", "code=4")
    yield exits("preattach-one", 2, 4, "when=preattach", "code=4")
    yield exits("preattach-one-last", 4, 4, "who=last", "when=preattach", "code=4")
    yield exits("preattach-one-0", 2, 0, "when=preattach", "code=0")
    yield exits("preattach-return", 2, 4, "when=preattach", "act=return", "code=4")


def in_handlers():
    """(10) to (13)."""
    for n in (1, 2, 4):
        yield exits("handler-all", n, 11, "who=all", "when=handler", "code=11")
        yield exits("handler-one", n, 11, "who=last", "when=handler", "code=11")
        yield exits("loopback", n, 12, "when=loopback", "code=12")
        yield exits("many-handlers", n, 13, "who=last", "when=many", "code=13")
    yield exits("handler-all", 2, 11, "who=all", "when=handler", "code=11", variant="dbg")
    yield exits("handler-one", 2, 11, "when=handler", "code=11", variant="seq")
    yield exits("handler-blockuntil", 2, 11, "when=handler", "code=11", "others=blockuntil")


def from_threads():
    """(14) to (18), and locks."""
    for n in (1, 2, 4):
        yield exits("threads-all", n, 14, "who=all", "when=threads", "code=14")
        yield exits("thread-one", n, 14, "when=thread", "code=14")
        for side in ("barrier", "spin", "poll", "traffic"):
            if n == 1 and side == "barrier":
                continue  # would complete
            yield exits(f"beside-{side}", n, 15, f"side={side}", "code=15", "others=poll")
        yield exits("beside-printf", n, 15, "side=printf", "code=15", "others=poll")
    yield exits("threads-one", 2, 14, "when=threads", "code=14", "others=spin")
    yield exits("thread-cexit", 2, 14, "when=thread", "act=cexit", "code=14")
    yield exits("holding-hsl", 2, 15, "when=hsl", "code=15")
    for n in (1, 2):
        yield exits("stdout-locked", n, 15, "when=locked", "code=15", out=list(range(1, n)), err=[])
        yield exits("stdout-full", n, 15, "side=printf", "code=15", "go=1", "others=poll",
                    stdout="unread pipe", drive=fill_and_go, err=[])


def fill_and_go(job):
    job.wait_stdout_full()
    job.go()


# --- crashes --------------------------------------------------------------------------------------

CRASHES = (("segv", signal.SIGSEGV), ("bus", signal.SIGBUS), ("fpe", signal.SIGFPE),
           ("ill", signal.SIGILL), ("abort", signal.SIGABRT))


def crashes():
    for n in (1, 2, 4):
        for act, sig in CRASHES:
            for when in ("main", "thread"):
                how = "spin" if act == "bus" else "barrier"
                if n == 4 and act not in ("segv", "abort"):
                    continue
                yield exits(f"{act}-{when}", n, 128 + sig, f"act={act}", f"when={when}", "who=last",
                            f"others={how}", "self=sleep", out=leavers(n, "last"),
                            err=[rf"^\*\*\* Caught a fatal signal: {sig.name}\({sig:d}\) "
                                 rf"on rank {n - 1}/{n}$"],
                            check=lambda job: one_line(job, "Caught a fatal signal"))
        yield exits("fatal-main", n, 134, "act=fatal", err=["FATAL ERROR.*the end of rank 0"])
        yield exits("fatal-thread", n, 134, "act=fatal", "when=thread",
                    err=["FATAL ERROR.*the end of rank 0"])
        yield exits("_exit-3", n, 3, "act=_exit", "code=3", out=leavers(n, 0))
        yield exits("_exit-3-thread", n, 3, "act=_exit", "code=3", "when=thread", out=leavers(n, 0))
    yield exits("_exit-0", 2, None, "act=_exit", "code=0", out=[1], err=[])
    yield exits("segv-main", 2, 139, "act=segv", out=[1], err=["fatal signal: SIGSEGV"], variant="dbg")
    yield exits("segv-all", 4, 139, "act=segv", "who=all", out=[], err=["fatal signal: SIGSEGV"])
    yield exits("segv-handler", 2, 139, "act=segv", "when=handler", out=[1],
                err=["fatal signal: SIGSEGV"])
    yield exits("fatal-preattach", 2, 134, "act=fatal", "when=preattach", err=["FATAL ERROR"])
    yield exits("segv-preattach", 2, 139, "act=segv", "when=preattach", out=[1], err=["SIGSEGV"])
    yield exits("raise-kill", 2, 137, "act=raise", "sig=9", "others=spin", out=[1],
                err=["rank 0/2 .*SIGKILL"])
    yield exits("segv-not-caught", 2, 139, "act=segv", out=[1], err=["rank 0/2 .*SIGSEGV"],
                never=["Caught"], env={"GASNET_NO_CATCH_SIGNAL": "SIGBUS,segv"})
    yield exits("none-caught", 2, 143, "act=raise", f"sig={signal.SIGTERM:d}", out=[], err=[],
                never=["Caught"], env={"GASNET_NO_CATCH_SIGNAL": "*"})


def one_line(job, text):
    count = job.stderr.count(text)
    return [] if count == 1 else [f"'{text}' is printed {count} times"]


# --- from outside ---------------------------------------------------------------------------------

def killed():
    for n in (2, 4):
        for rank in (0, n - 1):
            for others in ("barrier", "spin", "sleep", "traffic") if n == 2 else ("barrier",):
                yield exits(f"kill9-rank{rank}-{others}", n, 137, "act=none", f"others={others}",
                            drive=lambda job, r=rank: job.kill_rank(r, signal.SIGKILL),
                            out=[r for r in range(n) if r != rank],
                            err=[rf"rank {rank}/{n} .*SIGKILL"])
        for others in ("barrier", "spin", "sleep"):
            yield exits(f"kill9-supervisor-{others}", n, 137, "act=none", f"others={others}",
                        drive=lambda job: os.kill(job.pid, signal.SIGKILL), out=[])
        yield exits("kill9-session", n, 137, "act=none", drive=kill_group(signal.SIGKILL), out=[])
    yield exits("kill9-supervisor-stopped", 2, 137, "act=none", out=[],
                drive=lambda job: (job.stop_rank(1), os.kill(job.pid, signal.SIGKILL)))
    yield exits("kill9-one", 1, 137, "act=none", "others=sleep", out=[],
                drive=lambda job: os.kill(job.pid, signal.SIGKILL))


def kill_group(sig):
    return lambda job: os.killpg(job.pid, sig)


def signalled():
    for sig in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        for n in (1, 2, 4):
            yield exits(f"{sig.name}-supervisor", n, 128 + sig, "act=none",
                        f"others={'sleep' if n == 1 else 'barrier'}", err=[], never=["FATAL"],
                        drive=lambda job, s=sig: os.kill(job.pid, s))
        yield exits(f"{sig.name}-supervisor-spin", 2, 128 + sig, "act=none", "others=spin", err=[],
                    drive=lambda job, s=sig: os.kill(job.pid, s))
        yield exits(f"{sig.name}-rank", 2, 128 + sig, "act=none", "others=barrier",
                    err=[rf"Caught a signal: {sig.name}"],
                    drive=lambda job, s=sig: job.kill_rank(1, s))
        yield exits(f"{sig.name}-all-ranks", 4, 128 + sig, "act=none", "others=barrier", err=[],
                    drive=kill_group(sig), check=at_most_one_goodbye)
    yield exits("SIGTERM-twice", 2, 143, "act=none", err=[],
                drive=lambda job: (os.kill(job.pid, signal.SIGTERM), os.kill(job.pid, signal.SIGTERM)))
    yield exits("SIGTERM-supervisor-handler", 2, 9, "act=none", "handler=1", "code=9", err=[],
                drive=lambda job: os.kill(job.pid, signal.SIGTERM))
    yield exits("SIGQUIT-rank-handler", 2, 9, "act=none", "handler=1", "code=9", err=[],
                drive=lambda job: job.kill_rank(1, signal.SIGQUIT))
    yield exits("SIGQUIT-supervisor", 2, 131, "act=none", err=["where 2 ranks are"],
                drive=lambda job: os.kill(job.pid, signal.SIGQUIT))
    yield exits("SIGQUIT-rank", 2, 131, "act=none", err=["where 2 ranks are"],
                drive=lambda job: job.kill_rank(1, signal.SIGQUIT))


def at_most_one_goodbye(job):
    count = job.stderr.count("*** Caught a signal")
    return [] if count <= 1 else [f"{count} ranks say the same"]


def stopped():
    for code in (0, 5):
        for n in (2, 4):
            yield exits(f"stopped-exit-{code}", n, code, f"code={code}", "go=1", out=range(n - 1),
                        drive=lambda job, n=n: (job.stop_rank(n - 1), job.go()),
                        err=[rf"^\*\*\* rank {n - 1}/{n} \(pid \d+\) was stopped"],
                        never=["FATAL"])
    yield exits("stopped-kill9", 2, 137, "act=none", out=[], err=[],
                drive=lambda job: (job.stop_rank(1), job.kill_rank(0, signal.SIGKILL)))
    yield exits("stopped-all-term", 2, 143, "act=none", out=[], err=[],
                drive=lambda job: (job.stop_rank(0), job.stop_rank(1), os.kill(job.pid, signal.SIGTERM)))


def plain_exit_left_alone():
    """GASNET_CATCH_EXIT=0: a plain exit of one rank is its own business."""
    def drive(job):
        wait_for(lambda: not alive(job.pids[0]), 30, "rank 0 to leave")
        time.sleep(2.5)  # longer than a caught exit would leave the others
        if not alive(job.pids[1]):
            raise Problem("rank 1 has gone too")
        job.kill_rank(1, signal.SIGTERM)
    yield exits("catch-exit-off", 2, 143, "act=return", "code=0", "others=barrier", drive=drive,
                env={"GASNET_CATCH_EXIT": "0"}, err=["SIGTERM"])


def signals_kept():
    """What the client has set before init stays, and what it forks has no handlers of the library's."""
    for set_before in (0, 1):
        for n in (1, 2):
            yield Case(f"signals-{'set' if set_before else 'default'}/{n}", "keeps-rel", [f"set={set_before}"], ranks=n)
        yield Case(f"signals-{'set' if set_before else 'default'}-udp/2", "keeps-rel", [f"set={set_before}"], env=ALONE,
                   skip=NO_UDP)


# --- after exit() has begun -------------------------------------------------------------------------

ALONE = {"GASNET_CONDUIT": "udp", "GASNET_SUPERNODE_MAXSIZE": "1"}  # ranks share no memory
TOGETHER = {"GASNET_CONDUIT": "smp", "GASNET_SUPERNODE_MAXSIZE": None}


def late(what, status, *args, name="", env=None, variant="rel", err=None, ranks=2, **more):
    return Case(f"late-{name or what}/{ranks}", f"late-{variant}", [f"what={what}", *args], ranks=ranks, status=status,
                env=env or ALONE, skip="" if env and env["GASNET_CONDUIT"] == "smp" else NO_UDP, err=err,
                out=[] if status else "all", **more)


def after_exit():
    """In destructors of static objects and the like: a call that needs another rank is one line; all else ends."""
    left = [r"FATAL ERROR \(rank \d/2 .*this rank has left the job"]
    soon, soon_smp = ({**env, "GASNET_EXITTIMEOUT": "0.3"} for env in (ALONE, TOGETHER))
    bounded = [r"WARNING: rank \d/2: its exit handlers and destructors have not ended"]
    for what in ("put", "get", "nb", "nbi", "value", "barrier", "gexbarrier", "am", "flood", "broadcast", "strided",
                 "atomic", "test"):
        yield late(what, 134, err=left)
        if what in ("put", "barrier", "am"):
            yield late(what, 134, "who=1", name=f"{what}-one", err=left)
            yield late(what, 134, "when=signal", name=f"{what}-signal", err=left)
            yield late(what, 0, "when=early", name=f"{what}-early")
            yield late(what, 0, name=f"{what}-smp", env=TOGETHER)
    for what in ("polls", "blockuntil"):
        yield late(what, 134, env=soon, err=left)
        yield late(what, 0, name=f"{what}-smp", env=soon_smp, err=[])
    yield late("put", 134, name="put-dbg", variant="dbg",
               err=[r"rank \d/2 on .*late\.c:\d+\): gex_RMA_PutBlocking: a call needs rank \d"])
    for what in ("nothing", "poll"):
        yield late(what, 0)
    yield late("exit", 5, "code=5")
    for what in ("spin", "sleep"):
        yield late(what, 0, env=soon, err=bounded)
        yield late(what, 0, "who=1", name=f"{what}-one", env=soon, err=[])
        yield late(what, 0, name=f"{what}-smp", env=soon_smp, err=bounded)
    for what in ("put", "am", "poll", "get", "barrier"):
        for env, where in ((soon, ""), (soon_smp, "-smp")):
            yield late(what, 0, "when=thread", name=f"{what}-thread{where}", env=env, err=[], never=["FATAL"])
            yield late(what, 0, "when=threads", "by=exit", name=f"{what}-threads{where}", env=env)


# --- ends that are less usual -----------------------------------------------------------------------

def conduits():
    """How ranks may reach each other here, (suffix, environment); FAULT_CONDUIT chooses another for all."""
    yield "", {}
    if not CONDUIT and not NO_UDP:
        yield "-udp", ALONE


def unusual():
    """The rank becomes another program; its main thread ends; exit within exit; children that are left or end first."""
    for suffix, env in conduits():
        for act, status, out in (("exec", 5, []), ("pthread_exit", 0, "all"), ("handover", 5, "all"),
                                 ("again", 5, "all"), ("orphan", 5, "all")):
            yield exits(f"all-{act}{suffix}", 3, status, "who=all", f"act={act}", "code=5", env=env, out=out)
            yield exits(f"one-{act}{suffix}", 3, status, f"act={act}", "code=5", out=out or [1, 2],
                        env={**env, **SHORT_GRACE})
        yield exits(f"exec-0{suffix}", 2, 0, "act=exec", "code=0", out=[1], env={**env, **SHORT_GRACE})
        for child in ("exit", "gasnet_exit", "exec", "call"):
            yield exits(f"child-{child}{suffix}", 2, 6, "who=all", f"fork={child}", "code=6", env=env)
        for n in (1, 2):
            yield exits(f"handler-cexit{suffix}", n, 11, "who=last", "when=handler", "act=cexit", "code=11", env=env)


def in_signal_handlers():
    """A signal's handler ends the job, whatever was interrupted. exit(3) may not get further than to flush: then it is
    bounded."""
    for suffix, env in conduits():
        for act in ("exit", "cexit", "_exit"):
            for seed, how in enumerate(("poll", "traffic", "barrier", "blockuntil", "sleep")):
                who = "all" if how == "traffic" else "last"
                yield exits(f"alarm-{act}-{how}{suffix}", 2, 9, f"who={who}", "when=alarm", f"act={act}", "code=9",
                            f"self={how}", f"seed={seed}", "others=poll",
                            env={**env, "GASNET_EXITTIMEOUT": "0.5"} if act == "cexit" else env, err=[],
                            out="all" if act != "_exit" else [0] if who == "last" else [])


def cases(_have):
    for group in (together, one_leaves, beginner_is_named, by_quit_handler, around_attach, in_handlers, from_threads,
                  crashes, killed, signalled, stopped, plain_exit_left_alone, after_exit, signals_kept, unusual,
                  in_signal_handlers):
        yield from group()
