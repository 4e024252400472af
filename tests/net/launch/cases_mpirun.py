# SPDX-License-Identifier: BSD-3-Clause
"""cases_mpirun.py: the PMIx client under Open MPI's mpirun."""
import os
import shutil

from launchlib import can_name_hosts, need

mpirun = None


def start(world):
    global mpirun  # pylint: disable=global-statement
    mpirun = shutil.which("mpirun.openmpi") or shutil.which("mpirun")
    if not mpirun:
        return "Open MPI (openmpi-bin) is missing"
    if "Open" not in world.start([mpirun, "--version"]).wait_text():
        return f"{mpirun} is not Open MPI's"
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


def by_gasnetrun(world, n, *words, options=(), **env):
    """The same by MPIRUN_CMD."""
    env.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", HOME=world.tmp)
    env.setdefault("MPIRUN_CMD", f"{mpirun} --oversubscribe -np %N %C")
    return world.gasnetrun("-n", n, "-spawner=mpi", *options, "--", *words, env=env)


def arguments(world):
    words = ["a b", "", "$HOME;`x`|*", "ä→ß", "%N"]
    job = world.expect(by_gasnetrun(world, 2, "where", *words), 0)
    for r in range(2):
        need(f"{r} in {world.tmp}: " + " ".join(f"[{w}]" for w in words) in job.out, job.said())


def other_hosts(world):
    """Variables reach hosts on which they are not set. Hosts are names, in place of ssh there is an empty
    environment."""
    if not can_name_hosts():
        return
    agent = world.file("bin/agent", f"""#!/bin/sh
host=$1
shift
exec env -i PATH="$PATH" HOME={world.tmp} {world.token} OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
  {world.as_host()} $host sh -c "$*"
""", 0o755)
    job = world.expect(by_gasnetrun(world, 2, "env", "GASNET_FROB", "LAUNCH_A", "LAUNCH_B", options=("-E", "LAUNCH_A"),
                                    MPIRUN_CMD=f"{mpirun} -np %N -host alpha,beta %C", OMPI_MCA_plm_rsh_agent=agent,
                                    GASNET_FROB="a b", LAUNCH_A="1", LAUNCH_B="2"), 0)
    for r in range(2):
        for text in ("GASNET_FROB=a b", "LAUNCH_A=1", "LAUNCH_B=(none)"):
            need(f"{r} {text}\n" in job.out, f"no '{text}'; {job.said()}")


def by_default(world, n, status, **more):
    """Without MPIRUN_CMD: Open MPI refuses more ranks than slots, and root, unless it is told."""
    slots = world.file("slots", "localhost slots=1\n")
    env = {"GASNET_MPI_LIBRARY": "openmpi", "OMPI_MCA_orte_default_hostfile": slots, "HOME": world.tmp}
    return world.expect(world.gasnetrun("-c", "mpi", "-n", n, env={**env, **more}), status)


def more_than_slots(world):
    job = by_default(world, 3, 0, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    need("all 3 ranks agree, by PMIx" in job.out, job.said())


def as_root(world):
    job = by_default(world, 1, 0 if os.geteuid() else 126)
    need(os.geteuid() or (len(job.err.splitlines()) == 1
                          and "OMPI_ALLOW_RUN_AS_ROOT=1 and OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1" in job.err),
         job.said())


def cases(world):
    yield "by-gasnetrun", lambda w: w.expect(by_gasnetrun(w, 4), 0, "^all 4 ranks agree, by PMIx$")
    yield "by-gasnetrun-exit", lambda w: w.expect(by_gasnetrun(w, 3, "exits", 5), 5)
    yield "by-gasnetrun-arguments", arguments
    dry = world.gasnetrun("-t", "-c", "mpi", "-n", 1, env={"GASNET_MPI_LIBRARY": "openmpi"})
    dry.wait()
    if f"would run: '{os.path.basename(mpirun)}'" in dry.err:
        yield "more-than-slots", more_than_slots
        yield "as-root", as_root
    yield "by-gasnetrun-hosts", other_hosts
    for spawner in ("", "pmi", "MPI", "pmix"):
        yield "hello" + (f"-{spawner}" if spawner else ""), lambda w, s=spawner: w.expect(
            run(w, 4, GASNET_TEST_SPAWNER=s), 0, "^all 4 ranks agree, by PMIx$")
    yield "hello-1", lambda w: w.expect(run(w, 1), 0, "^all 1 ranks agree, by PMIx$")
    yield "abort", ends(33, "abort", 1, 33)
    yield "crash", ends(None, "crash", 1)
    yield "exit", ends(None, "exit", 2, 5)  # which of the failing ranks mpirun hears first is open
    yield "not-ssh", lambda w: w.expect(run(w, 1, GASNET_TEST_SPAWNER="ssh"), 7,
                                        err="expected to be started by gasnetrun")
