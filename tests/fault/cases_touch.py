# SPDX-License-Identifier: BSD-3-Clause
"""cases_touch.py: the n-th touch of shared memory has no page behind it: /dev/shm has room for n - 1, or the job's
control group has. A job then ends by itself with a line that says so, or works; it is not left to die of SIGBUS.

The short form takes a few n; a job that works needs 26 pages or 300."""
import dataclasses
import os
import re
import sys

import faultlib
from faultlib import Case
from cases_surroundings import MOUNTS, MOUNTS_OF_A_USER, permitted, shell, surrounding

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
import cgroup  # noqa: E402

RANKS, PAGE = 2, 4096
SMALL = "mount -t tmpfs -o nr_blocks={} none /dev/shm || exit 77; unset XDG_RUNTIME_DIR"
NO_ROOM = re.compile(r"FATAL ERROR.*(No space left|no room for a page of /dev/shm/hydrant-).*expected|"
                     r"cannot map \d+ bytes of segments of \d+ ranks: No space left")
# Where the kernel kills the job's first process, only its shell is left to say so.
KILLED = re.compile(r"died of SIGKILL\(9\): its control group's memory is full|^\S+ line \d+: +\d+ Killed", re.M)


def works_or_says(reason):
    def check(job):
        if job.status == 0:
            return faultlib.output_problems(dataclasses.replace(job.case, out="all"), job.stdout)
        problems = [] if reason.search(job.stderr) else [f"stderr lacks /{reason.pattern}/"]
        said = len(re.findall(r"FATAL ERROR|died of SIGKILL", job.stderr))
        return problems + ([f"{said} lines with a reason"] if said > 1 else [])
    return check


def touching(name, mode, prefix, reason, skip):
    return surrounding(name, prefix, skip, mode, ranks=RANKS, status={0, 1, 99, 134, 137}, out=[], err=[],
                       never=["SIGBUS", "SIGSEGV"], check=works_or_says(reason))


def full_folder():
    """The job's memory is in files of a small /dev/shm, as memfd_create is refused."""
    root = permitted(*MOUNTS, "mount", "-t", "tmpfs", "none", "/dev/shm")
    mounts = MOUNTS if root else MOUNTS_OF_A_USER
    skip = "" if root or permitted(*mounts, "mount", "-t", "tmpfs", "none", "/dev/shm") else "cannot mount here"
    pages = {"everything": range(1, 41), "fast": [*range(1, 41), *range(50, 401, 25)]}
    for mode, numbers in pages.items():
        for n in numbers if faultlib.WHOLE else (1, 4, 24):
            yield touching(f"dev-shm-{n}-pages", mode, mounts + shell(SMALL.format(n)) +
                           ["{dir}/confine", "memfd=EPERM", "--"], NO_ROOM, skip)


def full_group():
    for mode in ("everything", "fast"):
        for n in range(160, 500, 8) if faultlib.WHOLE else (240, 360):
            script = cgroup.script([(cgroup.MEMORY, n * PAGE)])
            yield touching(f"group-{n}-pages", mode, ["/bin/bash", "-c", script or "exit 77", "sh"], KILLED,
                           "" if script else "control groups cannot be made here")


def killed_before():
    """The kernel has killed in the control group, for its memory; then a rank is killed by something else."""
    script = cgroup.script([(cgroup.MEMORY, 64 << 20)])
    yield Case("killed-before", "/bin/bash", ["-c", script or "exit 77", "sh", *shell("tail /dev/zero"),
                                              "{dir}/exits-par-rel", "act=raise", "sig=9", "others=spin"],
               status=137, out=[1], err=[r"died of SIGKILL\(9\)"], never=["memory is full"], copy=["exits-par-rel"],
               skip="" if script else "control groups cannot be made here")


def cases(_have):
    yield from full_folder()
    yield from full_group()
    yield from killed_before()
