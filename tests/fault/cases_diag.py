# SPDX-License-Identifier: BSD-3-Clause
"""cases_diag.py: what ranks say about themselves: dumps on request and on hangs, statistics, backtraces."""
import os
import re
import select
import signal
import time

from faultlib import Case, Problem, alive, wait_for

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


def lines_and_hints():
    """Names, files and lines, by a helper in PATH; what a crash says to a person who asked for nothing."""
    build = os.environ.get("abs_top_builddir", os.getcwd())
    helper = os.access(os.path.join(build, "hyd-frames"), os.X_OK)
    def check(job):
        wanted = (r"^ .* in touch_nothing at exits\.c:\d+|^#.* in touch_nothing at exits\.c:\d+",
                  r"^#\d+ +0x[0-9a-f]+ in main at exits\.c:\d+ \(.*exits-par-rel\)$",
                  r"the signal's handler was called here")
        return [f"no frame has /{w}/" for w in wanted if not re.search(w, job.stderr, re.M)]
    yield Case("backtrace-lines/2", "exits-par-rel", ["act=segv"], status=139, out=[1], err=["exits"], check=check,
               env={"GASNET_BACKTRACE": "1", "PATH": build + ":" + os.environ["PATH"]}, skip="" if helper
               else "no libdw")

    for program in ("misuse-rel", "misuse-dbg"):
        yield Case(f"fatal-place-{program}/3", program, ["do=am-rank-end"], ranks=3, status=134, out=[],
                   err=[r"\*\*\* FATAL ERROR \(rank 0/3 on \S+, \S*misuse_am\.c:\d+\): gasnet_AMRequestShort \("],
                   env={"PATH": build + ":" + os.environ["PATH"]}, skip="" if helper else "no libdw")

    hint = "GASNET_BACKTRACE=1 prints"
    def once(job):
        count = job.stderr.count(hint)
        return [] if count == 1 else [f"{count} hints"]
    for act, status in (("segv", 139), ("fatal", 134)):
        yield Case(f"backtrace-hint-{act}/2", "exits-par-rel", [f"act={act}"], status=status, out=[1], err=[hint],
                   env={"GASNET_QUIET": None}, check=once)
    for name, value in (("QUIET", "1"), ("BACKTRACE", "0")):
        yield Case(f"backtrace-no-hint-{name}/2", "exits-par-rel", ["act=segv"], status=139, out=[1], err=[],
                   env={"GASNET_QUIET": None, "GASNET_" + name: value}, never=[hint])
    yield Case("backtrace-type-unknown/2", "exits-par-rel", ["act=segv"], status=139, out=[1],
               err=[r"\AWARNING: GASNET_BACKTRACE_TYPE has Nosuch; expected LIBDW, GDB, EXECINFO or",
                    r"\[0x[0-9a-f]+\]"],
               env={"GASNET_QUIET": None, "GASNET_BACKTRACE": "1", "GASNET_BACKTRACE_TYPE": "Nosuch"})


# --- whose backtraces, and on a signal ------------------------------------------------------------

def traces(text, rank, n, thread=""):
    """How many backtraces, with frames, rank has printed: of the thread that took the signal, or
    with thread=" thread" of the others."""
    parts = re.split(r"^(rank \d+/\d+ \(pid \d+\).* backtrace:)$", text, flags=re.M)
    return sum(len(re.findall(FRAMES, body)) > 1 for head, body in zip(parts[1::2], parts[2::2])
               if re.match(rf"rank {rank}/{n} \(pid \d+\){thread}( \d+)? backtrace:", head))


def printed(n, *ranks, thread=""):
    return lambda job: all(traces(job.stderr, r, n, thread) for r in ranks)


def signal_until(job, sig, seen, what):
    """Signals the job until all is seen: on a busy machine ranks may print at once."""
    for _ in range(30):
        os.kill(job.pid, sig)
        try:
            return wait_for(lambda: seen(job), 1, what)
        except Problem:
            continue
    raise Problem(f"{what}: not seen")


def nodes():
    for text, shown in (("0,2", False), ("1", True), ("0-1", True), ("*", True), ("2-9,0", False)):
        def check(job, shown=shown):
            count = len(re.findall(FRAMES, job.stderr))
            return [] if (count > 3) == shown else [f"{count} frames"]
        for act, status, said in (("segv", 139, "fatal signal: SIGSEGV"),
                                  ("fatal", 134, "FATAL ERROR")):
            yield Case(f"backtrace-nodes-{text}-{act}/3", "exits-par-rel",
                       [f"act={act}", "who=1"], ranks=3, status=status, out=[0, 2], err=[said],
                       check=check, env={"GASNET_BACKTRACE": "1", "GASNET_BACKTRACE_NODES": text})


