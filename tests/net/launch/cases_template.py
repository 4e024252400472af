# SPDX-License-Identifier: BSD-3-Clause
"""cases_template.py: MPIRUN_CMD and PMIRUN_CMD, by a command that says what it was given and starts nothing."""
import os

from launchlib import need

WORDS = ["a b", "", "$HOME;`x`|*", "ä→ß", "%N", "it's \"so\"", ":", "--"]


def said(world, job):
    """What the stand-in was given."""
    need(not job.out, job.said())
    with open(world.tmp + "/given", encoding="utf-8") as f:
        return f.read().split("\0")[:-1]


def stand_in(world, status=0):
    if os.path.exists(world.tmp + "/given"):
        os.unlink(world.tmp + "/given")
    return world.file("bin/stand-in", f"#!/bin/sh\nprintf '%s\\0' \"$@\" >{world.tmp}/given\nexit {status}\n", 0o755)


def fills(template, expected, spawner="mpi", name="MPIRUN_CMD", words=WORDS, options=(), **env):
    """%S: the stand-in, %T: the program; in `expected`, a list stands for the words that are expected there."""
    def fn(world):
        command = stand_in(world)
        settings = {name: template.replace("%S", command), **env}
        job = world.expect(world.gasnetrun("-n", 3, f"-spawner={spawner}", *options, "--", *words, env=settings), 0)
        want = [w.replace("%T", world.hello) for w in expected]
        got = said(world, job)
        need(got == want, f"given {got}; expected {want}")
    return fn


def refused(template, text, status=2, options=(), **env):
    def fn(world):
        job = world.expect(world.gasnetrun("-n", 2, "-spawner=mpi", *options, env={"MPIRUN_CMD": template, **env}),
                           status, err=text)
        need(len(job.err.splitlines()) == 1 and not job.out, f"expected one line; {job.said()}")
    return fn


def status(world):
    world.expect(world.gasnetrun("-n", 1, "-spawner=mpi", env={"MPIRUN_CMD": stand_in(world, 42) + " %C"}), 42)


def by_default(world):
    """mpirun of PATH, and what the variables are called."""
    stand_in(world)
    path = os.path.join(world.tmp, "path")
    os.makedirs(path, exist_ok=True)
    os.rename(world.tmp + "/bin/stand-in", path + "/mpirun")
    for words, env in ((["-spawner=mpi"], {}), ([], {"GASNET_SMP_SPAWNER": "MPI"}),
                       (["-spawner=pmi"], {"GASNET_SMP_SPAWNER": "fork"})):
        job = world.gasnetrun("-n", 5, *words, "--", "x", env={**env, "PATH": path + ":" + os.environ["PATH"]})
        world.expect(job, 0)
        need(said(world, job) == ["-np", "5", world.hello, "x"], f"given {said(world, job)}")
    os.unlink(path + "/mpirun")


def dry(world):
    job = world.expect(world.gasnetrun("-t", "-n", 2, "-spawner=mpi", "--", "a b",
                                       env={"MPIRUN_CMD": "no-such -n %N %C"}), 0)
    need(f"would run: 'no-such' '-n' '2' '{world.hello}' 'a b'\n" in job.err and "_SPAWNER=mpi" in job.err, job.said())


