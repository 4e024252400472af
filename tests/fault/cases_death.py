# SPDX-License-Identifier: BSD-3-Clause
"""cases_death.py: a rank, the supervisor, gasnetrun or an agent is killed at one instruction (strike.c): at each atomic
store and read-modify-write of the shared memory's protocols, the first and the 100th time, and at system calls. All
others end in time, with a reason; nothing is left.

Places come from the sources (lines with such an access) and the line table of the program, so that what is new is
covered. A first run counts which places, and how many calls, each process comes to. The short form draws a few."""
import collections
import dataclasses
import os
import random
import re
import shutil
import subprocess
import tempfile

import faultlib
from faultlib import NO_UDP, Case, NotReached

SRC = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
ROOMS = ("core", "extended", "conduits", "vis")
ACCESS = re.compile(r"atomic_(store|exchange|fetch|compare|flag_test)")
RANKS, MOST = 3, 100
NOT_THERE, NO_TRACING = 77, 76
SMP = {"GASNET_CONDUIT": "smp"}
UDP = {"GASNET_CONDUIT": "udp", "GASNET_SUPERNODE_MAXSIZE": "1"}
PROGRAM = "rooms-rel"
LISTS = []  # files that exist as long as this driver
CALLS = 120  # of a process that are struck, at equal distances
SHORT = 6  # cases of a kind in the short form
RUN = "../../gasnetrun"
HOSTS = ["-n", RANKS, "-H", "localhost,localhost/a,localhost/b"]


def accesses():
    """{file: {line}} of the library's atomic accesses that write."""
    found = collections.defaultdict(set)
    for room in ROOMS:
        for folder, _, names in os.walk(os.path.join(SRC, room)):
            for name in names:
                if not name.endswith((".c", ".h")):
                    continue
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as f:
                    lines = {n for n, line in enumerate(f, 1) if ACCESS.search(line)}
                if lines:
                    found[os.path.relpath(path, SRC)] = lines
    return found


def places(program):
    """{offset in the program: "file:line"} of these accesses, each copy that the compiler has made."""
    wanted, found, at = accesses(), {}, None
    table = subprocess.run(["objdump", "--dwarf=decodedline", program], capture_output=True, text=True, check=True)
    for line in table.stdout.splitlines():
        if line.endswith(":"):
            at = next((name for name in wanted if line[:-1].endswith(name)), None)
            continue
        m = re.match(r"\S+\s+(\d+)\s+0x([0-9a-f]+)", line)
        if m and at and int(m[1]) in wanted[at]:
            found[m[2]] = f"{at}:{m[1]}"
    return found


def placed(program):
    return os.path.normpath(os.path.join(faultlib.WHERE, program))


