#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""stats_test.py: gasnetrun --perf, and GASNET_STATSFILE as Prometheus text, of a job whose operations are known
(traced.c). What promtool says of the text is asked if it is installed."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

BUILD = os.environ.get("abs_top_builddir") or os.getcwd()
LIMIT = 120
# of each rank: messages and replies; puts and gets; bytes of all
MESSAGES, TRANSFERS, BYTES = 15, 9, 3486
OPERATIONS = "hydrant_operations_total"
failed = 0


def verdict(good, what, more=""):
    global failed
    print(("ok - " if good else "not ok - ") + what + ("" if good or not more else f"\n#   {more}"))
    failed += not good


def environment(**more):
    env = {k: v for k, v in os.environ.items() if not k.startswith("GASNET_")}
    env.update({"GASNET_QUIET": "1", "GASNET_SSH_AGENT": os.path.join(BUILD, "gasnetrun"), **more})
    return env


def command(options, *args, program="traced"):
    return [os.path.join(BUILD, "gasnetrun"), *options, os.path.join(BUILD, "tests/watch", program), *args]


def job(work, options, *args, program="traced", **env):
    return subprocess.run(command(options, *args, program=program), cwd=work, env=environment(**env),
                          stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=LIMIT, universal_newlines=True)


def table(text):
    """{rank or 'sum': {column: value}} of gasnetrun --perf."""
    lines = text.splitlines()
    heads = re.split(r"\s{2,}", lines[0].strip())
    rows = {}
    for line in lines[1:-1]:
        words = line.split()
        rows[words[0]] = dict(zip(heads[1:], map(float, words[1:])))
    return rows, lines[-1]


def check_perf(work, conduit, ranks, **env):
    what = f"--perf of {ranks} over {conduit}"
    r = job(work, ["-n", str(ranks), "-c", conduit, "--perf"], **env)
    verdict(r.returncode == 0, f"{what}: the job ends", r.stderr)
    rows, rates = table(r.stderr)
    verdict(list(rows) == [*map(str, range(ranks)), "sum"], f"{what}: a line for each rank and the sum", r.stderr)
    for rank in range(ranks):
        got = rows[str(rank)]
        verdict((got["messages"], got["put+get"], got["bytes"]) == (MESSAGES, TRANSFERS, BYTES),
                f"{what}: rank {rank}: messages, puts and gets, bytes", str(got))
        verdict(got["calls s"] + got["waits s"] + got["handlers s"] <= got["run s"] + 0.002,
                f"{what}: rank {rank}: times are no more than the run", str(got))
    verdict(rows["sum"]["bytes"] == ranks * BYTES, f"{what}: the sum", str(rows["sum"]))
    verdict("messages/s" in rates, f"{what}: rates", rates)
    verdict(os.listdir(work) == [], f"{what}: no file is left", str(os.listdir(work)))
    return rows["sum"]


def perf(work):
    of = check_perf(work, "smp", 3)
    verdict(of["mapped"] == 27 and of.get("mailbox", 0) + of["ring"] >= 45 and "conduit" not in of
            and "network" not in of,
            "smp: by mapped memory, mailbox and ring", str(of))
    of = check_perf(work, "udp", 3, GASNET_SUPERNODE_MAXSIZE="1")
    verdict(of["network"] == 27 and of["conduit"] >= 45 and of["AD by msg"] == 9 and "mapped" not in of,
            "udp: by the network, atomics by messages", str(of))
    of = table(job(work, ["-n", "2", "-c", "udp", "--perf"], "end", "300", GASNET_SUPERNODE_MAXSIZE="1",
                   GASNET_UDP_FAULTS="drop=20,seed=3").stderr)[0]["sum"]
    verdict(of.get("resent", 0) > 0, "udp, where packets are lost: some are sent again", str(of))


def metrics(text):
    found = {}
    for name, label, value in re.findall(r'^(\w+)\{job_id="[^"]+",rank="\d+"(?:,\w+="(\w+)")?\} ([\d.]+)$', text, re.M):
        found[name, label] = float(value)
    return found


