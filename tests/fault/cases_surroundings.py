# SPDX-License-Identifier: BSD-3-Clause
"""cases_surroundings.py: jobs that must work where little is allowed, or end with a clear word."""
import os
import re
import shutil
import subprocess

from faultlib import Case

RANKS = 4
MODES = ("fast", "everything")


def permitted(*command):
    """Whether a surrounding can be made here."""
    if not shutil.which(command[0]):
        return False
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, timeout=60, check=False).returncode == 0


def shell(script):
    """A prefix that does something to the process before the program runs in it."""
    return [shutil.which("bash") or "/bin/bash", "-c", script + '\nexec "$@"', "surroundings"]


NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
USERNS = ["unshare", "-Ur"]
MOUNTS = ["unshare", "-m"]
MOUNTS_OF_A_USER = ["unshare", "-Urm"]
NO_DEV_SHM = """mount -t tmpfs none /dev || exit 77
mknod -m 666 /dev/null c 1 3; mknod -m 666 /dev/zero c 1 5; mknod -m 444 /dev/urandom c 1 9
[ ! -e /dev/shm ] || exit 77"""
# The program is run from a descriptor, as its directory may be under /tmp.
EMPTY_TMP = """exec 9<"$1"; shift
mount -t tmpfs none /tmp && mount -t tmpfs none /var/tmp || exit 77
cd /tmp; /proc/self/fd/9 "$@"; rc=$?
[ -z "$(ls -A /tmp /var/tmp | grep -v :)" ] || { ls -lA /tmp /var/tmp >&2; exit 98; }
exit $rc"""
NO_FILES = """for d in /dev/shm /tmp; do mount --bind $d $d && mount -o remount,ro,bind $d || exit 77; done
unset XDG_RUNTIME_DIR"""
SMALL_DEV_SHM = "mount -t tmpfs -o size=64k none /dev/shm || exit 77"


def surrounding(name, prefix, skip="", mode="everything", variant="rel", args=(), **more):
    program = f"work-{mode}-{variant}"
    prefix = list(prefix)
    if prefix and not os.path.isabs(prefix[0]) and not prefix[0].startswith("{"):
        prefix[0] = shutil.which(prefix[0]) or prefix[0]
    command = prefix + ["{dir}/" + program] + list(args)
    return Case(f"{name}-{mode}-{variant}", command[0], command[1:], ranks=more.pop("ranks", RANKS),
                skip=skip, copy=[program, "confine"], **more)


def works(name, prefix, **more):
    for mode in MODES:
        yield surrounding(name, prefix, mode=mode, **more)


def users():
    root = os.geteuid() == 0
    no_user = "" if root and permitted(*NOBODY, "true") else "cannot become another user here"
    no_ns = "" if permitted(*USERNS, "true") else "no user namespaces here"
    for mode in MODES:
        for variant in ("rel", "dbg"):
            yield surrounding("plain", [], mode=mode, variant=variant)
    yield from works("nobody", NOBODY, skip=no_user)
    yield from works("memlock-0", shell("ulimit -l 0"))
    yield from works("nobody-memlock-0", shell("ulimit -l 0") + NOBODY, skip=no_user)
    yield from works("userns", USERNS, skip=no_ns)
    yield from works("nobody-userns", NOBODY + USERNS,
                     skip=no_user or ("" if permitted(*NOBODY, *USERNS, "true") else "not permitted"))
    for when in ("before", "after"):
        yield surrounding(f"undumpable-{when}", NOBODY, skip=no_user, args=[f"undumpable={when}"])
        yield surrounding(f"undumpable-{when}-here", [], args=[f"undumpable={when}"])
    yield surrounding("undumpable-before", NOBODY, skip=no_user, args=["undumpable=before"],
                      variant="dbg")


