#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The coarray library: each Fortran program of this folder, compiled by hydrant-caf, at the numbers of images that it names,
over shared memory and over udp without shared memory.

Comments at the top of a program say what is expected: `images:` numbers; `status:` of the job (0); `stderr:` text that
standard error contains; without either the program prints `passed`. Words of the command line choose programs;
--all runs every number of images over udp too, which make check does not."""
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

SRC = os.path.join(os.environ.get("srcdir", os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")))
HERE = os.path.join(os.path.abspath(SRC), "tests", "caf")
BUILD = os.getcwd()
ENV = dict(os.environ, HYDRANT_CAF_LIBDIR=os.path.join(BUILD, ".libs"), LD_LIBRARY_PATH=os.path.join(BUILD, ".libs"))
LIMIT = 120


def wanted(path):
    """What the comments of a program say."""
    with open(path, encoding="utf-8") as f:
        found = dict(re.findall(r"^! (images|status|stderr): (.*)$", f.read(), re.M))
    images = [int(n) for n in found["images"].split()]
    return images, int(found.get("status", 0)), found.get("stderr"), "stderr" not in found and "status" not in found


def compiled(name, where):
    program = os.path.join(where, name)
    command = ["sh", os.path.join(BUILD, "contrib", "caf", "hydrant-caf"), "-O1", "-g", "-I", HERE, "-J", where, "-o", program,
               os.path.join(HERE, name + ".f90")]
    os.makedirs(program + ".d", exist_ok=True)
    command[command.index("-J") + 1] = program + ".d"
    done = subprocess.run(command, env=ENV, capture_output=True, text=True, timeout=LIMIT, check=False)
    return None if done.returncode == 0 else f"{name}: does not compile:\n{done.stderr}"


def run(where, name, conduit, images):
    """What was wrong, or None."""
    _, status, text, says_passed = wanted(os.path.join(HERE, name + ".f90"))
    command = [os.path.join(BUILD, "gasnetrun"), "-n", str(images), "-c", conduit, os.path.join(where, name)]
    env = dict(ENV, GASNET_SUPERNODE_MAXSIZE="1") if conduit == "udp" else ENV
    label = f"{name} {conduit} {images}"
    try:
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=LIMIT, check=False,
                              stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired as late:
        return f"{label}: no end after {LIMIT} s\n{late.stdout}\n{late.stderr}"
    if done.returncode == status and (text is None or text in done.stderr) and \
            (not says_passed or done.stdout.split("\n")[-2:-1] == ["passed"]):
        return None
    return f"{label}: status {done.returncode}, expected {status}\n{done.stdout}{done.stderr}"


def plan(names, everything):
    for name in names:
        images = wanted(os.path.join(HERE, name + ".f90"))[0]
        for n in images:
            yield name, "smp", n
        udp = images if everything else [n for n in images if n in (2, 4)][:1] + [n for n in images if n == 4][:1]
        for n in sorted(set(udp)):
            yield name, "udp", n


def main():
    words = [w for w in sys.argv[1:] if not w.startswith("--")]
    names = sorted(f[:-4] for f in os.listdir(HERE) if f.endswith(".f90"))
    names = [n for n in names if not words or n in words]
    bad = 0
    with tempfile.TemporaryDirectory() as where:
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            broken = [e for e in pool.map(lambda n: compiled(n, where), names) if e]
        for e in broken:
            print(e)
        if broken:
            return 1
        cases = list(plan(names, "--all" in sys.argv))
        for case in cases:
            wrong = run(where, *case)
            if wrong:
                bad += 1
                print(wrong)
    print(f"{len(cases) - bad} of {len(cases)} runs passed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
