# SPDX-License-Identifier: BSD-3-Clause
"""cases_mpiexec.py: the PMI-1 and PMI-2 clients under MPICH's mpiexec (hydra)."""
import shutil

from launchlib import need

mpiexec = None


def start(world):
    global mpiexec  # pylint: disable=global-statement
    mpiexec = shutil.which("mpiexec.hydra") or shutil.which("mpiexec.mpich")
    return None if mpiexec else "MPICH (mpich) is missing"


def run(world, n, *words, options=(), **env):
    return world.start([mpiexec, *options, "-n", n, world.hello, *words], env=env)


def ends(status, *words, **more):
    def fn(world):
        job = run(world, 3, *words, **more)
        got = job.wait()
        need(got == status if status else got != 0, f"status {got}, expected {status or 'a failure'}; {job.said()}")
    return fn


def cases(_world):
    for name, spawner, by in (("hello", "", "PMI-1"), ("hello-pmi", "pmi", "PMI-1"), ("hello-pmi2", "pmi2", "PMI-2")):
        yield name, lambda w, s=spawner, b=by: w.expect(
            run(w, 4, GASNET_TEST_SPAWNER=s), 0, f"^all 4 ranks agree, by {b}$")
    yield "hello-port", lambda w: w.expect(run(w, 4, options=("-pmi-port",)), 0, "^all 4 ranks agree, by PMI-1$")
    yield "by-gasnetrun", lambda w: w.expect(
        w.gasnetrun("-n", 4, "-spawner=pmi", env={"PMIRUN_CMD": f"{mpiexec} -n %N %C"}), 0,
        "^all 4 ranks agree, by PMI-1$")
    for by in ("pmi1", "pmi2"):
        yield f"abort-{by}", ends(33 if by == "pmi1" else None, "abort", 1, 33, GASNET_TEST_SPAWNER=by)
    yield "crash", ends(None, "crash", 1)
    yield "exit", ends(None, "exits", 5)  # hydra may give the status of a rank that it ended
