#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The test suite of a build tree, which is the current directory; `make check` calls it.

Parts of the suite run beside each other, as the cores allow; each prints a line when it ends, and its
log if it failed. Then come the slowest, the failures once more, and as the last line `N passed, N failed`,
with `, N skipped` if any. Exit status 0 if none failed. Logs stay in check-logs/ of the build tree, and
check-logs/junit.xml."""
import argparse
import fnmatch
import json
import os
import shutil
import signal
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "lib"))
import parts     # noqa: E402
import report    # noqa: E402
from pool import Pool  # noqa: E402

LOGS, TIMES = "check-logs", "check-times.json"


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tests", nargs="*", metavar="TEST",
                        help="unit tests: programs of the build tree, scripts of the source "
                        "tree")
    parser.add_argument("--only", default="*", metavar="LIST",
                        help="only parts that one of these words names: a kind ("
                        + ", ".join(parts.KINDS) + "), the last word "
                        "of a part's name, or a pattern of the whole name, as '*udp*'")
    parser.add_argument("--without", default="", metavar="GLOBS", help="not the parts of these names")
    parser.add_argument("--reduced", action="store_true",
                        help="conformance, VIS and collectives in their short forms; unit "
                        "tests; nothing else")
    parser.add_argument("--configs", default="*", metavar="GLOB",
                        help="of the short conformance matrix only these, as 'par*'")
    parser.add_argument("--sanitize", default="", metavar="LIST",
                        help="of address,thread: also the short forms in trees with sanitizers, which are built "
                             "meanwhile")
    parser.add_argument("--label", default="", help="put before the name of every part")
    parser.add_argument("--results", metavar="FILE", help='add "passed failed skipped" of this run to FILE')
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)), metavar="N",
                        help="cores to use (default: "
                        "all of this process)")
    parser.add_argument("--list", action="store_true", help="the parts, without running anything")
    return parser, parser.parse_args()


def is_wanted(part, words):
    last = part.name.split("/")[-1]
    return any(word in (part.kind, last, last.split(" ")[0]) or fnmatch.fnmatchcase(part.name, word) for word in words)


def chosen(options, src):
    logs = os.path.abspath(LOGS)
    found = list(parts.unit_parts(options.tests, src, options.reduced))
    found += parts.reduced_parts(src, logs, options.configs) if options.reduced else parts.whole_parts(src, logs)
    for which in filter(None, options.sanitize.split(",")):
        found += parts.sanitized_parts(which, options.tests, src, logs)
    found = [p for p in found if is_wanted(p, options.only.split(","))
             and not parts.left_out(p.name, options.without.split())]
    wanted = {p.after for p in found}
    found = [p for p in found if not p.builds or p.name in wanted]
    for p in found:
        p.name = f"{options.label} {p.name}".strip()
    return [p for p in found if p.command[0] not in ("bash", "python3") or os.path.exists(p.command[1])]


def known_times(found):
    """Of the last run in this tree, in place of the table's."""
    if os.path.exists(TIMES):
        with open(TIMES, encoding="utf-8") as f:
            times = json.load(f)
        for p in found:
            p.seconds = times.get(p.name, p.seconds)


def clean_environment(src):
    """python3 is this one also in tests, not a script in PATH that looks for a version first (pyenv)."""
    for name in [n for n in os.environ if n.startswith("GASNET_") or n in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")]:
        del os.environ[name]
    os.environ["srcdir"] = src
    os.environ["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", os.defpath)])


def main():
    parser, options = parse()
    src = os.path.abspath(os.environ.get("srcdir") or os.path.dirname(HERE))
    found = chosen(options, src)
    if not found:
        parser.error(f"--only {options.only}: no part is named so; --list prints the names")
    known_times(found)
    if options.list:
        print("\n".join(f"{p.kind:<8} {p.lane:<5} {p.seconds:6.0f} s  {p.name}" for p in found))
        return 0
    clean_environment(src)
    shutil.rmtree(LOGS, ignore_errors=True)
    os.makedirs(LOGS)
    results, estimate = [], report.Estimate(found, options.jobs)

    def done(part, *how):
        results.append(report.Result(part, *how))
        estimate.ended(part.name)
        report.show(results[-1], estimate.text())

    pool = Pool(found, options.jobs, os.path.abspath(LOGS), done)
    # a script's command in the background begins with it ignored; tests do not
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    try:
        pool.run()
    finally:
        pool.end()
    report.junit(results, os.path.join(LOGS, "junit.xml"))
    report.store(results, TIMES, options.results)
    report.slowest(results)
    report.failures(results)
    print(report.last_line(results))
    passed, failed, _ = report.sums(results)
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
