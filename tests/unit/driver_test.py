# SPDX-License-Identifier: BSD-3-Clause
"""driver_test.py: the driver of the suite (tests/run.py): what it counts, when it lets parts run, what it writes."""
import os
import subprocess
import sys
import tempfile
import time
import unittest
import xml.dom.minidom

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
import pool      # noqa: E402
import report    # noqa: E402
import verdict   # noqa: E402
from parts import BUSY, LOW, WAITS, Part  # noqa: E402


def shell(name, text, **more):
    return Part(name, more.pop("kind", "unit"), ["sh", "-c", text], more.pop("limit", 30), **more)


def state_of(pid):
    """The letter of ps; X: there is no such process."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as f:
            return f.read().split()[2]
    except OSError:
        return "X"


class Verdicts(unittest.TestCase):
    def test_last_line_counts(self):
        self.assertEqual(verdict.counts("1 passed, 9 failed\n7 passed, 0 failed, 2 skipped\n", 0), (7, 0, 2))
        self.assertEqual(verdict.counts("4 skipped\n7 passed, 0 failed\n", 0), (7, 0, 4))

    def test_sums_of_several(self):
        text = "1 passed, 0 failed\nok a\n7 passed, 0 failed, 2 skipped\n    5 passed, 5 failed\n"
        self.assertEqual(verdict.sums(text, 0), (8, 0, 2))
        self.assertEqual(verdict.sums(text, 2), (8, 1, 2))
        self.assertEqual(verdict.sums("skip: no device\n", 77), (0, 0, 1))
        self.assertEqual(verdict.sums("no sums\n", 0), (1, 0, 0))
        self.assertEqual(verdict.sums("57 of 58 runs passed in 4 s\n2 of 2 runs passed\n", 1), (59, 1, 0))
        self.assertEqual(verdict.sums("ok - a\nok - b\nskip - c: no tool\nnot ok - d\n", 1), (2, 1, 1))

    def test_cmocka_counts(self):
        self.assertEqual(verdict.counts("[  PASSED  ] 3 test(s).\n[  FAILED  ] 1 test(s), listed below:\n", 1),
                         (3, 1, 0))

    def test_status_counts(self):
        self.assertEqual(verdict.counts("", 0), (1, 0, 0))
        self.assertEqual(verdict.counts("no tool", 77), (0, 0, 1))
        self.assertEqual(verdict.counts("", 139), (0, 1, 0))
        self.assertEqual(verdict.counts("3 passed, 0 failed\n", 1), (3, 1, 0))


    def test_failures_with_reasons(self):
        log = "ok one\nnot ok two\n#   it says 3\nok three\n[  FAILED  ] four\n[  FAILED  ] 1 test(s)\n"
        self.assertEqual(verdict.failures(log), ["not ok two", "#   it says 3", "[  FAILED  ] four"])
        self.assertEqual(verdict.failures("a\nb\n"), ["a", "b"])
        self.assertEqual(verdict.failures("not ok\n" * 9)[-1], "and 3 more")


class NothingChosen(unittest.TestCase):
    """Words that name nothing are refused: with status 2, in a line that has them. They had looked like a pass."""

    def test_by_each_driver(self):
        top = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../..")
        hello = "tests/net/launch/pm_hello"
        for name, needs, *words in (  # what must be in the build tree
                ("tests/run.py", "", "--only", "nosuch", "--list"),
                ("tests/everything.py", "", "--only", "sim,nosuch", "--list"),
                ("tests/fault/run.py", "", "--only", "nosuch", "--list"),
                ("tests/net/launch/run.py", hello, "--only", "nosuch", "--jobs", "1", "--group", "hosts,local"),
                ("tests/net/launch/run.py", hello, "--only", "nosuch", "--group", "mpirun,local"),
                ("tests/net/ofi/run.sh", "", "--only", "nosuch", "--list"),
                ("tests/oracle/vis/run.sh", "", "--only", "nosuch", "--list"),
                ("tests/caf/caf_test.py", "contrib/layers/caf/hydrant-caf", "nosuch"),
                ("tests/upc/upc_test.py", "contrib/layers/upc", "nosuch"),
                ("tests/builds/processors.sh", "", "nosuch")):
            if needs and not os.path.exists(needs):
                continue
            with self.subTest(name):
                tool = sys.executable if name.endswith(".py") else "bash"
                done = subprocess.run([tool, os.path.join(top, name), *words], stdin=subprocess.DEVNULL,
                                      capture_output=True, text=True, timeout=100, check=False)
                self.assertEqual(done.returncode, 2, done)
                self.assertRegex(done.stdout + done.stderr, "nosuch.* is named so|nosuch: nothing")


class Pools(unittest.TestCase):
    def setUp(self):
        self.tmp = tempfile.TemporaryDirectory()
        self.addCleanup(self.tmp.cleanup)
        self.events = os.path.join(self.tmp.name, "events")
        self.crowd, pool.CROWDED = pool.CROWDED, 1e9
        self.addCleanup(lambda: setattr(pool, "CROWDED", self.crowd))

    def run_parts(self, parts, cores=2):
        results = []
        pool.Pool(parts, cores, self.tmp.name, lambda *r: results.append(report.Result(*r))).run()
        return {r.part.name: r for r in results}

    def most_at_once(self, parts, cores=2):
        """Runs parts that note their beginning and end; how many ran at once, at most."""
        self.run_parts(parts, cores)
        now = most = 0
        with open(self.events, encoding="ascii") as f:
            for line in f:
                now += 1 if line == "b\n" else -1
                most = max(most, now)
        return most

    def noting(self, name, **more):
        return shell(name, f"echo b >>{self.events}; sleep 0.3; echo e >>{self.events}", **more)

    def meeting(self, name, n, **more):
        """Notes its end when n have begun, or after 20 s."""
        return shell(name, f"echo b >>{self.events}; i=0; until [ $(grep -c b {self.events}) = {n} ] || [ $i = 200 ]; "
                           f"do "
                           f"sleep 0.1; i=$((i + 1)); done; echo e >>{self.events}", **more)

    def test_crash_fails(self):
        r = self.run_parts([shell("crash", "echo some words; kill -SEGV $$")])["crash"]
        self.assertEqual((r.status, r.failed), (139, 1))
        self.assertIn("some words", r.details())

    def test_missing_program_fails(self):
        r = self.run_parts([Part("missing", "unit", ["./not-here"], 30)])["missing"]
        self.assertEqual((r.status, r.failed), (127, 1))
        self.assertIn("not-here", r.text)

    def test_time_limit_fails_and_ends_all_processes(self):
        r = self.run_parts([shell("slow", "sleep 100 & echo $!; wait", limit=0.3)])["slow"]
        self.assertEqual((r.failed, r.status), (1, verdict.TIMED_OUT))
        pid = int(r.text.split()[0])
        deadline = time.monotonic() + 20  # the kernel may take a moment
        while state_of(pid) not in "XZ" and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertIn(state_of(pid), "XZ")

    def test_busy_parts_keep_to_cores(self):
        self.assertEqual(self.most_at_once([self.noting(str(i), lane=BUSY) for i in range(5)]), 2)

    def test_two_cores_take_the_machine(self):
        self.assertEqual(self.most_at_once([self.noting(str(i), lane=BUSY, cores=2) for i in range(2)]), 1)

    def test_waiting_parts_run_beside(self):
        parts = [self.meeting("b" + str(i), 4, lane=BUSY) for i in range(2)]
        parts += [self.meeting(lane, 4, lane=lane) for lane in (WAITS, LOW)]
        self.assertEqual(self.most_at_once(parts), 4)

    def test_alone(self):
        self.assertEqual(self.most_at_once([self.noting("a", alone=True), self.noting("b"), self.noting("c", lane=WAITS,
                                                                                                      alone=True)]), 1)

    def test_what_one_uses(self):
        self.assertEqual(self.most_at_once([self.noting(str(i), lane=WAITS, uses=frozenset("x")) for i in range(2)]), 1)

    def test_after(self):
        parts = [shell("user", "exit 0", after="maker"), shell("maker", "exit 0", builds=True, lane=LOW)]
        self.assertEqual({n: (r.passed, r.failed) for n, r in self.run_parts(parts).items()},
                         {"user": (1, 0), "maker": (0, 0)})
        parts[1].command[2] = "exit 1"
        self.assertEqual({n: (r.passed, r.failed) for n, r in self.run_parts(parts).items()}, {"maker": (0, 1)})

    def test_junit(self):
        results = self.run_parts([shell("some",
                                        "echo 'ok a & b'; echo 'not ok c <d>'; printf '\\033 5 passed, 1 failed\\n'; "
                                                "echo '5 passed, 1 failed'; exit 1")])
        path = os.path.join(self.tmp.name, "junit.xml")
        report.junit(list(results.values()), path)
        suite = xml.dom.minidom.parse(path).getElementsByTagName("testsuite")[0]
        self.assertEqual((suite.getAttribute("tests"), suite.getAttribute("failures")), ("6", "1"))
        self.assertEqual([c.getAttribute("name") for c in suite.getElementsByTagName("testcase")],
                         ["a & b", "c <d>", "4 checks"])
        self.assertEqual(len(suite.getElementsByTagName("failure")), 1)


if __name__ == "__main__":
    done = unittest.TextTestRunner(stream=sys.stdout, verbosity=2).run(
        unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__]))
    bad = len(done.failures) + len(done.errors)
    print(f"{done.testsRun - bad} passed, {bad} failed")
    sys.exit(bad > 0)
