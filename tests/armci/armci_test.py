#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The ARMCI library: the programs of this folder, compiled with each MPI that is here and started by its launcher, on
smp, and on udp and ofi without shared memory or with two emulated hosts of two ranks.

Debian's Global Arrays are linked, if they are installed, as they are (ga.c). What those name of ScaLAPACK and is not
installed is linked as 0: nothing calls it. Words of the command line choose programs; --all: every number of ranks in
each way, order.c with thousands of seeds, and then programs over ibv in a machine that rdma-vm emulates (make
check-armci); --machine: only these."""
import concurrent.futures
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
import checks
import machine

SRC = os.path.abspath(os.environ.get("srcdir", os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")))
HERE = os.path.join(SRC, "tests", "armci")
BUILD = os.getcwd()
LIBS = os.path.join(BUILD, ".libs")
LIMIT = 300  # seconds; the programs bound themselves (check.h)
PROGRAMS = ["calls", "scopes", "order", "flags", "subset", "profile", "threads", "load", "idle", "refused", "mistakes",
            "killed", "ga", "matmul_ga", "matmul_armci"]
WITH_GA = ["ga", "matmul_ga"]
# Conduit, most ranks that share memory (0: all), numbers of ranks in the suite, and with --all.
WAYS = [("smp", 0, [3], [1, 2, 3, 4]), ("udp", 1, [2], [1, 2, 3, 4]), ("udp", 2, [4], [3, 4]),
        ("ofi", 1, [2], [1, 2, 3]), ("ofi", 2, [], [4])]
IN_MACHINE = [("ibv", 1, [2], [1, 2, 3, 4])]
SHORT = ["scopes", "order"]  # emulation is slow
MACHINE_LIMIT = 3600  # seconds
# A pattern of the line on standard error, by the name of the mistake.
MISTAKES = {
    "large_rank": "ARMCI_Put: rank 2; expected 0 to 1", "negative_rank": "ARMCI_Get: rank -1; expected 0 to 1",
    "outside": "ARMCI_Put: 8 bytes at 0x[0-9a-f]+ of rank 0; expected memory that ARMCI_Malloc has given",
    "beyond": "ARMCI_Get: 8 bytes at 0x[0-9a-f]+ of rank 0; expected memory",
    "negative_bytes": "ARMCI_Put: -8 bytes; expected 0 or more",
    "negative_count": r"ARMCI_PutS: count\[1\] is -2; expected 0 or more",
    "levels": "ARMCI_GetS: 9 stride levels; expected 0 to 8", "pieces": "ARMCI_PutV: -3 pieces; expected 0 or more",
    "piece_outside": "ARMCI_AccV: 8 bytes at 0x[0-9a-f]+ of rank 0; expected memory",
    "unknown_type": "ARMCI_Acc: type 37; expected one of ARMCI_ACC_INT to ARMCI_ACC_DCP",
    "half_element": "ARMCI_Acc: 12 bytes; expected a multiple of the element's 8",
    "unknown_rmw": "ARMCI_Rmw: operation 12; expected ARMCI_FETCH_AND_ADD, ARMCI_SWAP",
    "crooked_rmw": "ARMCI_Rmw: 0x[0-9a-f]+; expected a multiple of 8",
    "no_mutexes": "ARMCI_Lock: there are no mutexes; expected ARMCI_Create_mutexes",
    "mutex_number": "ARMCIX_Lock_hdl: mutex 7 of rank 0, which hosts 1",
    "unlock": "ARMCIX_Unlock_hdl: mutex 0 of rank 0 is not locked by this rank",
    "lock_twice": "ARMCIX_Lock_hdl: mutex 0 of rank 0 is locked by this rank already",
    "negative_malloc": "ARMCI_Malloc_local: -1 bytes; expected 0 or more",
    "reduction": 'armci_msg_gop_scope: operation "xor"; expected',
    "real_bits": 'armci_msg_gop_scope: operation "&" of floating-point numbers; expected integers',
    "scope": "armci_msg_gop_scope: scope 5; expected SCOPE_ALL, SCOPE_NODE or SCOPE_MASTERS",
    "member": "ARMCI_Group_create: member 2; expected 0 to 1",
    "not_member": "armci_msg_group_barrier: this rank is not in the group",
    "finalized": "ARMCI_Put: called before ARMCI_Init, or after ARMCI_Finalize",
    "error": r"the program gives up \(7\)"}
KILLED = ["barrier", "lock", "receive", "notify", "reduce", "allocate", "group", "get", "put", "put_strided",
          "get_listed", "acc", "later", "rmw"]


def mpis():
    """The MPIs for which there is a library, and their compilers and launchers."""
    found = []
    for name in ("openmpi", "mpich"):
        if not os.path.exists(os.path.join(LIBS, f"libarmci_hydrant-{name}.so")):
            continue
        with open(os.path.join(BUILD, "Makefile"), encoding="utf-8") as makefile:
            text = makefile.read()
        compiler, run = (re.search(rf"^{name}_{what} = (.*)$", text, re.M)[1] for what in ("CC", "RUN"))
        if shutil.which(run.split()[0]):
            found.append((name, compiler, run.split()))
    return found


def sanitizers():
    with open(os.path.join(BUILD, "Makefile"), encoding="utf-8") as makefile:
        return re.search(r"^HYD_SAN_FLAGS = (.*)$", makefile.read(), re.M)[1].split()


def without_twin(kind):
    """The functions PARMCI_X of a library without a weak symbol ARMCI_X, which a program may define itself."""
    done = subprocess.run(["nm", "-D", "--defined-only", os.path.join(LIBS, f"libarmci_hydrant-{kind}.so")],
                          capture_output=True, text=True, check=True)
    symbols = {name: letter for _, letter, name in map(str.split, done.stdout.splitlines())}
    return [name for name in symbols if re.match("parmci_", name, re.I) and symbols.get(name[1:]) != "W"]


def link(words):
    """Runs the compiler; what the linker does not find is then 0, for ScaLAPACK's names."""
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    missing = sorted(set(re.findall(r"undefined reference to `(\w+)'", done.stderr)))
    if done.returncode and missing and not [m for m in missing if re.search("armci|gasnet|gex", m, re.I)]:
        words = words + [f"-Wl,--defsym,{m}=0" for m in missing]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else ""


