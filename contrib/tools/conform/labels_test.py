#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""labels_test.py: each label of the conformance suite is a test's, and options filter by them; GASNet-1's collectives
are extensions, which the Makefile finds; groups that an implementation does not take are left out, tests that may end
the job run apart; and calls with a number of arguments in their names are called as macros may need them: not through
other macros that make several arguments of one, and never by address. Run in the build tree. Prints `N passed, N
failed`."""
import glob
import os
import re
import subprocess
import sys
import tempfile

TOP = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(TOP, "tests", "lib"))
from checks import read, status, verdict  # noqa: E402
SUITE = os.path.join(TOP, "tests", "conform")
FIXED = {"gex_AM_RequestShort": 4, "gex_AM_RequestMedium": 7, "gex_AM_RequestLong": 8, "gex_AM_ReplyShort": 3,
         "gex_AM_ReplyMedium": 6, "gex_AM_ReplyLong": 7, "gasnet_AMRequestShort": 2, "gasnet_AMRequestMedium": 4,
         "gasnet_AMRequestLong": 5, "gasnet_AMRequestLongAsync": 5, "gasnet_AMReplyShort": 2, "gasnet_AMReplyMedium": 4,
         "gasnet_AMReplyLong": 5, "gex_AM_CommitRequestMedium": 3, "gex_AM_CommitRequestLong": 4,
         "gex_AM_CommitReplyMedium": 3, "gex_AM_CommitReplyLong": 4}


def sources():
    own = ("gex_start.c", "gex_early.c", "gex_bind.c", "no_paged.c")
    return [f for f in sorted(glob.glob(SUITE + "/*.c")) if os.path.basename(f) not in own]


def rows():
    for path in sources():
        for name in re.findall(r'\{"(\w+)",\s*"', read(path)):
            yield os.path.basename(path)[:-2], name


def kinds():
    """Test and label of each line of labels.h; ENDS is STRICTER."""
    text = read(SUITE + "/labels.h")
    return re.findall(r'^CONFORM_LABEL\((\w+), (STRICTER|EXTENSION),\s+"[^"]+"\)$', text, re.M) + [
        (name, "STRICTER") for name in ends(text)]


def ends(text):
    return re.findall(r'^CONFORM_ENDS\((\w+),\s+"[^"]+"\)$', text, re.M)


def labels():
    found = kinds()
    tests = dict((name, group) for group, name in rows())
    if len(found) != len(re.findall(r"\nCONFORM_(LABEL|ENDS)\(", read(SUITE + "/labels.h"))):
        yield "a line that is no label"
    for name, _ in found:
        if name not in tests:
            yield f"{name}: no such test"
        if sum(n == name for n, _ in found) > 1:
            yield f"{name}: two labels"
    for name, group in tests.items():
        if (name, "EXTENSION") not in found and group.startswith("g1_coll"):
            yield f"{name}: calls that no published text has, and no label"


def as_macros():
    """Each numbered call as a macro with just its arguments."""
    text = "#include <gasnet.h>\n#include <gasnetex.h>\nint any();\n"
    for name, fixed in FIXED.items():
        for m in range(17):
            args = ", ".join(f"a{i}" for i in range(fixed + m))
            text += f"#undef {name}{m}\n#define {name}{m}({args}) any({args})\n"
            if "Commit" in name:
                text += f"#undef {name}{m}_v2\n#define {name}{m}_v2({args}, flags) any({args}, flags)\n"
    return text


def called_as_macros():
    numbered = re.compile(r"\b(?:" + "|".join(FIXED) + r")(?:\d+\b|##)")
    flags = ["-I" + os.path.join(TOP, d) for d in ("core/include", "extended/include", "vis")] + [
        "-Icore/include", "-D_GNU_SOURCE=1"]
    with tempfile.TemporaryDirectory() as tmp:
        shim = os.path.join(tmp, "macros.h")
        with open(shim, "w", encoding="utf-8") as f:
            f.write(as_macros())
        for path in sources():
            content = read(path)
            if not numbered.search(content):
                continue
            called = re.sub(r"CONFORM_CALL\([\w#]+,\s*(\\\n\s*)?\(", "(", re.sub(r"/\*.*?\*/", "", content, flags=re.S))
            for name in re.findall(numbered.pattern + r"\w*(?!\w|\s*\(|#)", called):
                yield f"{os.path.basename(path)}: {name}: not called"
            done = subprocess.run(["cc", *flags, "-DGASNET_PAR=1", "-DGASNET_NDEBUG=1", "-include", shim,
                                   "-fsyntax-only", path],
                                  capture_output=True, text=True, check=False)
            if done.returncode:
                yield done.stderr[:400]


def probes():
    """The Makefile sees that this library has GASNet-1's collectives and paged segments, and tests them."""
    env = dict(os.environ, PKG_CONFIG_PATH=os.path.abspath("smp-conduit"))
    for word in ("MAKEFLAGS", "MFLAGS"):
        env.pop(word, None)
    done = subprocess.run(["make", "-s", "-f", os.path.join(TOP, "contrib/tools/conform/Makefile.installed"),
                           "PC=gasnet-smp-par",
                           "--eval", "show:;@echo coll1=$(coll1) paged=$(paged)", "show"], capture_output=True,
                           text=True, env=env, check=False)
    if done.stdout != "coll1=1 paged=1\n":
        yield done.stdout + done.stderr


