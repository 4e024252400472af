# SPDX-License-Identifier: BSD-3-Clause
"""launch_time.py: how long 64 processes on four hosts (network namespaces, root only) take from gasnetrun to
after their first barrier, as a multiple of one login by ssh and the start of 64 processes here. A measurement:
it is in no test. Run in the build tree: python3 tests/net/hosts/launch_time.py [ROUNDS]"""
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
here = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [here, os.path.join(os.path.dirname(here), "launch")]
import launchlib  # noqa: E402
import nets  # noqa: E402

RANKS = 64
FORK = f"i=0; while [ $i -lt {RANKS} ]; do /bin/true & i=$((i+1)); done; wait"


def timed(fn):
    began = time.monotonic()
    fn()
    return (time.monotonic() - began) * 1e3


def login(n, host):
    words = ["ssh"] + n.env["GASNET_SSH_OPTIONS"].replace("'", "").split()
    words += ["-oBatchMode=yes", "-oStrictHostKeyChecking=no", "-oLogLevel=ERROR", host, "true"]
    n.hub.say(*words)


def login_everywhere(n):
    """At once: the hosts share this machine's cores, and hosts of their own would not."""
    threads = [threading.Thread(target=login, args=(n, host)) for host in n.hosts]
    for t in threads:
        t.start()
    for t in threads:
        t.join()


def fork_here():
    subprocess.run(["sh", "-c", FORK], check=True)


def launch(n):
    """Until the line that a rank prints after the barrier has come."""
    began = time.monotonic()
    job = n.run(RANKS, "--", "hello")
    launchlib.wait_for(lambda: f"all {RANKS} ranks met" in job.out or job.process.poll() is not None, 60, "the barrier")
    took = (time.monotonic() - began) * 1e3
    if job.wait():
        sys.exit(f"the job failed: {job.said()}")
    return took


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    word = nets.missing()
    if word:
        sys.exit(word)
    tmp = tempfile.mkdtemp(prefix="launch.", dir=os.environ.get("TMPDIR", "/tmp"))
    try:
        world = launchlib.World(os.getcwd(), tmp, ["tests/net/hosts/job"])
        n = nets.Nets(world)
        try:
            rows = [(timed(lambda: login(n, n.hosts[0])), timed(lambda: login_everywhere(n)), timed(fork_here),
                     launch(n))
                    for _ in range(rounds)]
        finally:
            n.close()
    finally:
        shutil.rmtree(tmp, ignore_errors=True)
    ssh, all_ssh, fork, job = (statistics.median(column) for column in zip(*rows))
    ratio = statistics.median(row[3] / (row[0] + row[2]) for row in rows)
    shared = statistics.median(row[3] / (row[1] + row[2]) for row in rows)
    print(f"{RANKS} processes on {len(n.hosts)} hosts: {job:.0f} ms; one login {ssh:.0f} ms, a login on each at once "
          f"{all_ssh:.0f} ms, {RANKS} processes here {fork:.0f} ms")
    print(f"ratio {ratio:.2f} (goal: 2 at most); {shared:.2f} to the logins that it takes, on {os.cpu_count()} cores")


main()
