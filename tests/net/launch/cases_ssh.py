# SPDX-License-Identifier: BSD-3-Clause
"""cases_ssh.py: jobs over a real sshd of this test's own: an unprivileged port of the loopback's addresses
127.0.0.1 to 127.0.0.4, each of which stands for a host; keys made for this run."""
import os
import shutil
import signal
import socket
import subprocess
import time

import sshlib
from launchlib import TOKEN, need, wait_for

HOSTS = "127.0.0.1,127.0.0.2,127.0.0.3"
SOON = 5
server = None
port = 0


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def servers_env(world):
    env = world.environment({})
    del env[TOKEN]
    return env


def start(world):
    """Starts sshd; a word if that cannot be done."""
    global server, port  # pylint: disable=global-statement
    if not sshlib.program():
        return "openssh-server is missing"
    d = sshlib.keys(world)
    port = free_port()
    path = sshlib.config(world, "config", port, "127.0.0.1", "127.0.0.2", "127.0.0.3")
    server = subprocess.Popen([sshlib.program(), "-D", "-e", "-f", path], env=servers_env(world),
                              stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=open(f"{d}/log", "w", encoding="utf-8"))
    end = time.monotonic() + 10
    while time.monotonic() < end and server.poll() is None:
        with socket.socket() as s:
            if s.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.02)
    world.ssh_env = {"GASNET_SSH_OPTIONS": sshlib.options(world, port)}
    done = subprocess.run(["ssh"] + world.ssh_env["GASNET_SSH_OPTIONS"].replace("'", "").split()
                          + ["-oBatchMode=yes", "-oStrictHostKeyChecking=no", "127.0.0.1", "true"],
                          capture_output=True, text=True, timeout=20, check=False)
    if done.returncode:
        stop(world)
        return f"sshd does not let us in: {done.stderr.strip()[-200:]}"
    return None


def stop(_world):
    if server:
        server.kill()
        server.wait()


def run(world, n, *words, hosts=HOSTS, **more):
    env = dict(world.ssh_env, **more.pop("env", {}))
    return world.gasnetrun("-n", n, "-H", hosts, *words, env=env, **more)


def quickly(world, job, status, err=None):
    began = time.monotonic()
    world.expect(job, status, err=err, limit=20)
    need(time.monotonic() - began < SOON, f"took {time.monotonic() - began:.1f} s; expected {SOON} at most")


def children_of(pid):
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as f:
        return [int(p) for p in f.read().split()]


def sessions():
    """Processes of sshd that serve a connection."""
    return children_of(server.pid)


def no_sessions():
    wait_for(lambda: not sessions(), 30, "sshd to have no sessions left")


def hello(world):
    world.expect(run(world, 5), 0, "all 5 ranks agree, by PMI-1")


def environment(world):
    env = {"GASNET_FROB": "a  b;$x'\"", "LAUNCH_A": "one=1", "LAUNCH_B": "not sent", "LAUNCH_C": "two\nlines"}
    job = world.expect(run(world, 2, "-E", "LAUNCH_A,LAUNCH_C", "--", "env", "GASNET_FROB", "LAUNCH_A", "LAUNCH_B",
                           "LAUNCH_C", "PATH", env=env, hosts="127.0.0.1,127.0.0.2"), 0)
    for r in range(2):
        for text in ("GASNET_FROB=a  b;$x'\"", "LAUNCH_A=one=1", "LAUNCH_B=(none)", "LAUNCH_C=(none)",
                     "PATH=" + os.environ["PATH"]):
            need(f"{r} {text}\n" in job.out, f"no '{text}'; {job.said()}")


def where(world):
    words = ["a b", "", "$HOME;`x`|*", "ä→ß"]
    job = world.expect(run(world, 3, "--", "where", *words), 0)
    for r in range(3):
        need(f"{r} in {world.tmp}: " + " ".join(f"[{w}]" for w in words) in job.out, job.said())


