# SPDX-License-Identifier: BSD-3-Clause
"""cases_local.py: jobs on agents of this host, started without ssh."""
import os
import signal
import subprocess

from launchlib import need, wait_for

H2 = ["-H", "localhost,localhost/a"]
H7 = "localhost," + ",".join(f"localhost/{i}" for i in range(6))


def agree(words, ranks, **env):
    return lambda w: w.expect(w.gasnetrun("-n", ranks, *words, env=env), 0, rf"^all {ranks} ranks agree, by PMI-1$")


def lines(world):
    count = 5000
    job = world.expect(world.gasnetrun("-n", 4, *H2, "--", "lines", count), 0)
    got = job.out.splitlines()
    expected = {f"{r} {i} " + chr(97 + r) * (20 + i % 90) for r in range(4) for i in range(count)}
    need(len(got) == 4 * count and set(got) == expected, f"{len(got)} lines, {len(set(got) - expected)} of them broken")
    for r in range(4):
        mine = [int(line.split()[1]) for line in got if line.startswith(f"{r} ")]
        need(mine == list(range(count)), f"lines of rank {r} are out of order")
    need(len(job.err.splitlines()) == 4 * count / 100, f"{len(job.err.splitlines())} lines on stderr")


def label(world):
    job = world.expect(world.gasnetrun("-n", 3, *H2, "-label", "--", "lines", 300), 0)
    need(all(line.split()[0] == f"[{line.split()[1]}]" for line in job.out.splitlines()), job.said())
    need(len(job.out.splitlines()) == 900, job.said())


def where(world):
    words = ["a b", "", "$HOME;`x`|*", "ä→ß", "-n", "it's \"so\""]
    os.makedirs(os.path.join(world.tmp, "some dir"), exist_ok=True)
    cwd = os.path.join(world.tmp, "some dir")
    job = world.expect(world.gasnetrun("-n", 3, *H2, "--", "where", *words, cwd=cwd), 0)
    for r in range(3):
        need(f"{r} in {cwd}: " + " ".join(f"[{w}]" for w in words) in job.out, job.said())


def slow_reader(world):
    """Output that is not read holds the ranks back, and nothing is lost."""
    r, w = os.pipe()
    job = world.gasnetrun("-n", 2, *H2, "--", "lines", 60000, stdout=w)
    os.close(w)
    data = b""
    signal.sigtimedwait([], 1)
    while True:
        piece = os.read(r, 1 << 20)
        if not piece:
            break
        data += piece
    os.close(r)
    world.expect(job, 0)
    need(data.count(b"\n") == 120000, f"{data.count(10)} lines")


def no_reader(world):
    r, w = os.pipe()
    job = world.gasnetrun("-n", 2, *H2, "--", "lines", 60000, stdout=w)
    os.close(w)
    os.read(r, 100)
    os.close(r)
    world.expect(job, 141)


def went_on(job, lost):
    """All lines of `lines 300` but those of the stream that is lost."""
    need(sum(f"{r} 200 error" in job.err for r in range(3)) == (0 if lost == "error" else 3), job.said())
    need(sum(f"{r} 299 " in job.out for r in range(3)) == (3 if lost == "error" else 0), job.said())


def full_disk(world):
    """What cannot be written is lost, with one line on the other stream; the job goes on."""
    with open("/dev/full", "w", encoding="ascii") as full:
        job = world.gasnetrun("-n", 3, *H2, "--", "lines", 300, stdout=full)
        world.expect(job, 1, err="^gasnetrun: standard output: No space left on device")
    went_on(job, "output")
    need(job.err.count("No space left") == 1, job.said())
    shell = f"exec {world.run} -n 3 -H localhost,localhost/a {world.hello} lines 300 2>/dev/full"
    job = world.expect(world.start(["sh", "-c", shell]), 1, out="^gasnetrun: standard error: No space left on device")
    went_on(job, "error")


def full_both(world):
    shell = f"exec {world.run} -n 3 -H localhost,localhost/a {world.hello} lines 300 >/dev/full 2>&1"
    world.expect(world.start(["sh", "-c", shell]), 1)


def too_large(world):
    """The same at a limit of files: no SIGXFSZ."""
    shell = f"ulimit -f 2; exec {world.run} -n 3 -H localhost,localhost/a {world.hello} lines 300 >{world.tmp}/large"
    world.expect(world.start(["sh", "-c", shell]), 1, err="^gasnetrun: standard output: File too large")


