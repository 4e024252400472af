# SPDX-License-Identifier: BSD-3-Clause
"""cases_byssh.py: gasnetrun over sshd on addresses of the loopback: three agents on one host."""
import cases_ssh
import jobs
from cases_ssh import start, stop  # noqa: F401  pylint: disable=unused-import


def over(*words, **env):
    def go(world, n, *mode):
        return cases_ssh.run(world, n, *words, "--", *mode, env=env)
    return go


def cases(world):
    udp = over("-c", "udp")
    alone = over("-c", "udp", GASNET_SUPERNODE_MAXSIZE="1")
    smp = over("-c", "smp")
    all_ranks = [range(5)]
    for name, go, memory in (("udp", udp, all_ranks), ("alone", alone, [[r] for r in range(5)]),
                             ("smp", smp, all_ranks)):
        yield f"hello-{name}", jobs.hello(go, 5, all_ranks, memory)
        yield f"putget-{name}", jobs.putget(go, 4)
        for case, fn in jobs.few(world, jobs.exits(go, 4, crash=139)):
            yield f"{case}-{name}", fn
