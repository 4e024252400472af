# SPDX-License-Identifier: BSD-3-Clause
"""cases_netvm.py: paged segments (netvm(7)) over the HCA, which pins nothing of them: transfers of all kinds, to and from
absent memory."""
from launchlib import need
from parts import ONE


def passes(n, *words):
    def fn(world):
        path = f"{world.build}/tests/unit/kinds/{words[0]}"
        job = ONE.program(world, n, path, *words[1:], env={"GASNET_KIND_PATH": f"{world.build}/core/kinds/.libs"}, limit=600)
        status = job.wait()
        need(status == 0 and "ok" in job.out.split(), f"status {status}; {job.said()}")
    return fn


def cases(world):
    rounds = "400" if world.whole else "20"
    for n in (2, 3) if world.whole else (2,):
        yield f"course-{n}", passes(n, "netvm", "course", rounds)
    yield "mixed", passes(2, "netvm_absent", "mixed")
    yield "copied", passes(2, "netvm_absent", "copied")
