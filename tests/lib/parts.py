# SPDX-License-Identifier: BSD-3-Clause
"""parts.py: the parts of the test suite: what each runs, and what each needs of the machine.

A part is one command, with one log and one line of the summary. Its lane says how it shares the machine:
busy   computes: the busy parts that run at once have as many cores as there are
waits  mostly waits (for a time limit, another process, a slow network): runs beside the busy ones
low    takes what the others leave of the cores (nice), one part at a time
"""
import dataclasses
import fnmatch
import os

BUSY, WAITS, LOW = "busy", "waits", "low"
KINDS = ("unit", "conform", "oracle", "sim", "fault", "fuzz", "net", "install")


@dataclasses.dataclass
class Part:
    name: str
    kind: str
    command: list
    limit: int                    # seconds
    seconds: float = 2            # an estimate, for the first run in a tree
    lane: str = BUSY
    cores: int = 1                # of a busy part
    alone: bool = False           # nothing else may run meanwhile
    uses: frozenset = frozenset() # what one part at a time may use
    tree: str = "."               # the build tree where it runs
    env: dict = dataclasses.field(default_factory=dict)
    after: str = ""               # the name of a part that must have passed
    builds: bool = False          # prepares other parts: counts only if it fails


def kind_of(path):
    """The kind of a test by its directory."""
    room = path.split("/")[1] if path.startswith("tests/") else ""
    kinds = {"conform": "conform", "oracle": "oracle", "sim": "sim", "fault": "fault", "fuzz": "fuzz", "net": "net"}
    return kinds.get(room, "unit")


# Seconds that a unit test takes, where it is more than a few.
SECONDS = {"tests/unit/launch_cli_test.sh": 23, "tests/sim/run.sh": 14, "tests/oracle/ad/run.sh": 14,
           "tests/unit/bench_test.sh": 11,
           "tests/sim/firehose/run.sh": 13, "tests/unit/kmer_cli_test.sh": 11, "tests/unit/udp_away_test.sh": 10,
           "tests/unit/stencil_cli_test.sh": 6, "tests/sim/run_jobs.sh": 6, "tests/sim/udp-cases": 6,
           "tests/dsm/run.sh": 45,
           "tests/dsm/sim.sh": 6, "tests/dsm/anl.sh": 4, "tests/caf/caf_test.py": 70, "tests/caf/wrapper_test.sh": 10,
           "contrib/layers/dsm/apps/apps_test.sh": 6, "tests/counts/counts_test.py": 5}


def unit_parts(tests, src, reduced):
    """Programs of the build tree, scripts of the source tree. Fuzzing is a part of its own unless reduced."""
    for test in tests:
        if (test.startswith("tests/fuzz/") and not reduced) or (test == "contrib/doc/man/check.sh" and reduced):
            continue
        shell = {".sh": "bash", ".py": "python3"}.get(os.path.splitext(test)[1])
        yield Part(test, kind_of(test), [shell, os.path.join(src, test)] if shell else ["./" + test],
                   600 if shell else 400, SECONDS.get(test, 2))


def script(src, name, path, *words, **more):
    return Part(name, command=["bash", os.path.join(src, path), *words], **more)


def conform_parts(src, logs):
    """The matrix. Alone: ranks that wait for each other, more of them than cores, take several times as long, and as
    much of the cores, beside anything else."""
    def part(which, seconds, *words):
        where = os.path.join(logs, "conform-" + which)
        return script(src, "tests/conform " + which, "tests/conform/run.sh", *words, "--logs", where, kind="conform",
                      limit=2400,
                      seconds=seconds, alone=True)
    yield part("smp", 90, "--conduit", "smp", "--extra", "no")
    yield part("alone,template", 50, "--conduit", "template,alone", "--extra", "no")
    yield part("udp", 30, "--conduit", "udp", "--extra", "no")
    yield part("extra", 110, "--extra", "only")


