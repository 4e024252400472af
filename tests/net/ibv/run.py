# SPDX-License-Identifier: BSD-3-Clause
"""run.py: boots machines, runs inside.py in them, and counts what it says; see run.sh for its options. A machine that
ends before its groups have is a failure, whatever was said until then."""
import argparse
import glob
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
RDMA_VM = os.path.join(TOP, "contrib", "building", "rdma-vm", "rdma-vm")
MACHINES = {"one": 1, "ends": 1, "memlock": 1, "ports": 1, "two": 2, "loss": 2, "link": 2, "cm": 1, "torture": 1,
            "dsm": 1,
            "netvm": 1, "ofi": 2}
FETCH_LIMIT = 180   # seconds for a kernel to be fetched
NONE_CHOSEN = 2     # the status, if no case has such a name
SLOW = "4"          # an emulated machine, beside others on the same processors


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dir", default=".")
    parser.add_argument("--group", default=",".join(MACHINES))
    parser.add_argument("--only", default="*")
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--native", action="store_true")
    parser.add_argument("--hosts", default="")
    parser.add_argument("--conduit", default="ibv")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    unknown = [g for g in options.group.split(",") if g not in MACHINES]
    if unknown:
        parser.error(f"no group {unknown[0]}")
    options.dir = os.path.abspath(options.dir)
    options.limit = options.limit or (20000 if options.whole else 700)
    return options


# --- what must be there ---

class Skip(Exception):
    """Nothing can be run here, and why."""


def first_line(text):
    return (text.strip().splitlines() or ["no reason given"])[-1][:300]


def need_build(options):
    if not os.path.exists(os.path.join(options.dir, "tests/net/ibv/.libs/job")):
        raise Skip("no tests/net/ibv/job with a shared library here (make check builds it)")
    if options.conduit == "ibv" and not glob.glob(os.path.join(options.dir, ".libs/hyd_conduit_ibv.so")):
        raise Skip("this build has no ibv conduit (libibverbs-dev, librdmacm-dev)")


def need_port():
    """A port of an HCA that is active."""
    for path in glob.glob("/sys/class/infiniband/*/ports/*/state"):
        with open(path, encoding="ascii") as f:
            if "ACTIVE" in f.read():
                return
    raise Skip("no InfiniBand or RoCE port of this machine is active (ibv_devinfo)")


def environment(options):
    """For rdma-vm: a kernel, and a cache where it may write."""
    cache = os.path.join(options.dir, "rdma-vm")
    env = dict(os.environ, RDMA_VM_CACHE=os.environ.get("RDMA_VM_CACHE", cache))
    home = os.path.join(os.environ.get("XDG_CACHE_HOME", os.path.expanduser("~/.cache")), "rdma-vm")
    places = [os.path.join(d, k) for k in ("bzImage", "linux-image") for d in (env["RDMA_VM_CACHE"], home)]
    kernel = env.get("RDMA_VM_KERNEL") or next((p for p in places if os.path.exists(p)), None)
    if kernel:
        env["RDMA_VM_KERNEL"] = kernel
    return env


def need_machine(env):
    for tool, package in (("qemu-system-x86_64", "qemu-system-x86"), ("busybox", "busybox-static")):
        if not shutil.which(tool):
            raise Skip(f"{tool} is missing ({package})")
    if "RDMA_VM_KERNEL" in env:
        return
    try:
        done = subprocess.run([RDMA_VM + "-kernel", "fetch"], env=env, capture_output=True, text=True,
                              timeout=FETCH_LIMIT, check=False)
    except subprocess.TimeoutExpired:
        raise Skip(f"no kernel: rdma-vm-kernel fetch took more than {FETCH_LIMIT} s") from None
    if done.returncode:
        raise Skip(f"no kernel: {first_line(done.stderr)}")


def works(env, *words):
    """What rdma-vm lacks here, or a machine with these options; None if it boots."""
    done = subprocess.run([RDMA_VM, *words, "-t", "400", "--", "true"], env=env, capture_output=True, text=True,
                          timeout=500, check=False)
    return first_line(done.stderr) if done.returncode else None


# --- running ---

