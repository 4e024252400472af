# SPDX-License-Identifier: BSD-3-Clause
"""cases_programs.py: programs of the build tree over four hosts: conformance, and k-mers on a bad network."""
import os
import random
import re
import shutil

from launchlib import TOKEN, need
from nets import say, start, stop  # noqa: F401  pylint: disable=unused-import

# What goes other ways over hosts; the ordinary suite runs only these.
PARTS = ("g1_job", "g1_am", "g1_rma", "g1_barrier", "gex_job", "gex_segment", "gex_am_lc", "gex_rma", "gex_progress",
         "gex_vis_peer", "gex_ad", "gex_team", "gex_coll", "gex_reduce", "gex_npam", "gex_ep_rma", "gex_ep_team")


def start_program(world, n, path, *words, env=None, limit=60):
    """Programs of the build tree have the run's token, by which they are found."""
    return world.start([*world.nets.hub.inside, world.run, "-c", "udp", "-n", n, "-H", ",".join(world.nets.hosts), "-E",
                        TOKEN + ",CONFORM_ENV_PROBE,CONFORM_ENV_EMPTY", "--", path, *words], env=dict(world.nets.env, **(env or {})), limit=limit)


def conform(n, config, **env):
    def fn(world):
        path = os.path.join(world.build, "tests/conform/conform-" + config)
        only = [] if world.whole else [word for p in PARTS for word in ("--only", p)]
        job = start_program(world, n, path, *only, env=dict(env, CONFORM_ENV_PROBE="a value, with spaces = and %20 signs",
                                                          CONFORM_ENV_EMPTY=""), limit=900 if world.whole else 120)
        status = job.wait()
        bad = re.findall(r"^not ok.*", job.out, re.M)
        counts = re.search(r"^(\d+) passed, 0 failed", job.out, re.M)
        need(status == 0 and counts and int(counts[1]) >= 10 and not bad, f"status {status}; {bad[:20]}; {job.said()}")
    return fn


# --- k-mers ---

def sequences(world):
    """A file of random DNA; words come back, as parts of it are repeated."""
    path = os.path.join(world.tmp, "dna.fa")
    if not os.path.exists(path):
        dice = random.Random(1)
        part = "".join(dice.choices("ACGT", k=300000))
        with open(path, "w", encoding="ascii") as f:
            for i, text in enumerate((part, part[1000:90000], "".join(dice.choices("ACGTN", k=100000)))):
                f.write(f">{i}\n{text}\n")
    return path


def count_words(world, before=None, after=None, **env):
    """The answer over hosts is that of one process, and one that another algorithm gives (--check)."""
    path, program = sequences(world), os.path.join(world.build, "kmer")
    alone = world.expect(world.start([program, "-k", "21", path], env={"GASNET_PSHM_NODES": "1"}), 0).out
    if before:
        before(world)
    try:
        job = start_program(world, 8, program, "-k", "21", "--check", path, env=env)
        world.expect(job, 0)
    finally:
        if after:
            after(world)
    lines = [line for line in alone.splitlines() if not re.search("rank|second| s$|check", line)]
    need(len(lines) > 5 and all(line in job.out for line in lines), f"alone:\n{alone}over hosts: {job.said()}")


def drop_by_nftables(world):
    """Each host loses 5 % of the datagrams that come."""
    for net in world.nets.net:
        net.say("nft", "add table inet loss; add chain inet loss in { type filter hook input priority 0; }; "
                       "add rule inet loss in meta l4proto udp numgen random mod 100 < 5 counter drop")


def no_drop(world):
    lost = [re.search(r"counter packets (\d+)", net.say("nft", "list", "ruleset")) for net in world.nets.net]
    for net in world.nets.net:
        net.say("nft", "delete", "table", "inet", "loss")
    need(all(m and int(m[1]) > 0 for m in lost), "nftables dropped nothing")


def by_nftables(world):
    count_words(world, drop_by_nftables, no_drop)


def cases(world):
    yield "conform-par-fast-rel-8", conform(8, "par-fast-rel")
    yield "conform-par-fast-rel-4", conform(4, "par-fast-rel")
    yield "conform-seq-everything-dbg-4", conform(4, "seq-everything-dbg")
    if world.whole:
        yield "conform-seq-everything-dbg-8", conform(8, "seq-everything-dbg")
        yield "conform-par-fast-rel-alone-8", conform(8, "par-fast-rel", GASNET_SUPERNODE_MAXSIZE="1")
    yield "kmer", count_words
    yield "kmer-drop", lambda w: count_words(w, GASNET_UDP_FAULTS="drop=5")
    if shutil.which("nft"):
        yield "kmer-nftables", by_nftables
