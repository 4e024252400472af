#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""languages.py [GOES]: a put of 8 bytes and the round trip of a short message, from each language against C, in
nanoseconds: the best of so many runs (3), of one rank to itself, where other processes disturb least, and of two ranks
of this host. In the build tree: `make bench-languages`."""
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "tests", "lang"))
import lang  # noqa: E402

INCLUDE = ["-D_GNU_SOURCE=1", "-DGASNET_SEQ=1", "-I" + os.path.join(lang.LANG, "cxx"),
           "-I" + os.path.join(lang.BUILD, "core/include"),
           *["-I" + os.path.join(lang.SRC, d) for d in ("core/include", "extended/include", "vis")]]
ARCHIVE = [os.path.join(lang.LIBS, "libgasnet.a"), "-lpthread", "-lm"]
RPATH = "-Wl,-rpath," + lang.LIBS


def source(name):
    return os.path.join(HERE, name)


def builds(where):
    """Language -> commands that make the program `where`/name, and how it is called."""
    def out(name):
        return os.path.join(where, name)
    yield "C", [["gcc", "-O2", *INCLUDE, source("bench.c"), "-o", out("c"), *ARCHIVE]], [out("c")]
    cxx = lang.variable("CXX") or ["g++"]
    yield "C++", [[*cxx, "-std=c++17", "-O2", *INCLUDE, source("bench.cpp"), "-o", out("cxx"), *ARCHIVE]], [out("cxx")]
    fortran = lang.variable("GFORTRAN")
    if fortran:
        modules = [lang.made(f"contrib/languages/fortran/{n}.f90") for n in ("gasnet_c", "gasnet_typed", "gasnet")]
        yield "Fortran", [[*fortran, "-O2", "-J", where, *modules, source("bench.f90"), "-o", out("f90"), *lang.LINK,
                           RPATH]], [out("f90")]
    rustc = lang.variable("RUSTC")
    if rustc:
        flags = [*rustc, "--edition", "2021", "-O", "-L", "native=" + lang.LIBS]
        crate = out("libhydrant.rlib")
        yield "Rust", [[*flags, "--crate-type", "rlib", "--crate-name", "hydrant",
                        os.path.join(lang.rust_crate(where), "src/lib.rs"), "-o", crate],
                       [*flags, "--extern", "hydrant=" + crate, source("bench.rs"), "-o", out("rs")]], [out("rs")]
    python = lang.variable("PYTHON_CFFI")
    if python:
        yield "Python", [], [*python, source("bench.py")]


def main(goes=3):
    print(f"{'':12}{'to itself:':>10}{'':18}{'two ranks:':>10}")
    print(f"{'':10}{'put 8 B':>12}{'round trip':>14}{'put 8 B':>14}{'round trip':>14}   "
          f"nanoseconds, the best of {goes} runs")
    with tempfile.TemporaryDirectory() as where:
        lang.ENV["PYTHONPATH"] = lang.python_package(where)
        programs, best = {}, {}
        for language, commands, program in builds(where):
            errors = [text for status, text in map(lang.run, commands) if status]
            if errors:
                print(f"{language:10} failed: {errors[0]}")
            else:
                programs[language] = program
        for _ in range(goes):  # in turn, so that what else the machine does meets all
            for language, program in programs.items():
                text = lang.job("smp", 1, program)[1] + lang.job("smp", 2, program)[1]
                row = [float(n) for n in re.findall(r"^(?:put8|round-trip) ([\d.]+)$", text, re.M)]
                if len(row) != 4:
                    sys.exit(f"{language} failed: {text}")
                best[language] = [min(pair) for pair in zip(row, best.get(language, row))]
        for language, (put, trip, put2, trip2) in best.items():
            print(f"{language:10}{put:12.2f}{trip:14.0f}{put2:14.2f}{trip2:14.0f}")


main(*map(int, sys.argv[1:]))
