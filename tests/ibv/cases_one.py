# SPDX-License-Identifier: BSD-3-Clause
"""cases_one.py: ranks of one host that talk over its HCA; pairs that share memory."""
import jobs
import parts
from parts import ONE

WHOLE = [("par-fast-rel", n) for n in (1, 2, 3, 4)] + [
    ("seq-fast-dbg", 2), ("par-everything-rel", 3), ("seq-everything-dbg", 2), ("seq-everything-dbg", 4)]
SHORT = [("par-fast-rel", 2, parts.SHORT), ("seq-everything-dbg", 3, parts.FEW)]


def cases(world):
    yield "hello", jobs.hello(ONE.go, 4, [range(4)], parts.alone(4))
    yield "putget", jobs.putget(ONE.go, 4)
    yield from parts.runs(world, ONE, WHOLE, SHORT)
    if world.whole:
        yield "conform-pairs", parts.few(ONE, 4, "par-fast-rel", GASNET_SUPERNODE_MAXSIZE="2")
