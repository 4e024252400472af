#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Each check that `make check` leaves out, and `make check` itself, one after the other, or beside what mostly waits;
`make check-everything` calls this in the build tree, which is the current directory.

What has passed with these sources is not run again, so a run that was interrupted goes on where it was, on another
machine, too, if the results were committed; a commit keeps the results of the checks that do not see what it changes
(tests/lib/sources.py). Logs, a result of each check, junit.xml and the table of results are in check-everything/ of
the build tree; --write copies the table and the results to contrib/spec (proof.md, proof.json). Prints a line for each
check that begins or ends, then the table; status 0 if every check has passed or says why it was left out."""
import argparse
import dataclasses
import datetime
import fnmatch
import json
import math
import os
import re
import shutil
import signal
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "lib")]
import report    # noqa: E402
import sources   # noqa: E402
import verdict   # noqa: E402
from parts import BUSY, WAITS, Part  # noqa: E402
from pool import Pool  # noqa: E402
from run import clean_environment  # noqa: E402

DIR, CORES = "check-everything", 2
SPEC = os.path.normpath(os.path.join(HERE, "..", "contrib", "spec"))
CONDUITS, LAYERS = "udp ibv ofi mpi ", "armci caf dsm netvm upc "
HURRIED = CONDUITS + "bench busy conform deaths fault hosts oracle unit watch"
ALL = " ".join(sources.PARTS)
PRODUCT = " ".join(sorted(set(sources.PARTS) - {"busy", "coverage", "driver"}))   # what a client could notice


@dataclasses.dataclass
class Check:
    name: str
    minutes: int                  # on two quiet cores
    cores: float                  # that it keeps busy: less than one, and it runs beside those that compute
    shows: str
    make: list                    # words for make
    parts: str                    # sources.py: what it builds and runs beside what all do
    alone: bool = False           # parts.py


CHECKS = [
    Check("check", 12, 1.6, "the suite",
          ["check"], ALL, alone=True),
    Check("sanitizers", 15, 1.7, "the suite's short forms with AddressSanitizer, UBSan, ThreadSanitizer",
          ["check", "CHECK_FLAGS=--sanitize address,thread --only asan*,tsan*"], PRODUCT),
    Check("weak-memory", 5, 1, "shared-memory protocols in all executions of C11's memory model; each order is needed",
          ["check-weak-memory"], "weak unit"),
    Check("inject", 15, 1.8, "each system call and each allocation of a small job fails once",
          ["check-inject"], "deaths fault ofi udp"),
    Check("sim", 2, 0.6, "udp, whole jobs, firehose on a simulated network",
          ["check-sim", "SEEDS=10000"], "sim udp"),
    Check("fuzz", 6, 1.8, "parsers and packets with wrong input, 40 s each",
          ["check-fuzz"], "fuzz udp"),
    Check("death", 20, 1.8, "processes killed at each atomic access, call and message; stopped; clocks that are set",
          ["check-death"], "deaths fault ofi udp"),
    Check("one-core", 20, 1, "tests that depend on time, where all processes share one core",
          ["check-busy", "BUSY_FLAGS=--ways one-core"], HURRIED),
    Check("half-core", 25, 0.5, "the same with half a core and 1 GB",
          ["check-busy", "BUSY_FLAGS=--ways group"], HURRIED),
    Check("crowd", 15, 1.8, "the same beside 40 busy processes",
          ["check-busy", "BUSY_FLAGS=--ways crowd"], HURRIED, alone=True),
    Check("link", 1, 0.5, "udp over links that lose, delay and cut",
          ["check-link"], "link oracle udp"),
    Check("ibv", 45, 1.4, "the ibv conduit on two emulated machines",
          ["check-ibv"], CONDUITS + "caf conform dsm fault hosts ibvs machines netvm oracle sim unit"),
    Check("ofi", 40, 0.6, "the ofi conduit over each provider, and the strict one",
          ["check-ofi"], "conform dsm fault hosts ibvs ofi oracle providers sim udp unit"),
    Check("mpi", 15, 1, "the mpi conduit under each MPI",
          ["check-mpi"], "conform fault hosts mpi mpis oracle"),
    Check("netvm", 15, 0.5, "paged segments",
          ["check-netvm"], "conform fault netvm oracle udp unit"),
    Check("dsm", 8, 1, "the shared memory layer",
          ["check-dsm", "SEEDS=2000"], "dsm sim udp unit"),
    Check("caf", 8, 1, "coarrays of gfortran",
          ["check-caf"], "caf ibv machines udp"),
    Check("upc", 20, 1.2, "compiled UPC programs",
          ["check-upc"], CONDUITS + "machines upc"),
    Check("armci", 20, 0.7, "ARMCI and Global Arrays",
          ["check-armci"], CONDUITS + "armci machines"),
    Check("conform", 12, 1.2, "the conformance suite as others get it",
          ["check-conform", "CONFORM_FLAGS=--configs all"], CONDUITS + "conform oracle"),
    Check("watch", 1, 0.3, "traces, statistics, their pages",
          ["check-watch"], "watch udp"),
    Check("processors", 8, 1.8, "aarch64, ppc64le, riscv64, s390x by qemu-user: unit tests, simulator, conformance",
          ["check-processors"], CONDUITS + "builds conform oracle sim unit weak"),
    Check("compilers", 8, 1.8, "each compiler that is installed",
          ["check-compilers"], CONDUITS + LAYERS + "bench builds conform oracle sim unit weak"),
    Check("without", 18, 1.7, "optional packages hidden: six mixes, in which each two are told apart; all",
          ["check-without"], CONDUITS + LAYERS + "bench builds conform lang oracle sim unit watch weak"),
    Check("dist", 30, 1.5, "tarball, ABI, manual, packages",
          ["check-dist", "BUILD_FLAGS=--only same,files,build,dropin,abi,html,deb,rpm,chroot"], PRODUCT),
]


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="*", metavar="GLOBS", help="some checks, as 'sim,link'; see --list")
    parser.add_argument("--again", action="store_true", help="run also what has passed with these sources")
    parser.add_argument("--write", action="store_true", help="copy the table and the results to contrib/spec")
    parser.add_argument("--results", default=SPEC, metavar="DIR", help="in place of contrib/spec")
    parser.add_argument("--list", action="store_true", help="the checks, without running anything")
    options = parser.parse_args()
    options.only = options.only.split(",")
    for word in options.only:
        if not fnmatch.filter([c.name for c in CHECKS], word):
            parser.error(f"--only {word}: no check is named so; --list prints the names")
    return options


def minutes(checks):
    """Of all of them, as far as they fill the cores."""
    alone = sum(c.minutes for c in checks if c.alone)
    others = [c for c in checks if not c.alone]
    return round(alone + max([sum(c.minutes * c.cores for c in others) / CORES] + [c.minutes for c in others]))


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as f:
        models = [line.split(":", 1)[1].strip() for line in f if line.startswith("model name")]
    return f"{models[0] if models else os.uname().machine}, {os.cpu_count()} cores, Linux {os.uname().release}"


def status_behind(make, text):
    """The status of what make ran: a check that is skipped ends with 77, of which make makes 2, or says so and ends
    well."""
    skips = re.search(r"^skip", text, re.M) and not re.search(r"^\d+ passed", text, re.M)
    return verdict.SKIPPED if skips and (make == 0 or re.search(r"^make.* Error 77$", text, re.M)) else make


def reason(result):
    """Why a check was left out, or what failed first."""
    if result.status == verdict.SKIPPED:
        return ([line for line in result.text.splitlines() if line.startswith("skip")] or ["skipped"])[-1]
    return verdict.failures(result.text, 1)[0] if result.failed else ""


def log_of(name):
    return os.path.join(DIR, name + ".log")


def result_of(part, status, log, seconds, cpu):
    result = report.Result(part, status, log, seconds, cpu)
    result.log, result.status = log, status_behind(status, result.text)
    result.passed, result.failed, result.skipped = verdict.sums(result.text, result.status)
    return result


def load_json(path):
    try:
        with open(path, encoding="utf-8") as f:
            return json.load(f)
    except (OSError, ValueError):
        return None


def store_json(path, value):
    with open(path, "w", encoding="utf-8") as f:
        json.dump(value, f, indent=1)
        f.write("\n")


class Records:
    """The results of this tree, a file for each check; and those that were committed, of checks that have not run
    here."""

    def __init__(self, committed):
        tree = sources.Tree(HERE)
        self.at = tree.commit()
        self.now = {check.name: tree.state(check.parts.split()) for check in CHECKS}
        self.committed = load_json(os.path.join(committed, "proof.json")) or {}
        os.makedirs(DIR, exist_ok=True)

    def path(self, name):
        return os.path.join(DIR, name + ".json")

    def load(self, name):
        return load_json(self.path(name)) or self.committed.get(name)

    def is_current(self, name, record):
        return record.get("sources") == self.now[name]

    def has_passed(self, name):
        record = self.load(name)
        return bool(record) and self.is_current(name, record) and not record["failed"]

    def keep(self, name, status, result):
        shutil.move(result.log, log_of(name))
        record = {"commit": self.at, "sources": self.now[name], "status": status,
                  "date": datetime.date.today().isoformat(), "machine": machine(),
                  "seconds": round(result.seconds), "cpu": round(result.cpu),
                  "passed": result.passed, "failed": result.failed, "skipped": result.skipped,
                  "why": reason(result)[:160]}
        store_json(self.path(name), record)

    def all(self):
        """By name of the check."""
        found = {check.name: self.load(check.name) for check in CHECKS}
        return {name: record for name, record in found.items() if record}

    def results(self):
        """Of each check that has ever run in this tree."""
        kept = [(part_of(check), self.load(check.name)) for check in CHECKS]
        return [result_of(part, r["status"], log_of(part.name), r["seconds"], r["cpu"]) for part, r in kept
                if r and "status" in r and os.path.exists(log_of(part.name))]


def row(check, r, current):
    if r is None:
        return f"| {check.name} | {check.shows} | | | | | | | | not run |"
    why = r["why"].replace("|", "\\|") + " (older sources)" * (not current)
    return (f"| {check.name} | {check.shows} | {r['commit']} | {r['date']} | {r['seconds'] / 60:.0f} | "
            f"{r['cpu'] / 60:.0f} | {r['passed']} | {r['failed']} | {r['skipped']} | {why} |")


def table(records):
    """The proof, as Markdown."""
    found = records.all()
    machines = sorted({r["machine"] for r in found.values()})
    rows = [row(c, found.get(c.name), c.name in found and records.is_current(c.name, found[c.name])) for c in CHECKS]
    return "\n".join(
        ["# Proof: each check, when it last ran to its end", "",
         "`make check-everything EVERYTHING_FLAGS=--write` writes this table, of what this driver has run.", "",
         "Machine: " + "; ".join(machines), "",
         "| check | shows | commit | date | min | of a core | passed | failed | skipped | left out, or failed |",
         "|---|---|---|---|---|---|---|---|---|---|"] + rows) + "\n"


def part_of(check):
    """A check has five times its usual time, and ten minutes: the machine may be busy."""
    return Part(check.name, "check", [os.environ.get("MAKE", "make"), "-s", *check.make],
                limit=300 * check.minutes + 600, lane=BUSY if check.cores >= 1 else WAITS, cores=math.ceil(check.cores),
                seconds=60 * check.minutes, alone=check.alone)


def begun(part, log):
    print(f"{datetime.datetime.now():%H:%M} {part.name}: about {part.seconds / 60:.0f} min, log {log}", flush=True)


def end_by(number, _):
    sys.exit(128 + number)


def run(chosen, records):
    """Runs the checks; their results."""
    results, estimate = [], report.Estimate(chosen, CORES)

    def done(part, status, log, seconds, cpu):
        result = result_of(part, status, log, seconds, cpu)
        results.append(result)
        records.keep(part.name, status, result)
        estimate.ended(part.name)
        report.show(result, estimate.text())

    pool = Pool(chosen, CORES, DIR, done, begun)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, end_by)
    try:
        pool.run()
    finally:
        pool.end()
    return results


def main():
    options = parse()
    wanted = [c for c in CHECKS if any(fnmatch.fnmatchcase(c.name, word) for word in options.only)]
    if options.list:
        print("\n".join(f"{c.name:<12} {c.minutes:3d} min  {c.shows}" for c in wanted))
        print(f"{len(wanted)} checks, {minutes(wanted):3d} min")
        return 0
    clean_environment(os.path.dirname(HERE))
    records = Records(options.results)
    chosen = [c for c in wanted if options.again or not records.has_passed(c.name)]
    print(f"{len(chosen)} of {len(wanted)} checks to run at {records.at}, about {minutes(chosen)} min; logs in {DIR}/",
          flush=True)
    results = run([part_of(c) for c in chosen], records)
    report.junit(records.results(), os.path.join(DIR, "junit.xml"))
    text = table(records)
    for place in [DIR] + [options.results] * options.write:
        store_json(os.path.join(place, "proof.json"), records.all())
        with open(os.path.join(place, "proof.md"), "w", encoding="utf-8") as f:
            f.write(text)
    print("\n" + text)
    report.failures(results)
    print(report.last_line(results))
    return int(any(r.failed for r in results))


if __name__ == "__main__":
    sys.exit(main())
