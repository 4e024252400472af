# SPDX-License-Identifier: BSD-3-Clause
"""cases_diag.py: what ranks say about themselves: dumps on request and on hangs, statistics, backtraces."""
import os
import re
import signal
import time

from faultlib import Case, wait_for

DUMP = signal.SIGRTMAX - 2  # what gasnetrun --dump sends
HEAD = r"^--- where {n} ranks are ---$"
STATE = {  # of waits.c, by rank
    0: r"rank 0/{n} .*gasnet_barrier.*phase \d+.*missing.*",
    1: r"rank 1/{n} .*GASNET_BLOCKUNTIL",
    2: r"rank 2/{n} .*event.*rank 3",
    3: r"rank 3/{n} .*not waiting",
    4: r"rank 4/{n} .*queue.*rank 3",
}
FRAMES = r"(\[0x[0-9a-f]+\]|0x[0-9a-f]{6,})"


def sections(text, n):
    """The lines after each head of a dump."""
    return re.split(HEAD.format(n=n), text, flags=re.M)[1:]


def complete(section, n, states):
    return all(re.search("^" + states[r].format(n=n), section, re.M) for r in range(n))


def ask_until(job, n, states, limit=60):
    """Asks for dumps until one shows every rank where it shall be; a supervisor answers once a second.
    Ranks need a moment to get there, and record it only when a wait grows long."""
    asked = [0]
    def seen():
        if any(complete(s, n, states) for s in sections(job.stderr, n)):
            return True
        asked[0] += 1
        if asked[0] % 60 == 1:
            os.kill(job.pid, DUMP)
        return False
    wait_for(seen, limit, "a dump that shows where every rank waits")


def backtraces(job, n, at_least=1):
    """Every rank has printed frames."""
    problems = []
    for r in range(n):
        parts = re.split(rf"^rank {r}/{n} .*backtrace:$", job.stderr, flags=re.M)[1:]
        frames = sum(len(re.findall(FRAMES, p.split("--- where")[0])) > 1 for p in parts)
        if frames < at_least:
            problems.append(f"rank {r} has printed {frames} backtraces")
    return problems


def waits(name, n, drive, variant="rel", **more):
    env = {"GASNET_NO_CMA": "1"}
    env.update(more.pop("env", {}))
    more.setdefault("never", ["FATAL", "fatal signal"])
    return Case(f"{name}-{variant}/{n}", f"waits-{variant}", ["do=waits"], ranks=n, env=env, err=[],
                drive=drive, **more)


def dumps():
    def drive(job):
        ask_until(job, job.case.ranks, STATE)
        wait_for(lambda: not backtraces(job, job.case.ranks), 30, "backtraces")
        job.go()
    yield waits("dump", 5, drive, check=lambda job: backtraces(job, 5))
    yield waits("dump", 4, drive, variant="dbg", check=lambda job: backtraces(job, 4))

    def quit_it(job):
        ask_until(job, job.case.ranks, STATE)
        wait_for(lambda: not backtraces(job, job.case.ranks), 30, "backtraces")
        before = len(sections(job.stderr, 5))

        time.sleep(2.5)  # answers are a second apart at least, and may be late
        os.kill(job.pid, signal.SIGQUIT)
        job.before_quit = before

    def after_quit(job):
        last = sections(job.stderr, 5)[job.before_quit:]
        if not any(complete(s, 5, STATE) for s in last):
            return ["the dump on SIGQUIT does not show every rank"]
        return backtraces(job, 5)
    yield waits("sigquit", 5, quit_it, status=131, out=[], check=after_quit)

    def hang(job):
        wait_for(lambda: any(complete(s, 5, STATE) for s in sections(job.stderr, 5)), 60,
                 "a dump because of GASNET_HANG_SECONDS")
        wait_for(lambda: not backtraces(job, job.case.ranks), 30, "backtraces")
        job.go()
    yield waits("hang", 5, hang, env={"GASNET_HANG_SECONDS": "1"},
                check=lambda job: backtraces(job, 5) +
                ([] if re.search(r"rank \d/5 has waited [1-9]\S* s .*GASNET_HANG_SECONDS", job.stderr)
                 else ["no line names GASNET_HANG_SECONDS"]))

    nb = {r: r"rank %d/{n} .*BarrierNB.*missing rank 2" % r for r in (0, 1)}
    nb[2] = r"rank 2/{n} .*not waiting"
    def drive_nb(job):
        ask_until(job, 3, nb)
        job.go()
    yield Case("dump-barriernb/3", "waits-rel", ["do=barrier"], ranks=3, err=[], drive=drive_nb,
               never=["FATAL"])

    def alone(job):
        os.kill(job.pid, DUMP)
        wait_for(lambda: not backtraces(job, 1), 30, "a backtrace")
        wait_for(lambda: re.search("^rank 0/1 ", job.stderr, re.M), 30, "the rank's line")
        job.go()
    yield Case("dump-alone/1", "waits-rel", ["do=barrier"], ranks=1, err=[], drive=alone)

    def stopped(job):
        job.stop_rank(1)
        os.kill(job.pid, DUMP)
        wait_for(lambda: len(re.findall(r"^rank \d/3 \(pid", job.stderr, re.M)) >= 3, 30,
                 "lines also for a stopped rank")
        job.kill_rank(1, signal.SIGCONT)
        job.go()
    yield Case("dump-stopped/3", "waits-rel", ["do=barrier"], ranks=3, err=[], drive=stopped)


