# SPDX-License-Identifier: BSD-3-Clause
"""driver.py: runs groups of cases, each a module cases_GROUP; see run.sh for its options."""
import argparse
import fnmatch
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import launchlib

NONE_CHOSEN = 2  # the status, if no case has such a name


def run_case(name, fn, world, verbose):
    """One case: it fails by an exception, or by what it leaves behind."""
    began = time.monotonic()
    if world.copy:
        world.copy.write(f"== {name}\n".encode())
    problem = None
    try:
        fn(world)
        problem = world.leftovers()
    except launchlib.Problem as e:
        problem = str(e)
    except Exception as e:  # pylint: disable=broad-except
        problem = f"driver: {type(e).__name__}: {e}"
    world.clean_up()
    took = f" # {time.monotonic() - began:.2f} s" if verbose or problem else ""
    print(("not ok " if problem else "ok ") + name + took, flush=True)
    if problem:
        print("\n".join("#   " + line for line in problem.splitlines()[:40]), flush=True)
    return not problem


def in_parts(options, beside):
    """Each of these lists of groups runs beside the others, and all other groups. Adds up what they say last."""
    own = options.group.split(",")
    parts = [[g for g in own if g in part] for part in beside]
    parts.append([g for g in own if not any(g in part for part in beside)])
    children = [subprocess.Popen([sys.executable, *sys.argv, "--jobs", "1", "--group", ",".join(part)],
                                 stdout=subprocess.PIPE, text=True) for part in parts if part]
    signal.signal(signal.SIGTERM, lambda *_: [child.terminate() for child in children])
    total = {"passed": 0, "failed": 0, "skipped": 0}
    for child in children:
        lines = child.communicate()[0].splitlines()
        if child.returncode != NONE_CHOSEN:  # the names may be those of cases in another part
            print("\n".join(lines[:-1]))
        counts = {word: int(n) for n, word in re.findall(r"(\d+) (passed|failed|skipped)", lines[-1] if lines else "")}
        if "failed" not in counts:
            counts = {"failed": 1}
        for word, n in counts.items():
            total[word] += n
    return total["passed"], total["failed"], total["skipped"]


def finish(options, passed, failed, skipped):
    if not passed + failed + skipped:
        print(f"--only {options.only}: no case of {options.group} is named so")
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed else 0 if passed else 77 if skipped else NONE_CHOSEN


def main(groups, beside, programs):
    parser = argparse.ArgumentParser()
    parser.add_argument("--dir", default=".")
    parser.add_argument("--group", default=",".join(groups))
    parser.add_argument("--only", default="*")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    if options.jobs > 1 and "," in options.group:
        return finish(options, *in_parts(options, beside))
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # what is begun below is ended
    tmp = tempfile.mkdtemp(prefix="launch.", dir=os.environ.get("TMPDIR", "/tmp"))
    passed = failed = skipped = 0
    try:
        world = launchlib.World(os.path.abspath(options.dir), tmp, programs)
        world.whole = options.whole
        if options.verbose:
            world.copy = open(os.path.join(tmp, "said"), "wb", buffering=0)  # pylint: disable=consider-using-with
        for group in options.group.split(","):
            module = __import__("cases_" + group)
            try:
                word = module.start(world) if hasattr(module, "start") else None
                if word:
                    print(f"skip {group}: {word}")
                    skipped += 1
                    continue
                for name, fn in module.cases(world):
                    if not any(fnmatch.fnmatch(f"{group}.{name}", p) for p in options.only.split(",")):
                        continue
                    good = run_case(f"{group}.{name}", fn, world, options.verbose)
                    passed += good
                    failed += not good
            finally:
                world.clean_up()
                if hasattr(module, "stop"):
                    module.stop(world)
    finally:
        shutil.rmtree(tmp, ignore_errors=True)
    return finish(options, passed, failed, skipped)
