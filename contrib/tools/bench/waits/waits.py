#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""waits.py: what waiting costs, as the library waits by default, beside always spinning and always sleeping: added
latency and processor time for each wait, in an idle machine and beside foreign processes, as a table and a picture; and
what polling costs where the threads of each rank outnumber its cores, as a table."""
import argparse
import json
import os
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../common"))
from draw import add_option, draw  # noqa: E402
from foreign import run_foreign  # noqa: E402

MODES = ("spin", "block", "spinblock")
TITLE = {"spin": "spinning", "block": "sleeping", "spinblock": "default"}
BOUND = 2  # of the sum of both costs: what a waiter that does not know the future must pay at worst (ski rental)
THREADS = 10  # of each rank, in threads.c
THREADS_RANKS = (1, 2, 3, 4)
THREADS_BOUND = 3  # of the time of a round, in the best of these


def lines_of(options, ranks, program, mode):
    """The words of each line that a job prints."""
    env = {**os.environ, "GASNET_WAIT": mode, "GASNET_QUIET": "1"}
    if options.conduit != "smp":
        env["GASNET_SUPERNODE_MAXSIZE"] = "1"
    done = subprocess.run([options.gasnetrun, "-n", str(ranks), "-c", options.conduit, program], env=env, text=True,
                          stdout=subprocess.PIPE, timeout=300, check=False)
    if done.returncode:
        sys.exit(f"waits: a job of {ranks} ranks ended with status {done.returncode}")
    return [line.split() for line in done.stdout.splitlines()]


def run(options, ranks, mode):
    """{(kind, late): (latency, cpu)} in us."""
    return {(kind, int(late)): (float(latency) / 1e3, float(cpu) / 1e3)
            for kind, late, latency, cpu in lines_of(options, ranks, options.program, mode)}


def measure_threads(options):
    """{ranks: (time of a round, processor time of a rank for it)} in us; the best of all rounds, each figure by
    itself."""
    program, got = os.path.join(os.path.dirname(options.program), "threads"), {}
    for ranks in THREADS_RANKS * options.rounds:
        print(f"\r\033[K{ranks} ranks of {THREADS} threads that poll", end="", file=sys.stderr, flush=True)
        new = tuple(float(word) / 1e3 for word in lines_of(options, ranks, program, "spinblock")[0])
        got[ranks] = tuple(min(pair) for pair in zip(got.get(ranks, new), new))
    print("\r\033[K", end="", file=sys.stderr)
    return got


def in_the_best(got):
    """{ranks: the time of a round, in that of the fastest}."""
    best = min(time for time, _ in got.values())
    return {ranks: time / best for ranks, (time, _) in got.items()}


def threads_table(got):
    lines = [f"{THREADS} threads of each rank poll until they are answered: a round of all, us. "
             "x: its time in the best one's;", f"!: more than {THREADS_BOUND}.",
             f"{'ranks':>5}{'time':>10}{'CPU':>10}{'x':>8}"]
    return "\n".join(lines + [f"{ranks:>5}{got[ranks][0]:10.1f}{got[ranks][1]:10.1f}{x:8.2f}"
                              f"{'!' if x > THREADS_BOUND else ''}" for ranks, x in in_the_best(got).items()])


def threads_beyond(got):
    return sum(x > THREADS_BOUND for x in in_the_best(got).values())


def measure(options):
    """{(ranks, foreign): {(kind, late): {mode: (latency, cpu)}}}; the best of all rounds, each figure by itself."""
    got = {}
    for ranks in options.ranks:
        for foreign in (0, options.foreign):
            cells = got.setdefault((ranks, foreign), {})
            with run_foreign(foreign):
                for turn in range(options.rounds * len(MODES)):
                    mode = MODES[turn % len(MODES)]
                    print(f"\r\033[K{ranks} ranks, {foreign} foreign processes: {TITLE[mode]}", end="", file=sys.stderr,
                          flush=True)
                    for row, new in run(options, ranks, mode).items():
                        old = cells.setdefault(row, {}).get(mode, new)
                        cells[row][mode] = tuple(min(pair) for pair in zip(old, new))
    print("\r\033[K", end="", file=sys.stderr)
    return got


def cost(pair):
    """Of a wait. Less than a microsecond counts as one."""
    return max(1, sum(pair))


def against(cell):
    """The default's cost in the better of the two others'."""
    return cost(cell["spinblock"]) / min(cost(cell["spin"]), cost(cell["block"]))


def table(got):
    lines = ["Added latency and processor time of a wait, us. "
             "x: the sum of both, by default, in the better of spinning and",
             f"sleeping; !: more than {BOUND}."]
    for (ranks, foreign), cells in got.items():
        beside = f"beside {foreign} foreign processes" if foreign else "nothing else running"
        lines += ["", f"{ranks} ranks, {beside}", f"{'':23}{'latency':>10}{'':20}{'CPU':>10}",
                  f"{'waits for':13} {'late by':>9}" + 2 * f"{'spin':>10}{'sleep':>10}{'default':>10}" + f"{'x':>8}"]
        for (kind, late), cell in cells.items():
            figures = "".join(f"{cell[mode][which]:10.1f}" for which in (0, 1) for mode in MODES)
            ratio = against(cell)
            lines.append(f"{kind:13} {late:>6} us{figures}{ratio:8.2f}{'!' if ratio > BOUND else ''}")
    return "\n".join(lines)


def beyond(got):
    return sum(against(cell) > BOUND for cells in got.values() for cell in cells.values())


def picture(got, path, gasnetrun):
    """None, or why there is none."""
    text = ["set logscale xy", "set grid", "set format xy '%g'",
            "set xlabel 'processor time of a wait, µs'", "set ylabel 'added latency, µs'"]
    for i, ((ranks, foreign), cells) in enumerate(got.items()):
        plots = []
        for k, mode in enumerate(MODES):
            text += [f"$d{k} << EOD", *(f"{cell[mode][1]:g} {max(0.05, cell[mode][0]):g}" for cell in cells.values()),
                     "EOD"]
            plots.append(f"$d{k} with points pt {(6, 4, 7)[k]} ps 1 title '{TITLE[mode]}'")
        text += ["set key right top" if i == 0 else "unset key",
                 f"set title '{ranks} ranks, {foreign} foreign processes'", "plot " + ", ".join(plots)]
    return draw(path, 360 * len(got), 360, f"1,{len(got)}", text, gasnetrun)


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    p = argparse.ArgumentParser(prog="gasnet-bench waits", description=__doc__.split(": ", 1)[1])
    p.add_argument("--rounds", type=int, default=2, help="runs of each job; the best counts (default: 2)")
    p.add_argument("--ranks", default="2,8", help="numbers of ranks (default: 2,8)")
    p.add_argument("--foreign", type=int, default=4, help="foreign processes that compute (default: 4)")
    p.add_argument("--conduit", default="smp", help="smp, or udp: ranks that share no memory (default: smp)")
    add_option(p, "latency against processor time")
    p.add_argument("--json", metavar="FILE", help="all figures")
    p.add_argument("--goal", action="store_true",
                   help=f"status 1 if a cell is more than {BOUND} x the better of the others, "
                   f"or a round of threads more than {THREADS_BOUND} x the best")
    p.add_argument("--gasnetrun", default=shutil.which("gasnetrun") or "gasnetrun", help=argparse.SUPPRESS)
    p.add_argument("--program", default=os.path.join(here, "waits"), help=argparse.SUPPRESS)
    options = p.parse_args()
    options.ranks = [int(n) for n in options.ranks.split(",")]
    got = measure(options)
    print(table(got))
    print(f"\n{beyond(got)} of {sum(map(len, got.values()))} cells are more than {BOUND} x the better of the others.\n")
    threads = measure_threads(options)
    print(threads_table(threads))
    if options.json:
        with open(options.json, "w", encoding="utf-8") as f:
            json.dump([{"ranks": ranks, "foreign": foreign, "kind": kind, "late_us": late, "mode": TITLE[mode],
                        "latency_us": pair[0], "cpu_us": pair[1]} for (ranks, foreign), cells in got.items()
                       for (kind, late), cell in cells.items() for mode, pair in cell.items()]
                      + [{"ranks": ranks, "kind": "threads", "round_us": time, "cpu_us": cpu}
                         for ranks, (time, cpu) in threads.items()], f, indent=1)
    if options.picture:
        why = picture(got, options.picture, options.gasnetrun)
        print(f"no picture: {why}" if why else f"picture: {options.picture}")
    return 1 if options.goal and beyond(got) + threads_beyond(threads) else 0


if __name__ == "__main__":
    sys.exit(main())
