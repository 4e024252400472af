# SPDX-License-Identifier: BSD-3-Clause
"""cases_netvm.py: paged segments (netvm(7)) over the HCA, which pins nothing of them: transfers of all kinds, to and
from absent memory; what a put to an absent page takes by each strategy."""
import json

from launchlib import need
from parts import ONE


def run(world, n, path, *words):
    job = ONE.program(world, n, f"{world.build}/{path}", *words,
                      env={"GASNET_KIND_PATH": f"{world.build}/core/kinds/.libs"},
                      limit=600)
    return job, job.wait()


def passes(n, name, *words):
    def fn(world):
        job, status = run(world, n, f"tests/unit/kinds/{name}", *words)
        need(status == 0 and "ok" in job.out.split(), f"status {status}; {job.said()}")
    return fn


def absent(world):
    """The strategies of R9: says lines as contrib/layers/netvm/papers reads them."""
    job, status = run(world, 2, "gasnet-bench", "--worker", "netvm-absent", "1")
    rows = [json.loads(line) for line in job.out.splitlines() if line.startswith("{")]
    need(status == 0 and len(rows) == 4, f"status {status}; {job.said()}")
    for row in rows:
        print(f"ibv {sorted(row['v'])[len(row['v']) // 2]:.0f} {row['name']}", flush=True)


def cases(world):
    rounds = "400" if world.whole else "20"
    n = 3 if world.whole else 2
    yield f"course-{n}", passes(n, "netvm", "course", rounds)
    yield "mixed", passes(2, "netvm_absent", "mixed")
    yield "copied", passes(2, "netvm_absent", "copied")
    if world.whole:
        yield "absent", absent
