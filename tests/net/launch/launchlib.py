# SPDX-License-Identifier: BSD-3-Clause
"""launchlib.py: starts jobs, watches what they write, and finds what they leave behind: every process
whose program is a copy made for this run, or whose environment has this run's token."""
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

TOKEN = "HYD_LAUNCH_TEST"
SLOW = float(os.environ.get("HYD_TEST_SLOW", "1"))  # how many times as long everything may take
LIMIT = 30 * SLOW       # for a job that must end by itself, on a busy machine
LEFT_LIMIT = 6 * SLOW   # for processes to be gone after gasnetrun is (man gasnetrun: ENDING)


class Problem(Exception):
    """The case failed, and why."""


def need(condition, text):
    if not condition:
        raise Problem(text)


def wait_for(condition, seconds, what):
    """Polls; every wait is bounded, and says what it waited for."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise Problem(f"waited {seconds} s in vain for {what}")
        time.sleep(0.01)


def parent_of(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as f:
            return int(f.read().rpartition(")")[2].split()[1])
    except (OSError, IndexError, ValueError):
        return 0


def state_of(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as f:
            return f.read().rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return "X"


def can_name_hosts():
    """Whether a process may give itself a host's name (World.as_host): root may, where namespaces can be made."""
    return os.geteuid() == 0 and shutil.which("unshare") is not None and \
        subprocess.run(["unshare", "-u", "true"], stderr=subprocess.DEVNULL, check=False).returncode == 0


class Job:
    """A started command; its output is collected by threads, and copied to an open file if there is one."""

    def __init__(self, words, env, cwd, stdin, limit, stdout=None, copy=None):
        self.words, self.limit, self.copy = words, limit, copy
        self.texts = {"out": b"", "err": b""}
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            words, env=env, cwd=cwd, stdin=stdin, stdout=subprocess.PIPE if stdout is None else stdout,
            stderr=subprocess.PIPE, start_new_session=True)
        self.threads = []
        for name, pipe in (("out", self.process.stdout), ("err", self.process.stderr)):
            if pipe:
                t = threading.Thread(target=self.collect, args=(name, pipe), daemon=True)
                t.start()
                self.threads.append(t)

    def collect(self, name, pipe):
        while True:
            data = os.read(pipe.fileno(), 65536)
            if not data:
                return
            self.texts[name] += data
            if self.copy:
                self.copy.write(data)

    @property
    def out(self):
        return self.texts["out"].decode(errors="replace")

    @property
    def err(self):
        return self.texts["err"].decode(errors="replace")

    def wait(self, limit=None):
        """Its status, as a shell has it."""
        try:
            rc = self.process.wait(limit or self.limit)
        except subprocess.TimeoutExpired:
            raise Problem(f"no end after {limit or self.limit} s; {self.said()}") from None
        for t in self.threads:
            t.join(LEFT_LIMIT)
        return rc if rc >= 0 else 128 - rc

    def wait_text(self):
        self.wait()
        return self.out

    def said(self):
        return f"stdout: {self.out[-1500:]!r}\nstderr: {self.err[-1500:]!r}"

    def ready(self, count):
        """The pids of ranks that said "ready"."""
        def pids():
            return {int(m[1]): int(m[2]) for m in re.finditer(r"^ready (\d+) (\d+)$", self.out, re.M)}
        wait_for(lambda: len(pids()) == count or self.process.poll() is not None, LIMIT, f"{count} ranks")
        need(len(pids()) == count, f"only {len(pids())} of {count} ranks are ready; {self.said()}")
        return pids()


class World:
    def __init__(self, build, tmp, programs):
        self.build, self.tmp = build, tmp
        self.bin = os.path.join(tmp, "bin")
        os.makedirs(self.bin)
        os.chmod(tmp, 0o755)
        for name in ["gasnetrun"] + programs:
            shutil.copy(os.path.join(build, name), self.bin)
        self.run = os.path.join(self.bin, "gasnetrun")
        self.hello = os.path.join(self.bin, os.path.basename(programs[0]))
        self.jobs = []
        self.copy = None  # a file for what jobs print, to be read while they run
        self.token = f"{TOKEN}={os.path.basename(tmp)}"
        self.ssh_env = {}

    def environment(self, more):
        env = {k: v for k, v in os.environ.items()
               if not k.startswith(("GASNET_", "PMI", "SLURM_", "OMPI_", "PBS_", "LSB_", "SSH_"))}
        env.update(GASNET_QUIET="1", TMPDIR=self.tmp)
        env[TOKEN] = os.path.basename(self.tmp)
        env.update(more or {})
        return env

    def start(self, words, env=None, cwd=None, stdin=subprocess.DEVNULL, limit=LIMIT, stdout=None):
        job = Job([str(w) for w in words], self.environment(env), cwd or self.tmp, stdin, limit, stdout, self.copy)
        self.jobs.append(job)
        return job

    def gasnetrun(self, *words, **more):
        """Starts gasnetrun with options and a mode of pm_hello after '--'; `inside`: by these words."""
        words = list(words)
        at = words.index("--") if "--" in words else len(words)
        return self.start([*more.pop("inside", ()), self.run] + words[:at] + [self.hello] + words[at + 1:], **more)

    def expect(self, job, status, out=None, err=None, limit=None):
        """Waits; the status, and expressions that stdout and stderr must have."""
        got = job.wait(limit)
        need(got == status, f"status {got}, expected {status}; {job.said()}")
        if out is not None:
            need(re.search(out, job.out, re.M), f"no {out!r} on stdout; {job.said()}")
        if err is not None:
            need(re.search(err, job.err, re.M), f"no {err!r} on stderr; {job.said()}")
        return job

    # --- processes ---

    def ours(self):
        """pids of this run's jobs: {pid: name of the program}."""
        found = {}
        for name in os.listdir("/proc"):
            if not name.isdigit() or int(name) == os.getpid():
                continue
            try:
                exe = os.readlink(f"/proc/{name}/exe")
                with open(f"/proc/{name}/environ", "rb") as f:
                    marked = self.token.encode() in f.read().split(b"\0")
            except OSError:
                continue
            if marked or exe.startswith(self.bin + "/"):
                found[int(name)] = os.path.basename(exe).replace(" (deleted)", "")
        return {p: n for p, n in found.items() if n not in self.servers}

    servers = ()

    def agents(self):
        """pids of agents, without their keepers: an agent's parent is one, too."""
        run = {p for p, n in self.ours().items() if n == "gasnetrun"}
        return sorted(p for p in run if parent_of(p) in run and parent_of(parent_of(p)) in run) or \
            sorted(p for p in run if parent_of(p) in run)

    def leftovers(self):
        end = time.monotonic() + LEFT_LIMIT
        while self.ours():
            if time.monotonic() > end:
                return "left behind: " + ", ".join(f"{n} {p}" for p, n in sorted(self.ours().items()))
            time.sleep(0.01)
        return None

    def clean_up(self):
        for job in self.jobs:
            if job.process.poll() is None:
                job.process.kill()
                job.process.wait()
        self.jobs = []
        for pid in self.ours():
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass

    def as_host(self):
        """A program: NAME COMMAND... runs the command on a host of that name. By sethostname(2), as /proc may be
        mounted read-only."""
        code = "import os, socket, sys; socket.sethostname(sys.argv[1]); os.execvp(sys.argv[2], sys.argv[2:])"
        return self.file("bin/as-host", f"#!/bin/sh\nexec unshare -u {sys.executable} -ISc '{code}' \"$@\"\n", 0o755)

    def file(self, name, text, mode=0o644):
        path = os.path.join(self.tmp, name)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        os.chmod(path, mode)
        return path
