# SPDX-License-Identifier: BSD-3-Clause
"""coverage_test.py: what tests/lib/coverage.py makes of llvm-cov's regions, and that tests/uncovered.txt goes with the
code."""
import os
import sys
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.join(HERE, "..", "..")
sys.path.insert(0, os.path.join(HERE, "..", "lib"))
import coverage  # noqa: E402

# int f(int x) {          3 calls
#   if (x)                of them 1 with x
#     return g();
#
#   return 0;             2
# }
SEGMENTS = [[1, 14, 3, True, True, False], [2, 7, 3, True, True, False], [2, 8, 1, True, False, True],
            [3, 5, 1, True, True, False], [3, 15, 2, True, False, True], [5, 3, 2, True, True, False],
            [6, 2, 0, False, False, False]]
BRANCH = [2, 7, 2, 8, 1, 0, 0, 0, 4]


class Files(unittest.TestCase):
    def test_lines(self):
        file = coverage.File()
        file.add_lines(SEGMENTS)
        self.assertEqual(dict(file.lines), {1: 3, 2: 3, 3: 1, 4: 2, 5: 2, 6: 2})
        file.add_lines([])
        file.add_lines([[2, 1, 5, True, True, False], [2, 9, 0, False, False, False]])
        self.assertEqual(file.lines[2], 8)

    def test_branches_of_two_programs(self):
        file = coverage.File()
        file.add_branches([BRANCH])
        self.assertEqual((file.count().branches, file.count().taken), (2, 1))
        file.add_branches([[2, 7, 2, 8, 0, 4, 0, 0, 4]])
        self.assertEqual((file.count().branches, file.count().taken), (2, 2))

    def test_what_is_left_out(self):
        file = coverage.File()
        file.add_lines(SEGMENTS)
        file.add_branches([BRANCH])
        file.leave_out({2, 3})
        self.assertEqual((file.count().lines, file.count().hit, file.count().branches), (4, 4, 0))

    def test_ranges(self):
        self.assertEqual(coverage.ranges([3, 4, 5, 9]), "3-5 9")


class Explanations(unittest.TestCase):
    def test_each_is_of_a_line(self):
        for file, texts in coverage.explanations().items():
            for text, why in texts.items():
                with self.subTest(f"{file}: {text}"):
                    self.assertTrue(coverage.numbers(os.path.join(TOP, file), {text}))
                    self.assertTrue(why)


if __name__ == "__main__":
    unittest.main()
