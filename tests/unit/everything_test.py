# SPDX-License-Identifier: BSD-3-Clause
"""everything_test.py: the driver of all checks (tests/everything.py): what is run again, what the table says, that an
interrupted run goes on."""
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path.insert(0, TESTS)
sys.path.insert(0, os.path.join(TESTS, "lib"))
import everything  # noqa: E402
import sources  # noqa: E402

# In place of make: each call adds its target to the file `calls`, and ends as the file ends.TARGET says.
MAKE = """#!/bin/sh
echo "$2" >>calls
test ! -e "ends.$2" || . "./ends.$2"
echo "3 passed, 0 failed"
"""


class Everything(unittest.TestCase):
    def setUp(self):
        self.tree = tempfile.TemporaryDirectory()
        self.write("make", MAKE)
        os.chmod(self.path("make"), 0o755)

    def tearDown(self):
        self.tree.cleanup()

    def path(self, name):
        return os.path.join(self.tree.name, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as f:
            f.write(text)

    def start(self, *words):
        return subprocess.Popen([sys.executable, os.path.join(TESTS, "everything.py"),
                                 "--results", self.tree.name, *words], cwd=self.tree.name,
                                env=dict(os.environ, MAKE=self.path("make")), stdout=subprocess.PIPE, text=True)

    def run_all(self, *words):
        process = self.start(*words)
        out = process.communicate(timeout=60)[0]
        return process.returncode, out

    def record(self, name):
        with open(self.path(f"check-everything/{name}.json"), encoding="utf-8") as f:
            return json.load(f)

    def calls(self):
        with open(self.path("calls"), encoding="utf-8") as f:
            return sorted(f.read().split())

    def test_each_check_runs_once(self):
        status, out = self.run_all()
        self.assertEqual((status, self.calls()), (0, sorted(c.make[0] for c in everything.CHECKS)))
        self.assertIn(f"{3 * len(everything.CHECKS)} passed, 0 failed", out.splitlines()[-1])
        os.remove(self.path("calls"))
        self.assertEqual(self.run_all()[0], 0)
        self.assertFalse(os.path.exists(self.path("calls")))
        self.run_all("--again", "--only", "sim")
        self.assertEqual(self.calls(), ["check-sim"])

    def test_failures_and_skips_are_in_the_table(self):
        self.write("ends.check-sim", "echo 'not ok seed 7 | lost'; echo '5 passed, 1 failed'; exit 1\n")
        self.write("ends.check-link", "echo 'skip: no namespaces'; echo 'make: *** [Makefile:1: x] Error 77'; exit 2\n")
        self.write("ends.check-mpi", "echo 'skip: no MPI'; exit 0\n")
        self.assertEqual(self.run_all("--only", "sim,link,dsm,mpi")[0], 1)
        with open(self.path("check-everything/proof.md"), encoding="utf-8") as f:
            rows = {line.split("|")[1].strip(): line for line in f if line.startswith("| ")}
        self.assertRegex(rows["sim"], r"\| 5 \| 1 \| 0 \| not ok seed 7 \\\\\\| lost \|")
        self.assertIn("| 0 | 0 | 1 | skip: no namespaces |", rows["link"])
        self.assertIn("| 0 | 0 | 1 | skip: no MPI |", rows["mpi"])
        self.assertIn("| 3 | 0 | 0 |  |", rows["dsm"])
        self.assertIn("not run", rows["ibv"])
        os.remove(self.path("calls"))
        self.write("check-everything/dsm.json", json.dumps(dict(self.record("dsm"), sources="others")))
        self.run_all("--only", "sim,link")
        self.assertEqual(self.calls(), ["check-sim"])
        with open(self.path("check-everything/proof.md"), encoding="utf-8") as f:
            self.assertEqual(re.findall(r"^\| (\w+) .*older sources", f.read(), re.M), ["dsm"])
        with open(self.path("check-everything/junit.xml"), encoding="utf-8") as f:
            suites = re.findall(r'<testsuite name="(\w+)" tests="(\d+)" failures="(\d+)" skipped="(\d+)"', f.read())
        self.assertEqual(sorted(suites), [("dsm", "3", "0", "0"), ("link", "1", "0", "1"), ("mpi", "1", "0", "1"),
                                          ("sim", "6", "1", "0")])

    def test_an_interrupted_run_goes_on(self):
        self.write("ends.check-sim", "sleep 60\n")
        process = self.start("--only", "sim,ibv")
        end = time.monotonic() + 30
        while time.monotonic() < end and not (os.path.exists(self.path("check-everything/ibv.json")) and
                                              "check-sim" in self.calls()):
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=30)
        self.assertEqual(process.returncode, 128 + signal.SIGTERM)
        os.remove(self.path("ends.check-sim"))
        os.remove(self.path("calls"))
        self.assertEqual(self.run_all("--only", "sim,ibv")[0], 0)
        self.assertEqual(self.calls(), ["check-sim"])

    def test_committed_results_keep_what_has_passed_elsewhere(self):
        self.run_all("--only", "sim,link", "--write")
        shutil.rmtree(self.path("check-everything"))
        os.remove(self.path("calls"))
        self.run_all("--only", "sim,ibv")
        self.assertEqual(self.calls(), ["check-ibv"])
        with open(self.path("check-everything/proof.md"), encoding="utf-8") as f:
            self.assertEqual(len(re.findall(r"\| 3 \| 0 \| 0 \|  \|$", f.read(), re.M)), 3)