def on_signal():
    def one(job, sig):
        job.kill_rank(1, sig)
        wait_for(lambda: printed(3, 1)(job), 30, "a backtrace of rank 1")
    def others(ranks):
        def check(job):
            more = [r for r in range(3) if r not in ranks and traces(job.stderr, r, 3)]
            return [f"ranks {more} have printed backtraces"] if more else []
        return check
    for name, sig in (("SIGUSR1", 10), ("usr2", 12), ("15", 15), ("int", 2)):
        def to_rank(job, sig=sig):
            one(job, sig)
            job.go()
        yield Case(f"backtrace-signal-{name}/3", "waits-rel", ["do=barrier"], ranks=3, err=[],
                   env={"GASNET_BACKTRACE_SIGNAL": name}, drive=to_rank, check=others([1]),
                   never=["Caught", "FATAL"])

        def to_job(job, sig=sig):
            signal_until(job, sig, printed(3, 0, 1, 2), "backtraces of all ranks")
            job.go()
        yield Case(f"backtrace-signal-{name}-all/3", "waits-dbg", ["do=barrier"], ranks=3, err=[],
                   env={"GASNET_BACKTRACE_SIGNAL": name}, drive=to_job, never=["Caught", "FATAL"])

    def to_some(job):
        signal_until(job, signal.SIGUSR1, printed(3, 0, 2), "backtraces of ranks 0 and 2")
        job.go()
    yield Case("backtrace-signal-nodes/3", "waits-rel", ["do=barrier"], ranks=3, err=[],
               env={"GASNET_BACKTRACE_SIGNAL": "USR1", "GASNET_BACKTRACE_NODES": "0,2"},
               drive=to_some, check=others([0, 2]))

    def alone(job):
        os.kill(job.pid, signal.SIGUSR1)
        wait_for(lambda: printed(1, 0)(job), 30, "a backtrace")
        job.go()
    yield Case("backtrace-signal-alone/1", "waits-rel", ["do=barrier"], ranks=1, err=[],
               drive=alone, env={"GASNET_BACKTRACE_SIGNAL": "USR1"})
    yield Case("backtrace-signal-off/2", "waits-rel", ["do=barrier"], ranks=2, status=138, out=[],
               err=["SIGUSR1|signal"], drive=lambda job: job.kill_rank(1, signal.SIGUSR1))


def all_threads():
    silent = r"^rank 1/2 \(pid \d+\) thread \d+ (does not answer|takes no signals)"
    def drive(job):
        job.wait_said("deaf", 2)
        job.wait_said("beat", 2)
        job.kill_rank(1, signal.SIGUSR1)
        wait_for(lambda: re.search(job.case.until, job.stderr, re.M), 30, job.case.until)
        wait_for(lambda: printed(2, 1)(job), 30, "a backtrace of rank 1")
        job.go()
    def one_each(job):
        count = traces(job.stderr, 1, 2), traces(job.stderr, 1, 2, " thread")
        return [] if count == (1, 1) else [f"{count} backtraces of the first and the other thread"]
    def only_one(job):
        count = traces(job.stderr, 1, 2, " thread")
        return [f"{count} backtraces of other threads"] if count else []
    for mt, check, until in ((None, one_each, silent), ("1", one_each, silent),
                             ("0", only_one, "backtrace:")):
        case = Case(f"backtrace-mt-{mt}/2", "waits-rel", ["do=barrier", "threads=1"], err=[],
                    env={"GASNET_BACKTRACE_SIGNAL": "USR1", "GASNET_BACKTRACE_MT": mt},
                    drive=drive, check=check,
                    never=["does not answer", "takes no signals"] if mt == "0" else ["FATAL"])
        case.until = until
        yield case
    for act, status in (("segv", 139), ("fatal", 134)):
        for when in ("main", "thread"):
            def check(job):
                count = traces(job.stderr, 0, 2, " thread")
                return [] if count >= 1 else ["no backtrace of another thread"]
            yield Case(f"backtrace-mt-{act}-{when}/2", "exits-par-rel",
                       [f"act={act}", f"when={when}", "side=spin"], status=status, out=[1],
                       err=["exits"], check=check, env={"GASNET_BACKTRACE": "1"})
    def dump(job):
        job.wait_said("deaf", 2)
        signal_until(job, DUMP, printed(2, 0, 1, thread=" thread"), "backtraces of other threads")
        job.go()
    yield Case("dump-threads/2", "waits-rel", ["do=barrier", "threads=1"], err=[], drive=dump,
               env={"GASNET_BACKTRACE_NODES": "7"}, never=["FATAL"])


