#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""manual.py PREFIX: the programs of gasnet-languages(7), built and run by the commands that stand below them, with the
installation in PREFIX. A language whose compiler is missing is left out."""
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
import lang  # noqa: E402

FILES = {"C++": ("first.cpp", "g++"), "Python": ("FILE", "python3"), "Fortran": ("first.f90", "gfortran"), "Rust": ("first.rs", "rustc"),
         "Others": ("first.c", "cc")}
SAYS = {"C++": ": 2.5, heard ", "Python": " 2.5 [", "Fortran": "2.5000000", "Rust": " 2.5 ", "Others": " of 4"}


def sections():
    """(language, program, commands) of the page."""
    with open(os.path.join(lang.SRC, "contrib/man/gasnet-languages.7.md"), encoding="utf-8") as f:
        for part in f.read().split("\n## ")[1:]:
            blocks = re.findall(r"(?:^    .*\n(?:\n(?=    ))?)+", part, re.M)
            lines = "".join(re.sub(r"^    ", "", b, flags=re.M) for b in blocks).split("\n\n")
            yield re.match(r"[A-Za-z]+(\+\+)?", part).group(0), lines[0] + "\n", lines[1]


def main(prefix):
    path = os.pathsep.join([os.path.join(prefix, "bin"), "/usr/bin", os.environ["PATH"]])
    env = {"PATH": path, "PKG_CONFIG_PATH": os.path.join(prefix, "lib/pkgconfig"), "LD_LIBRARY_PATH": "", "HYDRANT_LIBDIR": ""}
    for language, program, commands in sections():
        name, tool = FILES[language]
        if not lang.tool(tool) or (language == "Python" and lang.run(["/usr/bin/python3", "-c", "import cffi"])[0]):
            lang.skip(language, f"no {tool}, or no cffi")
            continue
        with tempfile.TemporaryDirectory() as where:
            with open(os.path.join(where, name), "w", encoding="utf-8") as f:
                f.write(program)
            if "gasnetrun" not in commands:
                commands += "\ngasnetrun -n 4 ./first"
            status, out = lang.run(["bash", "-e", "-c", f"cd '{where}'\n{commands}"], **env)
            lang.verdict(status == 0 and out.count(SAYS[language]) == 4, f"the program of {language} in gasnet-languages(7)", f"{status}\n{out}")
    lang.end()


main(os.path.abspath(sys.argv[1]))