def total(got, name):
    return sum(value for (metric, _), value in got.items() if metric == name)


def check_prom(text, what):
    got = metrics(text)
    for key, value in ((("hydrant_operations_total", "put"), 5), (("hydrant_operations_total", "put_val"), 1),
                       (("hydrant_transferred_bytes_total", "put"), 2024), (("hydrant_transfer_ways_total", "map"), 9),
                       (("hydrant_operations_total", "amrequest_short"), 5),
                       (("hydrant_operations_total", "ad_rmw"), 3)):
        verdict(got.get(key) == value, f"{what}: {key[0]} of {key[1]}", str(got.get(key)))
    verdict(got.get(("hydrant_library_seconds_total", "waits"), -1) >= 0, f"{what}: times")
    barriers, replies = got[OPERATIONS, "barrier"], got[OPERATIONS, "amreply_short"]
    verdict(total(got, OPERATIONS) == TRANSFERS + MESSAGES - 5 + replies + 3 + barriers,
            f"{what}: a sum counts each operation once",
            str({k: v for k, v in got.items() if v}))
    verdict(total(got, "hydrant_transfer_ways_total") == TRANSFERS, f"{what}: a sum counts each transfer's way once")
    verdict(total(got, "hydrant_message_ways_total") == MESSAGES - 5 + replies,
            f"{what}: a sum counts each message's way once")
    if shutil.which("promtool"):
        r = subprocess.run(["promtool", "check", "metrics"], input=text, universal_newlines=True,
                           stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, timeout=LIMIT)
        verdict(r.returncode == 0 and not r.stdout.strip(), f"{what}: promtool has nothing to say", r.stdout)


def prom(work):
    r = job(work, ["-n", "2", "-c", "smp"], GASNET_STATSFILE="job.%.prom")
    verdict(r.returncode == 0 and sorted(os.listdir(work)) == ["job.0.prom", "job.1.prom"], "a file for each rank",
            r.stderr)
    jobs = set()
    for rank in range(2):
        with open(os.path.join(work, f"job.{rank}.prom")) as f:
            text = f.read()
        check_prom(text, f"rank {rank}")
        jobs |= set(re.findall(r'job_id="([^"]+)"', text))
        verdict(metrics(text)[OPERATIONS, "barrier"] == 3, f"rank {rank}: gex_Coll_BarrierNB is a barrier, too",
                text[:2000])
    verdict(len(jobs) == 1, "all have the job's name", str(jobs))
    r = job(work, ["-n", "1", "-c", "smp"], GASNET_STATSFILE="plain")
    with open(os.path.join(work, "plain")) as f:
        counts = len(f.read().splitlines()) - 1
    values = len(re.findall(r"^hydrant_(?!\w*bytes_total|library)", text, re.M))
    verdict(counts == values, "each count is in one metric", f"{counts} {values}")
    for name in os.listdir(work):
        os.unlink(os.path.join(work, name))
    p = subprocess.Popen(command(["-n", "2", "-c", "smp"], "hang"), cwd=work, stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
                         env=environment(GASNET_STATSFILE="job.%.prom", GASNET_STATSINTERVAL="0.1"))
    p.stdout.readline()
    first = os.path.join(work, "job.1.prom")
    text, deadline = "", time.time() + LIMIT
    while time.time() < deadline and metrics(text).get((OPERATIONS, "barrier")) != 4:
        time.sleep(0.05)
        if os.path.exists(first):
            with open(first) as f:
                text = f.read()
            if not text.endswith("\n") or "handlers" not in text:
                verdict(False, "a reader never sees half a file", text[-200:])
    verdict(time.time() < deadline, "the file is there while the job runs")
    check_prom(text, "while it runs")
    p.terminate()
    p.communicate(timeout=LIMIT)


