# SPDX-License-Identifier: BSD-3-Clause
"""callgrind.py: runs a program under callgrind, and reads what its dumps say of each step.

Instructions are those of our own objects: libc chooses memcpy by the processor, and the cipher libraries their code.
Lines of data are the model cache's misses in all objects: the lines that are touched do not depend on that choice."""
import collections
import glob
import os
import re
import subprocess
import tempfile

OPTIONS = ("--tool=callgrind", "--cache-sim=yes", "--I1=32768,8,64", "--D1=32768,64,64", "--LL=8388608,16,64",
           "--collect-atstart=no", "--combine-dumps=yes", "--compress-strings=no", "--compress-pos=no", "-q")
OURS = re.compile(r"/(libgasnet|libhydrant|libcaf_hydrant|counts-)[^/]*$")
RUNS = 64      # COUNT_RUNS of count.h
LIMIT = 200    # seconds; alone on a machine a program takes two


def parts(path):
    """Each dump of a file: its name, and its lines."""
    name, lines = None, []
    with open(path, encoding="utf-8") as f:
        for line in f:
            if line.startswith("part:"):
                yield name, lines
                name, lines = None, []
            found = re.match(r"desc: Trigger: Client Request: (.*)", line)
            name = found.group(1) if found else name
            lines.append(line.rstrip("\n"))
    yield name, lines


def costs(lines):
    """Object, function, and events of each line of costs that are a function's own."""
    events, of_callee, ob, fn = [], False, "", ""
    for line in lines:
        if line.startswith("events:"):
            events = line.split()[1:]
        elif line.startswith("ob="):
            ob = line[3:]
        elif line.startswith("fn="):
            fn = line[3:]
        elif line.startswith("calls="):
            of_callee = True
        elif line[:1].isdigit():
            if not of_callee:
                yield ob, fn, dict(zip(events, map(int, line.split()[1:])))
            of_callee = False


def sums(lines):
    """Instructions, lines of data, and instructions by function, of one step."""
    count, touched, by_function = 0, 0, collections.Counter()
    for ob, fn, cost in costs(lines):
        touched += cost.get("D1mr", 0) + cost.get("D1mw", 0)
        if OURS.search(ob):
            count += cost.get("Ir", 0)
            by_function[fn] += cost.get("Ir", 0) / RUNS
    return count / RUNS, touched / RUNS, by_function


def rows(command, env):
    """Name: (instructions, lines, by function), of every row of a program. Raises RuntimeError if it fails."""
    with tempfile.TemporaryDirectory() as place:
        words = ["valgrind", *OPTIONS, f"--callgrind-out-file={place}/dump.%p", *command]
        run = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LIMIT, check=False,
                             text=True, env=env)
        if run.returncode:
            raise RuntimeError(f"{' '.join(command)}: status {run.returncode}\n{run.stdout}")
        found = {}
        for path in glob.glob(os.path.join(place, "dump.*")):
            found.update((name, sums(lines)) for name, lines in parts(path) if name)
        return found
