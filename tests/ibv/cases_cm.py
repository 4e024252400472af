# SPDX-License-Identifier: BSD-3-Clause
"""cases_cm.py: connections made by librdmacm, on a device that needs it, as iWARP's."""
import jobs
import parts
import programs
from parts import ONE

CM = {"GASNET_CONNECT": "cm"}


def by_cm(world, n, *words, **env):
    return ONE.go(world, n, *words, **dict(env, **CM))


def cases(world):
    yield "hello", jobs.hello(by_cm, 4, [range(4)], parts.alone(4))
    yield "putget", jobs.putget(by_cm, 4)
    if world.whole:
        for config, n in (("par-fast-rel", 3), ("seq-everything-dbg", 2)):
            yield f"conform-{config}-{n}", programs.conform(ONE.program, n, config, (), limit=1500, **CM)
    else:
        yield "conform-par-fast-rel-2", parts.few(ONE, 2, "par-fast-rel", **CM)
