# SPDX-License-Identifier: BSD-3-Clause
"""cases_programs.py: programs of the build tree over four hosts: conformance, and k-mers on a bad network."""
import re
import shutil

import programs
from launchlib import TOKEN, need
from nets import CONDUIT, start, stop  # noqa: F401  pylint: disable=unused-import

# What goes other ways over hosts; the ordinary suite runs only these.
PARTS = ("g1_job", "g1_am", "g1_rma", "g1_barrier", "gex_job", "gex_segment", "gex_am_lc", "gex_rma", "gex_progress",
         "gex_vis_peer", "gex_ad", "gex_team", "gex_coll", "gex_reduce", "gex_npam", "gex_ep_rma", "gex_ep_team")


def start_program(world, n, path, *words, env=None, limit=60):
    """Programs of the build tree have the run's token, by which they are found."""
    return world.start([*world.nets.hub.inside, world.run, "-c", CONDUIT, "-n", n, "-H", ",".join(world.nets.hosts),
                        "-E",
                        TOKEN + ",CONFORM_ENV_PROBE,CONFORM_ENV_EMPTY", "--", path, *words],
                        env=dict(world.nets.env, **(env or {})), limit=limit)


def conform(world, n, config, **env):
    return programs.conform(start_program, n, config, () if world.whole else PARTS, limit=900 if world.whole else 300,
                            **env)


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


def by_network(n):
    """What ranks that count say: all of them sent messages by libfabric, and none was dropped."""
    def fn(job):
        counts = re.findall(r"^ofi conduit: rank \d+: (\d+) messages .* (\d+) dropped", job.out + job.err, re.M)
        need(len(counts) == n and all(int(sent) > 40 and dropped == "0" for sent, dropped in counts),
             f"{counts}; {job.said()}")
    return fn


def without_provider(world):
    """A host where libfabric offers nothing: the job does not start, one line of that host's says why, and one of the
    launcher's where."""
    script = 'test "$PMI_RANK" = 0 || export FI_PROVIDER=nosuch; exec "$0" hello'
    job = start_program(world, 2, "/bin/sh", "-c", script, world.hello)
    got = job.wait()
    said = re.findall(r".*offers no reliable datagrams.*FI_PROVIDER=nosuch.*", job.err)
    rest = [line for line in job.err.splitlines() if line not in said and not line.startswith("gasnetrun: rank 1/2 ")]
    need(got == 1 and len(said) == 1 and not rest, f"status {got}; {job.said()}")


def cases(world):
    if CONDUIT == "ofi":
        yield "without-provider", without_provider
        yield "kmer-alone", programs.count_words(start_program, 4, check=by_network(4), GASNET_SUPERNODE_MAXSIZE="1",
                                                 GASNET_OFI_COUNTS="1")
    yield "conform-par-fast-rel-4", conform(world, 4, "par-fast-rel")
    yield "conform-seq-everything-dbg-4", conform(world, 4, "seq-everything-dbg")
    if world.whole:  # eight ranks on two cores take minutes
        yield "conform-par-fast-rel-8", conform(world, 8, "par-fast-rel")
        yield "conform-seq-everything-dbg-8", conform(world, 8, "seq-everything-dbg")
        yield "conform-par-fast-rel-alone-8", conform(world, 8, "par-fast-rel", GASNET_SUPERNODE_MAXSIZE="1")
    yield "kmer", programs.count_words(start_program)
    yield "kmer-drop", programs.count_words(start_program, GASNET_UDP_FAULTS="drop=5")
    if shutil.which("nft"):
        yield "kmer-nftables", programs.count_words(start_program, before=drop_by_nftables, after=no_drop)