def filters():
    """--only and --without LABEL: the tests that are listed, and those that a job of two ranks runs; no group is
    missing; a name that is none is refused."""
    kind = dict(kinds())

    program, env = "tests/conform/conform-par-fast-rel", dict(os.environ, GASNET_QUIET="1", GASNET_PSHM_NODES="2")

    def call(*command):
        return subprocess.run(command, capture_output=True, text=True, timeout=300, env=env, check=False)

    def said(*words):
        return call(program, *words).stdout

    def listed(*words):
        return re.findall(r"^(\S+) (\S+) \[", said("--list", *words), re.M)

    def ran(*words):
        return re.findall(r"^(?:ok|not ok|skip) (\S+)", said(*words), re.M)
    every = listed()
    for label in ("interface", "stricter", "extension"):
        own = [test for test in every if kind.get(test[1], "INTERFACE") == label.upper()]
        others = [test for test in every if test not in own]
        for words, tests in ((("--only", label), own), (("--without", label), others)):
            if not tests or listed(*words) != tests:
                yield f"--list {' '.join(words)}: not those tests"
        if ran("--only", "gex_ep", "--without", label) != [name for group, name in others if group == "gex_ep"]:
            yield f"--only gex_ep --without {label}: other tests are run"
        if ran("--only", label, "--after", own[-2][1]) != [own[-1][1]]:
            yield f"--only {label}: other tests are run"
    ending = [test for test in every if test[1] in ends(read(SUITE + "/labels.h"))]
    if not ending or listed("--only", "ends") != ending or (
            listed("--without", "ends") != [t for t in every if t not in ending]):
        yield "--only ends, --without ends: not those tests"
    if "# left out" in said("--only", "gex_const"):
        yield "the library's own program lacks groups"
    tool = [sys.executable, os.path.join(TOP, "contrib/tools/conform/conform.py")]
    script = ["bash", os.path.join(SUITE, "run.sh"), "--config", "par-fast-rel", "--ranks", "2", "--conduit", "smp",
              "--"]
    for option in ("--only", "--skip", "--after"):
        for command in ([program], [program, "--list"], script):
            done = call(*command, "--only", "gex_const", option, "gex_cnost")
            if done.returncode != 2 or done.stdout or done.stderr != (
                    "conform: no test, group or label is named gex_cnost; --list prints the names\n"):
                yield f"{' '.join(command)} {option} with an unknown name: {done}"
    for words, text in ((("--only", "gex_cnost"), "is named gex_cnost"),
                        (("--only", "stricter", "--without", "stricter"), "leaves no test")):
        done = call(*tool, *words, "--", program)
        if done.returncode != 2 or text not in done.stderr:
            yield f"conform.py {' '.join(words)}: {done}"


# Calls of an extra header of the interface, and what brings them to a file.
HEADERS = {"gasnet_coll.h": r"\bgex_Coll_(?:Broadcast|Reduce)|\bgasnet_coll_\w+\(",
           "gasnet_ratomic.h": r"\bgex_AD_\w+\(", "gasnet_vis.h": r"\bgex_VIS_\w+\(", "gasnet_mk.h": r"\bgex_MK_\w+\("}


def included(path, seen):
    """Names in the #include lines of a file and of the suite's headers that it includes."""
    for name in re.findall(r'^#include [<"]([^>"]+)[>"]', read(path), re.M):
        near = os.path.normpath(os.path.join(os.path.dirname(path), name))
        if name not in seen:
            seen.add(name)
            if os.path.exists(near):
                included(near, seen)
    return seen


