# SPDX-License-Identifier: BSD-3-Clause
"""nets.py: hosts made of network namespaces: a hub with a bridge, and hosts with an sshd each, joined to it by
cables that can be pulled. A shell holds each namespace and ends all that is in it when it is left alone, so
that nothing stays, however the driver ends; the machine's own network is not touched."""
import os
import shutil
import subprocess
import time

import sshlib
from launchlib import TOKEN

PORT = 2222
CONDUIT, _, PROVIDER = os.environ.get("NETS_CONDUIT", "udp").partition(":")
NET = "10.213.76."
HOLD = """ip link set lo up && echo up
cat >/dev/null
for p in /proc/[0-9]*; do
  [ "${p#/proc/}" != $$ ] && [ "$(readlink $p/ns/net)" = "$(readlink /proc/$$/ns/net)" ] && kill -9 "${p#/proc/}"
done"""


class Refused(Exception):
    """Namespaces cannot be made here, and why."""


def say(*words):
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True, timeout=20, check=False)
    if done.returncode:
        raise Refused(f"{' '.join(str(w) for w in words[-8:])}: {done.stderr.strip()[-150:]}")
    return done.stdout


class Net:
    """A namespace and its holder."""

    def __init__(self):
        self.holder = subprocess.Popen(["unshare", "-n", "sh", "-c", HOLD], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True)
        self.up = self.holder.stdout.readline() == b"up\n"

    @property
    def inside(self):
        return ["nsenter", "-t", str(self.holder.pid), "-n"]

    def say(self, *words):
        return say(*self.inside, *words)

    def close(self):
        self.holder.stdin.close()
        try:
            self.holder.wait(20)
        except subprocess.TimeoutExpired:
            self.holder.kill()
            self.holder.wait()


class Nets:
    """`hosts` are addresses, for -H; gasnetrun runs in the hub, which has an address of its own."""

    def __init__(self, world, count=4):
        self.world, self.nets = world, []
        try:
            self.make(count)
        except (Refused, OSError, subprocess.SubprocessError):
            self.close()
            raise

    def add(self):
        net = Net()
        self.nets.append(net)
        if not net.up:
            raise Refused("unshare -n is refused")
        return net

    def make(self, count):
        self.hub = self.add()
        self.hub.say("ip", "link", "add", "hub", "type", "bridge")
        self.hub.say("ip", "addr", "add", NET + "254/24", "dev", "hub")
        self.hub.say("ip", "link", "set", "hub", "up")
        self.hosts = [NET + str(i + 1) for i in range(count)]
        self.net = [self.add() for _ in self.hosts]
        path = sshlib.config(self.world, "nets", PORT)
        env = self.world.environment({})
        del env[TOKEN]
        for i, net in enumerate(self.net):
            self.join(i, net)
            subprocess.Popen([*net.inside, sshlib.program(), "-D", "-f", path], env=env, stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        self.env = {"GASNET_SSH_OPTIONS": sshlib.options(self.world, PORT)}
        if PROVIDER:
            self.env["GASNET_OFI_PROVIDER"] = PROVIDER
        if CONDUIT != "udp":
            self.env["GASNET_CONDUIT_PATH"] = os.path.join(os.environ.get("abs_top_builddir", os.getcwd()), ".libs")
        for host in self.hosts:
            self.await_sshd(host)

    def join(self, i, net):
        self.hub.say("ip", "link", "add", f"port{i}", "type", "veth", "peer", "name", "eth0", "netns", net.holder.pid)
        self.hub.say("ip", "link", "set", f"port{i}", "master", "hub", "up")
        net.say("ip", "addr", "add", self.hosts[i] + "/24", "dev", "eth0")
        net.say("ip", "link", "set", "eth0", "up")

    def await_sshd(self, host):
        words = ["ssh"] + self.env["GASNET_SSH_OPTIONS"].replace("'", "").split()
        words += ["-oBatchMode=yes", "-oStrictHostKeyChecking=no", "-oLogLevel=ERROR", "-oConnectTimeout=5", host,
                  "true"]
        end = time.monotonic() + 15
        while True:
            try:
                return self.hub.say(*words)
            except Refused:
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)

    def run(self, n, *words, env=None, hosts=None, net=None, **more):
        """gasnetrun -n N over all hosts, or those given, from the hub, or from there; NETS_CONDUIT: by that, not
        udp."""
        return self.world.gasnetrun("-c", CONDUIT, "-n", n, "-H", ",".join(hosts or self.hosts), *words,
                                    env=dict(self.env, **(env or {})), inside=(net or self.hub).inside, **more)

    def close(self):
        for net in self.nets:
            net.close()
        self.nets = []


def missing():
    """A word on what namespaces lack here; None if they can be tried."""
    if os.geteuid() != 0:
        return "network namespaces need root"
    for tool in ("ip", "unshare", "nsenter"):
        if not shutil.which(tool):
            return f"{tool} is missing (iproute2, util-linux)"
    return None if sshlib.program() else "openssh-server is missing"


def start(world, count=4):
    """world.nets: so many hosts. A word if that cannot be done."""
    word = missing()
    if word:
        return word
    try:
        world.nets = Nets(world, count)
    except (Refused, OSError, subprocess.SubprocessError) as e:
        return f"no network namespaces here: {str(e)[:200]}"
    return None


def stop(world):
    if hasattr(world, "nets"):
        world.nets.close()
