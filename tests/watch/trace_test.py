#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""trace_test.py: GASNET_TRACEFILE and gasnet-trace: what a trace has of jobs whose operations are known (traced.c),
over shared memory and over udp; messages and their handlers; the clocks; rings that are full; ranks
that are killed; groups; wrong values. TRACE_TEST_PAGE=1: also the page, in Chromium (make check-watch)."""
import collections
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

BUILD = os.environ.get("abs_top_builddir") or os.getcwd()
HERE = os.path.dirname(os.path.abspath(__file__))
LIMIT = 120  # seconds a job may take on a busy machine
failed = 0


def verdict(good, what, more=""):
    global failed
    print(("ok - " if good else "not ok - ") + what + ("" if good or not more else f"\n#   {more}"))
    failed += not good


def tool(name):
    return os.path.join(BUILD, name)


def environment(**more):
    env = {k: v for k, v in os.environ.items() if not k.startswith("GASNET_")}
    env.update({"GASNET_QUIET": "1", "GASNET_SSH_AGENT": tool("gasnetrun"), **more})
    return env


def run(args, work, **env):
    return subprocess.run(args, cwd=work, env=environment(**env), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          stdin=subprocess.DEVNULL, timeout=LIMIT, universal_newlines=True)


def job(work, ranks, conduit="smp", args=(), **env):
    """A finished job of traced.c."""
    if conduit != "smp":
        env.setdefault("GASNET_SUPERNODE_MAXSIZE", "1")
    return run([tool("gasnetrun"), "-n", str(ranks), "-c", conduit, tool("tests/watch/traced"), *args], work, **env)


class Trace:
    def __init__(self, path):
        with open(path) as f:
            whole = json.load(f)
        self.about = whole["otherData"]
        self.events = whole["traceEvents"]
        self.slices = [e for e in self.events if e["ph"] == "X"]

    def count(self, name, rank=None, **args):
        return sum(1 for e in self.slices if e["name"] == name and (rank is None or e["pid"] == rank) and
                   all(e["args"].get(k) == v for k, v in args.items()))

    def bytes(self, name, rank):
        return sum(e["args"].get("bytes", 0) for e in self.slices if e["name"] == name and e["pid"] == rank)


# --- what must be true of every trace -------------------------------------------------------------

def check_nesting(t, what):
    """Slices of a thread lie within each other."""
    lanes = collections.defaultdict(list)
    for e in t.slices:
        lanes[e["pid"], e["tid"]].append((e["ts"], -e["dur"], e["name"]))
    bad = []
    for lane, slices in lanes.items():
        stack = []
        for ts, dur, name in sorted(slices):
            end = ts - dur
            while stack and stack[-1][0] <= ts + 0.0011:  # times are rounded to a nanosecond
                stack.pop()
            if stack and end > stack[-1][0] + 0.0021:
                bad.append(f"{lane}: {name} at {ts} ends after {stack[-1][1]}")
            stack.append((end, name))
    verdict(not bad, f"{what}: slices nest", "; ".join(bad[:3]))


def check_flows(t, what, all_of=True):
    """A message goes from a send of its source to a handler that runs at its target, not before."""
    begin = {e["id"]: e for e in t.events if e["ph"] == "s"}
    end = {e["id"]: e for e in t.events if e["ph"] == "f"}
    at = {(e["name"].split()[0], e["pid"], e["tid"], e["ts"]): e for e in t.slices
          if e["name"].startswith(("send ", "handler "))}
    bad = []
    for i, s in begin.items():
        f = end.get(i)
        send = at.get(("send", s["pid"], s["tid"], s["ts"]))
        handler = f and at.get(("handler", f["pid"], f["tid"], f["ts"]))
        if f is None or f["ts"] < s["ts"]:
            bad.append(f"{i} ends before it begins")
        elif send is None or (handler is None and f["ts"] != s["ts"]):
            bad.append(f"{i} begins or ends at no event")
        elif handler and (send["args"]["peer"] != handler["pid"] or handler["args"]["peer"] != send["pid"] or
                          send["args"]["handler"] != handler["args"]["handler"] or
                          send["args"].get("bytes") != handler["args"].get("bytes")):
            bad.append(f"{i} connects different messages")
    verdict(not bad and len(begin) == len(end), f"{what}: messages go from send to handler", "; ".join(bad[:3]))
    if all_of:
        n = sum(1 for e in t.slices if e["name"].startswith("send "))
        run_there = t.about["handlers_run"]  # what is sent as ranks leave may find none that takes it
        verdict(len(begin) == t.about["messages_matched"] == run_there and 0 <= n - run_there <= 2 * t.about["ranks"],
                f"{what}: each handler has its message", f"{n} sent; {t.about}")


def check_ops(t, what):
    begun = collections.Counter((e["pid"], e["id2"]["local"]) for e in t.events if e["ph"] == "b")
    ended = collections.Counter((e["pid"], e["id2"]["local"]) for e in t.events if e["ph"] == "e")
    verdict(begun == ended and max(begun.values(), default=1) == 1,
            f"{what}: {len(begun)} operations begin and end once")


def no_parts(work, what):
    left = [f for f in os.listdir(work) if f.startswith("job.json") and f != "job.json"]
    verdict(not left, f"{what}: no parts are left", str(left))


# --- jobs whose operations are known --------------------------------------------------------------

COUNTS = {"put": (6, 2028), "get": (3, 202), "atomic": (3, 24)}
SENT = {"short request": 5, "medium request": 4, "long request": 1}


def known(work):
    for conduit in ("smp", "udp"):
        what = f"counts over {conduit}"
        r = job(work, 3, conduit, GASNET_TRACEFILE="job.json")
        verdict(r.returncode == 0 and not r.stderr, f"{what}: the job ends", f"{r.returncode} {r.stderr}")
        t = Trace(os.path.join(work, "job.json"))
        no_parts(work, what)
        for rank in range(3):
            to = (rank + 1) % 3
            for name, (n, total) in COUNTS.items():
                verdict((t.count(name, rank, peer=to), t.bytes(name, rank)) == (n, total),
                        f"{what}: rank {rank}: {n} of {name}, {total} bytes",
                        f"{t.count(name, rank, peer=to)} {t.bytes(name, rank)}")
            sent = collections.Counter(e["args"]["type"] for e in t.slices
                                       if e["pid"] == rank and e["name"].startswith("send ") and
                                       e["args"]["handler"] >= 128 and e["args"]["peer"] == to)
            verdict(all(sent[k] == n for k, n in SENT.items()), f"{what}: rank {rank}: messages to {to}", str(sent))
        way = "mapped" if conduit == "smp" else "network"
        verdict(t.count("put", way=way) == 18, f"{what}: puts went by way of {way}")
        check_nesting(t, what)
        check_flows(t, what)
        check_ops(t, what)
        waits = [e for e in t.slices if e["name"].startswith("wait for")]
        verdict(any("GASNET_BLOCKUNTIL" in e["name"] for e in waits), f"{what}: waits say for what")
        if conduit == "udp":
            check_clocks(t, what)


def check_clocks(t, what):
    """The hosts of this job are one machine, so that their clocks are the same."""
    hosts = t.about["hosts"]
    wrong = [h for h in hosts if h["clock_error_ns"] is None or abs(h["clock_offset_ns"]) > h["clock_error_ns"]]
    verdict(len(hosts) == 3 and not wrong, f"{what}: clocks differ by no more than is said", str(hosts))


def other_clock(work):
    """A rank in a time namespace, whose clock is 5000 seconds ahead."""
    probe = ["unshare", "--time", "--monotonic", "5000", "true"]
    if shutil.which("unshare") is None or subprocess.run(probe, stderr=subprocess.DEVNULL).returncode:
        print("ok - # skip: no time namespaces here")
        return
    script = os.path.join(work, "spawn")
    with open(script, "w") as f:
        f.write("#!/bin/sh\nunshare --time --monotonic 5000 \"$@\" &\nexec \"$@\"\n")
    os.chmod(script, 0o755)
    r = job(work, 2, "udp", GASNET_TRACEFILE="job.json", GASNET_UDP_SPAWNER="custom",
            GASNET_CSPAWN_CMD=f"{script} %C", GASNET_CSPAWN_SERVERS="a,b")
    verdict(r.returncode == 0, "other clock: the job ends", r.stderr)
    if r.returncode:
        return
    t = Trace(os.path.join(work, "job.json"))
    far = [h for h in t.about["hosts"] if abs(abs(h["clock_offset_ns"]) - 5000e9) < 1e9]
    verdict(len(far) == 1, "other clock: it is seen", str(t.about["hosts"]))
    verdict(max(e["ts"] + e["dur"] for e in t.slices) < 600e6, "other clock: all events are in one time")
    check_flows(t, "other clock")


# --- limits, groups, ends -------------------------------------------------------------------------

def full_rings(work):
    what = "full rings"
    r = job(work, 2, GASNET_TRACEFILE="job.json")
    verdict(r.returncode == 0, f"{what}: the job ends", r.stderr)
    all_of = Trace(os.path.join(work, "job.json"))
    r = run([tool("gasnetrun"), "-n", "2", tool("kmer"), "-k", "21", "reads"], work, GASNET_TRACEFILE="job.json",
            GASNET_TRACESIZE="4KB")
    verdict(r.returncode == 0, f"{what}: kmer ends", r.stderr)
    t = Trace(os.path.join(work, "job.json"))
    lanes = collections.Counter((e["pid"], e["tid"]) for e in t.slices)
    verdict(max(lanes.values()) <= 127 and t.about["overwritten"] > 100, f"{what}: they are bounded",
            f"{lanes} {t.about}")
    last = [max(e["ts"] + e["dur"] for e in t.slices if e["pid"] == rank) for rank in range(2)]
    names = {e["name"] for e in t.slices if e["ts"] > min(last) - 1e6}
    verdict("barrier notify" in names, f"{what}: the newest are kept", str(names))
    check_flows(t, what, all_of=False)
    verdict(all_of.about["overwritten"] == 0, f"{what}: a short job fits")


def lost_packets(work):
    r = job(work, 2, "udp", ["end", "300"], GASNET_TRACEFILE="job.json", GASNET_STATSFILE="stats",
            GASNET_UDP_FAULTS="drop=20,seed=3")
    t = Trace(os.path.join(work, "job.json"))
    again = sum(1 for e in t.events if e["ph"] == "i" and e["name"] == "sent again")
    with open(os.path.join(work, "stats")) as f:
        counted = sum(map(int, re.findall(r"RESENT cnt: +(\d+)", f.read())))
    # some may go again after statistics are written
    verdict(r.returncode == 0 and 0 < counted <= again <= counted + 20,
            f"packets that were sent again: {again} are in the trace", str(counted))
    check_flows(t, "lost packets")


def groups(work):
    for mask, there, away in (("P", {"put"}, {"get", "send"}), ("^PG", {"send"}, {"put", "get"})):
        r = job(work, 2, GASNET_TRACEFILE="job.json", GASNET_TRACEMASK=mask)
        t = Trace(os.path.join(work, "job.json"))
        names = {e["name"].split()[0] for e in t.slices}
        verdict(r.returncode == 0 and there <= names and not names & away, f"GASNET_TRACEMASK={mask}", str(names))


def is_rank(pid, rank, part):
    """By its part of the trace, which it has mapped."""
    try:
        with open(f"/proc/{pid}/maps") as f:
            return f"{part}.r{rank}" in f.read()
    except OSError:
        return False


def killed(work):
    """A rank is killed while it waits for another."""
    p = subprocess.Popen([tool("gasnetrun"), "-n", "3", tool("tests/watch/traced"), "hang"], cwd=work,
                         env=environment(GASNET_TRACEFILE="job.json"), stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, universal_newlines=True)
    ready = p.stdout.readline()
    time.sleep(0.5)
    pids = [int(d) for d in os.listdir("/proc") if d.isdigit()]
    victim = [pid for pid in pids if is_rank(pid, 1, os.path.join(work, "job.json"))]
    os.kill(victim[0], signal.SIGKILL)
    err = p.communicate(timeout=LIMIT)[1]
    verdict(ready == "ready\n" and p.returncode == 137, "killed: the job ends with its status", f"{p.returncode} {err}")
    t = Trace(os.path.join(work, "job.json"))
    no_parts(work, "killed")
    verdict(1 in t.about["ranks_died"], "killed: the trace says of which rank", str(t.about))
    verdict({e["pid"] for e in t.slices} == {0, 1, 2} and t.count("put", 1, peer=2) == 6,
            "killed: the rank's own events are there")
    last = [e for e in t.slices if e["args"].get("unfinished")]
    verdict(any(e["pid"] == 1 and e["name"] == "wait for gasnet_barrier" for e in last),
            "killed: what it waited for is there", str(last))
    said = run([tool("gasnet-trace"), "job.json"], work).stdout
    verdict("did not leave in order: rank" in said and "not over" in said, "killed: gasnet-trace says so", said)


def alone(work):
    """A job of one rank has no supervisor."""
    r = job(work, 1, GASNET_TRACEFILE="job.json")
    t = Trace(os.path.join(work, "job.json"))
    verdict(r.returncode == 0 and t.count("put", 0, peer=0) == 6, "one rank", r.stderr)
    no_parts(work, "one rank")
    check_nesting(t, "one rank")
    check_flows(t, "one rank")


def wrong_values(work):
    for name, value in (("GASNET_TRACEMASK", "g"), ("GASNET_TRACEMASK", "^P1"), ("GASNET_TRACESIZE", "1KB"),
                        ("GASNET_TRACESIZE", "2GB"), ("GASNET_TRACESIZE", "much")):
        r = job(work, 2, GASNET_TRACEFILE="job.json", **{name: value})
        verdict(r.returncode == 1 and re.search(f"FATAL ERROR.*{name}={re.escape(value)}; expected", r.stderr),
                f"{name}={value} is refused", f"{r.returncode} {r.stderr}")
    r = job(work, 2, GASNET_TRACEFILE="/nonexistent/job.json")
    verdict(r.returncode == 0 and len(re.findall("WARNING: rank .* GASNET_TRACEFILE /nonexistent", r.stderr)) == 2,
            "a file that cannot be written: warnings, and the job goes on", r.stderr)
    r = job(work, 2, GASNET_TRACEFILE="trace.%", GASNET_QUIET="0")
    verdict(r.returncode == 0 and "GASNET_TRACEFILE=trace.%" in r.stderr
            and "expected a name that ends in .json" in r.stderr,
            "another kind of name: a warning", r.stderr)
    for args in (["-n", "2", "--trace", "job", "true"], ["-n", "2", "--trace"]):
        r = run([tool("gasnetrun"), *args], work)
        verdict(r.returncode == 2 and "trace" in r.stderr, f"gasnetrun {' '.join(args)}", r.stderr)


def bad_files(work):
    good = open(os.path.join(work, "job.json")).read()
    lines = good.split("\n")
    for what, text in (("empty", ""), ("no trace", '{"traceEvents": []}'), ("half a line", "\n".join(lines[:5])[:-9]),
                       ("a rank too many", re.sub(r'"ph":"X","pid":1', '"ph":"X","pid":7', good, count=1)),
                       ("no time", good.replace('"ts":', '"tt":', 1)),
                       ("no phase", good.replace('"ph":"X"', '"ph":"?"', 1)),
                       ("no ranks", good.replace('"ranks":', '"rank":', 1)),
                       ("bytes", "\0\1\2\n" * 9)):
        with open(os.path.join(work, "bad.json"), "w") as f:
            f.write(text)
        r = run([tool("gasnet-trace"), "bad.json"], work)
        verdict(r.returncode == 1 and re.match(r"gasnet-trace: bad\.json:\d+: .*expected a trace", r.stderr),
                f"gasnet-trace refuses: {what}", f"{r.returncode} {r.stderr}")
    for args, status in ((["none.json"], 1), ([], 2), (["--join", "none.json"], 1), (["--join", "none"], 2),
                         (["--what", "job.json"], 2), (["--html", "/nonexistent/page", "job.json"], 1)):
        r = run([tool("gasnet-trace"), *args], work)
        verdict(r.returncode == status and r.stderr.startswith("gasnet-trace: "), f"gasnet-trace {' '.join(args)}",
                f"{r.returncode} {r.stderr}")


def bad_parts(work):
    """What is left of a rank may be anything."""
    subprocess.run(["rm", "-f", "job.json"], cwd=work)
    for n, content in ((0, b""), (1, b"HYDTRACE" + b"\xff" * 40000), (2, os.urandom(50000))):
        with open(os.path.join(work, f"job.json.r{n}"), "wb") as f:
            f.write(content)
    r = run([tool("gasnet-trace"), "--join", "job.json"], work)
    verdict(r.returncode == 1 and "no rank has left a part" in r.stderr, "parts that are none", r.stderr)
    for n in range(3):
        os.unlink(os.path.join(work, f"job.json.r{n}"))


def page(work):
    r = run([tool("gasnetrun"), "-n", "4", "-c", "udp", "--trace", "job.json", tool("kmer"), "-k", "21", "reads"], work,
            GASNET_SUPERNODE_MAXSIZE="1")
    verdict(r.returncode == 0, "k-mer of 4 ranks over udp", r.stderr)
    r = run([tool("gasnet-trace"), "--html", "page.html", "job.json"], work)
    text = open(os.path.join(work, "page.html")).read()
    verdict(r.returncode == 0 and "k-mer" not in r.stderr
            and not re.search(r"(src|href)\s*=|https?://(?!www\.w3\.org/2000/svg)", text),
            "the page needs nothing else", r.stderr)
    for line in ("Time by class", "From rank", "The slowest waits", "imbalance of waits"):
        verdict(line in r.stdout, f"the summary has: {line}")
    if os.environ.get("TRACE_TEST_PAGE"):
        shot = os.path.join(os.environ.get("TRACE_TEST_PAGE"),
                            "page.png") if "/" in os.environ["TRACE_TEST_PAGE"] else None
        b = subprocess.run([sys.executable, os.path.join(HERE, "browser_test.py"), os.path.join(work, "page.html"),
                            os.path.join(work, "job.json"), *([shot] if shot else [])], timeout=600)
        verdict(b.returncode in (0, 77), "the page in Chromium")


def write_reads(path):
    seed, text = 1, []
    for _ in range(20000):
        seed = (seed * 1103515245 + 12345) & 0x7fffffff
        text.append("ACGT"[seed >> 16 & 3])
    genome = "".join(text)
    with open(path, "w") as f:
        for i in range(0, 19800, 11):
            f.write(f">{i}\n{genome[i:i + 100]}\n")


def main():
    if not os.path.exists(tool("gasnet-trace")):
        print("skip: gasnet-trace is not built (jansson)")
        return 77
    with tempfile.TemporaryDirectory() as work:
        write_reads(os.path.join(work, "reads"))
        for test in (known, other_clock, alone, groups, full_rings, bad_files, wrong_values, bad_parts, killed,
                     lost_packets, page):
            test(work)
    return 1 if failed else 0


sys.exit(main())
