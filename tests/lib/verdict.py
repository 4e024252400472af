# SPDX-License-Identifier: BSD-3-Clause
"""verdict.py: what a part's log and exit status say: how many checks passed, failed, and were left out."""
import re

SKIPPED = 77
TIMED_OUT = 124


def counts(text, status):
    """(passed, failed, skipped): of the last line `N passed, N failed`, of cmocka's sums, or of the status alone."""
    if status == SKIPPED:
        return 0, 0, 1
    p, f, s = said(text) or cmocka(text) or (int(status == 0), 0, 0)
    return p, max(f, 1) if status else f, s  # a part that ends badly failed, although it counted no failure


def sums(text, status):
    """Like counts, but of a log with the last lines of several tests, which are added up; of one without such lines,
    the lines that name checks."""
    lines = re.findall(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$", text, re.M)
    runs = [(p, int(n) - int(p), 0) for p, n in re.findall(r"^(\d+) of (\d+) runs passed", text, re.M)]
    named = [word for word, _ in cases(text)]
    if status == SKIPPED or (len(lines) == 1 and not runs) or not lines + runs + named:
        return counts(text, status)
    lines += runs
    if lines:
        p, f, s = (sum(int(n or 0) for n in column) for column in zip(*lines))
    else:
        p, f, s = (named.count(word) for word in ("ok", "not ok", "skip"))
    return p, max(f, 1) if status else f, s


def said(text):
    lines = re.findall(r"^(?:# )?(\d+) passed, (\d+) failed(?:, (\d+) skipped)?", text, re.M)
    if not lines:
        return None
    p, f, s = lines[-1]
    apart = re.findall(r"^(\d+) skipped$", text, re.M)
    return int(p), int(f), int(s or (apart[-1] if apart else 0))


def cmocka(text):
    if not re.search(r"^\[ *(PASSED|FAILED) *\] \d+ test", text, re.M):
        return None
    return tuple(sum(int(n) for n in re.findall(rf"^\[ *{word} *\] (\d+) test", text, re.M))
                 for word in ("PASSED", "FAILED", "SKIPPED"))


def cases(text):
    """(verdict, name) of each line that names a check."""
    for line in re.finditer(r"^(ok|not ok|skip)[ :]+(?:\d+ )?(?:- )?(.+)$", text, re.M):
        yield line[1], line[2]
    for line in re.finditer(r"^\[ +(OK|FAILED|SKIPPED) +\] (?!\d+ test)(\S+)", text, re.M):
        yield {"OK": "ok", "FAILED": "not ok", "SKIPPED": "skip"}[line[1]], line[2]


# TAP, cmocka, unittest
NAMES_FAILURE = r"not ok|\[ +(?:ERROR|LINE|FAILED) +\] (?!\d+ test)|(?:FAIL|ERROR): |\w*Error: "


def failures(text, most=6):
    """The lines that name failures, each with the first lines of its reason below it; the log's last lines if there is
    none."""
    found = re.findall(rf"^(?:{NAMES_FAILURE}).*(?:\n#.*){{0,4}}", text, re.M)
    lines = [line for block in found[:most] for line in block.splitlines()] or text.splitlines()[-most:]
    return [line[:200] for line in lines] + [f"and {len(found) - most} more"] * (len(found) > most)


def excerpt(text, lines=60):
    """Of a failed part's log: what names failures, then the end."""
    all_lines = text.splitlines()
    bad = [x for x in all_lines if re.search(r"^not ok|FAILED|rror", x)]
    return bad[:40] + ["..."] + all_lines[-lines:]
