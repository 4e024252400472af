#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""top_test.py: gasnetrun top and the graph of gasnetrun --dump, of jobs that run (looked_at.c): on this host, over
hosts (agents here), in a terminal (tmux, if there is one)."""
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time

BUILD = os.environ.get("abs_top_builddir") or os.getcwd()
RUN = os.path.join(BUILD, "gasnetrun")
LIMIT = 120
H3 = ["-c", "udp", "-H", "localhost,localhost/a,localhost/b"]
failed = 0


def verdict(good, what, more=""):
    global failed
    print(("ok - " if good else "not ok - ") + what + ("" if good or not more
                                                       else "\n#   " + more.replace("\n", "\n#   ")))
    failed += not good


def environment(**more):
    env = {k: v for k, v in os.environ.items() if not k.startswith("GASNET_")}
    env.update({"GASNET_QUIET": "1", "GASNET_SSH_AGENT": RUN, **more})
    return env


def run(*words, **env):
    return subprocess.run([RUN, *map(str, words)], env=environment(**env), stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE,
                          stdin=subprocess.DEVNULL, timeout=LIMIT, universal_newlines=True)


def wait_for(holds, what):
    end = time.monotonic() + LIMIT
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.05)


class Job:
    """A job of n ranks in a mode of looked_at, all of which have said their process."""

    def __init__(self, work, n, mode, *options, program="looked_at", **env):
        self.out, self.n = os.path.join(work, "out"), n
        self.name = "watched" + str(os.getpid() % 100000)  # no other job of this machine has it
        shutil.copy(os.path.join(BUILD, "tests/watch/.libs", program) if os.path.exists(
            os.path.join(BUILD, "tests/watch/.libs", program)) else os.path.join(BUILD, "tests/watch", program),
            os.path.join(work, self.name))
        with open(self.out, "w") as out:
            self.process = subprocess.Popen(
                [RUN, "-n", str(n), *options, os.path.join(work, self.name), mode], stdout=out, stderr=out,
                stdin=subprocess.PIPE, env=environment(LD_LIBRARY_PATH=os.path.join(BUILD, ".libs"), **env))
        wait_for(lambda: len(self.pids()) == n or self.process.poll() is not None, "all ranks")

    def said(self):
        with open(self.out) as f:
            return f.read()

    def pids(self):
        return {int(r): int(p) for r, p in re.findall(r"ready (\d+) (\d+)", self.said())}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for pid in self.pids().values():
            try:
                os.kill(pid, signal.SIGCONT)
            except ProcessLookupError:
                pass
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()


def rows(text):
    """{rank: its line}"""
    return {int(m[1]): m[0] for m in re.finditer(r"^ *(\d+) \S+ +\d+ (?:waits|runs|sleeps|stopped|left).*$", text,
                                                 re.M)}


def top(job, *options):
    return run("top", "--once", "-d", "0.5", *options, job)


def until(job, holds, *options):
    """top's output as soon as it is so, or the last one."""
    end = time.monotonic() + 30
    while True:
        r = top(job, *options)
        if holds(r.stdout) or time.monotonic() > end:
            return r
        time.sleep(0.1)


def on_this_host(work, conduit):
    with Job(work, 3, "barrier", "-c", conduit) as job:
        pids = job.pids()
        for how, name in (("name", job.name), ("gasnetrun's process", job.process.pid), ("a rank's process", pids[1])):
            r = until(name, lambda t: t.count("BarrierNB of rank 2") == 2)
            lines = rows(r.stdout)
            verdict(r.returncode == 0 and sorted(lines) == [0, 1, 2]
                    and all(f" {pids[i]} waits" in lines[i] for i in (0, 1)) and
                    f" {pids[2]} waits" not in lines[2], f"{conduit}: top by {how}: a line for each rank",
                    r.stdout + r.stderr)
            verdict(r.stdout.count("BarrierNB of rank 2") == 2, f"{conduit}: top by {how}: who is waited for", r.stdout)
        verdict(lines[0].split()[4:6] == ["0", "0.00"], f"{conduit}: ranks that wait count, too: nothing", r.stdout)
        memory = float(lines[0].split()[7])
        verdict(0.5 < memory < 500, f"{conduit}: memory in MB", lines[0])


def over_hosts(work):
    with Job(work, 4, "wait", *H3, GASNET_SUPERNODE_MAXSIZE="1") as job:
        pids = job.pids()
        os.kill(pids[2], signal.SIGSTOP)
        job.process.stdin.write(b"go\n")
        job.process.stdin.flush()
        r = until(job.name, lambda t: "event of rank 2" in t and t.count("BarrierNB of rank 1") == 3)
        lines = rows(r.stdout)
        verdict(sorted(lines) == [0, 1, 2, 3] and f" {pids[2]} stopped" in lines[2],
                "over hosts: a line for each rank of three hosts, the stopped one, too", r.stdout + r.stderr)
        verdict("waits" in lines.get(1, "") and "event of rank 2 (put of 4 KB)" in lines.get(1, ""),
                "over hosts: rank 1 waits for rank 2, and for what", r.stdout)
        verdict(r.stdout.count("BarrierNB of rank 1") == 3, "over hosts: who is missing in a barrier, of another host",
                r.stdout)
        graph(work, job, pids)


