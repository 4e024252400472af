#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Counts what the fast paths cost: instructions and lines of data of one call, by callgrind.

Compares them with the table counts.txt beside this script: a row that differs by more than 2 % fails, worse or better,
until `make counts-update` (--update) has written the table anew, which is committed with the reason. --by NAME shows
a row's instructions function by function. Runs in the build tree. The table holds for one compiler and its flags; a
tree that is built otherwise is skipped."""
import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "lib")]
import callgrind  # noqa: E402
import checks     # noqa: E402

TABLE = os.path.join(HERE, "counts.txt")
LIBRARY = ".libs/libgasnet.so"
TOLERANCE = 0.02
SKIPPED = 77
# Program, its words, and what is put before the names of its rows.
PROGRAMS = (("counts-par", (), ""), ("counts-seq", ("messages",), "no threads: "), ("counts-engines", (), ""),
            ("counts-coarray", (), ""))
FLAGS = ("CFLAGS", "HYD_SAN_FLAGS", "HYD_HARDEN_CFLAGS")
HEAD = """# Instructions and lines of data (64 bytes, the step's own stack and arguments among them) of one call, an
# empty one taken off: tests/counts/counts_test.py. Floor: what a loop by hand needs, or the reason why it is so.
# `make counts-update` writes all but the floors.
"""


class Skip(Exception):
    """The reason why nothing can be compared here."""


def compiler():
    """Of the library, as its objects say: crt files have GCC's word, too."""
    text = subprocess.run(["readelf", "-p", ".comment", LIBRARY], stdout=subprocess.PIPE, text=True,
                          check=False).stdout
    for pattern, name in ((r"clang version (\d+)", "clang"), (r"GCC: .* (\d+)\.\d+\.\d+", "GCC")):
        majors = re.findall(pattern, text)
        if majors:
            return f"{name} {majors[0]}"
    return "unknown"


def flags():
    text = checks.read("Makefile")
    found = [m.group(1) for m in (re.search(rf"^{name} =(.*)$", text, re.M) for name in FLAGS) if m]
    return " ".join(" ".join(found).split())


def build_of_this_tree():
    return f"{os.uname().machine}, {compiler()}, {flags()}"


def check_place():
    if not shutil.which("valgrind"):
        raise Skip("valgrind is not installed (Debian: valgrind)")
    if not os.path.exists(LIBRARY):
        raise Skip("the tree has no shared library")


def environment():
    """The same everywhere: its length moves the stack."""
    return {"PATH": "/usr/bin:/bin", "GASNET_PSHM_NODES": "2", "LD_BIND_NOW": "1", "LD_LIBRARY_PATH": ".libs"}


def program_rows(which):
    """Of one program; {} if it is not built."""
    name, words, prefix = which
    places = [p for p in (f"tests/counts/.libs/{name}", f"tests/counts/{name}") if os.path.exists(p)]
    if not places:
        return {}
    rows = callgrind.rows([places[0], *words], environment())
    if "nothing" not in rows:
        raise Skip(f"{name} was built without valgrind's header")
    instructions, lines, _ = rows.pop("nothing")
    return {prefix + k: (v[0] - instructions, v[1] - lines, v[2]) for k, v in rows.items()}


def count():
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return {k: v for rows in pool.map(program_rows, PROGRAMS) for k, v in rows.items()}


# --- the table ---

def read_table():
    """What it holds for; name: (instructions, lines, floor and the reason for it)."""
    rows, build = {}, ""
    for line in checks.read(TABLE).splitlines() if os.path.exists(TABLE) else []:
        if line.startswith("build: "):
            build = line[7:]
        elif "|" in line and not line.startswith("row "):
            name, instructions, lines, *rest = (w.strip() for w in line.split("|"))
            rows[name] = float(instructions), float(lines), rest
    return build, rows


def write_table(counted, old):
    def row(name, *rest):
        return f"{name:<48}|{rest[0]:>13} |{rest[1]:>8} |{rest[2]:>7} | {rest[3]}".rstrip()
    with open(TABLE, "w", encoding="utf-8") as f:
        print(HEAD, f"build: {build_of_this_tree()}\n", row("row", "instructions", "lines", "floor", "why"), sep="\n",
              file=f)
        names = [n for n in old if n in counted] + [n for n in counted if n not in old]
        for name in names:
            floor, why = old[name][2] if name in old else ("", "")
            print(row(name, f"{counted[name][0]:.2f}", f"{counted[name][1]:.2f}", floor, why), file=f)


def problems(new, old):
    """One line more or less is allowed: an access that straddles two lines counts as one, and which of libc's memcpy
    runs decides where that happens."""
    for what, is_now, was, least in zip(("instructions", "lines of data"), new, old, (0, 1)):
        if abs(is_now - was) > max(TOLERANCE * was, least):
            yield f"{is_now:.2f} {what}, {was:.2f} in counts.txt ({(is_now / max(was, 1) - 1) * 100:+.1f} %)"


def compare(counted, old):
    for name in sorted(set(old) - set(counted)):
        print(f"skip {name}: its program is not built here")
    for name, new in counted.items():
        known = old.get(name)
        checks.verdict(problems(new, known) if known else ["not in counts.txt: make counts-update"], name)
    return checks.status()


def show(name, counted):
    for function, n in counted[name][2].most_common():
        print(f"{n:8.2f}  {function}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true", help="write the table")
    parser.add_argument("--by", metavar="NAME", help="show a row function by function")
    options = parser.parse_args()
    try:
        check_place()
        build, old = read_table()
        if build != build_of_this_tree() and not (options.update or options.by):
            raise Skip(f"counts.txt is for {build}; this tree is {build_of_this_tree()}")
        counted = count()
    except Skip as why:
        print(f"skip counts: {why}\n0 passed, 0 failed")
        return SKIPPED
    if options.by:
        show(options.by, counted)
    elif options.update:
        write_table(counted, old)
    else:
        return compare(counted, old)
    return 0


if __name__ == "__main__":
    sys.exit(main())