def collectives(work):
    """The bytes of two broadcasts (looked_at.c): the small one goes at once, and the first of the large one unless the
    call for it comes before."""
    small, large = 1000, 1000000
    r = job(work, ["-n", "2", "-c", "udp"], "collect", program="looked_at", GASNET_SUPERNODE_MAXSIZE="1",
            GASNET_STATSFILE="job.%.prom")
    with open(os.path.join(work, "job.0.prom")) as f:
        got = metrics(f.read())
    eager, called = (got["hydrant_collective_part_bytes_total", name] for name in ("eager", "rendezvous"))
    verdict(got[OPERATIONS, "collective"] == 2 and got["hydrant_transferred_bytes_total", "collective"] == small
            + large,
            "collectives and their bytes are counted", str(got))
    verdict(r.returncode == 0 and eager + called == small + large and small <= eager < 100000,
            "collectives: parts that were sent at once, and that were called for", f"{eager} {called}")
    r = job(work, ["-n", "2", "-c", "smp", "--perf"], "collect", program="looked_at")
    verdict("eager" not in r.stderr, "collectives by shared memory send nothing", r.stderr)


def threads(work):
    """All that threads.c does is counted, of threads that have ended, too, while the file is written and the job
    traced."""
    puts, each = 2000, 32
    for conduit, env in (("smp", {}), ("udp", {"GASNET_SUPERNODE_MAXSIZE": "1"})):
        what = f"threads over {conduit}"
        r = job(work, ["-n", "2", "-c", conduit, "--perf"], program="threads", GASNET_STATSFILE="job.%.prom",
                GASNET_STATSINTERVAL="0.1", GASNET_TRACEFILE="job.json", **env)
        with open(os.path.join(work, "job.1.prom")) as f:
            got = metrics(f.read())
        names = ("operations_total", "put"), ("operations_total",
                                              "amrequest_medium"), ("transferred_bytes_total", "amrequest_medium")
        counts = [got["hydrant_" + a, b] for a, b in names]
        verdict(r.returncode == 0 and counts == [puts, puts, puts * each], f"{what}: counted", f"{counts} {r.stderr}")
        rows, _ = table(r.stderr)
        verdict(rows["sum"]["put+get"] == 2 * puts and rows["sum"]["messages"] == 2 * puts, f"{what}: in the table",
                str(rows))


def emulated(work):
    def notes(conduit, **env):
        return re.findall(r"^NOTE: .*$", job(work, ["-n", "2", "-c", conduit], GASNET_VERBOSEENV="1", **env).stderr,
                          re.M)
    far = {"GASNET_SUPERNODE_MAXSIZE": "1"}
    got = notes("udp", **far)
    verdict(len(got) == 1 and "atomics" in got[0] and "conduit udp has none" in got[0],
            "atomics by messages are told, once", str(got))
    verdict(notes("smp") == [] == notes("udp"), "nothing to tell where memory is shared")
    got = job(work, ["-n", "2", "-c", "udp"], GASNET_VERBOSEENV="0", **far).stderr
    verdict("NOTE" not in got, "nothing is told unless settings are shown", got)


def wrong(work):
    for env, expected in (({"GASNET_STATSFILE": "job.prom"}, "GASNET_STATSFILE=job.prom; expected"),
                          ({"GASNET_STATSFILE": "job.%.prom", "GASNET_STATSINTERVAL": "0"},
                           "GASNET_STATSINTERVAL=0; expected"),
                          ({"GASNET_STATSFILE": "job.%.prom", "GASNET_STATSINTERVAL": "soon"},
                           "GASNET_STATSINTERVAL=soon; expected")):
        r = job(work, ["-n", "2", "-c", "smp"], **env)
        verdict(r.returncode == 1 and expected in r.stderr, f"refused: {expected}", r.stderr)
    r = job(work, ["-n", "2", "-c", "smp"], GASNET_STATSFILE="/nonexistent/job.%.prom")
    verdict(r.returncode == 0 and "cannot write statistics" in r.stderr, "no such directory: a warning", r.stderr)


def main():
    for test in (perf, prom, collectives, threads, emulated, wrong):
        with tempfile.TemporaryDirectory() as work:
            test(work)
    return 1 if failed else 0


sys.exit(main())