def graph(work, job, pids):
    r = run("--dump", pids[0])
    verdict(re.search(r"^cycle: rank 1 -\(put of 4 KB\)-> 2 -\(gex_Coll_BarrierNB\)-> 1$", r.stdout, re.M) is not None,
            "--dump: the cycle", r.stdout + r.stderr)
    verdict(re.search(r"^rank 1 waits .*\n   <- rank 0 .*BarrierNB", r.stdout, re.M) is not None,
            "--dump: a rank waits for one of the cycle", r.stdout)
    source, picture = os.path.join(work, "g.dot"), os.path.join(work, "g.svg")
    r = run("--dump", job.name, "--draw", source)
    with open(source) as f:
        text = f.read()
    verdict(r.returncode == 0 and 'r1 -> r2 [label="put of 4 KB", color=red' in text and text.count("color=red") == 2,
            "--draw: source for dot", text + r.stderr)
    r = run("--dump", job.name, "--draw", picture, PATH="/nowhere")
    verdict(r.returncode == 1 and "expected graphviz" in r.stderr and not os.path.exists(picture), "--draw: no dot",
            r.stderr)
    if shutil.which("dot"):
        r = run("--dump", job.name, "--draw", picture)
        with open(picture) as f:
            text = f.read()
        verdict(r.returncode == 0 and "<svg" in text and "put of 4 KB" in text and "rank 3" in text,
                "--draw: a picture", r.stderr)
    else:
        print("ok - # SKIP --draw: a picture: no graphviz here")


def hang(work):
    with Job(work, 3, "barrier", "-c", "smp", "-spawner=fork") as job:
        until(job.name, lambda t: t.count("BarrierNB of rank 2") == 2)
        os.kill(job.process.pid, signal.SIGRTMAX - 2)
        wait_for(lambda: job.said().count("backtrace:") == 3, "the supervisor's dump")
        verdict(re.search(r"^rank 2 is not waiting\n   <- ranks 0 to 1, each waits .* \(gex_Coll_BarrierNB\)$",
                          job.said(), re.M)
                is not None, "a supervisor's dump has the graph", job.said())


def counted(text):
    """{rank: (operations, bytes) a second, or None}"""
    each = {rank: line.split()[4:6] for rank, line in rows(text).items()}
    return {rank: None if "-" in w else tuple(map(float, w)) for rank, w in each.items()}


def for_now(work):
    """Jobs that nothing else watches count as long as top looks on; what is done in line, too."""
    for mode, least, options in (("inline", 1000, ["-c", "smp"]), ("talk", 100, H3), ("inline", 1000, H3)):
        what = f"{mode} {options[1]}"
        with Job(work, 3, mode, *options) as job:
            r = top(job.name, "--no-rates")
            verdict(set(counted(r.stdout).values()) == {None} and "to count" not in r.stdout,
                    what + ": nothing is counted with --no-rates", r.stdout + r.stderr)
            r = until(job.name, lambda t: all(c and c[0] > least for c in counted(t).values()))
            verdict(len(counted(r.stdout)) == 3 and all(c and c[0] > least for c in counted(r.stdout).values()) and
                    "to count" not in r.stdout, what + ": rates of a job that was started without counting",
                    r.stdout + r.stderr)
            per = 64 if mode == "talk" else 6  # puts of 8 bytes, as many atomics of 4
            verdict(all(c and abs(c[1] * 1e6 - per * c[0]) < 6000 for c in counted(r.stdout).values()),
                    what + ": bytes are those of the operations", r.stdout)
            r = until(job.name, lambda t: set(counted(t).values()) == {None}, "--no-rates")
            verdict(set(counted(r.stdout).values()) == {None}, what + ": the counting ends after top has", r.stdout)
            r = until(job.name, lambda t: all(c and c[0] > least for c in counted(t).values()))
            verdict(all(c and c[0] > least for c in counted(r.stdout).values()), what + ": and begins once more",
                    r.stdout)


def rates(work):
    with Job(work, 2, "talk", "-c", "smp", "--perf") as job:
        r = top(job.name)
        each = [line.split() for line in rows(r.stdout).values()]
        verdict(len(each) == 2 and all(float(w[4]) > 100 for w in each), "rates of a job that counts",
                r.stdout + r.stderr)
        # each message has 64 bytes; both are rounded
        verdict(all(abs(float(w[5]) * 1e6 - 64 * float(w[4])) < 5500 for w in each), "bytes are those of the messages",
                r.stdout)
        run("--dump", job.name)
        wait_for(lambda: job.said().count("backtrace:") == 2, "a dump")
        ways = re.findall(r"^rank (\d)/2 \(pid \d+\) ways so far: .*AM_RING \d+", job.said(), re.M)
        verdict(sorted(ways) == ["0", "1"], "--dump of a job that counts: the ways that messages went", job.said())
    verdict(job.said().count("sum") == 1, "the job's table comes at its end, as ever", job.said())