def streams(world):
    data = os.urandom(1000000)
    path = os.path.join(world.tmp, "input")
    with open(path, "wb") as f:
        f.write(data)
    with open(path, "rb") as f:
        job = world.expect(run(world, 2, "--", "echo", stdin=f), 0)
    need(job.texts["out"] == data, "other bytes than were sent")


def family(world, n=4, **env):
    job = run(world, n, "--", "family", env=env)
    return job, job.ready(n)


def kill_rank(world):
    job, pids = family(world)
    os.kill(pids[2], signal.SIGKILL)
    quickly(world, job, 137, r"rank 2/4 \(pid \d+ on host 127.0.0.2\) died of signal 9")
    no_sessions()


def kill_ssh(world):
    job, _ = family(world)
    ssh = sorted(p for p, n in world.ours().items() if n == "ssh")
    need(len(ssh) == 3, f"processes of ssh: {ssh}")
    os.kill(ssh[1], signal.SIGKILL)
    quickly(world, job, 1, r"host 127.0.0.\d: its agent was lost: .*ssh was ended by signal 9")
    no_sessions()


def kill_agent(world):
    job, _ = family(world)
    os.kill(world.agents()[-1], signal.SIGKILL)
    quickly(world, job, 1, r"host 127.0.0.\d: its agent was lost")
    no_sessions()


def kill_root(world):
    job, _ = family(world)
    job.process.kill()
    job.process.wait()
    need(not world.leftovers(), "something is left")
    no_sessions()


def kill_session(world):
    """As when a host goes down: sshd's process for it dies."""
    job, _ = family(world)
    os.kill(sessions()[0], signal.SIGKILL)
    quickly(world, job, 1, "its agent was lost")


def terminate(world):
    job, _ = family(world)
    job.process.terminate()
    quickly(world, job, 143)
    no_sessions()


def refused(world):
    options = world.ssh_env["GASNET_SSH_OPTIONS"].replace(f"-p {port}", f"-p {free_port()}")
    world.expect(world.gasnetrun("-n", 1, "-H", "127.0.0.1", env={"GASNET_SSH_OPTIONS": options}), 1,
                 err="host 127.0.0.1: cannot start an agent: .*Connection refused; ssh ended with status 255")


def one_refused(world):
    """One host of several does not answer: nothing starts, or what started ends."""
    world.expect(run(world, 3, hosts="127.0.0.1,127.0.0.4,127.0.0.2"), 1, err="host 127.0.0.4: .*refused")
    no_sessions()


def no_gasnetrun(world):
    world.expect(run(world, 1, hosts="127.0.0.1", env={"GASNET_SSH_AGENT": "/nonexistent/gasnetrun"}), 1,
                 err="host 127.0.0.1: .*no gasnetrun at /nonexistent/gasnetrun there")


def remote_path(world):
    job = world.start([world.run, "-n", 2, "-H", "127.0.0.1,127.0.0.2", "./pm_hello", "where"], cwd=world.bin,
                      env=dict(world.ssh_env, GASNET_SSH_REMOTE_PATH="/nonexistent/here"))
    world.expect(job, 1, err="host 127.0.0.1: directory /nonexistent/here: No such|host 127.0.0.2: directory")