def filters():
    for calls in ("vm=EPERM", "vm=ENOSYS", "membarrier=EPERM", "membarrier=ENOSYS", "affinity=EPERM", "memfd=EPERM",
                  "memfd=ENOSYS", "getrandom=ENOSYS"):
        yield from works("no-" + calls, ["{dir}/confine", calls, "--"])
    yield surrounding("no-all", ["{dir}/confine", "vm=EPERM", "membarrier=EPERM", "affinity=EPERM", "--"],
                      variant="dbg")
    yield surrounding("no-memfd-said", ["{dir}/confine", "memfd=EPERM", "--"], env={"GASNET_QUIET": "0"},
                      err=["memfd_create is refused here.* files of /"])
    yield surrounding("no-memory-at-all", MOUNTS + shell(NO_FILES) + ["{dir}/confine", "memfd=EPERM", "--"], status=134,
                      out=[], err=["FATAL ERROR.*memfd_create: .*expected one of memfd_create, /dev/shm"],
                      check=one_fatal_line, skip="" if permitted(*MOUNTS, "true") else "needs root",
                      env={"TMPDIR": "/tmp", "GASNET_TMPDIR": None})
    yield surrounding("no-cma-by-choice", [], env={"GASNET_NO_CMA": "1"})


def one_fatal_line(job):
    count = job.stderr.count("FATAL ERROR")
    return [] if count == 1 else [f"{count} FATAL ERROR lines, expected 1"]


def works_or_says(job):
    """A resource is too small: that works, or gives one fatal line and a non-zero end."""
    if job.status == 0:
        return [] if not job.stderr else ["stderr is not empty"]
    return one_fatal_line(job)


def full_file_systems(mounts, no_mount):
    """Mapped files: a store that the file system has no room for is SIGBUS, so room is made before, or it is
    explained."""
    small = "mount -t tmpfs -o size={} none {} || exit 77".format
    for size in ("20k", "60k", "100k"):  # of a trace: no head fits, or no events, or few
        yield surrounding(f"trace-{size}", mounts + shell(small(size, "/var/tmp")), skip=no_mount, ranks=2,
                          args=["rounds=20"],
                          env={"GASNET_TRACEFILE": "/var/tmp/t.json", "GASNET_TRACESIZE": "64KB"},
                          err=[r"WARNING: .*GASNET_TRACEFILE /var/tmp/t\.json.*No space left on device"])
    no_memfd = ["{dir}/confine", "memfd=EPERM", "--"]
    yield surrounding("shm-4k-no-memfd", mounts + shell(small("4k", "/dev/shm")) + no_memfd, skip=no_mount, status=1,
                      out=[],
                      ranks=16,
                      err=["FATAL ERROR.*the memory that 16 ranks share does not fit in /dev/shm: No space left"],
                      check=one_fatal_line)
    yield surrounding("shm-1m-no-memfd", mounts + shell(small("1m", "/dev/shm")) + no_memfd, skip=no_mount, status=99,
                      out=[],
                      mode="fast", err=[r"FATAL|cannot map \d+ bytes of segments of 4 ranks: No space left on device"])
    yield surrounding("shm-100k-no-memfd", mounts + shell(small("100k", "/dev/shm")) + no_memfd, skip=no_mount,
                      status=134, out=[], never=["SIGBUS"], check=one_fatal_line,
                      err=[r"FATAL ERROR .*no room for a page of /dev/shm/hydrant-\S+ \(deleted\); expected room"])


def devices():
    mount = ["mount", "-t", "tmpfs", "none", "/dev/shm"]
    root = permitted(*MOUNTS, *mount)
    mounts = MOUNTS if root else MOUNTS_OF_A_USER
    no_mount = "" if root or permitted(*mounts, *mount) else "cannot mount here"
    yield from works("no-dev-shm", mounts + shell(NO_DEV_SHM), skip="" if root else "needs root")
    yield from works("dev-shm-64k", mounts + shell(SMALL_DEV_SHM), skip=no_mount)
    yield from full_file_systems(mounts, no_mount)
    yield surrounding("no-proc", mounts + shell("mount -t tmpfs none /proc || exit 77"), skip=no_mount)
    yield from works("tmp-stays-empty", mounts + shell(EMPTY_TMP), skip=no_mount, args=["code=3"],
                     status=3, env={"TMPDIR": None, "GASNET_TMPDIR": None})
    yield surrounding("tmp-read-only", mounts + shell("mount -t tmpfs -o ro none /var/tmp || exit 77"),
                      skip=no_mount, env={"TMPDIR": "/var/tmp", "GASNET_TMPDIR": "/var/tmp"})


