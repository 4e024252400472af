# SPDX-License-Identifier: BSD-3-Clause
"""links.py: network namespaces as hosts: two, joined by a cable of MTU 1500, or more, by a bridge; root only. The
machine's own network is not touched, and all of it goes with the two processes that hold the namespaces."""
import os
import subprocess
import time

LOGIN = """#!/bin/sh
# In place of ssh: a command on a host, which is a namespace.
while [ $# -gt 0 ]; do
  case $1 in
%s
  *) shift ;;
  esac
done
exit 255
"""


# Libraries look for network devices in /sys, which is that of a namespace once it is mounted there; the control groups
# below it stay, as in a container.
HOLD = ("mount --rbind /sys/fs/cgroup /mnt; mount -t sysfs peers /sys && "
        "{ mount --rbind /mnt /sys/fs/cgroup; ip link set lo up && echo up; }; cat")


class Refused(Exception):
    """Namespaces cannot be made here, and why."""


class Link:
    """`hosts`: their addresses; `login`: a command to use as ssh; `net` and `device`: what joins them."""

    def __init__(self, work, count=2):
        self.hosts, self.net = [f"10.213.78.{i + 1}" for i in range(count)], "10.213.78.0/24"
        self.device, self.holders = "cable", []
        if os.geteuid() != 0:
            raise Refused("namespaces need root")
        try:
            self.make()
        except (OSError, subprocess.SubprocessError) as why:
            self.close()
            said = getattr(why, "stderr", None) or str(why)
            raise Refused(said.strip()[-100:]) from None
        self.login = os.path.join(work, f"login{count}")
        cases = [f"  {h}) shift; exec {' '.join(self.inside(i))} sh -c \"$*\" ;;" for i, h in enumerate(self.hosts)]
        with open(self.login, "w", encoding="utf-8") as f:
            f.write(LOGIN % "\n".join(cases))
        os.chmod(self.login, 0o755)

    def make(self):
        many = len(self.hosts) > 2
        for _ in self.hosts + ["the bridge's"] * many:
            holder = subprocess.Popen(["unshare", "-n", "-m", "sh", "-c", HOLD], text=True,
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            self.holders.append(holder)
            if holder.stdout.readline() != "up\n":
                raise OSError("unshare -n is refused")
        if many:
            self.say(-1, "link", "add", "bridge", "type", "bridge")
            self.say(-1, "link", "set", "bridge", "up")
            for i in range(len(self.hosts)):
                self.cable(i, -1, f"port{i}")
                self.say(-1, "link", "set", f"port{i}", "master", "bridge", "up")
        else:
            self.cable(0, 1, self.device)
        for i, host in enumerate(self.hosts):
            self.say(i, "addr", "add", host + "/24", "dev", self.device)
            self.say(i, "link", "set", self.device, "up")
        for i in range(len(self.hosts)):
            self.await_carrier(i)

    def cable(self, host, other, name):
        self.say(host, "link", "add", self.device, "mtu", "1500", "type", "veth", "peer", "name", name, "mtu", "1500",
                 "netns", str(self.holders[other].pid))

    def await_carrier(self, host):
        """Libraries leave out a device that is not running, which it is a moment after both its ends are up."""
        path, end = f"/sys/class/net/{self.device}/operstate", time.monotonic() + 20
        while subprocess.run(self.inside(host) + ["cat", path], check=True, capture_output=True,
                             text=True).stdout != "up\n":
            if time.monotonic() > end:
                raise OSError("the cable has no carrier")
            time.sleep(0.05)

    def inside(self, host):
        return ["nsenter", "-t", str(self.holders[host].pid), "-n", "-m"]

    def say(self, host, *words):
        subprocess.run(self.inside(host) + ["ip", *words], check=True, capture_output=True, text=True, timeout=20)

    def close(self):
        for holder in self.holders:
            holder.stdin.close()
            holder.wait()
