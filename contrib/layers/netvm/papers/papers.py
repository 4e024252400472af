#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
#
# papers.py: the tables 24 to 31 and figures 9, 22 to 24, 26 to 28 of J. S. Ong's thesis beside what `gasnet-bench
# netvm` measured here; and what the thesis has not: puts to absent pages by strategy, segments larger than memory. The
# thesis' figures are those of the digest; its machine: 1-GHz Pentium III, Myrinet. Run in the build tree.
#
#   papers.py [--dir DIR] [--json FILE] [--ibv FILE] [--quick]   FILE: measured before; default: measures, ibv in an
#                                                                emulated
#   machine unless --quick. Writes DIR/*.txt, *.svg
import argparse
import json
import os
import random
import shutil
import subprocess
import sys

# Name, thesis (us, unless said), rows of ours: (suite, row, bytes).
SMP, UDP, IBV = "netvm", "netvm-udp", "ibv"
STRATEGIES = ("bounce", "page-in, then put", "rendezvous", "firehose's miss")
TABLES = [
    ("Table 24: the shadow table, us", [
        ("mapPage", 0.31, "shadow map update", -1), ("unmapPage", 1.44, "unmap", -1),
        ("lockPage + unlockPageDirty", 0.60, "lock + unlock, 1 page", -1), ("lockPage, miss", 0.39, "lock, absent", -1),
        ("zero-fill fault", 2.92, "zero-fill fault", -1)]),
    ("Table 25: pinning and unpinning, us", [
        ("mlock + munlock, 1 page", 4.21, "mlock + munlock, 1 page", -1),
        ("mlock + munlock, 8 pages", 10.41, "mlock + munlock, 8 pages", -1),
        ("NetVM, 1 page", 0.60, "lock + unlock, 1 page", -1), ("NetVM, 8 pages", 4.80, "lock + unlock, 8 pages", -1)]),
    ("Table 26: writes and reads, us", [
        ("write, small", 5.56, "put", 8), ("write, 4 KB", 47.79, "put", 4096), ("read, small", 9.25, "get", 8),
        ("read, 4 KB", 50.05, "get", 4096)]),
    ("Table 27: writes with notification, us, one way", [
        ("write, small", 5.56, "write, one way", 8), ("notfSpin, small", 8.52, "notification, spin", 8),
        ("notfWait, small", 16.61, "notification, block", 8), ("handler, small", 31.14, "notification, handler", 8),
        ("notfSpin, 4 KB", 50.68, "notification, spin", 4096), ("notfWait, 4 KB", 58.73, "notification, block", 4096),
        ("handler, 4 KB", 73.16, "notification, handler", 4096)]),
    ("Table 28: notifications that are pending already, us", [
        ("notfSpin", 2.29, "pending: notfSpin", -1), ("notfWait", 3.67, "pending: notfWait", -1),
        ("notfTest", 1.07, "pending: notfTest", -1), ("notfAck", 0.69, "pending: notfAck", -1)]),
    ("Table 29: channels, us, one way", [
        ("small", 9.55, "channel", 8), ("4 KB", 59.01, "channel", 4096)]),
    ("Table 30: operations at the home, us", [
        ("read, 4 B", 9.25, "compare-and-swap/read", 4), ("standard atomics", 10.55, "compare-and-swap", 4),
        ("dequeue", 10.74, "removeQ, empty", 4), ("semP", 10.52, "Swait, passes", 4),
        ("semV", 10.80, "Ssignal, none waits", 4)]),
    ("Table 31: synchronisation, us", [
        ("acquire + release, free", 21.08, "acquire + release", 4),
        ("insertQ + removeQ", 23.51, "insertQ + removeQ + waitQ", 4), ("Swait", 10.55, "Swait, passes", 4),
        ("Ssignal, none waits", 10.55, "Ssignal, none waits", 4)]),
    ("R9: a put of 4 KB to an absent page, us (not in the thesis)", [
        (name, None, "absent page: " + name, 4096)
        for name in STRATEGIES]),
    ("F6: puts of 8 B while another's page-in takes 100 ms, us", [
        ("meanwhile", None, "put, another's page-in takes 100 ms", 8),
        ("without", None, "put, another's page-in takes 100 ms/", 8)]),
]
PERCENT = (100, 50, 10)
TRAFFIC = ("uniform", "90:10")
# Ratios of the thesis: R1, R3 to R8; ours are the ratios of the rows.
RATIOS = [
    ("R1 unpinned : pinned write, small", 1.053, "put", 8), ("R1 the same, 4 KB", 1.015, "put", 4096),
    ("R1 read, small", 1.052, "get", 8), ("R1 read, 4 KB", 1.001, "get", 4096),
    ("R3 lock + unlock : mlock + munlock, 1 page", 0.143, "lock + unlock, 1 page", -1),
    ("R3 the same, 8 pages", 0.462, "lock + unlock, 8 pages", -1),
    ("R4 map : zero-fill fault", 0.106, "shadow map update", -1),
    ("R5 in the middle of a page : not", 0.85, "put, in the middle", 4096),
    ("R5 4 bytes over a page's end: time", 1.43, "stream, 4 bytes over", 4096),
    ("R6 notification : write, spin", 1.53, "notification, spin", 8), ("R6 block", 2.99, "notification, block", 8),
    ("R6 handler", 5.60, "notification, handler", 8), ("R6 spin, 4 KB", 1.06, "notification, spin", 4096),
    ("R7 channel : writeN, small", 1.12, "channel", 8), ("R7 4 KB", 1.005, "channel", 4096),
    ("R8 atomic : read", 1.14, "compare-and-swap", 4), ("R8 semV : atomic", 1.13, "Ssignal, none waits", 4),
    ("R8 semP : atomic", 1.0, "Swait, passes", 4),
]


