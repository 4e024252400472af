# SPDX-License-Identifier: BSD-3-Clause
"""cases_stdin.py: who reads standard input, where rank 0 is on this host, and where it is reached by what stands in for
ssh."""
import os
import pty
import select
import signal
import time

from cases_fake import HONEST
from launchlib import need, wait_for

PROGRAM = """#!/bin/sh
%s
read a
read b
echo "$PMI_RANK: $b"
exec %s echo
"""


def numbers(count):
    return "".join(f"line {i}\n" for i in range(count))


class Place:
    def __init__(self, world, far):
        self.world, self.far = world, far
        self.hosts = ["-H", "alpha,beta" if far else "localhost,localhost/a"]
        self.env = {"GASNET_QUIET": "0"}
        if far:
            self.env["GASNET_SSH_CMD"] = world.file("bin/stand-in", HONEST % world.bin, 0o755)

    def run(self, text, *words, status=0):
        """A job whose input is a file."""
        with open(self.world.file("input", text), encoding="ascii") as f:
            return self.world.expect(self.world.start([self.world.run, *self.hosts, *words], stdin=f, env=self.env),
                                     status)

    def shell(self, text):
        """RUN in it is gasnetrun with this place's hosts."""
        text = text.replace("RUN", f"{self.world.run} {' '.join(self.hosts)}")
        return self.world.expect(self.world.start(["sh", "-c", text], env=self.env), 0)


def echo(place):
    data = os.urandom(3000000)
    path = os.path.join(place.world.tmp, "input")
    with open(path, "wb") as f:
        f.write(data)
    with open(path, "rb") as f:
        job = place.world.expect(place.world.gasnetrun("-n", 3, *place.hosts, "--", "echo", stdin=f, env=place.env), 0)
    need(job.texts["out"] == data, f"{len(job.texts['out'])} bytes came back, or others than were sent")


def type_ahead(place):
    """A line at a time: each comes back before the next is written."""
    r, w = os.pipe()
    job = place.world.gasnetrun("-n", 2, *place.hosts, "--", "echo", stdin=r, env=place.env)
    os.close(r)
    for i in range(3):
        os.write(w, b"line %d\n" % i)
        wait_for(lambda i=i: f"line {i}\n" in job.out, 10, f"line {i}")
    os.close(w)
    place.world.expect(job, 0)


def loop(place):
    """Nothing is read, or nothing is kept, unless rank 0 reads. What is lost of a pipe is said."""
    hello = place.world.hello
    place.world.file("input", numbers(3))
    for text, rounds, said in ((f"while read x; do RUN -n 2 {hello}; done <input", 3, 0),
                               (f"seq 3 | while read x; do RUN -n 2 {hello}; done", 1 if place.far else 3, place.far),
                               (f"seq 3 | while read x; do RUN -stdin none -n 2 {hello}; done", 3, 0)):
        job = place.shell(text)
        need(job.out.count("ranks agree") == rounds, f"expected {rounds} rounds of {text}; {job.said()}")
        need(job.err.count("4 bytes of standard input went to rank 0, which has not read them; -stdin none") == said,
             job.said())


def line_by_line(place):
    """What rank 0 reads, and nothing more."""
    place.world.file("input", numbers(9))
    job = place.shell("for i in 1 2 3; do RUN -n 2 sh -c 'read x && echo $x; true'; done <input")
    need(job.out == numbers(3), job.said())


def all_of_it(place):
    """Each rank has a copy."""
    text = numbers(20000)
    job = place.run(text, "-n", 3, "-stdin", "all", "-label", "cat")
    for r in range(3):
        need("".join(line[4:] for line in job.out.splitlines(True) if line.startswith(f"[{r}]")) == text,
             f"rank {r} had other input")


def until_init(place):
    """All ranks read the same before init, then rank 0 has the rest; asked for by option, or by the program."""
    text = numbers(50000)
    for more, words in (("", ["-stdin", "init"]), ("# $HydrantStdin: init $", [])):
        program = place.world.file("bin/program", PROGRAM % (more, place.world.hello), 0o755)
        got = place.run(text, "-n", 3, *words, program).out.splitlines(True)
        need(sorted(x for x in got if ":" in x) == [f"{r}: line 1\n" for r in range(3)], f"before init: {got[:4]}")
        need("".join(x for x in got if ":" not in x) == text[len(numbers(2)):], "rank 0 did not get the rest")


