# SPDX-License-Identifier: BSD-3-Clause
"""cases_custom.py: GASNET_CSPAWN_CMD: workers that a command starts, in all ways that it can, and cannot."""
import glob
import os
import re
import signal
import socket
import stat
import time

from launchlib import can_name_hosts, need, state_of, wait_for

SOON = 5
EACH = "i=0; while [ $i -lt %N ]; do {} %C & i=$((i+1)); done; wait"


def run(world, n, *words, command=EACH.format(""), options=(), env=(), **more):
    return world.gasnetrun("-n", n, "-spawner=custom", *options, "--", *words,
                           env={"GASNET_CSPAWN_CMD": command, **dict(env)}, **more)


def agree(n, command, **env):
    return lambda w: w.expect(run(w, n, command=command.replace("%T", w.tmp), env=env), 0,
                              rf"^all {n} ranks agree, by PMI-1$")


def fails(n, command, status, err, **env):
    def fn(world):
        began = time.monotonic()
        world.expect(run(world, n, "sleep", command=command, env=env), status, err=err)
        need(time.monotonic() - began < 2 * SOON, f"took {time.monotonic() - began:.1f} s")
    return fn


def quickly(world, job, status, err=None):
    began = time.monotonic()
    world.expect(job, status, err=err, limit=20)
    need(time.monotonic() - began < SOON, f"took {time.monotonic() - began:.1f} s; expected {SOON} at most")


def tickets(world):
    return glob.glob(glob.escape(world.tmp) + "/.gasnetrun-*")


def ticket(world):
    """The ticket's file and its words; gasnetrun makes the file first, and then writes it at once."""
    found = []

    def written():
        for path in tickets(world):
            with open(path, encoding="ascii") as f:
                found.append((path, f.read().split()))
        return found and found[-1][1]
    wait_for(written, 10, "the ticket")
    return found[-1]


def filled(world):
    """What is in the places; gasnetrun itself is told by the status that no worker comes."""
    out = world.tmp + "/places"
    command = f"printf '%%s\\n' %% %N %D %M %P %C >{out}; exit 3"
    cwd = os.path.join(world.tmp, "some dir")
    os.makedirs(cwd, exist_ok=True)
    world.expect(run(world, 2, command=command, env={"CSPAWN_SERVERS": "alpha beta gamma"}, cwd=cwd), 1,
                 err=r"GASNET_CSPAWN_CMD ended with status 3 before all workers had come \(0 of 2\): printf")
    with open(out, encoding="utf-8") as f:
        got = f.read().splitlines()
    need(got[:-1] == ["%", "2", cwd, "alpha", "beta", world.hello, world.run, "--worker"], repr(got))
    need(got[-1].startswith(cwd + "/.gasnetrun-") and not os.path.exists(got[-1]), f"{got[-1]} is left, or elsewhere")


def secret(world):
    """The ticket is for its user only, on no command line, and gone when all have come."""
    job = run(world, 2, "sleep", command=f"sleep 1; %C & sleep 1; {world.run} --version >/dev/null; %C & wait")
    path, words = ticket(world)
    need(stat.S_IMODE(os.stat(path).st_mode) == 0o600, f"mode {oct(os.stat(path).st_mode)}")
    word = words[2]
    need(re.fullmatch("[0-9a-f]{64}", word), f"no secret in the ticket: {word}")
    seen = 0
    while len(re.findall("^ready", job.out, re.M)) < 2 and job.process.poll() is None:
        for pid in world.ours():
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as f:
                    line = f.read().decode(errors="replace")
            except OSError:
                continue
            seen += path in line
            need(word not in line, f"the secret is on the command line of {pid}: {line!r}")
        time.sleep(0.02)
    pids = job.ready(2)
    need(seen, "no worker was seen")
    need(not tickets(world), "the ticket is left while the job runs")
    for pid in pids.values():
        with open(f"/proc/{pid}/environ", "rb") as f:
            need(word.encode() not in f.read(), "the secret is in the environment of a rank")
    job.process.terminate()
    quickly(world, job, 143)