def arguments():
    p = argparse.ArgumentParser(description="the thesis on network virtual memory, and what is measured here")
    p.add_argument("--dir", default="papers/netvm")
    p.add_argument("--json")
    p.add_argument("--ibv")
    p.add_argument("--quick", action="store_true")
    return p.parse_args()


def measure(o):
    if o.json:
        with open(o.json) as f:
            return json.load(f)
    to = os.path.join(o.dir, "measured.json")
    rc = subprocess.call(["./gasnet-bench", "netvm", "--json=" + to] + (["--quick"] if o.quick else []),
                         stdout=subprocess.DEVNULL)
    if rc:
        sys.exit("papers.py: gasnet-bench netvm ended with status %d" % rc)
    with open(to) as f:
        return json.load(f)


def measure_ibv(o):
    """Strategy: us, over soft-RoCE in an emulated machine; none where that cannot be."""
    to = o.ibv or os.path.join(o.dir, "ibv.txt")
    if not o.ibv and not o.json and not o.quick:
        run = os.path.join(os.path.dirname(__file__), "../../../../tests/net/ibv/run.sh")
        with open(to, "w") as f:
            subprocess.run(["sh", run, "--whole", "--group", "netvm", "--only", "netvm.absent", "--limit", "800"],
                           stdout=f, check=False)
    if not os.path.exists(to):
        return {}
    with open(to) as f:
        words = [line.rstrip("\n").split(" ", 2) for line in f if line.startswith("ibv ")]
    return {name: float(ns) / 1000 for _, ns, name in words}


class Rows:
    """Medians and ratios by suite, name and bytes. A name with a slash: what the row is set against."""

    def __init__(self, doc, ibv):
        self.ibv = ibv
        self.at = {(r["suite"], r["name"], r.get("bytes", -1)): r for r in doc["rows"]}

    def of(self, suite, name, size):
        row = self.at.get((suite, name.split("/")[0], size)) or {}
        return row.get("against") or {} if "/" in name else row

    def us(self, suite, name, size):
        if suite == IBV:
            return self.ibv.get(name)
        ns = self.of(suite, name, size).get("median")
        return None if ns is None else ns / 1000

    def ratio(self, suite, name, size):
        return (self.of(suite, name, size).get("ratio") or {}).get("median")


