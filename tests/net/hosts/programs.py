# SPDX-License-Identifier: BSD-3-Clause
"""programs.py: what programs of the build tree must say however they are started: conformance, and k-mers.
`start(world, n, path, *words, env, limit)` starts a job of one; see cases_programs.py."""
import os
import random
import re

from launchlib import SLOW, need


def conform(start, n, config, parts, least=10, limit=120, check=None, **env):
    """Tests or groups of these names, or all; `least` of them must have passed. check(job): what else must be so."""
    def fn(world):
        path = os.path.join(world.build, "tests/conform/conform-" + config)
        only = [word for p in parts for word in ("--only", p)]
        job = start(world, n, path, *only, env=dict(env, CONFORM_ENV_PROBE="a value, with spaces = and %20 signs",
                                                    CONFORM_ENV_EMPTY=""), limit=limit * SLOW)
        status = job.wait()
        bad = re.findall(r"^not ok.*", job.out, re.M)
        counts = re.search(r"^(\d+) passed, 0 failed", job.out, re.M)
        need(status == 0 and counts and int(counts[1]) >= least and not bad,
             f"status {status}; {bad[:20]}; {job.said()}")
        if check:
            check(job)
    return fn


def sequences(world, bases):
    """A file of random DNA; words come back, as parts of it are repeated."""
    path = os.path.join(world.tmp, "dna.fa")
    if not os.path.exists(path):
        dice = random.Random(1)
        part = "".join(dice.choices("ACGT", k=bases))
        with open(path, "w", encoding="ascii") as f:
            for i, text in enumerate((part, part[1000:bases // 3], "".join(dice.choices("ACGTN", k=bases // 3)))):
                f.write(f">{i}\n{text}\n")
    return path


def count_words(start, n=8, before=None, after=None, bases=300000, check=None, **env):
    """The answer over hosts is that of one process, and one that another algorithm gives (--check)."""
    def fn(world):
        path, program = sequences(world, bases), os.path.join(world.build, "kmer")
        alone = world.expect(world.start([program, "-k", "21", path], env={"GASNET_PSHM_NODES": "1"}), 0).out
        if before:
            before(world)
        try:
            job = start(world, n, program, "-k", "21", "--check", path, env=env)
            world.expect(job, 0)
        finally:
            if after:
                after(world)
        lines = [line for line in alone.splitlines() if not re.search("rank|second| s$|check", line)]
        need(len(lines) > 5 and all(line in job.out for line in lines), f"alone:\n{alone}over hosts: {job.said()}")
        if check:
            check(job)
    return fn