@unittest.skipUnless(shutil.which("git"), "no git")
class Sources(unittest.TestCase):
    """tests/lib/sources.py"""

    def setUp(self):
        self.tree = tempfile.TemporaryDirectory()
        self.git("init", "-q")
        self.change("core/a.c", "")

    def tearDown(self):
        self.tree.cleanup()

    def git(self, *words):
        subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=self.tree.name, check=True,
                       capture_output=True)

    def write(self, name, text):
        path = os.path.join(self.tree.name, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        self.git("add", name)

    def change(self, name, text="changed"):
        """Whether that changes the state of a check of udp, and what the commit is called before it is one."""
        before = self.state()
        self.write(name, text)
        now, at = self.state(), sources.Tree(self.tree.name).commit()
        self.git("commit", "-q", "-m", name)
        self.assertEqual(self.state(), now)
        return now != before, at.endswith("+")

    def state(self):
        return sources.Tree(self.tree.name).state(["sim", "udp"])

    def test_words_make_no_result_stale(self):
        for name in ("ChangeLog", "README.md", "core/README.md", "contrib/spec/proof.md", "contrib/spec/proof.json"):
            self.assertEqual(self.change(name), (False, False), name)
        for name in ("core/a.c", "contrib/doc/man/a.3.md"):
            self.assertEqual(self.change(name), (True, True), name)

    def test_a_check_sees_its_parts_and_what_is_nobodys(self):
        for name in ("conduits/udp/a/b.c", "tests/sim/a.c", "tests/lib/a.py", "Makefile.am", "contrib/building/a"):
            self.assertEqual(self.change(name), (True, True), name)
        for name in ("conduits/ibv/a/b.c", "tests/unit/a.c", "contrib/layers/upc/a.c", "contrib/building/rdma-vm-a"):
            self.assertEqual(self.change(name), (False, True), name)

    def test_edits_are_seen_before_they_are_committed(self):
        self.write("core/a.c", "once")
        once = self.state()
        self.write("core/a.c", "twice")
        self.assertNotEqual(self.state(), once)


class Parts(unittest.TestCase):
    """The lists of the tree itself."""

    def test_each_part_is_there_and_has_a_check(self):
        named = {part for check in everything.CHECKS for part in check.parts.split()}
        self.assertEqual(named, set(sources.PARTS))
        for path in sources.paths(sources.PARTS):
            self.assertTrue(glob.glob(os.path.join(TESTS, "..", path)), path)

    def test_a_check_names_what_its_parts_use(self):
        """A program or a header of another folder that a test's file names; but unit tests are about all folders."""
        used = {part: self.used_by(part) for part in set(sources.PARTS) - {"coverage", "driver", "suite", "unit"}}
        for check in everything.CHECKS:
            parts = set(check.parts.split())
            for part in parts & set(used):
                self.assertEqual(used[part] - parts, set(), f"{check.name} has {part}")

    @staticmethod
    def used_by(part):
        owner = {path: name for name in sources.PARTS for path in sources.paths([name])}
        files = [path for path in sources.Tree(TESTS).files if any(
            sources.is_in(path, place) for place in sources.paths([part]) if place.startswith("tests/"))]
        used = set()
        for name in files:
            with open(os.path.join(TESTS, "..", name), encoding="utf-8", errors="replace") as f:
                code = [line for line in f if not re.match(r"\s*(#(?!include)|\*|/\*|\"\"\")", line)]
            found = re.findall(r"tests/((?:net/)?[a-z]+)/", "".join(code))
            used |= {owner[path] for path in ("tests/" + word for word in found) if path in owner}
        return used


if __name__ == "__main__":
    unittest.main()
