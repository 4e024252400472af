#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""rules_test.py [--items]: each rule of sections 2 and 3 of contrib/spec/ofi.md is named by a test.

`rules.txt` has a line for each rule: the clause, words of it, and the tests that look after it:

  2.4 | ≤ inject size: `fi_inject` | ofi:tcp, ofi:small-mediums

A test is a case of a script (ofi:CASE of tests/net/ofi/run.sh, strictfi:CASE, ibv:GROUP.CASE) or a function of a C file
(unit:FILE:FUNCTION). What is a fact, or a decision not to do something, is no rule: "fact: why". Each paragraph, item
and row of these sections must have a line at least, and each line's words must stand in its clause.

--items prints what there is to be named. Prints a line for each check, and `N passed, N failed`."""
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.normpath(os.path.join(HERE, "../../.."))
SPEC = os.path.join(TOP, "contrib/spec/ofi.md")
SCRIPTS = {"ofi": "tests/net/ofi/run.sh", "strictfi": "tests/net/strictfi/run.sh"}


def items_of_spec():
    """[(clause, text)]: paragraphs, items of lists, rows of tables; a line that begins with none of these marks goes
    on."""
    found, clause, wanted = [], "", False
    with open(SPEC, encoding="utf-8") as f:
        lines = f.read().splitlines()
    fresh = True
    for at, line in enumerate(lines):
        heading = re.match(r"#+ (\d+(?:\.\d+)?)", line)
        if heading:
            clause, wanted, fresh = heading[1], heading[1][0] in "23", True
        elif not wanted or not line.strip() or re.match(r"\|[-|]+$",
                                                        line) or re.match(r"\|[-|]+$", (lines + [""])[at + 1]):
            fresh = True
        elif fresh or re.match(r"- |\d+\. |\|", line):
            found.append([clause, line])
            fresh = False
        else:
            found[-1][1] += " " + line.strip()
    return found


def listed():
    """[(line number, clause, words, tests)]"""
    rows = []
    with open(os.path.join(HERE, "rules.txt"), encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            if line.strip() and not line.startswith("#"):
                clause, words, tests = (part.strip() for part in line.split(" | "))
                rows.append((number, clause, words, tests))
    return rows


def cases(script):
    done = subprocess.run(["bash", os.path.join(TOP, script), "--whole", "--list"], capture_output=True, text=True,
                          check=True)
    return set(done.stdout.split())


class Tests:
    def __init__(self):
        self.known = {kind: cases(script) for kind, script in SCRIPTS.items()}

    def lacks(self, name):
        """Why there is no such test; None if there is."""
        kind, _, rest = name.partition(":")
        if kind in self.known:
            return None if rest in self.known[kind] else f"{SCRIPTS[kind]} has no case {rest}"
        if kind == "ibv":
            group, _, case = rest.partition(".")
            path, words = f"tests/net/ibv/cases_{group}.py", f'"{case}"'
        elif kind == "unit":
            path, _, case = rest.partition(":")
            words = f"({case})"  # in the list of those that run
        else:
            return f"no kind of tests {kind!r}"
        path = os.path.join(TOP, path)
        if not os.path.exists(path):
            return f"no file {path}"
        with open(path, encoding="utf-8") as f:
            return None if words in f.read() else f"{path} has no {case}"


def verdict(what, wrong):
    print(("not ok - " if wrong else "ok - ") + what)
    for line in wrong:
        print("#   " + line)
    return bool(wrong)


def main():
    items = items_of_spec()
    if "--items" in sys.argv:
        for clause, text in items:
            print(clause, "|", text[:200])
        return 0
    rows, tests = listed(), Tests()
    named, wrong, missing, rules = set(), [], [], 0
    for number, clause, words, by in rows:
        hits = [i for i, (c, text) in enumerate(items) if c == clause and words in text]
        if not hits:
            wrong.append(f"rules.txt:{number}: {clause} does not say: {words}")
        named.update(hits)
        if by.startswith("fact: "):
            continue
        rules += 1
        if not by:
            missing.append(f"rules.txt:{number}: no test")
        missing += [f"rules.txt:{number}: {why}" for why in (tests.lacks(t.strip()) for t in by.split(",") if t.strip())
                    if why]
    left = [f"{clause}: {text[:120]}" for i, (clause, text) in enumerate(items) if i not in named]
    failed = verdict(f"{len(items)} paragraphs, items and rows of the contract have lines in the list", left)
    failed += verdict(f"the words of {len(rows)} lines stand in their clauses", wrong)
    failed += verdict(f"{rules} rules name tests that exist", missing)
    print(f"{3 - failed} passed, {failed} failed")
    return failed


sys.exit(main())
