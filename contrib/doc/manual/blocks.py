#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""blocks.py [--prefix DIR] [PAGE...]: each block of code in the README, the guides and the man pages is what its
comment says. Before each stands one of

  <!-- program NAME.c [dsm] [netvm] [mpi] [ffi] -->  a whole program; compiled without a warning, and run on 3 ranks
                                                     (mpi: 2).
                               ffi, and other languages: for the commands below
  <!-- prints -->               what the program or the commands before print, in any order of lines
  <!-- fragment: [A.h] DECLARATIONS -->  inside a function of a file that includes gasnetex.h (or A.h), with
                                         DECLARATIONS; compiled
  <!-- declared: NAME... -->   declarations that contrib/doc/man/declare.py takes from the headers; its --check compares
                               them
  <!-- struct A.h NAME -->      a copy of a struct: members have the places and types of those in A.h
  <!-- run -->                  commands, run with bash in a directory with the page's programs, and `program`, which is
                                the tutorial's first
  <!-- installed -->            commands that need an installation: run with --prefix (tests/install), else as `shell`
  <!-- shell: WHY -->           commands that are not run; their options, variables and files exist
  <!-- text: WHAT -->           no code

A picture (pictures.py) says it by itself. Run in the build tree; needs pandoc. With --prefix what is `installed` is
run and nothing else, by the installation in DIR, which is also `<prefix>` and /where/you/like. Prints `N passed, N
failed`."""
import glob
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import pictures

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
TREE = os.getcwd()
GUIDES = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "core/README.md", "conduits/template/README",
          "contrib/tools/conform/README.md",
          "contrib/spec/glossary.md",
          *(f"contrib/languages/{language}/README.md" for language in ("ffi", "cxx", "python", "fortran", "rust"))]
# Headers that only the source tree has, or that are installed from elsewhere than core/include.
INCLUDE = ["", "core/include", "extended/include", "vis", "contrib/layers/dsm", "contrib/layers/netvm"]
PROGRAMS = ("gasnetrun", "gasnet-bench", "gasnet-sim", "gasnet-trace", "hydrant-caf")
ASTERISKS = "text with asterisks that pandoc takes for no emphasis"
WARN = ["-Wall", "-Wextra", "-Werror"]


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def ran(command, **words):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300,
                          check=False, **words)


# --- the blocks of all pages, by one pandoc --------------------------------------------------------


def pages():
    man = sorted(glob.glob(os.path.join(TOP, "contrib/doc/man/*.[137].md"))) + sorted(glob.glob(HERE + "/*.md"))
    return GUIDES + [os.path.relpath(p, TOP) for p in man]


def blocks(names):
    """Page, comment before, classes and text of each block."""
    whole = "".join(f"\n\n<!-- page {n} -->\n\n" + re.sub(r"\A(%.*\n)+", "", read(os.path.join(TOP, n))) for n in names)
    made = subprocess.run(["pandoc", "-f", "markdown", "-t", "json"], input=whole, capture_output=True, text=True,
                          check=True)
    page, found = "", []

    def walk(x, depth=0):
        nonlocal page
        before = ""
        for item in x if isinstance(x, list) else x.values() if isinstance(x, dict) else ():
            kind = item.get("t") if isinstance(item, dict) else ""
            if kind == "RawBlock":
                before = item["c"][1].strip()
                page = re.sub(r"<!-- page (\S+) -->", r"\1", before) if before.startswith("<!-- page ") else page
            elif kind == "Str" and ("**" in item["c"] or depth == 0 and re.search(r"\*\w", item["c"])):
                found.append((page, ASTERISKS, [], item["c"]))
            elif kind == "CodeBlock":
                found.append((page, re.sub(r"\s+", " ", before.removeprefix("<!--").removesuffix("-->")).strip(),
                              item["c"][0][1], item["c"][1]))
                before = ""
            else:
                walk(item, depth + (kind in ("Emph", "Strong"))) # *\*result_p* is meant
                before = ""

    walk(json.loads(made.stdout)["blocks"])
    return found


# --- what is run -------------------------------------------------------------------------------------


class Place:
    """A directory for one page: its programs, and what was printed last."""

    def __init__(self, folder, first):
        self.folder, self.printed = folder, None
        os.makedirs(folder)
        if first:
            shutil.copy(first, os.path.join(folder, "program"))

    def run(self, command):
        done = ran(command, cwd=self.folder)
        self.printed = done.stdout
        return [f"status {done.returncode}: {done.stdout[-600:]}"] if done.returncode else []


def link_flags(words):
    package = "gasnet-mpi-seq" if "mpi" in words else "gasnet-smp-par" if "netvm" in words else "gasnet-smp-seq"
    done = subprocess.run(["pkg-config", "--cflags", "--libs", package], capture_output=True, text=True, check=True)
    libs = {w: next((p for p in (f"{TREE}/.libs/libhydrant_{w}.{end}" for end in ("a", "so")) if os.path.exists(p)), "")
            for w in ("dsm", "netvm")}
    own = [f for w in words if w in libs for f in (f"-I{TOP}/contrib/layers/{w}", libs[w], f"-Wl,-rpath,{TREE}/.libs")]
    return own + shlex.split(done.stdout)


def write(words, text, place):
    source = os.path.join(place.folder, words[0])
    with open(source, "w", encoding="utf-8") as f:
        f.write(text + "\n")
    return source


def program(words, text, place):
    source, mpi = write(words, text, place), "mpi" in words
    place.printed = None
    if mpi and not (shutil.which("mpicc") and os.path.exists("mpi-conduit/gasnet-mpi-seq.pc")):
        return []
    if not source.endswith(".c") or "ffi" in words:
        return [] # the commands below it, with --prefix
    done = ran(["mpicc" if mpi else "cc", *WARN, source, *link_flags(words[1:]), "-o", source[:-2]])
    return [done.stdout[:900]] if done.returncode else place.run(["gasnetrun", *(["-c", "mpi", "-n", "2"] if mpi
                                                                                 else ["-n", "3"]), source[:-2]])


def prints(text, place):
    if place.printed is None:
        return [] # it was not run here
    said, expected = (sorted(l.rstrip() for l in t.splitlines()) for t in (place.printed, text))
    return [f"printed {said}, not {expected}"] if said != expected else []


# --- what is compiled --------------------------------------------------------------------------------


def compiled(text, *flags):
    include = [f"-I{os.path.join(TOP, d)}" for d in INCLUDE] + [f"-I{TREE}"]
    done = ran(["cc", "-std=gnu11", "-fsyntax-only", *flags, "-DGASNET_SEQ", *include, "-x", "c", "-"], input=text)
    return [done.stdout[:900]] if done.returncode else []


def fragment(words, text):
    headers = [w for w in words if w.endswith(".h")]
    start = "".join(f"#include <{h}>\n" for h in headers or ["gasnetex.h", "gasnet_coll.h", "gasnet_vis.h",
                                                             "gasnet_ratomic.h", "gasnet_mk.h"])
    rest = " ".join(w for w in words if not w.endswith(".h"))
    return compiled(f"{start}{rest}\nvoid fragment(void);\nvoid fragment(void) {{\n{text}\n}}\n", *WARN,
                    "-Wno-unused-but-set-variable", "-Wno-unused-variable")


def struct(words, text):
    header, name = words
    body = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    members = re.findall(r"(\w+)(?=[,;])", body.partition("{")[2])
    copy = body.replace(f"struct {name} {{", "struct copy {")
    same = "".join(f"_Static_assert(offsetof(struct copy, {m}) == offsetof(struct {name}, {m}) && "
                   f"__builtin_types_compatible_p("
                   f"__typeof__(((struct copy *)0)->{m}), __typeof__(((struct {name} *)0)->{m})), \"{m}\");\n"
                   for m in members)
    return compiled(f'#include <stddef.h>\n#include <{header}>\n{copy}\n{same}_Static_assert(sizeof(struct copy) == '
                    f'sizeof(struct {name}), "size");\n')


# --- commands ------------------------------------------------------------------------------------------


def lines(text):
    """Commands, without what they print: where some lines begin with `$ `, the others are output."""
    text = text.replace("\\\n", " ")
    shown = [l[2:] for l in text.splitlines() if l.startswith("$ ")]
    return [re.sub(r"(^|\s)#.*", "", l).strip() for l in shown or text.splitlines()]


class Shell:
    """What commands may name."""

    def __init__(self):
        self.help = {}
        known = read(os.path.join(TOP, "core/env/env_known.def"))
        self.variables = {"GASNET_" + v for v in re.findall(r"HYD_ENV\((\w+),",
                                                            read(os.path.join(TOP, "core/env/env.def")))}
        self.variables |= {"GASNET_" + v for v in re.findall(r"\b([A-Z][A-Z_0-9]+)\b", known)}

    def options(self, name):
        if name not in self.help:
            path = shutil.which(name) or os.path.join(TREE, "contrib/layers/caf", name)
            self.help[name] = set(re.findall(r"(?<![\w-])--?[A-Za-z][\w-]*",
                                             ran([path, "--help"], stdin=subprocess.DEVNULL).stdout))
        return self.help[name]

    def problems(self, text):
        for line in lines(re.sub(r"\$\([^)]*\)", "X", text)):
            for variable in re.findall(r"\b(GASNET_[A-Z_0-9]+)=", line):
                if variable not in self.variables:
                    yield f"no variable {variable}"
            for path in re.findall(r"(?:^|\s)(?:\.\./|python3 (?:\.\./)?|bash )?((?:tests|"
                                   r"contrib)/[\w./-]+\.(?:sh|py))", line):
                if not os.path.exists(os.path.join(TOP, path)):
                    yield f"no file {path}"
            for target in re.findall(r"\bmake (?!-)([\w/.-]+)", line):
                if not re.search(rf"^{re.escape(target)}\b[^=\n]*:", read(os.path.join(TREE, "Makefile")), re.M):
                    yield f"no make target {target}"
            for command in re.split(r"&&|\|\||[|;]", line):
                yield from self.command(command)

    def command(self, command):
        words = shlex.split(command, comments=True) if command.count("'") % 2 == 0 else []
        while words and re.match(r"\w+=", words[0]):
            words.pop(0)
        while words and words[0] not in PROGRAMS:
            words.pop(0)
        for word in words[1:]:
            if "/" in word and not word.startswith("-") or word in PROGRAMS + ("valgrind", "kmer"):
                return # the job's program and its own words
            if re.match(r"--[A-Za-z]" if words[0] == "hydrant-caf" else r"--?[A-Za-z]",
                        word) and word.partition("=")[0] not in self.options(words[0]):
                yield f"{words[0]} has no {word}"


def is_left_out(text):
    """Whether the commands name a conduit that this build does not have, as one without udp."""
    named = set(re.findall(r"(?:\s-c |GASNET_CONDUIT=|gasnet-|include/)(smp|udp|ibv|ofi|mpi)\b", text))
    return not named <= {n for n in named if os.path.isdir(os.path.join(TREE, n + "-conduit"))}


# --- all -------------------------------------------------------------------------------------------------


def checked(page, comment, text, place, shell):
    kind, *words = re.sub(r"^(\w+):", r"\1", comment).split()
    if kind == "program":
        return program(words, text, place)
    if kind == "prints":
        return prints(text, place)
    if kind == "fragment":
        return fragment(words, text)
    if kind == "declared":
        return [] if words and "contrib/doc/man/" in page else ["declare.py fills blocks on man pages only"]
    if kind == "struct":
        return struct(words, text)
    if kind == "run":
        commands = ["bash", "-e", "-c", "\n".join(lines(text))]
        return list(shell.problems(text)) + ([] if is_left_out(text) else place.run(commands))
    if kind in ("shell", "installed"):
        return list(shell.problems(text)) + ([] if words or kind == "installed" else ["why is it not run?"])
    return [] if kind == "text" and words and comment != ASTERISKS else [f"unknown: {comment}"]


def installed(found, prefix, tmp):
    """Page, first line and problems of each block that an installation is needed for."""
    os.environ.update(PATH=f"{prefix}/bin:/usr/bin:{os.environ['PATH']}", PKG_CONFIG_PATH=f"{prefix}/lib/pkgconfig",
                      LD_LIBRARY_PATH=f"{prefix}/lib")
    missing = {"f90": not shutil.which("gfortran"), "rs": not shutil.which("rustc"),
               "py": not os.path.isdir(f"{prefix}/share/hydrant/python")
               or ran(["python3", "-c", "import cffi"]).returncode}
    places = {}
    for page, comment, _, text in found:
        if comment.startswith("program "):
            if page not in places:
                places[page] = Place(f"{tmp}/{len(places)}", None)
            write(comment.split()[1:], text, places[page])
    before = source = ""
    for page, comment, _, text in found:
        if comment.startswith("program "):
            source = comment.split()[1]
        if comment in ("installed", "prints") and not missing.get(source.rpartition(".")[2]):
            if comment == "installed":
                commands = re.sub(r"<prefix>|/where/you/like", prefix, "\n".join(lines(text)))
                if is_left_out(text):
                    places[page].printed = None # nor what it would print
                else:
                    yield page, text, places[page].run(["bash", "-e", "-c", commands])
            elif before == "installed":
                yield page, text, prints(text, places[page])
        before = comment


def here(found, tmp):
    """The same of all blocks, by the build tree."""
    os.environ.update(PATH=f"{TREE}:{os.environ['PATH']}",
                      PKG_CONFIG_PATH=":".join(f"{TREE}/{n}-conduit" for n in ("smp", "udp", "mpi")),
                      GASNET_CONDUIT_PATH=f"{TREE}/.libs", GASNET_KIND_PATH=f"{TREE}/core/kinds/.libs")
    with open(tmp + "/first.c", "w", encoding="utf-8") as f:
        f.write(next((t for p, _, _, t in found if "tutorial" in p and t.startswith("/* first")),
                     "int main(void) { return 0; }"))
    subprocess.run(["cc", tmp + "/first.c", *link_flags([]), "-o", tmp + "/first"], check=True)
    shell, places = Shell(), {}
    for page, comment, classes, text in found:
        if set(classes) & set(pictures.KINDS):
            continue
        if page not in places:
            places[page] = Place(f"{tmp}/{len(places)}", tmp + "/first")
        yield page, text, checked(page, comment, text, places[page],
                                  shell) if comment else ["no comment says what this is"]


def main():
    if not os.path.exists("gasnetrun") or not shutil.which("pandoc"):
        print("skip: no build tree here, or no pandoc")
        return 77
    words = sys.argv[1:]
    prefix = words[1] if words[:1] == ["--prefix"] else None
    found = blocks(words[2 if prefix else 0:] or pages())
    os.environ.update(GASNET_QUIET="1", OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
    passed = failed = 0
    with tempfile.TemporaryDirectory() as tmp:
        for page, text, problems in installed(found, prefix, tmp) if prefix else here(found, tmp):
            passed, failed = passed + (not problems), failed + bool(problems)
            if problems:
                print(f"not ok {page}: {text.strip().splitlines()[0]}")
                print("\n".join("#   " + l for p in problems for l in str(p).splitlines()))
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
