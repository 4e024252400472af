# SPDX-License-Identifier: BSD-3-Clause
"""cases_srun.py: the PMI-2 and PMIx clients under Slurm's srun: a cluster of one machine, made of ordinary
processes with all their files in this run's directory."""
import getpass
import os
import shutil
import socket
import subprocess
import time

from launchlib import TOKEN, need

servers = []
config = None
kinds = ""


def free_ports(count):
    """Ports that are free, all different."""
    held = [socket.socket() for _ in range(count)]
    for s in held:
        s.bind(("127.0.0.1", 0))
    ports = [s.getsockname()[1] for s in held]
    for s in held:
        s.close()
    return ports


CONFIG = """ClusterName=hydrant
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
SlurmctldPort={ctld}
SlurmdPort={slurmd}
AuthType=auth/munge
AuthInfo=socket={d}/munge.socket
CredType=cred/munge
StateSaveLocation={d}/state
SlurmdSpoolDir={d}/spool
SlurmctldPidFile={d}/slurmctld.pid
SlurmdPidFile={d}/slurmd.pid
SlurmctldLogFile={d}/slurmctld.log
SlurmdLogFile={d}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SchedulerType=sched/builtin
SelectType=select/linear
ReturnToService=2
SlurmdParameters=config_overrides
KillWait=2
NodeName={host} NodeAddr=127.0.0.1 CPUs=4
PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def spawn(world, d, name, *words):
    env = world.environment({"SLURM_CONF": config})
    del env[TOKEN]
    with open(f"{d}/{name}.out", "w", encoding="utf-8") as out:
        servers.append(subprocess.Popen(words, env=env, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                                        start_new_session=True))


def start_servers(world, d, tools):
    host = socket.gethostname().split(".")[0]
    ctld, slurmd = free_ports(2)
    for sub in ("state", "spool"):
        os.makedirs(f"{d}/{sub}")
    world.file("slurm/slurm.conf", CONFIG.format(d=d, host=host, user=getpass.getuser(), ctld=ctld, slurmd=slurmd))
    with open(f"{d}/munge.key", "wb") as f:
        f.write(os.urandom(1024))
    os.chmod(f"{d}/munge.key", 0o600)
    spawn(world, d, "munged", tools["munged"], "--foreground", "--force", f"--key-file={d}/munge.key",
          f"--socket={d}/munge.socket", f"--pid-file={d}/munge.pid", f"--log-file={d}/munge.log",
          f"--seed-file={d}/munge.seed")
    end = time.monotonic() + 5
    while not os.path.exists(f"{d}/munge.socket") and time.monotonic() < end:
        time.sleep(0.02)
    spawn(world, d, "slurmctld", tools["slurmctld"], "-D", "-c", "-f", config)
    spawn(world, d, "slurmd", tools["slurmd"], "-D", "-f", config, "-N", host)


def start(world):
    """Starts the cluster; a word if that cannot be done."""
    global config, kinds  # pylint: disable=global-statement
    path = "/usr/sbin:" + os.environ.get("PATH", "")
    tools = {name: shutil.which(name, path=path) for name in ("srun", "munged", "slurmctld", "slurmd")}
    for name, where in tools.items():
        if not where:
            return f"Slurm's {name} is missing (slurmctld, slurmd, munge)"
    d = os.path.join(world.tmp, "slurm")
    os.makedirs(d, mode=0o755)
    config = f"{d}/slurm.conf"
    try:
        start_servers(world, d, tools)
        end = time.monotonic() + 15
        while time.monotonic() < end:
            done = subprocess.run(["srun", "-n", "1", "--mpi=none", "true"], capture_output=True, text=True, timeout=10,
                                  env=world.environment({"SLURM_CONF": config}), check=False)
            if done.returncode == 0:
                listed = subprocess.run(["srun", "--mpi=list"], capture_output=True, text=True, timeout=10,
                                        env=world.environment({"SLURM_CONF": config}), check=False)
                kinds = listed.stdout + listed.stderr
                return None
            time.sleep(0.2)
        word = done.stderr.strip()[-200:] or "srun failed"
    except (OSError, subprocess.SubprocessError) as e:
        word = str(e)[:200]
    stop(world)
    return "no cluster here: " + word.replace("\n", "; ")


def stop(_world):
    for p in reversed(servers):
        p.terminate()
    for p in servers:
        try:
            p.wait(5)
        except subprocess.TimeoutExpired:
            p.kill()
            p.wait()
    servers.clear()


def run(world, mpi, n, *words, **env):
    env["SLURM_CONF"] = config
    return world.start(["srun", "--quiet", "-K", f"--mpi={mpi}", "-O", "-n", n, world.hello, *words], env=env)


def ends(mpi, *words):
    def fn(world):
        job = run(world, mpi, 3, *words)
        got = job.wait()
        need(got != 0, f"status {got}, expected a failure; {job.said()}")
    return fn


def cases(_world):
    yield "hello-pmi2", lambda w: w.expect(run(w, "pmi2", 4), 0, "^all 4 ranks agree, by PMI-2$")
    yield "hello-pmi1", lambda w: w.expect(
        run(w, "pmi2", 4, GASNET_TEST_SPAWNER="pmi1"), 0, "^all 4 ranks agree, by PMI-1$")
    yield "abort-pmi2", ends("pmi2", "abort", 1, 33)
    if "pmix" in kinds:
        yield "hello-pmix", lambda w: w.expect(run(w, "pmix", 4), 0, "^all 4 ranks agree, by PMIx$")
        yield "abort-pmix", ends("pmix", "abort", 1, 33)
