# SPDX-License-Identifier: BSD-3-Clause
"""cases_cm.py: connections made by librdmacm, on a device that needs it, as iWARP's."""
import faults
import jobs
import machines
import parts
import programs
from parts import ONE

CM = {"GASNET_CONNECT": "cm"}


def by_cm(world, n, *words, **env):
    return ONE.go(world, n, *words, **dict(env, **CM))


def no_datagrams(world):
    job = ONE.go(world, 2, "hello", GASNET_CONNECT="ud")
    world.expect(job, 1, "", "iWARP device, which has no datagrams.*; expected GASNET_CONNECT=cm or auto")


def late(chosen):
    """A rank that enters the library late, longer than soft-iWARP waits: the others try again. Barriers connect it to
    some of them only."""
    def fn(world):
        job = by_cm(world, 6, "late", chosen, 7)
        world.expect(job, 0, "^6 ranks: one came late$")
    return fn


def too_late(world):
    """No thread answers for it in its place."""
    job = by_cm(world, 6, "late", 5, 30, GASNET_REQUESTTIMEOUT_MAX="8000000", GASNET_IBV_THREAD="0")
    world.expect(job, 134, None, r"no answer from rank 5 \([0-9.:a-f]+ port \d+\) for [\d.]+ s, while connecting")


def on_iwarp(world):
    """The device needs librdmacm by itself; in emulated machines this group has soft-iWARP."""
    yield "hello-auto", jobs.hello(ONE.go, 2, [range(2)], parts.alone(2))
    yield "ud-refused", no_datagrams


def cases(world):
    if not machines.NATIVE:
        yield from on_iwarp(world)
    yield "hello", jobs.hello(by_cm, 4, [range(4)], parts.alone(4))
    yield "putget", jobs.putget(by_cm, 4)
    yield "kill-rank-traffic", faults.kill_rank(by_cm, ONE.kill, "traffic",
                                                r"rank 2/4 \(pid \d+[^)]*\) died of (signal 9|SIGKILL)")
    yield "late-1", late(1)
    yield "late-5", late(5)
    yield "too-late", too_late
    if world.whole:
        for config, n in (("par-fast-rel", 3), ("seq-everything-dbg", 2)):
            yield f"conform-{config}-{n}", programs.conform(ONE.program, n, config, (), limit=1500, **CM)
    else:
        yield "conform-par-fast-rel-2", parts.few(ONE, 2, "par-fast-rel", **CM)
