#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""goals.py: `make goals GOALS=armci`: what libarmci_hydrant must reach, with each MPI: its calls (calls.c) next to
calls of GASNet-EX (reference.c) and loops on local memory, on one host, and by udp and ofi without shared memory; on
one host also those of Debian's ARMCI-MPI, if libarmci-mpi-dev is installed. In a build tree only. Status 1 if a row
is not met. Words of the command line choose conduits."""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SRC = os.path.abspath(os.path.join(HERE, "..", "..", "..", ".."))
BUILD = os.getcwd()
LIBS = os.path.join(BUILD, ".libs")
LIMIT = 150
DEBIAN = "/usr/lib/{}-linux-gnu/libarmci-{}.a".format(os.uname().machine, "{}")
# Row, bound by factor x name (+ addend, ns); `c`: of the same row while the target polls.
ONE_HOST = [("put-8", 1.5, "gex-put-8", 0), ("get-8", 1.5, "gex-get-8", 0), ("put-8-fence", 1.5, "gex-put-8", 15),
            ("put-64k", 1.02, "copy-64k", 0), ("get-64k", 1.02, "copy-back-64k", 0),
            ("puts-100x800", 1.15, "copy-100x800", 0), ("gets-100x800", 1.15, "copy-100x800", 0),
            ("acc-8", 0, None, 40), ("acc-64k", 1.15, "add-64k", 0), ("accs-100x800", 1.5, "add-100x800", 0),
            ("rmw", 1.3, "gex-fetch-add", 0), ("lock-unlock", 2, "gex-fetch-add", 0),
            ("nbput-8-x64", 1.5, "put-8-x64", 0), ("barrier", 1.3, "gex-barrier", 0)]
NETWORK = [("put-8-fence", 1.15, "gex-put-8", 0), ("get-8", 1.15, "gex-get-8", 0),
           ("put-64k-fence", 1.15, "gex-put-64k", 0), ("get-64k", 1.15, "gex-get-64k", 0),
           ("acc-8-fence", 1.3, "gex-medium-8", 0), ("acc-64k-fence", 1.3, "gex-medium-64k", 0)]


def setting(name):
    with open(os.path.join(BUILD, "Makefile"), encoding="utf-8") as makefile:
        return (re.findall(rf"^{name} = (.*)$", makefile.read(), re.M) or [""])[0].split()


def compiled(work, kind):
    """The programs of an MPI: {name: path}."""
    cc, libs = setting(kind + "_CC"), ["-Wl,-rpath," + LIBS, os.path.join(LIBS, "libgasnet.so")]
    calls, out = os.path.join(HERE, "calls.c"), {}

    def build(name, words):
        out[name] = os.path.join(work, f"{name}-{kind}")
        subprocess.run([*cc, "-std=gnu11", "-O3", *words, "-o", out[name], "-lpthread", "-lm"], check=True)
    build("hydrant", ["-I" + os.path.join(SRC, "contrib/layers/armci"), calls,
                      os.path.join(LIBS, f"libarmci_hydrant-{kind}.so"), *libs])
    flags = ["-I" + os.path.join(top, part) for top in (SRC, BUILD) for part in ("core/include", "extended/include",
                                                                               "vis")]
    build("reference", ["-DGASNET_PAR=1", "-DGASNET_NDEBUG=1", "-D_GNU_SOURCE=1", *flags,
                        os.path.join(HERE, "reference.c"), *libs])
    if os.path.exists(DEBIAN.format(kind)):
        build("ARMCI-MPI", [calls, DEBIAN.format(kind)])
    return out


def run(kind, program, conduit):
    env = dict(os.environ, GASNET_CONDUIT=conduit, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    if conduit != "smp":
        env["GASNET_SUPERNODE_MAXSIZE"] = "1"
    words = [*setting(kind + "_RUN"), "-n", "2", program, *(["network"] if conduit != "smp" else [])]
    try:
        done = subprocess.run(words, env=env, stdout=subprocess.PIPE, text=True, timeout=LIMIT, check=False)
        text = done.stdout
    except subprocess.TimeoutExpired as late:
        text = (late.stdout or b"").decode()
    return {(a, b): float(c) for a, b, c in re.findall(r"^(\S+) (polling|computing) ([\d.]+)$", text, re.M)}


def show(name, ours, bound, of_what, others):
    met = ours is not None and bound is not None and ours <= bound
    print(f"{name:28}{'-' if ours is None else f'{ours:.1f}':>10}{'-' if bound is None else f'{bound:.1f}':>10}  "
          f"{of_what:26}{'met' if met else 'not met':9}{others}", flush=True)
    return not met


def judge(rows, ours, reference, others, slower):
    """Prints the rows; the number that are not met. slower: of a row while the target computes."""
    missed, known = 0, {**reference, **ours}
    for name, factor, of_what, more in rows:
        base = known.get((of_what, "polling"), None) if of_what else 0
        bound = None if base is None else factor * base + more
        beside = "".join(f"  {o}: {t[name, 'polling']:.0f}" for o, t in others.items() if (name, "polling") in t)
        text = f"{factor} x {of_what}" + (f" + {more}" if more else "") if of_what else f"{more} ns"
        missed += show(name, ours.get((name, "polling")), bound, text, beside)
    for name, *_ in rows:
        if name == "barrier":
            continue
        polling = ours.get((name, "polling"))
        beside = "".join(f"  {o}: {t[name, 'computing']:.0f}" for o, t in others.items() if (name, "computing") in t)
        missed += show(name + ", computing", ours.get((name, "computing")), polling and slower * polling,
                       f"{slower} x polling", beside)
    return missed


def main():
    chosen, missed = sys.argv[1:] or ["smp", "udp", "ofi"], 0
    kinds = [k for k in ("openmpi", "mpich") if os.path.exists(os.path.join(LIBS, f"libarmci_hydrant-{k}.so"))]
    if not kinds:
        print("make goals: this build has no ARMCI", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="armci-goals.") as work:
        programs = {kind: compiled(work, kind) for kind in kinds}
        others = {}
        for kind in kinds:
            if "ARMCI-MPI" in programs[kind] and "smp" in chosen:
                others[f"ARMCI-MPI, {kind}"] = run(kind, programs[kind]["ARMCI-MPI"], "smp")
        for conduit in chosen:
            for kind in kinds if conduit == "smp" else kinds[:1]:
                print(f"\n{conduit}, {kind}: ns           hydrant   at most")
                reference = run(kind, programs[kind]["reference"], conduit)
                ours = run(kind, programs[kind]["hydrant"], conduit)
                missed += judge(ONE_HOST if conduit == "smp" else NETWORK, ours, reference,
                                others if conduit == "smp" else {}, 1.1 if conduit == "smp" else 3)
    print(f"\n{missed} goals not met" if missed else "\nAll goals met.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
