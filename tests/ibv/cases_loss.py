# SPDX-License-Identifier: BSD-3-Clause
"""cases_loss.py: two hosts, and a network that loses packets, so that the devices must send again."""
import re

import jobs
import machines
import parts
import programs
from launchlib import need
from machines import beyond, nothing_left
from nets import say
from parts import TWO

LOSS = "tc qdisc replace dev eth0 root netem loss 2%"


def start(world):
    word = machines.emulated(world)
    if word:
        return word
    say(*LOSS.split())
    said = beyond(machines.HOSTS[1], LOSS)
    return None if said.returncode == 0 else f"netem: {said.stderr}"


def stop(_world):
    remove = "tc qdisc del dev eth0 root"
    say(*remove.split())
    beyond(machines.HOSTS[1], remove)


def something_lost(_world):
    said = [say("tc", "-s", "qdisc", "show", "dev", "eth0"), beyond(machines.HOSTS[1], "tc -s qdisc show dev eth0").stdout]
    need(all(re.search(r"dropped [1-9]", s) for s in said), f"nothing was lost: {said}")


def all_cases(world):
    yield "putget", jobs.putget(TWO.go, 4)
    yield "kmer", programs.count_words(TWO.program, 2, bases=30000)
    if world.whole:
        yield "conform-par-fast-rel-2", parts.few(TWO, 2, "par-fast-rel")
        yield "conform-seq-everything-dbg-4", parts.few(TWO, 4, "seq-everything-dbg")
    yield "something-lost", something_lost


def cases(world):
    for name, fn in all_cases(world):
        yield name, nothing_left(fn)