def strangers(world):
    """A stranger without the secret gets nothing, and keeps no worker from coming."""
    job = run(world, 2, command="sleep 1.5; %C & %C & wait")
    port = int(ticket(world)[1][4])
    sockets = [socket.create_connection(("127.0.0.1", port), 5) for _ in range(4)]
    sockets[0].sendall(b"hydrant-worker -1 here\nhydrant-agent 3 2025.8.0\n")
    sockets[1].sendall(os.urandom(5000))
    sockets[2].sendall(b"x" * 16 + b"\x20\0\0\0" + b"y" * 48)
    sockets[3].sendall(b"GET / HTTP/1.0\r\n\r\n")
    for s in sockets[1:]:
        s.settimeout(5)
        got = b""
        while True:
            try:
                piece = s.recv(1000)
            except ConnectionError:
                break
            if not piece:
                break
            got += piece
        need(len(got) <= 16, f"a stranger was told {got!r}")
    world.expect(job, 0, "^all 2 ranks agree, by PMI-1$")
    for s in sockets:
        s.close()


def crowd(world):
    """More strangers than there are places, which say nothing and stay: workers come in all the same."""
    job = run(world, 2, command="sleep 1; %C & %C & wait")
    port = int(ticket(world)[1][4])
    sockets = []
    while len(sockets) < 400 and job.process.poll() is None:
        try:
            sockets.append(socket.create_connection(("127.0.0.1", port), 5))
        except OSError:
            break
        time.sleep(0.003)
    world.expect(job, 0, "^all 2 ranks agree, by PMI-1$", limit=8)
    for s in sockets:
        s.close()


def output(world):
    """Ranks write where the command puts it, or by gasnetrun."""
    for env, options, pattern in (({}, (), "<all 2 ranks"), ({"CSPAWN_ROUTE_OUTPUT": "1"}, (), "all 2 ranks"),
                                  ({"GASNET_ROUTE_OUTPUT": "1"}, (), "<all 2 ranks"),
                                  ({}, ("-label",), r"\[0\] all 2 ranks")):
        command = "(" + EACH.format("") + ") | sed 's/^/</'"
        world.expect(run(world, 2, command=command, env=env, options=options), 0, rf"\A{pattern} agree, by PMI-1\n\Z")


def echo(world):
    data = os.urandom(300000)
    path = os.path.join(world.tmp, "input")
    with open(path, "wb") as f:
        f.write(data)
    with open(path, "rb") as f:
        job = world.expect(run(world, 2, "echo", stdin=f), 0)
    need(job.texts["out"] == data, f"{len(job.texts['out'])} bytes came back, or others than were sent")


def environment(world):
    """As over ssh: GASNET_ and -E are sent."""
    env = {"GASNET_FROB": "a  b;$x'\"", "LAUNCH_A": "1", "LAUNCH_B": "2"}
    job = world.expect(run(world, 2, "env", "GASNET_FROB", "LAUNCH_A", "LAUNCH_B", "GASNET_WORKER_TICKET", env=env,
                           command=EACH.format("env -i " + world.token), options=("-E", "LAUNCH_A")), 0)
    for r in range(2):
        for text in ("GASNET_FROB=a  b;$x'\"", "LAUNCH_A=1", "LAUNCH_B=(none)", "GASNET_WORKER_TICKET=(none)"):
            need(f"{r} {text}\n" in job.out, f"no '{text}'; {job.said()}")


def another_directory(world):
    """Where ranks are to be; gasnetrun's own is for the ticket."""
    os.makedirs(world.tmp + "/there", exist_ok=True)
    job = world.expect(run(world, 2, "where", command=EACH.format("env -i"),
                           env={"SSH_REMOTE_PATH": world.tmp + "/there"}), 0)
    need(sorted(job.out.splitlines()) == [f"{r} in {world.tmp}/there:" for r in range(2)], job.said())
    world.expect(run(world, 2, env={"SSH_REMOTE_PATH": "/nonexistent/there"}), 1,
                 err="directory /nonexistent/there: No such")