def processes():
    yield from works("cwd-gone", shell('mkdir d && cd d && rmdir ../d'))
    yield surrounding("cwd-read-only", shell("cd /"))
    yield surrounding("no-home", [], env={"HOME": None})
    yield surrounding("no-environment", [shutil.which("env") or "/usr/bin/env", "-i",
                                         f"GASNET_PSHM_NODES={RANKS}", "GASNET_QUIET=1"])
    yield from works("stdin-closed", shell("exec <&-"))
    yield from works("all-closed", shell("exec <&- >&- 2>&-"), out=[])
    yield from works("out-closed", shell("exec >&-"), out=[])
    yield surrounding("closed-pipe", [], stdout="closed pipe", status=141, err=[], never=["FATAL"])
    yield surrounding("closed-pipe-ignored", shell("trap '' PIPE"), stdout="closed pipe", err=[],
                      status=141)
    yield surrounding("sigchld-ignored", shell("trap '' CHLD"))
    yield surrounding("signals-ignored", shell("trap '' INT HUP QUIT TERM"), args=["code=5"], status=5)
    for others in ("sleep", "spin"):  # which end by the library's signal alone, and have output to write
        bash = shell("trap '' INT QUIT")
        yield Case(f"quit-ignored-{others}", bash[0], [*bash[1:], "{dir}/exits-par-rel", "who=last", "code=5",
                                                       f"others={others}"],
                   status=5, copy=["exits-par-rel"])
    yield surrounding("one-core", [shutil.which("taskset") or "taskset", "-c", "0"],
                      skip="" if permitted("taskset", "-c", "0", "true") else "no taskset")


def limits():
    root = os.geteuid() == 0 and permitted(*NOBODY, "true")
    yield surrounding("files-16", shell("ulimit -n 16"))
    yield surrounding("files-4", shell("ulimit -n 4"), status=None, out=[], err=[],
                      check=works_or_says)
    yield surrounding("processes-3", shell("ulimit -u 3") + NOBODY, out=[], status=134,
                      skip="" if root else "cannot become another user here",
                      err=["FATAL ERROR.*rank.*expected"], check=one_fatal_line)
    yield surrounding("memory-300M", shell("ulimit -v 300000"), status=None, out=[], err=[],
                      check=works_or_says)
    yield surrounding("memory-10M", shell("ulimit -v 10000"), status=None, out=[], err=[])
    # Memory that ranks share is a file: no death by SIGXFSZ, neither in init nor in attach.
    yield surrounding("file-size-100", shell("ulimit -f 100"), out=[], status=1, never=["signal|SIGXFSZ"],
                      err=[r"File too large: .*\(ulimit -f\) of more than 100 KB"], check=one_fatal_line)
    yield from works("file-size-200M", shell("ulimit -f 200000"))
    yield surrounding("stack-256k-seg", shell("ulimit -s 1024"), mode="fast")


def conformance(have):
    """The conformance program itself, where it is built: one that is compiled with the optimiser."""
    program = "../conform/conform-parsync-everything-rel"
    if not have(program):
        return
    def passed(job):
        m = re.search(r"^(\d+) passed, (\d+) failed", job.stdout, re.M)
        return [] if m and int(m[1]) and not int(m[2]) else [f"conformance: {m and m[0]}"]
    for name, prefix in (("no-vm", ["{dir}/confine", "vm=EPERM", "--"]),
                         ("memlock-0", shell("ulimit -l 0"))):
        yield Case(f"conform-{name}", prefix[0], prefix[1:] + ["{where}/" + program], ranks=2, out=[],
                   err=[], check=passed, copy=["confine"], limit=240)


def cases(have):
    for group in (users, filters, devices, processes, limits):
        yield from group()
    yield from conformance(have)
