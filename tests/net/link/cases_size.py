# SPDX-License-Identifier: BSD-3-Clause
"""cases_size.py: hosts with MTU 9000 behind a switch that passes less, and drops what is larger without a word."""
from links import NET6, Traffic, case, dropped, start, stop  # noqa: F401  pylint: disable=unused-import

SOON = 30  # seconds until two rounds of traffic.c have passed on a busy machine, whatever was done to the link


def from_the_start(size, **how):
    def fn(world, link):
        before = link.counts()
        link.tell(f"size {size}")
        traffic = Traffic(world, **how)
        traffic.goes_on(SOON, f"with frames up to {size}")
        dropped(link, "large", before)
        traffic.ends_well(SOON)
    return fn


def shrinks(*sizes):
    """In mid-traffic, and grows again; each time what was sent large is to be sent again small."""
    def fn(world, link):
        traffic = Traffic(world)
        traffic.goes_on(SOON, "at first")
        for size in sizes:
            link.tell(f"size {size}")
            traffic.goes_on(SOON, f"with frames up to {size}")
        traffic.ends_well(SOON)
    return fn


def one_way(world, link):
    """The far end polls seldom, too: neither end takes the loss of size for one of speed."""
    traffic = Traffic(world, "sleep", 500)
    traffic.goes_on(2 * SOON, "at first")
    link.tell("size 1500")
    traffic.goes_on(2 * SOON, "with frames up to 1500")
    traffic.ends_well(2 * SOON)


def cases(world):
    yield "from-the-start", case(from_the_start(1500))
    yield "shrinks-and-grows", case(shrinks(1500, 1300, 9000))
    if world.whole:
        for size in (600, 1200, 1400, 4000, 8000):
            yield f"from-the-start-{size}", case(from_the_start(size))
        yield "from-the-start-ipv6", case(from_the_start(1500, net=NET6 + "/64"))
        yield "shrinks-often", case(shrinks(4000, 2000, 1500, 1280, 3000, 1400, 9000, 1100))
        yield "receiver-sleeps", case(one_way)
