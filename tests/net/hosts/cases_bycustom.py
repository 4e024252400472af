# SPDX-License-Identifier: BSD-3-Clause
"""cases_bycustom.py: a command of the person's own starts the ranks (GASNET_CSPAWN_CMD): here a loop of the shell,
whose workers have an empty environment, and come by the network."""
import jobs
import managers
from cases_custom import EACH, start  # noqa: F401  pylint: disable=unused-import


def run(world, n, *words, **env):
    command = EACH.format(f"env -i {world.token}")
    return world.gasnetrun("-n", n, "-spawner=custom", "--", *words, env={"GASNET_CSPAWN_CMD": command, **env})


def by_letter(world, n, *words):
    """The same by udp's own variables."""
    env = {"AMUDP_SPAWNFN": "c", "CSPAWN_CMD": EACH.format(""), "CSPAWN_ROUTE_OUTPUT": "1"}
    return world.gasnetrun("-c", "udp", "-n", n, "--", *words, env=env)


def here(world, n, *words):
    """L: by fork, although the conduit is udp."""
    return world.gasnetrun("-c", "udp", "-n", n, "--", *words,
                           env={"GASNET_SPAWNFN": "L", "SSH_SERVERS": "/nonexistent"})


def cases(world):
    yield from managers.cases(world, run)
    yield "hello-here", jobs.hello(here, 3, [range(3)], [range(3)])
    yield "hello-by-letter", jobs.hello(by_letter, 4, [range(4)], [range(4)])