def compile_one(where, name, mpi):
    kind, compiler, _ = mpi
    folder = os.path.join(SRC, "contrib", "examples", "matmul") if name.startswith("matmul") else HERE
    source = os.path.join(folder, name + ".c")
    ga = ["-lga-" + kind] if name in WITH_GA else []
    words = [*compiler.split(), "-std=gnu11", "-g", "-O1", "-Wall", "-Wextra", "-Werror", *sanitizers(),
             "-I" + os.path.join(SRC, "contrib", "layers", "armci"),
             "-o", os.path.join(where, f"{name}.{kind}"), source,
             *ga, os.path.join(LIBS, f"libarmci_hydrant-{kind}.so"), os.path.join(LIBS, "libgasnet.so"),
             "-Wl,-rpath," + LIBS, *(["-lblas", "-lgfortran"] if ga else []), "-lpthread", "-lm"]
    errors = link(words) if ga else subprocess.run(words, capture_output=True, text=True, check=False).stderr
    return f"{name} with {kind}:\n{errors}" if errors else ""


def run(where, mpi, way, ranks, name, arguments=()):
    """(status, output, errors) of a job."""
    kind, _, launcher = mpi
    env = dict(os.environ, GASNET_CONDUIT=way[0], OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
               ASAN_OPTIONS="detect_leaks=0", GASNET_MAX_SEGSIZE="512M/P",
               TSAN_OPTIONS=f"exitcode=0:die_after_fork=0:log_path={where}/tsan")
    if "-fsanitize=thread" in sanitizers():  # an empty program of MPICH over UCX crashes with UCX's hooks
        env.update(UCX_MEM_EVENTS="no")
    if way[1]:
        env.update(GASNET_SUPERNODE_MAXSIZE=str(way[1]))
    if way[0] == "ibv":  # MPICH's UCX gives up its own datagrams over an emulated device on a busy machine
        env.update(UCX_TLS="tcp,shm,self")
    if name == "calls":
        env.update(EXPECTED_DOMAIN=str(ranks if way[1] == 0 else way[1] if ranks % way[1] == 0 else 1))
    if name == "subset":  # its limit is beyond the segment, or within
        env.update(GASNET_MAX_SEGSIZE="32M/P" if way[0] == "smp" else "128M/P")
    words = [*launcher, *(["--oversubscribe", "--bind-to", "none"] if kind == "openmpi" else []), "-n", str(ranks),
             os.path.join(where, f"{name}.{kind}"), *map(str, arguments)]
    try:
        done = subprocess.run(words, env=env, capture_output=True, text=True, timeout=LIMIT, check=False,
                              stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired as late:
        return 124, "", f"no end within {LIMIT} s\n{(late.stderr or b'').decode()[-500:]}"
    return done.returncode, done.stdout, done.stderr


def races(where):
    """The reports of ThreadSanitizer of the last job about the libraries, but for three kinds: data of MPI libraries,
    which are built without it, and whose accesses have no stack; the ranks' segments, where the order of accesses goes
    through another rank; and memory that a signal's handler allocates, where it ends a rank that it has interrupted in
    a wait."""
    found = []
    for path in glob.glob(os.path.join(where, "tsan.*")):
        with open(path, encoding="utf-8") as report:
            parts = report.read().split("WARNING: ThreadSanitizer: ")[1:]
        os.remove(path)
        found += [p for p in parts if re.search("libarmci|libgasnet|hyd_conduit", p) and not re.search(
            "hydrant-segments|libopen-|libmpi|mca_|libevent|libpmix|libuc[mpst]\\.|failed to restore the stack"
            "|^signal-unsafe.*leave_by_signal", p, re.S)]
    return found


def judge(case, result):
    """Why the case went wrong, or nothing."""
    _, _, _, name, arguments = case
    status, output, errors = result
    if name == "mistakes":
        lines = [line for line in errors.splitlines() if line.startswith("ARMCI: ")]
        by_all = arguments[0] in ("not_member", "finalized")
        ok = status and re.search(MISTAKES[arguments[0]], errors) and (by_all or len(lines) == 1)
    elif name == "killed":
        ok = status not in (0, 124) and "still waits" not in errors
    else:
        ok = status == 0 and re.search("passed|all right|that of a serial product", output)
    return "" if ok else f"status {status}\n{output[-600:]}{errors[-1500:]}"


def arguments_of(name, everything, way):
    if name == "mistakes":
        return [[m] for m in MISTAKES] if way[0] == "smp" else []
    if name == "killed":
        return [[k] for k in KILLED] if everything else [["barrier"], ["acc"]] if way == WAYS[1] else []
    if name == "order":
        return [[1000 * k + 1, 1000] for k in range(2)] if everything and way[0] != "ofi" else \
            [[1, 200 if everything else 30]]
    return [[]]


def ranks_of(name, way, everything):
    if name in ("mistakes", "killed"):
        return [2] if way[1] < 2 else []
    if name == "subset":
        return [4] if way in WAYS[:2] or everything else []
    if name == "refused":
        return [2] if way == WAYS[0] else []
    if name in ("threads", "load", "idle", "profile", "matmul_ga", "matmul_armci") and not everything:
        return [2] if way in WAYS[:2] else []
    return way[3] if everything else way[2]


def plan(names, everything, ways):
    """The cases: MPI, way, ranks, program, arguments. Short of --all, mistakes are made with the last MPI, and the ways
    are shared out among the MPIs."""
    found = mpis()
    for i, way in enumerate(ways):
        for name in names:
            for k, mpi in enumerate(found):
                if not everything and k != ((i + PROGRAMS.index(name)) % len(found) if name != "mistakes" else
                                            len(found) - 1):
                    continue
                for ranks in ranks_of(name, way, everything):
                    for arguments in arguments_of(name, everything, way):
                        yield mpi, way, ranks, name, arguments


def has_ga():
    return all(os.path.exists(f"/usr/lib/{os.uname().machine}-linux-gnu/{part}")
               for part in ("libga-openmpi.a", "libga-mpich.a", "libblas.so")) and os.path.exists("/usr/include/ga.h")


def has_conduit(name):
    with open(os.path.join(BUILD, "conduits", "list.c"), encoding="utf-8") as listed:
        return name in listed.read()


def plan_in_machine(names):
    """The cases over ibv: the products with each MPI and number of ranks."""
    return [*plan([n for n in names if n in SHORT], False, IN_MACHINE),
            *plan([n for n in names if n.startswith("matmul")], True, IN_MACHINE)]


def run_cases(where, cases):
    """Runs them; the number that went wrong."""
    bad, started = 0, time.time()
    for case in cases:
        began = time.time()
        why = judge(case, run(where, *case)) + "".join(races(where))
        if why or "--verbose" in sys.argv:
            bad += bool(why)
            mpi, way, ranks, name, arguments = case
            print(f"{name} {' '.join(map(str, arguments))}: {mpi[0]}, {way[0]}, {way[1]} share, {ranks} ranks, "
                  f"{time.time() - began:.1f} s: {why or 'passed'}", flush=True)
    print(f"{len(cases) - bad} of {len(cases)} runs passed in {time.time() - started:.0f} s", flush=True)
    return bad


def main():
    words = [w for w in sys.argv[1:] if not w.startswith("--")]
    everything = "--all" in sys.argv
    if not mpis():
        print("skip: no MPI that the library was built for")
        return 77
    names = [n for n in PROGRAMS if not words or n in words]
    checks.refuse_none(names, words)
    names = [n for n in names if n not in WITH_GA or has_ga()]
    if not has_ga():
        print("skip the programs with Global Arrays: libglobalarrays-dev, libblas-dev")
    inside = [w.split("=", 1)[1] for w in sys.argv[1:] if w.startswith("--inside=")]
    if inside:
        return 1 if run_cases(inside[0], plan_in_machine(names)) else 0
    with tempfile.TemporaryDirectory(dir=BUILD, prefix="armci.") as where:
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            wanted = [(n, m) for n in names for m in mpis()]
            broken = [e for e in pool.map(lambda c: compile_one(where, *c), wanted) if e]
        broken += [f"{kind} {name} has no weak twin" for kind, *_ in mpis() for name in without_twin(kind)]
        if broken:
            print("\n".join(broken))
            return 1
        ways = [] if "--machine" in sys.argv else [way for way in WAYS if has_conduit(way[0])]
        bad = run_cases(where, list(plan(names, everything, ways))) if ways else 0
        if ("--machine" in sys.argv or everything) and has_conduit("ibv"):
            options = [w for w in sys.argv[1:] if w == "--verbose"]
            bad += machine.run_inside(__file__, where, options + words, BUILD, SRC, MACHINE_LIMIT)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
