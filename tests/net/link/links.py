# SPDX-License-Identifier: BSD-3-Clause
"""links.py: two hosts as nets.py makes them, and frame_link.c's link between them: jobs are started over the former's
bridge, and their datagrams go over the latter. What a case did to it is undone before the next."""
import os
import re
import select
import stat
import subprocess
import time

import nets
from launchlib import SLOW, need

NET = "10.213.77."
NET6 = "fd13:77::"
MTU = 9000            # of the interfaces at the link, which passes any frame until told otherwise
SILENT = int(2 * SLOW)  # seconds of GASNET_REQUESTTIMEOUT_MAX for what is to end by that


class Link(nets.Nets):
    """`say`: a command to the link. `addresses`: those of the hosts on it."""

    def __init__(self, world):
        self.link = None
        super().__init__(world, 2)

    def make(self, count):
        super().make(count)
        self.addresses = [NET + str(i + 1) for i in range(count)]
        self.link = subprocess.Popen(
            [os.path.join(self.world.build, "tests/net/link/frame_link"), *(str(net.holder.pid) for net in self.net)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        if self.answer() != "ok":
            raise nets.Refused(self.link.stderr.read().decode(errors="replace"))
        for i, net in enumerate(self.net):
            net.say("ip", "addr", "add", self.addresses[i] + "/24", "dev", "link0")
            net.say("ip", "addr", "add", NET6 + f"{i + 1}/64", "dev", "link0", "nodad")
            net.say("ip", "link", "set", "link0", "txqueuelen", 10000)
        self.restore()

    def answer(self):
        """A line of the link's; it answers at once."""
        if not select.select([self.link.stdout], [], [], 10 * SLOW)[0]:
            return "(no answer)"
        return os.read(self.link.stdout.fileno(), 1000).decode().strip()

    def tell(self, command):
        self.link.stdin.write(command.encode() + b"\n")
        self.link.stdin.flush()
        got = self.answer()
        need(got.endswith("ok"), f"frame_link: {command}: {got}")
        return got

    def mtu(self, size):
        for net in self.net:
            net.say("ip", "link", "set", "dev", "link0", "mtu", size, "up")

    def counts(self):
        return {word: int(n) for word, n in re.findall(r"(\w+) (\d+)", self.tell("count"))}

    def restore(self):
        """As it was made; routes to the other end, and what was learnt of the path, are forgotten."""
        for command in ("size 0", "answer 0", "delay 0", "rate 0", "queue 65536", "lose 0 1", "block 0"):
            self.tell(command)
        self.mtu(MTU)
        for i, net in enumerate(self.net):
            for kind in ("prohibit", "blackhole", "unreachable", "unicast"):
                try:
                    net.say("ip", "route", "del", kind, self.addresses[1 - i] + "/32")
                except nets.Refused:
                    pass
            net.say("ip", "route", "flush", "cache")

    def close(self):
        if self.link:
            self.link.stdin.close()
            try:
                self.link.wait(10)
            except subprocess.TimeoutExpired:
                self.link.kill()
                self.link.wait()
            self.link.stdout.close()
            self.link.stderr.close()
            self.link = None
        super().close()


class Traffic:
    """traffic.c on two ranks, one on each host, by IPv4 or 6."""

    def __init__(self, world, *words, env=(), net=NET + "0/24"):
        self.link = world.nets
        self.stop = os.path.join(world.tmp, "stop")
        if os.path.exists(self.stop):
            os.unlink(self.stop)
        most = 1 << 20 if world.whole else 300000
        self.job = self.link.run(2, "--", self.stop, most, *words,
                                 env={"GASNET_WORKERIP": net, **dict(env)})

    def rounds(self):
        return self.job.out.count("round ")

    def goes_on(self, seconds, what):
        """Two rounds more: the second began after now."""
        wanted, end = self.rounds() + 2, time.monotonic() + seconds * SLOW
        while self.rounds() < wanted and self.job.process.poll() is None and time.monotonic() < end:
            time.sleep(0.01)
        need(self.rounds() >= wanted,
             f"traffic does not go on {what}: round {self.rounds()}; link {self.link.counts()}; {self.job.said()}")

    def ends_well(self, seconds):
        with open(self.stop, "w", encoding="ascii"):
            pass
        status = self.job.wait(seconds * SLOW)
        need(status == 0, f"status {status}; {self.job.said()}")
        need(re.search(r"^\d+ rounds: all bytes are right$", self.job.out, re.M), self.job.said())

    def dies(self, seconds, *expressions):
        """With a message that has all of these in it, in so many seconds."""
        status = self.job.wait(seconds * SLOW)
        need(status == 134, f"status {status}; {self.job.said()}")
        for e in expressions:
            need(re.search(e, self.job.err), f"no {e!r} on stderr; {self.job.said()}")


def dropped(link, word, before):
    """That the case was one: frames were dropped as too large, or answered, since `before`."""
    need(link.counts()[word] > before[word], f"the link saw nothing that is {word}: {link.counts()}")


def dies_after(seconds):
    return {"GASNET_REQUESTTIMEOUT_MAX": str(int(seconds * 1000000))}


def case(fn):
    """A case on a link that is as new."""
    def run(world):
        world.nets.restore()
        fn(world, world.nets)
    return run


def make_tun():
    """Its device, where it was not made before; the link says what is wrong if that is of no use."""
    os.makedirs("/dev/net", exist_ok=True)
    if not os.path.exists("/dev/net/tun"):
        os.mknod("/dev/net/tun", stat.S_IFCHR | 0o600, os.makedev(10, 200))


def start(world):
    """world.nets: a Link. A word if that cannot be done."""
    word = nets.missing()
    if word:
        return word
    try:
        make_tun()
        world.nets = Link(world)
    except (nets.Refused, OSError, subprocess.SubprocessError) as e:
        return f"no link between network namespaces here: {str(e)[:200]}"
    return None


stop = nets.stop
