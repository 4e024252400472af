#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Mutation testing of rooms: the library with one small change must fail a test. `make check-mutants ROOM=core/am`
calls this in the build tree.

A copy of the sources, in mutants/ of the build tree, gets all changes at once, each behind its number (sites.py,
mutant.h), and is built once. Each test runs there once, with no change, and notes which changes it comes by. Then each
change that was drawn (--count, --seed) is run by the tests that come by it, at first those that are short and come by
much of its file, until one fails. Those that none noticed are printed with file and line; explained.txt says of some
why no test can.
Orders of atomics are not run: x86 does not show them (`make check-weak-memory`)."""
import argparse
import collections
import dataclasses
import filecmp
import functools
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "lib")]
import sites     # noqa: E402
import verdict   # noqa: E402

ROOMS = ("core", "extended", "vis", "firehose", "conduits")
PLACES = 1 << 20         # HYD_MUTANT_PLACES of mutant.h
A_FILE = 2048            # numbers that a file has
GENERATED = ("configure", "aclocal.m4", "Makefile.in", "contrib/building/build-aux", "contrib/building/m4")
PAR, SEQ = "tests/conform/conform-par-fast-rel", "tests/conform/conform-seq-fast-rel"
NOT_REACHED = "no test comes by"
ALONE = {"GASNET_SUPERNODE_MAXSIZE": "1"}
UDP = {"GASNET_SUPERNODE_MAXSIZE": "1", "GASNET_CONDUIT": "udp"}
BIG = {"gex_big"}  # wants a segment of gigabytes
# Cases of the fault tests, first some of each sort, and groups of the launcher's, a run each.
FAULTS = ("exits.all-exit-7/2,exits.one-exit-5-barrier/2,exits.segv-main/2,exits.raise-SIGTERM/2",
          "exits.SIGINT-supervisor/2,exits.kill9-rank1-barrier/2,exits.stopped-exit-5/2,exits.late-put/2",
          "exits.all-[ecr]*", "exits.one-[ecr]*", "exits.raise-*,exits.int-*,exits.term-*,exits.signals*",
          "exits.handler*,exits.loopback*,exits.many*", "exits.thread*,exits.beside*", "exits.preattach*,exits.named*",
          "exits.segv*,exits.fpe*,exits.abort*,exits.fatal*,exits._exit*", "exits.kill9*,exits.stopped*", "exits.SIG*",
          "exits.late-[abg]*", "exits.late-[ps]*", "exits.*-exec*,exits.*-again*,exits.*-handover*,exits.*-orphan*",
          "exits.child*,exits.alarm*", "misuse.[a-c]*-rel", "misuse.[d-z]*-rel", "diag.*", "surroundings.*", "launch.*")
LAUNCHES = ("local", "fake", "hosts", "ends")
# Groups of conformance that take long over messages, as their ranks wait for each other.
LONG = BIG | {"gex_ad", "gex_ad_domain", "gex_ad_contend", "gex_ad_order", "gex_rma_where"}


@dataclasses.dataclass(eq=False)
class Test:
    name: str
    command: list
    env: dict = dataclasses.field(default_factory=dict)
    seconds: float = 0.0
    comes_by: bytes = b""


@dataclasses.dataclass
class Mutant:
    number: int
    file: str
    site: sites.Site

    def __str__(self):
        return f"{self.file}:{self.site.line}: {self.site.kind}: {self.site.change}"

    def key(self):
        """What names it in explained.txt, where lines move."""
        return f"{self.file} :: {self.site.source} :: {self.site.change}"


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("units", nargs="*", metavar="TEST", help="unit tests of the tree; scripts are left out")
    parser.add_argument("--room", action="append", required=True, help="a directory, as core/am")
    parser.add_argument("--count", type=int, default=200, help="mutants a room (default 200); 0: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--budget", type=float, default=20, metavar="S",
                        help="seconds of a processor for one mutant (default 20)")
    parser.add_argument("--only", default="", metavar="TEXT", help="only mutants whose line in the report has this")
    parser.add_argument("--tests", default="", metavar="TEXT", help="only tests whose names match this")
    parser.add_argument("--programs", default="hyd-mutant-programs", metavar="LIST", help="builds and runs only these")
    parser.add_argument("--again", action="store_true", help="notes anew what each test comes by")
    parser.add_argument("--list", action="store_true", help="the mutants, without building")
    return parser.parse_args()


def write(path, text):
    """Only if it differs: make looks at the time."""
    if not os.path.exists(path) or open(path, encoding="utf-8").read() != text:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)


def tracked():
    said = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=TOP, capture_output=True, text=True,
                          check=True)
    return sorted(name for name in said.stdout.split("\n") if name and os.path.isfile(os.path.join(TOP, name)))


class Tree:
    """The copy with all mutants in it."""

    def __init__(self, where):
        self.src, self.build = os.path.join(where, "src"), os.path.join(where, "build")
        self.refused_path = os.path.join(where, "refused.json")  # places where the compiler wants a constant
        self.refused = set(map(tuple, self.load_refused()))
        self.mutants = []
        self.names = tracked()
        self.files = [n for n in self.names if n.split("/")[0] in ROOMS and n.endswith((".c", ".h")) and
                      not n.startswith("core/include/")]

    def load_refused(self):
        if not os.path.exists(self.refused_path):
            return []
        with open(self.refused_path, encoding="utf-8") as f:
            return json.load(f)

    def find(self):
        self.mutants = []
        for at, name in enumerate(self.files):
            with open(os.path.join(TOP, name), encoding="utf-8") as f:
                text = f.read()
            found = [] if "/include/" in name else sites.find(text)  # what clients compile stays as it is
            for n, site in enumerate(found):
                if site.edits and (name, site.source, site.change) in self.refused:
                    site.edits = []
                if site.edits or site.kind == "order":
                    self.mutants.append(Mutant(at * A_FILE + n, name, site))
            yield name, sites.instrument(text, found, at * A_FILE)

    def copy(self):
        changed = dict(self.find())
        for name in self.names:
            if name in changed:
                write(os.path.join(self.src, name), changed[name])
            else:
                self.take(name)
        for name in GENERATED:
            self.take(name)

    def take(self, name):
        source, target = os.path.join(TOP, name), os.path.join(self.src, name)
        if os.path.isdir(source):
            shutil.copytree(source, target, dirs_exist_ok=True)
        elif not os.path.exists(target) or not filecmp.cmp(source, target, shallow=False):
            os.makedirs(os.path.dirname(target), exist_ok=True)
            shutil.copy2(source, target)
            if name.endswith((".c", ".h")):
                os.utime(target)  # an object made since the source was last changed is of the copy before

    def run(self, *command):
        """(status, what was said)"""
        done = subprocess.run(command, cwd=self.build, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors="replace", stdin=subprocess.DEVNULL, check=False)
        return done.returncode, done.stdout

    def configure(self):
        here = os.path.join(self.src, "tests/mutants")
        os.makedirs(self.build, exist_ok=True)
        status, said = self.run("gcc", "-c", "-o", "mutant.o", os.path.join(here, "mutant.c"))
        if status == 0 and not os.path.exists(os.path.join(self.build, "config.status")):
            status, said = self.run(os.path.join(self.src, "configure"), "-q", "--disable-shared", "CFLAGS=-O0 -w",
                                    f"CPPFLAGS=-include {here}/mutant.h", f"LIBS={self.build}/mutant.o", "CC=gcc")
        if status:
            sys.exit(said[-3000:] + "mutate.py: the copy cannot be configured")

    def refuse(self, said):
        """Drops the mutants of lines at which the compiler found an error; False if there is none."""
        bad = {(os.path.relpath(os.path.join(self.build, m[1]), self.src), int(m[2]))
               for m in re.finditer(r"^([^\s:]+\.[ch]):(\d+):\d+: (?:error|note: in expansion)", said, re.M)}
        found = {(m.file, m.site.source, m.site.change) for m in self.mutants
                 if m.site.edits and (m.file, m.site.line) in bad}
        self.refused |= found
        write(self.refused_path, json.dumps(sorted(self.refused), indent=0))
        return bool(found)

    def make(self, programs):
        """Unoptimized, as each file is compiled once and run for seconds."""
        for _ in range(8):
            self.copy()
            self.configure()
            status, said = self.run("make", "-k", "-j2", *programs.split())
            if status == 0:
                return
            if not self.refuse(said):
                break
        sys.exit(said[-3000:] + "mutate.py: the copy cannot be built")


def busy_seconds():
    """Of a processor, of all tests so far: how long they took is a matter of what else runs on the machine."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Runner:
    """Runs tests in the copy."""

    def __init__(self, build):
        self.build = build
        self.env = {k: v for k, v in os.environ.items() if not k.startswith(("GASNET_", "HYD_", "MAKE", "MFLAGS"))}
        self.env.update(GASNET_QUIET="1", CONFORM_TIMEOUT="10", srcdir=TOP, abs_top_builddir=build)

    def run(self, test, limit, **env):
        """(status, what was said); 124 for one out of time. Nothing of it stays."""
        with subprocess.Popen(test.command, cwd=self.build, env={**self.env, **test.env, **env}, text=True,
                              errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, start_new_session=True) as p:
            try:
                said, _ = p.communicate(timeout=limit)
                status = p.returncode
            except subprocess.TimeoutExpired:
                said, status = "", verdict.TIMED_OUT
            finally:
                try:
                    os.killpg(p.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        return status, said

    def tests(self, units):
        def unit(name):
            return Test(name, ["./" + name])
        own = ("tests/unit/", "tests/sim/", "tests/dsm/claims")
        yield from map(unit, (u for u in units if u.startswith(own) and self.has(u)))
        for label, program, env, left in (("smp", PAR, {}, BIG), ("seq", SEQ, {}, BIG), ("alone", PAR, ALONE, LONG),
                                          ("udp", PAR, UDP, LONG)):
            for group in self.groups(program):
                if group not in left:
                    yield Test(f"{label}:{group}", ["./" + program, "--only", group], {"GASNET_PSHM_NODES": "2", **env})
        for name, command, env in (
                ("udp-bad", [PAR, "--only", "g1_am", "--only", "gex_rma"],
                 {**UDP, "GASNET_UDP_FAULTS": "drop=2,double=2,reorder=5"}),
                ("sim-udp", ["tests/sim/sim-udp", "--seeds", "10"], {}),
                ("sim-ranks", ["tests/sim/sim-ranks", "--seeds", "20"], {}),
                ("sim-jobs", ["tests/sim/sim-jobs", "--seeds", "10"], {}),
                ("sim-firehose", ["tests/sim/firehose/sim-firehose", "--seeds", "60"], {}),
                ("oracle-vis", ["tests/oracle/vis/oracle-fast-rel", "--seeds", "6"], {}),
                ("oracle-vis-alone", ["tests/oracle/vis/oracle-fast-rel", "--seeds", "6"], ALONE),
                ("oracle-coll", ["tests/oracle/coll/oracle-fast-rel", "--seeds", "4"], {}),
                ("oracle-coll-alone", ["tests/oracle/coll/oracle-fast-rel", "--seeds", "4"], ALONE),
                ("oracle-ad", ["tests/oracle/ad/oracle-fast-rel", "--seeds", "4"], {})):
            if self.has(command[0]):
                yield Test(name, command, {"GASNET_PSHM_NODES": "3", **env})
        for folder, kind, option, parts in (("tests/fault", "fault", "--only", FAULTS),
                                            ("tests/net/launch", "launch", "--group", LAUNCHES)):
            for part in parts:
                yield Test(f"{kind}:{part}", [sys.executable, os.path.join(TOP, folder, "run.py"), option, part])

    def groups(self, program):
        """Of a conformance program; none if the program is not there."""
        if not self.has(program):
            return []
        _, said = self.run(Test("", ["./" + program, "--list"]), 60, GASNET_PSHM_NODES="1")
        return list(dict.fromkeys(line.split()[0] for line in said.splitlines() if line[:2] in ("g1", "ge")))

    def has(self, name):
        return not name.endswith((".sh", ".py")) and os.access(os.path.join(self.build, name), os.X_OK)


def note(runner, test, kept, again):
    """Runs a test as the library is; keeps its time and what it comes by. False if it fails."""
    path = os.path.join(kept, re.sub(r"\W", "_", test.name))
    program = os.stat(os.path.join(runner.build, test.command[0])).st_mtime
    if again or not os.path.exists(path + ".seconds") or os.stat(path).st_mtime < program:
        with open(path, "wb") as f:
            f.truncate(PLACES)
        os.chmod(path, 0o666)  # some tests run ranks as another user
        began = busy_seconds()
        status, said = runner.run(test, 300, HYD_MUTANT_SEEN=path)
        if status not in (0, verdict.SKIPPED):
            print(f"left out: {test.name} ends with {status}: {' '.join(verdict.failures(said, 1))[:200]}", flush=True)
            os.unlink(path)
            return False
        os.utime(path)
        write(path + ".seconds", f"{busy_seconds() - began:.2f}")
    with open(path, "rb") as f:
        test.comes_by = f.read()
    with open(path + ".seconds", encoding="utf-8") as f:
        test.seconds = float(f.read())
    return True


def draw(mutants, count, seed):
    """As many of each kind as there are, up to the count."""
    kinds = collections.defaultdict(list)
    for m in mutants:
        kinds[m.site.kind].append(m)
    for kind in sorted(kinds):
        random.Random(f"{seed} {kind} {mutants[0].file}").shuffle(kinds[kind])
    drawn = []
    while any(kinds.values()) and (not count or len(drawn) < count):
        for kind in sorted(kinds):
            if kinds[kind] and (not count or len(drawn) < count):
                drawn.append(kinds[kind].pop())
    return sorted(drawn, key=lambda m: m.number)


@functools.cache
def price(test, file):
    """Seconds for each place of the file that the test comes by: what is about this file comes first."""
    places = A_FILE - test.comes_by[file * A_FILE:(file + 1) * A_FILE].count(0)
    return max(test.seconds, 0.05) / places


def killed_by(runner, mutant, tests, budget):
    """The test that notices it and how; ("", why) if none does."""
    those = [t for t in tests if t.comes_by[mutant.number]]
    if not those:
        return "", NOT_REACHED
    ran = 0
    for test in sorted(those, key=lambda t: price(t, mutant.number // A_FILE)):
        if budget < test.seconds and ran:
            break
        began = time.monotonic()
        status, _ = runner.run(test, 30 + 20 * test.seconds, HYD_MUTANT=str(mutant.number))
        if status:
            return test.name, "out of time" if status == verdict.TIMED_OUT else f"status {status}"
        budget -= max(test.seconds, 0.1 * (time.monotonic() - began))
        ran += 1
    return "", f"{ran} of {len(those)} tests that come by pass"


def explanations():
    """{key of a mutant: why no test can notice it}"""
    found = {}
    with open(os.path.join(HERE, "explained.txt"), encoding="utf-8") as f:
        for line in f:
            if line.strip() and not line.startswith("#"):
                key, _, why = line.rstrip("\n").rpartition(" :: ")
                found[key] = why
    return found


def try_room(room, tree, runner, tests, options):
    """Prints the room's survivors; (drawn, killed, explained)."""
    mine = [m for m in tree.mutants if os.path.dirname(m.file) == room and m.site.edits and
            m.site.kind != "order"]
    if not mine:
        sys.exit(f"mutate.py: no room {room}, or nothing there to change")
    drawn = [m for m in draw(mine, options.count, options.seed) if options.only in str(m)]
    why, sums, began = explanations(), collections.Counter(), time.monotonic()
    for m in drawn:
        by, how = killed_by(runner, m, tests, options.budget)
        sums["killed" if by else "explained" if m.key() in why else "unreached" if how == NOT_REACHED else "open"] += 1
        print(f"{'killed ' + by + ' (' + how + ')' if by else 'SURVIVES (' + how + ')'}: {m}"
              + ("" if by or m.key() not in why else f"\n   explained: {why[m.key()]}"), flush=True)
    print(f"{room}: {len(mine)} mutants, {len(drawn)} drawn: {sums['killed']} killed, {sums['explained']} survive as "
          f"explained, {sums['open']} survive, {sums['unreached']} are where no test comes by "
          f"({(time.monotonic() - began) / max(1, len(drawn)):.1f} s each)", flush=True)
    return sums["open"] + sums["unreached"]


def main():
    options = parse()
    # A script's command in the background begins with both ignored; tests do not.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)
    tree = Tree(os.path.abspath("mutants"))
    if options.list:
        dict(tree.find())
        print("\n".join(str(m) for m in tree.mutants if os.path.dirname(m.file) in options.room))
        return 0
    tree.make(options.programs)
    runner = Runner(tree.build)
    kept = os.path.abspath("mutants/seen")
    os.makedirs(kept, exist_ok=True)
    tests = [t for t in runner.tests(options.units) if re.search(options.tests, t.name)]
    tests = [t for t in tests if note(runner, t, kept, options.again)]
    print(f"{len(tests)} tests, {sum(t.seconds for t in tests):.0f} s", flush=True)
    return int(any([try_room(room, tree, runner, tests, options) for room in options.room]))


if __name__ == "__main__":
    sys.exit(main())
