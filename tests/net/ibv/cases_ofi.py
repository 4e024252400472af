# SPDX-License-Identifier: BSD-3-Clause
"""cases_ofi.py: the conduit ofi by libfabric's verbs;ofi_rxm, between two hosts: what of it hardware would show, as far
as soft-RoCE is like that. Figures are printed for information: they are those of an emulation."""
import os
import re

import jobs
import parts
import programs
from launchlib import SLOW, need
from machines import HOSTS, Place, nothing_left, two_hosts

TWO = Place(HOSTS[:2], "ofi")
TESTS = ("g1_am_medium_payloads", "g1_am_long_payloads", "g1_am_long_max", "g1_am_sources", "gex_am_lc", "g1_put_nb",
         "g1_get_bulk")


def start(world):
    if not os.path.exists(os.path.join(world.build, ".libs/hyd_conduit_ofi.so")):
        return "this build has no ofi conduit (libfabric-dev)"
    return two_hosts(world)


def settings(world, more):
    return {"GASNET_OFI_PROVIDER": "verbs;ofi_rxm", "GASNET_OFI_LIST_DEVICES": "1", "GASNET_OFI_COUNTS": "1",
            "GASNET_SSH_TIMEOUT": "240", "GASNET_CONDUIT_PATH": os.path.join(world.build, ".libs"), **more}


def go(world, n, *words, **env):
    return TWO.go(world, n, *words, **settings(world, env))


def program(world, n, path, *words, env=None, limit=60 * SLOW, **more):
    return TWO.program(world, n, path, *words, env=settings(world, env or {}), limit=limit, **more)


def by_verbs(job):
    """What was used is this provider, and ranks' counts say that messages, puts and gets went by it."""
    used = re.findall(r"^ofi conduit: rank \d+: used is verbs;ofi_rxm .*", job.err + job.out, re.M)
    counts = re.findall(r"^ofi conduit: rank \d+: (\d+) messages .* (\d+) puts, (\d+) gets", job.err + job.out, re.M)
    sums = [sum(int(n) for n in column) for column in zip(*counts)]
    need(len(used) == 2 and len(counts) == 2 and all(sums), f"{used} {counts}; {job.said()}")
    print("# " + used[0][:240], flush=True)


def figures(world):
    """Microseconds of the best of three batches; rows also have a mean."""
    job = program(world, 2, os.path.join(world.build, "contrib/tools/bench/peers/peer-hydrant"), "put", "get",
                  "round-trip", limit=300)
    world.expect(job, 0, "^end$", limit=300)
    by_verbs(job)
    rows = re.findall(r"^(put|get|round-trip) (8|4096|65536|1048576) ([\d.e+-]+) [\d.e+-]+$", job.out, re.M)
    need(len(rows) == 12, job.said())
    print("# us: " + ", ".join(f"{name} of {size} B {float(ns) / 1e3:.0f}" for name, size, ns in rows), flush=True)


def cases(world):
    alone = parts.alone(2)
    for name, fn in (("hello", jobs.hello(go, 2, alone, alone)), ("putget", jobs.putget(go, 2)),
                     ("conform-par-fast-rel-2", programs.conform(program, 2, "par-fast-rel", TESTS, limit=150,
                                                                 check=by_verbs)),
                     ("conform-seq-everything-dbg-2",
                      programs.conform(program, 2, "seq-everything-dbg", TESTS, limit=150, check=by_verbs)),
                     ("kmer", programs.count_words(program, 2, bases=15000)), ("figures", figures)):
        yield name, nothing_left(fn)
