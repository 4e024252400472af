#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""build.py compile OBJECT SOURCE -- CC FLAGS...
build.py link PROGRAM OBJECT... -- LD [FLAGS...] -- [LIBRARIES...]

A group of tests that an implementation does not support is left out of the program: if its file does not compile, or
calls what the library does not have, an empty object takes its place, and a line says so. The harness must compile."""
import os
import re
import subprocess
import sys

HARNESS = re.compile(r"(main|start|support|gex_support|paged|no_paged)$")
MISSING = re.compile(r"undefined (?:reference to|symbol:?) [`'\"]?(\w+)")
ENV = dict(os.environ, LC_ALL="C")


def run(command):
    return subprocess.run(command, env=ENV, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", check=False)


def name_of(path):
    return os.path.splitext(os.path.basename(path))[0]


def leave_out(path, why, compiler):
    """An empty object in its place."""
    print(f"left out: {name_of(path)}: {why}", flush=True)
    return run([*compiler, "-x", "c", "-c", "-o", path, os.devnull])


def compile_one(target, source, compiler):
    done = run([*compiler, "-c", "-o", target, source])
    if done.returncode == 0 or HARNESS.match(name_of(source)):
        sys.stdout.write(done.stdout)
        return done.returncode
    errors = [line for line in done.stdout.splitlines() if "error:" in line] or [done.stdout.strip()]
    return leave_out(target, f"it does not compile: {errors[0]}", compiler).returncode


def link(program, objects, linker, libraries):
    while True:
        done = run([*linker, "-o", program, *objects, *libraries])
        missing = set(MISSING.findall(done.stdout))
        if done.returncode == 0 or not missing:
            sys.stdout.write(done.stdout)
            return done.returncode
        concerned = 0
        for path in objects:
            wanted = missing & set(re.findall(r"^\s+U (\w+)", run(["nm", path]).stdout, re.M))
            if wanted and not HARNESS.match(name_of(path)):
                leave_out(path, "it needs " + ", ".join(sorted(wanted)[:4]), linker)
                concerned += 1
        if concerned == 0:
            sys.stdout.write(done.stdout)
            return done.returncode


def main():
    parts = [[]]
    for word in sys.argv[1:]:
        if word == "--":
            parts.append([])
        else:
            parts[-1].append(word)
    if len(parts) == 2 and len(parts[0]) == 3 and parts[0][0] == "compile":
        return compile_one(*parts[0][1:], parts[1])
    if len(parts) == 3 and len(parts[0]) > 2 and parts[0][0] == "link":
        return link(parts[0][1], parts[0][2:], *parts[1:])
    return __doc__


sys.exit(main())
