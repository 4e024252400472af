#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Module gasnet of Fortran: it is what its generator makes, compiles as Fortran 2018; a program that uses all of it,
and the k-mer example, whose counts must be those of C."""
import filecmp
import os
import sys
import tempfile

sys.dont_write_bytecode = True
import lang  # noqa: E402

FORTRAN = lang.variable("GFORTRAN")
if not FORTRAN or not lang.tool(FORTRAN[0]):
    lang.leave_out("module gasnet", "no gfortran when configured")
if not os.path.exists(os.path.join(lang.LIBS, "libgasnet-ffi.so")):
    lang.leave_out("module gasnet", "no libgasnet-ffi (--disable-shared)")
HERE = os.path.join(lang.LANG, "fortran")
MADE = [lang.made(f"contrib/languages/fortran/{n}.f90") for n in ("gasnet_c", "gasnet_typed")]
MODULES = [*MADE, os.path.join(HERE, "gasnet.f90")]
FLAGS = ["-std=f2018", "-O1", "-Wall", "-Wextra", "-Wno-compare-reals", "-Wno-function-elimination", "-Werror"]

with tempfile.TemporaryDirectory() as where:
    os.chdir(where)
    for path in MADE:
        again = os.path.join(where, os.path.basename(path))
        status, out = lang.run([sys.executable, os.path.join(HERE, "generate.py"),
                                lang.made("contrib/languages/ffi/gasnet_ffi.h"), again])
        lang.verdict(status == 0 and filecmp.cmp(again, path, shallow=False),
                     f"{os.path.basename(path)} is what generate.py makes (else: make)", out)
    if lang.compiled([*FORTRAN, *FLAGS, "-c", *MODULES], "module gasnet"):
        objects = [os.path.basename(m)[:-4] + ".o" for m in MODULES]
        for source, program in ((os.path.join(lang.SRC, "tests/lang/fortran_client.f90"), "client"),
                                (os.path.join(HERE, "kmer.f90"), "kmer")):
            lang.compiled([*FORTRAN, *FLAGS, source, *objects, "-o", program, *lang.variable("HYD_SAN_FLAGS"),
                           *lang.LINK], os.path.basename(source))
        lang.jobs([os.path.join(where, "client")], "module gasnet", ranks=(1, 3))
        lang.kmer_agrees([os.path.join(where, "kmer")], "kmer.f90")
    os.chdir(lang.BUILD)
lang.end()
