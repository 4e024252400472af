#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""conform.py [options] -- LAUNCHER... PROGRAM: runs the conformance suite's program as a job, and again after a test
that ended it; tests that may well end it, each as a job of its own; prints what failed, groups that the program lacks,
sums by clause and by label, and `N passed, N failed`. Exit status 0 if none failed."""
import argparse
import collections
import os
import re
import subprocess
import sys
from xml.sax.saxutils import escape, quoteattr

SUMS = re.compile(r"^\d+ passed, \d+ failed, \d+ skipped$", re.M)
LINE = re.compile(r"^(ok|not ok|skip) (\S+)(?: \[[^]]*\])? ?(.*)$")
MOST_DEATHS = 40
LEFT_OUT = set()


class Test:
    def __init__(self, group, name, clauses, label, why):
        self.group, self.name, self.clauses, self.label, self.why = group, name, clauses, label, why
        self.ends = why.endswith("may end the job")
        self.verdict, self.text, self.seconds = None, "", 0.0


def listed(program, words):
    """The tests that the words leave, by name, in the order in which they run."""
    listing = subprocess.run([program, "--list", *words], capture_output=True, text=True, check=False)
    rows = re.findall(r"^(\S+) (\S+) \[([^]]*)\] (\w+)(?:: (.*))?$", listing.stdout, re.M)
    if listing.returncode or not rows:
        print(listing.stderr.strip() or f"conform.py: {' '.join(words)} leaves no test", file=sys.stderr)
        sys.exit(2)
    return {row[1]: Test(*row) for row in rows}


def job(command, timeout):
    """What a job said, and its status."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=timeout, text=True, errors="replace", check=False)
        return done.stdout, done.returncode
    except subprocess.TimeoutExpired as e:
        said = e.stdout or b""
        return (said if isinstance(said, str) else said.decode(errors="replace")), "a time limit"


def take(tests, said):
    """Notes the verdicts in what a job said; the test that was running at its end, if one was."""
    running, text = None, []
    for line in said.splitlines():
        if line.startswith("# start "):
            running, text = line[8:], []
            continue
        m = LINE.match(line)
        if not m or m.group(2) not in tests:
            text.append(line)
            continue
        t = tests[m.group(2)]
        t.verdict, t.text = m.group(1), "\n".join(text + ([m.group(3)] if m.group(1) != "ok" else []))
        if m.group(3).endswith(" ms"):
            t.seconds = float(m.group(3)[:-3]) / 1e3
        running, text = None, []
    return running, "\n".join(text)


def run(tests, command, words, timeout, most=MOST_DEATHS):
    """Runs jobs until one has come to its end. Problems that are no test's, and groups that are not in the program."""
    after = []
    for _ in range(most):
        said, status = job(command + words + after, timeout)
        LEFT_OUT.update(re.findall(r"^# left out: (.*)$", said, re.M))
        running, text = take(tests, said)
        if SUMS.search(said):
            return []
        if running is None:
            return [f"the job ended with {status} before it came to a test:\n{said[-2000:]}"]
        tests[running].verdict, tests[running].text = "not ok", f"{text}\nthe job ended with {status}"
        after = ["--after", running]
    return [f"{most} tests ended the job; the rest was not run"] if most > 1 else []


def run_all(command, words, timeout):
    """All tests that the words leave; those that may end the job by themselves, so that none after them is lost."""
    tests = listed(command[-1], words)
    problems = run(tests, command, words + ["--without", "ends"], timeout)
    for t in tests.values():
        if t.ends:
            problems += run(tests, command, ["--only", t.name], timeout, most=1)
    return tests, problems


def junit(tests, path):
    ran = [t for t in tests if t.verdict]
    failures = sum(t.verdict == "not ok" for t in ran)
    with open(path, "w", encoding="utf-8") as f:
        f.write('<?xml version="1.0" encoding="UTF-8"?>\n'
                f'<testsuite name="conform" tests="{len(ran)}" failures="{failures}" '
                f'skipped="{sum(t.verdict == "skip" for t in ran)}" time="{sum(t.seconds for t in ran):.3f}">\n')
        for t in ran:
            f.write(f'<testcase classname={quoteattr(t.label + "." + t.group)} '
                    f'name={quoteattr(t.name)} time="{t.seconds:.3f}">\n')
            f.write(f'<properties><property name="clauses" value={quoteattr(t.clauses)}/></properties>\n')
            clean = escape(re.sub(r"[^\t\n\x20-\ufffd]", "?", t.text))
            if t.verdict == "not ok":
                f.write(f"<failure message={quoteattr(t.clauses)}>{clean}</failure>\n")
            elif t.verdict == "skip":
                f.write(f"<skipped message={quoteattr(t.text)}/>\n")
            f.write("</testcase>\n")
        f.write("</testsuite>\n")


def documents(clauses):
    """`gex-core FP-2, gex-rma EC-2, AR-1`: document and clause of each."""
    document = ""
    for part in re.split(r"[,;] *", clauses):
        m = re.match(r"((?:gex|gasnet)[\w-]*)(?: (.*))?$", part)
        if m:
            document, part = m.group(1), m.group(2) or ""
        yield f"{document} {part}".strip()


def summary(tests, what, keys):
    table = collections.defaultdict(collections.Counter)
    for t in tests:
        for key in keys(t):
            table[key][t.verdict] += 1
    print(f"\n{what:<42} passed failed skipped")
    for key in sorted(table):
        c = table[key]
        print(f"{key:<42} {c['ok']:6d} {c['not ok']:6d} {c['skip']:7d}")


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--without", action="append", default=[], choices=["interface", "stricter", "extension"],
                   help="leave out tests with this label")
    p.add_argument("--only", action="append", default=[], help="only this test or group, or tests with this label")
    p.add_argument("--junit", metavar="FILE")
    p.add_argument("--clauses", action="store_true", help="also a line for each clause")
    p.add_argument("--timeout", type=float, default=1200, help="seconds for a job")
    p.add_argument("command", nargs="+")
    o = p.parse_args()
    os.environ.update(CONFORM_ENV_PROBE="a value, with spaces = and %20 signs", CONFORM_ENV_EMPTY="")
    words = [w for label in o.without for w in ("--without", label)] + [w for name in o.only for w in ("--only", name)]
    tests, problems = run_all(o.command, words, o.timeout)
    ran = [t for t in tests.values() if t.verdict]
    for t in ran:
        if t.verdict == "not ok":
            why = f"; {t.label}: {t.why}" if t.why else ""
            print(f"not ok {t.name} [{t.clauses}]{why}\n"
                  + "\n".join("    " + l for l in t.text.strip().splitlines()[-12:]))
    for text in problems:
        print(f"not ok: {text}")
    for text in sorted(LEFT_OUT):
        print(f"left out of the program: {text}")
    if o.junit:
        junit(tests.values(), o.junit)
    summary(ran, "document", lambda t: sorted({d.split()[0] for d in documents(t.clauses)}))
    if o.clauses:
        summary(ran, "clause", lambda t: documents(t.clauses))
    summary(ran, "label", lambda t: [t.label])
    failed = sum(t.verdict == "not ok" for t in ran) + len(problems)
    print(f"\n{sum(t.verdict == 'ok' for t in ran)} passed, {failed} failed")
    return failed != 0


sys.exit(main())
