# SPDX-License-Identifier: BSD-3-Clause
"""cases_few.py: links that pass too little, and links that are bad in other ways at the same time."""
from links import SILENT, Traffic, case, dies_after, start, stop  # noqa: F401  pylint: disable=unused-import

SOON = 30  # see cases_size.py


def nothing_fits(world, link):
    """Small messages pass, so the peer answers; but not even the least datagrams that IPv4 promises do, of 576
    bytes."""
    traffic = Traffic(world, env=dies_after(SILENT))
    traffic.goes_on(SOON, "at first")
    link.tell("size 500")
    traffic.dies(3 * SILENT + SOON, "no answer|acknowledged", r"\d{3,5} bytes", "GASNET_UDP_MTU")


def nothing_fits_from_the_start(world, link):
    link.tell("size 500")
    Traffic(world, env=dies_after(SILENT)).dies(3 * SILENT + SOON, r"\d{3,5} bytes", "GASNET_UDP_MTU")


def set_by_hand(world, link):
    """What the message says helps."""
    link.tell("size 1500")
    traffic = Traffic(world, env={"GASNET_UDP_MTU": "1472"})
    traffic.goes_on(SOON, "with datagrams of 1472 bytes")
    traffic.ends_well(SOON)


def set_to_little(world, link):
    """Less than IPv4 promises: never tried unless asked for."""
    link.tell("size 500")
    traffic = Traffic(world, env={"GASNET_UDP_MTU": "420"})
    traffic.goes_on(SOON, "with datagrams of 420 bytes")
    traffic.ends_well(SOON)


def and_loses(world, link):
    """1 % is lost, and then everything large."""
    link.tell("lose 1 7")
    traffic = Traffic(world)
    traffic.goes_on(2 * SOON, "with 1 % lost")
    link.tell("size 1500")
    traffic.goes_on(2 * SOON, "with 1 % lost and frames up to 1500")
    traffic.ends_well(2 * SOON)


def far_away(world, link):
    for command in ("delay 5000", "rate 1000", "queue 500000", "size 1500"):
        link.tell(command)
    traffic = Traffic(world)
    traffic.goes_on(2 * SOON, "at 5 ms and 1 Gbit/s with frames up to 1500")
    traffic.ends_well(2 * SOON)


def blocked(world, link):
    traffic = Traffic(world)
    traffic.goes_on(SOON, "at first")
    link.tell("block 1.5")
    traffic.goes_on(SOON, "after it was blocked")
    traffic.ends_well(SOON)


def cases(world):
    yield "nothing-fits", case(nothing_fits)
    yield "set-by-hand", case(set_by_hand)
    yield "set-to-little", case(set_to_little)
    yield "loses", case(and_loses)
    if world.whole:
        yield "nothing-fits-from-the-start", case(nothing_fits_from_the_start)
        yield "far-away", case(far_away)
        yield "blocked", case(blocked)