class Sums:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def fail(self, name, why):
        print(f"not ok {name} # {why}", flush=True)
        self.failed += 1

    def skip(self, name, why):
        print(f"skip {name}: {why}", flush=True)
        self.skipped += 1

    def relay(self, name, words, env, limit):
        """Runs that; its lines are shown and counted. The last one says how many there must have been."""
        seen = {"ok": 0, "not ok": 0, "skip": 0}
        said = None
        child = subprocess.Popen(words, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True, errors="replace")
        signal.signal(signal.SIGTERM, lambda *_: (child.terminate(), sys.exit(143)))
        for line in child.stdout:
            end = re.match(r"(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", line)
            if end:
                said = tuple(int(n or 0) for n in end.groups())
                continue
            print(line, end="", flush=True)
            kind = re.match(r"(ok|not ok|skip) ", line)
            if kind:
                seen[kind[1]] += 1
        status = child.wait()
        self.passed += seen["ok"]
        self.failed += seen["not ok"]
        self.skipped += seen["skip"]
        chose_none = status == NONE_CHOSEN and not any(seen.values())
        if said != tuple(seen.values()) or (status not in (0, 77) and not seen["not ok"] and not chose_none):
            why = f"its time of {limit} s passed" if status == 124 else f"status {status}, said {said}, seen {seen}"
            self.fail(name, f"did not come to its end: {why}")


def inside_words(options, groups, *more):
    words = [sys.executable, os.path.join(HERE, "inside.py"), "--dir", options.dir, "--group", ",".join(groups),
             "--only", options.only, "--jobs", "1", *more]
    return words + ["--whole"] * options.whole + ["--verbose"] * options.verbose


def boots(options, groups):
    """(groups, machines) of each boot. soft-iWARP is a boot of its own."""
    rest = [g for g in groups if g != "cm"]
    if options.whole:
        yield from (([g], MACHINES[g]) for g in rest)
    elif rest:
        yield rest, max(MACHINES[g] for g in rest)
    if "cm" in groups:
        yield ["cm"], 1


def processors(options, machines):
    """Of each machine. More than this one has, all together, and everything takes twice as long. The short run, where
    one boot is for all groups, has two."""
    return max(1, min(2, len(os.sched_getaffinity(0)) // machines)) if options.whole else 2


def in_machines(options, env, groups, sums):
    shared = tempfile.mkdtemp(prefix="ibv.", dir=options.dir)
    try:
        for some, machines in boots(options, groups):
            device = ["-p", "siw"] if some == ["cm"] else []
            name = "+".join(some)
            lacking = device and (lacks_cm(options) or works(env, *device))
            if lacking:
                sums.skip(name, lacking)
                continue
            words = [RDMA_VM, *device, "-n", str(machines), "-c", str(processors(options, machines)), "-m", "2048",
                     "-t", str(options.limit), "-w", shared, "--",
                     "env", "TMPDIR=" + shared, "HYD_TEST_SLOW=" + SLOW, "HYD_IBV_CONDUIT=" + options.conduit,
                     *inside_words(options, some)]
            sums.relay(name, words, env, options.limit)
    finally:
        shutil.rmtree(shared, ignore_errors=True)


def lacks_cm(options):
    """Whether the conduit is one that has a way to connect by librdmacm (core/env/env.def)."""
    with open(os.path.join(TOP, "core/env/env.def"), encoding="utf-8") as f:
        if options.conduit == "ibv" and re.search(r"^HYD_ENV\(CONNECT,", f.read(), re.M):
            return None
    return "this conduit does not connect by librdmacm"


def on_this_machine(options, groups, sums):
    env = dict(os.environ, HYD_IBV_HOSTS=options.hosts, HYD_IBV_NATIVE="1", HYD_IBV_CONDUIT=options.conduit)
    if options.hosts:
        env["TMPDIR"] = options.dir  # which the hosts share
    lacking = "cm" in groups and lacks_cm(options)
    if lacking:
        sums.skip("cm", lacking)
        groups = [g for g in groups if g != "cm"]
    if groups:
        sums.relay("native", inside_words(options, groups), env, options.limit)


def main():
    options = parse()
    groups = options.group.split(",")
    sums = Sums()
    try:
        need_build(options)
        if options.native:
            need_port()
            on_this_machine(options, groups, sums)
        else:
            env = environment(options)
            need_machine(env)
            in_machines(options, env, groups, sums)
    except Skip as e:
        print(f"skip: {e}")
        return 77
    print(f"{sums.passed} passed, {sums.failed} failed" + (f", {sums.skipped} skipped" if sums.skipped else ""))
    return 1 if sums.failed else 0 if sums.passed else 77 if sums.skipped else NONE_CHOSEN


sys.exit(main())
