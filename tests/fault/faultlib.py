# SPDX-License-Identifier: BSD-3-Clause
"""faultlib.py: runs one fault case: starts a job, does something to it, and judges its end.

Each worker process is a "child subreaper": whatever a job leaves behind becomes a child of the
worker, so that "no process left" is exact. Where permitted a worker lives in mount, IPC and network
namespaces of its own with an empty /dev/shm, so that objects left behind are seen exactly as well.
"""
import ctypes
import dataclasses
import errno
import fcntl
import os
import re
import select
import shutil
import signal
import struct
import subprocess
import termios
import time

libc = ctypes.CDLL(None, use_errno=True)
PR_SET_CHILD_SUBREAPER = 36
CLONE_NEWNS, CLONE_NEWIPC, CLONE_NEWNET = 0x20000, 0x08000000, 0x40000000
MS_REC, MS_PRIVATE = 0x4000, 0x40000

LINES = 300                  # FAULT_LINES of fault.h
START_LIMIT = 120            # for all ranks to come up, on a machine that is busy with other work
CONDUIT, _, PROVIDER = os.environ.get("FAULT_CONDUIT", "").partition(":")  # by which ranks reach each other
MODULES = os.path.join(os.environ.get("abs_top_builddir", os.getcwd()), ".libs")
NO_UDP = "" if os.path.isdir(os.path.join(os.path.dirname(MODULES), "udp-conduit")) else "this build has no udp conduit"
END_LIMIT = float(os.environ.get("FAULT_LIMIT", "20"))  # from the act to the end of the job
WHERE, WHOLE = "", False     # the programs; whether groups that have a short form run their long one
TURNS = 4                    # that a job has to come to what its case is about
LEFT_LIMIT = 10              # for processes that die with their supervisor


@dataclasses.dataclass
class Case:
    """One job. status: expected; an int, a set, or None for any. out: ranks whose output must be
    complete ("all", or a list). err: expressions that stderr must contain; None: it must be empty;
    []: anything. never: expressions that stderr must not contain. drive(job): called when all ranks
    are ready. check(job): further problems, as a list of text, after the end."""
    name: str
    program: str
    args: list = dataclasses.field(default_factory=list)
    ranks: int = 2
    status: object = 0
    env: dict = dataclasses.field(default_factory=dict)
    out: object = "all"
    err: object = None
    never: list = dataclasses.field(default_factory=list)
    drive: object = None
    check: object = None
    limit: float = 0
    stdout: str = "file"
    skip: str = ""
    ready: bool = True
    copy: list = dataclasses.field(default_factory=list)  # programs to copy; {dir} is where to


class Problem(Exception):
    """The case failed, and why."""


class NotReached(Exception):
    """The job was over before what the case is about could happen."""


def isolate():
    """Makes this worker see only its own leftovers. Returns a set of what is private."""
    private = set()
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    if libc.unshare(CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWNET) == 0:
        private |= {"ipc", "net"}
        if shutil.which("ip"):
            subprocess.run(["ip", "link", "set", "lo", "up"], check=False)
        if (libc.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None) == 0
                and libc.mount(b"tmpfs", b"/dev/shm", b"tmpfs", 0, b"mode=1777") == 0):
            private.add("shm")
    return private


def alive(pid):
    """Whether pid runs (is not a zombie, nor gone)."""
    try:
        with open(f"/proc/{pid}/stat") as f:
            return f.read().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def state_of(pid):
    try:
        with open(f"/proc/{pid}/stat") as f:
            return f.read().rpartition(")")[2].split()[0]
    except OSError:
        return "X"


