# SPDX-License-Identifier: BSD-3-Clause
"""report.py: what the driver says: a line for each part, the time left, the slowest, JUnit XML, the sums."""
import json
import os
import re
import time
from xml.sax.saxutils import escape, quoteattr

import verdict


class Estimate:
    """How long the rest takes: by the times of the last run in this tree, or by the table's, and the pace so far."""

    def __init__(self, parts, cores):
        self.began, self.cores = time.monotonic(), cores
        self.seconds = {p.name: p.seconds for p in parts}
        self.whole = sum(self.seconds.values())
        self.left = dict(self.seconds)

    def ended(self, name):
        self.left.pop(name, None)

    def text(self):
        left = sum(self.left.values())
        elapsed, done = time.monotonic() - self.began, self.whole - left
        pace = done / elapsed if done > self.whole / 10 and elapsed else self.cores
        seconds = left / max(pace, 0.1)
        return ("" if not self.left else f"about {seconds / 60:.0f} min left" if seconds >= 90
                else f"about {seconds:.0f} s left")


class Result:
    def __init__(self, part, status, log, seconds, cpu):
        with open(log, errors="replace", encoding="utf-8") as f:
            self.text = f.read()
        self.part, self.status, self.seconds, self.cpu = part, status, seconds, cpu
        self.passed, self.failed, self.skipped = verdict.counts(self.text, status)
        if part.builds:
            self.passed = 0

    def line(self):
        if self.part.builds and not self.failed:
            return f"{self.part.name:<52}    built"
        more = f", {self.skipped} skipped" if self.skipped else ""
        if self.status in (verdict.TIMED_OUT, 137):
            more += ", stopped after a time limit"
        elif self.status not in (0, 1, verdict.SKIPPED):
            more += f", status {self.status}"
        return f"{self.part.name:<52} {self.passed:5d} passed, {self.failed} failed{more}"

    def details(self):
        if self.failed:
            return verdict.excerpt(self.text)
        return self.text.splitlines()[-3:] if self.status == verdict.SKIPPED else []


def show(result, left):
    print(f"{result.line()}  ({result.seconds:.0f} s{', ' + left if left else ''})", flush=True)
    for text in result.details():
        print("    " + text)


def slowest(results, count=10):
    print("\nslowest, and what they took of the cores:")
    for r in sorted(results, key=lambda r: -r.seconds)[:count]:
        print(f"  {r.seconds:6.0f} s  {r.cpu:6.0f} s  {r.part.name}")
    print(f"          {sum(r.cpu for r in results):6.0f} s  all {len(results)}")


def failures(results):
    """Once more, where a reader of the last screen sees them: which parts failed, and why."""
    for r in filter(lambda r: r.failed, results):
        print(f"\nfailed: {r.line()}")
        for text in verdict.failures(r.text):
            print("    " + text)


# --- JUnit XML ---

def clean(text):
    """Without characters that XML cannot have."""
    return re.sub(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd]", "?", text)


def case_xml(suite, kind, name, verdict_, text=""):
    inside = {"not ok": f"<failure>{escape(clean(text))}</failure>", "skip": "<skipped/>"}.get(verdict_, "")
    return f"  <testcase classname={quoteattr(clean(suite))} name={quoteattr(clean(name[:200]))}>{inside}</testcase>\n"


def suite_xml(result):
    """A part is a suite. Checks that have no line of their own are one case, which says how many they are."""
    name = result.part.name
    tests = result.passed + result.failed + result.skipped
    yield (f'<testsuite name={quoteattr(name)} tests="{tests}" failures="{result.failed}" '
           f'skipped="{result.skipped}" time="{result.seconds:.2f}">\n')
    named = {"ok": 0, "not ok": 0, "skip": 0}
    for word, what in verdict.cases(result.text):
        named[word] += 1
        yield case_xml(name, result.part.kind, what, word, "see the log of the part")
    if result.passed > named["ok"]:
        yield case_xml(name, result.part.kind, f"{result.passed - named['ok']} checks", "ok")
    if result.failed > named["not ok"]:
        yield case_xml(name, result.part.kind, f"{result.failed - named['not ok']} checks", "not ok",
                       "\n".join(verdict.excerpt(result.text)))
    yield "</testsuite>\n"


def junit(results, path):
    passed, failed, skipped = sums(results)
    with open(path, "w", encoding="utf-8") as f:
        f.write('<?xml version="1.0" encoding="UTF-8"?>\n'
                f'<testsuites tests="{passed + failed + skipped}" failures="{failed}" skipped="{skipped}">\n')
        for r in results:
            f.writelines(suite_xml(r))
        f.write("</testsuites>\n")


def sums(results):
    return tuple(sum(getattr(r, what) for r in results) for what in ("passed", "failed", "skipped"))


def last_line(results):
    passed, failed, skipped = sums(results)
    return f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else "")


def store(results, path, results_file):
    """Seconds of each part, for the next run's estimate; and the sums, where they are wanted."""
    times = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as f:
            times = json.load(f)
    times.update({r.part.name: round(r.seconds, 2) for r in results if not r.failed})
    with open(path, "w", encoding="utf-8") as f:
        json.dump(times, f, indent=0, sort_keys=True)
    if results_file:
        with open(results_file, "a", encoding="utf-8") as f:
            f.write("%d %d %d\n" % sums(results))
