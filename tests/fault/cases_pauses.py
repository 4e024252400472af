# SPDX-License-Identifier: BSD-3-Clause
"""cases_pauses.py: time that passes elsewhere: any process of a job is stopped for a while at its start, at work or at
its end; the whole job is (a suspended machine); clocks are set, or differ between hosts.

A second changes nothing but how long a job takes. 40 s are longer than some ranks and agents wait for a word: then the
job goes on, or ends with a reason."""
import contextlib
import dataclasses
import os
import random
import re
import shutil
import signal
import subprocess
import time

import faultlib
from cases_death import HOSTS, RANKS, RUN, SMP, UDP, counted, must_be_reached, placed
from faultlib import NO_UDP, Case, NotReached, alive, state_of

OFI = {"GASNET_CONDUIT": "ofi", "GASNET_OFI_PROVIDER": "tcp;ofi_rxm", "GASNET_SUPERNODE_MAXSIZE": "1"}
WORK_MS = 400
WORK = ["rooms-rel", f"ms={WORK_MS}"]
WHEN = ("start", "work", "end")
REASON = re.compile(r"was stopped|is stopped|no sign of life|no answer|does not answer|was lost|nothing from gasnetrun|"
                    r"ended|died of")
SHIM = "clock.so"
UNSHARE = shutil.which("unshare") or "unshare"
OWN_TIME = [UNSHARE, "-T"]
NO_TIME = "" if subprocess.run([*OWN_TIME, "--monotonic=1", "true"], stderr=subprocess.DEVNULL, check=False
                               ).returncode == 0 else "no time namespaces here"


def tree(pid):
    """The processes of a job that run or sleep."""
    children = {}
    for name in os.listdir("/proc"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            with open(f"/proc/{name}/stat", encoding="ascii", errors="replace") as f:
                children.setdefault(int(f.read().rpartition(")")[2].split()[1]), []).append(int(name))
    found, todo = [], [pid]
    while todo:
        p = todo.pop()
        found += [p] * alive(p)
        todo += children.get(p, [])
    return sorted(found)


def signal_all(pids, number):
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)


def let_go(job, count):
    """Ranks that have ended meanwhile need no word."""
    with contextlib.suppress(BrokenPipeError):
        job.go(count)


def wait_until(job, when, rng):
    """A moment of the start or of the work of a job that goes on until it is told, or of its end: all ranks have said
    that they leave, and go on. Returns what chooses processes."""
    if when == "start":
        time.sleep(rng.uniform(0, 0.15))
        return lambda: tree(job.pid)
    job.wait_ready()
    if when == "work":
        time.sleep(rng.uniform(0, WORK_MS / 1000))
        return lambda: tree(job.pid)
    let_go(job, 1)
    job.wait_said("leaving", RANKS)
    found = tree(job.pid)
    if job.turn < 2:  # an end is short: where it was missed twice, the processes are stopped right before it
        let_go(job, RANKS)
        time.sleep(rng.uniform(0, 0.001))
    return lambda: found


def stop(pids):
    """Stops processes. Returns which have stopped; the others have ended."""
    signal_all(pids, signal.SIGSTOP)
    faultlib.wait_for(lambda: all(state_of(p) in "TtZX" for p in pids), 60, "processes to stop")
    return [p for p in pids if alive(p)]


def pause(when, seconds, seed, everyone=False):
    rng = random.Random(f"{when} {seconds} {seed}")

    def drive(job):
        choose, stopped = wait_until(job, when, rng), []
        for _ in range(1 if when == "end" else 20):  # some processes of a start end at once
            found = choose()
            stopped = stop(found if everyone else [rng.choice(found)] if found else [])
            if stopped:
                break
        else:
            raise NotReached("no process could be stopped before its end")
        if when == "end":
            let_go(job, RANKS)
        time.sleep(seconds)
        signal_all(stopped, signal.SIGCONT)
        let_go(job, 1 + RANKS)
    return drive


def whole_or_reason(job):
    """All the output and status 0, or a reason."""
    must_be_reached(job)
    if job.status == 0 and "was stopped" not in job.stderr:
        return faultlib.output_problems(dataclasses.replace(job.case, out="all"), job.stdout)
    return [] if REASON.search(job.stderr) else [f"status {job.status}, and no reason"]


def stops(name, program, args, env, seconds, turns):
    """The short form stops one process at its work, and the whole job at its start."""
    args = ["until=go" if a == WORK[1] else a for a in args]
    for when in WHEN if faultlib.WHOLE else WHEN[:2]:
        for seed in range(turns):
            for everyone in ((False, True) if seed == 0 else (False,)) if faultlib.WHOLE else (when == "start",):
                may_end = seconds > 1 or when == "end"
                which = "all" if everyone else "one"
                yield Case(f"{name}-{which}-{when}-{seconds}s/{seed}", program, args, ranks=RANKS, env=env,
                           drive=pause(when, seconds, seed, everyone), ready=False, limit=60 + 2 * seconds,
                           status=None if may_end else 0, out=[] if may_end else "all", err=[],
                           never=[] if may_end else ["FATAL"], check=whole_or_reason if may_end else None)