def text(x):
    return "%10s" % ("-" if x is None else "%.4g" % x)


def tables(rows, out):
    for title, lines in TABLES:
        print("%s\n%-34s %10s %10s %10s %10s" % (title, "", "thesis", "smp", "udp", "ibv (emul.)"), file=out)
        for what, thesis, name, size in lines:
            print("%-34s %s %s" % (what, text(thesis), " ".join(text(rows.us(k, name, size)) for k in (SMP, UDP, IBV))),
                  file=out)
        print(file=out)
    print("Ratios\n%-44s %10s %10s %10s" % ("", "thesis", "smp", "udp"), file=out)
    for what, thesis, name, size in RATIOS:
        print("%-44s %10.4g %s %s" % (what, thesis, text(rows.ratio(SMP, name, size)),
                                      text(rows.ratio(UDP, name, size))), file=out)
    crossover = rows.ratio(SMP, "lock + unlock, 1 page", -1)
    if crossover is not None:
        print("%-44s %10.4g %s" % ("hit rate at which pinning costs as much", 0.857, text(1 - crossover)), file=out)
    print("\nLarger than memory: 4 KB transfers, 1000/s\n%-24s %10s %10s %10s" % ("", "here", "raw", "here : raw"),
          file=out)
    for name in ("%d %% resident, %s" % (p, t) for p in PERCENT for t in TRAFFIC):
        here, raw = (rows.of(SMP, name + end, 4096).get("median") for end in ("", "/raw"))
        print("%-24s %s %s %s" % (name, text(here), text(raw), text(rows.ratio(SMP, name, 4096))), file=out)


def misses(load, d=4, m=1 << 14):
    """Figure 9: the part of m x d entries' lookups that miss for rows that are full, at this load; thrown at random."""
    dice, row = random.Random(9), [0] * m
    entries = int(load * m)
    lost = 0
    for _ in range(entries):
        k = dice.randrange(m)
        lost += row[k] >= d
        row[k] += 1
    return lost / entries


