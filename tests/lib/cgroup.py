# SPDX-License-Identifier: BSD-3-Clause
"""cgroup.py: runs a command in a control group of its own, with less memory or fewer processors: version 2, or the
controllers of version 1."""
import os

ROOT = "/sys/fs/cgroup"
# what: (controller, file of version 2, files and values of version 1); {} is the value
MEMORY = ("memory", "memory.max", "{}", [("memory.limit_in_bytes", "{}")])
CPUS = ("cpu", "cpu.max", "{} 100000", [("cpu.cfs_period_us", "100000"), ("cpu.cfs_quota_us", "{}")])


def _made_below(folder, needed):
    """Whether a group can be made below this one, with such a file."""
    probe = os.path.join(folder, f"hydrant-probe.{os.getpid()}")
    try:
        os.mkdir(probe)
    except OSError:
        return False
    there = os.access(os.path.join(probe, needed), os.W_OK)
    os.rmdir(probe)
    return there


def _settings(what, value):
    """(folder, [(file, value)]) of the tree where a group with this limit can be made; None: nowhere."""
    controller, new, form, old = what
    if _made_below(ROOT, new):
        return ROOT, [(new, form.format(value))]
    if _made_below(os.path.join(ROOT, controller), old[0][0]):
        return os.path.join(ROOT, controller), [(file, text.format(value)) for file, text in old]
    return None


def script(limits):
    """A script that runs its arguments in groups with these limits, [(MEMORY, bytes), (CPUS, microseconds of 100,000)],
    and takes the groups away; its status is theirs, 77 if a group is refused. None: groups cannot be made here."""
    folders, lines = [], []
    for what, value in limits:
        found = _settings(what, value)
        if found is None:
            return None
        folder = f"{found[0]}/hydrant-$$"
        if folder not in folders:
            folders.append(folder)
            lines.append(f"mkdir {folder} || exit 77")
        lines += [f"echo {text} >{folder}/{file} || exit 77" for file, text in found[1]]
    enter = "; ".join(f"echo 0 >{f}/cgroup.procs || exit 77" for f in folders)
    leave = " ".join(folders)
    return "\n".join(lines + [
        f'({enter}; exec "$@")', "status=$?",
        f"for i in 1 2 3 4 5 6 7 8 9 10; do rmdir {leave} 2>/dev/null; [ -d {folders[0]} ] || break; sleep 0.1; done",
        "exit $status"])
