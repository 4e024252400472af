# SPDX-License-Identifier: BSD-3-Clause
"""checks.py: what tests that compare files share: verdicts with what is wrong, and their sums."""
import sys

passed = failed = 0


def verdict(problems, what):
    """Prints and counts one check, which has passed if there are no problems."""
    global passed, failed
    problems = list(problems)
    passed, failed = passed + (not problems), failed + bool(problems)
    print(("not ok " if problems else "ok ") + what)
    for p in problems[:20]:
        print("#   " + str(p))


def refuse_none(chosen, words):
    """Ends a test whose arguments choose nothing: else it would pass."""
    if not chosen:
        print(f"{' '.join(words)}: nothing here is named so", file=sys.stderr)
        sys.exit(2)


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def status():
    """Prints the sums; the exit status."""
    print(f"{passed} passed, {failed} failed")
    return int(failed != 0)
