# SPDX-License-Identifier: BSD-3-Clause
"""cases_path.py: a path that is narrower than the interface, of which the kernel learns; and an interface that
shrinks."""
from links import NET6, Traffic, case, dropped, start, stop  # noqa: F401  pylint: disable=unused-import

SOON = 30  # see cases_size.py


def answered(from_the_start):
    """By ICMP: "fragmentation needed"."""
    def fn(world, link):
        before = link.counts()
        link.tell("answer 1")
        if from_the_start:
            link.tell("size 1400")
        traffic = Traffic(world)
        traffic.goes_on(SOON, "at first")
        link.tell("size 1400")
        traffic.goes_on(SOON, "with frames up to 1400")
        dropped(link, "answered", before)
        traffic.ends_well(SOON)
    return fn


def route(from_the_start):
    """Both hosts' routes say 1400."""
    def fn(world, link):
        traffic = None
        if not from_the_start:
            traffic = Traffic(world)
            traffic.goes_on(SOON, "at first")
        for i, net in enumerate(link.net):
            net.say("ip", "route", "add", link.addresses[1 - i] + "/32", "dev", "link0", "mtu", 1400)
        traffic = traffic or Traffic(world)
        traffic.goes_on(SOON, "with routes of MTU 1400")
        traffic.ends_well(SOON)
    return fn


def interface(both, **how):
    """An interface accepts no more than its MTU, nor does it send more; the other may stay as it was."""
    def fn(world, link):
        traffic = Traffic(world, **how)
        traffic.goes_on(SOON, "at first")
        for net in link.net[:2 if both else 1]:
            net.say("ip", "link", "set", "dev", "link0", "mtu", 1400)
        traffic.goes_on(SOON, "with interfaces of MTU 1400")
        link.mtu(9000)
        traffic.goes_on(SOON, "with interfaces of MTU 9000 again")
        traffic.ends_well(SOON)
    return fn


def cases(world):
    yield "answered", case(answered(False))
    yield "route", case(route(False))
    yield "interface-shrinks", case(interface(True))
    if world.whole:
        yield "answered-from-the-start", case(answered(True))
        yield "route-from-the-start", case(route(True))
        yield "interface-shrinks-at-one-end", case(interface(False))
        yield "interface-shrinks-ipv6", case(interface(True, net=NET6 + "/64"))