def counted(words, env):
    """What strike counts: lists of words."""
    r, w = os.pipe()
    base = {k: v for k, v in os.environ.items() if not k.startswith("GASNET_")}
    with tempfile.TemporaryDirectory() as home:
        done = subprocess.run([placed("strike"), *map(str, words)], pass_fds=(w,), timeout=300, check=False,
                              env={**base, "GASNET_QUIET": "1", "TMPDIR": home, "STRIKE_FD": str(w), **env},
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    os.close(w)
    with os.fdopen(r) as f:
        text = f.read()
    if done.returncode not in (0, NO_TRACING):
        raise RuntimeError(f"strike {words}: {done.returncode}: {done.stderr.decode(errors='replace')[-500:]}")
    return [line.split() for line in text.splitlines()]


def some(cases):
    """All in the long form; else a few, drawn by a fixed seed."""
    cases = list(cases)
    return cases if faultlib.WHOLE else random.Random(46).sample(cases, min(SHORT, len(cases)))


def must_be_reached(job):
    """A job of strike's whose process never came to the place says nothing."""
    if job.status == NOT_THERE:
        raise NotReached("the process was never at that place")


def judged(reason, may_be_over):
    """A killed process is the end of the job, with a reason, unless the process had done and said all that was to be
    done and said, and all output is there."""
    def check(job):
        must_be_reached(job)
        if job.status == 0 and may_be_over:
            return faultlib.output_problems(dataclasses.replace(job.case, out="all"), job.stdout)
        problems = [] if job.status not in (0, 99) else [f"status {job.status} although a process was killed"]
        if reason and not re.search(reason, job.stderr, re.M):
            problems.append(f"stderr lacks /{reason}/")
        return problems
    return check


RANK_DIED = r"rank \d+/\d+ .*(SIGKILL|signal 9)"


def strike(name, words, reason, may_be_over=False, **more):
    return Case(name, "strike", words, ranks=RANKS, status=None, out=[], err=[], check=judged(reason, may_be_over),
                limit=100, **more)  # the job is run up to three times


def at_places(conduit, env):
    """Ranks; the supervisor's own accesses come only with the end of a job."""
    words = [placed(PROGRAM), "rounds=1"]
    known = places(words[0])
    listed = tempfile.NamedTemporaryFile("w", suffix=".places")  # pylint: disable=consider-using-with
    LISTS.append(listed)
    listed.write("\n".join(known) + "\n")
    listed.flush()
    rows = counted(["count-places", listed.name, MOST, *words], {**env, "GASNET_PSHM_NODES": str(RANKS)})
    for role, offset, n in in_turn(rows):
        yield strike(f"{conduit}-{known[offset]}-{offset}/{role}.{n}",
                     ["kill-place", offset, role, n, listed.name, MOST, *words],
                     RANK_DIED if role != "0" else "", env=env)


def in_turn(rows):
    """(role, offset, time): the processes that come to a place die there in turn, one at the first time, the next one
    at the 100th."""
    counts = collections.defaultdict(dict)
    for role, offset, count in sorted(rows):
        counts[offset][role] = int(count)
    turn = 0
    for offset, count in counts.items():
        for time in {1, MOST if max(count.values()) >= MOST else 1}:
            roles = [role for role, n in count.items() if n >= time]
            yield roles[turn % len(roles)], offset, time
            turn += 1


def at_calls(conduit, env):
    program = placed(PROGRAM)
    rows = counted(["count-calls", "calls", program, "rounds=1"], {**env, "GASNET_PSHM_NODES": str(RANKS)})
    for role, count in rows:  # where they poll a socket, calls are many
        for n in range(1, int(count) + 1, 1 + int(count) // CALLS):
            yield strike(f"{conduit}-call/{role}.{n}", ["kill-call", "calls", role, n, count, program, "rounds=1"],
                         RANK_DIED if role != "0" else "", env=env)


def of_launcher(conduit, env):
    """Each process of gasnetrun's: itself, agents and their keepers."""
    words = [placed(RUN), *HOSTS, placed(PROGRAM), "rounds=1"]
    rows = counted(["count-calls", "messages", *words], env)
    for role, count in rows:
        for n in range(1, int(count) + 1):
            yield strike(f"launch-{conduit}/{role}.{n}", ["kill-call", "messages", role, n, count, *words],
                         "" if role == "0" else r"^gasnetrun: ", may_be_over=True,
                         env={**env, "GASNET_PSHM_NODES": None})


def cases(have):
    if not have("strike") or not have(PROGRAM):
        return
    if not counted(["count-calls", "calls", "/bin/true"], {}) or not shutil.which("objdump"):
        yield Case("all", "strike", skip="processes cannot be traced here, or there is no objdump")
        return
    conduits = [("smp", SMP)] + [("udp", UDP)] * (not NO_UDP)
    for conduit, env in conduits:
        if conduit == "smp" or faultlib.WHOLE:
            yield from some(at_places(conduit, env))
        yield from some(at_calls(conduit, env))
    if have(RUN):
        for conduit, env in conduits[1:]:
            yield from some(of_launcher(conduit, env))

