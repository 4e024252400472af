# SPDX-License-Identifier: BSD-3-Clause
"""pool.py: runs parts beside each other, within the cores; see parts.py for the lanes."""
import os
import signal
import subprocess
import time

from parts import BUSY, LOW, WAITS
from verdict import TIMED_OUT

KILL_AFTER = 20   # seconds between SIGTERM and SIGKILL
CROWDED = 8       # load of a core, above which nothing more is started beside what runs


class Running:
    """A started part. Its processes are one group, which ends with it."""

    def __init__(self, part, log, env):
        self.part, self.log = part, log
        self.began, self.cpu = time.monotonic(), 0.0
        self.deadline, self.late = self.began + part.limit, False
        nice = (lambda: os.nice(15)) if part.lane == LOW else None
        with open(log, "wb") as out:
            def start(command):
                return subprocess.Popen(command, cwd=part.tree, env=env, stdin=subprocess.DEVNULL, stdout=out,
                                        stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=nice)
            try:
                self.process = start(part.command)
            except OSError as e:  # it was not built: a failure, with a log that says so
                self.process = start(["sh", "-c", 'echo "not ok $1"; exit 127', "sh", str(e)])

    def kill(self, number):
        try:
            os.killpg(self.process.pid, number)
        except ProcessLookupError:
            pass

    def status(self):
        """None while it runs; else as a shell has it. Out of time, it is ended, at first gently."""
        pid, status, used = os.wait4(self.process.pid, os.WNOHANG)
        now = time.monotonic()
        if pid == 0:
            if now > self.deadline:
                self.kill(signal.SIGKILL if self.late else signal.SIGTERM)
                self.deadline, self.late = now + KILL_AFTER, True
            return None
        self.cpu = used.ru_utime + used.ru_stime  # of all its processes that were waited for
        self.process.returncode = os.waitstatus_to_exitcode(status)
        if self.late:
            self.kill(signal.SIGKILL)
            return TIMED_OUT
        return self.process.returncode if self.process.returncode >= 0 else 128 - self.process.returncode

    def seconds(self):
        return time.monotonic() - self.began


class Pool:
    """Parts that wait, run, and have ended; `begun(part, log)` is called for each that begins, `done(part, status, log,
    seconds, cpu)` for each that ends."""

    def __init__(self, parts, cores, logs, done, begun=lambda part, log: None):
        self.waiting = sorted(parts, key=lambda p: -p.seconds)  # the longest first: then the end has no tail
        self.cores, self.logs, self.done, self.begun = cores, logs, done, begun
        self.running = []
        self.passed = set()      # names of parts, for `after`
        self.number = 0

    def crowded(self):
        return bool(self.running) and os.getloadavg()[0] > CROWDED * self.cores

    def fits(self, part):
        now = [r.part for r in self.running]
        if part.alone or any(p.alone for p in now):
            return not now
        if any(part.uses & p.uses for p in now):
            return False
        if part.lane == BUSY:
            return sum(p.cores for p in now if p.lane == BUSY) + min(part.cores, self.cores) <= self.cores
        return sum(p.lane == part.lane for p in now) < (1 if part.lane == LOW else max(2, self.cores))

    def start(self):
        for part in list(self.waiting):
            if (not part.after or part.after in self.passed) and self.fits(part) and not self.crowded():
                self.waiting.remove(part)
                self.number += 1
                env = dict(os.environ, **part.env, abs_top_builddir=os.path.abspath(part.tree))
                log = os.path.join(self.logs, f"{self.number}.log")
                self.running.append(Running(part, log, env))
                self.begun(part, log)

    def reap(self):
        for r in list(self.running):
            status = r.status()
            if status is None:
                continue
            self.running.remove(r)
            if status == 0:
                self.passed.add(r.part.name)
            else:
                self.drop(r.part.name)
            self.done(r.part, status, r.log, r.seconds(), r.cpu)

    def drop(self, name):
        """What depends on a part that failed is not run; that part's failure counts for all of it."""
        self.waiting = [p for p in self.waiting if p.after != name]

    def run(self):
        while self.waiting or self.running:
            self.start()
            time.sleep(0.05)
            self.reap()

    def end(self):
        """Ends what runs: the driver was told to end."""
        for r in self.running:
            r.kill(signal.SIGTERM)
        end = time.monotonic() + 5
        while self.running and time.monotonic() < end:
            self.running = [r for r in self.running if r.process.poll() is None]
            time.sleep(0.05)
        for r in self.running:
            r.kill(signal.SIGKILL)


__all__ = ["Pool", "BUSY", "LOW", "WAITS"]
