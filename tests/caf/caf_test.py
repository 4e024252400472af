#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The coarray library: each Fortran program of this folder, compiled by hydrant-caf, at the numbers of images that it
names, over shared memory and over udp without shared memory.

Then accessors.c, which calls the entry points of GCC 15 and 16 itself, and programs made at random
(random_programs.py). Comments at the top of a program say what is expected: `images:` numbers; `status:` of the job
(0); `stderr:` text that standard error contains; `options:` of the compiler; without either the program prints
`passed`; `gets:` and `waits:` how many gets image 1 makes at most over udp, and how often it waits for puts. Words of
the command line choose programs;
--all runs every number of images over udp too, and random programs of 5000 seeds, and then all programs of 2 and 4
images over ibv in a machine that contrib/building/rdma-vm emulates: make check-caf. --machine does only the latter."""
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
import checks           # noqa: E402
import machine          # noqa: E402
import random_programs  # noqa: E402

SRC = os.path.join(os.environ.get("srcdir", os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")))
HERE = os.path.join(os.path.abspath(SRC), "tests", "caf")
BUILD = os.getcwd()
ENV = dict(os.environ, HYDRANT_CAF_LIBDIR=os.path.join(BUILD, ".libs"), LD_LIBRARY_PATH=os.path.join(BUILD, ".libs"))
LIMIT = 120
ROW = re.compile(r"[\w-]+ \d+ [\d.e+-]+$")  # what peers.py reads
MACHINE_LIMIT = 3000  # seconds for all that runs in the machine
IN_ONE = 50  # seeds of a random program
with open(os.path.join(BUILD, "contrib", "layers", "caf", "hydrant-caf"), encoding="utf-8") as wrapper:
    SANITIZERS = re.search(r"^sanitizers='(.*)'$", wrapper.read(), re.M)[1].split()
if SANITIZERS:  # what programs of Fortran leave allocated is theirs
    ENV.setdefault("ASAN_OPTIONS", "detect_leaks=0")
# gfortran 12's own initialisation of a coarray reads 16 bytes of a constant of 8.
LEFT_OUT = ["static"] if any("address" in word for word in SANITIZERS) else []
LIBRARIES = [os.path.join(BUILD, ".libs", "libgasnet.a"), *SANITIZERS, "-lpthread", "-lm"]


def text_of(name):
    """The source of a program of this folder; nothing of others."""
    source = os.path.join(HERE, name + ".f90")
    if not os.path.exists(source):
        return ""
    with open(source, encoding="utf-8") as f:
        return f.read()


def wanted(name):
    """What the comments of a program say."""
    if name.startswith("accessors"):
        return [1, 2, 3], 0, None, True
    if name == "heat2d":
        return [1, 3], 0, None, True
    if name == "bench":  # of gasnet-bench caf
        return [2], 0, None, True
    if name.startswith("random-"):
        return [int(name.split("-")[2])], 0, None, True
    found = dict(re.findall(r"^! (images|status|stderr): (.*)$", text_of(name), re.M))
    images = [int(n) for n in found["images"].split()]
    return images, int(found.get("status", 0)), found.get("stderr"), "stderr" not in found and "status" not in found


def command_of(name, where):
    """What compiles a program, and its source if that has to be made."""
    program = os.path.join(where, name)
    if name.startswith("accessors"):
        generation = name[len("accessors"):]
        return ["gcc", "-std=gnu11", "-g", "-O1", *(["-DGCC16"] if generation else []), "-I", SRC, "-o", program,
                os.path.join(HERE, "accessors.c"), os.path.join(BUILD, ".libs", f"libcaf_hydrant{generation}.a"),
                *LIBRARIES]
    source, options = os.path.join(HERE, name + ".f90"), ["-O1", *re.findall(r"^! options: (.*)$", text_of(name), re.M)]
    if name == "heat2d":
        source = os.path.join(SRC, "contrib", "examples", "heat2d", "heat2d.f90")
    if name == "bench":
        source, options = os.path.join(SRC, "contrib", "tools", "bench", "caf", "bench.f90"), ["-O1", "-cpp"]
        options += [os.path.join(os.path.dirname(source), part) for part in ("ops.f90", "scalars.f90")]
    if name.startswith("random-"):
        first, images = map(int, name.split("-")[1:])
        source, options = program + ".f90", ["-O0"]
        with open(source, "w", encoding="utf-8") as f:
            f.write(random_programs.generate(first, IN_ONE, images))
    os.makedirs(program + ".d", exist_ok=True)
    return ["sh", os.path.join(BUILD, "contrib", "layers", "caf", "hydrant-caf"), *options, "-g", "-I", HERE, "-J",
            program + ".d", "-o",
            program, source]


def compiled(name, where):
    done = subprocess.run(command_of(name, where), env=ENV, capture_output=True, text=True, timeout=LIMIT, check=False)
    return None if done.returncode == 0 else f"{name}: does not compile:\n{done.stderr}"


def limits_of(name):
    """How many gets and waits image 1 may make, where the program says so."""
    return {what: int(n) for what, n in re.findall(r"^! (gets|waits): (\d+)$", text_of(name), re.M)}


def too_many(limits, statistics, said):
    """What was counted, if it is more: gets in the library's statistics of image 1, waits in the table of CAF_STATS."""
    with open(statistics, encoding="utf-8") as f:
        gets = sum(int(n) for n in re.findall(r"^0>\s+(?:GET|VIS_GET):\s+(\d+)", f.read(), re.M))
    waits = re.search(r"image 1: wait for puts +(\d+) calls", said)
    counted = {"gets": gets, "waits": int(waits[1]) if waits else 0}
    return None if all(counted[what] <= most for what,
                       most in limits.items()) else f"counted {counted}, expected at most {limits}"