def freezes():
    def beats(job, rank):
        while select.select([job.ready_fd], [], [], 0)[0]:
            job.read_ready(0)
        return job.ready_text.count(b"\nbeat %d " % rank)

    def frozen(job, rank):
        line = rf"frozen for a debugger: .*pid {job.pids[rank]}\."
        wait_for(lambda: re.search(line, job.stderr), 30, f"rank {rank} to freeze")

    def must_beat(job, rank):
        before = beats(job, rank)
        wait_for(lambda: beats(job, rank) > before, 30, f"rank {rank} to beat")

    def one(job):
        job.wait_said("beat", 2)
        job.kill_rank(0, signal.SIGUSR1)
        frozen(job, 0)
        time.sleep(0.3)  # its threads get the signal after its line
        before = beats(job, 0)
        time.sleep(0.5)
        if beats(job, 0) != before:
            raise Problem("a thread of the frozen rank goes on")
        must_beat(job, 1)
        job.kill_rank(0, signal.SIGUSR2)
        must_beat(job, 0)
        job.kill_rank(0, signal.SIGUSR1)  # again
        wait_for(lambda: job.stderr.count("frozen for") == 2, 30, "a second freeze")
        job.go()
        time.sleep(0.5)
        if not alive(job.pid):
            raise Problem("the job ends although a rank is frozen")
        job.kill_rank(0, signal.SIGUSR2)

    def all_ranks(job):
        os.kill(job.pid, signal.SIGINT)
        for rank in (0, 1):
            frozen(job, rank)
        for rank in (0, 1):
            job.kill_rank(rank, signal.SIGUSR2)
        job.go()

    def in_the_end(job):
        job.kill_rank(1, signal.SIGUSR1)
        frozen(job, 1)
        os.kill(job.pid, signal.SIGTERM)
    words = ["do=barrier", "threads=1", "release=1"]
    yield Case("freeze-signal/2", "waits-rel", words, err=[], drive=one, never=["FATAL"],
               env={"GASNET_FREEZE_SIGNAL": "SIGUSR1"})
    yield Case("freeze-signal-all/2", "waits-dbg", words, err=[], drive=all_ranks,
               env={"GASNET_FREEZE_SIGNAL": "int"}, never=["FATAL", "Caught"])
    yield Case("freeze-signal-ended/2", "waits-rel", words, status=143, out=[], err=[],
               drive=in_the_end, env={"GASNET_FREEZE_SIGNAL": "USR1"}, never=["FATAL"])


def values():
    def check(job):
        return [] if len(job.stderr.splitlines()) == 1 else ["not one line"]
    for name, bad in (("BACKTRACE_NODES", ("1-", "3-1", "x", "1,,2")), ("BACKTRACE_MT", ("some",)),
                      ("BACKTRACE_SIGNAL", ("SIGFOO", "KILL", "segv", "3", "99")),
                      ("FREEZE_SIGNAL", ("stop", "abrt"))):
        for value in bad:
            yield Case(f"value-{name}={value}/2", "waits-rel", ["do=barrier"], status=1, out=[],
                       env={"GASNET_" + name: value}, check=check,
                       err=[rf"FATAL ERROR.*GASNET_{name}={value}; expected"])


def no_trace():
    """GASNET_TRACEFILE that names no .json: one line from one rank, and no file (others: tests/watch)."""
    one = r"\AWARNING: GASNET_TRACEFILE=trace\.%: this library writes no traces of that kind; expected .*\.json.*\n\Z"
    env = {"GASNET_TRACEFILE": "trace.%", "GASNET_TRACEMASK": "GPB"}
    yield Case("tracefile/3", "waits-rel", ["do=counts"], ranks=3, err=[one],
               env={"GASNET_QUIET": None, **env})
    yield Case("tracefile-quiet/3", "waits-rel", ["do=counts"], ranks=3, env=env)
    yield Case("tracemask/3", "waits-rel", ["do=counts"], ranks=3,
               env={"GASNET_QUIET": None, "GASNET_TRACEMASK": "GPB"})


def cases(_have):
    for group in (dumps, statistics, fatal_backtraces, lines_and_hints, nodes, on_signal, all_threads, freezes,
                  values, no_trace):
        yield from group()
