#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""goals.py: `make goals GOALS=caf`: what the coarray library must reach. Each row is a ratio of two times of the same
run: in one program (goals.f90, goals.c) as a job of 2 images, of 2 that share no memory, and of 8; of bench.f90 by
Hydrant and by OpenCoarrays; and of compilations. In a build tree only. Status 1 if a row is not met."""
import os
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import caf  # noqa: E402  it finds peers
import peers  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
STUB = ("-DNAME=stub_scalars", '-DPUT="stub_put_scalars"', '-DGET="stub_get_scalars"')
HELLO = "program hello\n  print *, 'image', this_image(), 'of', num_images()\nend program\n"


def row(name, ours, theirs, bound, ratio, met):
    print(f"{name:44}{ours:>12}{theirs:>12}   {bound:32}{ratio:>7}  {met}", flush=True)


def program(options):
    """The program of goals, which is Fortran, C that make has built, and scalars.f90 twice."""
    def source(name):
        return os.path.join(HERE, name)
    stub, words = os.path.join(options.work, "stub.o"), [options.hydrant_caf, "-O2", "-cpp", "-J", options.work]
    subprocess.run([*words, *STUB, "-c", source("scalars.f90"), "-o", stub], check=True)
    subprocess.run(["objcopy", "--redefine-sym", "_gfortran_caf_send=goals_stub_send", "--redefine-sym",
                    "_gfortran_caf_get=goals_stub_get", stub], check=True)
    made = os.path.join(options.work, "goals")
    subprocess.run([*words, *map(source, ("ops.f90", "scalars.f90", "goals.f90")), stub, options.c_part, "-o", made],
                   check=True)
    return made


def job(options, made, ranks, conduit):
    """Prints the rows of a job; the number that are not met."""
    env = {**os.environ, "GASNET_QUIET": "1"}
    if conduit == "udp":
        env["GASNET_SUPERNODE_MAXSIZE"] = "1"
    print(f"\n{ranks} images, {conduit}{' without shared memory' if conduit == 'udp' else ''}: ns of a statement")
    done = subprocess.run([options.gasnetrun, "-n", str(ranks), "-c", conduit, made], env=env, stdout=subprocess.PIPE,
                          text=True, timeout=300, check=False)
    rows = [line.split(" | ") for line in done.stdout.splitlines() if line.count(" | ") == 5]
    for words in rows:
        row(*words)
    if done.returncode or not rows:
        print(f"the job ended with status {done.returncode}")
        return 1
    return sum(words[5] != "met" for words in rows)


def beside_opencoarrays(options):
    """Scalars by each OpenCoarrays that is installed."""
    missed = 0
    libraries, left_out = peers.compiled(options, caf.LIBRARIES)
    times, failed, _ = peers.measure(options, libraries, None)
    got = peers.choose(times, "best")
    print(f"\n2 images, {peers.SHARED}: ns of a statement")
    for (_, _), found in got.items():
        for name, theirs in found.items():
            for op in ("scalar-put", "scalar-get"):
                if name == caf.Hydrant.name or (op, 8) not in theirs:
                    continue
                a, b = min(found[caf.Hydrant.name][op, 8]), min(theirs[op, 8])
                missed += 20 * a > b
                row(op, f"{a:.4g}", f"{b:.4g}", f"{name} / 20", f"{b / a:.0f}", "met" if 20 * a <= b else "not met")
    for line in left_out + [f"{name}: {why}" for (_, _, name), why in failed.items()]:
        print(f"left out: {line}")
    return missed


def seconds(words):
    began = time.monotonic()
    subprocess.run(words, check=True)
    return time.monotonic() - began


def hello(options):
    source, made = os.path.join(options.work, "hello.f90"), os.path.join(options.work, "hello")
    with open(source, "w", encoding="utf-8") as f:
        f.write(HELLO)
    bound, missed = "1.3 x gfortran -fcoarray=single", 0
    print("\ncompilation: ms")
    for name, more in (("compile and link hello", []), ("the same, shared libraries", ["--hydrant-shared"])):
        pairs = [(seconds([options.hydrant_caf, *more, source, "-o", made]),
                  seconds(["gfortran", "-fcoarray=single", source, "-o", made])) for _ in range(10)]
        ours, theirs = (min(times) for times in zip(*pairs))
        met = ours <= 1.3 * theirs
        missed += not met
        row(name, f"{ours * 1e3:.1f}", f"{theirs * 1e3:.1f}", bound, f"{ours / theirs:.2f}",
            "met" if met else "not met")
    return missed


def main():
    p = caf.parser()
    p.set_defaults(ranks="2", ways="shared", rounds=3)
    p.add_argument("--c-part", required=True, help="the library of goals.c and goals_stub.c")
    options = peers.parse(p)
    with tempfile.TemporaryDirectory(prefix="caf-goals.") as options.work:
        made = program(options)
        row("", "Fortran", "reference", "at most", "ratio", "")
        missed = job(options, made, 2, "smp") + job(options, made, 8, "smp")
        if not options.no_udp:
            missed += job(options, made, 2, "udp")
        missed += beside_opencoarrays(options) + hello(options)
    print(f"\n{missed} goals not met" if missed else "\nAll goals met.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
