# SPDX-License-Identifier: BSD-3-Clause
"""cases_fake.py: things that stand in for ssh, and go wrong in all ways that ssh can."""
import re
import signal
import struct
import subprocess

from launchlib import need, wait_for

# Runs the command here, as ssh would there, after some noise.
HONEST = """#!/bin/sh
echo 'Last login: yesterday'
echo 'hydrant: no greeting'
echo "$@" >>%s/asked
for last; do :; done
exec sh -c "$last"
"""

# A login that takes a while; how many there are meanwhile.
SLOW_LOGIN = """#!/bin/sh
>DIR/login.$$
set -- "$@" DIR/login.*
sleep 0.5
for last; do case $last in exec*) agent=$last ;; DIR/*) n=$((n + 1)) ;; esac; done
echo $n >>DIR/logins
rm DIR/login.$$
eval "$agent"
"""


def stand_in(world, text):
    return world.file("bin/stand-in", "#!/bin/sh\n" + text + "\n", 0o755)


def honest(world):
    cmd = world.file("bin/stand-in", HONEST % world.tmp, 0o755)
    env = {"GASNET_SSH_CMD": cmd, "GASNET_SSH_OPTIONS": "-x 'two words' a\\ b"}
    world.expect(world.gasnetrun("-n", 4, "-H", "alpha,beta,gamma", env=env), 0, "all 4 ranks agree")
    with open(world.tmp + "/asked", encoding="utf-8") as f:
        asked = sorted(f.read().splitlines())
    need(asked == [f"-x two words a b {h} exec '{world.run}' --agent" for h in ("alpha", "beta", "gamma")], repr(asked))


def logins(world):
    """More hosts than there may be logins at a time."""
    count = 70
    cmd = world.file("bin/stand-in", SLOW_LOGIN.replace("DIR", world.tmp), 0o755)
    job = world.gasnetrun("-n", count, "-H", ",".join(f"h{i}" for i in range(count)), env={"GASNET_SSH_CMD": cmd})
    world.expect(job, 0, f"all {count} ranks agree", limit=60)
    with open(world.tmp + "/logins", encoding="utf-8") as f:
        most = max(int(n) for n in f.read().split())
    need(1 < most <= 64, f"{most} logins at a time; expected 64 at most")


def names(world):
    """udp's names of the variables, the stronger ones first."""
    cmd = world.file("bin/stand-in", HONEST % world.tmp, 0o755)
    for env in ({"AMUDP_SSH_CMD": cmd, "SSH_CMD": "/nonexistent"}, {"SSH_CMD": cmd},
                {"GASNET_SSH_CMD": cmd, "AMUDP_SSH_CMD": "/nonexistent"}):
        world.expect(world.gasnetrun("-n", 1, "-H", "alpha", env=env), 0, "all 1 ranks agree")


def noise(world):
    """What the shell there says is not on the job's stdout; on stderr it is the host's."""
    cmd = world.file("bin/stand-in", HONEST % world.tmp, 0o755)
    job = world.expect(world.gasnetrun("-n", 2, "-H", "alpha,beta", env={"GASNET_SSH_CMD": cmd}), 0)
    need(job.out == "all 2 ranks agree, by PMI-1\n", job.said())


def fails(text, status, err, **env):
    def fn(world):
        env["GASNET_SSH_CMD"] = stand_in(world, text)
        job = world.expect(world.gasnetrun("-n", 3, "-H", "localhost,alpha,localhost/b", env=env), status, err=err)
        need(len(job.err.splitlines()) <= 2, f"more than a line or two; {job.said()}")
    return fn


def message(kind, a=0, b=0, c=0, data=b""):
    """A message of an agent (agent_msg.h), for printf of a shell."""
    frame = struct.pack("<IHHIIII", len(data), kind, 0x4879, a, b, c, 0) + data
    return "".join(f"\\{byte:03o}" for byte in frame)


TABLE, READY, EXIT, DONE = 2, 7, 9, 17


def broken(greeting, said, err):
    """An agent that may come, has rank 1 of 3 ranks, and says what none says."""
    return fails(f"printf '{greeting}\\n{message(READY)}{said}'; exec sleep 100", 1, "host alpha: " + err)


def floods(greeting):
    """Keys and values without end: gasnetrun keeps a part only, and ends the job."""
    pair = struct.pack("<I", 1000) + b"v" * 1000 + b"\0"
    table = message(TABLE, data=pair * 20)

    def fn(world):
        fails(f"printf '{greeting}\\n'; while printf '{table}'; do :; done", 1,
              "host alpha: its agent was lost: it sent message 2 ")(world)
    return fn


