# SPDX-License-Identifier: BSD-3-Clause
"""foreign.py: processes that compute beside what is measured."""
import contextlib
import subprocess
import sys


@contextlib.contextmanager
def run_foreign(count):
    """So many processes compute meanwhile."""
    processes = []
    try:
        for _ in range(count):
            processes.append(subprocess.Popen([sys.executable, "-c", "while True: pass"]))
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()
