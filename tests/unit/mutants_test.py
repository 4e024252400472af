# SPDX-License-Identifier: BSD-3-Clause
"""mutants_test.py: what tests/mutants makes of C: which places it changes, and that each change does what it says."""
import os
import shlex
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
MUTANTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "mutants")
sys.path.insert(0, MUTANTS)
import mutate  # noqa: E402
import sites   # noqa: E402

# f(n) for n of 0, 1, 2 is what a mutant may change.
SOURCE = r"""
#include <stdio.h>
#include <stdlib.h>
#define LIMIT 9 /* if (n) return 3; */
static const int table[4] = {1, 2, 3, 4};
static int calls;
struct s { int bits : 3; };
static void count_one(int by) { calls += by; }
static void hyd_warn(const char *what, int n) { (void)what; (void)n; }
static int f(int n) {
  calls = 0;
  if (n) count_one(5); else count_one(6);
  hyd_warn("if (1 < 2)", 7);
  while (calls < LIMIT && n != 1) calls++;
  switch (n) {
  case 2: return table[3];
  }
  return calls <= 5 ? 10 : calls;
}
int main(void) {
  for (int n = 0; n != 3; n++) printf("%d ", f(n));
  return 0;
}
"""
EXPECTED = {
    "as it is": "9 10 4",
    "if (!(n))": "9 6 4",
    "without count_one(5)": "9 10 4",
    "without count_one(6)": "9 10 4",
    "while (!(calls < LIMIT && n != 1))": None,      # it does not end for n = 1 in time to be of use
    "n == 1": "6 9 4",
    "< is <=": "10 10 4",
    "<= is <": "9 5 4",
    "5 is 5 + 1": None,                              # of two places
    "6 is 6 + 1": "9 10 4",
    "10 is 10 + 1": "9 11 4",
}


class Changes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.sites = sites.find(SOURCE)
        path = os.path.join(cls.folder.name, "f.c")
        with open(path, "w", encoding="utf-8") as f:
            f.write(sites.instrument(SOURCE, cls.sites, 100))
        cls.program = os.path.join(cls.folder.name, "f")
        subprocess.run([*shlex.split(os.environ.get("CC", "cc")), "-include", f"{MUTANTS}/mutant.h", "-o", cls.program,
                        path, f"{MUTANTS}/mutant.c"], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def said(self, n, **env):
        return subprocess.run([self.program], env={**os.environ, "HYD_MUTANT": str(n), **env}, capture_output=True,
                              text=True, timeout=20, check=True).stdout.strip()

    def number(self, change):
        return [100 + n for n, s in enumerate(self.sites) if s.change == change]

    def test_each_change(self):
        for change, said in EXPECTED.items():
            for n in [-1] if change == "as it is" else self.number(change) if said else []:
                with self.subTest(change):
                    self.assertEqual(self.said(n), said)

    def test_what_is_left_alone(self):
        """Comments, texts, messages, directives, tables, cases, sizes."""
        inside = [s for s in self.sites if s.line < 21]
        self.assertEqual([s.change for s in inside if s.line in (4, 5, 7, 9, 13, 16)], [])
        self.assertEqual({s.change for s in inside} - set(EXPECTED), {"0 is 0 + 1", "1 is 1 - 1"})

    def test_lines(self):
        self.assertEqual([s.line for s in self.sites if s.change == "if (!(n))"], [12])

    def test_what_a_run_comes_by(self):
        path = os.path.join(self.folder.name, "seen")
        with open(path, "wb") as f:
            f.truncate(mutate.PLACES)
        self.said(-1, HYD_MUTANT_SEEN=path)
        with open(path, "rb") as f:
            seen = f.read()
        self.assertEqual({n for n in range(mutate.PLACES) if seen[n]}, {100 + n for n in range(len(self.sites))})

    def test_orders_are_listed_only(self):
        found = sites.find("void g(void) { atomic_store_explicit(&x, 1, memory_order_release); "
                           "atomic_thread_fence(memory_order_seq_cst); }")
        orders = [s for s in found if s.kind == "order"]
        self.assertEqual([s.change for s in orders][0], "memory_order_release is memory_order_relaxed")
        self.assertEqual([s for s in orders if s.edits and "release" in s.change], [])


class Explanations(unittest.TestCase):
    def test_each_is_of_a_mutant(self):
        """A line of explained.txt goes with the code."""
        for key in mutate.explanations():
            file, line, change = key.split(" :: ")
            with open(os.path.join(mutate.TOP, file), encoding="utf-8") as f:
                found = sites.find(f.read())
            with self.subTest(key):
                self.assertTrue((line, change) in {(s.source, s.change) for s in found}, "no such line in the code")


class Draw(unittest.TestCase):
    def test_seed_decides(self):
        mutants = [mutate.Mutant(n, "a/b.c", sites.Site(kind, n, str(n), [])) for n, kind in
                   enumerate(["call"] * 30 + ["negate"] * 3 + ["compare"] * 30)]
        first = mutate.draw(mutants, 9, 1)
        self.assertEqual(first, mutate.draw(mutants, 9, 1))
        self.assertNotEqual(first, mutate.draw(mutants, 9, 2))
        self.assertEqual([m.site.kind for m in first], ["call"] * 3 + ["negate"] * 3 + ["compare"] * 3)
        self.assertEqual(len(mutate.draw(mutants, 0, 1)), 63)


if __name__ == "__main__":
    unittest.main()
