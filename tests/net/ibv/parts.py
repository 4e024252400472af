# SPDX-License-Identifier: BSD-3-Clause
"""parts.py: which conformance programs run, on how many ranks, and which of their tests."""
import machines
import programs

# The short run's choice: of what takes a conduit's own ways, tests that take seconds in emulation.
SHORT = ("g1_job", "g1_am", "g1_rma", "gex_segment", "gex_am_lc", "gex_ep_values")
FEW = ("g1_am", "g1_put", "g1_get_nbi", "g1_put_nb_bulk", "g1_get_bulk", "gex_am_lc")


def runs(world, place, whole, short):
    """Of (configuration, ranks), those of the whole with all tests, or those of the short run, (configuration, ranks,
    tests)."""
    chosen = [(config, n, ()) for config, n in whole] if world.whole else short
    for config, n, tests in chosen:
        env = {} if n > 1 or place.hosts else {"GASNET_SUPERNODE_MAXSIZE": "0"}
        if world.whole and (place.hosts or n > 2):
            env["GASNET_WAIT"] = "block"  # more ranks, or machines, than processors: twice as fast
        limit = 1500 if world.whole else 40
        yield f"conform-{config}-{n}", programs.conform(place.program, n, config, tests, limit=limit, **env)


def few(place, n, config, **env):
    return programs.conform(place.program, n, config, FEW, limit=150, **env)


def alone(n):
    return [[r] for r in range(n)]


ONE, TWO = machines.ONE, machines.TWO