def interrupted(world):
    """^C while hosts are being reached."""
    env = {"GASNET_SSH_CMD": stand_in(world, "exec sleep 100")}
    job = world.gasnetrun("-n", 3, "-H", "localhost,alpha,localhost/b", "--", "sleep", env=env)
    wait_for(lambda: "sleep" in world.ours().values(), 10, "the stand-in")
    job.process.send_signal(signal.SIGINT)
    world.expect(job, 130, limit=6)


def own_version(world):
    said = subprocess.run([world.run, "--version"], capture_output=True, text=True, check=True).stdout
    return re.match(r"gasnetrun \(Hydrant\) ([0-9.]+), GASNet 2025\.8\.0; conduits: ", said).group(1)


def own_greeting(world):
    """The line that an agent says first."""
    return subprocess.run([world.run, "--agent"], stdin=subprocess.DEVNULL, capture_output=True, timeout=60,
                          check=False).stdout.split(b"\n")[0].decode()


def cases(world):
    version, greeting = own_version(world), own_greeting(world)
    yield "honest", honest
    yield "logins", logins
    yield "names", names
    yield "noise", noise
    yield "refused", fails("echo 'ssh: connect to host alpha port 22: Connection refused' >&2; exit 255", 1,
                           "host alpha: cannot start an agent: .*Connection refused; ssh ended with status 255")
    yield "no-gasnetrun", fails("echo 'sh: x: not found' >&2; exit 127", 1,
                                r"host alpha: .*no gasnetrun at \S+ there \(sh: x: not found\); expected the same")
    yield "killed", fails("kill -9 $$", 1, "host alpha: cannot start an agent: .*signal 9")
    yield "silent", fails("exit 0", 1, "host alpha: cannot start an agent")
    yield "hangs", fails("exec sleep 100", 1, "host alpha: no greeting from an agent within 1 s",
                         GASNET_SSH_TIMEOUT="1")
    yield "interrupted", interrupted
    yield "version", fails("echo 'hydrant-agent 1 1999.1.0'; exec sleep 100", 1,
                           "host alpha: gasnetrun there is 1999.1.0 .protocol 1.; expected ")
    yield "protocol", fails(f"echo 'hydrant-agent 99 {version}'; exec sleep 100", 1, "protocol 99.; expected ")
    yield "chatter", fails("yes", 1, "host alpha: the answer is not from an agent of gasnetrun")
    yield "garbage", fails(f"read x <&- ; printf '{greeting}\\n'; exec yes", 1, "host alpha: its agent was lost")
    yield "wrong-message", fails(f"printf '{greeting}\\n\\0\\0\\0\\0\\001\\0yH'; head -c 16 /dev/zero; exec sleep 100",
                                 1,
                                 "host alpha: its agent was lost")
    yield "ends-before-ranks", broken(greeting, message(DONE), "its agent has ended before 1 of its 1 ranks$")
    yield "not-its-rank", broken(greeting, message(EXIT, 0, 5), "its agent was lost: it sent message 9 .0, 5;")
    yield "ends-twice", broken(greeting, message(EXIT, 1, 5) * 2, "its agent was lost: it sent message 9 .1, 5;")
    yield "ready-twice", broken(greeting, message(READY), "its agent was lost: it sent message 7 ")
    yield "goes-down-only", broken(greeting, message(1), "its agent was lost: it sent message 1 ")
    yield "floods", floods(greeting)
    yield "no-command", lambda w: w.expect(
        w.gasnetrun("-n", 1, "-H", "alpha", env={"GASNET_SSH_CMD": "/nonexistent/ssh"}), 1,
        err="host alpha: cannot run /nonexistent/ssh: No such file or directory; expected .*GASNET_SSH_CMD$")
    yield "no-ssh", lambda w: w.expect(w.gasnetrun("-n", 1, "-H", "alpha", env={"PATH": "/nonexistent"}), 1,
                                       err="host alpha: cannot run ssh: not found in PATH; expected OpenSSH's client")
    yield "bad-quote", lambda w: w.expect(
        w.gasnetrun("-n", 1, "-H", "alpha", env={"GASNET_SSH_OPTIONS": "'x"}), 2, err="GASNET_SSH_OPTIONS")
