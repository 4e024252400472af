# SPDX-License-Identifier: BSD-3-Clause
"""managers.py: jobs that a process manager of a cluster starts. All its ranks are on this machine; where ranks are
to be on several hosts, each gives itself the name of one, and names tell hosts apart."""
import jobs
from launchlib import can_name_hosts

SETTINGS = {"udp": {"GASNET_CONDUIT": "udp"}, "alone": {"GASNET_CONDUIT": "udp", "GASNET_SUPERNODE_MAXSIZE": "1"},
            "smp": {"GASNET_CONDUIT": "smp"}}
NAMED = {"GASNET_CONDUIT": "udp", "GASNET_HOST_DETECT": "hostname", "GASNET_WORKERIP": "127.0.0.1"}


def with_names(run, which):
    """Rank R's host is named after `which`, a term of the shell in R."""
    def go(world, n, *mode):
        variables = "${OMPI_COMM_WORLD_RANK:-${SLURM_PROCID:-$PMI_RANK}}"
        path = world.file("bin/named", f"#!/bin/sh\nR={variables}\nexec {world.as_host()} host$(({which})) "
                                       f"{world.hello} \"$@\"\n", 0o755)
        program, world.hello = world.hello, path
        try:
            return run(world, n, *mode, **NAMED)
        finally:
            world.hello = program
    return go


def on_hosts(run):
    blocks, turns = with_names(run, "R / 2"), with_names(run, "R % 2")
    yield "hello-blocks", jobs.hello(blocks, 4, [(0, 1), (2, 3)], [(0, 1), (2, 3)])
    yield "hello-turns", jobs.hello(turns, 4, [(0, 2), (1, 3)], [[r] for r in range(4)])
    yield "hello-unequal", jobs.hello(with_names(run, "R == 0 || R == 4"), 5, [(0, 4), (1, 2, 3)],
                                      [[0], (1, 2, 3), [4]])
    yield "putget-blocks", jobs.putget(blocks, 4)
    yield "putget-turns", jobs.putget(turns, 4)
    yield "exit-5-turns", jobs.ends(turns, 4, 5, "exit", 1, 5, "barrier")
    yield "exit-0-blocks", jobs.ends(blocks, 4, 0, "exit", 3, 0, "sleep")


def cases(world, run):
    """run(world, n, *mode, **env) starts the job."""
    all_ranks, alone = [range(4)], [[r] for r in range(4)]
    for name, settings in SETTINGS.items():
        def go(w, n, *mode, s=settings):
            return run(w, n, *mode, **s)
        yield f"hello-{name}", jobs.hello(go, 4, all_ranks, alone if name == "alone" else all_ranks)
        yield f"putget-{name}", jobs.putget(go, 4)
        for case, fn in jobs.few(world, jobs.exits(go, 4)):
            yield f"{case}-{name}", fn
    if can_name_hosts():
        yield from on_hosts(run)