def headers():
    for path in sources():
        for header, calls in HEADERS.items():
            if re.search(calls, read(path)) and header not in included(path, set()):
                yield f"{os.path.basename(path)}: calls of {header}, which it does not include"


def left_out():
    """A group that does not compile, and those that need what was in it, are left out; the program has the others."""
    tool = [sys.executable, os.path.join(TOP, "contrib/tools/conform/build.py")]
    with tempfile.TemporaryDirectory() as tmp:
        def source(name, text):
            with open(f"{tmp}/{name}.c", "w", encoding="utf-8") as f:
                f.write(text)
            done = subprocess.run([*tool, "compile", f"{tmp}/{name}.o", f"{tmp}/{name}.c", "--", "cc"],
                                  capture_output=True, text=True, check=False)
            return done.returncode, done.stdout
        group = "extern const int conform_{0} __attribute__((weak));\n"
        show = 'if (&conform_{0}) printf("{0} ");\n'
        names = ("gex_a", "gex_b", "gex_c", "gex_d")
        said = [source("main", "#include <stdio.h>\n" + "".join(group.format(n) for n in names) + "int main(void) {\n" +
                       "".join(show.format(n) for n in names) + "}\n"),
                source("gex_a", "const int conform_gex_a = 1;\n"),
                source("gex_b", "int help(void) { return nowhere; }\nint conform_gex_b;\n"),
                source("gex_c", "int help(void);\nint use(void) { return help(); }\nint conform_gex_c;\n"),
                source("gex_d", "int gex_NotThere(void);\nint call(void) { return gex_NotThere(); }\n"
                       "int conform_gex_d;\n")]
        if [status for status, _ in said] != [0] * 5 or "left out: gex_b: it does not compile: " not in said[2][1]:
            yield f"compile: {said}"
        if source("support", "int x = nowhere;\n")[0] == 0:
            yield "the harness may not be left out"
        objects = [f"{tmp}/{name}.o" for name in ("main",) + names]
        done = subprocess.run([*tool, "link", f"{tmp}/program", *objects, "--", "cc", "-O1", "--", "-lm"],
                              capture_output=True, text=True, check=False)
        lines = re.findall(r"^left out: (\w+): it needs (\w+)$", done.stdout, re.M)
        if done.returncode or sorted(lines) != [("gex_c", "help"), ("gex_d", "gex_NotThere")]:
            yield f"link: {done.returncode} {done.stdout}"
        if subprocess.run([f"{tmp}/program"], capture_output=True, text=True, check=False).stdout != "gex_a ":
            yield "the program has other groups"


def deaths():
    """conform.py on a program in which two tests end the job: one is known to, and gets a job of its own."""
    with tempfile.TemporaryDirectory() as tmp:
        with open(f"{tmp}/jobs", "w", encoding="utf-8"):
            pass
        with open(f"{tmp}/program", "w", encoding="utf-8") as f:
            f.write(f"""#!/bin/sh
echo "$*" >>{tmp}/jobs
case "$*" in
*--list*) printf 'g a [gex-core FP-1] stricter: why; may end the job\\n'
  printf 'g b [gex-core FP-2] interface\\ng c [gex-core FP-3] interface\\n'; exit ;;
*'--only a'*) printf '# start a\\n'; exit 9 ;;
*'--after b'*) printf '# start c\\nok c [gex-core FP-3] 3 ms\\n1 passed, 0 failed, 0 skipped\\n'; exit ;;
esac
printf '# left out: group gex_x\\n# start b\\n'
exit 9
""")
        os.chmod(f"{tmp}/program", 0o755)
        done = subprocess.run([sys.executable, os.path.join(TOP, "contrib/tools/conform/conform.py"), "--",
                               f"{tmp}/program"],
                              capture_output=True, text=True, check=False)
        jobs = read(f"{tmp}/jobs").splitlines()
        if jobs != ["--list", "--without ends", "--without ends --after b", "--only a"]:
            yield f"other jobs: {jobs}"
        for text in ("left out of the program: group gex_x", "not ok a ", "not ok b ", "\n1 passed, 2 failed\n"):
            if text not in done.stdout:
                yield f"not said: {text!r}"


verdict(labels(), "labels are those of tests")
verdict(probes(), "extensions that the library has are found")
verdict(headers(), "files include the headers of their calls")
verdict(left_out(), "groups that do not compile or link are left out")
verdict(deaths(), "tests that may end the job run in a job of their own")
verdict(filters(), "--only and --without take labels")
verdict(called_as_macros(), "numbered calls may be macros")
sys.exit(status())
