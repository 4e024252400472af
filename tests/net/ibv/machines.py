# SPDX-License-Identifier: BSD-3-Clause
"""machines.py: jobs of the conduit on one host or two: node0 and node1 of rdma-vm, or those of --hosts. Ranks of a host
talk over the network, too, unless a case says otherwise."""
import os
import subprocess

from launchlib import TOKEN, SLOW, Problem, need

CONDUIT = os.environ.get("HYD_IBV_CONDUIT", "ibv")
NATIVE = os.environ.get("HYD_IBV_NATIVE") == "1"
MACHINES = int(os.environ.get("RDMA_VM_NODES", "1"))
HOSTS = [h for h in os.environ.get("HYD_IBV_HOSTS", "").split(",") if h] or [f"node{i}" for i in range(MACHINES)]
PASSED = f"{TOKEN},LD_LIBRARY_PATH,CONFORM_TIMEOUT,CONFORM_ENV_PROBE,CONFORM_ENV_EMPTY"


def real(path):
    """The program itself, not libtool's script before it, which takes a second in emulation."""
    itself = os.path.join(os.path.dirname(path), ".libs", os.path.basename(path))
    return itself if os.path.exists(itself) else path


def settings(world, more):
    env = {"LD_LIBRARY_PATH": os.path.join(world.build, ".libs"), "GASNET_SUPERNODE_MAXSIZE": "1",
           "CONFORM_TIMEOUT": str(int((180 if world.whole else 60) * SLOW))}  # four ranks share two emulated cores
    if not NATIVE:
        env["TMPDIR"] = "/tmp"  # each machine's own; the run's files are shared by the machines
    return dict(env, **(more or {}))


def words_for(world, n, place):
    where = ["-H", ",".join(place.hosts)] if place.hosts else []
    return [world.run, "-c", place.conduit, "-n", n, *where, "-E", PASSED, "--"]


class Place:
    """Jobs on these hosts; none: on this one, without a launcher over hosts."""

    def __init__(self, hosts=(), conduit=CONDUIT):
        self.hosts, self.conduit = hosts, conduit

    def go(self, world, n, *words, before=(), **env):
        """job.c, as jobs.py wants it; `before`: words that start gasnetrun."""
        return world.start([*before, *words_for(world, n, self), world.hello, *words], env=settings(world, env))

    def program(self, world, n, path, *words, env=None, limit=60 * SLOW, before=()):
        """A program of the build tree, as programs.py wants it."""
        return world.start([*before, *words_for(world, n, self), real(path), *words], env=settings(world, env),
                           limit=limit)

    def host_of(self, rank, n=4):
        """Ranks are spread in blocks."""
        return self.hosts[rank * len(self.hosts) // n] if self.hosts else None

    def kill(self, _world, rank, pid, number):
        host = self.host_of(rank)
        if host in (None, self.hosts[0] if self.hosts else None):
            os.kill(pid, number)
        else:
            said = beyond(host, f"kill -{int(number)} {pid}")
            need(said.returncode == 0, f"kill on {host}: {said.stderr}")


ONE = Place()
TWO = Place(HOSTS[:2])


def beyond(host, script, seconds=30):
    """A script of the shell on another host."""
    return subprocess.run(["ssh", "-oBatchMode=yes", host, script], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True,
                          timeout=seconds * SLOW, check=False)


def nothing_left(fn):
    """The case, and then the other host has no process of the job's: the driver looks only here."""
    def whole(world):
        fn(world)
        for host in HOSTS[1:2]:
            left = beyond(host, f"for i in 1 2 3 4 5 6 7 8 9 10 11 12; do grep -lsz '^{world.token}$' "
                                "/proc/[0-9]*/environ || exit 0; sleep 0.5; done; exit 1")
            if left.returncode:
                raise Problem(f"left behind on {host}: {left.stdout} {left.stderr}")
    return whole


def two_hosts(_world):
    """start() of groups that need two hosts."""
    return None if len(HOSTS) > 1 else "needs two hosts (--hosts)"


def emulated(world):
    """start() of groups that spoil the network."""
    return "only in emulated machines" if NATIVE else two_hosts(world)
