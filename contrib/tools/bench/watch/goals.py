#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""goals.py: make goals GOALS=watch: what it costs that a job can be watched: nothing that can be measured while it is
not, next to a library without hooks and probes; and while it is traced so much an event. Run in the build tree. The
three take turns; each figure is the best of all rounds. Status: 1, a goal was missed."""
import os
import re
import subprocess
import sys
import tempfile

ROUNDS = int(os.environ.get("WATCH_ROUNDS", "9"))
OFF, AN_EVENT = 1.03, 100  # times; ns
# what, events while traced
ROWS = (("put", "put, 8 B", 1), ("round-trip", "message round trip", None), ("message", "message to oneself", 2))


def measure(program, work, trace):
    env = {k: v for k, v in os.environ.items() if not k.startswith("GASNET_")}
    env["GASNET_QUIET"] = "1"
    if trace:
        env["GASNET_TRACEFILE"] = os.path.join(work, "trace.json")
    r = subprocess.run(["./gasnetrun", "-spawner=fork", "-c", "smp", "-n", "2", "contrib/tools/bench/watch/" + program],
                       env=env,
                       stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, universal_newlines=True, timeout=120,
                       check=True)
    return {name: float(ns) for name, ns in re.findall(r"([a-z-]+) ([\d.]+)", r.stdout)}


def verdict(what, figure, goal, unit):
    met = figure <= goal
    print(f"{what:<44} {figure:8.3f}  <= {goal:<5g} {unit:<10} {'met' if met else 'MISSED'}")
    return met


def main():
    runs = {"without": [], "off": [], "on": []}
    with tempfile.TemporaryDirectory(prefix="watch") as work:
        for _ in range(ROUNDS):
            for name, program in (("without", "cost-unwatched"), ("off", "cost"), ("on", "cost")):
                runs[name].append(measure(program, work, name == "on"))
    best = {name: {key: min(r[key] for r in runs[name]) for key, _, _ in ROWS} for name in runs}
    print(f"{'ns, best of ' + str(ROUNDS):<26} {'no hooks':>9} {'off':>9} {'traced':>9}")
    for key, what, _ in ROWS:
        print(f"{what:<26} {best['without'][key]:9.2f} {best['off'][key]:9.2f} {best['on'][key]:9.2f}")
    ok = [verdict(what + ", not watched", best["off"][key] / best["without"][key], OFF, "no hooks")
          for key, what, _ in ROWS]
    ok += [verdict(what + ", an event", (best["on"][key] - best["off"][key]) / events, AN_EVENT, "ns")
           for key, what, events in ROWS if events]
    return 0 if all(ok) else 1


sys.exit(main())
