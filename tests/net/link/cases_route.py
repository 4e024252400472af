# SPDX-License-Identifier: BSD-3-Clause
"""cases_route.py: the kernel refuses to send to a peer, for a while or for good."""
import time

from links import SILENT, Traffic, case, dies_after, start, stop  # noqa: F401  pylint: disable=unused-import

SOON = 30  # see cases_size.py


def refuse(link, kind, end=0):
    link.net[end].say("ip", "route", "add", kind, link.addresses[1 - end] + "/32")


def for_a_while(kind, seconds):
    """Nothing passes meanwhile, and then all of it."""
    def fn(world, link):
        traffic = Traffic(world)
        traffic.goes_on(SOON, "at first")
        refuse(link, kind)
        time.sleep(seconds)
        link.net[0].say("ip", "route", "del", kind, link.addresses[1] + "/32")
        traffic.goes_on(SOON, f"after {seconds} s of {kind}")
        traffic.ends_well(SOON)
    return fn


def for_good(kind):
    """At both ends: either rank may be the one that says so."""
    def fn(world, link):
        traffic = Traffic(world, env=dies_after(SILENT))
        traffic.goes_on(SOON, "at first")
        for end in (0, 1):
            refuse(link, kind, end)
        traffic.dies(3 * SILENT + SOON, "GASNET_REQUESTTIMEOUT_MAX", "route|MTU")
    return fn


def cases(world):
    seconds = 3 if world.whole else 1
    for kind in ("prohibit", "blackhole", "unreachable"):
        yield kind, case(for_a_while(kind, seconds))
    yield "for-good-prohibit", case(for_good("prohibit"))
    if world.whole:
        yield "for-good-blackhole", case(for_good("blackhole"))