def figures(rows):
    """Name, title, axes, [(legend, points)]. An x-axis of names: those of the places 1, 2, ..."""
    sizes = (8, 64, 512, 4096)

    def curve(suite, name, at=sizes):
        return [(n, rows.us(suite, name, n)) for n in at if rows.us(suite, name, n) is not None]

    def rate(suite, names):
        return [(i, 1000 / rows.us(suite, n, 4)) for i, n in enumerate(names, 1) if rows.us(suite, n, 4)]

    yield ("fig9", "figure 9: lookups that miss, m rows of 4 (here a row is a page: none)", "pages : rows", "misses",
           [("simulated, for each entry", [(x / 10, misses(x / 10)) for x in range(2, 11)]),
            ("thesis' check: 3.7e-4, 4.3e-3", [(0.5, 3.7e-4), (1, 4.3e-3)])])
    both = (("smp", SMP), ("udp", UDP))
    yield ("fig22", "figure 22: latency of writes and reads", "bytes", "us",
           [("%s, %s" % (what, n), curve(k, name)) for n, k in both for what,
            name in (("write", "put"), ("read", "get"))] +
           [("thesis, write", [(4, 5.56), (4096, 47.79)]), ("thesis, read", [(4, 9.25), (4096, 50.05)])])
    yield ("fig23", "figure 23: bandwidth of writes", "bytes", "MB/s",
           [(n, [(x, x / us) for x, us in curve(k, "stream", sizes + (65536,))]) for n, k in both] +
           [("thesis", [(4, 1.26), (4096, 155.46)])])
    before = range(0, 4096, 512)
    yield ("fig24", "figure 24: a write of 4 KB, so far behind the beginning of a page", "offset", "us",
           [(n, curve(k, "put at offset", before)) for n,
            k in both] + [("thesis", [(0, 47.79), (1200, 40.6), (2800, 40.6)])])
    for fig, name, thesis in (("fig26", "notification, spin", [(4, 8.52), (4096, 50.68)]),
                              ("fig27", "channel", [(4, 9.55), (4096, 59.01)])):
        lines = [(n, curve(k, name, (8, 4096))) for n, k in both] + [("thesis", thesis)]
        yield (fig, "figure %s: %s, one way" % (fig[3:], name), "bytes", "us", lines)
    names = ("compare-and-swap", "fetch-and-add", "removeQ, empty", "Swait, passes", "Ssignal, none waits")
    yield ("fig28", "figure 28: operations at the home", names, "1000 a second",
           [("smp", rate(SMP, names)), ("udp", rate(UDP, names)),
            ("thesis (1 / latency)", [(i, 1000 / us) for i, us in enumerate((10.5, 10.55, 10.74, 10.52, 10.8), 1)])])
    yield ("r9", "a put of 4 KB to an absent page, by strategy", STRATEGIES, "us",
           [(n, [(i, us) for i, us in ((i, rows.us(k, "absent page: " + what, 4096)) for i,
                                       what in enumerate(STRATEGIES, 1)) if us])
            for n, k in both + (("ibv, emulated", IBV),)])
    yield ("resident", "random transfers of 4 KB, half of them puts, against the same input and output raw",
           "resident, %", "1000/s",
           [("%s%s" % (t, ", raw" if end else ""),
             [(p, v) for p, v in ((p, rows.of(SMP, "%d %% resident, %s%s" % (p, t, end),
                                                                              4096).get("median")) for p in PERCENT)
                                                                              if v])
            for t in TRAFFIC for end in ("", "/raw")])


def draw(directory, fig, title, x, y, lines):
    lines = [(name, points) for name, points in lines if points]
    named = not isinstance(x, str)
    with open(os.path.join(directory, fig + ".dat"), "w") as f:
        for name, points in lines:
            f.write("# %s: %s (%s), %s\n" % (title, name, ", ".join(x) if named else x, y))
            f.write("".join("%g %g\n" % p for p in points) + "\n\n")
    if not shutil.which("gnuplot"):
        return
    commands = ["set terminal svg size 640,420 dynamic font 'sans,12'", "set output '%s.svg'" % fig,
                "set title \"%s\" noenhanced" % title, "set ylabel '%s'" % y, "set logscale y", "set yrange [*:*]",
                "set format y '%g'",
                "set offsets graph 0.05, graph 0.05, graph 0.1, graph 0.05", "set key outside below"]
    if named:
        commands.append("set xtics (%s) font ',10'" % ", ".join('"%s" %d' % (n, i) for i, n in enumerate(x, 1)))
    else:
        commands.append("set xlabel '%s' offset 0,0.7" % x)
    if x == "bytes":
        commands.append("set logscale x 2")
    style = "points ps 1.5" if named else "linespoints"
    parts = ["'%s.dat' index %d with %s %s title \"%s\"" % (fig, i, style, "dt 2" if name.startswith("thesis")
                                                            and not named else "", name)
             for i, (name, _) in enumerate(lines)]
    commands.append("plot " + ", ".join(parts))
    subprocess.run(["gnuplot"], input="\n".join(commands) + "\n", text=True, cwd=directory, check=False)


def main():
    o = arguments()
    os.makedirs(o.dir, exist_ok=True)
    rows = Rows(measure(o), measure_ibv(o))
    tables(rows, sys.stdout)
    with open(os.path.join(o.dir, "tables.txt"), "w") as f:
        tables(rows, f)
    for figure in figures(rows):
        draw(o.dir, *figure)
    print("tables.txt and the figures are in %s" % o.dir)


main()