# --- statistics -----------------------------------------------------------------------------------

COUNTS = {  # name: count, and total size or None
    "PUT:": (3, 24), "GET:": (2, 200), "PUT_VAL:": (1, 4), "GET_VAL:": (1, 2), "MEMSET:": (1, 32),
    "AMREQUEST_SHORT cnt:": (5, None), "AMREQUEST_MEDIUM:": (4, 256), "AMREQUEST_LONG:": (1, 1000),
    "AMREPLY_SHORT cnt:": (5, None),
}


def stats_problems(text, rank):
    problems = []
    for name, (count, total) in COUNTS.items():
        m = re.search(rf"^{rank}>.* {re.escape(name)}\s+(\d+)(.*)$", text, re.M)
        if not m:
            problems.append(f"rank {rank}: no line for {name}")
        elif int(m[1]) != count:
            problems.append(f"rank {rank}: {name} {m[1]}, expected {count}")
        elif total is not None and not m[2].rstrip().endswith(f"/{total}"):
            problems.append(f"rank {rank}: {name} total{m[2]}, expected {total}")
    return problems


def statistics():
    for variant in ("rel", "dbg"):
        for n in (1, 3):
            def drive(job, n=n):
                job.expected_files |= {f"stats.{r}" for r in range(n)}
            def check(job, n=n):
                problems = []
                for r in range(n):
                    try:
                        with open(os.path.join(job.work, f"stats.{r}")) as f:
                            problems += stats_problems(f.read(), r)
                    except OSError as e:
                        problems.append(str(e))
                return problems
            yield Case(f"stats-{variant}/{n}", f"waits-{variant}", ["do=counts"], ranks=n,
                       env={"GASNET_STATSFILE": "stats.%"}, drive=drive, check=check, ready=False)
    yield Case("stats-stderr/2", "waits-rel", ["do=counts"], ranks=2, err=[],
               env={"GASNET_STATSFILE": "-"}, check=lambda job: stats_problems(job.stderr, 0) +
               stats_problems(job.stderr, 1))
    def drive_shared(job):
        job.expected_files.add("stats")
    def check_shared(job):
        with open(os.path.join(job.work, "stats")) as f:
            text = f.read()
        return [p for r in range(3) for p in stats_problems(text, r)]
    yield Case("stats-one-file/3", "waits-rel", ["do=counts"], ranks=3, drive=drive_shared, ready=False,
               env={"GASNET_STATSFILE": "stats"}, check=check_shared)


# --- backtraces -----------------------------------------------------------------------------------

def fatal_backtraces():
    def check(job):
        count = len(re.findall(FRAMES, job.stderr))
        return [] if count > 3 else [f"{count} frames"]
    env = {"GASNET_BACKTRACE": "1"}
    for act, status in (("segv", 139), ("abort", 134), ("fatal", 134), ("fpe", 136)):
        for when in ("main", "thread"):
            yield Case(f"backtrace-{act}-{when}/2", "exits-par-rel", [f"act={act}", f"when={when}"],
                       status=status, env=env, out=[1], err=["exits"], check=check)
    yield Case("backtrace-misuse/3", "misuse-dbg", ["do=am-rank-end"], ranks=3, status=134, env=env,
               out=[], err=["FATAL ERROR.*rank 3"], check=check)
    yield Case("backtrace-off/2", "exits-par-rel", ["act=segv"], status=139, out=[1],
               err=["Caught a fatal signal"], never=[FRAMES.replace("{6,}", "{9,}")])
    yield Case("backtrace-asked/2", "exits-par-rel", ["act=backtrace", "code=3"], status=3, err=[],
               check=check)
    yield Case("backtrace-quit-handler/2", "exits-par-rel",
               ["act=raise", f"sig={signal.SIGINT:d}", "handler=1", "code=3", "trace=1"], status=3, err=[],
               check=check)


def cases(_have):
    for group in (dumps, statistics, fatal_backtraces):
        yield from group()