def wishes(world):
    """GASNET_WORKER_RANK, a rank or a variable: the worker of shell variable I has rank 3 - I."""
    for how in ("GASNET_WORKER_RANK=$R", "GASNET_WORKER_RANK=MY_ID MY_ID=$R"):
        job = world.expect(run(world, 4, "env", "ME", command="for I in 0 1 2 3; do R=$((3-I)); "
                                                              f"env ME=$I {how} %C & sleep 0.1; done; wait"), 0)
        need(sorted(job.out.splitlines()) == [f"{r} ME={3 - r}" for r in range(4)], job.said())


def grouped(world):
    """Workers of a host get ranks that follow each other, in whichever order they come."""
    if not can_name_hosts():
        return
    job = world.expect(run(world, 4, "env", "ME",
                           command=f"for h in a b a b; do ME=$h {world.as_host()} $h %C & sleep 0.2; "
                                                          "done; wait"), 0)
    got = "".join(line[-1] for line in sorted(job.out.splitlines()))
    need(got in ("aabb", "bbaa"), f"ranks are on {got}")


def kill(pick, status, err):
    def fn(world):
        job = run(world, 3, "family")
        pids = job.ready(3)
        os.kill(pick(world, job, pids), signal.SIGKILL)
        if status:
            quickly(world, job, status, err)
        else:
            job.process.wait(5)
    return fn


def signalled(world):
    job = run(world, 3, "family")
    job.ready(3)
    job.process.terminate()
    quickly(world, job, 143)


def interrupted(world):
    """^C while workers are awaited."""
    job = run(world, 3, command="%C & exec sleep 100")
    wait_for(lambda: "sleep" in world.ours().values() and tickets(world), 10, "the command")
    time.sleep(0.3)
    job.process.send_signal(signal.SIGINT)
    quickly(world, job, 130)
    need(not tickets(world), "the ticket is left")


def silence(world):
    job = run(world, 2, "family", env={"GASNET_SSH_SILENCE": "1"})
    job.ready(2)
    job.process.send_signal(signal.SIGSTOP)
    wait_for(lambda: not any(n == "pm_hello" for n in world.ours().values()), 30, "ranks to end")
    need(state_of(job.process.pid) == "T", "gasnetrun was not stopped")
    job.process.send_signal(signal.SIGCONT)
    quickly(world, job, 1)


def one_script(world):
    """A worker that a script has begun before it became another worker itself is no leftover of that one."""
    job = world.start([world.run, "-n", 2, "-spawner=custom", "sh", "-c", "test $PMI_RANK = 0 || sleep 1"],
                      env={"GASNET_CSPAWN_CMD": "GASNET_WORKER_RANK=1 %C & GASNET_WORKER_RANK=0 exec %C"})
    world.expect(job, 0)


def begun_before(world):
    """What a script has begun before it became gasnetrun is no leftover of the job."""
    job = world.start(["sh", "-c", 'sleep 100 >/dev/null 2>&1 & echo $! && exec "$@"', "sh", world.run, "-n", 1,
                       "-spawner=custom", world.hello], env={"GASNET_CSPAWN_CMD": "exec %C"})
    try:
        world.expect(job, 0)
        need(state_of(int(job.out.split()[0])) == "S", f"it was killed; {job.said()}")
    finally:
        world.clean_up()


def refused(text, options=(), **env):
    def fn(world):
        job = world.expect(world.gasnetrun("-n", 2, "-spawner=custom", *options, env=env), 2, err=text)
        need(len(job.err.splitlines()) == 1 and not job.out, f"expected one line; {job.said()}")
    return fn


def start(world):
    job = world.expect(run(world, 1, options=("-t",), env={"GASNET_QUIET": "1"}), 0)
    need("would run: i=0; while" in job.err, job.said())
    probe = run(world, 1)
    probe.wait()
    return "this build has no OpenSSL" if "is without OpenSSL" in probe.err else None


