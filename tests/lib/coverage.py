# SPDX-License-Identifier: BSD-3-Clause
"""coverage.py: what the counters of a build tree for coverage (tests/coverage.sh) say, as a table of rooms
(directories), and then each file with the lines that no test runs.   coverage.py SOURCE-TREE BUILD-TREE

A branch is one outcome of a condition, true or false; each operand of && and || is a condition. Lines that no test on
this machine can reach are in tests/uncovered.txt with the reason, and count as neither: they and their branches."""
import collections
import concurrent.futures
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
LIBRARY = ("core", "extended", "vis", "firehose", "conduits", "contrib/layers")
PROGRAMS = {"apps", "bench", "papers", "tests"}  # folders there that are not of the library
EXPLAINED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "uncovered.txt")


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


class File:
    """The lines of a source and the outcomes of its conditions, in all programs and libraries together."""

    def __init__(self):
        self.lines, self.branches = collections.Counter(), collections.Counter()

    def add_lines(self, segments):
        """The lines' counts of one program: each line has the highest of those of the regions that begin there and of
        the region that it begins in."""
        starts = collections.defaultdict(list)
        for s in segments:
            starts[s[0]].append(s)
        inside = None
        for line in range(segments[0][0], segments[-1][0] + 1) if segments else ():
            here = starts.get(line, [])
            counts = [count for _, _, count, has_count, is_entry, is_gap in here
                      if has_count and is_entry and not is_gap]
            is_skipped = bool(here) and here[0][4] and not here[0][3]
            if not is_skipped and (counts or (inside and inside[3])):
                self.lines[line] += max(counts + [inside[2] if inside else 0])
            if here:
                inside = here[-1]

    def add_branches(self, branches):
        for line, column, to_line, to_column, is_true, is_false, *_ in branches:
            for outcome, count in (True, is_true), (False, is_false):
                self.branches[line, column, to_line, to_column, outcome] += count

    def leave_out(self, unreached):
        """Without these lines."""
        for line in unreached:
            self.lines.pop(line, None)
        for branch in [b for b in self.branches if b[0] in unreached]:
            del self.branches[branch]

    def count(self):
        c = Count()
        c.lines, c.hit = len(self.lines), sum(n > 0 for n in self.lines.values())
        c.branches, c.taken = len(self.branches), sum(n > 0 for n in self.branches.values())
        return c


def programs(build):
    """Each program and library that was linked for coverage."""
    for folder, _, names in os.walk(build):
        for name in names:
            path = os.path.join(folder, name)
            if os.path.islink(path) or not (os.access(path, os.X_OK) and os.path.isfile(path)):
                continue
            with open(path, "rb") as f:
                if f.read(4) == b"\x7fELF" and b"__llvm_covmap" in f.read():
                    yield path


def is_library(name):
    """A source of the library; a table (.def) is not."""
    return (name.startswith(tuple(room + "/" for room in LIBRARY)) and not PROGRAMS & set(name.split("/"))
            and name.endswith((".c", ".h")))


def report(profile, program):
    """What llvm-cov says of the files of one program."""
    said = subprocess.run(["llvm-cov", "export", program, "-instr-profile", profile, "-skip-functions",
                           "-skip-expansions", "-num-threads=1"],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return json.loads(said.stdout)["data"][0]["files"] if said.stdout else []


def read(top, build):
    """{file of the library: its File}"""
    files, profile = {}, os.path.join(build, "counts.profdata")
    counts = [os.path.join(build, "counts", name) for name in os.listdir(os.path.join(build, "counts"))]
    subprocess.run(["llvm-profdata", "merge", "-sparse", "-failure-mode=all", "-o", profile, *counts], check=True)
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for found in pool.map(lambda program: report(profile, program), sorted(programs(build))):
            for f in found:
                name = os.path.relpath(os.path.realpath(f["filename"]), top)
                if not is_library(name):
                    continue
                file = files.setdefault(name, File())
                file.add_lines(f["segments"])
                file.add_branches(f["branches"])
    return files


def explanations():
    """{file: {text of a line: why no test can reach it}}"""
    found = collections.defaultdict(dict)
    with open(EXPLAINED, encoding="utf-8") as f:
        for line in f:
            if line.strip() and not line.startswith("#"):
                file, text, why = line.rstrip("\n").split(" :: ")
                found[file][text] = why
    return found


def numbers(path, texts):
    """The lines of a file that have one of the texts."""
    with open(path, encoding="utf-8") as f:
        return {n for n, line in enumerate(f, 1) if line.strip() in texts}


def ranges(lines):
    """3,4,5,9 is 3-5 9."""
    out = []
    for n in lines:
        if out and out[-1][1] == n - 1:
            out[-1][1] = n
        else:
            out.append([n, n])
    return " ".join(f"{a}-{b}" if a != b else str(a) for a, b in out)


def main(top, build):
    files = read(os.path.realpath(top), build)
    rooms, total, explained = {}, Count(), 0
    for name, texts in explanations().items():
        if name in files:
            unreached = {n for n in numbers(os.path.join(top, name), texts) if not files[name].lines[n]}
            explained += len(unreached)
            files[name].leave_out(unreached)
    for name, file in files.items():
        rooms.setdefault(os.path.dirname(name), Count()).add(file.count())
        total.add(file.count())
    print(f"{'room':<28} {'lines that were run':>23}   {'branches taken':>24}")
    for room in sorted(rooms):
        print(rooms[room].row(room))
    print(total.row("all"))
    print(f"{explained} lines that no test can reach (tests/uncovered.txt) are left out")
    print("\nnot run, and after the colon where a condition has had one outcome only:")
    for name in sorted(files):
        file = files[name]
        missed = [n for n, count in sorted(file.lines.items()) if not count]
        one_way = sorted({b[0] for b, count in file.branches.items() if not count and file.lines[b[0]]})
        if missed or one_way:
            print(f"{name}: {len(missed)} of {len(file.lines)}: {ranges(missed)}: {ranges(one_way)}")


if __name__ == "__main__":
    main(*sys.argv[1:3])
