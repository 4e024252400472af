#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""peers_test.py: gasnet-bench peers: what counts as behind, what the table marks, and that our own program of the
comparison prints all rows. How fast anything is, is not asked here."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import types

sys.dont_write_bytecode = True
from comparisons import BENCH, check, end, job, use  # noqa: E402

use("peers")
import peers  # noqa: E402
import show  # noqa: E402


def cells(ours, theirs, other=None):
    rows = {"Hydrant": {("put", 8): ours}, "UCX": {("put", 8): theirs}, "machine": {("put", 8): [0.1]}}
    if other:
        rows["Hydrant, no tags"] = {("put", 8): other}
    return {("shared memory", 2): rows}


def test_show():
    names = ["Hydrant", "Hydrant, no tags", "UCX", "machine"]
    check(not show.behind(cells([9.0, 10.4], [8.7]), names), "4 % behind by the best of the runs is not behind")
    got = show.behind(cells([10.7], [10.1, 10.0]), names)
    check(len(got) == 1 and got[0][3:] == (10.7, "UCX", 10.0), "7 % behind is, and the machine is no peer")
    check(not show.behind(cells([10.0], [20.0], other=[1.0]), names), "nor is Hydrant itself with another setting")
    text = show.table(cells([3.0], [4500.0]), names, 5)
    check(re.search(r"^put 8 B +3 ns\* +4\.5 us +0\.1 ns +1500\.00$", text, re.M),
          "the table marks the best and has the ratio")


def test_program():
    done = job(2, "peers/peer-hydrant")
    if done is None:
        return
    rows = re.findall(r"^([\w-]+) (\d+) [\d.e+]+ [\d.e+]+$", done.stdout, re.M)
    source = open(os.path.join(BENCH, "peers", "peer.c"), encoding="utf-8").read()
    named = set(re.findall(r'\{"([\w-]+)", AT', source))
    check(done.returncode == 0 and done.stdout.endswith("\nend\n"), f"peer-hydrant ends well: status {done.returncode}")
    check(named and {op for op, _ in rows} == named, f"and prints {len(rows)} rows of all {len(named)} operations")


def test_conduits():
    """--conduits: how each is started; a launcher of MPI's hands our variables on."""
    options = types.SimpleNamespace(work="/there", gasnetrun="/there/gasnetrun", no_udp=False)
    for kind in (peers.ByOpenMPI, peers.ByMPICH):
        library = kind(options)
        library.program = "program"
        [(words, env)] = library.commands(peers.LOOPBACK, 2, None)
        sent = {words[i + 1] for i, w in enumerate(words) if w == "-x"}
        check(words[-1] == "program" and words[1:3] == ["-n", "2"] and env["GASNET_CONDUIT"] == "mpi",
              f"{library.name}: two of it")
        check(env["GASNET_SUPERNODE_MAXSIZE"] == "1" and (kind is peers.ByMPICH or "GASNET_CONDUIT" in sent),
              "by MPI, not by shared memory")
    library = peers.ByTcp(options)
    library.program = "program"
    [(words, env)] = library.commands(peers.LOOPBACK, 2, None)
    check("ofi" in words and env["GASNET_OFI_PROVIDER"] == "tcp;ofi_rxm" and not library.offers(peers.SHARED, 2),
          "ofi by a provider")


def test_load():
    """A machine that is not quiet: said, and the statistic is the mean for all."""
    times = {("shared memory", 2): {"Hydrant": {("put", 8): [(5, 9), (4, 10)]}, "UCX": {("put", 8): [(2, 20)]}}}
    check(peers.choose(times, "best")["shared memory", 2]["Hydrant"]["put", 8] == [5, 4], "the best batches alone")
    check(not show.behind(peers.choose(times, "mean"), ["Hydrant", "UCX"]), "by its mean Hydrant is ahead there")
    check(len(show.behind(peers.choose(times, "best"), ["Hydrant", "UCX"])) == 1, "by the best batch it is behind")
    check("a quiet machine" in show.machine([0.02, 0.05], "best") and show.is_quiet([0.02, 0.05]), "a quiet machine")
    text = show.machine([0.02, 1.5], "mean")
    check(text.startswith("NOT QUIET: ") and "1.50 of " in text and "Means are compared" in text, "one that is not")
    spin = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        check(peers.busy_cores() > 0.3, "a process that computes is seen")
    finally:
        spin.kill()
        spin.wait()


def test_beside():
    """Rows beside a load are means whatever the others are, have a heading that says so, and are not judged."""
    options = types.SimpleNamespace(ways=[peers.SHARED], ranks=[2, 4], rows=["put"], beside=3)
    found = peers.cases(options, {})
    check([(c.ranks, c.beside) for c in found] == [(2, 0), (4, 0), (2, 3)], "two ranks once more, beside 3 processes")
    check(not any(c.beside for c in peers.cases(types.SimpleNamespace(**{**vars(options), "beside": 0}), {})),
          "or not")
    way, ranks = peers.title(found[2])
    got = peers.choose({(way, ranks): {"Hydrant": {("barrier", 0): [(5, 9), (4, 10)]}}}, "best")
    check(got[way, ranks]["Hydrant"]["barrier", 0] == [9, 10] and show.is_loaded(way), "the means count")
    check("\nshared memory, beside 3 busy loops, mean of 2 s, 2 ranks\n" in show.table(got, ["Hydrant"], 1),
          "and the heading says it")


def test_cells():
    done = job(2, "peers/peer-hydrant", "round-trip@4096", "mean=1")
    if done is not None:
        rows = re.findall(r"^([\w-]+) (\d+) ", done.stdout, re.M)
        check(rows == [("round-trip", "4096")], f"a cell alone: {rows}")


def test_machine():
    """Raw datagrams: the program checks what it moves before it prints a row, and has the collectives of all ranks."""
    if not shutil.which("cc"):
        return
    groups = ["barrier", "reduce-to-all", "broadcast", "all-to-all"]
    with tempfile.TemporaryDirectory() as work:
        library = peers.Machine(types.SimpleNamespace(work=work))
        why = library.compile()
        check(why is None, f"the machine's program compiles: {why}")
        for ranks in (2, 4):
            rows = groups + ["get", "get-stream"] * (ranks == 2)
            words = [f"{row}@8" if row != "barrier" else row for row in rows] + ["mean=1"]
            found, why = peers.run(library, peers.LOOPBACK, ranks, None, work, words)
            check(found and {op for op, _ in found} == set(rows), f"{ranks} ranks by datagrams: {why or sorted(found)}")
        check(not library.offers(peers.SHARED, 4) and not library.offers(peers.LOOPBACK, 6), "for powers of two")


def test_picture():
    """Every library of the panels is in the legend once, with its version."""
    if not shutil.which("gnuplot"):
        return
    with tempfile.TemporaryDirectory() as where:
        path = os.path.join(where, "peers.svg")
        check(show.picture(cells([3.0], [4.0]), {"UCX": "1.2.3"}, path, "true") is None, "a picture is drawn")
        with open(path, encoding="utf-8") as f:
            text = f.read()
        check(text.count(">UCX 1.2.3</tspan>") == 1 and "µs" in text and "shared memory: put" in text,
              "with versions and units")
        check(show.picture({}, {}, path, "true") == "no pair of ranks was measured", "or why there is none")


test_show()
test_load()
test_beside()
test_cells()
test_machine()
test_picture()
test_conduits()
test_program()
end()