def refusals(work):
    for words, text in ((("top", "no-such-job"), "no job of yours"),
                        (("top", "2147483000"), "expected a number|no such"),
                        (("top", os.getppid()), "expected a process of the job|several"),
                        (("top", "-x"), "expected gasnetrun top"),
                        (("top", "-d", "0", "a"), "0.1 to 3600"), (("top", "a", "b"), "expected gasnetrun top"),
                        (("--dump", "no-such-job"), "no job of yours"), (("--draw", "a.svg"), "expected --dump"),
                        (("--dump", "4", "--draw", "a.jpeg"), "ends in .svg")):
        r = run(*words)
        verdict(r.returncode in (1, 2) and re.search(text, r.stderr) is not None and len(r.stderr.splitlines()) == 1,
                "refused: gasnetrun " + " ".join(map(str, words)), r.stderr + r.stdout)
    with Job(work, 2, "barrier", "-c", "smp"):
        r = run("top", "--once", "-d", "0.1")
        verdict(r.returncode == 0 or "several jobs" in r.stderr, "top without a name: the only job, or their list",
                r.stderr)


class Tmux:
    def __init__(self, work):
        self.socket = os.path.join(work, "tmux")

    def __call__(self, *words):
        return subprocess.run(["tmux", "-S", self.socket, "-f", "/dev/null", *words], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, universal_newlines=True, timeout=LIMIT,
                              env=environment(TERM="xterm")).stdout

    def screen(self):
        return self("capture-pane", "-p", "-t", "top")

    def shows(self, pattern, what):
        end = time.monotonic() + 30
        while not re.search(pattern, self.screen(), re.M | re.S) and time.monotonic() < end:
            time.sleep(0.1)
        text = self.screen()
        verdict(re.search(pattern, text, re.M | re.S) is not None, "in a terminal: " + what, text)


def terminal(work):
    if not shutil.which("tmux"):
        print("ok - # SKIP in a terminal: no tmux here")
        return
    tmux = Tmux(work)
    with Job(work, 3, "barrier", "-c", "smp") as job:
        tmux("new-session", "-d", "-s", "top", "-x", "110", "-y", "6", "sh", "-c",
             f"stty -a >{work}/before; {RUN} top -d 0.2 {job.name}; "
             f"echo ended $?; stty -a >{work}/after; sleep 100")
        try:
            tmux.shows(r"^by rank.*^ *0 .*waits.*BarrierNB of rank 2.*^ *1 .*^ *2 ", "a line for each rank")
            tmux("send-keys", "-t", "top", "w")
            tmux.shows(r"^by wait", "w: those that wait longest come first")
            tmux.shows(r"^by wait; 1 rank begins to count.*^ *2 .* - ", "a rank that does not poll counts nothing")
            tmux("send-keys", "-t", "top", "r")
            tmux("send-keys", "-t", "top", "Down")
            tmux.shows(r"^by rank[^\n]*\n[^\n]*waits for\n *1 ", "down: further ranks")
            tmux("send-keys", "-t", "top", "Up")
            tmux.shows(r"^by rank[^\n]*\n[^\n]*waits for\n *0 ", "up: and back")
            tmux("send-keys", "-t", "top", "q")
            tmux.shows(r"^ended 0$", "q ends it with status 0")
            wait_for(lambda: os.path.exists(f"{work}/after"), "stty")
            with open(f"{work}/before") as a, open(f"{work}/after") as b:
                verdict(a.read() == b.read(), "in a terminal: it is as it was")
        finally:
            tmux("kill-server")
    with Job(work, 2, "barrier", "-c", "smp") as job:
        os.remove(f"{work}/after")
        tmux("new-session", "-d", "-s", "top", "-x", "50", "-y", "8", "sh", "-c",
             f"{RUN} top -d 0.2 {job.name}; echo ended $?; sleep 100")
        try:
            tmux.shows(r"^ *rank state +ops/s  waits for\n *0 waits +\S+  [0-9.]+ s gex_Coll_Barr",
                       "50 columns: what ranks wait for is seen")
            job.process.terminate()
            tmux.shows(r"has ended.*ended 0", "the end of the job is the end of top")
        finally:
            tmux("kill-server")


def main():
    for part in (lambda w: on_this_host(w, "smp"), over_hosts, hang, rates, for_now, refusals, terminal):
        with tempfile.TemporaryDirectory(prefix="top") as work:
            part(work)
    print(f"# {failed} failed" if failed else "# all passed")
    return failed != 0


if __name__ == "__main__":
    raise SystemExit(main())