def cases(_world):
    yield "hello", agree(4, EACH.format(""))
    yield "hello-1", agree(1, "exec %C")
    yield "by-file", agree(4, EACH.format("env -i"))
    yield "by-environment", agree(4, "rm %T/.gasnetrun-*; " + EACH.format(""))
    yield "in-background", agree(3, "for i in 1 2 3; do %C & done; exit 0")
    yield "quoted", agree(2, "sh -c '%C' & sh -c \"%C\" & wait")
    yield "too-many", agree(2, "%C & %C & %C & %C & wait")
    yield "master-ip", agree(2, EACH.format("env -i"), GASNET_MASTERIP="127.0.0.1")
    yield "hello-24", agree(24, EACH.format(""))
    for fn in (filled, secret, strangers, crowd, output, echo, environment, another_directory, wishes, grouped,
               signalled, interrupted, silence, one_script, begun_before):
        yield fn.__name__, fn
    yield "no-ticket", fails(2, "rm .gasnetrun-*; env -i %C", 1,
                             "pass GASNET_WORKER_TICKET on, or this directory to be shared")
    yield "no-way", fails(1, "exec %C", 1, "cannot reach gasnetrun at 192.0.2.1 port|at 192.0.2.1: .*GASNET_MASTERIP",
                          GASNET_MASTERIP="192.0.2.1", GASNET_SSH_TIMEOUT="8")
    yield "too-few", fails(3, "%C & %C & wait", 1,
                           "3 workers did not all come within 2 s .GASNET_SSH_TIMEOUT.: expected "
                           "GASNET_CSPAWN_CMD to start %C that many times", GASNET_SSH_TIMEOUT="2")
    yield "missing-command", fails(2, "/nonexistent/x %C", 1, "GASNET_CSPAWN_CMD ended with status 127 before all")
    yield "killed-command", fails(2, "%C & kill -9 $$; exit 0", 1,
                                  r"GASNET_CSPAWN_CMD was ended by signal 9 before all")
    yield "lost-worker", fails(2, "%C & sleep 1; kill -9 $!; sleep 100", 1, "a worker was lost before all had come")
    yield "bad-wish", fails(2, "GASNET_WORKER_RANK=1 %C & %C & wait", 1, "GASNET_WORKER_RANK says -1; expected another")
    yield "same-wish", fails(2, "GASNET_WORKER_RANK=1 %C & GASNET_WORKER_RANK=1 %C & wait", 1,
                             "GASNET_WORKER_RANK says 1")
    yield "no-wish", fails(1, "GASNET_WORKER_RANK=MY_ID MY_ID=x %C", 1, "GASNET_WORKER_RANK=MY_ID; expected a rank")
    yield "kill-rank", kill(lambda w, j, p: p[1], 137, r"rank 1/3 \(pid \d+ on host \S+\) died of signal 9")
    yield "kill-worker", kill(lambda w, j, p: w.agents()[-1], 1, "its agent was lost")
    yield "kill-gasnetrun", kill(lambda w, j, p: j.process.pid, None, None)
    yield "exit-5", lambda w: w.expect(run(w, 3, "exit", 1, 5), 5, err="rank 1/3 .* ended with status 5")
    yield "refused-no-command", refused("no command; expected GASNET_CSPAWN_CMD")
    yield "refused-no-worker", refused("starts no worker; expected %C", CSPAWN_CMD="echo %N")
    yield "refused-spawnfn", lambda w: w.expect(
        w.gasnetrun("-c", "udp", "-n", 2, env={"GASNET_SPAWNFN": "X"}), 2,
        err="GASNET_SPAWNFN=X; expected L .* S .* or C")
    yield "refused-letter", refused("%X has no meaning there; expected %N", CSPAWN_CMD="echo %X %C")
    yield "refused-no-hosts", refused("has %M, and 1 hosts are named", CSPAWN_CMD="x %M %C", CSPAWN_SERVERS="alpha")
    yield "refused-routing", refused("GASNET_CSPAWN_ROUTE_OUTPUT=perhaps", CSPAWN_CMD="%C",
                                     CSPAWN_ROUTE_OUTPUT="perhaps")
