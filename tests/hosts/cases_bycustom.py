# SPDX-License-Identifier: BSD-3-Clause
"""cases_bycustom.py: a command of the person's own starts the ranks (GASNET_CSPAWN_CMD): here a loop of the shell, whose
workers have an empty environment, and come by the network."""
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


def cases(world):
    yield from managers.cases(world, run)
    yield "hello-by-letter", jobs.hello(by_letter, 4, [range(4)], [range(4)])
