#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""peers.py: Hydrant beside the libraries that people would use instead, on this machine in the same run. Compiles a
small program (peer_*.c) with each library that is installed, starts them in turn, round after round, and writes a
table, and a picture if it is asked for. `gasnet-bench peers` and ./quickstart peers call it."""
import argparse
import collections
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import show
from draw import add_option  # by a path that show adds
from foreign import run_foreign
from links import Link, Refused

HERE = os.path.dirname(os.path.abspath(__file__))
LIMIT = 60  # seconds for a run of a program
BESIDE_SECONDS = 2  # of each mean beside processes that compute
BESIDE_ROWS = ["round-trip@8", "round-trip@4096", "barrier", f"mean={BESIDE_SECONDS * 1000}"]

# How a pair of ranks is joined.
SHARED, LOOPBACK, LINK = "shared memory", "loopback", "link of MTU 1500"


class Library:
    """`name` on the table; `packages` is what Debian has it in, `known_as` its name for pkg-config."""
    packages, known_as, folder = "", "", HERE
    collectives = True

    def __init__(self, options):
        self.options = options
        self.program = os.path.join(options.work, re.sub(r"\W+", "-", self.name.lower()))

    def compile(self):
        """None, or why not."""
        words = [*self.compiler, "-O3", "-o", self.program, *[os.path.join(self.folder, s) for s in self.sources],
                 *self.libs]
        if not shutil.which(words[0]):
            return f"no {words[0]}"
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        return None if done.returncode == 0 else (done.stderr.splitlines() or ["does not compile"])[0][-120:]

    def version(self):
        """An empty text if pkg-config does not know it."""
        if not self.known_as or not shutil.which("pkg-config"):
            return ""
        return subprocess.run(["pkg-config", "--modversion", self.known_as], capture_output=True, text=True,
                              check=False).stdout.strip()

    compiler, sources, libs = (), (), ()

    def offers(self, way, ranks):
        return ranks == 2 or self.collectives

    def commands(self, way, ranks, link):
        """[(words, environment)]: of the processes to start; rank 0's output is that of the first."""
        raise NotImplementedError


class Hydrant(Library):
    name = "Hydrant"
    security, conduit = "mac", "udp"

    def compile(self):
        self.program = self.options.hydrant
        return None if os.access(self.program, os.X_OK) else f"no {self.program}"

    def offers(self, way, ranks):
        return way == SHARED or not self.options.no_udp

    def settings(self, way, link):
        """In a build tree modules lie beside gasnetrun."""
        modules = os.path.join(os.path.dirname(self.options.gasnetrun), ".libs")
        return {"GASNET_QUIET": "1", "GASNET_UDP_SECURITY": self.security,
                **({"GASNET_SUPERNODE_MAXSIZE": "1"} if way != SHARED else {}),
                **({"GASNET_CONDUIT_PATH": modules} if os.path.isdir(modules) else {})}

    def commands(self, way, ranks, link):
        env = self.settings(way, link)
        words = [self.options.gasnetrun, "-n", str(ranks), "-c", "smp" if way == SHARED else self.conduit]
        if way == LINK:
            env["GASNET_SSH_CMD"] = link.login
            words = link.inside(0) + words + ["-H", ",".join(link.hosts)]
        return [(words + [self.program], env)]


class HydrantPlain(Hydrant):
    name = "Hydrant, no tags"
    security = "none"

    def offers(self, way, ranks):
        return way != SHARED and super().offers(way, ranks)


