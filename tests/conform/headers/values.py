#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""values.py DIR: each documented macro without arguments of the headers installed in DIR has a value: a number compiles
in `#if` and in an expression, other values in an expression; only macros that are words of a declaration or of a name
may be something else, and only EMPTY may be nothing. Prints `N passed, N failed`."""
import glob
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
MODE = {"gasnet_tools.h": ["-DGASNETT_THREAD_SAFE=1"], "netvm.h": []}
CLIENT = ["-DGASNET_PAR=1", "-DGASNET_SEGMENT_FAST=1"]
EMPTY = re.compile(r"GASNETT_(BEGIN|END)_EXTERNC|GASNETE_THREAD_(GET|FARG\w*|PASS\w*)|(MAIN|EXTERN)_ENV|(AUG|"
                   r"TRACE)_O(N|FF)|(SPLASH\d_)?ROI_(BEGIN|END)")
# Macros that stand for words: of declarations, of initialisers, of names that the headers make strings of.
WORDS = re.compile(r"(__attribute__|__restrict__|extern\b|inline\b|\{).*")
NAMES = re.compile(r"(GASNET|GASNETT|PLATFORM)_\w*(NAME|CONFIG|MODEL|PRINTF|PRINTF_FORCE)|GASNETT_\w*INLINE")
NUMBER = re.compile(r"(?:0[xX][0-9a-fA-F]+|\d+)[uUlL]*|[-+*/%&|^~!<>=()?: ]+")


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def documented():
    pages = glob.glob(f"{TOP}/contrib/doc/man/*.md") + [f"{HERE}/names1.txt", f"{TOP}/contrib/spec/names.txt"]
    return {name for page in pages for name in re.findall(r"\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b", read(page))}


def gcc(header, text, *words):
    mode = MODE.get(header, CLIENT)
    return subprocess.run(["gcc", "-std=gnu11", "-Wall", *mode, f"-I{DIR}", *words, "-x", "c", "-"],
                          capture_output=True, text=True,
                          input=f"#include <{header}>\n{text}", check=False)


def defined_by(header):
    """Macros without arguments that a header, or what it includes of DIR, defines; None: it does not compile alone."""
    said, names, ours = gcc(header, "", "-E", "-dD", "-w"), set(), False
    if said.returncode:
        return None
    for line in said.stdout.splitlines():
        place = re.match(r'# \d+ "([^"]*)"', line)
        if place:
            ours = os.path.dirname(place.group(1)) == DIR
        macro = re.match(r"#define (\w+)(?!\()(?:\s|$)", line)
        if macro and ours:
            names.add(macro.group(1))
    return names


def values(header, names):
    text = gcc(header, "".join(f'"@@{name}" {name} "@@end"\n' for name in sorted(names)), "-E", "-P", "-w").stdout
    return {m.group(1): " ".join(m.group(2).split()) for m in re.finditer(r'"@@(\w+)"(.*?)"@@end"', text, re.S)}


def test_of(name, value):
    """A program that uses the value; "" if the macro is no value, None if it should be one."""
    if EMPTY.fullmatch(name) or WORDS.fullmatch(value) or (value and NAMES.fullmatch(name)):
        return ""
    if not value:
        return None
    use = f"void use_{name}(void);\nvoid use_{name}(void) {{ (void)({name}); }}\n"
    return use if NUMBER.sub("", value) else f"#if !(({name}) == ({name}))\n#error {name}\n#endif\n{use}"


def check(header, tests):
    """The names whose program does not compile: all together first, each alone if that fails."""
    if gcc(header, "".join(tests.values()), "-fsyntax-only").returncode == 0:
        return []
    return [name for name in tests if gcc(header, tests[name], "-fsyntax-only").returncode]


DIR = os.path.abspath(sys.argv[1])
wanted, passed, failed = documented(), set(), []
for path in sorted(glob.glob(DIR + "/*.h")):
    h = os.path.basename(path)
    found = defined_by(h)
    if found is None:  # a part of another header
        continue
    of = {name: (value, test_of(name, value)) for name, value in values(h, (found & wanted) - passed).items()}
    bad = [name for name in of if of[name][1] is None]
    bad += check(h, {name: of[name][1] for name in of if of[name][1]})
    failed += [f"{h}: {name} is `{of[name][0]}`" for name in bad]
    passed |= set(of) - set(bad)
for text in failed:
    print("not ok", text)
print(f"{len(passed)} passed, {len(failed)} failed")
sys.exit(bool(failed) or len(passed) < 250)