class Island:
    """A network namespace with an sshd of its own and one cable to here, which can be pulled."""
    here, there = "10.213.77.1", "10.213.77.2"

    def __init__(self, world):
        self.cable = f"hyd{os.getpid() % 100000}"
        self.processes = []
        self.ok = False
        if not all(map(shutil.which, ("ip", "unshare", "nsenter"))) or os.geteuid() != 0:
            return
        holder = subprocess.Popen(["unshare", "-n", "sleep", "60"], stderr=subprocess.DEVNULL)
        self.processes.append(holder)
        inside = ["nsenter", "-t", str(holder.pid), "-n"]
        time.sleep(0.1)
        path = sshlib.config(world, "island", port)
        commands = (["ip", "link", "add", self.cable, "type", "veth", "peer", "name", "eth0", "netns", str(holder.pid)],
                    ["ip", "addr", "add", f"{self.here}/30", "dev", self.cable],
                    ["ip", "link", "set", self.cable, "up"],
                    inside + ["ip", "addr", "add", f"{self.there}/30", "dev", "eth0"],
                    inside + ["ip", "link", "set", "eth0", "up"])
        if any(subprocess.run(c, capture_output=True, timeout=10, check=False).returncode for c in commands):
            return
        self.processes.append(subprocess.Popen(inside + [sshlib.program(), "-D", "-e", "-f", path],
                                               env=servers_env(world), stdin=subprocess.DEVNULL,
                                               stderr=subprocess.DEVNULL))
        end = time.monotonic() + 5
        while time.monotonic() < end and not self.ok:
            with socket.socket() as s:
                s.settimeout(1)
                self.ok = s.connect_ex((self.there, port)) == 0

    def pull_cable(self):
        subprocess.run(["ip", "link", "set", self.cable, "down"], timeout=10, check=True)

    def close(self):
        for p in self.processes:
            for child in children_of(p.pid):  # sessions, which wait for the network
                os.kill(child, signal.SIGKILL)
            p.kill()
            p.wait()
        if shutil.which("ip"):
            subprocess.run(["ip", "link", "del", self.cable], capture_output=True, timeout=10, check=False)


def network_cut(world):
    """A host that is not reached any more: both sides end, each by itself."""
    island = Island(world)
    try:
        if not island.ok:
            return
        options = "-o ServerAliveInterval=1 -o ServerAliveCountMax=1 " + world.ssh_env["GASNET_SSH_OPTIONS"]
        job = run(world, 3, "--", "family", hosts="127.0.0.1," + island.there,
                  env={"GASNET_SSH_SILENCE": "2", "GASNET_SSH_OPTIONS": options})
        job.ready(3)
        island.pull_cable()
        quickly(world, job, 1, f"host {island.there}: its agent was lost")
        need(not world.leftovers(), "something is left on the island")
    finally:
        island.close()


def host_keys(world):
    """A host that is not known is believed and remembered, one whose key has changed is refused, and what the person's
    own file of ssh says is obeyed."""
    known, config = world.tmp + "/known", world.file("ssh_config", "\n")
    env = {"GASNET_SSH_OPTIONS": world.ssh_env["GASNET_SSH_OPTIONS"].replace("-F none", f"-F {config}")
           .replace("UserKnownHostsFile=/dev/null", f"UserKnownHostsFile={known}")}
    for _ in range(2):
        world.expect(run(world, 1, hosts="127.0.0.1", env=env), 0, "all 1 ranks agree")
        with open(known, encoding="ascii") as f:
            keys = f.read()
        need(len(keys.splitlines()) == 1 and "ssh-ed25519" in keys, repr(keys))
    with open(f"{sshlib.keys(world)}/user.pub", encoding="ascii") as f:
        other = f.read().split()[1]
    world.file("known", f"{keys.split()[0]} ssh-ed25519 {other}\n")
    world.expect(run(world, 1, hosts="127.0.0.1", env=env), 1, err="host 127.0.0.1: cannot start an agent: .*ssh ended")
    world.file("ssh_config", "Host *\nStrictHostKeyChecking no\n")
    world.expect(run(world, 1, hosts="127.0.0.1", env=env), 0, "all 1 ranks agree")


def cases(_world):
    yield "hello", hello
    for fn in (environment, where, streams, kill_rank, kill_ssh, host_keys):
        yield fn.__name__.replace("_", "-"), fn
    yield "kill-agent", kill_agent
    yield "kill-gasnetrun", kill_root
    for fn in (kill_session, network_cut, terminate, refused, one_refused, no_gasnetrun, remote_path):
        yield fn.__name__.replace("_", "-"), fn
    yield "exit-5", lambda w: w.expect(run(w, 3, "--", "exit", 1, 5), 5,
                                       err="rank 1/3 .pid .* on host 127.0.0.2. ended")
    yield "abort", lambda w: w.expect(run(w, 3, "--", "abort", 2, 9), 9, err="rank 2/3")
