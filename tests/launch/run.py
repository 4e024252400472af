# SPDX-License-Identifier: BSD-3-Clause
"""run.py: the driver of the tests of jobs over hosts; see run.sh for its options."""
import argparse
import fnmatch
import os
import shutil
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import launchlib  # noqa: E402

GROUPS = ("hosts", "local", "ends", "fake", "ssh", "mpirun", "mpiexec", "srun")


def run_case(name, fn, world, verbose):
    """One case: it fails by an exception, or by what it leaves behind."""
    began = time.monotonic()
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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dir", default=".")
    parser.add_argument("--group", default=",".join(GROUPS))
    parser.add_argument("--only", default="*")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    tmp = tempfile.mkdtemp(prefix="launch.", dir=os.environ.get("TMPDIR", "/tmp"))
    passed = failed = skipped = 0
    try:
        world = launchlib.World(os.path.abspath(options.dir), tmp)
        for group in options.group.split(","):
            module = __import__("cases_" + group)
            word = module.start(world) if hasattr(module, "start") else None
            if word:
                print(f"skip {group}: {word}")
                skipped += 1
                continue
            try:
                for name, fn in module.cases(world):
                    if not any(fnmatch.fnmatch(f"{group}.{name}", p) for p in options.only.split(",")):
                        continue
                    good = run_case(f"{group}.{name}", fn, world, options.verbose)
                    passed += good
                    failed += not good
            finally:
                if hasattr(module, "stop"):
                    module.stop(world)
    finally:
        shutil.rmtree(tmp, ignore_errors=True)
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed else 0 if passed else 77


sys.exit(main())