class OpenMPI(Library):
    name, packages, known_as = "Open MPI", "openmpi-bin libopenmpi-dev", "ompi-c"
    compiler, sources, launcher = ("mpicc.openmpi",), ("peer.c", "peer_mpi.c"), "mpirun.openmpi"
    network = ("--mca", "pml", "ob1", "--mca", "btl", "self,tcp", "--mca", "osc", "^ucx,sm", "--mca", "coll", "^sm")
    env = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}

    def commands(self, way, ranks, link):
        env = dict(self.env)
        words = [self.launcher, "-n", str(ranks), "--oversubscribe"]
        if way != SHARED:
            words += self.network
            env["UCX_TLS"] = "tcp,self"
        if way == LOOPBACK:
            words += ["--mca", "btl_tcp_if_include", "lo"]
            env["UCX_NET_DEVICES"] = "lo"
        if way == LINK:
            # Each daemon would bind its rank to the first core, which is the same here.
            if ranks > (os.cpu_count() or 1):  # which Open MPI cannot see: each host has one
                words += ["--mca", "mpi_yield_when_idle", "1"]
            words = link.inside(0) + words + ["--bind-to", "none", "--host", ",".join(f"{h}:1" for h in link.hosts),
                                              "--mca", "plm_rsh_agent", link.login, "--mca", "btl_tcp_if_include",
                                              link.net, "-x", "UCX_TLS", "-x", "UCX_NET_DEVICES"]
            env["UCX_NET_DEVICES"] = link.device
        return [(words + [self.program], env)]


class OpenSHMEM(OpenMPI):
    name = "OpenSHMEM (Open MPI)"
    compiler, sources, launcher = ("oshcc",), ("peer.c", "peer_shmem.c"), "oshrun"


class MPICH(Library):
    name, packages, known_as = "MPICH", "mpich libmpich-dev", "mpich"
    compiler, sources = ("mpicc.mpich",), ("peer.c", "peer_mpi.c")

    def commands(self, way, ranks, link):
        words, env = ["mpiexec.mpich", "-n", str(ranks)], {}
        if way != SHARED:
            env = {"MPIR_CVAR_NOLOCAL": "1", "UCX_TLS": "tcp,self", "UCX_NET_DEVICES": "lo",
                   "FI_PROVIDER": "tcp;ofi_rxm"}
        if way == LINK:
            env["UCX_NET_DEVICES"] = link.device
            words = link.inside(0) + words + ["-hosts", ",".join(link.hosts), "-launcher", "ssh", "-launcher-exec",
                                              link.login]
        return [(words + [self.program], env)]


class Pair(Library):
    """Two processes, or more, that find each other by wire.c."""
    collectives = False
    port = 20000 + os.getpid() % 20000

    def commands(self, way, ranks, link):
        Pair.port += 1
        address = f"{link.hosts[0] if way == LINK else '127.0.0.1'}:{Pair.port}"
        started = []
        for rank in range(ranks):
            env = {"PEER_RANK": str(rank), "PEER_RANKS": str(ranks), "PEER_ADDRESS": address,
                   **self.transport(way, rank, link)}
            started.append(((link.inside(rank) if way == LINK else []) + [self.program], env))
        return started


class Machine(Pair):
    """No library: a floor, no peer."""
    name, most = show.FLOOR, 16
    compiler = ("cc", "-D_GNU_SOURCE")
    sources = ("peer.c", "wire.c", "peer_machine.c", "machine_memory.c", "machine_sockets.c", "machine_pair.c",
               "machine_flows.c", "machine_broadcast.c", "machine_groups.c", "machine_check.c")

    def offers(self, way, ranks):
        """Memory in common is for two ranks; algorithms over networks are for powers of two."""
        return ranks == 2 or (way != SHARED and ranks <= self.most and ranks & (ranks - 1) == 0)

    def commands(self, way, ranks, link):
        """One session, as that of a launcher: ranks that share a core yield to each other only within one."""
        lines = [" ".join(["env", *(shlex.quote(f"{k}={v}") for k, v in env.items()), *map(shlex.quote, words)])
                 for words, env in super().commands(way, ranks, link)]
        return [(["sh", "-c", "".join(f'{line} "$@" & ' for line in lines) + "wait", self.name], {})]

    def transport(self, way, rank, link):
        if way == SHARED:
            return {}
        hosts = link.hosts if way == LINK else ["127.0.0.1"] * self.most
        return {"PEER_DATAGRAM": "1472" if way == LINK else "61440", "PEER_HOSTS": " ".join(hosts)}


class UCX(Pair):
    name, packages, known_as = "UCX", "libucx-dev", "ucx"
    compiler, sources, libs = ("cc",), ("peer.c", "wire.c", "peer_ucx.c"), ("-lucp", "-lucs")

    def transport(self, way, rank, link):
        if way == SHARED:
            return {"UCX_TLS": "posix,self"}
        return {"UCX_TLS": "tcp,self", "UCX_NET_DEVICES": link.device if way == LINK else "lo"}


