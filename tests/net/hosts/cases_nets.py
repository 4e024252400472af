# SPDX-License-Identifier: BSD-3-Clause
"""cases_nets.py: gasnetrun -c udp over four hosts, with ssh."""
import jobs
from nets import start, stop  # noqa: F401  pylint: disable=unused-import

PAIRS = [(0, 1), (2, 3), (4, 5), (6, 7)]


def over_hosts(**env):
    return lambda world, n, *words: world.nets.run(n, "--", *words, env=env)


def from_a_host(world, n, *words):
    """gasnetrun on one of the hosts."""
    return world.nets.run(n, "--", *words, net=world.nets.net[0])


def cases(world):
    yield "hello", jobs.hello(over_hosts(), 8, PAIRS, PAIRS)
    yield "hello-from-a-host", jobs.hello(from_a_host, 8, PAIRS, PAIRS)
    alone = [[r] for r in range(8)]
    yield "hello-alone", jobs.hello(over_hosts(GASNET_SUPERNODE_MAXSIZE="1"), 8, PAIRS, alone)
    yield "putget", jobs.putget(over_hosts(), 8)
    yield "putget-alone", jobs.putget(over_hosts(GASNET_SUPERNODE_MAXSIZE="1"), 4)
    yield "putget-aead", jobs.putget(over_hosts(GASNET_UDP_SECURITY="aead"), 4)
    yield from jobs.few(world, jobs.exits(over_hosts(), 8, crash=139))
