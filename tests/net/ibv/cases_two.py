# SPDX-License-Identifier: BSD-3-Clause
"""cases_two.py: ranks of two hosts, started by ssh: with neighbours, and each alone."""
import jobs
import parts
import programs
from launchlib import need
from machines import nothing_left
from machines import two_hosts as start  # noqa: F401  pylint: disable=unused-import
from parts import TWO

PAIRS = [(0, 1), (2, 3)]
ENDS = ("exit-5-barrier", "crash-barrier")
WHOLE = [("par-fast-rel", 2)]  # cases_one.py has the other builds and numbers of ranks, a fifth as slow
SHORT = [("par-fast-rel", 2, ("g1_am", "g1_put_nb_bulk", "g1_get_bulk"))]


def in_pairs(world, n, *words, **env):
    return TWO.go(world, n, *words, **dict(env, GASNET_SUPERNODE_MAXSIZE="0"))


def by_cm(world, n, *words, **env):
    return TWO.go(world, n, *words, **dict(env, GASNET_CONNECT="cm"))


def not_the_same(world):
    """Ranks that connect in different ways are told so."""
    script = 'test "$PMI_RANK" = 0 || export GASNET_CONNECT=cm; exec "$0" hello'
    job = TWO.program(world, 2, "/bin/sh", "-c", script, world.hello)
    got = job.wait()
    need(got != 0 and "expected the same GASNET_CONNECT everywhere" in job.err, f"status {got}; {job.said()}")


def all_cases(world):
    yield "hello", jobs.hello(in_pairs, 4, PAIRS, PAIRS)
    yield "putget", jobs.putget(in_pairs, 4)
    if world.whole:
        yield "hello-alone", jobs.hello(TWO.go, 4, PAIRS, parts.alone(4))
        yield "putget-alone", jobs.putget(TWO.go, 4)
        yield "by-cm-putget", jobs.putget(by_cm, 4)
        yield "by-cm-conform", parts.few(TWO, 2, "par-fast-rel", GASNET_CONNECT="cm")
        yield "connect-not-the-same", not_the_same
        yield "conform-few", parts.few(TWO, 4, "seq-everything-dbg", GASNET_SUPERNODE_MAXSIZE="0", GASNET_WAIT="block")
    yield "kmer", programs.count_words(TWO.program, 4, bases=15000)
    yield from parts.runs(world, TWO, WHOLE, SHORT)
    for name, fn in jobs.exits(TWO.go, 4, crash=139):
        if world.whole or name in ENDS:
            yield name, fn


def cases(world):
    for name, fn in all_cases(world):
        yield name, nothing_left(fn)
