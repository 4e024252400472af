#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""growth.py: how it grows with the number of ranks, on this host: barrier, reduction and broadcast of ranks that share
no memory, as measured and as gasnet-sim predicts them from the barriers of 2 and 4 ranks alone; and what a rank costs
in memory and in time to start, as tables and a picture."""
import argparse
import json
import os
import shutil
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../common"))
from draw import add_option, draw  # noqa: E402

OPS = ("barrier", "reduce-all", "broadcast+barrier")
MTU = 65507  # of loopback
LATENCY_US = 0.3  # over loopback the sender's processor delivers: nearly all is overhead


def progress(text):
    print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def real(options, conduit, ranks, *words):
    """({name: value}, wall time in s) of a job."""
    env = {**os.environ, "GASNET_QUIET": "1"}
    if conduit == "udp":
        env["GASNET_SUPERNODE_MAXSIZE"] = "1"
    start = time.monotonic()
    done = subprocess.run([options.gasnetrun, "-n", str(ranks), "-c", conduit, options.program, *words], env=env,
                          text=True, stdout=subprocess.PIPE, timeout=600, check=False)
    wall = time.monotonic() - start
    if done.returncode:
        sys.exit(f"growth: a job of {ranks} ranks ended with status {done.returncode}")
    return {name: float(value) for name, value in (line.split() for line in done.stdout.splitlines())}, wall


def best(options, conduit, ranks, *words):
    runs = [real(options, conduit, ranks, *words) for _ in range(options.rounds)]
    return {name: min(run[0][name] for run in runs) for name in runs[0][0]}, min(run[1] for run in runs)


# --- predictions -----------------------------------------------------------------

def predicted(options, ops, ranks, model):
    """{(op, ranks): us}."""
    overhead, turn = model
    words = [options.sim, "--op", ",".join(ops), "--ranks", ",".join(map(str, ranks)), "--bytes", "8", "--L",
             f"{LATENCY_US}us",
             "--o", f"{overhead}us", "--g", "0us", "--G", "0.1ns/B", "--mtu", str(MTU), "--cores", str(options.cores),
             "--turn", f"{turn}us", "--json"]
    rows = json.loads(subprocess.run(words, text=True, stdout=subprocess.PIPE, check=True).stdout)["rows"]
    return {(row["op"], row["ranks"]): row["latency_ns"] / 1e3 for row in rows}


def fit(options, wanted, ranks, model_of):
    """The parameter with which the barrier of so many ranks takes what it was measured to take."""
    low, high = 0.0, 1000.0
    for _ in range(30):
        middle = (low + high) / 2
        if predicted(options, ["barrier"], [ranks], model_of(middle))["barrier", ranks] < wanted:
            low = middle
        else:
            high = middle
    return round(middle, 3)


def compare(options):
    """Rows (op, ranks, measured, predicted), us; and the model."""
    measured = {}
    for ranks in options.ranks:
        progress(f"udp, {ranks} ranks")
        got, _ = best(options, "udp", ranks, "ops")
        measured.update({(op, ranks): got[op] / 1e3 for op in OPS})
    overhead = fit(options, measured["barrier", 2], 2, lambda o: (o, 0))
    turn = fit(options, measured["barrier", 4], 4, lambda t: (overhead, t)) if ("barrier", 4) in measured else 0
    guess = predicted(options, ["barrier", "reduce-all", "broadcast"], options.ranks, (overhead, turn))
    for ranks in options.ranks:
        guess["broadcast+barrier", ranks] = guess["broadcast", ranks] + guess["barrier", ranks]
    return [(*key, us, guess[key]) for key, us in sorted(measured.items())], (overhead, turn)


# --- the cost of a rank ------------------------------------------------------------

def line_through(points):
    """Least squares: (at 0, for each more)."""
    n = len(points)
    mx, my = sum(x for x, _ in points) / n, sum(y for _, y in points) / n
    slope = sum((x - mx) * (y - my) for x, y in points) / (sum((x - mx) ** 2 for x, _ in points) or 1)
    return my - slope * mx, slope


def costs(options):
    """{conduit: [(ranks, bytes of a rank, seconds of the job)]}."""
    found = {}
    for conduit, most in (("smp", options.most), ("udp", min(options.most, options.most_udp))):
        for ranks in (n for n in (16, 64, 256, 1024) if n <= most):
            progress(f"{conduit}, {ranks} ranks: start and end")
            got, wall = best(options, conduit, ranks)
            found.setdefault(conduit, []).append((ranks, got["memory"], wall))
    return found


def report(rows, model, cost):
    lines = [f"Fitted to the barriers of 2 and 4 ranks: o {model[0]} us, {model[1]} us to give a core to another rank.",
             "", f"{'operation':18}{'ranks':>6}{'measured us':>13}{'predicted us':>14}{'error':>8}"]
    for op, ranks, us, guess in rows:
        lines.append(f"{op:18}{ranks:6}{us:13.1f}{guess:14.1f}{100 * (guess / us - 1):+7.0f}%")
    lines += ["", "A job that starts, meets and ends:", f"{'conduit':18}{'ranks':>6}{'ms':>13}{'KB of a rank':>14}"]
    for conduit, points in cost.items():
        lines += [f"{conduit:18}{ranks:6}{1e3 * wall:13.1f}{memory / 1024:14.1f}" for ranks, memory, wall in points]
        if len(points) > 1:
            first, each = line_through([(ranks, wall * 1e6) for ranks, _, wall in points])
            here, peer = line_through([(ranks, memory) for ranks, memory, _ in points])
            lines.append(f"{conduit:18}  {each:.0f} us for each rank and {first / 1e3:.0f} ms; "
                         f"{peer:+.0f} bytes of a rank for each other and {here / 1024:.0f} KB")
    return "\n".join(lines)


def picture(rows, cost, path, gasnetrun):
    """None, or why there is none."""
    text = ["set logscale xy 2", "set logscale y 10", "set grid", "set key left top",
            "set format y '%g'", "set xlabel 'ranks'"]
    plots = []
    for i, op in enumerate(OPS):
        points = [(ranks, us, guess) for o, ranks, us, guess in rows if o == op]
        text += [f"$m{i} << EOD", *(f"{r} {us:g} {guess:g}" for r, us, guess in points), "EOD"]
        plots += [f"$m{i} using 1:2 with points pt 7 lc {i + 1} title '{op}, measured'",
                  f"$m{i} using 1:3 with lines lc {i + 1} title 'predicted'"]
    text += ["set title 'udp, one process a host, 2 cores'", "set ylabel 'µs'", "plot " + ", ".join(plots)]
    for title, unit, at, scale in (("start, meeting and end of a job", "ms", 2, 1e3),
                                   ("memory of a rank", "KB", 1, 1 / 1024)):
        plots = []
        for i, (conduit, points) in enumerate(cost.items()):
            text += [f"$c{at}{i} << EOD", *(f"{p[0]} {p[at] * scale:g}" for p in points), "EOD"]
            plots.append(f"$c{at}{i} with linespoints pt 7 lc {i + 1} title '{conduit}'")
        text += [f"set title '{title}'", f"set ylabel '{unit}'", "plot " + ", ".join(plots)]
    return draw(path, 1150, 380, "1,3", text, gasnetrun)


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    p = argparse.ArgumentParser(prog="gasnet-bench growth", description=__doc__.split(": ", 1)[1])
    p.add_argument("--rounds", type=int, default=3, help="runs of each job; the best counts (default: 3)")
    p.add_argument("--ranks", default="2,4,8,16,32,64", help="ranks of udp that are compared (default: 2,4,8,16,32,64)")
    p.add_argument("--most", type=int, default=1024,
                   help="ranks of the largest job that starts and ends (default: 1024)")
    p.add_argument("--most-udp", type=int, default=256, help="the same by udp (default: 256)")
    add_option(p, "both")
    p.add_argument("--json", metavar="FILE", help="all figures")
    p.add_argument("--gasnetrun", default=shutil.which("gasnetrun") or "gasnetrun", help=argparse.SUPPRESS)
    p.add_argument("--sim", help=argparse.SUPPRESS)
    p.add_argument("--program", default=os.path.join(here, "growth"), help=argparse.SUPPRESS)
    options = p.parse_args()
    options.sim = options.sim or os.path.join(os.path.dirname(options.gasnetrun), "gasnet-sim")
    options.ranks = [int(n) for n in options.ranks.split(",")]
    options.cores = len(os.sched_getaffinity(0))
    if 2 not in options.ranks:
        p.error("--ranks: 2 must be among them, which predictions begin with")
    rows, model = compare(options)
    cost = costs(options)
    progress("")
    print(report(rows, model, cost))
    if options.json:
        with open(options.json, "w", encoding="utf-8") as f:
            json.dump({"overhead_us": model[0], "turn_us": model[1],
                       "operations": [dict(zip(("op", "ranks", "measured_us",
                       "predicted_us"), row)) for row in rows], "jobs": cost}, f, indent=1)
    if options.picture:
        why = picture(rows, cost, options.picture, options.gasnetrun)
        print(f"no picture: {why}" if why else f"picture: {options.picture}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
