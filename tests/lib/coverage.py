# SPDX-License-Identifier: BSD-3-Clause
"""coverage.py: gcovr's JSON as a table of rooms (directories), then files with their lines that no test runs."""
import json
import os
import sys


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


def lines_of(entries):
    """{number: [how often, branches, branches taken]}: a line of a header has an entry for each function it is in."""
    lines = {}
    for x in entries:
        line = lines.setdefault(x["line_number"], [0, 0, 0])
        line[0] += x["count"]
        line[1] = max(line[1], len(x["branches"]))
        line[2] = max(line[2], sum(b["count"] > 0 for b in x["branches"]))
    return lines


def count(lines):
    c = Count()
    c.lines, c.hit = len(lines), sum(n > 0 for n, _, _ in lines.values())
    c.branches, c.taken = sum(b for _, b, _ in lines.values()), sum(t for _, _, t in lines.values())
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


def main(path):
    with open(path, encoding="utf-8") as f:
        files = {x["file"]: lines_of(x["lines"]) for x in json.load(f)["files"]}
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


main(sys.argv[1])