def wait_for(condition, seconds, what):
    """Polls; every wait of a test is bounded, and says what it waited for."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise Problem(f"waited {seconds} s in vain for {what}")
        time.sleep(0.005)


class Job:
    def __init__(self, case, directory, where, turn=0):
        self.case, self.turn = case, turn
        self.dir = directory
        self.work = os.path.join(directory, "cwd")
        os.makedirs(self.work)
        self.pids = {}           # rank -> pid
        self.unread = None
        self.status = None
        ready_r, ready_w = os.pipe()
        go_r, self.go_w = os.pipe()
        os.set_inheritable(ready_w, True)
        os.set_inheritable(go_r, True)
        env = {k: v for k, v in os.environ.items() if not k.startswith("GASNET_")}
        env.update(GASNET_QUIET="1", GASNET_PSHM_NODES=str(case.ranks), FAULT_READY=str(ready_w),
                   FAULT_GO=str(go_r), TMPDIR=self.work, GASNET_TMPDIR=self.work, HOME=self.work)
        if CONDUIT:
            env.update(GASNET_CONDUIT=CONDUIT, GASNET_SUPERNODE_MAXSIZE="1", GASNET_CONDUIT_PATH=MODULES)
        if PROVIDER:
            env.update(GASNET_OFI_PROVIDER=PROVIDER)
        env.update({k: v for k, v in case.env.items() if v is not None})
        for k, v in case.env.items():
            if v is None:
                env.pop(k, None)
        self.started = time.monotonic()
        command = self.command(where)
        out = self.open_stdout()
        err = os.open(self.path("stderr"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self.process = subprocess.Popen(command, env=env, cwd=self.work, stdin=subprocess.DEVNULL,
                                        stdout=out, stderr=err, start_new_session=True,
                                        pass_fds=(ready_w, go_r))
        self.pid = self.process.pid
        for fd in (out, err, ready_w, go_r):
            os.close(fd)
        self.ready_fd = ready_r
        self.ready_text = b""

    def command(self, where):
        """The command line; programs are copied to where other users can run them."""
        for name in self.case.copy:
            if os.path.exists(os.path.join(where, name)):
                shutil.copy(os.path.join(where, name), self.dir)
        words = [self.case.program] + [str(a) for a in self.case.args]
        words = [w.replace("{dir}", self.dir).replace("{where}", where) for w in words]
        return [words[0] if os.path.isabs(words[0]) else os.path.join(where, words[0])] + words[1:]

    def path(self, name):
        return os.path.join(self.dir, name)

    def open_stdout(self):
        if self.case.stdout == "file":
            return os.open(self.path("stdout"), os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self.unread, w = os.pipe()
        if self.case.stdout == "closed pipe":
            os.close(self.unread)
            self.unread = None
        return w

    # --- talking with the ranks ---

    def read_ready(self, timeout):
        if select.select([self.ready_fd], [], [], timeout)[0]:
            data = os.read(self.ready_fd, 65536)
            self.ready_text += data
            return bool(data)
        return True

    def said(self, word):
        return {int(m[1]): int(m[2]) for m in
                re.finditer(rb"^%s (\d+) (\d+)$" % word.encode(), self.ready_text, re.M)}

    def wait_said(self, word, count, seconds=START_LIMIT):
        end = time.monotonic() + seconds
        while len(self.said(word)) < count:
            left = end - time.monotonic()
            if left <= 0 or not self.read_ready(min(left, 1)):
                raise Problem(f"only {len(self.said(word))} of {count} ranks said '{word}'")
        return self.said(word)

    def wait_ready(self):
        self.pids = self.wait_said("ready", self.case.ranks)

    def go(self, count=1):
        os.write(self.go_w, b"g" * count)

    def kill_rank(self, rank, sig):
        os.kill(self.pids[rank], sig)

    def stop_rank(self, rank):
        self.kill_rank(rank, signal.SIGSTOP)
        wait_for(lambda: state_of(self.pids[rank]) == "T", 30, f"rank {rank} to stop")

    def wait_stdout_full(self):
        """Until no rank can write to the unread pipe any more."""
        size = fcntl.fcntl(self.unread, 1032)  # F_GETPIPE_SZ
        def full():
            n = struct.unpack("i", fcntl.ioctl(self.unread, termios.FIONREAD, b"\0\0\0\0"))[0]
            return n > size - 4096
        wait_for(full, 60, "a full pipe")

    # --- the end ---

    def wait_end(self, limit):
        try:
            rc = self.process.wait(limit)
        except subprocess.TimeoutExpired:
            raise Problem(f"the job has not ended {limit:.0f} s after it should") from None
        self.status = rc if rc >= 0 else 128 - rc

    def text(self, name):
        try:
            with open(self.path(name), errors="replace") as f:
                return f.read()
        except OSError:
            return ""

    @property
    def stderr(self):
        return self.text("stderr")

    @property
    def stdout(self):
        return self.text("stdout")

    def reap(self):
        """Waits for what became ours; returns descriptions of what stays."""
        end = time.monotonic() + LEFT_LIMIT
        while True:
            try:
                pid, _ = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return []
            if pid == 0:
                if time.monotonic() > end:
                    return self.descendants()
                time.sleep(0.002)

    def descendants(self):
        found = []
        for name in os.listdir("/proc"):
            try:
                with open(f"/proc/{name}/stat") as f:
                    pid, _, rest = f.read().partition(" (")
                comm, _, rest = rest.rpartition(") ")
                if int(rest.split()[1]) == os.getpid():
                    found.append((int(pid), comm, rest.split()[0]))
            except (OSError, ValueError):
                continue
        return found

    def close(self):
        """Ends everything that is left, whatever happened."""
        for _ in range(1000):
            left = self.descendants()
            if not left:
                break
            for pid, _, _ in left:
                try:
                    os.kill(pid, signal.SIGKILL)
                except OSError:
                    pass
            try:
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            except ChildProcessError:
                break
            time.sleep(0.01)
        for fd in (self.ready_fd, self.go_w, self.unread):
            if fd is not None:
                os.close(fd)


# --- judging --------------------------------------------------------------------------------------

def status_problem(case, status):
    want = case.status
    if want is None or status == want or (isinstance(want, (set, frozenset)) and status in want):
        return []
    return [f"status {status}, expected {want}"]


def output_problems(case, text):
    ranks = range(case.ranks) if case.out == "all" else case.out
    count = {}
    for m in re.finditer(r"^out (\d+) (\d+)$", text, re.M):
        count.setdefault(int(m[1]), []).append(int(m[2]))
    return [f"output of rank {r}: {len(count.get(r, []))} of {LINES} lines" for r in ranks
            if count.get(r) != list(range(LINES))]


def stderr_problems(case, text):
    problems = []
    if case.err is None and text:
        problems.append("stderr is not empty")
    for expression in case.err or []:
        if not re.search(expression, text, re.M):
            problems.append(f"stderr lacks /{expression}/")
    for expression in case.never:
        if re.search(expression, text, re.M):
            problems.append(f"stderr contains /{expression}/")
    expected = case.status if isinstance(case.status, (set, frozenset)) else {case.status}
    if "fault program:" in text and 99 not in expected:  # that of fault_die
        problems.append("the test program complains")
    return problems


NAMES = re.compile(r"hydrant|gasnet|hyd[_-]", re.I)


def objects(private):
    """Names of kernel and file objects that only a job could have left."""
    found = []
    shm = os.listdir("/dev/shm") if os.path.isdir("/dev/shm") else []
    found += [f"/dev/shm/{n}" for n in shm if "shm" in private or NAMES.search(n)]
    if "ipc" in private:
        for kind in ("shm", "sem", "msg"):
            with open(f"/proc/sysvipc/{kind}") as f:
                found += [f"sysv {kind} {line.split()[1]}" for line in f.readlines()[1:]]
    with open("/proc/net/unix") as f:
        for line in f.readlines()[1:]:
            if "net" in private or NAMES.search(line):
                found.append("unix socket " + line.strip())
    return found


def leftover_problems(job, before, private):
    problems = [f"process left: {p}" for p in job.reap()]
    problems += [f"file left: {n}" for n in os.listdir(job.work)
                 if not n.startswith("core") and n not in job.expected_files]
    return problems + [f"left: {o}" for o in objects(private) if o not in before]


def judge(case, job):
    problems = status_problem(case, job.status)
    if case.stdout == "file":
        problems += output_problems(case, job.stdout)
    problems += stderr_problems(case, job.stderr)
    if case.check:
        problems += case.check(job) or []
    return problems


def run_case(case, directory, where, private):
    """Runs a case, again where what the case is about was not reached; returns (problems, seconds, why it was not
    reached). directory is for its files."""
    began, why = time.monotonic(), ""
    for turn in range(TURNS):
        place = os.path.join(directory, str(turn)) if turn else directory
        try:
            return run_job(case, place, where, private, turn), time.monotonic() - began, ""
        except NotReached as e:
            why = str(e)
    return [], time.monotonic() - began, why


def run_job(case, directory, where, private, turn):
    """Runs the job of a case; returns problems."""
    os.makedirs(directory, exist_ok=True)
    before = set(objects(private))
    job = Job(case, directory, where, turn)
    job.expected_files = set()
    limit = case.limit or END_LIMIT
    problems = []
    try:
        if case.drive:
            if case.ready:
                job.wait_ready()
            case.drive(job)
            job.wait_end(limit)
        else:
            job.wait_end(limit + START_LIMIT / 4)
        problems += judge(case, job)
        problems += leftover_problems(job, before, private)
    except Problem as p:
        problems.append(str(p))
    finally:
        job.close()
    return problems


def tail(path, lines=12):
    try:
        with open(path, errors="replace") as f:
            return f.read().splitlines()[-lines:]
    except OSError:
        return []


def clean_up(directory):
    shutil.rmtree(directory, ignore_errors=True)
