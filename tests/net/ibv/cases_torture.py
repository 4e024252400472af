# SPDX-License-Identifier: BSD-3-Clause
"""cases_torture.py: memory that is replaced all the time (torture.c), with little room for registrations, under limits
of locked memory, and where the kernel does not tell of memory that goes away, so that no registration is kept."""
import os

import cases_memlock
from launchlib import SLOW, need
from machines import NATIVE
from parts import ONE

# Places of 2 MB together are more than may be pinned at a time.
LITTLE = {"GASNET_FIREHOSE_M": "2MB", "GASNET_FIREHOSE_MAXVICTIM_M": "1536KB"}
FEW = {"GASNET_FIREHOSE_MAXREGIONS": "6"}
SETTINGS = {"plain": {}, "little": LITTLE, "few": FEW, "little-few": dict(LITTLE, **FEW),
            "near": {"GASNET_FIREHOSE_AHEAD": "0"}, "rcv-thread": {"GASNET_RCV_THREAD": "1"}}
SHORT = ("plain", "little-few")
FEW_CASES = ("little-few-3-1", "memlock-512", "untold", "plain-everything-3-1", "little-few-everything-3-1")
KILOBYTES = (512, 8192)
SWEEP = (64, 512, 2048, 16384)
UFFD = "/dev/userfaultfd"
UNTOLD = r"the kernel does not tell of memory that goes away"


def torture(name, n, seed, rounds, before=(), err=None, **env):
    """What firehose or the conduit has to say of limits is one line."""
    def fn(world):
        path = os.path.join(world.build, "tests/net/ibv/torture" + name)
        job = ONE.program(world, n, path, seed, rounds, 4, before=before, env=dict(env, GASNET_QUIET="0"),
                          limit=(600 if world.whole else 60) * SLOW)
        world.expect(job, 0, f"^{n} ranks, seed {seed}: all bytes of {rounds} rounds are right$", err)
        need(len(cases_memlock.lines(job)) <= 1, f"more than one line; {job.said()}")
    return fn


def untold(name, rounds):
    """Without userfaultfd; its device is taken away, too."""
    def fn(world):
        confine = [os.path.join(world.build, "tests/fault/confine"), "userfaultfd=EPERM", "--"]
        hidden = UFFD + ".hidden"
        there = os.path.exists(UFFD)
        if there:
            os.rename(UFFD, hidden)
        try:
            torture(name, 2, 5, rounds, before=confine, err=UNTOLD)(world)
        finally:
            if there:
                os.rename(hidden, UFFD)
    return fn


def all_cases(world):
    seeds, rounds = (range(1, 3), 40) if world.whole else ((1,), 6)
    for segments in ("", "-everything"):
        for how in SETTINGS if world.whole else SHORT:
            for seed in seeds:
                n = 2 + seed % 2
                yield f"{how}{segments}-{n}-{seed}", torture(segments, n, seed, rounds, **SETTINGS[how])
        for kilobytes in filter(cases_memlock.may_be_set, SWEEP if world.whole else KILOBYTES):
            limited = cases_memlock.limited(kilobytes)
            yield f"memlock-{kilobytes}{segments}", torture(segments, 2, 3, rounds, before=limited)
        if not NATIVE or not os.path.exists(UFFD):
            yield f"untold{segments}", untold(segments, rounds)


def cases(world):
    return ((name, fn) for name, fn in all_cases(world) if world.whole or name in FEW_CASES)
