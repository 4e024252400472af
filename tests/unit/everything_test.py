# SPDX-License-Identifier: BSD-3-Clause
"""everything_test.py: the driver of all checks (tests/everything.py): what is run again, what the table says, that an
interrupted run goes on."""
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
from unittest import mock

sys.dont_write_bytecode = True
TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path.insert(0, TESTS)
import everything  # noqa: E402

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
        return subprocess.Popen([sys.executable, os.path.join(TESTS, "everything.py"), *words], cwd=self.tree.name,
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

    @unittest.skipUnless(shutil.which("git"), "no git")
    def test_words_make_no_result_stale(self):
        def git(*words):
            subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=self.path("tests"),
                           check=True, capture_output=True)

        def states():
            return everything.commit(), everything.sources()
        for name in ("tests", "core", "contrib/spec", "contrib/doc/man"):
            os.makedirs(self.path(name))
        names = ("core/a.c", "ChangeLog", "README.md", "core/README.md", "contrib/spec/proof.md",
                 "contrib/doc/man/a.3.md")
        self.write("core/a.c", "")
        with mock.patch.object(everything, "HERE", self.path("tests")):
            git("init", "-q", "..")
            git("add", "../core")
            git("commit", "-q", "-m", "a")
            for name in names:
                before = states()
                self.write(name, "changed")
                git("add", ":/" + name)
                at, now = states()
                is_source = name in ("core/a.c", "contrib/doc/man/a.3.md")
                self.assertEqual((at.endswith("+"), now != before[1]), (is_source, is_source), name)
                git("commit", "-q", "-m", name)
                self.assertEqual(everything.sources(), now)
                self.assertNotEqual(everything.commit(), before[0])
            self.write("core/a.c", "once")
            once = states()
            self.write("core/a.c", "twice")
            self.assertEqual(once[0], states()[0])
            self.assertNotEqual(once[1], everything.sources())


if __name__ == "__main__":
    unittest.main()