class Libfabric(Pair):
    name, packages, known_as = "libfabric", "libfabric-dev", "libfabric"
    compiler, sources, libs = ("cc",), ("peer.c", "wire.c", "peer_fabric.c"), ("-lfabric",)

    def transport(self, way, rank, link):
        if way == SHARED:
            return {"FI_PROVIDER": "shm"}
        return {"FI_PROVIDER": "tcp;ofi_rxm", "PEER_HOST": link.hosts[rank] if way == LINK else "127.0.0.1"}


class ByOfi(Hydrant):
    """The conduit ofi by one of libfabric's providers."""
    conduit, known_as = "ofi", "libfabric"

    def offers(self, way, ranks):
        return way != SHARED and super().offers(way, ranks)

    def settings(self, way, link):
        """A host's messages to itself go by the loopback, whichever its interface is."""
        return {**super().settings(way, link), "GASNET_OFI_PROVIDER": self.provider,
                **({"GASNET_OFI_DEVICE": link.device} if way == LINK else {})}


class ByNet(ByOfi):
    name, provider = "Hydrant, ofi (net)", "net"


class ByTcp(ByOfi):
    name, provider = "Hydrant, ofi (tcp;ofi_rxm)", "tcp;ofi_rxm"


class ByMPI(Hydrant):
    """The conduit mpi, started as programs of that MPI are."""
    def offers(self, way, ranks):
        return way != SHARED and bool(shutil.which(self.launcher))

    def commands(self, way, ranks, link):
        ours = {**self.settings(way, link), "GASNET_CONDUIT": "mpi"}
        [(words, env)] = self.mpi.commands(self, way, ranks, link)
        words[-1:-1] = self.send_environment(ours)
        return [(words, {**env, **ours})]


class ByOpenMPI(ByMPI, OpenMPI):
    name, mpi = "Hydrant, mpi (Open MPI)", OpenMPI

    def send_environment(self, names):
        return [w for n in names for w in ("-x", n)]


class ByMPICH(ByMPI, MPICH):
    name, mpi, launcher = "Hydrant, mpi (MPICH)", MPICH, "mpiexec.mpich"

    def send_environment(self, names):
        return []  # all of it is sent


CONDUITS = [Hydrant, HydrantPlain, ByNet, ByTcp, ByOpenMPI, ByMPICH, Machine]
LIBRARIES = [Hydrant, HydrantPlain, OpenMPI, MPICH, OpenSHMEM, UCX, Libfabric, Machine]


def stop(processes):
    for p in processes:
        if p.poll() is None:
            try:
                os.killpg(p.pid, signal.SIGKILL)
            except OSError:
                pass
        p.wait()


