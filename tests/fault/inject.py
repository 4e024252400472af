#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""inject.py: each system call and each allocation of a small job fails once, in turn. Run in the build tree; `make
check-inject` does so with --whole, and the suite without, for a few of them.

A clean run says which calls each process makes and from where. Then a job is run for each call and error: at each place
of the sources the first calls and the last, of which the first has each error and each other one an error (--every: all
calls with all errors). Each job ends in time, with all of its output or with one line that says what failed; not by a
signal of the processor; and leaves nothing behind. `N passed, N failed` at the end, and with --table a table of what
was made to fail. Status 0, 1 if a job did otherwise, 77: the kernel does not let processes be asked about their
calls."""
import argparse
import bisect
import collections
import concurrent.futures
import errno
import fnmatch
import functools
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import faultlib  # noqa: E402
from inject_errors import errors_of  # noqa: E402

BUILD = os.environ.get("abs_top_builddir", os.getcwd())
RANKS = 2
LIMIT = float(os.environ.get("INJECT_LIMIT", "30"))  # seconds that a job may take, on a busy machine
CLEAN_LIMIT = 10 * LIMIT     # that of a run whose calls are written down
FIRST = 2                    # calls of a place that fail, and the last
SHORT_FORM = ["smp", "udp", "launcher"]
SHORT_STEP = 97              # one case of so many is in the short form, beside the past faults
FOUND = [("smp", "rt_sigprocmask", "hyd_boot_fork"), ("smp", "wait4", "hyd_supervise"), ("smp", "mmap", "hyd_ep_init"),
         ("smp", "ftruncate", "map_segments"), ("udp", "clone3", "start_thread"), ("launcher", "access", "usable")]
REPEATED = {"agents", "ofi"} # jobs that take longer, and do much as the other ways do: the first call of a place
NOT_SHARED = {"GASNET_SUPERNODE_MAXSIZE": "1"}
CUSTOM = {"GASNET_CSPAWN_CMD": "i=0; while [ $i -lt %N ]; do %C & i=$((i+1)); done; wait"}
LAUNCH = ["gasnetrun", "-n", str(RANKS)]
# name: words before the program, environment
WAYS = {
    "smp": ([], {}),
    "udp": ([], {"GASNET_CONDUIT": "udp", **NOT_SHARED}),
    "launcher": (LAUNCH, {}),
    "agents": ([*LAUNCH, "-c", "udp", "-spawner=custom"], {**CUSTOM, **NOT_SHARED}),
    "ofi": ([], {"GASNET_CONDUIT": "ofi", "GASNET_OFI_PROVIDER": "tcp;ofi_rxm", **NOT_SHARED,
                 "GASNET_CONDUIT_PATH": BUILD + "/.libs"}),
}
WORK, INJECT = BUILD + "/tests/fault/work-fast-rel", BUILD + "/tests/fault/inject"
PRELOAD = BUILD + "/tests/fault/.libs/inject_malloc.so"
OURS = re.compile(r"^(work-|gasnetrun|hyd_|libgasnet|libhyd)")
CLIENT = re.compile(r"tests/fault/")

Call = collections.namedtuple("Call", "process name n site")
Todo = collections.namedtuple("Todo", "way call error")


# --- a job ---

def case_of(way, log, words=(), malloc=False):
    before, env = WAYS[way]
    env = {**env, "GASNET_SSH_TIMEOUT": str(int(LIMIT / 2 if words else CLEAN_LIMIT))}  # for workers that do not come
    before = [os.path.join(BUILD, before[0]), *before[1:]] if before else []
    env = {**env, "LD_PRELOAD": PRELOAD} if malloc else env
    return faultlib.Case(way, INJECT, [log, *words, "--", *before, WORK], ranks=RANKS, env=env)


def run_job(case, directory, private, limit=LIMIT):
    """Its job, ended, and what is wrong with how it ended."""
    before = set(faultlib.objects(private))
    job = faultlib.Job(case, directory, BUILD)
    job.expected_files = set()
    try:
        job.wait_end(limit)
        return job, faultlib.leftover_problems(job, before, private)
    except faultlib.Problem as p:
        return job, [str(p)]
    finally:
        job.close()


# Lines beside the one that explains: the client's, the supervisor's about a rank that has aborted, and the launcher's
# about a command that has printed its own error.
FOLLOWS = re.compile(r"^fault program:|^\*\*\* Caught a fatal signal: SIGABRT|^Unexpected error \d+ on netlink|"
                     r"^\*\*\* rank \d+/\d+ \(pid \d+\) died of SIGABRT|"
                     r"^\*\*\* FATAL ERROR .*: another rank cannot open what libfabric offers$|"
                     r"^gasnetrun: (GASNET_CSPAWN_CMD (ended with|was ended by)|\d+ workers did not all come|"
                     r"rank \d+/\d+ \(pid \d+ on host \S+\) (ended with status|died of signal 6))")


# Errors that are reported by other words: pthread_create(3) has one error for all; execvp(3) gives to sh what is no
# program; the C library ends a process that gets such an error of a netlink socket.
INSTEAD = {"ENOMEM": ["out of memory", "out_of_memory", os.strerror(errno.EAGAIN), "Memory allocation failure"],
           "ENOENT": ["no such program"], "ENOTDIR": ["no such program there"], "ENOEXEC": ["Syntax error"],
           **{name: [f"Unexpected error {getattr(errno, name)} on netlink"] for name in ("ECONNREFUSED", "ENOTCONN")}}
# Only the end of another process is known; dlopen(3) has words of its own.
UNKNOWN = ["agent was lost", "workers did not all come", "PMI-1: reading from the process manager",
           "the process manager has gone", "the process that was to ask has ended", "shared object"]


# A line of ours says in which room and for what, and what to do about it. Where memory is out, that is plain.
OURS_SAID = re.compile(r"\*\*\* (FATAL ERROR|WARNING)|gasnetrun: |cannot run ")
FOR_WHAT = re.compile(r"^(\*\*\* (FATAL ERROR|WARNING) \([^)]*\): \S.*?: |gasnetrun: \S|cannot run \S+: )")
WHAT_TO_DO = re.compile(r"expected |\(ulimit |names another|does without|did you mean|out of memory|"
                        r"Cannot allocate memory")


def advice_problems(line):
    if not OURS_SAID.match(line) or any(word in line for word in UNKNOWN):
        return []
    return ["the line does not say for what"] * (not FOR_WHAT.match(line)) + \
        ["the line does not say what to do"] * (not WHAT_TO_DO.search(line))


def line_problems(job, error):
    """What a job that failed has said: one line, which says for what, by which error, and what to do."""
    every = job.stderr.splitlines()
    lines = [line for line in every if not FOLLOWS.match(line)] or every[:1]
    if not lines:
        return ["not a word"]
    problems = ([] if len(lines) == 1 else [f"{len(lines)} lines"]) + advice_problems(lines[0])
    words = [] if error == "SHORT" else [os.strerror(getattr(errno, error)), *INSTEAD.get(error, ()), *UNKNOWN]
    if words and not any(word in job.stderr for word in words):
        problems.append(f"no line says {words[0]!r}")
    return problems


def judge(job, todo):
    """How a job ended, and what is wrong with that."""
    if job.status == 0:
        problems = faultlib.output_problems(job.case, job.stdout)
        return ("success" if not job.stderr else "said and went on"), problems
    if job.status - 128 in (4, 5, 7, 8, 11, 31):
        return "crash", [f"ended by signal {job.status - 128}"]
    return "ended", line_problems(job, todo.error)


# What is known of libraries below: (way, calls, innermost function, why). A case that fails so counts as left out.
KNOWN = [("ofi", "malloc", "libfabric", "libfabric 1.17 crashes without memory, or says that there is no provider"),
         ("ofi", "send*", "libfabric", "libfabric 1.17 forgets without a word what a failed connection had to send"),
         ("ofi", "epoll_ctl", "libfabric", "libfabric 1.17 waits for ever for a connection that it cannot watch")]


def known_of(record):
    for way, call, inside, why in KNOWN:
        innermost = record["site"][0] if record["site"] else ""
        if record["way"] == way and fnmatch.fnmatch(record["call"], call) and innermost.startswith(inside):
            return why
    return ""


def hit_of(log):
    for line in log.splitlines():
        if line.startswith("hit "):
            return line.split(" ")[5:]
    return None


def run_todo(todo, logs, private):
    """A record of one job."""
    directory = tempfile.mkdtemp(prefix="job.", dir=logs)
    log = os.path.join(directory, "log")
    number = -1 if todo.error == "SHORT" else getattr(errno, todo.error)
    call = todo.call
    words = [call.process, call.name, str(call.n), str(number)]
    job, problems = run_job(case_of(todo.way, log, words, call.name == "malloc"), directory, private)
    said = job.text("log")
    problems += [line for line in said.splitlines() if line.startswith("left ")]
    outcome = "not in time"
    if job.status is not None:
        outcome, more = judge(job, todo)
        problems += more
    hit = hit_of(said)
    if hit is None and not problems:
        outcome = "not reached"
    record = {"way": todo.way, "process": call.process, "call": call.name, "n": call.n, "error": todo.error,
              "outcome": outcome, "status": job.status, "problems": problems, "site": hit or call.site,
              "stderr": job.stderr[:3000], "dir": directory}
    if not problems:
        faultlib.clean_up(directory)
    return record


private_things = set()


def begin_worker():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    private_things.update(faultlib.isolate())


def work(todo, logs):
    try:
        return run_todo(todo, logs, private_things)
    except Exception as e:  # pylint: disable=broad-except
        return {"way": todo.way, "process": todo.call.process, "call": todo.call.name, "n": todo.call.n,
                "error": todo.error, "outcome": "driver", "status": None, "site": todo.call.site, "stderr": "",
                "problems": [f"driver: {type(e).__name__}: {e}"], "dir": ""}


# --- places ---

@functools.lru_cache(None)
def functions(file):
    """Offsets and names of a file's functions, in order."""
    places = [os.path.join(BUILD, where, file) for where in ("tests/fault", "", ".libs")]
    path = next(filter(os.path.isfile, places), os.devnull)
    done = subprocess.run(["nm", "--defined-only", "-n", path], capture_output=True, text=True, check=False)
    found = [line.split() for line in done.stdout.splitlines()]
    found = [(int(words[0], 16), words[2]) for words in found if len(words) == 3 and words[1] in "tTwW"]
    return [f[0] for f in found], [f[1] for f in found]


def name_of(frame):
    file, _, offset = frame.rpartition("+")
    at, names = functions(file)
    i = bisect.bisect_right(at, int(offset, 16)) - 1
    return names[i].split(".")[0] if i >= 0 else file


CLIENTS = {"main", "rounds", "transfers", "messages", "meet", "check", "fill", "fault_output", "fault_options",
           "tell_pointers", "forbid_ptrace", "fault_die", "_start", "_init"}


def place(site):
    """The innermost functions of ours, of a site; empty: the client's own, or what runs before main."""
    if not site:
        return ""
    names = []
    for frame in site:
        name = name_of(frame) if OURS.match(frame) else ""
        if name in CLIENTS:
            break
        if name and name not in names:
            names.append(name)
    by = [] if OURS.match(site[0]) else [site[0].rpartition("+")[0]]
    return " < ".join(by + names[:2]) if names else ""


def is_output(words):
    """Whether the client writes: its program ends well where that fails."""
    return words[2] == "write" and words[4] in ("1", "2") and any(f.startswith("work-") for f in words[5:])


def calls_of(way, logs, malloc):
    """The calls of a clean run, or None if it is not to be had."""
    directory = tempfile.mkdtemp(prefix="clean.", dir=logs)
    log = os.path.join(directory, "log")
    job, problems = run_job(case_of(way, log, malloc=malloc), directory, private_things, CLEAN_LIMIT)
    if job.status == 77:
        return None
    problems += faultlib.judge(job.case, job)
    if problems:
        raise SystemExit(f"{way}: a run without a failure: {problems}: {job.stderr}")
    found = []
    for line in job.text("log").splitlines():
        words = line.split(" ")
        if words[0] == "call" and (words[2] == "malloc") == malloc and not is_output(words):
            found.append(Call(words[1], words[2], int(words[3]), words[5:]))
    faultlib.clean_up(directory)
    return found


def chosen(way, calls, options):
    """The calls that fail: those that the library or the launcher make."""
    by_place = collections.OrderedDict()
    for call in calls:
        where = place(call.site)
        if call.name == "malloc" and call.site[0].startswith("libcrypto"):
            continue  # OpenSSL 3.0 crashes by itself
        if where and fnmatch.fnmatch(call.name, options.call) and re.search(options.place, where):
            by_place.setdefault((call.process, call.name, where), []).append(call)
    for (_, _, where), found in by_place.items():
        if options.every:
            yield from found
        elif "lib" in where or way in REPEATED:
            yield found[0]
        else:
            yield from found[:FIRST]
            yield from found[FIRST:][-1:]


def short_form(found):
    seen, some = collections.Counter(), []
    for i, todo in enumerate(found):
        key = (todo.way, todo.call.name, place(todo.call.site).split(" ")[0])
        seen[key] += 1
        if i % SHORT_STEP == 0 or (key in FOUND and seen[key] <= 3):
            some.append(todo)
    return some


def todos(way, logs, options):
    """Each call of this way that fails, with each error."""
    found = []
    for malloc in (False, True)[:1 + os.path.exists(PRELOAD)]:  # it is a shared library
        calls = calls_of(way, logs, malloc)
        if calls is None:
            return None
        found += [Todo(way, call, e) for call, errors in with_errors(chosen(way, calls, options), options.every)
                  for e in errors if e in (options.error or e).split(",")]
    return found


def with_errors(calls, every):
    """Each call with its errors; a library's own calls have two at most. Unless all are wanted, the second call from
    the same place, in the same process or another, has one of them, and each further one the next."""
    begun = collections.Counter()
    for call in calls:
        where = place(call.site)
        errors = errors_of(call.name)[:2 if where.startswith("lib") else None]
        n = begun[call.name, where]
        begun[call.name, where] += 1
        yield call, errors if every or n == 0 else [errors[n % len(errors)]]


# --- what is said ---

def show(record):
    why = known_of(record)
    print(f"{'skip' if why else 'not ok'} {record['way']} "
          f"{record['process']} {record['call']} {record['n']} {record['error']}: "
          f"{record['outcome']}, status {record['status']}; {'; '.join(record['problems'])}; {place(record['site'])}; "
          f"{record['dir']}" + (why and f" ({why})"))
    for line in record["stderr"].splitlines()[:4]:
        print(f"#   | {line[:240]}")
    sys.stdout.flush()


def table(records):
    def column(r):
        return "known" if r["problems"] and known_of(r) else "failed" if r["problems"] else r["outcome"]

    counts = collections.Counter((r["call"], r["way"], column(r)) for r in records)
    outcomes = ["success", "said and went on", "ended", "not reached", "known", "failed"]
    rows = ["| call | conduit | cases | " + " | ".join(outcomes) + " |", "|---" * (3 + len(outcomes)) + "|"]
    for call, way in sorted({(c, w) for c, w, _ in counts}):
        numbers = [counts[(call, way, o)] for o in outcomes]
        rows.append(f"| {call} | {way} | {sum(numbers)} | " + " | ".join(str(n or "") for n in numbers) + " |")
    return "\n".join(rows) + "\n"


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--whole", action="store_true", help="all ways, and all cases of these")
    parser.add_argument("--ways", help="all cases of these, of " + ", ".join(WAYS))
    parser.add_argument("--call", default="*", metavar="GLOB", help="only calls of these names")
    parser.add_argument("--error", default="", metavar="LIST", help="only these errors, as 'EINTR,SHORT'")
    parser.add_argument("--place", default="", metavar="REGEX", help="only calls from these functions")
    parser.add_argument("--every", action="store_true", help="each call of a place, not only the first and the last")
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("--records", metavar="FILE", help="append a line of JSON for each job")
    parser.add_argument("--table", metavar="FILE", help="write a table of the outcomes")
    parser.add_argument("--list", action="store_true", help="the cases, without running them")
    return parser.parse_args()


def run(found, options, logs):
    records = []
    with concurrent.futures.ProcessPoolExecutor(options.jobs, initializer=begin_worker) as pool:
        for record in pool.map(functools.partial(work, logs=logs), found):
            records.append(record)
            if record["problems"]:
                show(record)
            if options.records:
                with open(options.records, "a", encoding="utf-8") as f:
                    f.write(json.dumps({**record, "place": place(record["site"])}) + "\n")
    return records


def main():
    options = parse()
    logs = tempfile.mkdtemp(prefix="inject.", dir=os.environ.get("TMPDIR", "/tmp"))
    begin_worker()
    found = []
    ways = options.ways.split(",") if options.ways else WAYS if options.whole else SHORT_FORM
    for way in ways:
        more = todos(way, logs, options)
        if more is None:
            print("skip: the kernel does not let processes be asked about their calls")
            return 77
        found += more
    if not options.whole and not options.ways:
        found = short_form(found)
    if not found:
        print("no call is so: --list prints them", file=sys.stderr)
        return 2
    if options.list:
        for way, call, error in found:
            print(way, call.process, call.name, call.n, error, place(call.site))
    records = [] if options.list else run(found, options, logs)
    if options.table:
        with open(options.table, "w", encoding="utf-8") as f:
            f.write(table(records))
    failed = sum(bool(r["problems"]) and not known_of(r) for r in records)
    skipped = sum(bool(r["problems"] and known_of(r)) or r["outcome"] == "not reached" for r in records)
    if failed:
        print(f"# files of failed jobs are in {logs}")
    else:
        shutil.rmtree(logs, ignore_errors=True)
    if skipped:
        print(f"# {sum(r['outcome'] == 'not reached' for r in records)} cases were not reached: they count as skipped")
    print(f"{len(found if options.list else records) - failed - skipped} passed, {failed} failed, {skipped} skipped")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
