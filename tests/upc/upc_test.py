#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The run time for compiled UPC: the programs of programs/, whose assembly a compiler made in four forms, and the C
programs of this folder, which call the entry points as compiled code does.

What a program of programs/ prints is the same as in its .out with 4 threads, and names no error with others. A C
program says what is expected in comments at its top: `threads:` numbers; `status:` of the job (0), or "error";
`stderr:` text that standard error contains; `options:` of the program; `environment:` NAME=VALUE; `alone:` run on one
host only. Without status and stderr it prints `passed`. Words of the command line choose programs, forms or
conduits. --all runs the cross product of programs, forms, threads and conduits, and then programs over ibv in a machine
that contrib/building/rdma-vm emulates: make check-upc. --machine does only the latter."""
import concurrent.futures
import os
import platform
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "lib"))
import checks   # noqa: E402
import machine  # noqa: E402

SRC = os.path.abspath(os.environ.get("srcdir", os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")))
HERE = os.path.join(SRC, "tests", "upc")
PROGRAMS = os.path.join(HERE, "programs")
BUILD = os.getcwd()
UPC = os.path.join(BUILD, "contrib", "layers", "upc")
SCRIPT = os.path.join(SRC, "contrib", "layers", "upc", "crt", "upc.ld")
LIMIT = 120
MACHINE_LIMIT = 3000  # seconds for all that runs in the machine
CRT = [os.path.join(UPC, f"upc-crt{which}.o") for which in ("begin", "end")]
# Ways to link (libupc.md 1.4): start and end files with the script; these files alone; neither.
SCRIPTED, CRT_ONLY, BARE = "scripted", "crt", "bare"
FORMS = {  # folder, library, options, how to link
    "plain": ("", "", ["-no-pie"], SCRIPTED),
    "debug": ("debug", "", ["-no-pie"], BARE),
    "pie": ("pie", "", ["-pie"], CRT_ONLY),
    "struct": ("struct", "-s", ["-no-pie"], SCRIPTED)}
CLIENT = ["-D_GNU_SOURCE", "-DGASNET_PAR=1", "-DGASNET_NDEBUG=1", *(
    "-I" + os.path.join(top, *folder.split("/")) for top, folder in (
        (SRC, "core/include"), (SRC, "extended/include"), (SRC, "vis"), (BUILD, "core/include")))]
os.environ.setdefault("ASAN_OPTIONS", "detect_leaks=0:abort_on_error=0")  # what the library keeps to the end is no leak
WRONG = re.compile(r"\b(err|bad|wrong) [1-9]|NOT REACHED")
STATUS = {"p19_gexit": 3}
APART = {"GASNET_SUPERNODE_MAXSIZE": "1"}
MODULES = {**APART, "GASNET_CONDUIT_PATH": os.path.join(BUILD, ".libs"), "UPC_SHARED_HEAP_SIZE": "160M"}
CONDUITS = {"smp": {}, "udp": APART, "udp2": {"GASNET_SUPERNODE_MAXSIZE": "2"}, "ofi": MODULES,
            "mpi": {**MODULES, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
                    "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_mpi_yield_when_idle": "1"},
            "ibv": MODULES}


def sanitizers():
    """What `make` gives to the linker, too, in a tree with sanitizers."""
    with open(os.path.join(BUILD, "Makefile"), encoding="utf-8") as f:
        found = re.search(r"^HYD_SAN_FLAGS = (.*)$", f.read(), re.M)
    return found[1].split() if found else []


def link(program, sources, options, way, library=""):
    """Links a program; what the linker said, or None."""
    libraries = [os.path.join(UPC, f"libhydrant-upc{library}.a"), os.path.join(BUILD, ".libs", "libgasnet.a"),
                 *sanitizers(), "-lpthread", "-lm", "-lrt"]
    words = ["gcc", *options, "-o", program]
    if way == BARE:
        words += [*sources, *libraries, "-Wl,--defsym=__upc_shared_start=__start_upc_shared-4096"]
    else:
        words += [CRT[0], *sources, *libraries, CRT[1], *(["-Wl,-T," + SCRIPT] if way == SCRIPTED else [])]
    done = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT, check=False)
    return None if done.returncode == 0 else f"{program}: does not link:\n{done.stderr}"


class Assembled:
    """A program of programs/ in one form."""

    def __init__(self, name, form):
        self.name, self.form = name, form
        self.label = f"{name} {form}"

    def make(self, where):
        folder, library, options, way = FORMS[self.form]
        sources = [os.path.join(PROGRAMS, folder, f"{self.name}.s")]
        if self.name == "p24_multi":
            sources.append(os.path.join(PROGRAMS, folder, "part_p24b.s"))
        return link(os.path.join(where, f"{self.name}.{self.form}"), sources, options, way, library)

    def command(self, where):
        return [os.path.join(where, f"{self.name}.{self.form}")]

    def threads(self):
        return {"p22_static": [4], "p08_mismatch": [2, 3, 4]}.get(self.name, [1, 2, 3, 4])

    def environment(self):
        return {}

    def is_usual(self):
        return self.form == "plain"

    def is_right(self, threads, done):
        if self.name == "p08_mismatch":
            return done.returncode != 0 and "UPC barrier identifier mismatch" in done.stderr
        if done.returncode != STATUS.get(self.name, 0) or WRONG.search(done.stdout):
            return False
        if threads != 4:
            return True
        with open(os.path.join(PROGRAMS, self.name + ".out"), encoding="utf-8") as f:
            wanted, said = f.read(), done.stdout
        return sorted(wanted) == sorted(said) if self.name == "p01_hello" else wanted == said


class InC:
    """A C program of this folder."""
    form = "plain"

    def __init__(self, name, library=""):
        self.name, self.library = name, library
        self.label = f"{name} {library or 'packed'}"
        with open(os.path.join(HERE, name + ".c"), encoding="utf-8") as f:
            text = f.read()
        self.wanted = dict(re.findall(r"^ \* (threads|status|stderr|options|environment|alone): (.*)$", text, re.M))

    def make(self, where):
        flags = subprocess.run(["sh", os.path.join(SRC, "contrib", "layers", "upc", "layout.sh"),
                                self.library.lstrip("-")], capture_output=True, text=True, check=True).stdout.split()
        return link(os.path.join(where, self.name + self.library),
                    ["-std=gnu11", "-O1", "-g", *sanitizers(), *flags, *CLIENT, "-I", SRC,
                     os.path.join(HERE, self.name + ".c")], ["-no-pie"], SCRIPTED, self.library)

    def command(self, where):
        return [os.path.join(where, self.name + self.library), *self.wanted.get("options", "").split()]

    def threads(self):
        return [int(n) for n in self.wanted["threads"].split()]

    def is_usual(self):
        return not self.library

    def environment(self):
        return dict(word.split("=", 1) for word in self.wanted.get("environment", "").split())

    def is_right(self, threads, done):
        status, text = self.wanted.get("status"), self.wanted.get("stderr")
        if status == "error":
            right = done.returncode != 0
        else:
            right = done.returncode == int(status or 0)
        if text:
            return right and text in done.stderr
        return right and (status is not None or done.stdout.split("\n")[-2:] == ["passed", ""])


class Case(InC):
    """A C program whose first argument says what to do."""

    def __init__(self, name, library, argument, is_right):
        super().__init__(name, library)
        self.argument, self.judge = argument, is_right
        self.label += " " + argument

    def is_usual(self):
        return super().is_usual() and self.name == "ends"

    def command(self, where):
        return super().command(where) + [self.argument]

    def is_right(self, threads, done):
        return self.judge(done)


def error_cases(library):
    """The table of errors.c: names, and text of their messages."""
    with open(os.path.join(HERE, "errors.c"), encoding="utf-8") as f:
        found = re.findall(r"CASE\((\w+)\), +/\* (.*) \*/", f.read())
    for name, text in found:
        yield Case("errors", library, name, lambda done, text=text: done.returncode != 0 and any(
            text in line for line in done.stderr.splitlines()))


def end_cases(library):
    """Status, and how the output of three threads has to end."""
    for how, status in ("return", 0), ("largest", 7), ("exit", 2), ("upc_exit", 4), ("late", 0), ("child", 0):
        times = 2 if how == "child" else 1  # each process runs its handlers once
        yield Case("ends", library, how, lambda done, status=status, times=times: done.returncode == status and all(
            done.stdout.count(words) == times for words in ("<0", "<1", "<2", "destructor>")))
    yield Case("ends", library, "global", lambda done: done.returncode == 9)


def run(where, program, conduit, threads):
    """What was wrong, or None."""
    words = [os.path.join(BUILD, "gasnetrun"), "-n", str(threads), "-c", conduit.rstrip("2"), *program.command(where)]
    env = {**os.environ, "LD_LIBRARY_PATH": os.path.join(BUILD, ".libs"), **CONDUITS[conduit],
           **program.environment()}
    label = f"{program.label} {conduit} {threads}"
    limit = 4 * LIMIT if conduit == "ibv" else LIMIT  # emulation is slow
    try:
        done = subprocess.run(words, env=env, capture_output=True, text=True, timeout=limit, check=False,
                              stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired as late:
        return f"{label}: no end after {limit} s\n{late.stdout}\n{late.stderr}"
    if program.is_right(threads, done):
        return None
    return f"{label}: status {done.returncode}\n{done.stdout}{done.stderr}"


def hash_of(text):
    return sum(map(ord, text))


def run_and_tell(where, case):
    """Prints at once what was wrong."""
    wrong = run(where, *case)
    if wrong:
        print(wrong, flush=True)
    return wrong


def plan(programs, everything):
    """(program, conduit, threads). The short plan has each program in two forms, and over udp in one."""
    forms = list(FORMS)
    for program in programs:
        threads = program.threads()
        alone = isinstance(program, InC) and "alone" in program.wanted
        if everything:
            some = threads if isinstance(program, Assembled) else threads[:1]
            yield from ((program, conduit, n) for conduit in built_conduits()
                        for n in (threads if conduit in ("smp", "udp") else some)
                        if conduit == "smp" or not alone and (conduit.startswith("udp") or program.is_usual()))
        elif isinstance(program, InC):
            if isinstance(program, Case) and program.library:
                continue
            yield program, "smp", threads[-1]
            few = isinstance(program, Case) and hash_of(program.label) % 4
            if not alone and not program.library and not few:
                yield program, "udp", threads[0]
        else:
            i = int(program.name[1:3])
            if program.form == "plain":
                yield program, "smp", threads[-1]
            if program.form == forms[1 + i % 3]:
                yield program, "smp", threads[i % len(threads)]
            if program.form == forms[i % 4]:
                yield program, "udp2" if i % 3 == 0 else "udp", threads[-1]


def over_ibv(programs):
    """Each program in C once, and a third of the assembled ones, which make the same calls: emulation is slow."""
    usual = [p for p in programs if p.is_usual() and "alone" not in getattr(p, "wanted", ())
             and not (isinstance(p, Assembled) and int(p.name[1:3]) % 3)]
    return [(p, "ibv", p.threads()[-1 if isinstance(p, Assembled) else 0]) for p in usual]


def built_conduits():
    """Those of this tree that need no machine: a module is a file, the others are in the library."""
    made = os.listdir(os.path.join(BUILD, ".libs"))
    return [c for c in CONDUITS if c in ("smp", "udp", "udp2") or c != "ibv" and any(
        f.startswith("hyd_conduit_" + c) and f.endswith(".so") for f in made)]


def built_libraries(everything):
    """The forms of pointers whose libraries are tested: with --all also what make UPC_LAYOUT=.. has built."""
    found = sorted(re.fullmatch(r"libhydrant-upc(.*)\.a", f)[1] for f in os.listdir(UPC)
                   if f.startswith("libhydrant-upc") and f.endswith(".a"))
    return found if everything else ["", "-s"]


def all_programs(everything):
    names = sorted(f[:-2] for f in os.listdir(PROGRAMS) if f.startswith("p") and f.endswith(".s")
                   and not f.startswith("part"))
    assembled = [Assembled(name, form) for name in names for form in FORMS]
    if platform.machine() != "x86_64":
        print("skip the programs in assembly: not an x86-64 processor")
        assembled = []
    in_c = sorted(f[:-2] for f in os.listdir(HERE) if f.endswith(".c") and f[:-2] not in ("errors", "ends"))
    libraries = built_libraries(everything)
    made = [InC(name, library) for name in in_c for library in libraries]
    return assembled + made + [case for library in libraries for cases in (error_cases, end_cases)
                               for case in cases(library)]


def count(where, cases):
    """Runs them; the number that went wrong."""
    at_once = 1 if cases and cases[0][1] == "ibv" else 2
    with concurrent.futures.ThreadPoolExecutor(at_once) as pool:
        wrong = [w for w in pool.map(lambda c: run_and_tell(where, c), cases) if w]
    print(f"{len(cases) - len(wrong)} of {len(cases)} runs passed", flush=True)
    return len(wrong)


def link_all(where, programs):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        broken = [e for e in pool.map(lambda p: p.make(where), programs) if e]
    for text in broken:
        print(text)
    return not broken


def main():
    words = [w for w in sys.argv[1:] if not w.startswith("--")]
    options = [w for w in sys.argv[1:] if w.startswith("--")]
    everything, only_inside = "--all" in options, "--machine" in options
    chosen, conduits = [w for w in words if w not in CONDUITS], [w for w in words if w in CONDUITS]
    programs = [p for p in all_programs(everything) if not chosen or p.name in chosen or p.form in chosen]
    inside = [w.split("=", 1)[1] for w in options if w.startswith("--inside=")]
    checks.refuse_none(programs, chosen)
    if inside:
        return 1 if count(inside[0], over_ibv(programs)) else 0
    cases = [] if only_inside else [c for c in plan(programs, everything) if not conduits or c[1] in conduits]
    apart = over_ibv(programs) if only_inside or everything and (not conduits or "ibv" in conduits) else []
    with tempfile.TemporaryDirectory(dir=BUILD, prefix="upc.") as where:
        if not link_all(where, {p.command(where)[0]: p for p, _, _ in cases + apart}.values()):
            return 1
        bad = count(where, cases) if cases else 0
        bad += machine.run_inside(__file__, where, chosen, BUILD, SRC, MACHINE_LIMIT) if apart else 0
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
