# SPDX-License-Identifier: BSD-3-Clause
"""cases_addresses.py: two hosts of which some address is no way for the other: a rank takes one that its peers reach.
gasnetrun runs on the first of them."""
import contextlib
import re

import nets
from launchlib import SLOW, need
from nets import stop  # noqa: F401  pylint: disable=unused-import

# seconds without an answer that end a job; the second where none can come
SILENT, SOON_SILENT = int(3 * SLOW), int(SLOW)
LINK_LOCAL = "fe80::76:"


def start(world):
    return nets.start(world, 2)


def job(world, hosts, silent=SILENT, **env):
    return world.nets.run(2, "--", "putget", hosts=hosts, net=world.nets.net[0],
                          env={"GASNET_REQUESTTIMEOUT_MAX": str(silent * 1000000), **env})


@contextlib.contextmanager
def interface(net, name, address):
    """A bridge of its own with an address and a port, as of a container engine with a container: it leads nowhere
    else."""
    net.say("ip", "link", "add", name, "type", "bridge")
    try:
        net.say("ip", "link", "add", name + "p", "type", "veth", "peer", "name", name + "q")
        net.say("ip", "link", "set", name + "p", "master", name, "up")
        net.say("ip", "link", "set", name + "q", "up")
        net.say("ip", "addr", "add", address, "dev", name)
        net.say("ip", "link", "set", name, "up")
        yield
    finally:
        net.say("ip", "link", "del", name)
        net.say("ip", "link", "del", name + "p")


def arrive(world, jobs):
    """All at a time, as each waits most of its time."""
    for each in list(jobs):
        world.expect(each, 0, "^2 ranks: all bytes are right$")


def own_name(world):
    """The name of the first host is that of the loopback in its /etc/hosts, so ssh goes there."""
    arrive(world, [job(world, [address, world.nets.hosts[1]]) for address in ("127.0.0.1", "127.0.1.1", "::1")])


def same_bridge(world):
    """Both have docker0, with the same address; the first host is where gasnetrun and its user are, who came to an
    address that the other does not reach."""
    first, second = world.nets.net
    with interface(first, "docker0", "172.17.0.1/16"), interface(second, "docker0", "172.17.0.1/16"), \
            interface(first, "uplink", "192.0.2.1/24"):
        hosts = ["localhost", world.nets.hosts[1]]
        by_ssh = [job(world, hosts, SSH_CONNECTION=ssh, GASNET_VERBOSEENV="1")
                  for ssh in ("192.0.2.9 50000 192.0.2.1 22", "172.17.0.9 50000 172.17.0.1 22")]
        arrive(world, [job(world, hosts), *by_ssh])
        for done in by_ssh:
            need(re.search(r"^(udp|ofi) conduit: rank 0: .*\bat (fi_sockaddr_in://)?10\.213\.76\.1:", done.err, re.M),
                 f"rank 0 is elsewhere; {done.said()}")


@contextlib.contextmanager
def without_ipv4(world):
    """Interfaces with an address of the link only. eth0 has another number at the second host than at the first."""
    world.nets.hub.say("ip", "link", "del", "port1")
    world.nets.join(1, world.nets.net[1])
    for net in (world.nets.hub, world.nets.net[0]):
        net.say("ip", "neigh", "flush", "all")
    hosts = list(zip(world.nets.net, world.nets.hosts, "12"))
    try:
        for net, address, i in hosts:
            net.say("ip", "-4", "addr", "del", address + "/24", "dev", "eth0")
            net.say("ip", "-6", "addr", "add", LINK_LOCAL + i + "/64", "dev", "eth0", "nodad")
        yield
    finally:
        for net, address, i in hosts:
            net.say("ip", "-4", "addr", "add", address + "/24", "dev", "eth0")
            net.say("ip", "-6", "addr", "del", LINK_LOCAL + i + "/64", "dev", "eth0")


def link_local(world):
    """Also where the user has chosen the interface."""
    with without_ipv4(world):
        arrive(world, [job(world, ["localhost", LINK_LOCAL + "2%eth0"], **env)
                       for env in ({}, {"GASNET_WORKERIP": "eth0"})])


@contextlib.contextmanager
def firewall(net):
    """Drops all that comes by eth0 but ssh, without a word."""
    net.say("ip", "rule", "add", "pref", 10, "lookup", "local")
    for side in ("sport", "dport"):
        net.say("ip", "rule", "add", "pref", 4, "iif", "eth0", "ipproto", "tcp", side, nets.PORT, "lookup", "local")
    for protocol in ("udp", "tcp"):
        net.say("ip", "rule", "add", "pref", 5, "iif", "eth0", "ipproto", protocol, "blackhole")
    net.say("ip", "rule", "del", "pref", 0)
    try:
        yield
    finally:
        net.say("ip", "rule", "add", "pref", 0, "lookup", "local")
        for pref in (4, 4, 5, 5, 10):
            net.say("ip", "rule", "del", "pref", pref)


def dropped(end):
    """The reason is said before init ends, with what may be done about it."""
    def fn(world):
        with firewall(world.nets.net[end]):
            done = job(world, ["localhost", world.nets.hosts[1]], SOON_SILENT)
            if nets.CONDUIT == "udp":
                world.expect(done, 1, err=r"eth0.*firewall.*GASNET_WORKERIP")
            else:
                world.expect(done, 134, err=r"eth0 at .*10\.213\.76\..*10\.213\.76\..*GASNET_OFI_DEVICE.*firewall")
            need("10.213.76." in done.err, f"it names no address; {done.said()}")
            need("-1.0" not in done.err, f"heard before the beginning; {done.said()}")
    return fn


def no_proc(world):
    """Without /proc gasnetrun finds itself, and ranks of a host, which cannot share memory then, each other."""
    words = ["unshare", "-m", "sh", "-c", 'umount -l /proc && exec "$@"', "sh", world.run, "-c", "udp", "-n", "2"]
    arrive(world, [world.start([*world.nets.net[0].inside, *words, *hosts, world.hello, "putget"], env=world.nets.env)
                   for hosts in ([], ["-H", f"localhost,{world.nets.hosts[1]}"])])


def cases(_world):
    yield "no-proc", no_proc
    yield "own-name", own_name
    yield "same-bridge", same_bridge
    yield "link-local", link_local
    yield "firewall-here", dropped(0)
    yield "firewall-there", dropped(1)
