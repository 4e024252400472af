# SPDX-License-Identifier: BSD-3-Clause
"""coverage.py: what gcov says of the objects of a build tree, as a table of rooms (directories), and then each file
with the lines that no test runs.   coverage.py SOURCE-TREE BUILD-TREE"""
import glob
import json
import os
import subprocess
import sys

LIBRARY = ("core", "extended", "vis", "firehose", "conduits")
BATCH = 50


def percent(part, whole):
    return f"{100 * part / whole:5.1f} %" if whole else "      –"


class Count:
    def __init__(self):
        self.lines = self.hit = self.branches = self.taken = 0

    def add(self, other):
        for name in vars(self):
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def row(self, name):
        return (f"{name:<28} {self.hit:6d} of {self.lines:6d} {percent(self.hit, self.lines)}   "
                f"{self.taken:6d} of {self.branches:6d} {percent(self.taken, self.branches)}")


def reports(build):
    """gcov's report of each object, also of those that were never run."""
    objects = sorted(glob.glob(os.path.join(os.path.abspath(build), "**", "*.gcno"), recursive=True))
    for at in range(0, len(objects), BATCH):
        said = subprocess.run(["gcov", "--json-format", "--stdout", "--branch-probabilities", *objects[at:at + BATCH]],
                              cwd=build,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        for line in said.stdout.splitlines():
            if line.startswith(b"{"):
                yield json.loads(line)


def add_lines(lines, entries):
    """To {number: [how often, times that each branch was taken]}: a file is in several objects, and a line of a header
    in several functions."""
    for x in entries:
        line = lines.setdefault(x["line_number"], [0, []])
        line[0] += x["count"]
        taken = [b["count"] for b in x["branches"]]
        line[1] += [0] * (len(taken) - len(line[1]))
        for i, n in enumerate(taken):
            line[1][i] += n


def read(top, build):
    """{file of the library: its lines}"""
    files = {}
    for report in reports(build):
        for f in report["files"]:
            path = os.path.join(report["current_working_directory"], f["file"])
            name = os.path.relpath(os.path.realpath(path), os.path.realpath(top))
            if name.split("/")[0] in LIBRARY:
                add_lines(files.setdefault(name, {}), f["lines"])
    return files


def count(lines):
    c = Count()
    c.lines, c.hit = len(lines), sum(n > 0 for n, _ in lines.values())
    c.branches = sum(len(b) for _, b in lines.values())
    c.taken = sum(n > 0 for _, b in lines.values() for n in b)
    return c


def ranges(numbers):
    """3,4,5,9 is 3-5 9."""
    out = []
    for n in numbers:
        if out and out[-1][1] == n - 1:
            out[-1][1] = n
        else:
            out.append([n, n])
    return " ".join(f"{a}-{b}" if a != b else str(a) for a, b in out)


def main(top, build):
    files = read(top, build)
    rooms, total = {}, Count()
    for name, lines in files.items():
        rooms.setdefault(os.path.dirname(name), Count()).add(count(lines))
        total.add(count(lines))
    print(f"{'room':<28} {'lines that were run':>23}   {'branches taken':>24}")
    for room in sorted(rooms):
        print(rooms[room].row(room))
    print(total.row("all"))
    print("\nnot run:")
    for name in sorted(files):
        missed = [n for n, line in sorted(files[name].items()) if not line[0]]
        if missed:
            print(f"{name}: {len(missed)} of {len(files[name])}: {ranges(missed)}")


main(*sys.argv[1:3])