def terminal(world):
    """What is typed while a job runs is the next command's, unless rank 0 reads; in the background of a terminal it
    reads nothing."""
    run = f"{world.run} -n 2 -H localhost sh -c"
    shell, fd = pty.fork()
    if shell == 0:
        os.execve("/bin/sh", ["sh", "-i"], {**world.environment({}), "PS1": "$ "})
    said = b""

    def hear(text):
        nonlocal said
        end = time.monotonic() + 20
        while text not in said:
            need(time.monotonic() < end, f"no {text} on the terminal: {said}")
            if select.select([fd], [], [], 0.1)[0]:
                said += os.read(fd, 4096)

    try:
        os.write(fd, f"{run} 'read x; echo rank:$x; true'\n".encode())
        os.write(fd, b"hello\n")
        hear(b"rank:hello")
        # Ranks of agents are in the session of gasnetrun, in which the scheduler takes processes for equals, and the
        # terminal is not theirs.
        os.write(fd, f"{run} 'read a b c d e s t u </proc/self/stat; echo in:$s:$t.'\n".encode())
        hear(f"in:{shell}:0.".encode())
        os.write(fd, f"{run} 'echo runs:$((1 + 1)); sleep 0.3'\n".encode())
        hear(b"runs:2")
        os.write(fd, b"echo shell:$((2 + 1))\n")
        hear(b"shell:3")
        # In the background neither rank 0 nor gasnetrun, which would be stopped, takes a line for which the shell is
        # not ready.
        os.write(fd, f"{run} 'echo runs:$((2 + 2)); read x; echo rank:$x; sleep 0.4; echo goes on:$((5 + 5))' & sleep "
                     f"0.2\n".encode())
        hear(b"runs:4")
        os.write(fd, b"echo shell:$((4 + 1))\n")
        hear(b"shell:5")
        hear(b"goes on:10")
        os.write(fd, b"fg\nlater\n")
        hear(b"rank:later")
    finally:
        os.kill(shell, signal.SIGKILL)
        os.close(fd)
        os.waitpid(shell, 0)


def held_back(world):
    """What writes to gasnetrun waits while a rank does not read."""
    r, w = os.pipe()
    job = world.gasnetrun("-n", 2, "-H", "localhost,localhost/a", "-stdin", "all", "--", "sleep", stdin=r)
    os.close(r)
    job.ready(2)
    os.set_blocking(w, False)
    written, end = 0, time.monotonic() + 0.3
    while time.monotonic() < end:
        try:
            written += os.write(w, bytes(4096))
        except BlockingIOError:
            time.sleep(0.005)
    os.close(w)
    need(written < 1 << 20, f"{written} bytes were taken")
    job.process.send_signal(signal.SIGTERM)
    world.expect(job, 143)


def none_here(world):
    """Also where the program starts the ranks by itself."""
    text = f"{world.run} -n 2 -spawner=fork -stdin none cat; {world.run} -n 2 -stdin 0 -spawner=fork cat"
    world.expect(world.start(["sh", "-c", f"echo input | {{ {text}; }}"]), 0, out=r"\Ainput\n\Z")


def all_here(world):
    text = f"echo input | {world.run} -n 2 -stdin all -label cat"
    need(sorted(world.start(["sh", "-c", text]).wait_text().split()) == ["[0]", "[1]", "input", "input"],
         "not all had it")


def refused(*words, err):
    return lambda w: w.expect(w.gasnetrun("-n", 2, *words), 2, err=err)


def cases(world):
    for far in (False, True):
        for fn in (echo, type_ahead, loop, line_by_line, all_of_it, until_init):
            yield fn.__name__.replace("_", "-") + ("-far" if far else ""), lambda w, fn=fn, far=far: fn(Place(w, far))
    yield "terminal", terminal
    yield "held-back", held_back
    yield "none-here", none_here
    yield "all-here", all_here
    yield "refused", refused("-stdin", 3, err="-stdin 3: expected 0, all, init or none$")
    yield "refused-mpi", refused("-spawner=mpi", "-stdin", "all", err="input is the process manager's")
