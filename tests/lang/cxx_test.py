#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""hydrant.hpp: a program that uses all of it, and the k-mer example, whose counts must be those of C."""
import os
import sys
import tempfile

sys.dont_write_bytecode = True
import lang  # noqa: E402

CXX = (lang.variable("CXX") or ["g++"])
FLAGS = ["-std=c++17", "-Wall", "-Wextra", "-Werror", "-D_GNU_SOURCE=1", "-I" + os.path.join(lang.LANG, "cxx"),
         *["-I" + os.path.join(lang.SRC, d) for d in ("core/include", "extended/include", "vis")],
         "-I" + os.path.join(lang.BUILD, "core/include")]
LIBRARY = ["-L" + lang.LIBS, "-lgasnet", "-lpthread", "-lm", *lang.variable("HYD_SAN_FLAGS")]
CLIENT = os.path.join(lang.SRC, "tests/lang/cxx_client.cpp")

ENDS = os.path.join(lang.SRC, "tests/lang/cxx_ends.cpp")
OF_PROCESS, OF_THREAD = ("global", "of a function"), ("of a thread",)
# how a job ends: its status, and the objects of each rank that are destroyed
DESTROYED = {"return": (3, OF_PROCESS + OF_THREAD), "exit": (3, OF_PROCESS + OF_THREAD), "thread": (3, OF_PROCESS),
             "handler": (3, OF_PROCESS + OF_THREAD), "gasnet_exit": (3, ()), "throw": (134, None)}


def ends(where):
    """Objects of C++ are destroyed once when a rank ends by exit, whoever calls it; the job has its status."""
    program = os.path.join(where, "ends")
    if not lang.compiled([*CXX, *FLAGS, "-O1", "-DGASNET_PAR=1", ENDS, "-o", program, *LIBRARY], "cxx_ends.cpp"):
        return
    for conduit in lang.CONDUITS:
        for how, (want, objects) in DESTROYED.items():
            status, out = lang.job(conduit, 2, [program, how])
            found = sorted(line for line in out.splitlines() if line.startswith("rank "))
            expected = sorted(f"rank {r}: {name}" for r in range(2) for name in objects or ())
            lang.verdict(status == want and (objects is None or found == expected), f"the end by {how}: {conduit}",
                         f"status {status}, expected {want}\n{out}")


with tempfile.TemporaryDirectory() as where:
    ends(where)
    client, kmer = os.path.join(where, "client"), os.path.join(where, "kmer")
    if lang.compiled([*CXX, *FLAGS, "-O1", "-DGASNET_SEQ=1", CLIENT, "-o", client, *LIBRARY], "cxx_client.cpp"):
        lang.jobs([client], "hydrant.hpp", ranks=(1, 3))
        status, out = lang.job("smp", 2, [client, "throw"])
        lang.verdict(status == 1 and "on purpose" in out, "an exception of one rank ends the job with status 1",
                     f"{status}\n{out}")
    checking = os.path.join(where, "checking")
    debug = [w if w != "-lgasnet" else "-lgasnet-debug" for w in LIBRARY]
    if lang.compiled([*CXX, *FLAGS, "-O0", "-DGASNET_SEQ=1", "-DGASNET_DEBUG=1", CLIENT, "-o", checking, *debug],
                     "cxx_client.cpp, with checks"):
        lang.jobs([checking], "hydrant.hpp, with checks", conduits=("smp",))
    if lang.tool("clang++"):
        lang.compiled(["clang++", *FLAGS, "-DGASNET_PAR=1", "-fsyntax-only", CLIENT], "cxx_client.cpp, PAR, by clang++")
    status, out = lang.run([*CXX, *FLAGS, "-std=c++14", "-DGASNET_SEQ=1", "-fsyntax-only", CLIENT])
    lang.verdict(status != 0 and "hydrant.hpp needs C++17" in out, "C++14 is refused, and says why", out[:300])
    if lang.compiled([*CXX, *FLAGS, "-O2", "-DGASNET_SEQ=1", os.path.join(lang.LANG, "cxx/kmer.cpp"), "-o", kmer,
                      *LIBRARY], "kmer.cpp"):
        lang.kmer_agrees([kmer], "kmer.cpp")
lang.end()
