# SPDX-License-Identifier: BSD-3-Clause
"""cases_hosts.py: where lists of hosts come from, and how ranks are laid out on them: by gasnetrun -t."""
import re

from launchlib import need

FILE = "# a comment\n\n  alpha   # the first\nbeta slots=4\n\talpha\ngamma\n"


def layout(world, words, env, expected):
    job = world.expect(world.gasnetrun("-t", "-spawner=ssh", *words, env=env), 0)
    got = [(m[1], int(m[2]), int(m[3])) for m in re.finditer(r": host (\S+): ranks (\d+) to (\d+)$", job.err, re.M)]
    need(got == expected, f"laid out as {got}; expected {expected}")


def refused(world, words, env, text):
    job = world.expect(world.gasnetrun("-n", 2, *words, env=env), 2, err=text)
    need(len(job.err.splitlines()) == 1 and not job.out, f"expected one line; {job.said()}")


def left_over(world, env):
    """A batch system's variable that leads to no list, as in a shell started within its job: the job runs, and one line
    says where; none if GASNET_QUIET is set."""
    for quiet in (0, 1):
        job = world.expect(world.gasnetrun("-n", 2, "-spawner=ssh", "--", "env", "PBS_NODEFILE",
                                           env={**env, "GASNET_QUIET": str(quiet)}), 0)
        text = f"{next(iter(env))}=.*; the job runs on this host"
        need(quiet or re.search(text, job.err), f"no {text!r}; {job.said()}")
        need(len(job.err.splitlines()) == 1 - quiet and len(job.out.splitlines()) == 2, job.said())


ABC3 = [("alpha", 0, 0), ("beta", 1, 1), ("gamma", 2, 2)]


def cases(world):
    plain = world.file("hosts", FILE)
    empty = world.file("empty", "# nothing\n")
    commas = world.file("commas", "\ufeffalpha,beta slots=4\r\n  gamma , delta, # two more\nepsilon zeta, eta\n")
    pe = world.file("pe", "alpha 4 all.q@alpha UNDEFINED\nbeta 2 all.q@beta UNDEFINED\n")
    for name, words, env, expected in (
            ("option", ["-n", 3, "-H", "alpha,beta gamma"], {}, ABC3),
            ("file", ["-n", 3, "-hostfile", plain], {}, ABC3),
            ("file-with-commas", ["-n", 5, "-hostfile", commas], {},
             [(h, i, i) for i, h in enumerate(("alpha", "beta", "gamma", "delta", "epsilon"))]),
            ("blocked-balanced", ["-n", 8, "-H", "alpha,beta,gamma"], {},
             [("alpha", 0, 2), ("beta", 3, 5), ("gamma", 6, 7)]),
            ("fewer-ranks", ["-n", 2, "-H", "alpha,beta,gamma"], {}, [("alpha", 0, 0), ("beta", 1, 1)]),
            ("N", ["-n", 5, "-N", 2, "-H", "alpha,beta,gamma"], {}, [("alpha", 0, 2), ("beta", 3, 4)]),
            ("duplicates", ["-n", 4, "-H", "alpha,beta,alpha"], {}, [("alpha", 0, 1), ("beta", 2, 3)]),
            ("keepdup", ["-n", 4, "-H", "alpha,beta,alpha"], {"GASNET_SSH_KEEPDUP": "1"},
             [("alpha", 0, 1), ("beta", 2, 2), ("alpha", 3, 3)]),
            ("servers", ["-n", 3], {"GASNET_SSH_SERVERS": "alpha beta,gamma", "GASNET_NODEFILE": empty}, ABC3),
            ("ssh-nodefile", ["-n", 3], {"GASNET_SSH_NODEFILE": plain, "GASNET_SSH_SERVERS": "x y"}, ABC3),
            ("nodefile", ["-n", 3], {"GASNET_NODEFILE": plain, "PBS_NODEFILE": empty}, ABC3),
            ("udp-servers", ["-n", 3], {"SSH_SERVERS": "alpha beta gamma"}, ABC3),
            ("udp-servers-by-prefix", ["-n", 3], {"AMUDP_SSH_SERVERS": "alpha beta gamma", "SSH_SERVERS": "x"}, ABC3),
            ("pbs", ["-n", 3], {"PBS_NODEFILE": plain}, ABC3),
            ("lsf", ["-n", 3], {"LSB_HOSTS": "alpha alpha beta gamma gamma"}, ABC3),
            ("grid-engine", ["-n", 2], {"PE_HOSTFILE": pe}, ABC3[:2]),
            ("none", ["-n", 3], {}, [("localhost", 0, 2)])):
        yield name, lambda w, a=words, e=env, x=expected: layout(w, a, e, x)
    for name, words, env, text in (
            ("option-as-host", ["-H", "-oProxyCommand=x"], {}, "not a host name"),
            ("shell-in-host", ["-H", "a;b"], {}, "not a host name"),
            ("invisible", ["-H", "a\u200b,b"], {}, r"-H: 'a\\xe2\\x80\\x8b' is not a host name"),
            ("no-file", ["-hostfile", "/nonexistent/x"], {}, "/nonexistent/x: No such file"),
            ("empty-file", ["-hostfile", empty], {}, "names no host"),
            ("both", ["-H", "a", "-hostfile", plain], {}, "expected one of them"),
            ("too-few", ["-N", 2, "-H", "alpha"], {}, "-N 2: -H has 1 host$"),
            ("fork-spawner", ["-spawner=fork", "-H", "alpha"], {}, "one host; expected -spawner=ssh"),
            ("no-nodefile", ["-spawner=ssh"], {"GASNET_NODEFILE": "/nonexistent/x"}, "GASNET_NODEFILE=.*No such file"),
            ("bad-keepdup", ["-H", "alpha"], {"GASNET_SSH_KEEPDUP": "perhaps"}, "GASNET_SSH_KEEPDUP=perhaps")):
        yield "refused-" + name, lambda w, a=words, e=env, t=text: refused(w, a, e, t)
    for name, env in (("slurm", {"SLURM_JOB_ID": "7", "PATH": "/nonexistent"}),
                      ("pbs", {"PBS_NODEFILE": "/nonexistent/x"}),
                      ("empty", {"PBS_NODEFILE": empty}), ("several", {"PBS_NODEFILE": "/x", "OAR_NODEFILE": "/x"})):
        yield "left-over-" + name, lambda w, e=env: left_over(w, e)
    yield "left-over-passed", lambda w: layout(w, ["-n", 3],
                                               {"PBS_NODEFILE": "/nonexistent/x", "LSB_HOSTS": "alpha beta gamma"},
                                               ABC3)
