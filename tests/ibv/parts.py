# SPDX-License-Identifier: BSD-3-Clause
"""parts.py: which conformance programs run, on how many ranks, and which of their tests."""
import machines
import programs

# What takes a conduit's own ways: the short run's choice, of tests that are quick in emulation.
SHORT = ("g1_job", "g1_am", "g1_rma", "g1_barrier", "gex_segment", "gex_am_lc", "gex_npam", "gex_ep_rma", "gex_ad_nbi")
FEW = ("g1_am", "gex_rma")


def runs(world, place, whole, short):
    """Of (configuration, ranks), those of the whole with all tests, or those of the short run with some."""
    for config, n in whole if world.whole else short:
        env = {} if n > 1 or place.hosts else {"GASNET_SUPERNODE_MAXSIZE": "0"}
        yield f"conform-{config}-{n}", programs.conform(
            place.program, n, config, () if world.whole else SHORT, limit=1500 if world.whole else 60, **env)


def few(place, n, config, **env):
    return programs.conform(place.program, n, config, FEW, limit=150, **env)


def alone(n):
    return [[r] for r in range(n)]


ONE, TWO = machines.ONE, machines.TWO