def small_stack(world):
    """Also with input, and with as many answers of PMI."""
    data = b"x" * 100000
    path = world.file("input", data.decode())
    with open(path, "rb") as f:
        job = world.start(["bash", "-c", 'ulimit -s 32; exec "$@"', "sh", world.run, "-n", "2", *H2, world.hello,
                           "echo"], stdin=f)
        world.expect(job, 0)
    need(job.texts["out"] == data, f"{len(job.texts['out'])} bytes came back")


def tiny_stack(world):
    """Less than the C library's own functions need: one line says so. In 16 KB the dynamic loader itself dies by
    chance: the environment lies there, too, and the kernel leaves up to 8 KB at random."""
    job = world.start(["bash", "-c", 'ulimit -s 24; exec "$@"', "sh", world.run, "-n", "2", *H2, world.hello])
    world.expect(job, 1, err=r"^gasnetrun: a stack of 24 KB \(ulimit -s\) is too small; expected 32 at least$")


def confined(calls):
    """Where a filter refuses system calls."""
    def fn(world):
        confine = os.path.join(world.build, "tests/fault/confine")
        job = world.gasnetrun("-n", 3, *H2, "--", "signal", inside=[confine, calls, "--"])
        job.ready(3)
        job.process.send_signal(signal.SIGUSR1)
        wait_for(lambda: "got SIGUSR1" in job.out, 10, "rank 0 to get SIGUSR1")
        job.process.send_signal(signal.SIGUSR2)
        world.expect(job, 0)
    return fn


def no_socketpair(world):
    """What there is nothing else for is named."""
    confine = os.path.join(world.build, "tests/fault/confine")
    world.expect(world.gasnetrun("-n", 2, *H2, inside=[confine, "socketpair=EPERM", "--"]), 1,
                 err="host localhost: cannot start an agent: socketpair.*: Operation not permitted")


def verbose(world):
    job = world.expect(world.gasnetrun("-v", "-n", 3, *H2), 0,
                       err=r"host localhost/a: ranks 2 to 2 are started \(2 of 2 hosts\)|\(1 of 2")
    need("starting an agent by fork" in job.err, job.said())


def relative(world):
    job = world.start([world.run, "-n", 2] + H2 + ["./pm_hello"], cwd=world.bin)
    world.expect(job, 0, "all 2 ranks")


def own_managers_variables(world):
    """What the agents' own process manager set is not the ranks' business."""
    env = {"PMIX_RANK": "3", "PMIX_NAMESPACE": "x", "PMI_PORT": "h:1", "PMI_ID": "2"}
    world.expect(world.gasnetrun("-n", 2, *H2, env=env), 0, "all 2 ranks agree, by PMI-1")


def closed_streams(world):
    job = world.start(["sh", "-c", f"exec {world.run} -n 2 -H localhost {world.hello} <&- >&-"])
    world.expect(job, 0)


def cases(_world):
    yield "hello", agree(["-spawner=ssh"], 4)
    yield "hello-1", agree(["-H", "localhost"], 1)
    yield "hello-hosts", agree(["-H", "localhost,fork:b,localhost/c"], 5)
    yield "hello-keepdup", agree(["-H", "localhost,localhost,localhost"], 7, GASNET_SSH_KEEPDUP="1")
    yield "hello-flat", agree(["-H", H7], 9)
    yield "hello-degree", agree(["-H", H7], 8, GASNET_SSH_OUT_DEGREE="1")  # known, and without a meaning
    yield "hello-64", agree(["-H", H7], 64)
    for fn in (lines, label, where, slow_reader, no_reader, full_disk, full_both, too_large, small_stack, tiny_stack,
               verbose, relative,
               own_managers_variables, closed_streams):
        yield fn.__name__.replace("_", "-"), fn
    yield "no-signalfd", confined("signalfd=ENOSYS")
    yield "no-socketpair", no_socketpair
    yield "spawner-ssh", lambda w: w.expect(
        w.gasnetrun("-n", 2, *H2, env={"GASNET_TEST_SPAWNER": "ssh"}), 0, "all 2 ranks")
    yield "spawner-variable", lambda w: w.expect(
        w.gasnetrun("-n", 2, env={"GASNET_SMP_SPAWNER": "SSH"}), 0, "all 2 ranks")
    yield "no-manager", lambda w: w.expect(
        w.start([w.hello], env={"GASNET_TEST_SPAWNER": "ssh"}), 7, err="expected to be started by gasnetrun")
    yield "gone-manager", lambda w: w.expect(
        w.start([w.hello], env={"PMI_FD": "99", "PMI_RANK": "0", "PMI_SIZE": "1"}), 7, err="PMI_FD=99")
