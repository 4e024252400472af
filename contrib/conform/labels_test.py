#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""labels_test.py: each label of the conformance suite is a test's, and options filter by them; GASNet-1's collectives are
extensions, which the Makefile finds; and calls with a number of arguments in their names are called as macros may need
them: not through other macros that make several arguments of one, and never by address. Run in the build tree. Prints
`N passed, N failed`."""
import glob
import os
import re
import subprocess
import sys
import tempfile

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(TOP, "tests", "lib"))
from checks import read, status, verdict  # noqa: E402
SUITE = os.path.join(TOP, "tests", "conform")
FIXED = {"gex_AM_RequestShort": 4, "gex_AM_RequestMedium": 7, "gex_AM_RequestLong": 8, "gex_AM_ReplyShort": 3,
         "gex_AM_ReplyMedium": 6, "gex_AM_ReplyLong": 7, "gasnet_AMRequestShort": 2, "gasnet_AMRequestMedium": 4,
         "gasnet_AMRequestLong": 5, "gasnet_AMRequestLongAsync": 5, "gasnet_AMReplyShort": 2, "gasnet_AMReplyMedium": 4,
         "gasnet_AMReplyLong": 5, "gex_AM_CommitRequestMedium": 3, "gex_AM_CommitRequestLong": 4, "gex_AM_CommitReplyMedium": 3,
         "gex_AM_CommitReplyLong": 4}


def sources():
    own = ("gex_start.c", "gex_early.c", "gex_bind.c", "no_paged.c")
    return [f for f in sorted(glob.glob(SUITE + "/*.c")) if os.path.basename(f) not in own]


def rows():
    for path in sources():
        for name in re.findall(r'\{"(\w+)",\s*"', read(path)):
            yield os.path.basename(path)[:-2], name


def labels():
    found = re.findall(r'^CONFORM_LABEL\((\w+), (STRICTER|EXTENSION), "[^"]+"\)$', read(SUITE + "/labels.h"), re.M)
    tests = dict((name, group) for group, name in rows())
    if len(found) != read(SUITE + "/labels.h").count("\nCONFORM_LABEL("):
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
    flags = ["-I" + os.path.join(TOP, d) for d in ("core/include", "extended", "vis")] + ["-Icore/include", "-D_GNU_SOURCE=1"]
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
            done = subprocess.run(["cc", *flags, "-DGASNET_PAR=1", "-DGASNET_NDEBUG=1", "-include", shim, "-fsyntax-only", path],
                                  capture_output=True, text=True, check=False)
            if done.returncode:
                yield done.stderr[:400]


def probes():
    """The Makefile sees that this library has GASNet-1's collectives and paged segments, and tests them."""
    env = dict(os.environ, PKG_CONFIG_PATH=os.path.abspath("smp-conduit"))
    for word in ("MAKEFLAGS", "MFLAGS"):
        env.pop(word, None)
    done = subprocess.run(["make", "-s", "-f", os.path.join(TOP, "contrib/conform/Makefile.installed"), "PC=gasnet-smp-par",
                           "--eval", "show:;@echo coll1=$(coll1) paged=$(paged)", "show"], capture_output=True, text=True, env=env, check=False)
    if done.stdout != "coll1=1 paged=1\n":
        yield done.stdout + done.stderr


def filters():
    """--only and --without LABEL: the tests that are listed, and those that a job of one rank runs."""
    kinds = dict(re.findall(r"^CONFORM_LABEL\((\w+), (\w+),", read(SUITE + "/labels.h"), re.M))

    def said(*words):
        return subprocess.run(["tests/conform/conform-par-fast-rel", *words], capture_output=True, text=True, timeout=300,
                              env=dict(os.environ, GASNET_QUIET="1"), check=False).stdout

    def listed(*words):
        return re.findall(r"^(\S+) (\S+) \[", said("--list", *words), re.M)

    def ran(*words):
        return re.findall(r"^(?:ok|not ok|skip) (\S+)", said(*words), re.M)
    every = listed()
    for label in ("interface", "stricter", "extension"):
        own = [test for test in every if kinds.get(test[1], "INTERFACE") == label.upper()]
        others = [test for test in every if test not in own]
        for words, tests in ((("--only", label), own), (("--without", label), others)):
            if not tests or listed(*words) != tests:
                yield f"--list {' '.join(words)}: not those tests"
        if ran("--only", "gex_ep", "--without", label) != [name for group, name in others if group == "gex_ep"]:
            yield f"--only gex_ep --without {label}: other tests are run"
        if ran("--only", label, "--after", own[-2][1]) != [own[-1][1]]:
            yield f"--only {label}: other tests are run"


verdict(labels(), "labels are those of tests")
verdict(probes(), "extensions that the library has are found")
verdict(filters(), "--only and --without take labels")
verdict(called_as_macros(), "numbered calls may be macros")
sys.exit(status())