def run(library, way, ranks, link, work, rows):
    """({(operation, bytes): (best, mean)}, None), in nanoseconds, or (None, why not). A program that prints no mean has
    its best in that place. A program has ended well when it has printed "end"."""
    processes = []
    with tempfile.TemporaryFile(dir=work) as out, tempfile.TemporaryFile(dir=work) as err:
        try:
            for words, env in library.commands(way, ranks, link):
                processes.append(subprocess.Popen(words + rows, env={**os.environ, **env},
                                                  stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                                                  start_new_session=True, cwd=work))
            end = time.monotonic() + LIMIT
            for p in processes:
                p.wait(max(0.1, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            pass
        finally:
            stop(processes)
        out.seek(0)
        err.seek(0)
        text = out.read().decode(errors="replace")
        if not re.search(r"^end$", text, re.M):
            said = [l for l in err.read().decode(errors="replace").splitlines() if l.strip(" -")]
            return None, said[0][:110] if said else f"no end after {LIMIT} s"
    return {(m[1], int(m[2])): (float(m[3]), float(m[4] or m[3]))
            for m in re.finditer(r"^([\w-]+) (\d+) ([\d.e+-]+)(?: ([\d.e+-]+))?$", text, re.M)}, None


def progress(text):
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
    elif text:
        print(text, file=sys.stderr, flush=True)


def compiled(options, kinds):
    found, left_out = [], []
    for kind in kinds:
        words = options.only.lower().split(",") if options.only else [""]
        if kind.name != show.OURS and not any(w in kind.name.lower().replace(" ", "") for w in words):
            continue
        library = kind(options)
        progress(f"compiling: {library.name}")
        why = library.compile()
        if why:
            left_out.append(f"{library.name}: {why}" + (f" (Debian: {library.packages})" if library.packages else ""))
        else:
            found.append(library)
    return found, left_out


# A way of measuring, a number of ranks, and `beside`, a number of processes that compute meanwhile.
Case = collections.namedtuple("Case", "way ranks beside rows")


def cases(options, links):
    """What is measured in each round."""
    ways = [w for w in [SHARED, LOOPBACK] + ([LINK] if links else []) if w in options.ways]
    return [Case(w, n, 0, options.rows) for w in ways for n in options.ranks] + [
        Case(w, 2, options.beside, BESIDE_ROWS) for w in ways if options.beside and 2 in options.ranks]


def title(case):
    """(way, ranks): the case's name in what is found."""
    return case.way + (show.beside(case.beside, BESIDE_SECONDS) if case.beside else ""), case.ranks


def busy_cores(seconds=0.5):
    """How many cores of the machine do something meanwhile, or are taken by its host; measured while nothing of ours
    runs."""
    def ticks():
        with open("/proc/stat", encoding="ascii") as f:
            n = [int(w) for w in f.readline().split()[1:9]]
        return sum(n) - n[3] - n[4]  # without idle, iowait
    try:
        before = ticks()
        time.sleep(seconds)
        return (ticks() - before) / os.sysconf("SC_CLK_TCK") / seconds
    except (OSError, ValueError, IndexError):
        return 0.0


def measure(options, libraries, links):
    """links: {ranks: Link}. Returns
    {(way, ranks): {library: {(operation, bytes): [(best, mean)]}}}, what failed, and how many cores were busy with
    something else before each round."""
    got = collections.defaultdict(lambda: collections.defaultdict(lambda: collections.defaultdict(list)))
    failed, load = {}, []
    todo = [(r, c, lib) for r in range(options.rounds) for c in cases(options, links) for lib in libraries]
    began = time.monotonic()
    for i, (number, case, library) in enumerate(todo):
        if len(load) == number:
            load.append(busy_cores())
        way, ranks = title(case)
        if not library.offers(case.way, ranks) or (way, ranks, library.name) in failed:
            continue
        left = (time.monotonic() - began) / i * (len(todo) - i) if i else 0
        progress(f"round {number + 1} of {options.rounds}: {way}, {ranks} ranks: {library.name}"
                 + (f" (about {left:.0f} s left)" if i else ""))
        with run_foreign(case.beside):
            rows, why = run(library, case.way, ranks, links.get(ranks), options.work, case.rows)
        if why:
            failed[way, ranks, library.name] = why
            continue
        for row, ns in rows.items():
            got[way, ranks][library.name][row].append(ns)
    progress("")
    return got, failed, load


def choose(got, statistic):
    """Of what measure() has found only the best, or only the mean, which alone counts beside a load:
    {(way, ranks): {library: {(operation, bytes): [ns]}}}."""
    which = {case: show.STATISTICS.index("mean" if show.is_loaded(case[0]) else statistic) for case in got}
    return {case: {name: {row: [times[which[case]] for times in values] for row, values in rows.items()}
                   for name, rows in libraries.items()} for case, libraries in got.items()}


def parser(name, description, ranks):
    p = argparse.ArgumentParser(prog=f"gasnet-bench {name}", description=description)
    p.add_argument("--rounds", type=int, default=3, help="runs of each program; the best counts (default: 3)")
    p.add_argument("--ranks", default=ranks,
                   help=f"numbers of ranks; more than 2: collectives alone (default: {ranks})")
    p.add_argument("--ways", default="all", help="list of shared, loopback, link (default: all; link needs root)")
    p.add_argument("--rows", metavar="LIST", default="", help="some of the operations: put,round-trip")
    p.add_argument("--only", metavar="NAMES", help="some of the libraries: ucx,openmpi")
    add_option(p, "time by size, in three panels")
    p.add_argument("--json", metavar="FILE", help="all figures")
    p.add_argument("--compare", choices=show.STATISTICS,
                   help="what the table and the verdict are of: the best batches, or means "
                   "(default: best, or mean if other programs are busy meanwhile)")
    p.add_argument("--mean", metavar="SECONDS", type=float, help="how long a mean is taken (default: 0.02)")
    p.add_argument("--goal", action="store_true", help="status 1 if a cell is more than 5 %% behind a peer")
    p.add_argument("--gasnetrun", default="gasnetrun", help=argparse.SUPPRESS)
    p.add_argument("--no-udp", action="store_true", help=argparse.SUPPRESS)
    p.set_defaults(beside=0)
    return p


def parse(p):
    options = p.parse_args()
    words = {"shared": SHARED, "loopback": LOOPBACK, "link": LINK}
    names = list(words) if options.ways == "all" else options.ways.split(",")
    if not set(names) <= set(words):
        p.error(f"--ways {options.ways}: expected a list of {', '.join(words)}")
    options.ways = [words[n] for n in names]
    options.rows = options.rows.split(",") if options.rows else []
    if options.mean is not None:
        if not 0 < options.mean <= 10:
            p.error(f"--mean {options.mean:g}: expected seconds, at most 10")
        options.rows.append(f"mean={options.mean * 1000:g}")
    try:
        options.ranks = [int(n) for n in options.ranks.split(",")]
    except ValueError:
        p.error(f"--ranks {options.ranks}: expected numbers")
    if options.rounds < 1 or min(options.ranks) < 2:
        p.error("at least one round, of two ranks or more")
    return options


def make_links(work, numbers):
    """{ranks: a link with a host for each of so many ranks}."""
    links = {}
    try:
        for n in numbers:
            links[n] = Link(work, n)
    except Refused:
        for link in links.values():
            link.close()
        raise
    return links


def compare(options, kinds):
    """All that there is to do with libraries of these kinds; the exit status."""
    with tempfile.TemporaryDirectory(prefix="peers.") as work:
        options.work, links = work, {}
        libraries, left_out = compiled(options, kinds)
        if LINK in options.ways:
            try:
                links = make_links(work, options.ranks)
            except Refused as why:
                left_out.append(f"{LINK}: {why}")
        try:
            times, failed, load = measure(options, libraries, links)
        finally:
            for link in links.values():
                link.close()
    left_out += [f"{name}, {way}, {ranks} ranks: {why}" for (way, ranks, name), why in failed.items()]
    names = [lib.name for lib in libraries]
    statistic = options.compare or ("best" if show.is_quiet(load) else "mean")
    got = choose(times, statistic)
    versions = {lib.name: lib.version() for lib in libraries}
    print(show.machine(load, statistic))
    print(", ".join(f"{name} {version}" for name, version in versions.items() if version))
    print(show.table(got, names, options.rounds, statistic))
    behind = show.behind({case: found for case, found in got.items() if not show.is_loaded(case[0])}, names)
    if kinds is not CONDUITS:
        print(show.verdict(behind))
    for line in left_out:
        print(f"left out: {line}")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as f:
            json.dump(show.plain(times), f, indent=1)
    if options.picture:
        why = show.picture(got, versions, options.picture, options.gasnetrun)
        print(f"no picture: {why}" if why else f"picture: {options.picture}")
    return 1 if options.goal and behind else 0


def main():
    p = parser("peers", "Measures Hydrant beside the libraries that are installed: "
               "Open MPI, MPICH, OpenSHMEM, UCX, libfabric.",
               "2,4,8")
    p.add_argument("--hydrant", default=os.path.join(HERE, "peer-hydrant"), help=argparse.SUPPRESS)
    p.add_argument("--conduits", action="store_true", help="Hydrant's own conduits instead: udp, ofi, mpi")
    p.add_argument("--beside", metavar="N", type=int, default=os.cpu_count(),
                   help="2 ranks also beside so many processes that compute (default: one for each core)")
    options = parse(p)
    return compare(options, CONDUITS if options.conduits else LIBRARIES)


if __name__ == "__main__":
    sys.exit(main())
