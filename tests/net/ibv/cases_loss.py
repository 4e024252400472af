# SPDX-License-Identifier: BSD-3-Clause
"""cases_loss.py: two hosts, and a network that loses packets, so that the devices must send again.

rxe (6.12) ended a queue pair by itself then, where a read's answer is of several packets: it completes the read with
the status of success, warns of that ("WARNING: ... rxe_comp.c:827 rxe_completer"), and flushes all others, which ends
the job. So the conduit has a queue pair for nothing but long reads there (rails.c). Writes and messages of several
packets can fail, too (contrib/building/rdma-vm/README.md), but that takes more losses. A case that fails prints what
the kernels said meanwhile, and what the devices count."""
import os
import re
import subprocess

import jobs
import machines
import parts
import programs
from launchlib import SLOW, Problem, need
from machines import beyond, nothing_left
from nets import say
from parts import TWO

LOSS = "tc qdisc replace dev eth0 root netem loss 2%"
ONCE = "/sys/kernel/debug/clear_warn_once"  # a kernel says it once, until that is written to
ARM = f"[ -e {ONCE} ] || mount -t debugfs none /sys/kernel/debug; echo 1 >{ONCE}"


def start(world):
    word = machines.emulated(world)
    if word:
        return word
    world.loses = True
    say(*LOSS.split())
    said = beyond(machines.HOSTS[1], LOSS)
    return None if said.returncode == 0 else f"netem: {said.stderr}"


def stop(world):
    if not hasattr(world, "loses"):
        return
    remove = "tc qdisc del dev eth0 root"
    say(*remove.split())
    beyond(machines.HOSTS[1], remove)


def something_lost(_world):
    said = [say("tc", "-s", "qdisc", "show", "dev", "eth0"),
            beyond(machines.HOSTS[1], "tc -s qdisc show dev eth0").stdout]
    need(all(re.search(r"dropped [1-9]", s) for s in said), f"nothing was lost: {said}")


def on_both(script):
    """What it says here and on the other host."""
    here = subprocess.run(["sh", "-c", script], capture_output=True, text=True, timeout=30 * SLOW, check=False)
    both = [here, beyond(machines.HOSTS[1], script)]
    need(not any(p.returncode for p in both), f"{script}: {[p.stderr for p in both]}")
    return [p.stdout for p in both]


def kernels_words():
    """The kernels' lines, each with its time."""
    return [said.splitlines() for said in on_both("dmesg")]


def with_kernels_words(fn):
    def whole(world):
        on_both(ARM)
        before = kernels_words()
        try:
            return fn(world)
        except Problem as e:
            news = [line for now, then in zip(kernels_words(), before) for line in now if line not in then]
            counters = on_both("cd /sys/class/infiniband; grep -rv '^0$' */ports/1/hw_counters/; true")
            raise Problem(f"{e}\nkernels: {news[-10:]}\n{counters}") from None
    return whole


def mix(seed, seconds=8):
    def fn(world):
        path = os.path.join(world.build, "tests/net/ibv/mix")
        job = TWO.program(world, 2, path, seconds, seed, limit=(10 * seconds + 60) * SLOW)
        world.expect(job, 0, r"^rank 0: \d+ gets, \d+ puts, \d+ messages, 0 wrong$")
    return fn


def all_cases(world):
    for seed in range(1, 7 if world.whole else 2):
        yield f"mix-{seed}", mix(seed)
    if world.whole:
        yield "putget", jobs.putget(TWO.go, 4)
    yield "kmer", programs.count_words(TWO.program, 2, bases=15000)
    if world.whole:
        yield "conform-seq-everything-dbg-4", parts.few(TWO, 4, "seq-everything-dbg")
    yield "something-lost", something_lost


def cases(world):
    for name, fn in all_cases(world):
        yield name, with_kernels_words(nothing_left(fn))
