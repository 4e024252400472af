# SPDX-License-Identifier: BSD-3-Clause
"""cases_one.py: ranks of one host that talk over its HCA; pairs that share memory."""
import os
import re

import jobs
import parts
from launchlib import need
from parts import ONE

WHOLE = [("par-fast-rel", n) for n in (1, 2, 3)] + [
    ("seq-fast-dbg", 2), ("par-everything-rel", 2), ("seq-everything-dbg", 4)]
SHORT = [("par-fast-rel", 2, parts.SHORT), ("seq-everything-dbg", 3, parts.FEW)]


STRATEGIES = ("rendezvous", "unpin", "pin-all", "bounce", "odp")


def by_strategy(strategy):
    """However memory comes to be pinned, the bytes are right; what the device lacks is said in one line."""
    def fn(world):
        job = ONE.go(world, 2, "putget", GASNET_FIREHOSE_STRATEGY=strategy, GASNET_QUIET="0")
        world.expect(job, 0, "^2 ranks: all bytes are right$")
        need(len(job.err.splitlines()) <= 1, f"more than one line; {job.said()}")
    return fn


def unknown_strategy(world):
    job = ONE.go(world, 2, "putget", GASNET_FIREHOSE_STRATEGY="hope")
    world.expect(job, 1, None, "expected firehose, rendezvous, unpin, pin-all, bounce or odp")


def away(world):
    """A rank that computes still answers, by the thread that waits for messages."""
    job = ONE.go(world, 3, "away", GASNET_RCV_THREAD="1")
    world.expect(job, 0, "^rank 0 was sent 2 messages while it computed$")


def archive(world):
    """A program that has the library as an archive loads the conduit's module as others do."""
    job = ONE.program(world, 2, os.path.join(world.build, "tests/net/ibv/job-archive"), "putget",
                      env={"GASNET_CONDUIT_PATH": os.path.join(world.build, ".libs")})
    world.expect(job, 0, "^2 ranks: all bytes are right$")


def bind(world):
    """Segments of the program's own at primordial endpoints: by messages while some are told, then by keys."""
    job = ONE.program(world, 3, os.path.join(world.build, "tests/conform/gex-bind"), env={"GASNET_QUIET": "1"})
    world.expect(job, 0, "^ok gex_bind on 3 ranks$")


def by_cm(world, n, *words, **env):
    return ONE.go(world, n, *words, **dict(env, GASNET_CONNECT="cm"))


def unknown_way(world):
    world.expect(ONE.go(world, 2, "hello", GASNET_CONNECT="hope"), 1, None, "expected auto, ud or cm")


def hang_line(world):
    """A rank that waits for a late one is told what the connection to it is like."""
    job = ONE.go(world, 3, "late", 1, 6, GASNET_HANG_SECONDS="2")
    world.expect(job, 0, "^3 ranks: one came late$")
    need(re.search(r"^rank [02]/3 .* and rank 1 by ibv: ready at rxe0 port 1; \d+ of \d+ work requests under way",
                   job.err, re.M),
         f"no line about the connection; {job.said()}")


def cases(world):
    for strategy in STRATEGIES:
        yield "strategy-" + strategy, by_strategy(strategy)
    yield "strategy-unknown", unknown_strategy
    yield "hello", jobs.hello(ONE.go, 4, [range(4)], parts.alone(4))
    yield "putget", jobs.putget(ONE.go, 4)
    yield "away", away
    yield "archive", archive
    yield "bind", bind
    yield "by-cm-hello", jobs.hello(by_cm, 4, [range(4)], parts.alone(4))
    yield "by-cm-putget", jobs.putget(by_cm, 4)
    yield "connect-unknown", unknown_way
    yield from parts.runs(world, ONE, WHOLE, SHORT)
    if world.whole:
        yield "hang-line", hang_line
        yield "by-cm-conform", parts.few(ONE, 3, "par-fast-rel", GASNET_CONNECT="cm")
        yield "conform-pairs", parts.few(ONE, 4, "par-fast-rel", GASNET_SUPERNODE_MAXSIZE="2")