def environment(world):
    """The library there learns what has started it, and does not fork; Open MPI learns what to send."""
    command = world.file("bin/stand-in", "#!/bin/sh\nenv\n", 0o755)
    env = {"MPIRUN_CMD": command + " %P", "GASNET_PSHM_NODES": "7", "GASNET_SMP_SPAWNER": "fork", "GASNET_FROB": "1",
           "LAUNCH_A": "2", "LAUNCH_B": "3", "LAUNCH_C": "two\nlines", "OMPI_MCA_mca_base_env_list": "MINE"}
    job = world.expect(world.gasnetrun("-n", 2, "-spawner=mpi", "-E", "LAUNCH_A,LAUNCH_C", env=env), 0)
    lines = job.out.splitlines()
    sent = [line.split("=", 1)[1].split(";") for line in lines if line.startswith("OMPI_MCA_mca_base_env_list=")]
    need("GASNET_SMP_SPAWNER=mpi" in lines and not any(line.startswith("GASNET_PSHM_NODES") for line in lines),
         job.said())
    need(len(sent) == 1 and sent[0][0] == "MINE" and {"GASNET_FROB", "LAUNCH_A", "GASNET_SMP_SPAWNER"} <= set(sent[0])
         and not {"LAUNCH_B", "LAUNCH_C", "PATH"} & set(sent[0]), f"to be sent: {sent}")
    env["MPIRUN_CMD"] = command + " -x FOO %P"
    job = world.expect(world.gasnetrun("-n", 2, "-spawner=mpi", env=env), 0)
    need("OMPI_MCA_mca_base_env_list=MINE\n" in job.out, f"Open MPI refuses both -x and a list; {job.said()}")


def cases(world):
    hosts = world.file("nodes", "alpha\n")
    shell = "'%T' 'a b' '' '$HOME;`x`|*' 'ä→ß' %N 'it'\\''s \"so\"' : --"
    yield "C", fills("%S -np %N %C", ["-np", "3", "%T", *WORDS])
    yield "P-A", fills("%S -x%Nx %P -- %A", ["-x3x", "%T", "--", *WORDS])
    yield "no-arguments", fills("%S %C %A", ["%T"], words=[])
    yield "percent", fills("%S %%N 100%% %%%N %C", ["%N", "100%", "%3", "%T", "x"], words=["x"])
    yield "quotes", fills("%S 'a b' \"c  d\" e\\ f '' %C", ["a b", "c  d", "e f", "", "%T", "x"], words=["x"])
    yield "for-a-shell", fills("%S -c \"exec %C\"", ["-c", "exec " + shell.replace("'%T'", "%T")])
    yield "hosts", fills("%S --hostfile %H %C", ["--hostfile", hosts, "%T"], words=[], GASNET_NODEFILE=hosts)
    yield "hostfile", fills("%S --hostfile=%H %C", ["--hostfile=" + hosts, "%T"], words=[],
                            options=("-hostfile", hosts))
    yield "pmi", fills("%S pmi %C", ["pmi", "%T", "x"], "pmi", "PMIRUN_CMD", words=["x"], MPIRUN_CMD="/nonexistent")
    yield "pmi-by-mpirun", fills("%S mpi %C", ["mpi", "%T", "x"], "pmi", words=["x"])
    yield "mpi-not-by-pmirun", fills("%S mpi %C", ["mpi", "%T", "x"], words=["x"], PMIRUN_CMD="/nonexistent")
    yield "stronger-name", fills("%S %C", ["%T", "x"], "mpi", "GASNET_MPIRUN_CMD", words=["x"],
                                 MPIRUN_CMD="/nonexistent")
    yield "status", status
    yield "default", by_default
    yield "dry-run", dry
    yield "environment", environment
    yield "refused-letter", refused("mpirun %X %C", r"MPIRUN_CMD=mpirun %X %C: %X has no meaning there; expected %N")
    yield "refused-end", refused("mpirun %C %", "% has no meaning there")
    yield "refused-quote", refused("mpirun 'x %C", "an unterminated quote")
    yield "refused-no-program", refused("mpirun -np %N", "does not run the program; expected %C")
    yield "refused-no-file", refused("mpirun -hostfile %H %C", "GASNET_NODEFILE or -hostfile")
    yield "refused-hostfile", refused("mpirun %C", "no place for it; expected %H", options=("-hostfile", hosts))
    yield "refused-hosts", refused("mpirun %C", "-H: hosts are chosen by the process manager", options=("-H", "alpha"))
    yield "refused-N", refused("mpirun %C", "-N: hosts are chosen by the process manager", options=("-N", "1"))
    yield "missing", refused("/nonexistent/mpirun %C", "MPIRUN_CMD: cannot run /nonexistent/mpirun: No such file", 127)
