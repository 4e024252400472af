#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Each check that `make check` leaves out, and `make check` itself, one after the other, or beside what mostly waits;
`make check-everything` calls this in the build tree, which is the current directory.

What has passed with these sources is not run again, so a run that was interrupted goes on where it was; a commit that
changes words alone keeps the results. Logs, a result of each check, junit.xml and the table of results are in
check-everything/ of the build tree; --write copies the table to contrib/spec. Prints a line for each check that begins
or ends, then the table; status 0 if every check has passed or says why it was left out."""
import argparse
import dataclasses
import datetime
import fnmatch
import hashlib
import json
import math
import os
import re
import shutil
import signal
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "lib")]
import report    # noqa: E402
import verdict   # noqa: E402
from parts import BUSY, WAITS, Part  # noqa: E402
from pool import Pool  # noqa: E402
from run import clean_environment  # noqa: E402

DIR, CORES = "check-everything", 2
# The files that a result is about: all but words. The manual's pages have examples, which are compiled and run.
SOURCES = [":(top)", ":(top,exclude)ChangeLog", ":(top,exclude)contrib/spec/*.md",
           ":(top,exclude)contrib/doc/manual/*.md", ":(top,exclude,glob)*.md", ":(top,exclude,glob)**/README.md",
           ":(top,exclude,glob)**/NOTES.md"]


@dataclasses.dataclass
class Check:
    name: str
    minutes: int                  # on two quiet cores
    cores: float                  # that it keeps busy: less than one, and it runs beside those that compute
    shows: str
    make: list                    # words for make
    alone: bool = False           # parts.py


CHECKS = [
    Check("check", 12, 1.6, "the suite",
          ["check"], alone=True),
    Check("sanitizers", 15, 1.7, "the suite's short forms with AddressSanitizer, UBSan, ThreadSanitizer",
          ["check", "CHECK_FLAGS=--sanitize address,thread --only asan*,tsan*"]),
    Check("weak-memory", 5, 1, "shared-memory protocols in all executions of C11's memory model; each order is needed",
          ["check-weak-memory"]),
    Check("inject", 25, 0.8, "each system call and each allocation of a small job fails once",
          ["check-inject"]),
    Check("sim", 2, 0.6, "udp, whole jobs, firehose on a simulated network",
          ["check-sim", "SEEDS=10000"]),
    Check("fuzz", 6, 1.8, "parsers and packets with wrong input, 40 s each",
          ["check-fuzz"]),
    Check("death", 25, 0.8, "processes killed at each atomic access, call and message; stopped; clocks that are set",
          ["check-death"]),
    Check("busy", 45, 1.8, "tests that depend on time: on one core, beside 40 processes, with half a core and 1 GB",
          ["check-busy"], alone=True),
    Check("link", 1, 0.5, "udp over links that lose, delay and cut",
          ["check-link"]),
    Check("ibv", 45, 1.4, "the ibv conduit on two emulated machines",
          ["check-ibv"]),
    Check("ofi", 40, 0.6, "the ofi conduit over each provider, and the strict one",
          ["check-ofi"]),
    Check("mpi", 15, 1, "the mpi conduit under each MPI",
          ["check-mpi"]),
    Check("netvm", 15, 0.5, "paged segments",
          ["check-netvm"]),
    Check("dsm", 8, 1, "the shared memory layer",
          ["check-dsm", "SEEDS=2000"]),
    Check("caf", 8, 1, "coarrays of gfortran",
          ["check-caf"]),
    Check("upc", 20, 1.2, "compiled UPC programs",
          ["check-upc"]),
    Check("armci", 20, 0.7, "ARMCI and Global Arrays",
          ["check-armci"]),
    Check("conform", 12, 1.2, "the conformance suite as others get it",
          ["check-conform", "CONFORM_FLAGS=--configs all"]),
    Check("watch", 1, 0.3, "traces, statistics, their pages",
          ["check-watch"]),
    Check("processors", 8, 1.8, "aarch64, ppc64le, riscv64, s390x by qemu-user: unit tests, simulator, conformance",
          ["check-processors"]),
    Check("compilers", 8, 1.8, "each compiler that is installed",
          ["check-compilers"]),
    Check("without", 18, 1.7, "optional packages hidden: six mixes, in which each two are told apart; all",
          ["check-without"]),
    Check("dist", 30, 1.5, "tarball, ABI, manual, packages",
          ["check-dist", "BUILD_FLAGS=--only same,files,build,dropin,abi,html,deb,rpm,chroot"]),
]


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="*", metavar="GLOBS", help="some checks, as 'sim,link'; see --list")
    parser.add_argument("--again", action="store_true", help="run also what has passed with these sources")
    parser.add_argument("--write", action="store_true", help="copy the table to contrib/spec")
    parser.add_argument("--list", action="store_true", help="the checks, without running anything")
    options = parser.parse_args()
    options.only = options.only.split(",")
    for word in options.only:
        if not fnmatch.filter([c.name for c in CHECKS], word):
            parser.error(f"--only {word}: no check is named so; --list prints the names")
    return options


def said_by(*command):
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def commit():
    """The commit of the source tree, with a + if sources differ from it."""
    changed = said_by("git", "diff", "--name-only", "HEAD", "--", *SOURCES)
    return (said_by("git", "rev-parse", "--short=10", "HEAD") or "no commit") + ("+" if changed else "")


def sources():
    """What tells the sources of one state from those of another."""
    text = said_by("git", "ls-files", "-s", "--", *SOURCES) + said_by("git", "diff", "--", *SOURCES)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


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


class Records:
    """The results of this tree: a file for each check."""

    def __init__(self):
        self.at, self.sources = commit(), sources()
        os.makedirs(DIR, exist_ok=True)

    def path(self, name):
        return os.path.join(DIR, name + ".json")

    def load(self, name):
        try:
            with open(self.path(name), encoding="utf-8") as f:
                return json.load(f)
        except (OSError, ValueError):
            return None

    def has_passed(self, name):
        record = self.load(name)
        return bool(record) and record.get("sources") == self.sources and not record["failed"]

    def keep(self, name, status, result):
        shutil.move(result.log, log_of(name))
        record = {"commit": self.at, "sources": self.sources, "status": status,
                  "date": datetime.date.today().isoformat(), "machine": machine(),
                  "seconds": round(result.seconds), "cpu": round(result.cpu),
                  "passed": result.passed, "failed": result.failed, "skipped": result.skipped,
                  "why": reason(result)[:160]}
        with open(self.path(name), "w", encoding="utf-8") as f:
            json.dump(record, f, indent=1)

    def results(self):
        """Of each check that has ever run in this tree."""
        kept = [(part_of(check), self.load(check.name)) for check in CHECKS]
        return [result_of(part, r["status"], log_of(part.name), r["seconds"], r["cpu"]) for part, r in kept
                if r and "status" in r and os.path.exists(log_of(part.name))]


def row(check, r, sources_now):
    if r is None:
        return f"| {check.name} | {check.shows} | | | | | | | | not run |"
    why = r["why"].replace("|", "\\|") + " (older sources)" * (r.get("sources") != sources_now)
    return (f"| {check.name} | {check.shows} | {r['commit']} | {r['date']} | {r['seconds'] / 60:.0f} | "
            f"{r['cpu'] / 60:.0f} | {r['passed']} | {r['failed']} | {r['skipped']} | {why} |")


def table(records):
    """The proof, as Markdown."""
    found = [(check, records.load(check.name)) for check in CHECKS]
    machines = sorted({r["machine"] for _, r in found if r})
    return "\n".join(
        ["# Proof: each check, when it last ran to its end", "",
         "`make check-everything EVERYTHING_FLAGS=--write` writes this table, of what this driver has run.", "",
         "Machine: " + "; ".join(machines), "",
         "| check | shows | commit | date | min | of a core | passed | failed | skipped | left out, or failed |",
         "|---|---|---|---|---|---|---|---|---|---|"] + [row(*f, records.sources) for f in found]) + "\n"


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
    results, estimate = [], report.Estimate(chosen, 1)

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
    records = Records()
    chosen = [c for c in wanted if options.again or not records.has_passed(c.name)]
    print(f"{len(chosen)} of {len(wanted)} checks to run at {records.at}, about {minutes(chosen)} min; logs in {DIR}/",
          flush=True)
    results = run([part_of(c) for c in chosen], records)
    report.junit(records.results(), os.path.join(DIR, "junit.xml"))
    text = table(records)
    places = [os.path.join(DIR, "proof.md")] + [os.path.join(HERE, "../contrib/spec/proof.md")] * options.write
    for place in places:
        with open(place, "w", encoding="utf-8") as f:
            f.write(text)
    print("\n" + text)
    report.failures(results)
    print(report.last_line(results))
    return int(any(r.failed for r in results))


if __name__ == "__main__":
    sys.exit(main())
