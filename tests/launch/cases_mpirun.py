# SPDX-License-Identifier: BSD-3-Clause
"""cases_mpirun.py: the PMIx client under Open MPI's mpirun."""
import os
import shutil

from launchlib import need

mpirun = None


def start(world):
    global mpirun  # pylint: disable=global-statement
    mpirun = shutil.which("mpirun.openmpi") or shutil.which("mpirun")
    if not mpirun:
        return "Open MPI (openmpi-bin) is missing"
    if "Open" not in world.start([mpirun, "--version"]).wait_text():
        return f"{mpirun} is not Open MPI's"
    probe = world.start([world.hello], env={"PMIX_RANK": "0", "PMIX_NAMESPACE": "none"})
    probe.wait()
    if "this build lacks it" in probe.err:
        return "this build has no PMIx (libpmix-dev)"
    return None


def run(world, n, *words, **env):
    env.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", HOME=world.tmp)
    return world.start([mpirun, "--oversubscribe", "-n", n, world.hello, *words], env=env)


def ends(status, *words):
    def fn(world):
        job = run(world, 3, *words)
        got = job.wait()
        need(got == status if status else got != 0, f"status {got}, expected {status or 'a failure'}; {job.said()}")
    return fn


def cases(_world):
    for spawner in ("", "pmi", "MPI", "pmix"):
        yield "hello" + (f"-{spawner}" if spawner else ""), lambda w, s=spawner: w.expect(
            run(w, 4, GASNET_TEST_SPAWNER=s), 0, "^all 4 ranks agree, by PMIx$")
    yield "hello-1", lambda w: w.expect(run(w, 1), 0, "^all 1 ranks agree, by PMIx$")
    yield "abort", ends(33, "abort", 1, 33)
    yield "crash", ends(None, "crash", 1)
    yield "exit", ends(None, "exit", 2, 5)  # which of the failing ranks mpirun hears first is open
    yield "not-ssh", lambda w: w.expect(run(w, 1, GASNET_TEST_SPAWNER="ssh"), 7, err="expected to be started by gasnetrun")
