#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""goals.py: `make goals GOALS=upc`: what the run time for compiled UPC must reach. Rows are ratios of two times of the
same run: of a program (goals.c) as a job of 2 threads, and of 2 that share no memory; of bench.s, which Clang UPC made
of bench.upc, beside what that took with the compiler's own run time (tests/upc/programs/README); and of starts. In a
build tree only. Status 1 if a row is not met."""
import argparse
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.abspath(os.path.join(HERE, "..", "..", "..", ".."))
PROGRAMS = os.path.join(TOP, "tests", "upc", "programs")
COMPILERS = {  # row of bench.s: ns with the compiler's own run time, on an Intel Xeon
    "relaxed get, indefinite pointer": 2.4, "relaxed get, a[i] blocked": 4.4, "relaxed put, indefinite pointer": 2.4,
    "strict put": 32, "strict get": 18, "upc_memget 64 KB": 1570, "upc_memput 64 KB": 1570, "upc_barrier": 2600,
    "lock + unlock, alone": 61, "all_broadcast 8 B": 5200, "all_reduceD, THREADS elements": 14000}
STARTS, THREADS, LIMIT = 7, 64, 300


def parse():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--build", default=os.getcwd(), help="the build tree")
    p.add_argument("--cflags", default="", help="what a client in the tree is compiled with")
    p.add_argument("--no-udp", action="store_true")
    return p.parse_args()


def row(name, ours, theirs, bound, ratio, met):
    print(f"{name:44}{ours:>12}{theirs:>12}   {bound:32}{ratio:>7}  {met}", flush=True)


def judge(name, ours, theirs, most, bound):
    """Prints a row; 1 if it is not met."""
    met = ours <= most * theirs
    row(name, f"{ours:.4g}", f"{theirs:.4g}", bound, f"{ours / theirs:.2f}", "met" if met else "not met")
    return not met


class Tree:
    """Compiles and runs programs in the build tree."""

    def __init__(self, options, work):
        self.build, self.work, self.cflags = options.build, work, options.cflags.split()
        self.link = os.path.join(options.build, "contrib", "layers", "upc", "link")

    def path(self, name):
        return os.path.join(self.work, name)

    def compile(self, name, compiler="gcc"):
        made = self.path(name + ".o")
        words = [compiler, "-std=gnu11", "-O2", "-fPIE", *self.cflags, "-I", TOP,
                 "-I", os.path.join(self.link, "include")]
        subprocess.run([*words, "-c", os.path.join(HERE, name + ".c"), "-o", made], check=True)
        return made

    def upc_program(self, name, objects):
        made = self.path(name)
        wrapper = os.path.join(self.build, "contrib", "layers", "upc", "hydrant-upc")
        env = {**os.environ, "HYDRANT_UPC_DIR": self.link, "CC": "gcc"}
        subprocess.run(["sh", wrapper, "-no-pie", *objects, "-o", made], check=True, env=env)
        return made

    def run(self, words, threads, conduit="smp"):
        env = {**os.environ, "GASNET_QUIET": "1"}
        if conduit == "udp":
            env["GASNET_SUPERNODE_MAXSIZE"] = "1"
        command = [os.path.join(self.build, "gasnetrun"), "-n", str(threads), "-c", conduit, *words]
        try:
            return subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, timeout=LIMIT, check=False)
        except subprocess.TimeoutExpired:
            print(f"{words[0]}: no end after {LIMIT} s")
            return subprocess.CompletedProcess(command, 124, "")


def job(tree, made, conduit):
    """Prints the rows of a job; the number that are not met."""
    print(f"\n2 threads, {conduit}{' without shared memory' if conduit == 'udp' else ''}: ns of a statement")
    done = tree.run([made], 2, conduit)
    rows = [line.split(" | ") for line in done.stdout.splitlines() if line.count(" | ") == 5]
    for words in rows:
        row(*words)
    if done.returncode or not rows:
        print(f"the job ended with status {done.returncode}")
        return 1
    return sum(words[5] != "met" for words in rows)


def beside_compilers(tree):
    """bench.s as the compiler made it."""
    made = tree.upc_program("bench", [os.path.join(PROGRAMS, "bench.s")])
    done = tree.run([made], 2)
    got = dict(re.findall(r"^(.*?) +([\d.]+) ns$", done.stdout, re.M))
    print("\n2 threads, smp: bench.s, ns; the compiler's own run time on an Intel Xeon")
    missing = [name for name in COMPILERS if name not in got]
    if done.returncode or missing:
        print(f"bench.s ended with status {done.returncode}{', without the row ' + missing[0] if missing else ''}")
        return 1
    return sum(judge(name, float(got[name]), theirs, 1, "the compiler's") for name, theirs in COMPILERS.items())


def start(tree):
    """A program that says hello, from the launcher's start to its end."""
    upc, c = tree.upc_program("hello-upc", [os.path.join(PROGRAMS, "p01_hello.s")]), tree.path("hello")
    libraries = [os.path.join(tree.build, ".libs", "libgasnet.a"), "-lpthread", "-lm"]
    subprocess.run(["gcc", "-pie", "-o", c, tree.compile("hello"), *libraries], check=True)
    times = {upc: [], c: []}
    for _ in range(STARTS):
        for made, found in times.items():
            began = time.monotonic()
            status = tree.run([made], THREADS).returncode
            found.append(1e3 * (time.monotonic() - began))
            if status:
                print(f"\n{made} of {THREADS} threads ended with status {status}")
                return 1
    print(f"\n{THREADS} threads, smp: ms")
    return judge("start and end of hello", min(times[upc]), min(times[c]), 1.1, "1.1 x in C")


def main():
    options = parse()
    if platform.machine() != "x86_64":
        print("skip: bench.s is for x86-64")
        return 0
    with tempfile.TemporaryDirectory(prefix="upc-goals.") as work:
        tree = Tree(options, work)
        clang = "clang" if shutil.which("clang") else "gcc"  # the kin of the compiler that inlines
        made = tree.upc_program("goals", [tree.compile("goals"), tree.compile("goals_inlined", clang)])
        row("", "UPC", "reference", "at most", "ratio", "")
        missed = job(tree, made, "smp")
        if not options.no_udp:
            missed += job(tree, made, "udp")
        missed += beside_compilers(tree) + start(tree)
    print(f"\n{missed} goals not met" if missed else "\nAll goals met.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