def run(where, name, conduit, images):
    """What was wrong, or None."""
    _, status, text, says_passed = wanted(name)
    command = [os.path.join(BUILD, "gasnetrun"), "-n", str(images), "-c", conduit, os.path.join(where, name)]
    if name == "heat2d":
        command += ["99", "60", os.path.join(where, "heat2d.pgm"), "check"]
    env, limit = (ENV, LIMIT) if conduit == "smp" else (dict(ENV, GASNET_SUPERNODE_MAXSIZE="1"), LIMIT)
    if conduit == "ibv":  # memory is pinned, and emulation is slow
        env, limit = dict(env, GFORTRAN_SHARED_MEMORY_SIZE="160m",
                          GASNET_CONDUIT_PATH=os.path.join(BUILD, ".libs")), 4 * LIMIT
    limits, statistics = limits_of(name) if conduit == "udp" else {}, os.path.join(where, "statistics.")
    if limits:
        env = dict(env, CAF_STATS="1", GASNET_STATSFILE=statistics + "%")
    label = f"{name} {conduit} {images}"
    try:
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=limit, check=False,
                              stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired as late:
        return f"{label}: no end after {limit} s\n{late.stdout}\n{late.stderr}"
    rows = [line for line in done.stdout.splitlines() if not ROW.match(line)] if name == "bench" else ["end"]
    if rows == ["end"] and done.returncode == status and (text is None or text in done.stderr) and \
            (not says_passed or done.stdout.split("\n")[-2:-1] in (["passed"], ["end"])
             or "equal to the serial run" in done.stdout):
        wrong = limits and too_many(limits, statistics + "0", done.stderr)
        return f"{label}: {wrong}" if wrong else None
    return f"{label}: status {done.returncode}, expected {status}\n{done.stdout}{done.stderr}"


def plan(names, everything):
    for name in names:
        images = wanted(name)[0]
        for n in images:
            yield name, "smp", n
        for n in images if everything else [n for n in images if n == 2 or n == 4 and name in ("teams", "components")]:
            yield name, "udp", n


def over_ibv(names):
    return [(name, "ibv", n) for name in names for n in wanted(name)[0] if n in (2, 4)]


def all_names(everything):
    names = sorted(f[:-4] for f in os.listdir(HERE) if f.endswith(".f90")
                   and f[:-4] not in LEFT_OUT) + ["accessors", "accessors16", "bench", "heat2d"]
    seeds = range(1, 5001 if everything else 501, IN_ONE)
    return names + [f"random-{first}-{(3, 2, 4, 1, 2)[first // IN_ONE % 5]}" for first in seeds]


def count(where, cases):
    """Runs them; the number that went wrong."""
    bad = 0
    for case in cases:
        wrong = run(where, *case)
        if wrong:
            bad += 1
            print(wrong, flush=True)
    print(f"{len(cases) - bad} of {len(cases)} runs passed", flush=True)
    return bad


def compile_all(names, where):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        broken = [e for e in pool.map(lambda n: compiled(n, where), names) if e]
    for e in broken:
        print(e)
    return not broken


def main():
    words = [w for w in sys.argv[1:] if not w.startswith("--")]
    options = [w for w in sys.argv[1:] if w.startswith("--")]
    inside = [w.split("=", 1)[1] for w in options if w.startswith("--inside=")]
    if inside:
        return 1 if count(inside[0], over_ibv(words)) else 0
    everything = "--all" in options
    names = [n for n in all_names(everything) if not words or n in words or n.split("-")[0] in words]
    checks.refuse_none(names, words)
    with tempfile.TemporaryDirectory(dir=BUILD, prefix="caf.") as where:
        if not compile_all(names, where):
            return 1
        bad = 0 if "--machine" in options else count(where, list(plan(names, everything)))
        if everything or "--machine" in options:
            bad += machine.run_inside(__file__, where, [n for n in names if not n.startswith("random-")],
                                      BUILD, SRC, MACHINE_LIMIT)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