def exact_stops(name, env, turns):
    """At the N-th system call of a process: any, or, in every other case, one of the last, as the end is short."""
    words = [placed(WORK[0]), "rounds=2"]
    rows = counted(["count-calls", "calls", *words], {**env, "GASNET_PSHM_NODES": str(RANKS)})
    for seed in range(turns):
        rng = random.Random(f"{name} {seed}")
        role, count = rng.choice(rows)
        n = rng.randint(1, int(count)) if seed % 2 else max(1, int(count) - rng.randint(0, 15))
        yield Case(f"{name}-call-{role}.{n}/{seed}", "strike", ["stop-call", "calls", role, n, count, 1000, *words],
                   ranks=RANKS, env=env, status=None, out=[], err=[], limit=60, check=whole_or_reason)


def jobs(have):
    """(name, program, arguments, environment) of jobs in each conduit, with agents, too."""
    direct = [("smp", SMP)] + [("udp", UDP)] * (not NO_UDP)
    if faultlib.WHOLE and os.path.exists(os.path.join(faultlib.MODULES, "hyd_conduit_ofi.so")):
        direct.append(("ofi", dict(OFI, GASNET_CONDUIT_PATH=faultlib.MODULES)))
    for name, env in direct:
        yield name, WORK[0], WORK[1:], env
        if have(RUN) and name != "smp":
            yield f"hosts-{name}", RUN, [*HOSTS, "{where}/" + WORK[0], *WORK[1:]], {**env, "GASNET_PSHM_NODES": None}


def clocks(name, program, args, env):
    """The wall clock is set all the time; the monotonic one is about to pass 2^31 ms, 2^32 ms or 2^32 us."""
    shim = os.path.join(faultlib.WHERE, ".libs", SHIM)
    yield Case(f"{name}-wall-clock", program, args, ranks=RANKS, env={**env, "LD_PRELOAD": shim}, limit=60,
               err=[] if name.endswith("ofi") else None,  # libfabric's psm provider speaks of the clock's rate
               skip="" if os.path.exists(shim) else "no shared libraries")
    for bits, unit in ((31, 1000), (32, 1000), (32, 1000000)) if faultlib.WHOLE else ((32, 1000),):
        words = [a if a != WORK[1] else f"ms={PASSING_MS}" for a in args]
        yield Case(f"{name}-monotonic-{bits}-{unit}", "/bin/sh",
                   ["-c", WITH_TIME, "sh", 2 ** bits // unit, placed(program), *words], ranks=RANKS, env=env, limit=60,
                   skip=NO_TIME)


# Within a second of its start the job's monotonic clock passes this many seconds.
PASSING_MS = 1200
WITH_TIME = f"""ahead=$(($1 - 1 - $(cut -d. -f1 /proc/uptime))); shift
exec {" ".join(OWN_TIME)} --monotonic=$ahead --boottime=$ahead -- "$@\""""

# In place of ssh: a host that has been up for another time.
WITH_SSH = f"""cat >ssh <<'end'
#!/bin/sh
for last; do :; done
exec {" ".join(OWN_TIME)} --monotonic=$(od -An -N3 -tu4 /dev/urandom | tr -d ' ') -- sh -c "$last"
end
chmod 755 ssh
export GASNET_SSH_CMD=$PWD/ssh
"$@"; status=$?
rm ssh
exit $status"""


def hosts_of_other_times(name, env):
    """Each host has been up for another time."""
    words = [placed(RUN), "-n", RANKS, "-H", "localhost,alpha,beta", "{where}/" + WORK[0], *WORK[1:]]
    yield Case(f"{name}-each-its-time", "/bin/sh", ["-c", WITH_SSH, "sh", *words], ranks=RANKS,
               env={**env, "GASNET_PSHM_NODES": None}, limit=60, skip=NO_TIME)


def cases(have):
    if not have(WORK[0]):
        return
    for name, program, args, env in jobs(have):
        yield from stops(name, program, args, env, 1, 12 if faultlib.WHOLE else 1)
        if faultlib.WHOLE:
            yield from stops(name, program, args, env, 40, 6)
        if name in ("smp", "udp") and have("strike"):
            yield from exact_stops(name, env, 100 if faultlib.WHOLE else 2)
        yield from clocks(name, program, args, env)
        if name.startswith("hosts"):
            yield from hosts_of_other_times(name, env)