def whole_parts(src, logs):
    yield script(src, "tests/conform/headers", "tests/conform/headers/run.sh", "--jobs", "1", kind="conform", limit=600,
                 seconds=90)
    yield from conform_parts(src, logs)
    yield script(src, "tests/oracle/vis", "tests/oracle/vis/run.sh", kind="oracle", limit=600, seconds=16)
    yield script(src, "tests/oracle/coll", "tests/oracle/coll/run.sh", kind="oracle", limit=600, seconds=9)
    yield script(src, "tests/fuzz/fuzz_test.sh", "tests/fuzz/fuzz_test.sh", kind="fuzz", limit=900, seconds=120,
                 lane=LOW)
    yield script(src, "tests/fault", "tests/fault/run.sh", "--jobs", "4", kind="fault", limit=900, seconds=200,
                 lane=WAITS)
    yield script(src, "tests/net/link", "tests/net/link/run.sh", kind="net", limit=600, seconds=150, lane=WAITS)
    hosts = frozenset(["hosts"])  # process managers and sshd have one place on a machine
    yield script(src, "tests/net/launch", "tests/net/launch/run.sh", kind="net", limit=600, seconds=75, lane=WAITS,
                 uses=hosts)
    yield script(src, "tests/net/hosts", "tests/net/hosts/run.sh", kind="net", limit=1200, seconds=154, lane=WAITS,
                 uses=hosts)
    # Alone: an emulated machine needs both cores. Its other groups, which take minutes, are for make check-ibv.
    yield script(src, "tests/net/ibv", "tests/net/ibv/run.sh", "--limit", "600", "--group", "one", kind="net",
                 limit=700,
                 seconds=40, alone=True)
    yield script(src, "tests/net/ofi", "tests/net/ofi/run.sh", kind="net", limit=600, seconds=40)
    yield script(src, "tests/net/mpi", "tests/net/mpi/run.sh", kind="net", limit=600, seconds=40)
    yield script(src, "tests/net/strictfi", "tests/net/strictfi/run.sh", kind="net", limit=300, seconds=20)
    yield script(src, "tests/install", "tests/install/run.sh", kind="install", limit=900, seconds=30)
    yield script(src, "tests/install/dropin", "tests/install/dropin.sh", kind="install", limit=300, seconds=10)


def reduced_parts(src, logs, configs="*"):
    """The short forms: what an instrumented library can do in minutes."""
    yield script(src, "tests/conform", "tests/conform/run.sh", "--quick", "--config", configs, "--logs",
                 os.path.join(logs, "conform"), kind="conform", limit=1200, seconds=60, alone=True)
    for which in ("vis", "coll"):
        yield script(src, "tests/oracle/" + which, f"tests/oracle/{which}/run.sh", "--quick", kind="oracle", limit=600,
                     seconds=5)


# --- the trees with sanitizers ---

COMMON = {"CONFORM_TIMEOUT": "300",  # of one test: instrumented, the long ones take minutes
          "SIM_SEEDS": "300", "HYD_AD_SEEDS": "16"}
# The trees are static, and then have no ibv, ofi, coarrays or UPC; tests/weak has its own use for the calls of
# ThreadSanitizer.
NOT_THERE = ("tests/unit/ibv_credits_test", "tests/unit/ofi_choice_test", "tests/caf/wrapper_test.sh",
             "tests/upc/wrapper_test.sh", "tests/weak/weak")
SANITIZERS = {
    # libFuzzer's programs have sanitizers of their own, and have run. Without figures and tables of engines that other
    # tests drive.
    "address": ("asan", dict(COMMON, HYD_FUZZ_SECONDS="0", FUZZ_WITHOUT="udp_packet",
                             ASAN_OPTIONS="detect_leaks=0:abort_on_error=0", UBSAN_OPTIONS="print_stacktrace=1"),
                ("tests/sim/papers_test.sh", "tests/sim/planner_test.sh", "*.py") + NOT_THERE, "*"),
    # Not what has one thread, nor the shared memory, whose pages and logs peers read while they are written. The dump
    # of a running rank and the end of a crashing one do in a signal handler what they can.
    "thread": ("tsan", dict(COMMON, HYD_FUZZ_SECONDS="1",
                            TSAN_OPTIONS="halt_on_error=1:report_signal_unsafe=0:second_deadlock_stack=1"),
               ("tests/*_test.sh", "*.py", "tests/sim/*", "tests/sim/firehose/run.sh", "tests/sim/firehose/cases",
                "tests/dsm/*.sh") +
               NOT_THERE, "par-*"),
}


def left_out(name, globs):
    return any(fnmatch.fnmatchcase(name, glob) for glob in globs)


def sanitized_parts(which, tests, src, logs):
    """The build of a tree in asan/ or tsan/, and the short forms in it."""
    label, env, without, configs = SANITIZERS[which]
    env = dict(env, **{k: f"{v}:{os.environ[k]}" for k, v in env.items() if k.endswith("SAN_OPTIONS")
                       and k in os.environ})
    build = label + " build"
    yield script(src, build, "tests/sanitize.sh", "--dir", ".", which, kind="build", limit=3000, seconds=150,
                 lane=LOW, builds=True)
    some = [t for t in tests if not left_out(t, without)]
    for part in (*unit_parts(some, src, True), *reduced_parts(src, os.path.join(logs, label), configs)):
        yield dataclasses.replace(part, name=f"{label} {part.name}", tree=label, env=env, after=build)
