# SPDX-License-Identifier: BSD-3-Clause
"""cases_memlock.py: limits of memory that may be pinned: a job comes to its right end, and says at
most one line about it; with too little for the smallest buffers it says what to do. Root may pin without limit, so the
jobs are without that capability."""
import os
import resource
import shutil

from launchlib import need
from parts import ONE

KILOBYTES = (64, 512, 8192)
TOO_LITTLE = 32
LIMITED = 'ulimit -l "$1" || exit 98; shift; exec "$@"'
SOFT = 'ulimit -l "$1" && ulimit -S -l "$2" || exit 98; shift 2; exec "$@"'
NO_LOCK = ["setpriv", "--bounding-set=-ipc_lock", "--inh-caps=-ipc_lock"] if os.geteuid() == 0 else []
CAP_IPC_LOCK = 14


def start(_world):
    return None if shutil.which("setpriv") else "setpriv is missing (util-linux)"


def may_be_set(kilobytes):
    hard = resource.getrlimit(resource.RLIMIT_MEMLOCK)[1]
    return os.geteuid() == 0 or hard == resource.RLIM_INFINITY or kilobytes * 1024 <= hard


def limited(kilobytes):
    return ["sh", "-c", LIMITED, "sh", str(kilobytes), *NO_LOCK]


def limit_holds(world):
    """The limit and the lack of the capability reach what is started."""
    job = world.start([*limited(64), "sh", "-c", "ulimit -l; sed -n 's/^CapEff:[[:space:]]*//p' /proc/self/status"])
    words = world.expect(job, 0).out.split()
    need(words[0] == "64" and not int(words[1], 16) >> CAP_IPC_LOCK & 1, f"limit and capabilities: {words}")


def lines(job):
    """What it says, but that mediums are shorter than was said before init, as they may be with little memory."""
    return [line for line in job.err.splitlines() if "gex_AM_LUBRequestMedium says before init" not in line]


def under(kilobytes, n, **env):
    def fn(world):
        job = ONE.go(world, n, "putget", before=limited(kilobytes), GASNET_QUIET="0", **env)
        world.expect(job, 0, f"^{n} ranks: all bytes are right$")
        need(len(lines(job)) <= 1, f"more than one line; {job.said()}")
    return fn


NO_BUFFERS = r"cannot register .* buffers: .* \(ulimit -l\)"


def refused(kilobytes):
    def fn(world):
        job = ONE.go(world, 2, "putget", before=limited(kilobytes))
        world.expect(job, 1, "", NO_BUFFERS)
    return fn


def raised(world):
    """The soft limit is no obstacle where the hard one is none, unless the person says so."""
    soft = ["sh", "-c", SOFT, "sh", str(max(KILOBYTES)), str(TOO_LITTLE), *NO_LOCK]
    world.expect(ONE.go(world, 2, "putget", before=soft), 0, "^2 ranks: all bytes are right$")
    world.expect(ONE.go(world, 2, "putget", before=soft, GASNET_MAXIMIZE_MEMLOCK="0"), 1, "", NO_BUFFERS)


def cases(world):
    yield "limit-holds", limit_holds
    yield f"refused-{TOO_LITTLE}", refused(TOO_LITTLE)
    for kilobytes in filter(may_be_set, KILOBYTES):
        for n in (2, 4) if world.whole else (2,):
            yield f"putget-{kilobytes}-{n}", under(kilobytes, n)
    if may_be_set(max(KILOBYTES)):
        yield "raised", raised
    # This strategy never unpins: what a peer cannot pin any more goes by messages.
    yield "refused-by-peer", under(1024, 4, GASNET_FIREHOSE_STRATEGY="rendezvous")
